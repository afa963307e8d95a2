"""What a skill says it is for, as single requests: clauses of its description, lists of its body."""

from collections.abc import Iterable

from skillpack.model.document import Body
from skillpack.model.selection import Intent, IntentSource
from skillpack.search.clauses import FEWEST_STEMS, clauses, plain
from skillpack.search.sections import body_requests
from skillpack.search.terms import stems

MOST_INTENTS = 16
"""Lines of one skill; more say the same again."""


def intents(description: str, body: Body, *, more: Iterable[str] = ()) -> tuple[Intent, ...]:
    """Return what a skill says it is for: one request a line, each once, at most `MOST_INTENTS`.

    Lines of the body come first, because they say it in other words than the description; then its clauses. Both have
    their half, and what one leaves free goes to the other.

    Args:
        more: Texts of further fields that hosts show beside the description, such as `when_to_use`.
    """
    written = _each_once(
        intent
        for text in (description, *more)
        for intent in clauses(plain(text), IntentSource.DESCRIPTION, sentences=True)
    )
    told = _each_once(body_requests(body))[: max(MOST_INTENTS // 2, MOST_INTENTS - len(written))]
    return tuple(_each_once([*told, *written])[:MOST_INTENTS])


def _each_once(found: Iterable[Intent]) -> list[Intent]:
    """Return the intents with words enough, the first of those that say the same."""
    seen: dict[tuple[str, ...], Intent] = {}
    for intent in found:
        key = tuple(sorted(set(stems(intent.text))))
        if len(key) >= FEWEST_STEMS:
            seen.setdefault(key, intent)
    return list(seen.values())
