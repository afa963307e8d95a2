"""What is known of expressions of JavaScript (pure)."""

from collections.abc import Sequence

from msgspec import Struct

from skillpack.abilities.flow import Taint
from skillpack.abilities.shell.words import some


class JavascriptValue(Struct, frozen=True):
    """What is known of an expression.

    Attributes:
        text: Of a literal, `{}` for parts that are not known.
        words: Texts that it holds.
        full: Full name of what it is, or was made by.
        taints: What its data come from.
        function: Number of the function that it is; 0 for none.
    """

    text: str = ""
    words: tuple[str, ...] = ()
    full: str = ""
    taints: frozenset[Taint] = frozenset()
    function: int = 0


NOTHING = JavascriptValue()


def either(*values: JavascriptValue) -> JavascriptValue:
    """Return a value that is one of some, or made of them."""
    known = [value for value in values if value != NOTHING]
    if len(known) < 2:
        return known[0] if known else NOTHING
    words = dict.fromkeys(word for value in known for word in (value.text, *value.words) if word)
    first = known[0]
    return JavascriptValue(
        first.text if all(value.text == first.text for value in known) else "",
        tuple(words)[:24],
        next((value.full for value in known if value.full), ""),
        some(taint for value in known for taint in value.taints),
        next((value.function for value in known if value.function), 0),
    )


def filled(texts: Sequence[str]) -> str:
    """Return texts put together: what is put into a template stands where its `{}` is."""
    made = ""
    for text in texts:
        made = (
            made[:-2] + text
            if made.endswith("{}") and text != "{}" and len(made) > 2
            else made + (text if not made.endswith("{}") or text != "{}" else "")
        )
    return made
