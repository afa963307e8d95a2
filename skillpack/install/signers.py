"""Who signed what is installed, and whether what comes is signed by the same: the first use decides, no name does."""

from collections.abc import Sequence
from pathlib import Path

from skillpack.errors import FetchError
from skillpack.evidence.signature import verify_listed
from skillpack.files.read import read_file
from skillpack.install.root.root import Root
from skillpack.model.digest import sha256
from skillpack.model.evidence import SignatureFacts, SignatureState, Signer
from skillpack.model.installed import Receipt
from skillpack.model.signature import LONGEST_SIGNATURE, SIGNATURE

_WHOLE = frozenset({SignatureState.VALID, SignatureState.UNKNOWN, SignatureState.UNCHECKED})
_NONE = frozenset({SignatureState.MALFORMED, SignatureState.INVALID})


def placed_signature(root: Root, receipt: Receipt, signers: Sequence[Signer]) -> SignatureFacts | None:
    """Return the signature with which a skill was placed; None where it had none.

    The receipt names the files as they were placed, and the digest of the signature: what somebody edited since does
    not count. A signature that is no longer there as it was placed could be anybody's.
    """
    digests = {each.path: each.sha256 for each in receipt.files}
    if SIGNATURE not in digests:
        return None
    try:
        content = read_file(Path(root.skill(receipt.name)) / SIGNATURE, LONGEST_SIGNATURE)
    except FetchError:
        content = b""
    if sha256(content) != digests[SIGNATURE]:
        return SignatureFacts(SignatureState.UNCHECKED, problem="the signature is not as it was placed")
    return verify_listed(content, digests, signers)


def signer_change(was: SignatureFacts | None, now: SignatureFacts | None) -> str:
    """Return why what comes is not signed as what is there is, a clause; empty where it is, or that is not signed.

    Args:
        was: With which the skill was placed.
        now: Of what would take its place.
    """
    if was is None or was.state in _NONE:
        return ""
    called = f" by {was.signer}" if was.signer else ""
    if now is None:
        return f"it was signed{called}, and now is not"
    if now.state in _NONE:
        return f"it was signed{called}, and now the signature is {now.state}: {now.problem}"
    if was.identity != now.identity:
        other = f" by another {now.signer}" if now.signer == was.signer else f" by {now.signer or 'somebody else'}"
        return f"it was signed{called}, and now is signed{other}"
    if was.state in _WHOLE and now.state not in _WHOLE:
        return f"it was signed{called} as a whole, and now has files that were not signed as they are"
    return ""
