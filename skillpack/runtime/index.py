"""The index of skills that stands in a system prompt."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from msgspec import structs

from skillpack.model.digest import sha256
from skillpack.model.document import Body, Document
from skillpack.model.program import Program
from skillpack.model.skill import About, Identity, ParsedSkill
from skillpack.model.tree import Form, Origin
from skillpack.prompt.formats import STYLES
from skillpack.runtime.skill import SkillMetadata

_NOTHING_READ = Document("SKILL.md", b"", "", "", 1, (), Body("", 1, (), (), (), (), (), (), ()), ())
_NAMES_ALONE = "\nThe descriptions are left out of this list: {}.\n"


@dataclass(frozen=True, slots=True)
class Index:
    """An index as a host shows it.

    Attributes:
        text: With a final newline; most hosts show nothing at all of no skills.
        names_only: True where the descriptions did not fit.
    """

    text: str
    names_only: bool = False

    @property
    def sha256(self) -> str:
        """What names the text: an edit of a body leaves it, one of a name or a description does not (M29)."""
        return sha256(self.text.encode("utf-8", "surrogatepass"))


def make_index(
    skills: Iterable[SkillMetadata],
    form: str,
    *,
    preloaded: Collection[str] = (),
    most_characters: int | None = None,
    search: str = "",
) -> Index:
    """Return the index of some skills (M27).

    Args:
        skills: In the order of the index.
        form: Name of a prompt format: `metis`, `instructor`, `ash`.
        preloaded: Names of skills whose bodies stand in the prompt already; Metis marks them (M28).
        most_characters: Beyond, names alone stand in it; every name stays.
        search: How descriptions are found then: "call `skill_search(query)` to find a skill".
    """
    listed = list(skills)
    text = _text(listed, form, preloaded)
    if most_characters is None or len(text) <= most_characters:
        return Index(text)
    bare = _text([replace(skill, description="") for skill in listed], form, preloaded, named_only=True)
    return Index(bare + (_NAMES_ALONE.format(search) if search else ""), names_only=True)


def _text(skills: list[SkillMetadata], form: str, preloaded: Collection[str], *, named_only: bool = False) -> str:
    table = STYLES[form]
    marked = table.preloaded or table.entry

    def piece(skill: SkillMetadata) -> str:
        entry = marked if skill.name in preloaded else table.entry
        text = entry(listed_skill(skill), skill.file.as_posix() if skill.file is not None else "")
        return text.rstrip(": ") if named_only else text

    return "".join(table.index(map(piece, skills)))


def listed_skill(skill: SkillMetadata, body: str = "") -> ParsedSkill:
    """Return a skill as the prompt formats take it.

    Args:
        body: For the formats that show it.
    """
    name, text = skill.skill_dir.name, structs.replace(_NOTHING_READ.body, text=body)
    program = Program("SKILL.star", skill.language, "", runs=True, calls=(), inputs=(), faults=())
    return ParsedSkill(
        origin=Origin(".", 0, name, name, Form.FOLDER, skill.trust),
        document=structs.replace(_NOTHING_READ, body=text),
        name=skill.name,
        declared_name=skill.name,
        description=skill.description,
        license=skill.license,
        compatibility=skill.compatibility,
        metadata=tuple((skill.metadata or {}).items()),
        allowed_tools=skill.allowed_tools,
        about=About(),
        invocation=skill.invocation,
        requires=skill.requires,
        required_tools=(),
        input_schema=None,
        program=program if skill.language else None,
        resources=(),
        extra=(),
        identity=Identity("", (skill.metadata or {}).get("version", ""), "", ""),
        skipped=(),
    )
