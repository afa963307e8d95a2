"""RV: reports of scanners that `[review] sarif` names, and of which nothing reaches a page."""

from collections.abc import Iterator

from skillpack.check.rule import Hit, rule
from skillpack.check.subject import CatalogSubject

_MOST = 10  # reports of which one rule speaks


@rule("RV020", "scan-unreadable", source="skillpack, reviews")
def scan_unreadable(subject: CatalogSubject) -> Iterator[Hit]:
    """A report that `[review] sarif` names is not read.

    Why: pages say what scanners found, so a report that is left out looks like one that nobody made. Reports are
    files of SARIF 2.1.0 that end in `.sarif` or `.json`; a broken one counts for nothing as a whole.

    Fix: let the scanner write the report anew, or correct the pattern. Patterns are those of `[[source]] exclude`,
    relative to the catalog's folder.
    """
    for path, clause in subject.reviews.unread[:_MOST]:
        yield Hit(f"`{path}` is not read: {clause}", path=path, hint="write it anew, or correct `[review] sarif`")
    yield from _more(len(subject.reviews.unread), "that are not read")


@rule("RV021", "scan-of-no-skill", source="skillpack, reviews")
def scan_of_no_skill(subject: CatalogSubject) -> Iterator[Hit]:
    """A scanner's report says nothing of any skill of the catalog.

    Why: no page shows it. A report is about a skill where one of its results or artifacts lies in the skill's
    folder: paths are relative to the catalog's folder, or absolute. One that names files of no skill is about the
    skill that it is called after.

    Fix: let the scanner run in the catalog's folder, call the report `NAME.sarif` after its skill, or put it into
    a folder of that name.
    """
    for path in subject.reviews.silent[:_MOST]:
        yield Hit(f"`{path}` says nothing of a skill of this catalog", path=path, hint="call it after its skill")
    yield from _more(len(subject.reviews.silent), "that say nothing of a skill")


def _more(number: int, words: str) -> Iterator[Hit]:
    if number > _MOST:
        yield Hit(f"there are {number - _MOST:,} more reports {words}", path="skillpack.toml")
