"""Sources in Python -> what they can do, and where what they read goes to."""

from collections.abc import Iterator

from skillpack.abilities.python.flow import python_flows
from skillpack.abilities.python.signs import may_do, may_use
from skillpack.abilities.python.uses import python_uses
from skillpack.abilities.source_text import Reading, SourceText


def python_readings(source: SourceText) -> Iterator[Reading]:
    """Yield the abilities of a source; of one that is no file of its own its flows too.

    The files of a skill may import each other, so that their flows are followed together (`python_flows`).

    Raises:
        SyntaxError: It does not parse, which is known of files alone: what else can do nothing is not parsed.
        RecursionError: It is nested too deeply.
    """
    tree = source.tree if source.is_file else None
    if not may_do(source):
        return
    if may_use(source):
        yield from python_uses(source)
    if tree is None:
        yield from python_flows([source])
