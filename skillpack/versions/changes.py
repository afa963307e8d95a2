"""Two versions of a skill -> what changed, and what number that deserves."""

from collections.abc import Iterator, Mapping

from skillpack.model.digest import file_mode
from skillpack.model.document import NodeKind
from skillpack.model.program import ProgramCall
from skillpack.model.release import Changes, Release
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Tree, path_order
from skillpack.versions.lines import line_diff

ADVICE = ("none", "patch", "minor", "major")
"""Smallest first."""

_MOST_LITERAL = 80  # characters of a command that are shown
_EXECUTABLE = 0o755

_MINOR_FIELDS = frozenset(
    {"name", "description", "compatibility", "allowed-tools", "metaskill", "metaskill_language", "requires", "context",
     "model", "agent", "disable-model-invocation", "user-invocable", "argument-hint", "required_tools", "input_schema"}
)  # fmt: skip


def compare(old: tuple[ParsedSkill, Tree], new: tuple[ParsedSkill, Tree], releases: tuple[Release, Release]) -> Changes:
    """Return the differences between two versions.

    Args:
        old: The skill and its published tree.
        new: As `old`.
        releases: Of both; only their labels and digests matter.
    """
    (before, old_tree), (after, new_tree) = old, new
    fields = tuple(_field_changes(_fields(before), _fields(after)))
    had, has = _permissions(before, old_tree), _permissions(after, new_tree)
    files = tuple(_file_changes(old_tree, new_tree))
    scripts = scripts_of(after, new_tree)
    program = line_diff(_source(before), _source(after))
    prose = line_diff(before.document.body.text, after.document.body.text)
    return Changes(
        name=after.name,
        old=releases[0],
        new=releases[1],
        fields=fields,
        added_permissions=tuple(permission for permission in has if permission not in had),
        removed_permissions=tuple(permission for permission in had if permission not in has),
        program=program,
        files=files,
        prose=prose,
        advice=_advice(
            fields,
            files,
            behaves=bool(prose or program) or had != has or any(path in scripts for _, path in files),
            renamed=before.name != after.name,
        ),
    )


def _fields(skill: ParsedSkill) -> Mapping[str, str]:
    """Return the source text of each front-matter field; those of a map `metadata` one by one."""
    texts: dict[str, str] = {}
    for field in skill.document.fields:
        if field.name == "metadata" and field.value.kind is NodeKind.MAP:
            texts |= {f"metadata.{each.name}": each.value.text for each in field.value.items}
        else:
            texts[field.name] = field.value.text
    return texts


def _field_changes(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    for name in (*old, *(name for name in new if name not in old)):
        if old.get(name) != new.get(name):
            yield name, old.get(name, ""), new.get(name, "")


def permissions_of(skill: ParsedSkill, tree: Tree) -> tuple[str, ...]:
    """Return in words what a skill may do, each once: tools, scripts, program, shell lines, environment."""
    return tuple(_permissions(skill, tree))


def _permissions(skill: ParsedSkill, tree: Tree) -> dict[str, None]:
    """Return in words what a skill may do, in a fixed order."""
    permissions = [f"tool `{tool}`" for tool in sorted(set(skill.allowed_tools))]
    permissions += [f"script `{path}`" for path in sorted(scripts_of(skill, tree), key=path_order)]
    if skill.program is not None and skill.program.runs:
        permissions += [
            f"program `{skill.program.path}`",
            *sorted({_call_in_words(call) for call in skill.program.calls}),
        ]
    permissions += [f"shell line `{_short(mark.text)}`" for mark in skill.document.body.shell_lines]
    permissions += [f"environment variable `{name}`" for name in sorted(set(skill.requires.env))]
    return dict.fromkeys(permission for permission in permissions if permission)


def scripts_of(skill: ParsedSkill, tree: Tree) -> frozenset[str]:
    """Return the files that can be run: those in the place of scripts, and programs by their content."""
    placed = (resource.path for resource in skill.resources if resource.kind == "script")
    return frozenset((*placed, *(path for path, content in tree.files.items() if file_mode(content) == _EXECUTABLE)))


def _call_in_words(call: ProgramCall) -> str:
    if call.name == "ask":
        return "program asks the model"
    if call.name != "command":
        return ""
    if call.start:
        return f"program runs `{_short(' '.join(call.start))} …` with words it computes"
    return f"program runs `{_short(' '.join(call.literal))}`" if call.literal else "program runs commands it computes"


def _short(text: str) -> str:
    return text if len(text) <= _MOST_LITERAL else f"{text[:_MOST_LITERAL]}…"


def _file_changes(old: Tree, new: Tree) -> Iterator[tuple[str, str]]:
    for path in sorted({*old.files, *new.files}, key=path_order):
        if path not in old.files:
            yield "added", path
        elif path not in new.files:
            yield "removed", path
        elif old.files[path] != new.files[path]:
            yield "changed", path


def _source(skill: ParsedSkill) -> str:
    return skill.program.source if skill.program is not None else ""


def _advice(
    fields: tuple[tuple[str, str, str], ...], files: tuple[tuple[str, str], ...], *, behaves: bool, renamed: bool
) -> str:
    """Return the smallest step that is honest.

    What others may rely on is gone -> major; what the agent does or when it does it has changed -> minor; else patch.
    """
    if renamed or any(kind == "removed" for kind, _ in files):
        return "major"
    if behaves or any(name in _MINOR_FIELDS for name, _, _ in fields):
        return "minor"
    return "patch" if fields or files else "none"
