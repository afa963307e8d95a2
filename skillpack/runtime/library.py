"""Skills of one folder, opened when they are matches for (instructor-php, SkillLibrary)."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from skillpack.errors import LoadRefusedError
from skillpack.files.location import Location
from skillpack.model.digest import sha256
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.skill import ParsedSkill
from skillpack.report.terminal.visible_text import log_line
from skillpack.runtime.dialect import INSTRUCTOR
from skillpack.runtime.loader import (
    Invalid,
    SkillRoot,
    host_profile,
    loaded_metadata,
    loaded_skill,
    log_invalid,
    places,
    read_location,
    refusal,
    skill_path,
)
from skillpack.runtime.search_index import index_skills
from skillpack.runtime.skill import Skill, SkillMetadata
from skillpack.runtime.visibility import hidden_because
from skillpack.search.rank import Postings, rank

_LIMITS = Limits()


class SkillLibrary:
    """The skills of a folder: front matter at once, bodies at their first use (I5).

    What a folder holds is looked up when it is first needed; what changes later is not seen until `refresh`. Of two
    skills with one name the first counts. Front matter is optional: without it the name is the folder's, and all of the
    file is the body (I1).
    """

    def __init__(
        self, folder: Path | str, *, source: str = "library", host: Profile | str = INSTRUCTOR.profile
    ) -> None:
        """Name a folder of skills.

        Args:
            folder: One that is missing holds no skills.
            source: What its skills are said to come from.
            host: By which they are judged.
        """
        self.folder = Path(folder)
        self._source = source
        self._host = host_profile(host) if isinstance(host, str) else host
        self._entries: dict[str, tuple[Location, SkillMetadata, str]] | None = None
        self._skills: dict[str, Skill] = {}

    def list_skills(
        self, *, user_invocable: bool | None = None, model_invocable: bool | None = None
    ) -> list[SkillMetadata]:
        """Return the metadata of the skills without opening them, by name (I10).

        Args:
            user_invocable: Only those that people may start, or only the others; None for both.
            model_invocable: The same for the model.
        """

        def matches(skill: SkillMetadata) -> bool:
            by_user, by_model = not hidden_because(skill, "user"), not hidden_because(skill, "model")
            return user_invocable in {None, by_user} and model_invocable in {None, by_model}

        return [skill for _, (_, skill, _) in sorted(self._found().items()) if matches(skill)]

    def has_skill(self, name: str) -> bool:
        """Return whether there is a skill of that name."""
        return name in self._found()

    def get(self, name: str) -> Skill | None:
        """Return a skill with its body, None where there is none; its file is read once.

        Raises:
            LoadRefusedError: The file is not what it was when the library listed it.
        """
        if name not in self._skills:
            entry = self._found().get(name)
            if entry is None:
                return None
            place, known, digest = entry
            parsed, _ = read_location(place, self._host, _LIMITS)
            if _digest(parsed) != digest:
                became = "changed" if parsed.document.path else "is gone"
                raise LoadRefusedError(
                    f"the skill {name!r} {became} since it was loaded: {log_line(known.file)}",
                    hint="refresh the library to take it as it is now",
                )
            self._skills[name] = loaded_skill(parsed, place, self._source)
        return self._skills[name]

    def rank_skills(self, query: str, *, limit: int = 10) -> list[SkillMetadata]:
        """Return the skills that a query means, best first, by name, description and tags; no skill is opened.

        Args:
            query: Words of a task, in any order; an empty one gives the first names.
        """
        return [self._found()[name][1] for name in rank(query, self._postings, limit=limit)]

    @cached_property
    def _postings(self) -> Postings:
        """What `rank_skills` looks in; made at the first search."""
        return index_skills(self)

    def refresh(self) -> "SkillLibrary":
        """Return a new library of the same folder."""
        return SkillLibrary(self.folder, source=self._source, host=self._host)

    def __len__(self) -> int:
        return len(self._found())

    def __contains__(self, name: object) -> bool:
        return name in self._found()

    def __iter__(self) -> Iterator[SkillMetadata]:
        return iter(self.list_skills())

    def _found(self) -> dict[str, tuple[Location, SkillMetadata, str]]:
        if self._entries is None:
            self._entries = {}
            for place in places(SkillRoot(self.folder, self._source)):
                parsed, candidate = read_location(place, self._host, _LIMITS)
                errors = refusal(parsed, candidate, self._host, _LIMITS)
                if errors:
                    log_invalid(Invalid(skill_path(place), errors))
                if errors or not parsed.document.path:
                    continue
                known = loaded_metadata(parsed, place, self._source)
                self._entries.setdefault(known.name, (place, known, _digest(parsed)))
        return self._entries


def _digest(parsed: ParsedSkill) -> str:
    return sha256(parsed.document.raw)
