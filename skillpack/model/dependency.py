"""Skills that depend on each other: a version that is there or could be, and what there is under a name."""

from msgspec import Struct

from skillpack.model.version import in_range


class SkillVersion(Struct, frozen=True):
    """One version of a skill that is there, or could be.

    Attributes:
        depends: Pairs of name and range; an empty range is any version.
        place: Where it is offered, in words; empty for what is installed.
    """

    name: str
    label: str
    depends: tuple[tuple[str, str], ...] = ()
    place: str = ""


class AvailableVersions(Struct, frozen=True):
    """What there is under a name.

    Attributes:
        installed: What lies in the root; None for nothing.
        offered: By the source that was asked, best first; none where what is installed must stay.
        note: Why nothing is offered, in words, or empty.
    """

    installed: SkillVersion | None = None
    offered: tuple[SkillVersion, ...] = ()
    note: str = ""

    @property
    def choices(self) -> tuple[SkillVersion, ...]:
        """What could be taken, best first: what is installed already costs nothing."""
        return self.offered if self.installed is None else (self.installed, *self.offered)


def fits(label: str, wanted: str) -> bool:
    """Return whether a version is what a skill depends on; any version where no range is given."""
    return wanted.strip() in {"", "*"} or in_range(label, wanted)
