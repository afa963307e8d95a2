"""An index made to fit: every name stays, descriptions give way, and it is said how many."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from skillpack.model.skill import Skill
from skillpack.prompt.formats import Format

_CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Trimmed:
    """An index that was made to fit.

    Attributes:
        text: The index, with a final newline.
        shortened: How many descriptions were cut.
        longest: Characters that each description may have; 0 leaves names alone.
        fits: False when not even the names fit.
    """

    text: str
    shortened: int
    longest: int
    fits: bool


def trimmed(
    form: Format, listed: Sequence[tuple[Skill, str]], *, max_chars: int | None = None, max_tokens: int | None = None
) -> Trimmed:
    """Return an index of at most so many characters and estimated tokens.

    The longest descriptions are cut first, all to one length, as late as possible and between words; the same input
    gives the same text.

    Args:
        form: The host's format.
        listed: Skills and their locations, in the order of the index.
        max_chars: None for no limit.
        max_tokens: None for no limit; a token is four characters.
    """
    limits = [max_chars, None if max_tokens is None else max_tokens * _CHARACTERS_PER_TOKEN + _CHARACTERS_PER_TOKEN - 1]
    budget = min((limit for limit in limits if limit is not None), default=None)
    longest = max((len(skill.description) for skill, _ in listed), default=0)
    text = _text(form, listed, longest)
    if budget is None or len(text) <= budget:
        return Trimmed(text, 0, longest, fits=True)
    most, text = _largest_that_fits(form, listed, longest, budget)
    shortened = sum(len(skill.description) > most for skill, _ in listed)
    return Trimmed(text, shortened, most, fits=len(text) <= budget)


def _largest_that_fits(form: Format, listed: Sequence[tuple[Skill, str]], longest: int, budget: int) -> tuple[int, str]:
    """Return the largest length of descriptions within the budget, and the index with it; 0 where none is."""
    least, most, best = 0, longest - 1, _text(form, listed, 0)
    while least < most:
        middle = (least + most + 1) // 2
        text = _text(form, listed, middle)
        if len(text) <= budget:
            least, best = middle, text
        else:
            most = middle - 1
    return least, best


def _text(form: Format, listed: Sequence[tuple[Skill, str]], longest: int) -> str:
    cut = ((replace(skill, description=shortened(skill.description, longest)), place) for skill, place in listed)
    return "".join(form.index(form.entry(skill, place) for skill, place in cut))


def shortened(text: str, longest: int) -> str:
    """Return a text of at most so many characters: cut between words where it can be, with an ellipsis."""
    if len(text) <= longest:
        return text
    if longest <= 1:
        return ""
    head = text[: longest - 1]
    if not text[longest - 1].isspace() and " " in head:
        head = head[: head.rindex(" ")]
    return head.rstrip() + "…"
