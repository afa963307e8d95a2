"""The tools of `allowed-tools`, in each form that the specifications know."""

import re

from skillpack.model.document import Field, NodeKind, ScalarType

# A tool is a word; what stands in its parentheses may hold blanks and commas, and one pair of parentheses more.
_TOOL = re.compile(r"(?:\((?>[^()]++|\([^()]*+\))*\)|[^\s,])+")


def read_tools(field: Field | None) -> tuple[str, ...]:
    """Return the tools of a field, patterns included, each once, in order.

    A text is cut at blanks and commas outside of parentheses: `Bash(git commit:*), Read` names two tools. A list's
    items are tools as they stand.
    """
    if field is None or field.value.type is ScalarType.NULL:
        return ()
    if field.value.kind is NodeKind.SCALAR:
        return split_tools(field.value.text)
    texts = (item.value.text.strip() for item in field.value.items if item.value.kind is NodeKind.SCALAR)
    return tuple(dict.fromkeys(filter(None, texts))) if field.value.kind is NodeKind.LIST else ()


def split_tools(text: str) -> tuple[str, ...]:
    """Return the tools of a text, each once, in order; a parenthesis that never closes is an ordinary character."""
    return tuple(dict.fromkeys(_TOOL.findall(text)))
