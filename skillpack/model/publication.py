"""What became of each skill that was found, and how many there are of each."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct


class Publication(StrEnum):
    """Whether a skill is published, and why not.

    YANKED: its version is no longer offered, and no older one is. WITHHELD: it has an error, or holds a secret.
    HIDDEN: the catalog's configuration leaves it out. SHADOWED: another skill has its name. NAMELESS: it has no usable
    name.
    """

    PUBLISHED = "published"
    YANKED = "yanked"
    WITHHELD = "withheld"
    HIDDEN = "hidden"
    SHADOWED = "shadowed"
    NAMELESS = "nameless"

    @property
    def words(self) -> str:
        """What stands behind a number of such skills: `withheld`."""
        return "without a usable name" if self is Publication.NAMELESS else str(self)


class SkillCounts(Struct, frozen=True):
    """How many skills were found, each counted once, under what became of it."""

    published: int = 0
    yanked: int = 0
    withheld: int = 0
    hidden: int = 0
    shadowed: int = 0
    nameless: int = 0

    @property
    def found(self) -> int:
        """All of them."""
        return self.published + self.yanked + self.withheld + self.hidden + self.shadowed + self.nameless

    def parts(self) -> tuple[str, ...]:
        """Return the counts in words: `14 skills`; `9 of 14 skills`, `4 withheld`, `1 hidden` where some are not."""
        skills = "1 skill" if self.found == 1 else f"{self.found:,} skills"
        if self.published == self.found:
            return (skills,)
        others = (
            (self.yanked, Publication.YANKED),
            (self.withheld, Publication.WITHHELD),
            (self.hidden, Publication.HIDDEN),
            (self.shadowed, Publication.SHADOWED),
            (self.nameless, Publication.NAMELESS),
        )
        return (f"{self.published:,} of {skills}", *(f"{number:,} {each.words}" for number, each in others if number))


def count_skills(publications: Iterable[Publication]) -> SkillCounts:
    """Return how many skills there are of each."""
    return SkillCounts(**{str(publication): number for publication, number in Counter(publications).items()})
