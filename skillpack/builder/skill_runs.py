"""The skills of a catalog by name, in runs that an edit of one does not move, and what follows from each run alone.

What is said of a set as a whole is put together from what is said of its runs: sums, rows of indexes, counts of
findings. That is remembered for each run, and looked up by a digest of all that its skills show, so that a build looks
into the runs alone in which something changed.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar
from zlib import crc32

from skillpack.builder.store import BuildStore, decode, encode
from skillpack.model.digest import sha256

_LENGTH = 32  # skills of a run, about


class Marked(Protocol):
    """A skill of a catalog."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def mark(self) -> str:
        """Tells all that lists show of it from any other: a digest."""


T = TypeVar("T")
M = TypeVar("M", bound=Marked)


class Runs(Generic[M]):
    """What follows from runs of skills.

    Args:
        skills: Of the catalog, by name.
        store: Where it is remembered.
        inputs: Digest of the inputs of the build, from which all of it may follow too.
    """

    def __init__(self, skills: Sequence[M], store: BuildStore, inputs: str) -> None:
        self._store = store
        self._runs = [(run, sha256(encode((inputs, [each.mark for each in run])))) for run in runs_of(skills)]

    @property
    def key(self) -> str:
        """Tells all of them from any others: a digest; empty where there are no skills."""
        return sha256("".join(self.digests).encode()) if self._runs else ""

    @property
    def digests(self) -> tuple[str, ...]:
        """The digest of each run, in order."""
        return tuple(digest for _, digest in self._runs)

    def each(self, what: str, kind: type[T], find: Callable[[Sequence[M]], T]) -> Iterator[T]:
        """Yield the value of each run, in order.

        Args:
            what: A name for it, which no other has.
            kind: Of what follows.
            find: Gives it, from the skills of a run and the inputs alone.
        """
        for run, digest in self._runs:
            stored = self._store.run(digest, what)
            if stored is None:
                found = find(run)
                self._store.put_run(digest, what, encode(found))
                yield found
            else:
                yield decode(stored, kind)

    def forget_others(self, *also: "Runs[Any]") -> None:
        """Remove what was found of other runs in earlier builds.

        Args:
            also: Whose runs are kept too.
        """
        self._store.forget_runs({digest for each in (self, *also) for digest in each.digests})


def runs_of(skills: Sequence[M]) -> Iterator[Sequence[M]]:
    """Yield the runs: which names end one follows from these alone, so that a new skill moves no other run.

    Args:
        skills: By name.
    """
    start = 0
    for end, each in enumerate(skills, 1):
        if crc32(each.name.encode("utf-8", "surrogatepass")) % _LENGTH == 0 or end == len(skills):
            yield skills[start:end]
            start = end
