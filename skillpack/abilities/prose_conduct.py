"""Conduct that no user wants, looked for in a sentence by the table of `prose_tables.conduct`."""

import re
from collections.abc import Callable, Iterator
from functools import partial

from skillpack.abilities.prose_order import Here, Idea, Order
from skillpack.abilities.prose_tables.conduct import CONDUCTS, Conduct
from skillpack.abilities.prose_tables.english import BY_ITSELF
from skillpack.parse.patterns import late


def _ordered(conduct: Conduct, pattern: Callable[[], re.Pattern[str]], here: Here) -> Order | None:
    """Return the order of some conduct, where an English sentence gives one."""
    found = pattern().search(here.unquoted) if here.words.english else None
    if found is None or here.waits():
        return None
    if not conduct.negates and (here.forbids(found.start()) or BY_ITSELF().match(here.unquoted)):
        return None
    return Order(conduct.kind, conduct.level, conduct.what)


def _ideas() -> Iterator[Idea]:
    for conduct in CONDUCTS:
        signs = tuple(tuple(each.split()) for each in conduct.signs)
        yield Idea(partial(_ordered, conduct, late(conduct.pattern)), signs)


CONDUCT_IDEAS = tuple(_ideas())
"""What is looked for in English sentences."""
