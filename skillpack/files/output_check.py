"""The output of `build --check`: nothing is written, differences are named."""

import os
import tempfile
from contextlib import ExitStack
from pathlib import Path

from skillpack.catalog.paths import is_card
from skillpack.files.disk import mode_of
from skillpack.files.manifest import listed
from skillpack.files.output import Output
from skillpack.files.staging import discard


class ComparedOutput(Output):
    """Compares a build with the site that a folder holds; what differs lies in a temporary folder meanwhile.

    Attributes:
        different: Files that are there with other bytes, sorted, from `commit` on.
        missing: Files that are not there.
        extra: Files of the site's list that the build does not make.
    """

    def __init__(self, folder: Path, *, cards: bool = True) -> None:
        """Read the site's list.

        Args:
            folder: The site; absent or empty, everything is missing.
            cards: False leaves pictures alone whose bytes depend on what drew them.

        Raises:
            UsageError: The folder holds something else.
        """
        self.different: tuple[str, ...] = ()
        self.missing: tuple[str, ...] = ()
        self.extra: tuple[str, ...] = ()
        top = os.path.realpath(folder)
        old = listed(top) or {}
        super().__init__(top, old if cards else {path: old[path] for path in old if not is_card(path)})
        self.draws = cards
        self._closing = ExitStack()

    def commit(self) -> None:
        """Say what differs."""
        there = {path for path in self.staged if mode_of(f"{self.top}/{path}")}
        self.different = tuple(sorted(there))
        self.missing = tuple(sorted(self.staged.keys() - there))
        self.extra = tuple(sorted(self.old.keys() - self.new.keys()))

    def close(self) -> None:
        """Drop what differs."""
        self._closing.close()

    def _staging_location(self) -> str:
        temporary = tempfile.mkdtemp(prefix="skillpack-")
        self._closing.callback(discard, temporary)
        return f"{temporary}/new"
