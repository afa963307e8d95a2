"""A signature in words for a terminal: who made it, of what, and until when; no verdict."""

from collections.abc import Iterator

from skillpack.model.evidence import SignatureFacts, SignatureState

_FILES = 6  # that are named of each kind


def signature_words(found: SignatureFacts, today: str) -> tuple[str, ...]:
    """Return sentences about a signature.

    Args:
        found: When it was verified.
        today: ISO day on which the certificate is judged.
    """
    return tuple(_sentences(found, today))


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
        yield f"not signed by {found.signer or 'anybody'}: {found.problem}"
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
    if not found.is_logged:
        yield "when it was signed is not recorded"


def file_words(found: SignatureFacts) -> Iterator[str]:
    """Yield which files are not as they were signed: changed, missing, not signed; nothing of others."""
    yield from _named("changed", tuple(each.path for each in found.changed))
    yield from _named("missing", found.missing)
    yield from _named("not signed", found.unsigned)


def _signer(found: SignatureFacts) -> str:
    if found.known_as:
        own = ", which lies in the repository of the skill" if found.in_repository else ""
        return f"{found.signer}, known by `{found.known_as}`{own}"
    if found.problem:
        return f"{found.signer or 'somebody'}, not verified: {found.problem}"
    root = f" under the root {found.root}" if found.root else ""
    return f"somebody who calls themselves {found.signer}{root}; `[signers]` names no such signer"


def _named(word: str, files: tuple[str, ...]) -> Iterator[str]:
    if files:
        more = f" and {len(files) - _FILES:,} more" if len(files) > _FILES else ""
        yield f"{word}: {', '.join(files[:_FILES])}{more}"
