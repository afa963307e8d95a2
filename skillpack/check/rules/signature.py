"""SG: what a signature says and the files do not, and signers that a catalog did not name; of a good one nothing."""

from collections.abc import Iterator, Sequence

from skillpack.check.rule import Hit, rule
from skillpack.check.subject import SignedSubject
from skillpack.model.evidence import SignatureFacts, SignatureState
from skillpack.model.portable import printable
from skillpack.model.signature import SIGNATURE

_MOST = 20  # files of one skill of which one rule speaks
_SHOWN = 12  # digits of a digest
_UNREADABLE = frozenset({SignatureState.MALFORMED, SignatureState.INVALID})
_AGAIN = "look at the change, then sign again with `skillpack sign`"


@rule("SG001", "signature-malformed", source="OpenSSF Model Signing")
def signature_malformed(subject: SignedSubject) -> Iterator[Hit]:
    """`skill.oms.sig` cannot be read as a signature.

    Why: whoever looks for a signature finds none. The file is shipped like any other.

    Fix: sign again with `skillpack sign`, or delete the file.
    """
    facts = subject.facts
    if facts is not None and facts.state is SignatureState.MALFORMED:
        yield _hit(f"`{SIGNATURE}` is no signature: {facts.problem}", "sign again, or delete the file")


@rule("SG002", "signature-invalid", source="OpenSSF Model Signing; CWE-347")
def signature_invalid(subject: SignedSubject) -> Iterator[Hit]:
    """The signature was not made by the key that it names, or was changed.

    Why: nobody signed this. Either the file was damaged, or somebody wants the skill to look signed.

    Fix: find out where the file comes from; sign again, or delete it.
    """
    facts = subject.facts
    if facts is not None and facts.state is SignatureState.INVALID:
        name = f"the signature that names {printable(facts.signer)}" if facts.signer else "the signature"
        yield _hit(f"{name} is not valid: {facts.problem}", "find out where it comes from; sign again, or delete it")


@rule("SG003", "changed-since-signed", source="OpenSSF Model Signing")
def changed_since_signed(subject: SignedSubject) -> Iterator[Hit]:
    """A file differs from the one that was signed, or is missing.

    Why: the signer answers for the files as they were. Who verifies the skill cannot tell an edit of yours
    from one by a stranger, and installers that require signatures refuse it.

    Fix: look at the change, then sign again with `skillpack sign`, or take the signed file back.
    """
    facts = subject.facts
    if facts is None or facts.state in _UNREADABLE:
        return
    changed = [
        f"`{printable(each.path)}` differs from the file that was signed: "
        f"signed {each.signed[:_SHOWN]}…, found {each.found[:_SHOWN]}…"
        for each in facts.changed
    ]
    missing = [f"`{printable(path)}` was signed, and is missing" for path in facts.missing]
    yield from _of_files((*changed, *missing), "differ from what was signed", _AGAIN)


@rule("SG004", "signed-in-part", source="OpenSSF Model Signing")
def signed_in_part(subject: SignedSubject) -> Iterator[Hit]:
    """The signature does not name a file of the skill.

    Why: nobody signed that file, and agents read it like the others. Somebody may have added it to a skill
    that was signed.

    Fix: look at the file, then sign again with `skillpack sign`, or delete it.
    """
    facts = subject.facts
    if facts is None or facts.state in _UNREADABLE:
        return
    unsigned = [f"`{printable(path)}` is not named by the signature" for path in facts.unsigned]
    yield from _of_files(unsigned, "are not named by the signature", "look at the file, then sign again, or delete it")


