"""Where what Python scripts read goes to: through names, texts, helpers and imports among the files of a skill.

Each name stands for all that it is ever given, whatever the order: a bound of what can flow, not a run. Functions are
looked at for all their calls together, in a few rounds over the whole program.
"""

from collections.abc import Iterator, Sequence

from skillpack.abilities.guard import given_up
from skillpack.abilities.python.program import PythonProgram
from skillpack.abilities.python.signs import may_flow
from skillpack.abilities.python.statements import PythonBody
from skillpack.abilities.source_text import Reading, SourceText
from skillpack.model.ability import Unlooked

_ROUNDS = 4
_LONGEST = 400_000  # characters of all scripts together, in which flows are followed

_RULE = "credentials-sent"


def python_flows(sources: Sequence[SourceText]) -> Iterator[Reading]:
    """Yield the flows of private data in the Python scripts of a skill, and their lasting and concealed effects.

    Args:
        sources: The scripts, which parse.
    """
    if not any(may_flow(source) for source in sources):
        return
    program, left = PythonProgram(), _LONGEST
    deep: dict[str, Unlooked] = {}
    for source in sources:
        left -= len(source.text)
        if left < 0:
            deep[source.path] = given_up(source.path, _RULE, source.first_line)
            continue
        program.add(source)
    for _ in range(_ROUNDS):
        for body in program.bodies():
            try:
                PythonBody(program, body.module, body.function, body.source).block(body.statements)
            except RecursionError:
                deep[body.source.path] = given_up(body.source.path, _RULE, body.source.first_line)
    yield from program.reported
    yield from program.stored
    yield from deep.values()
