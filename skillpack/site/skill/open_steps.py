"""What happens when a skill opens: what is filled in, and which shell lines some hosts run, each with its line."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from skillpack.model.entry import Details

_MOST = 40  # lines that are listed


class LocatedText(Struct, frozen=True):
    """Words of the skill file, and where they stand.

    Attributes:
        line: 0 where that is not known.
        page: Path of the page that shows the file; empty where there is none.
    """

    text: str
    line: int
    page: str


class OpeningView(Struct, frozen=True):
    """What a page says of a skill's opening.

    Attributes:
        hint: What a person types after the skill's name, as the skill says.
        filled: Placeholders.
        runs: Shell lines.
        more: How many of those are not listed.
    """

    hint: str
    filled: tuple[LocatedText, ...]
    runs: tuple[LocatedText, ...]
    more: int


def opening_view(details: Details, pages: Mapping[str, str]) -> OpeningView | None:
    """Return the steps that happen when a skill opens; None where nothing does.

    Args:
        details: Of the skill.
        pages: File of the skill -> path of its page, for those that have one.
    """
    if not (details.placeholders or details.shell_lines or details.invocation.hint):
        return None
    lines = {mark.text: mark.span.line for mark in details.marks}
    page = pages.get("SKILL.md", "")
    return OpeningView(
        details.invocation.hint,
        tuple(_placed(details.placeholders[:_MOST], lines, page)),
        tuple(_placed(details.shell_lines[:_MOST], lines, page)),
        max(0, len(details.shell_lines) - _MOST),
    )


def _placed(texts: Iterable[str], lines: Mapping[str, int], page: str) -> Iterator[LocatedText]:
    for text in texts:
        line = lines.get(text, 0)
        yield LocatedText(text, line, page if line else "")
