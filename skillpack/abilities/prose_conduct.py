"""Conduct that no user wants, looked for in a sentence by the tables of `prose_tables`."""

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import chain

from skillpack.abilities.hosts import is_of
from skillpack.abilities.prose_order import Here, Idea, Order, Words, describes_option, host_of
from skillpack.abilities.prose_tables.authority import CLAIMED_AUTHORITY
from skillpack.abilities.prose_tables.conduct import CONDUCTS, Conduct
from skillpack.abilities.prose_tables.consent import ASSUMED_CONSENT
from skillpack.abilities.prose_tables.direction import REMOTE_DIRECTION
from skillpack.abilities.prose_tables.disclosure import DISCLOSURE
from skillpack.abilities.prose_tables.english import BY_ITSELF
from skillpack.abilities.prose_tables.grammar import ORDER, phrases
from skillpack.abilities.prose_tables.memory import LASTING_CHANGES
from skillpack.abilities.prose_tables.overreach import OVERREACH
from skillpack.abilities.prose_tables.precedence import PRECEDENCE
from skillpack.abilities.prose_tables.prerequisite import PREREQUISITES
from skillpack.abilities.prose_tables.secrecy import SECRECY
from skillpack.abilities.prose_tables.signs import MODELS, URL
from skillpack.abilities.word_needs import Need, both, needs_of
from skillpack.model.ability import ConcernKind
from skillpack.parse.patterns import late

TABLES = (
    CONDUCTS,
    SECRECY,
    DISCLOSURE,
    PRECEDENCE,
    ASSUMED_CONSENT,
    OVERREACH,
    REMOTE_DIRECTION,
    LASTING_CHANGES,
    PREREQUISITES,
    CLAIMED_AUTHORITY,
)
"""All conduct that is looked for."""

_ABOUT_HOSTS = frozenset({ConcernKind.SENDS_PRIVATE, ConcernKind.OBEYS_REMOTE, ConcernKind.RUNS_DOWNLOADED})
_BEFORE = 40  # characters before a verb that tell an order
_ORDER = late(rf"(?:{phrases(ORDER)})\Z")
_NAMED = late(r"\b(?:an?|any|every|no)\s+(?:\w+\s+)?(?:order|instruction|request|demand|command|attempt)\s+to\s*\Z")


def _ordered(conduct: Conduct, pattern: Callable[[], re.Pattern[str]], here: Here) -> Order | None:
    """Return the order of some conduct, where an English sentence gives one."""
    if not here.words.english:
        return None
    if conduct.kind is ConcernKind.UNASKED and describes_option(here.one):
        return None
    said = here.joined if conduct.goes_on else here.unquoted
    found = next((each for each in pattern().finditer(said) if _counts(conduct, each.start(), here)), None)
    if found is None or (conduct.asks and here.waits()):
        return None
    if conduct.also and not _words(conduct.also)().search(said):
        return None
    if conduct.unless and _words(conduct.unless)().search(URL().sub(" ", said)):
        return None
    if conduct.purpose and _words(conduct.purpose)().search(here.description):
        return None
    if conduct.kind is ConcernKind.UNASKED and here.was_asked():
        return None
    host = _host(conduct, said)
    if conduct.kind is ConcernKind.SENDS_PRIVATE and is_of(host, MODELS):
        return None
    return Order(conduct.kind, conduct.level, conduct.what, (("host", host),) if host else ())


def _host(conduct: Conduct, said: str) -> str:
    """Return the host that an order is about, empty for none."""
    url = URL().search(said) if conduct.kind in _ABOUT_HOSTS else None
    return host_of(url[0]) if url else ""


def _counts(conduct: Conduct, start: int, here: Here) -> bool:
    """Tell whether what starts at a position is no prohibition and no description, but an order."""
    if start >= len(here.unquoted):
        return False
    if _NAMED().search(here.unquoted[max(0, start - _BEFORE) : start]):  # "an order to hide it" is spoken of
        return False
    if conduct.ordered and not _ORDER().search(here.unquoted[max(0, start - _BEFORE) : start]):
        return False
    return conduct.negates or not (here.forbids(start) or BY_ITSELF().match(here.unquoted))


@cache
def _words(written: str) -> Callable[[], re.Pattern[str]]:
    return late(phrases(written))


def _needs(conduct: Conduct, _words: Words) -> tuple[Need, ...]:
    """Return which words a text must hold that orders some conduct."""
    needs = needs_of(phrases(conduct.pattern))
    return both(needs, needs_of(phrases(conduct.also))) if conduct.also else needs


def _ideas() -> Iterator[Idea]:
    for conduct in chain.from_iterable(TABLES):
        find = partial(_ordered, conduct, _words(conduct.pattern))
        yield Idea(find, partial(_needs, conduct), reach=int(conduct.goes_on))


CONDUCT_IDEAS = tuple(_ideas())
"""What is looked for in English sentences."""
