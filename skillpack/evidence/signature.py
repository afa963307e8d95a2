"""A tree with a signature -> who made it, of which files, and what differs now."""

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import asdict, replace

from skillpack.evidence.bundle import verify_bundle
from skillpack.evidence.statement import Statement, read_statement
from skillpack.model.digest import CHECKSUMS, RECEIPT, sha256
from skillpack.model.evidence import ChangedFile, SignatureFacts, SignatureState, SignedBundle, Signer
from skillpack.model.signature import LONGEST_SIGNATURE, SIGNATURE, read_signature
from skillpack.model.tree import Tree


def verify_signature(tree: Tree, signers: Sequence[Signer], own: Collection[str] = ()) -> SignatureFacts | None:
    """Return the facts about the signature of a tree; None where it has none.

    Without the extra `signatures`, for an identity `sigstore`, the files are compared all the same, and the state says
    that nothing verified who made the signature. Certificates are judged at the first day of their own validity, as the
    format has it; whether they are valid on another day is left to who shows them. An identity is judged at the time
    that was recorded.

    Args:
        tree: As published or installed; a receipt and checksums are no part of it.
        signers: Whose signatures count.
        own: Names of those whose file lies in the repository of the skill.
    """
    content = tree.files.get(SIGNATURE)
    if content is None:
        return None
    found = verify_listed(content, {path: sha256(each) for path, each in tree.files.items()}, signers)
    return replace(found, in_repository=True) if found.known_as and found.known_as in own else found


def verify_listed(content: bytes, digests: Mapping[str, str], signers: Sequence[Signer]) -> SignatureFacts:
    """Return the facts about a signature of files that are known by their digests.

    Args:
        content: Of the signature.
        digests: Path -> SHA-256 of each file of the skill; those that are no part of it are passed over.
        signers: Whose signatures count.
    """
    bundle = read_signature(content)
    if bundle is None:
        large = len(content) > LONGEST_SIGNATURE
        problem = f"it is larger than {LONGEST_SIGNATURE:,} bytes" if large else "it is not a signed sigstore bundle"
        return SignatureFacts(SignatureState.MALFORMED, problem=problem)
    try:
        statement = read_statement(bundle.dsse_envelope.payload)
    except ValueError as error:
        return SignatureFacts(SignatureState.MALFORMED, problem=str(error))
    left_out = {SIGNATURE, RECEIPT, CHECKSUMS}
    kept = {path: digest for path, digest in digests.items() if path not in left_out}
    return _judged(_compared(statement, kept), verify_bundle(bundle, signers))


def _compared(statement: Statement, digests: Mapping[str, str]) -> SignatureFacts:
    """Return the differences between the files that were signed and those that are there."""
    signed = dict(statement.files)
    changed = (
        ChangedFile(path, digest, digests[path])
        for path, digest in sorted(signed.items())
        if path in digests and digests[path] != digest
    )
    return SignatureFacts(
        SignatureState.VALID,
        changed=tuple(changed),
        missing=tuple(sorted(signed.keys() - digests.keys())),
        unsigned=tuple(sorted(digests.keys() - signed.keys())),
    )


def _judged(facts: SignatureFacts, found: SignedBundle) -> SignatureFacts:
    """Return the facts with the signer and the state, the first that applies."""
    states = (
        (found.state is SignatureState.MALFORMED, SignatureState.MALFORMED),
        (found.state is SignatureState.INVALID, SignatureState.INVALID),
        (bool(facts.changed or facts.missing), SignatureState.DRIFTED),
        (bool(facts.unsigned), SignatureState.PARTIAL),
    )
    state = next((state for applies, state in states if applies), found.state)
    return replace(facts, **{**asdict(found), "state": state})
