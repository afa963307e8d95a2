"""Places in a text as SARIF writes them (2.1.0, 3.30)."""

from skillpack.model.document import NOWHERE, Span

_MARK = "\ufeff"


def region(span: Span) -> dict[str, int]:
    """Return the region of a span; the first line for a file as a whole."""
    if span == NOWHERE:
        return {"startLine": 1}
    return {
        "startLine": max(1, span.line),
        "startColumn": max(1, span.column),
        "endLine": max(1, span.end_line),
        "endColumn": max(1, span.end_column),
    }


def region_of_bytes(text: str, start: int, end: int) -> dict[str, int] | None:
    """Return the region of the bytes [start, end) of a text, or None where they are no whole characters of it.

    A byte-order mark is not a column.
    """
    raw = text.encode("utf-8", "surrogatepass")
    if not 0 <= start <= end <= len(raw):
        return None
    try:
        before, inside = raw[:start].decode(), raw[start:end].decode()
    except UnicodeDecodeError:
        return None
    line, column = _position(before)
    end_line, end_column = _position(before + inside)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _position(before: str) -> tuple[int, int]:
    line = before.removeprefix(_MARK)
    return line.count("\n") + 1, len(line) - (line.rfind("\n") + 1) + 1
