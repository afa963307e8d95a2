"""What rules are given."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from msgspec import Struct

from skillpack.abilities.texts import TextFile, read_texts
from skillpack.check.targets import LinkTarget, read_paths, read_targets
from skillpack.model.ability import Abilities
from skillpack.model.entry import Overview
from skillpack.model.evaluation import RESULTS, EvaluationSet, ReadResult, Result, ResultBinding
from skillpack.model.evidence import SignatureFacts, Signer
from skillpack.model.limits import Limits
from skillpack.model.portable import PathProblem, path_problem
from skillpack.model.profile import Profile
from skillpack.model.review import NOT_COVERED, CatalogReviews, Coverage, Review, ReviewProblem
from skillpack.model.selection import HostVisibility, SelectionInput
from skillpack.model.settings import Configuration
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Tree


@dataclass(frozen=True)
class Subject:
    """One skill with its files; what follows from them is found when a rule first asks for it.

    Attributes:
        tree: As read; may hold less than the listing where something was too large.
        limits: What we are willing to read; what a host accepts is judged by its profile.
        require: Fields that the catalog demands (`[policy] require`).
        thresholds: Code -> a limit of some profile that is lower than the rule's own threshold.
        host_fields: Extension field -> the titles of the hosts that read it.
        known: What the skill can do, where somebody has read that already.
        read: The text files of the tree, where somebody has read them already.
    """

    skill: ParsedSkill
    tree: Tree
    limits: Limits
    require: tuple[str, ...] = ()
    thresholds: Mapping[str, int] = field(default_factory=dict)
    host_fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    known: Abilities | None = None
    read: tuple[TextFile, ...] | None = None

    @cached_property
    def lower(self) -> bytes:
        """The skill file in lower case."""
        return self.skill.document.raw.lower()

    @cached_property
    def texts(self) -> tuple[TextFile, ...]:
        """The text files of the tree."""
        return read_texts(self.tree, self.skill.document.path) if self.read is None else self.read

    @cached_property
    def abilities(self) -> Abilities:
        """What the skill can do."""
        if self.known is not None:
            return self.known
        from skillpack.abilities.abilities import read_abilities  # many readers, which only rules about safety need

        return read_abilities(self.skill, self.tree, self.limits, self.texts)

    @cached_property
    def paths(self) -> frozenset[str]:
        """Every file of the skill, read or not."""
        return read_paths(self.skill)

    @cached_property
    def odd_paths(self) -> tuple[tuple[str, PathProblem], ...]:
        """The paths that no archive holds, in the order of the listing, and why."""
        problems = [(path, path_problem(path, self.limits)) for path in self.listing]
        return tuple([(path, problem) for path, problem in problems if problem is not None])

    @cached_property
    def targets(self) -> tuple[LinkTarget, ...]:
        """Where the links of the skill file lead, and of other Markdown each that leads nowhere."""
        return read_targets(self.skill, self.texts, self.paths, self.limits)

    @property
    def listing(self) -> list[str]:
        """Every path of the skill in order, its own file first, whether the file was read or not."""
        own = self.skill.document.path
        return [*([own] if own else ()), *[resource.path for resource in self.skill.resources]]

    @property
    def size(self) -> int:
        """Bytes of all files, whether they were read or not."""
        return len(self.skill.document.raw) + sum(resource.size for resource in self.skill.resources)

    def threshold(self, code: str, usual: int) -> int:
        """Return the size from which on a rule speaks."""
        return self.thresholds.get(code, usual)


class SignedSubject(Struct, frozen=True):
    """The signature of a skill, and whose signatures a catalog accepts.

    Attributes:
        facts: What was found when it was verified; None for a skill without a signature.
        signers: Whose signatures count.
        require: Whether only theirs are accepted.
        today: ISO day on which its certificate is judged; empty for all that depends on no day.
    """

    facts: SignatureFacts | None
    signers: tuple[Signer, ...] = ()
    require: bool = False
    today: str = ""


class ReviewSubject(Struct, frozen=True):
    """The reviews of one skill, and what they come to for the skill as it is now.

    Attributes:
        path: Of the skill file as people write it.
        file: Of the reviews, relative to the catalog's folder; empty where there is none.
        reviews: That the file holds.
        problems: What of it cannot be read.
        unread: Nobody knows what the file holds.
        coverage: Of the skill as it is now.
        require: As in `ReviewSettings`.
        files: How many a review would have to look at; 0 where nobody asks, or knows.
        lines: Of these, as far as they are text.
        today: ISO day on which days are judged; empty for all that depends on no day.
    """

    path: str
    file: str = ""
    reviews: tuple[Review, ...] = ()
    problems: tuple[ReviewProblem, ...] = ()
    unread: bool = False
    coverage: Coverage = NOT_COVERED
    require: str = ""
    files: int = 0
    lines: int = 0
    today: str = ""

    @property
    def lacks_review(self) -> bool:
        """Whether reviews are required that do not cover the skill as it is now, or may hold an objection unread."""
        enough = self.coverage.by_any if self.require == "any" else self.coverage.by_people
        return bool(self.require) and (self.unread or not enough)


class EvaluationSubject(Struct, frozen=True):
    """The tasks that a skill brings to be measured with.

    Attributes:
        sets: Path and tasks of each file.
        paths: Every file that the skill brings, that of its evaluations included.
        complete: False where some of these files may not be among them.
    """

    skill: ParsedSkill
    sets: tuple[tuple[str, EvaluationSet], ...]
    paths: frozenset[str]
    complete: bool = True


class ResultSubject(Struct, frozen=True):
    """The results of a skill, and what a catalog requires of them.

    Attributes:
        name: Of the skill.
        path: Of its file as people write it, like that of what the catalog has.
        results: Bound to what they measured, those about these bytes first.
        read: The files that they come from, with what could not be read.
        require: Whether the catalog requires results.
        published: Results of the version that was published last, where that has other files.
        today: ISO day; empty for all that depends on no day.
    """

    name: str
    path: str
    results: tuple[Result, ...]
    read: tuple[ReadResult, ...] = ()
    require: bool = False
    published: tuple[Result, ...] = ()
    today: str = ""

    @property
    def named(self) -> tuple[Result, ...]:
        """Those about these bytes."""
        return tuple(each for each in self.results if each.binding is ResultBinding.NAMED)

    def locate(self, file: str) -> str:
        """Return the path of a file of results as people write it: those of the catalog lie in its own folder."""
        return file if file.startswith(f"{RESULTS}/") else f"{self.path.rpartition('/')[0]}/{file}".lstrip("/")


class CatalogSubject(Struct, frozen=True):
    """The set as a whole.

    Attributes:
        absent: Of the names that the configuration mentions, those that no skill has (`rules.catalog.mentioned_names`).
        versions: Name -> labels that were ever offered under it and that of the skill as it is now, at least for
            `rules.catalog.former_names`; None where nobody knows what was published.
        reviews: Of the catalog's skills.
        names: Of its skills.
    """

    overview: Overview
    configuration: Configuration
    profiles: Mapping[str, Profile]
    absent: frozenset[str] = frozenset()
    versions: Mapping[str, frozenset[str]] | None = None
    reviews: CatalogReviews = CatalogReviews()
    names: Collection[str] = ()


class VisibilitySubject(Struct, frozen=True):
    """What hosts show of a set.

    Attributes:
        shown: By each of the catalog's hosts.
        skills: By name.
    """

    shown: tuple[HostVisibility, ...]
    skills: Mapping[str, SelectionInput]
