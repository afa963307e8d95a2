"""What an agent reads when a skill opens, in the frame of its host (requirements C25)."""

from collections.abc import Callable, Mapping

from skillpack.model.skill import Skill
from skillpack.model.tree import Trust
from skillpack.prompt import boxxy
from skillpack.prompt.arguments import substitute
from skillpack.prompt.comments import without_comments
from skillpack.prompt.escape import never_closing, one_line, xml_attribute

MOST_CHARACTERS = 20_000
"""Of a body in a metaskill host (seed 001 §3)."""

MOST_FILES = 50
"""Supporting files that a metaskill host lists."""

_SOURCES = {Trust.LOCAL: "workspace", Trust.GLOBAL: "global", Trust.EXTERNAL: "external"}
_RESOURCE_FOLDERS = ("scripts", "references", "assets", "examples")


def as_metis(skill: Skill, body: str, directory: str) -> str:  # noqa: ARG001 every dialect has it
    """Return the result of Metis's `skill_load` (seed 000 §8): a header and the body as it is."""
    return f"# Skill: {one_line(skill.name)} (source: {_SOURCES[skill.origin.trust]})\n\n{body}"


def as_metaskill(skill: Skill, body: str, directory: str) -> str:
    """Return the result of `use_skill`: comments gone, cut at `MOST_CHARACTERS`; it says so when there is a program."""
    tag = "skill-instructions"
    text = without_comments(body).strip()
    if len(text) > MOST_CHARACTERS:
        text = f"{text[:MOST_CHARACTERS]}\n[truncated at {MOST_CHARACTERS} characters]"
    parts = [f"[Skill: {one_line(skill.name)} activated]", f"<{tag}>\n{never_closing(text, tag)}\n</{tag}>"]
    if skill.program is not None and skill.program.runs:
        parts.append(
            "IMPORTANT: this skill holds a program, and reading it did not run it. "
            f"Call run_metaskill with the name `{one_line(skill.name)}` and the input keys that the instructions name."
        )
    parts.append(f"Skill directory: {one_line(directory)}" if directory else "")
    parts.append(_supporting_files(skill))
    return "\n\n".join(part for part in parts if part)


def _supporting_files(skill: Skill) -> str:
    listed = [one_line(resource.path) for resource in skill.resources if "/." not in f"/{resource.path}"]
    lines = [f"- {path}" for path in listed[:MOST_FILES]]
    if len(listed) > MOST_FILES:
        lines.append(f"- and {len(listed) - MOST_FILES} more")
    return "\n".join(["Supporting files:", *lines]) if lines else ""


def as_instructor(skill: Skill, body: str, directory: str) -> str:  # noqa: ARG001 every dialect has it
    """Return the result of `load_skill`: the body in an element, and the files that the body may mean."""
    text = body.strip()
    resources = _instructor_resources(skill)
    if resources:
        text += "\n\n## Available resources\n" + "\n".join(f"- {one_line(path)}" for path in resources)
    return f'<skill name="{xml_attribute(skill.name)}">\n{never_closing(text, "skill")}\n</skill>'


def _instructor_resources(skill: Skill) -> list[str]:
    """Return the files directly inside the known folders, dot files left out, folder by folder."""
    found = []
    for folder in _RESOURCE_FOLDERS:
        for resource in skill.resources:
            parent, _, file = resource.path.rpartition("/")
            if parent == folder and not file.startswith("."):
                found.append(resource.path)
    return found


def as_boxxy(skill: Skill, body: str, directory: str) -> str:
    """Return the full element (seed 003 part 4, level 2)."""
    location = f"{directory}/{skill.document.path}" if directory else ""
    return boxxy.full(skill, location, body=body)


def as_ash(skill: Skill, body: str, directory: str) -> str:  # noqa: ARG001 every dialect has it
    """Return the whole file: the agent reads it itself (seed 004)."""
    whole, own = skill.document.text, skill.document.body.text
    return whole.removesuffix(own) + body if whole.endswith(own) else body


DIALECTS: Mapping[str, Callable[[Skill, str, str], str]] = {
    "metis": as_metis,
    "metaskill": as_metaskill,
    "instructor": as_instructor,
    "boxxy": as_boxxy,
    "ash": as_ash,
}


def loaded(skill: Skill, dialect: str, arguments: str | None = None, *, directory: str = "") -> str:
    """Return what an agent reads when it opens a skill.

    Args:
        skill: The skill.
        dialect: One of `DIALECTS`.
        arguments: What the user wrote after the name; None leaves placeholders as they are.
        directory: Where the skill lies, for hosts that say so.
    """
    return DIALECTS[dialect](skill, substitute(skill.document.body.text, arguments), directory)
