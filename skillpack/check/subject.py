"""What rules are given."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import Struct

from skillpack.check.targets import LinkTarget, read_paths, read_targets
from skillpack.check.texts import TextFile, read_texts
from skillpack.model.entry import Overview
from skillpack.model.limits import Limits
from skillpack.model.portable import PathProblem, path_problem
from skillpack.model.profile import Profile
from skillpack.model.selection import HostVisibility, SelectionInput
from skillpack.model.settings import Configuration
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Tree


@dataclass(frozen=True, slots=True)
class Subject:
    """One skill with its files.

    Attributes:
        tree: As read; may hold less than the listing where something was too large.
        limits: What we are willing to read; what a host accepts is judged by its profile.
        require: Fields that the catalog demands (`[policy] require`).
        thresholds: Code -> a limit of some profile that is lower than the rule's own threshold.
        host_fields: Extension field -> the titles of the hosts that read it.
        lower: The skill file in lower case; this and what is below follows from the skill and its tree.
        texts: The text files of the tree.
        paths: Every file of the skill, read or not.
        odd_paths: Those that no archive holds, in the order of the listing, and why.
        targets: Where the links of the skill file lead, and of other Markdown each that leads nowhere.
    """

    skill: ParsedSkill
    tree: Tree
    limits: Limits
    require: tuple[str, ...] = ()
    thresholds: Mapping[str, int] = field(default_factory=dict)
    host_fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lower: bytes = field(init=False, repr=False, compare=False)
    texts: tuple[TextFile, ...] = field(init=False, repr=False, compare=False)
    paths: frozenset[str] = field(init=False, repr=False, compare=False)
    odd_paths: tuple[tuple[str, PathProblem], ...] = field(init=False, repr=False, compare=False)
    targets: tuple[LinkTarget, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        texts = read_texts(self.tree, self.skill.document.path)
        paths = read_paths(self.skill)
        object.__setattr__(self, "lower", self.skill.document.raw.lower())
        object.__setattr__(self, "texts", texts)
        object.__setattr__(self, "paths", paths)
        problems = [(path, path_problem(path, self.limits)) for path in _listing(self.skill)]
        odd_paths = tuple([(path, problem) for path, problem in problems if problem is not None])
        object.__setattr__(self, "odd_paths", odd_paths)
        object.__setattr__(self, "targets", read_targets(self.skill, texts, paths, self.limits))

    @property
    def listing(self) -> list[str]:
        """Every path of the skill in order, its own file first, whether the file was read or not."""
        return _listing(self.skill)

    @property
    def size(self) -> int:
        """Bytes of all files, whether they were read or not."""
        return len(self.skill.document.raw) + sum(resource.size for resource in self.skill.resources)

    def threshold(self, code: str, usual: int) -> int:
        """Return the size from which on a rule speaks."""
        return self.thresholds.get(code, usual)


def _listing(skill: ParsedSkill) -> list[str]:
    own = skill.document.path
    return [*([own] if own else ()), *[resource.path for resource in skill.resources]]


class CatalogSubject(Struct, frozen=True):
    """The set as a whole.

    Attributes:
        absent: Of the names that the configuration mentions, those that no skill has (`rules.catalog.mentioned_names`).
        versions: Name -> labels that were ever offered under it and that of the skill as it is now, at least for
            `rules.catalog.former_names`; None where nobody knows what was published.
    """

    overview: Overview
    configuration: Configuration
    profiles: Mapping[str, Profile]
    absent: frozenset[str] = frozenset()
    versions: Mapping[str, frozenset[str]] | None = None


class VisibilitySubject(Struct, frozen=True):
    """What hosts show of a set.

    Attributes:
        shown: By each of the catalog's hosts.
        skills: By name.
    """

    shown: tuple[HostVisibility, ...]
    skills: Mapping[str, SelectionInput]
