"""How a host shows a skill that was opened: one row a dialect."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from skillpack.prompt import boxxy
from skillpack.prompt.escape import never_closing, one_line, xml_attribute
from skillpack.prompt.metaskill import without_comments
from skillpack.runtime.budget import UNLIMITED, Budgets
from skillpack.runtime.index import listed_skill
from skillpack.runtime.skill import Skill

_INSTRUCTOR_FOLDERS = ("scripts", "references", "assets", "examples")
_MOST_CHARACTERS = 20_000  # of a body that a metaskill host shows (K5)
_MOST_FILES = 50  # that it lists
_METIS_ALREADY = {
    "preloaded": (
        "This skill's body is already loaded in the system prompt (pre-activated at session start). Re-read the system "
        "prompt section `### Skill: {name}` for its operating instructions."
    ),
    "loaded": (
        "This skill is already loaded in the conversation history (activated earlier this session). Re-read the "
        'earlier `tool_result` for `skill_load("{name}")` for its operating instructions.'
    ),
}


@dataclass(frozen=True, slots=True)
class Dialect:
    """A host's ways with a skill.

    Attributes:
        profile: Name of the profile that says which skills it loads.
        index_format: Name of its prompt format.
        render: The skill, its body with arguments put in, and the paths of its files -> what the model gets.
        already: What is said instead of the body where the model has it, `preloaded` or `loaded`, with `{name}`; where
            nothing is, the body is shown again.
        budgets: Of a session, where nobody says otherwise.
        search: What to do where the index holds names alone.
        tools: Names of the tools that its host gives to a model; none where it has no tools of its own.
    """

    name: str
    profile: str
    index_format: str
    render: Callable[[Skill, str, Sequence[str]], str]
    already: Mapping[str, str] = field(default_factory=dict)
    budgets: Budgets = UNLIMITED
    search: str = ""
    tools: tuple[str, ...] = ()


def _metis(skill: Skill, body: str, files: Sequence[str]) -> str:  # noqa: ARG001 every dialect has it
    return f"# Skill: {one_line(skill.name)} (source: {one_line(skill.source)})\n\n{body}"


def _instructor(skill: Skill, body: str, files: Sequence[str]) -> str:
    listed = instructor_resources(files)
    resources = "".join(f"\n- {one_line(path)}" for path in listed)
    text = never_closing(body.strip(), "skill")
    return (
        f'<skill name="{xml_attribute(skill.name)}">\n{text}'
        + (f"\n\n## Available resources{resources}" if listed else "")
        + "\n</skill>"
    )


def instructor_resources(files: Sequence[str]) -> list[str]:
    """Return the files that the framework lists with a skill: directly in one of its four folders, none hidden (I3).

    Args:
        files: Paths of all files of the skill.
    """
    placed = [(path, *path.rpartition("/")[::2]) for path in files]
    return [
        path
        for folder in _INSTRUCTOR_FOLDERS
        for path, parent, name in placed
        if parent == folder and not name.startswith(".")
    ]


def _metaskill(skill: Skill, body: str, files: Sequence[str]) -> str:
    text = never_closing(without_comments(body).strip(), "skill-instructions")
    if len(text) > _MOST_CHARACTERS:
        text = f"{text[:_MOST_CHARACTERS]}\n[truncated at {_MOST_CHARACTERS} characters]"
    name = one_line(skill.name)
    lines = [f"[Skill: {name} activated]", "", "<skill-instructions>", text, "</skill-instructions>", ""]
    if skill.language:
        lines += [
            f"IMPORTANT: this skill holds a program. Call `run_metaskill` with the name `{name}` and the input",
            "keys that the instructions name; do not act the program out by hand.",
            "",
        ]
    lines.append(f"Skill directory: {one_line(skill.skill_dir.as_posix())}")
    listed = [path for path in files if not any(part.startswith(".") for part in path.split("/"))]
    lines += [f"- {one_line(path)}" for path in listed[:_MOST_FILES]]
    return "\n".join(lines)


def _boxxy(skill: Skill, body: str, files: Sequence[str]) -> str:  # noqa: ARG001 every dialect has it
    return boxxy.full(listed_skill(skill, body), skill.file.as_posix() if skill.file is not None else "")


def _plain(skill: Skill, body: str, files: Sequence[str]) -> str:  # noqa: ARG001 every dialect has it
    return body


METIS = Dialect(
    "metis",
    "metis",
    "metis",
    _metis,
    already=_METIS_ALREADY,
    budgets=Budgets(),
    search="call `skill_search(query)` to find a skill",
    tools=("skill_search", "skill_load"),
)
INSTRUCTOR = Dialect(
    "instructor",
    "instructor",
    "instructor",
    _instructor,
    search="call `load_skill` with `list_skills: true` to read them",
    tools=("load_skill",),
)
_OTHERS = (
    Dialect(
        "metaskill",
        "metaskill",
        "metaskill",
        _metaskill,
        search="call `use_skill(name)` to read what a skill does",
        tools=("use_skill",),
    ),
    Dialect("boxxy", "formal", "boxxy", _boxxy),
    Dialect("ash", "ash", "ash", _plain),
    Dialect("agentskills", "agentskills", "skills-ref", _plain),
)

DIALECTS: Mapping[str, Dialect] = {dialect.name: dialect for dialect in (METIS, INSTRUCTOR, *_OTHERS)}