@rule("SG005", "signer-unknown", source="skillpack, signers")
def signer_unknown(subject: SignedSubject) -> Iterator[Hit]:
    """The catalog names signers, and the skill is signed by somebody else.

    Why: anybody can make certificates in anybody's name. Only a certificate or key that you got from somebody
    you trust tells who signed.

    Fix: ask who signed the skill. If that is right, add their root certificate or key to `[signers] files`.
    """
    facts = subject.facts
    if facts is None or not subject.signers or _unverified(facts) or facts.known_as or facts.state in _UNREADABLE:
        return
    yield _hit(
        f"{_unknown_signer(facts)}; `[signers]` names no such signer",
        "ask who signed it; if that is right, add them to `[signers]`",
    )


@rule("SG006", "signature-unchecked", source="skillpack, signers")
def signature_unchecked(subject: SignedSubject) -> Iterator[Hit]:
    """The catalog names signers, and nothing here can tell who made the signature.

    Why: a signature that nobody verified could be anybody's.

    Fix: do what the finding says: most often, install the extra `signatures` where you check and build.
    """
    facts = subject.facts
    if facts is not None and subject.signers and facts.state not in _UNREADABLE and _unverified(facts):
        yield _hit(f"nothing here verifies who made the signature: {facts.problem}")


@rule("SG007", "signature-required", source="skillpack, configuration")
def signature_required(subject: SignedSubject) -> Iterator[Hit]:
    """The catalog requires signatures, and no signer that it names signed the skill as it is.

    Why: `[signers] require = true` withholds the skill, whatever is suppressed or accepted.

    Fix: sign the skill with a key that leads to one of `[signers] files`.
    """
    facts = subject.facts
    if not subject.require or (facts is not None and facts.state is SignatureState.VALID):
        return
    state = "is not signed" if facts is None else f"has a signature in the state `{facts.state}`"
    message = f"the skill {state}, and this catalog publishes only what a signer that it names has signed"
    yield Hit(message, path="" if facts is None else SIGNATURE, hint="sign it with `skillpack sign`")


@rule("SG008", "certificate-not-valid", source="skillpack, signers")
def certificate_not_valid(subject: SignedSubject) -> Iterator[Hit]:
    """The certificate that made the signature has expired, or is not valid yet.

    Why: whoever gave out the certificate vouches for the key only between two days. Where no log records when
    the skill was signed, an expired key may have made the signature at any time. Pages tell the days and do
    not judge them; this rule asks for today, or for the day of `check --today`.

    Fix: sign again with a certificate that is valid.
    """
    facts, today = subject.facts, subject.today
    if facts is None or not today or facts.state in _UNREADABLE:
        return
    if facts.valid_until and facts.valid_until < today:
        yield _hit(f"the certificate of {printable(facts.signer)} expired on {facts.valid_until}", _RENEW)
    elif facts.valid_from and today < facts.valid_from:
        yield _hit(f"the certificate of {printable(facts.signer)} is valid from {facts.valid_from} on", _RENEW)


_RENEW = "sign again with a certificate that is valid"


def _unknown_signer(facts: SignatureFacts) -> str:
    """Return who made a signature, as far as it proves it."""
    signer, root = printable(facts.signer), printable(facts.root)
    if facts.signed_on:
        return f"signed by {signer}, by the word of {root}"
    if facts.is_unproven_key:
        return f"the signature says that {signer} made it"
    return f"signed by somebody who calls themselves {signer}{f' under the root {root}' if root else ''}"


def _unverified(facts: SignatureFacts) -> bool:
    """Return whether nothing could verify who made a signature: a problem is said of no other that is readable."""
    return bool(facts.problem)


def _of_files(messages: Sequence[str], rest: str, hint: str) -> Iterator[Hit]:
    """Yield a hit for each file, and one for those beyond a number."""
    for message in messages[:_MOST]:
        yield _hit(message, hint)
    more = len(messages) - _MOST
    if more > 0:
        yield _hit(f"{more:,} more files {rest}", hint)


def _hit(message: str, hint: str = "") -> Hit:
    """Return a hit at the signature, so that what is said of it comes in the order of the rules."""
    return Hit(message, path=SIGNATURE, hint=hint)
