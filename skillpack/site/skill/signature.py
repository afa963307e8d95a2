"""What a skill's page says of its signature: one line where people decide, then sentences and files; no verdict."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from skillpack.model.evidence import SignatureFacts, SignatureState
from skillpack.model.portable import printable
from skillpack.site.frame import Frame
from skillpack.site.skill.facts import signature_words

_SHOWN = 12  # digits of a digest
_MOST = 20  # files that are named
_LEVELS = {
    SignatureState.MALFORMED: "warn",
    SignatureState.INVALID: "bad",
    SignatureState.DRIFTED: "warn",
    SignatureState.PARTIAL: "warn",
}
"""Classes of what is amiss. Nothing else has one: whoever made a signature, it does not say that a skill is good."""


class SignedFile(Struct, frozen=True):
    """A file that is not as it was signed, and how, in words."""

    path: str
    words: str


class SignatureView(Struct, frozen=True):
    """A signature as a page shows it.

    Attributes:
        title: What `head` is: who signed, or a state.
        head: A name where a known signer made it over every file, else the state in a few words.
        level: Class of the head: `bad`, `warn` or empty.
        below: Who made it, a clause; by its own word where nobody knows the signer. Empty where it names nobody.
        sentences: All that is known, in one text.
        files: That are not as they were signed.
        more: How many of those are not named.
    """

    title: str
    head: str
    level: str
    below: str
    sentences: str
    files: tuple[SignedFile, ...]
    more: int


def signature_view(frame: Frame, found: SignatureFacts | None) -> SignatureView | None:
    """Return a signature as a page shows it; None for a skill without one."""
    if found is None:
        return None
    found = _readable(found)
    is_valid = found.state is SignatureState.VALID
    files = tuple(_files(frame, found))
    own = f" {frame.plain('signature.own')}" if found.in_repository else ""
    return SignatureView(
        title=frame.plain("signature.by" if is_valid else "details.signature"),
        head=found.signer if is_valid else _brief(frame, "head", found),
        level=_LEVELS.get(found.state, ""),
        below=_below(frame, found),
        sentences=f"{signature_words(frame, found)}{own}",
        files=files[:_MOST],
        more=max(0, len(files) - _MOST),
    )


def signature_text(frame: Frame, found: SignatureFacts) -> str:
    """Return all that is known of a signature in one text, for what is not a page."""
    return signature_words(frame, _readable(found))


def _readable(found: SignatureFacts) -> SignatureFacts:
    """Return the facts with paths in which nothing is hidden: a signature may name whatever its maker likes."""
    changed = tuple(replace(each, path=printable(each.path)) for each in found.changed)
    missing, unsigned = (tuple(map(printable, paths)) for paths in (found.missing, found.unsigned))
    return replace(found, changed=changed, missing=missing, unsigned=unsigned)


def _brief(frame: Frame, kind: str, found: SignatureFacts) -> str:
    return frame.plain(f"signature.{kind}.{str(found.state).replace('-', '_')}", None, signer=found.signer)


def _below(frame: Frame, found: SignatureFacts) -> str:
    """Return who made a signature, as far as anybody knows."""
    if found.in_repository:
        key = "own" if found.state is SignatureState.VALID else "by_own"
    elif found.state is SignatureState.VALID:
        key = "until" if found.valid_until else "whole"  # a build asks no clock: who reads it sees whether it has
    elif not found.signer:
        return ""
    elif found.state in {SignatureState.INVALID, SignatureState.UNCHECKED}:
        return _brief(frame, "below", found)
    elif found.is_unproven_key:
        key = "unchecked"
    else:
        key = "known" if found.known_as or found.signed_on else "unknown"  # an issuer vouches for an identity
    return frame.plain(f"signature.below.{key}", None, signer=found.signer, until=found.valid_until)


def _files(frame: Frame, found: SignatureFacts) -> Iterator[SignedFile]:
    for each in found.changed:
        words = frame.plain("signature.changed", None, signed=each.signed[:_SHOWN], found=each.found[:_SHOWN])
        yield SignedFile(each.path, words)
    for key, paths in (("missing", found.missing), ("unsigned", found.unsigned)):
        for path in paths:
            yield SignedFile(path, frame.plain(f"signature.{key}"))
