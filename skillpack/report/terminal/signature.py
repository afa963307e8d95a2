"""A signature in words for a terminal: who made it, of what, and until when; no verdict."""

from collections.abc import Iterator, Sequence

from skillpack.model.evidence import SignatureFacts, SignatureState
from skillpack.report.quantity import quantity

_FILES = 6  # that are named of each kind
_UNRECORDED = "when it was signed is not recorded"


def signature_words(found: SignatureFacts, today: str) -> tuple[str, ...]:
    """Return sentences about a signature.

    Args:
        found: When it was verified.
        today: ISO day on which the certificate is judged.
    """
    return tuple(_sentences(found, today))


def brief_signature_words(found: SignatureFacts, today: str) -> tuple[str, ...]:
    """Return the same for a line of many, without what holds of every signature by a key: nobody recorded its day."""
    return tuple(each for each in _sentences(found, today) if each != _UNRECORDED)


def signature_mark(found: SignatureFacts | None) -> str:
    """Return who signed a skill as a list says it: a name alone where a known signer made it over every file.

    Before anything else stands its state, which no narrow terminal cuts off; empty for a skill without a signature.
    """
    if found is None:
        return ""
    hides = found.state in {SignatureState.DRIFTED, SignatureState.PARTIAL} and not (found.known_as or found.problem)
    return listed_signature(f"{found.state}, {SignatureState.UNKNOWN}" if hides else str(found.state), found.signer)


def listed_signature(state: str, signer: str) -> str:
    """Return the same of a state and a signer that an index tells; both are empty for a skill without a signature."""
    if not state or (state == SignatureState.VALID and signer):
        return signer
    return f"{state}: {signer}" if signer else state


def _sentences(found: SignatureFacts, today: str) -> Iterator[str]:
    if found.state is SignatureState.MALFORMED:
        yield f"`skill.oms.sig` cannot be read: {found.problem}"
        return
    if found.state is SignatureState.INVALID:
        named = f"the signature that names {found.signer}" if found.signer else "the signature"
        yield f"{named} is not valid: {found.problem}"
        return
    yield _signer(found)
    if found.state is SignatureState.DRIFTED:
        yield "files differ from those that were signed"
    if found.state is SignatureState.PARTIAL:
        yield "not all of it is signed"
    yield from file_words(found)
    if found.valid_until:
        expired = "; it has expired" if found.valid_until < today else ""
        early = "; it is not valid yet" if today < found.valid_from else ""
        yield f"certificate valid from {found.valid_from} until {found.valid_until}{expired}{early}"
    if found.signed_on:
        yield f"signed on {found.signed_on}, as {found.recorded_by} records"
    elif not found.problem:
        yield _UNRECORDED


def file_words(found: SignatureFacts) -> Iterator[str]:
    """Yield which files are not as they were signed: changed, missing, not signed; nothing of others."""
    yield from _named("changed", tuple(each.path for each in found.changed))
    yield from _named("missing", found.missing)
    yield from _named("not signed", found.unsigned)


def _signer(found: SignatureFacts) -> str:
    if found.signed_on:  # its issuer vouches for it, whoever it is
        named = "which your `[signers]` names" if found.known_as else "which your `[signers]` does not name"
        return f"{found.signer}, by the word of {found.root}, {named}"
    if found.known_as:
        own = ", which lies in the repository of the skill" if found.in_repository else ""
        return f"{found.signer}, known by `{found.known_as}`{own}"
    if found.problem:
        return f"{found.signer or 'somebody'}, not verified: {found.problem}"
    if found.is_unproven_key:
        return f"{found.signer} by its own word alone; your `[signers]` names no such key"
    root = f" under the root {found.root}" if found.root else ""
    return f"somebody who calls themselves {found.signer}{root}; your `[signers]` names no such signer"


def _named(word: str, files: tuple[str, ...]) -> Iterator[str]:
    if files:
        more = f" and {len(files) - _FILES:,} more" if len(files) > _FILES else ""
        yield f"{word}: {', '.join(files[:_FILES])}{more}"


def first_use_words(found: SignatureFacts | None) -> tuple[str, ...]:
    """Return sentences for somebody who installs a skill for the first time: what its signature means from then on."""
    if found is None or found.state in {SignatureState.MALFORMED, SignatureState.INVALID}:
        return ()
    if not found.identity:
        return ("nothing here can tell whose signature it is; later versions must be signed, no matter by whom",)
    later = "later versions must be signed by the same"
    return (later,) if found.known_as else (f"nobody here vouches for them; {later}",)


def shared_signature_words(found: Sequence[SignatureFacts | None]) -> tuple[str, ...]:
    """Return for several skills that are installed for the first time who signed how many of them, and what that means.

    A sentence for each signer, the one of most skills first; none where nothing is signed.
    """
    signed = [each for each in found if each is not None]
    groups: dict[str, list[SignatureFacts]] = {}
    for each in signed:
        who = f"signed by {_signer(each)}"
        if each.state in {SignatureState.MALFORMED, SignatureState.INVALID}:
            who = f"of which {next(_sentences(each, ''))}"
        groups.setdefault("; ".join((who, *first_use_words(each))), []).append(each)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    words = [f"{quantity(len(several), 'skill')} {who}{_not_whole(several)}" for who, several in ordered]
    if signed and len(signed) < len(found):
        words.append(f"{quantity(len(found) - len(signed), 'skill')} not signed")
    return tuple(words)


def _not_whole(found: Sequence[SignatureFacts]) -> str:
    count = sum(each.state in {SignatureState.DRIFTED, SignatureState.PARTIAL} for each in found)
    return f"; {count:,} of them not as signed" if count else ""
