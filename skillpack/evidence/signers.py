"""The files that `[signers]` names -> whose signatures count (pure)."""

from collections.abc import Callable, Iterable

from skillpack.errors import UsageError
from skillpack.evidence.bundle import can_verify, is_signer
from skillpack.model.evidence import Signer
from skillpack.model.portable import printable
from skillpack.parse.tool_source import install_extra

LARGEST_SIGNER = 2**16  # bytes of certificates or of a key

SIGNER_HINT = "`[signers] files` names root certificates and public keys, as PEM"


def load_signers(
    paths: Iterable[str], read: Callable[[str], bytes], installed_from: Callable[[], str], *, require: bool
) -> tuple[Signer, ...]:
    """Return the certificates and keys of some files, in their order.

    Args:
        paths: As the configuration names them.
        read: Returns what such a file holds, at most `LARGEST_SIGNER` bytes; raises where it cannot.
        installed_from: Returns what skillpack was installed from, for the hint that names the extra.
        require: Whether only their signatures are accepted.

    Raises:
        UsageError: A file is no certificate and no public key, or signatures are required and nothing verifies them.
    """
    found = []
    for path in paths:
        pem = read(path)
        if not is_signer(pem):
            message = f"the signer `{printable(path)}` is no certificate and no public key"
            raise UsageError(message, hint=SIGNER_HINT)
        found.append(Signer(path, pem))
    if require and not can_verify():
        raise UsageError(
            "`[signers] require` needs the extra `signatures`, which is not installed",
            hint=install_extra(installed_from(), "signatures"),
        )
    return tuple(found)
