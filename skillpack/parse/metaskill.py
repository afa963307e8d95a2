"""Which file is a skill's program (metaSKILLs, sections 3 and 4)."""

from skillpack.model.document import NOWHERE, Document, Fault, FaultKind
from skillpack.model.program import Program
from skillpack.model.tree import SourceTree
from skillpack.parse.program.program import LANGUAGE, MOST, read_program, unreadable
from skillpack.parse.values import text_of

DEFAULT_PROGRAM = "SKILL.star"


def find_program(document: Document, candidate: SourceTree) -> Program | None:
    """Return the program that the skill declares, or its SKILL.star, or None.

    The spans of PROGRAM_ESCAPES, PROGRAM_MISSING and PROGRAM_LANGUAGE are of the field in the skill file, those of
    all other faults of the program's own file.
    """
    field = document.field("metaskill")
    declared = (text_of(field) or "").strip()
    language_field = document.field("metaskill_language")
    language = (text_of(language_field) or LANGUAGE).strip()
    sizes = dict(candidate.listing)
    path = inside(declared) if declared else DEFAULT_PROGRAM
    place = field.value.span if field else NOWHERE
    if not declared and DEFAULT_PROGRAM not in sizes:
        return None
    if path is None:
        return unreadable(declared, language, Fault(FaultKind.PROGRAM_ESCAPES, place, declared))
    if path not in sizes:
        return unreadable(path, language, Fault(FaultKind.PROGRAM_MISSING, place, path))
    if language != LANGUAGE and language_field:
        return unreadable(path, language, Fault(FaultKind.PROGRAM_LANGUAGE, language_field.value.span, language))
    if path in candidate.tree.files:
        return read_program(path, candidate.tree.files[path])
    too_large = (Fault(FaultKind.PROGRAM_TOO_LARGE, NOWHERE, str(sizes[path])),) if sizes[path] > MOST else ()
    return unreadable(path, language, *too_large)


def inside(path: str) -> str | None:
    """Return a relative path without `.` and `..`; None for one that is absolute or leaves the skill."""
    if path.startswith(("/", "~")) or "\\" in path or path[1:2] == ":":
        return None
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and not parts:
            return None
        if part == "..":
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)
