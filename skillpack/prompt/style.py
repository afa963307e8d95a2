"""How an index is written; each style lies in a file of its own, called as the style is."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from skillpack.model.skill import ParsedSkill


class IndexStyle(Struct, frozen=True):
    """How an index is written.

    Attributes:
        module: Whose style it is: the name that hosts and people give it is the module's.
        entry: One skill and its location -> its piece, without a final newline.
        index: All pieces -> the text as a stream, with a final newline; style by style, no pieces may give no text.
        escape: A description on one line -> how it stands in a piece, character by character; what a style does to
            comments or to an end of its own frame is left out.
        before: Stands before the name of a skill, at the start of a line; no description can forge it.
        after: What may follow the name there.
        judged: As `entry`, with the errors of a check, where a piece tells them.
        preloaded: As `entry`, for a skill whose body stands in the prompt already, where a piece tells.
        rest: How many skills are left out and how to find them -> a last piece; None where the format has none.
    """

    module: str
    entry: Callable[[ParsedSkill, str], str]
    index: Callable[[Iterable[str]], Iterator[str]]
    escape: Callable[[str], str]
    before: str
    after: tuple[str, ...]
    judged: Callable[[ParsedSkill, str, Sequence[str]], str] | None = None
    preloaded: Callable[[ParsedSkill, str], str] | None = None
    rest: Callable[[int, str], str] | None = None

    @property
    def name(self) -> str:
        """The name by which hosts and people ask for it: `skills-ref`."""
        return self.module.rpartition(".")[2].replace("_", "-")


def framed(head: str, pieces: Iterable[str], tail: str, *, empty: str = "") -> Iterator[str]:
    """Yield a head, the pieces line by line, and a tail; for no pieces at all only `empty`."""
    some = False
    for piece in pieces:
        if not some:
            yield head
            some = True
        yield piece + "\n"
    yield tail if some else empty


def rest_line(count: int, search: str) -> str:
    """Return how many skills a list leaves out, in brackets, and how to find them."""
    return f"({_rest(count, search)})"


def rest_comment(count: int, search: str) -> str:
    """Return the same text as a comment of XML."""
    return f"<!-- {_rest(count, search)} -->"


def _rest(count: int, search: str) -> str:
    skills = "1 more skill is" if count == 1 else f"{count:,} more skills are"
    return f"{skills} not listed here{f': {search}' if search else ''}"
