"""Where several skills come from, each place once."""

from collections import Counter
from collections.abc import Iterator, Sequence
from posixpath import dirname

from msgspec.structs import replace

from skillpack.model.installed import Provenance, SourceKind
from skillpack.report.terminal.introduction import trust
from skillpack.report.terminal.paint import Paint

_MOST = 3  # places that are named


def origin_lines(sources: Sequence[Provenance], paint: Paint) -> Iterator[str]:
    """Yield places and what was checked of what came from there, with the number of skills where there are several.

    Folders that lie side by side are one place, and so is a repository at one commit.
    """
    alone = len(sources) == 1
    counted = Counter(trust(each if alone else _around(each)) for each in sources)
    for sentence, count in counted.most_common(_MOST):
        yield f"{'' if len(counted) == 1 else f'{count:,} '}from {paint.show(sentence)}"
    left = len(counted) - _MOST
    if left > 0:
        yield f"and from {left:,} more {'place' if left == 1 else 'places'}"


def _around(source: Provenance) -> Provenance:
    """Return the place in which a skill lies beside others."""
    if source.kind is SourceKind.FOLDER:
        return replace(source, location=dirname(source.location))
    return replace(source, path="")
