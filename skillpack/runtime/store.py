"""Skills by name, as they were when they were loaded."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from skillpack.files.location import Location
from skillpack.model.profile import Profile
from skillpack.model.tree import Trust
from skillpack.report.terminal.visible_text import log_line
from skillpack.runtime.dialect import METIS
from skillpack.runtime.loader import Invalid, LoadedRoot, SkillRoot, host_profile, load_root, log_invalid
from skillpack.runtime.search_index import index_skills
from skillpack.runtime.skill import Skill
from skillpack.search.rank import Postings, rank, rank_as_metis

GLOBAL, WORKSPACE = "global", "workspace"
SKILLS_FOLDER = Path(".metis", "skills")
_log = logging.getLogger("skillpack.runtime")


class SkillStore:
    """Skills by name; what changes on disk is not seen until `refresh` (M25).

    Attributes:
        shadowed: Skills that lost their name to one of a root before theirs.
        invalid: What was not loaded, and why.
    """

    def __init__(
        self,
        skills: Iterable[Skill] = (),
        *,
        shadowed: Iterable[Skill] = (),
        invalid: Iterable[Invalid] = (),
        reload: Callable[[], "SkillStore"] | None = None,
    ) -> None:
        """Take skills as they are; `open_store` and `load_skills` read them from disk.

        Args:
            skills: Of two with one name the first counts.
            reload: Loads them anew; None where they came from nowhere.
        """
        kept, lost = merge([list(skills)])
        self._by_name = {skill.name: skill for skill in sorted(kept, key=lambda skill: skill.name)}
        self.shadowed = (*shadowed, *lost)
        self.invalid = tuple(invalid)
        self._reload = reload

    @classmethod
    def empty(cls) -> "SkillStore":
        """Return a store without skills (M23)."""
        return cls()

    def list_skills(self) -> list[Skill]:
        """Return every skill, by name (M6)."""
        return list(self._by_name.values())

    def get(self, name: str) -> Skill | None:
        """Return the skill of that very name, None where there is none."""
        return self._by_name.get(name)

    def search(self, query: str, *, limit: int = 10) -> list[Skill]:
        """Return the skills whose name or description contains a text, names first, as Metis does (M35).

        `rank_skills` finds more: it looks for each word of a query.

        Args:
            query: The whole text. Case and surrounding spaces do not count; an empty one gives the first names.
        """
        return [self._by_name[name] for name in rank_as_metis(query, self.discovery_index(), limit=limit)]

    def rank_skills(self, query: str, *, limit: int = 10) -> list[Skill]:
        """Return the skills that a query means, best first, as `skillpack search` ranks them.

        Args:
            query: Words of a task, in any order; an empty one gives the first names.
        """
        return [self._by_name[name] for name in rank(query, self._postings, limit=limit)]

    def discovery_index(self) -> list[tuple[str, str]]:
        """Return names and descriptions, by name (M23)."""
        return [(skill.name, skill.description) for skill in self._by_name.values()]

    @cached_property
    def _postings(self) -> Postings:
        """What `rank_skills` looks in; made at the first search."""
        return index_skills(self)

    def refresh(self) -> "SkillStore":
        """Return a new store of what is there now; this one stays as it is."""
        return self if self._reload is None else self._reload()

    def __len__(self) -> int:
        return len(self._by_name)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[Skill]:
        return iter(self._by_name.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SkillStore) and self._by_name == other._by_name

    __hash__ = None  # type: ignore[assignment]  # equal stores need not be one store

    def __repr__(self) -> str:
        return f"SkillStore({log_line(', '.join(self._by_name))})"


def load_skills(
    *,
    global_dir: Path | str | None = None,
    workspace_dir: Path | str | None = None,
    cache: Path | str | None = None,
) -> SkillStore:
    """Return the skills of Metis's two roots (M3 to M8, M24).

    A skill of the workspace counts before a global one of the same name. A root that is None or missing holds nothing.

    Args:
        global_dir: The user's own skills, `~/.metis/skills` as `default_skills_dir` names it.
        workspace_dir: The workspace's, `.metis/skills` in its folder.
        cache: Folder in which parsed front matter is kept for the next load; None keeps none.
    """
    given = ((workspace_dir, WORKSPACE, Trust.LOCAL), (global_dir, GLOBAL, Trust.GLOBAL))
    roots = [SkillRoot(Path(folder), source, trust) for folder, source, trust in given if folder is not None]
    return open_store(roots, host=metis_host(), cache=None if cache is None else Path(cache))


def metis_host() -> Profile:
    """Return the profile by which Metis's own roots are judged."""
    return host_profile(METIS.profile)


def open_store(
    roots: Iterable[SkillRoot],
    *,
    host: Profile | str,
    cache: Path | None = None,
    found: Sequence[Iterable[Location]] | None = None,
) -> SkillStore:
    """Return the skills that a host would load from some roots.

    Args:
        roots: Best first: of two skills with one name the one of the first root counts, and the other is logged.
        host: A profile, or the name of one.
        cache: Folder in which parsed front matter is kept for the next load; None keeps none.
        found: The `places` of each root, for who has looked already; None looks, as a later load does.

    Raises:
        UsageError: There is no host of that name.
    """
    profile = host_profile(host) if isinstance(host, str) else host
    asked = tuple(roots)
    looked = [None] * len(asked) if found is None else found
    loaded = [load_root(root, profile, cache=cache, found=each) for root, each in zip(asked, looked, strict=True)]
    for each in loaded:
        _log_faults(each)
    kept, lost = merge([each.skills for each in loaded])
    winners = {skill.name: skill for skill in kept}
    for skill in lost:
        by = winners[skill.name].source
        _log.info("skill '%s' in %s overrides %s definition", log_line(skill.name), by, skill.source)
    invalid = [each for one in loaded for each in one.invalid]
    return SkillStore(kept, shadowed=lost, invalid=invalid, reload=lambda: open_store(asked, host=profile, cache=cache))


def _log_faults(loaded: LoadedRoot) -> None:
    """Log what was skipped (M19), which bodies are long (M22), and which programs cannot run (K11)."""
    for bad in loaded.invalid:
        log_invalid(bad)
    for skill in loaded.skills:
        if skill.program_fault:
            _log.warning(
                "skill '%s' is loaded without its program: %s", log_line(skill.name), log_line(skill.program_fault)
            )
        if skill.over_body_token_warn:
            _log.warning(
                "skill '%s' body is ~%d tokens (recommendation: <=5000); "
                "split into separate files under references/ if possible",
                log_line(skill.name),
                skill.estimated_tokens,
            )


def merge(groups: Sequence[Sequence[Skill]]) -> tuple[list[Skill], list[Skill]]:
    """Return the first skill of each name, in order, and those that came too late (M5)."""
    kept: dict[str, Skill] = {}
    every = [skill for group in groups for skill in group]
    lost = [skill for skill in every if kept.setdefault(skill.name, skill) is not skill]
    return list(kept.values()), lost


def default_skills_dir() -> Path:
    """Return the folder of the user's own skills (M2)."""
    return Path.home() / SKILLS_FOLDER
