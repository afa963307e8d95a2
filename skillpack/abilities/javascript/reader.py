"""What a script in JavaScript or TypeScript can do, and what of that gives reason for concern."""

from collections.abc import Iterator

from skillpack.abilities.javascript.flow import JavascriptFlow
from skillpack.abilities.javascript.names import named_abilities
from skillpack.abilities.javascript.nodes import nodes
from skillpack.abilities.javascript.signs import can_flow
from skillpack.abilities.javascript.text import JavascriptText
from skillpack.abilities.source_text import Reading, SourceText
from skillpack.model.ability import AbilityOrigin


def javascript_readings(source: SourceText) -> Iterator[Reading]:
    """Yield the abilities of a script and the concerns about it, some of them twice.

    Raises:
        SyntaxError: A comment, template or bracket is not closed.
        RecursionError: It is nested too deeply.
    """
    text = JavascriptText(source.text)
    yield from named_abilities(source, text)
    if source.origin is AbilityOrigin.SCRIPT or can_flow(source.text):
        flow = JavascriptFlow(source)
        flow.read(nodes(text))
        yield from flow.state.readings
        yield from flow.state.stored
