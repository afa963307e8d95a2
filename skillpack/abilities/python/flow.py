"""Where what Python scripts read goes to: through names, texts, helpers and imports among the files of a skill.

Each name stands for all that it is ever given, whatever the order: a bound of what can flow, not a run. Functions are
looked at for all their calls together, in a few rounds over the whole program.
"""

import ast
from collections.abc import Iterator, Sequence

from skillpack.abilities.python.program import Program
from skillpack.abilities.python.statements import Body
from skillpack.abilities.source import Reading, Source
from skillpack.model.ability import Unlooked

_ROUNDS = 4
_NODES = 60_000  # of all scripts together, in which flows are followed
SEARCH = "credentials-sent"
"""Name of the rule that says where flows lead."""


def python_flows(sources: Sequence[Source]) -> Iterator[Reading | Unlooked]:
    """Yield what flows where it should not in the Python scripts of a skill, and what they leave behind or conceal.

    Args:
        sources: The scripts; those that do not parse are left to their reader.
    """
    program, left = Program(), _NODES
    deep: dict[str, Unlooked] = {}
    for source in sources:
        try:
            tree = ast.parse(source.text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue  # its reader says so
        left -= sum(1 for _ in ast.walk(tree))
        if left < 0:
            deep[source.path] = Unlooked(source.place(1), SEARCH, whole=True)
            break
        program.add(source, tree)
    for _ in range(_ROUNDS):
        program.begin()
        for module, function, source, statements in program.bodies():
            try:
                Body(program, module, function, source).block(statements)
            except RecursionError:
                deep[source.path] = Unlooked(source.place(1), SEARCH, whole=False)
        if not program.has_learned:
            break
    yield from program.reported
    yield from deep.values()
