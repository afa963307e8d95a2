"""An index made to fit: every name stays, descriptions give way by least loss, and it is said whose."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.model.skill import ParsedSkill
from skillpack.prompt.style import IndexStyle
from skillpack.search.trim import trim

_CHARACTERS_PER_TOKEN = 4
_SHORTEST = "x"  # a description that is there


class Trimmed(Struct, frozen=True):
    """An index that was made to fit.

    Attributes:
        text: The index, with a final newline.
        shortened: Names of the skills whose description lost something and kept something, sorted.
        dropped: Names of the skills whose description is gone, sorted.
        fits: False when it is larger than allowed without any description.
    """

    text: str
    shortened: tuple[str, ...]
    dropped: tuple[str, ...]
    fits: bool


def trimmed(
    style: IndexStyle,
    listed: Sequence[tuple[ParsedSkill, str]],
    *,
    max_chars: int | None = None,
    max_tokens: int | None = None,
) -> Trimmed:
    """Return an index of at most so many characters and estimated tokens.

    What tells a skill from the others stays longest (`search.trimming`); the same input gives the same text.

    Args:
        style: In which the host writes it.
        listed: Skills and their locations, in the order of the index; no two with one name.
        max_chars: Of the whole text; None for no limit.
        max_tokens: None for no limit; a token is four characters.
    """
    budget = _budget(max_chars, max_tokens)
    whole = {skill.name: skill.description for skill, _ in listed}
    text = _text(style, listed, whole)
    if budget is None or len(text) <= budget:
        return Trimmed(text, (), (), fits=True)
    return _best(style, listed, budget) or _trimmed(style, listed, dict.fromkeys(whole, ""), budget)


def _budget(max_chars: int | None, max_tokens: int | None) -> int | None:
    limits = [max_chars, None if max_tokens is None else max_tokens * _CHARACTERS_PER_TOKEN + _CHARACTERS_PER_TOKEN - 1]
    return min((limit for limit in limits if limit is not None), default=None)


def _best(style: IndexStyle, listed: Sequence[tuple[ParsedSkill, str]], budget: int) -> Trimmed | None:
    """Return the index with as much of the descriptions as fits; None where nothing of them does."""
    whole = {skill.name: skill.description for skill, _ in listed}
    # What a format writes around a description that is there counts as well.
    around = len(_text(style, listed, dict.fromkeys(whole, _SHORTEST))) - len(listed)
    room = budget - around
    while room > 0:
        texts = trim(whole, room, cost=lambda text: len(style.escape(text))).texts
        found = _trimmed(style, listed, dict(texts), budget)
        if found.fits:
            return found
        # Rare: more than single characters had to be escaped.
        room -= len(found.text) - budget
    return None


def _trimmed(
    style: IndexStyle, listed: Sequence[tuple[ParsedSkill, str]], texts: Mapping[str, str], budget: int
) -> Trimmed:
    text = _text(style, listed, texts)
    lost = sorted(skill.name for skill, _ in listed if texts[skill.name] != " ".join(skill.description.split()))
    shortened = tuple(name for name in lost if texts[name])
    dropped = tuple(name for name in lost if not texts[name])
    return Trimmed(text, shortened, dropped, fits=len(text) <= budget)


def _text(style: IndexStyle, listed: Sequence[tuple[ParsedSkill, str]], texts: Mapping[str, str]) -> str:
    written = ((replace(skill, description=texts[skill.name]), place) for skill, place in listed)
    return "".join(style.index(style.entry(skill, place) for skill, place in written))
