"""What finders find in texts -> the hits of a rule, and where it did not look at everything (SF018)."""

from collections.abc import Iterable, Iterator
from itertools import islice

from skillpack.abilities.places import MOST, shown, span_in_file
from skillpack.abilities.quoted import is_quoted
from skillpack.abilities.scan import REACH, Finder, Scan
from skillpack.abilities.texts import TextFile, files_with
from skillpack.check.rule import Hit

NOT_ALL_CHECKED = "SF018"


def scanned_hits(
    texts: tuple[TextFile, ...],
    signs: frozenset[str],
    find: Finder,
    rule: str,
    message: str,
    hint: str,
    *,
    shows: int = 60,
) -> Iterator[Hit]:
    """Yield the hits of a rule, as `hits_in` does, in texts with a sign that it waits for; quoted examples are none."""
    yield from hits_in(files_with(texts, signs), find, rule, message, hint, shows=shows, quoted=False)


def hits_in(
    texts: Iterable[TextFile],
    find: Finder,
    rule: str,
    message: str,
    hint: str,
    *,
    shows: int = 60,
    quoted: bool = True,
) -> Iterator[Hit]:
    """Yield a hit for each stretch that a rule finds in some texts, and for what was not looked at.

    Args:
        texts: Those that are looked at.
        find: Yields where each stretch starts and ends that the rule is about.
        rule: Its name.
        message: What stands before the stretch.
        hint: What to do.
        shows: Characters of the stretch that are shown.
        quoted: Whether what prose quotes counts too (`is_quoted`).
    """
    for file in texts:
        scan = Scan(file.content)
        found = (each for each in find(file, scan) if quoted or not is_quoted(file, each[0]))
        for start, end in islice(found, MOST):
            quote = shown(file.content[start:end], shows)
            words, facts = f"{message}: `{quote}`", (("quote", quote),)
            yield Hit(words, at=span_in_file(file, start, end), path=file.path, hint=hint, facts=facts)
        yield from not_checked(scan, file, rule)


def not_checked(scan: Scan, file: TextFile, name: str) -> Iterator[Hit]:
    """Yield where the rule of a name did not look at everything."""
    if scan.stopped is not None:
        why = "what comes before it holds too many places to look at"
        yield _hit(file, scan.stopped, f"the rest of the file is not checked for `{name}`: {why}")
    elif scan.cut is not None:
        why = f"only {REACH:,} bytes to each side are read"
        yield _hit(file, scan.cut, f"this line is not checked whole for `{name}`: {why}")


def _hit(file: TextFile, position: int, message: str) -> Hit:
    at = span_in_file(file, position, min(position + 1, len(file.content)))
    hint = "read it yourself: break long lines, take out what is repeated"
    return Hit(message, at=at, path=file.path, hint=hint, rule=NOT_ALL_CHECKED)
