"""Several roots seen as one, as hosts do: the first root that has a name wins it (seed 000 §2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from skillpack.errors import OutputError
from skillpack.install.root.root import Root, installed
from skillpack.install.run import edits_of, read_installed
from skillpack.install.targets.targets import Target
from skillpack.model.installed import Difference, Installed
from skillpack.model.limits import Limits
from skillpack.model.skill import ParsedSkill


@dataclass(frozen=True, slots=True)
class MergedSkill:
    """A skill of several roots.

    Attributes:
        skill: As it can be read; None where it cannot be.
        shadowed_by: The root whose skill of that name is used instead; None for the one that counts.
        shadows: Roots whose skill of that name is not taken.
        edits: What somebody changed in what we placed.
        fault: Why it cannot be said what was changed; empty where it can.
    """

    target: Target
    installed: Installed
    skill: ParsedSkill | None
    shadowed_by: Root | None = None
    shadows: tuple[Root, ...] = ()
    edits: tuple[Difference, ...] = ()
    fault: str = ""

    @property
    def label(self) -> str:
        """What people see as its version: what was placed, else what it says of itself."""
        if self.installed.receipt is not None:
            return self.installed.receipt.label
        return self.skill.identity.label if self.skill is not None else ""


def merged(targets: Sequence[Target], limits: Limits) -> tuple[MergedSkill, ...]:
    """Return every skill of some roots by name, the one that counts first; a root that is not there has none.

    Args:
        targets: Highest precedence first, each root once.
        limits: What we are willing to read.

    Raises:
        FetchError: A root cannot be read.
    """
    found: dict[str, list[tuple[Target, Installed]]] = {}
    for target in targets:
        for each in installed(target.root, limits):
            found.setdefault(each.name, []).append((target, each))
    return tuple(seen for name in sorted(found) for seen in _ranked(found[name], limits))


def _ranked(claims: Sequence[tuple[Target, Installed]], limits: Limits) -> Iterator[MergedSkill]:
    """Yield the skills of one name, the one that counts first.

    What Metis does is known: the workspace wins. What other agents do with a name in two of their folders is theirs.
    """
    ours = [claim for claim in claims if _is_metis(claim[0])]
    for claim in claims:
        seen = _merged(*claim, limits)
        if len(ours) == 1 or claim not in ours:
            yield seen
        elif claim is ours[0]:
            yield replace(seen, shadows=tuple(target.root for target, _ in ours[1:]))
        else:
            yield replace(seen, shadowed_by=ours[0][0].root)


def _is_metis(target: Target) -> bool:
    return target.key.partition(":")[0] in {"global", "workspace"}


def _merged(target: Target, each: Installed, limits: Limits) -> MergedSkill:
    read = read_installed(target.root, each.name, limits)
    skill = read[0] if read else None
    try:
        return MergedSkill(target, each, skill, edits=edits_of(target.root, each))
    except OutputError as error:
        return MergedSkill(target, each, skill, fault=str(error))
