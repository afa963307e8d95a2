"""An index made to fit: descriptions shorten as far as they stay readable, then entries are left out, and counted."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from skillpack.model.skill import ParsedSkill
from skillpack.prompt.style import IndexStyle
from skillpack.search.trim import READABLE, opening, trim

_CHARACTERS_PER_TOKEN = 4
_SHORTEST = "x"  # a description that is there
_Listed = Sequence[tuple[ParsedSkill, str]]


class Trimmed(Struct, frozen=True):
    """An index that was made to fit.

    Attributes:
        text: The index, with a final newline.
        shortened: Names of the skills whose description lost something and kept something, sorted.
        dropped: Names of the skills of which the name alone is left, sorted: a description of nothing but what its
            skill is not for has no part that may stand alone.
        left_out: Names of the skills that are not in it, in the order of the index.
        fits: False when it is larger than allowed without any entry.
    """

    text: str
    shortened: tuple[str, ...]
    dropped: tuple[str, ...]
    left_out: tuple[str, ...]
    fits: bool


def trimmed(
    style: IndexStyle,
    listed: _Listed,
    *,
    max_chars: int | None = None,
    max_tokens: int | None = None,
    search: str = "",
) -> Trimmed:
    """Return an index of at most so many characters and estimated tokens.

    Descriptions shorten first, and keep what tells a skill from the others longest (`search.trim`). None is cut below
    40 characters of its opening: where they do not all fit, the last entries are left out, and a line says how many.

    Args:
        style: In which the host writes it.
        listed: Skills and their locations, in the order of the index; no two with one name.
        max_chars: Of the whole text; None for no limit.
        max_tokens: None for no limit; a token is four characters.
        search: How an agent finds the skills that are left out: `call skill_search(query)`; empty for no hint.
    """
    limits = [max_chars, None if max_tokens is None else max_tokens * _CHARACTERS_PER_TOKEN + _CHARACTERS_PER_TOKEN - 1]
    budget = min((limit for limit in limits if limit is not None), default=None)
    text = _text(style, listed, _descriptions(listed), "")
    if budget is None or len(text) <= budget:
        return Trimmed(text, (), (), (), fits=True)
    count = _most_entries(style, listed, budget, search)
    kept, left = listed[:count], tuple(skill.name for skill, _ in listed[count:])
    rest = _rest(style, len(left), search)
    return _fitted(style, kept, budget, rest, left)


def _most_entries(style: IndexStyle, listed: _Listed, budget: int, search: str) -> int:
    """Return how many entries fit with the openings of their descriptions."""
    openings: dict[str, str] = {}

    def fits(count: int) -> bool:
        for skill, _ in listed[len(openings) : count]:  # of those alone that are looked at: mostly few fit of many
            openings[skill.name] = opening(skill.description, READABLE)
        return len(_text(style, listed[:count], openings, _rest(style, len(listed) - count, search))) <= budget

    fewest, most = 0, 1
    while most < len(listed) and fits(most):
        fewest, most = most, 2 * most
    most = min(most, len(listed))
    while fewest < most:
        count = (fewest + most + 1) // 2
        if fits(count):
            fewest = count
        else:
            most = count - 1
    return fewest


def _rest(style: IndexStyle, count: int, search: str) -> str:
    return style.rest(count, search) if count and style.rest is not None else ""


def _fitted(style: IndexStyle, kept: _Listed, budget: int, rest: str, left: tuple[str, ...]) -> Trimmed:
    """Return the index of some entries with as much of their descriptions as fits."""
    whole = _descriptions(kept)
    # What a format writes around a description that is there counts as well.
    around = len(_text(style, kept, dict.fromkeys(whole, _SHORTEST), rest)) - len(kept)
    room = budget - around
    while room > 0:
        texts = trim(whole, room, cost=lambda text: len(style.escape(text)), floor=READABLE).texts
        found = _trimmed(style, kept, dict(texts), rest, left, budget)
        if found.fits:
            return found
        # Rare: more than single characters had to be escaped.
        room -= len(found.text) - budget
    openings = {name: opening(text, READABLE) for name, text in whole.items()}
    return _trimmed(style, kept, openings, rest, left, budget)


def _trimmed(
    style: IndexStyle, kept: _Listed, texts: Mapping[str, str], rest: str, left: tuple[str, ...], budget: int
) -> Trimmed:
    text = _text(style, kept, texts, rest)
    lost = sorted(name for name, whole in _descriptions(kept).items() if texts[name] != " ".join(whole.split()))
    shortened = tuple(name for name in lost if texts[name])
    dropped = tuple(name for name in lost if not texts[name])
    return Trimmed(text, shortened, dropped, left, fits=len(text) <= budget)


def _descriptions(listed: _Listed) -> dict[str, str]:
    return {skill.name: skill.description for skill, _ in listed}


def _text(style: IndexStyle, listed: _Listed, texts: Mapping[str, str], rest: str) -> str:
    written = (replace(skill, description=texts[skill.name]) for skill, _ in listed)
    pieces: Iterable[str] = map(style.entry, written, (location for _, location in listed))
    return "".join(style.index(chain(pieces, (rest,) if rest else ())))
