"""The files and identities that `[signers]` names -> whose signatures count (pure)."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from skillpack.errors import UsageError
from skillpack.evidence.bundle import can_verify, can_verify_identities, is_signer, is_sigstore_root
from skillpack.model.evidence import Signer, SigstoreIdentity
from skillpack.model.portable import printable
from skillpack.parse.tool_source import install_extra

LARGEST_SIGNER = 2**16  # bytes of certificates, of a key or of the root of sigstore

SIGNER_HINT = (
    "`[signers] files` names root certificates and public keys as PEM, `sigstore_root` what an instance of sigstore "
    "publishes as `trusted_root.json`"
)


def load_signers(
    paths: Iterable[str],
    read: Callable[[str], bytes],
    installed_from: Callable[[], str],
    *,
    require: bool,
    identities: Sequence[SigstoreIdentity] = (),
    sigstore_root: str = "",
) -> tuple[Signer, ...]:
    """Return the certificates and keys of some files, in their order, and then the identities.

    Args:
        paths: As the configuration names them.
        read: Returns what such a file holds, at most `LARGEST_SIGNER` bytes; raises where it cannot.
        installed_from: Returns what skillpack was installed from, for the hint that names the extra.
        require: Whether only their signatures are accepted.
        identities: Of sigstore.
        sigstore_root: Path of the file by which they are verified; empty where there are none.

    Raises:
        UsageError: A file is no certificate and no public key, or no root of sigstore; or signatures are required and
            nothing verifies them.
    """
    found = []
    for path in paths:
        pem = read(path)
        if not is_signer(pem):
            message = f"the signer `{printable(path)}` is no certificate and no public key"
            raise UsageError(message, hint=SIGNER_HINT)
        found.append(Signer(path, pem))
    if identities:
        root = read(sigstore_root)
        if not is_sigstore_root(root):
            raise UsageError(f"`{printable(sigstore_root)}` is no root of sigstore", hint=SIGNER_HINT)
        found += [Signer(each.repository or each.subject, identity=each, sigstore_root=root) for each in identities]
    for extra in _missing(found) if require else ():
        raise UsageError(
            f"signatures are required, and the extra `{extra}`, which verifies them, is not installed",
            hint=install_extra(installed_from(), extra),
        )
    return tuple(found)


def _missing(signers: Sequence[Signer]) -> Iterator[str]:
    """Yield the extras that would verify the signatures of some signers, and are not installed."""
    if not all(each.identity for each in signers) and not can_verify():
        yield "signatures"
    if any(each.identity for each in signers) and not can_verify_identities():
        yield "sigstore"
