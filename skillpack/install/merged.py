"""Several roots seen as one, as hosts do: the first root that has a name wins it (seed 000 §2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from skillpack.install.root import Root, installed
from skillpack.install.run import read_installed
from skillpack.install.targets import Target
from skillpack.model.installed import Installed
from skillpack.model.limits import Limits
from skillpack.model.skill import Skill


@dataclass(frozen=True, slots=True)
class Seen:
    """A skill of several roots.

    Attributes:
        skill: As it can be read; None where it cannot be.
        shadowed_by: The root whose skill of that name is taken instead; None for the one that counts.
    """

    target: Target
    installed: Installed
    skill: Skill | None
    shadowed_by: Root | None


def merged(targets: Sequence[Target], limits: Limits) -> tuple[Seen, ...]:
    """Return every skill of some roots by name, the one that counts first; a root that is not there has none.

    Args:
        targets: Highest precedence first.
        limits: What we are willing to read.

    Raises:
        FetchError: A root cannot be read.
    """
    winners: dict[str, Root] = {}
    found: list[Seen] = []
    for target in targets:
        for each in installed(target.root, limits):
            read = read_installed(target.root, each.name, limits)
            winner = winners.setdefault(each.name, target.root)
            found.append(Seen(target, each, read[0] if read else None, None if winner is target.root else winner))
    return tuple(sorted(found, key=lambda seen: (seen.installed.name, seen.shadowed_by is not None)))
