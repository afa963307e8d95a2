"""What keeps a skill's program from running, in the words of the specification's hosts (K8, K11, K25)."""

from collections.abc import Mapping

from skillpack.model.document import Fault, FaultKind
from skillpack.model.program import Program
from skillpack.parse.program.program import MOST

_UNREADABLE = "failed to read metaskill file: {}"
_BROKEN = "syntax/resolve error: {}"
_WORDS: Mapping[FaultKind, tuple[str, str]] = {
    FaultKind.PROGRAM_MISSING: (_UNREADABLE, "there is no `{path}`"),
    FaultKind.PROGRAM_TOO_LARGE: (_UNREADABLE, f"it is larger than {MOST} bytes"),
    FaultKind.PROGRAM_NOT_UTF8: (_UNREADABLE, "it is not UTF-8"),
    FaultKind.PROGRAM_ESCAPES: ("{}", "metaskill path escapes skill directory: `{path}`"),
    FaultKind.PROGRAM_LANGUAGE: ("{}", "unsupported metaskill_language `{language}`, `starlark` is wanted"),
    FaultKind.PROGRAM_FRONT_MATTER: (_BROKEN, "the program starts with front matter{line}"),
    FaultKind.PROGRAM_SYNTAX: (_BROKEN, "{detail}{line}"),
    FaultKind.PROGRAM_LOAD: (_BROKEN, "`load` is not available{line}"),
    FaultKind.PROGRAM_NO_RUN: ("{}", "metaskill must define a run(input) function: it has none with one parameter"),
}
_MOST_DETAIL = 200  # characters


def program_fault(name: str, program: Program | None) -> str:
    """Return what `run_metaskill` says of a program that cannot run; empty where it can, and without a program.

    Args:
        name: Of the skill.
    """
    if program is None or program.runs:
        return ""
    fault = next(each for each in program.faults if each.kind in _WORDS)
    frame, _ = _WORDS[fault.kind]
    message = frame.format(_detail(program, fault))
    return message if frame is _UNREADABLE else f"metaskill '{name}': {message}"


def _detail(program: Program, fault: Fault) -> str:
    """Return the particulars of a fault."""
    _, words = _WORDS[fault.kind]
    line = f" (line {fault.span.line})" if fault.span.line else ""
    return words.format(path=program.path, language=program.language, detail=fault.detail[:_MOST_DETAIL], line=line)
