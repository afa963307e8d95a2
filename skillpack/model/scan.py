"""What reports of scanners hold, before anybody asks of which content."""

from collections.abc import Mapping

from msgspec import Struct


class ResultCounts(Struct, frozen=True, array_like=True, gc=False):
    """How many results there are of each level."""

    errors: int = 0
    warnings: int = 0
    notes: int = 0

    def plus(self, other: "ResultCounts") -> "ResultCounts":
        """Return the sums."""
        return ResultCounts(self.errors + other.errors, self.warnings + other.warnings, self.notes + other.notes)


class ScanRun(Struct, frozen=True):
    """One run of a scanner, as a report tells it.

    Attributes:
        day: ISO date, or empty.
        revisions: Commits that it names.
        counts: Path of a file -> its results; the path is empty for results without one.
        hashes: Path of a file -> its SHA-256, empty where the report names the file alone.
        file: The report, relative to the catalog's folder.
    """

    tool: str
    version: str
    day: str
    revisions: tuple[str, ...]
    counts: Mapping[str, ResultCounts]
    hashes: Mapping[str, str]
    file: str


class SkillScan(Struct, frozen=True):
    """What one run says of one skill.

    Attributes:
        hashes: Path relative to the skill -> SHA-256 of the file that was read, for those with one; sorted pairs.
    """

    tool: str
    version: str
    day: str
    counts: ResultCounts
    file: str
    revisions: tuple[str, ...] = ()
    hashes: tuple[tuple[str, str], ...] = ()
