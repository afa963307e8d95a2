"""PG: the program of a metaskill (metaSKILLs)."""

import re
from collections.abc import Iterator

from skillpack.abilities.places import span_in
from skillpack.check.fields import fault_hits, shortened
from skillpack.check.rule import Hit, rule
from skillpack.check.subject import Subject
from skillpack.model.document import NOWHERE, Fault, FaultKind, Span

_PROGRAM = "SKILL.star"
_INPUT_KEYS = re.compile(
    r"\binputs?(?:[ -](?:keys?|parameters?|fields?|object))?[*_`]{0,3}:|\binput[ -]keys?\b", re.IGNORECASE
)
_INPUT_HEADING = re.compile(r"\b(?:inputs?|parameters?|arguments?)\b", re.IGNORECASE)


@rule("PG001", "program-escapes", source="metaSKILLs, section 3")
def program_escapes(subject: Subject) -> Iterator[Hit]:
    """The field `metaskill` is an absolute path, or leaves the skill.

    Why: the program must be in the skill's folder; hosts refuse any other path.

    Fix: put the program beside `SKILL.md`, and call it `SKILL.star`.
    """
    return _hits(
        subject,
        FaultKind.PROGRAM_ESCAPES,
        "the program `{}` is not inside the skill",
        "put it beside `SKILL.md` as `SKILL.star`",
        inside=False,
    )


@rule("PG002", "program-missing", source="metaSKILLs, section 3")
def program_missing(subject: Subject) -> Iterator[Hit]:
    """The field `metaskill` names a file that does not exist.

    Why: the skill promises a workflow that no host can run.

    Fix: add the program, or remove the field.
    """
    return _hits(
        subject,
        FaultKind.PROGRAM_MISSING,
        "there is no program `{}` in the skill",
        "add the file, or remove the field",
        inside=False,
    )


@rule("PG003", "program-language", source="metaSKILLs, sections 3 and 6")
def program_language(subject: Subject) -> Iterator[Hit]:
    """The program is not written in Starlark.

    Why: the specification defines only Starlark; hosts refuse to run anything else.

    Fix: write the program in Starlark, or keep it as a script and say in the body how to run it.
    """
    return _hits(
        subject,
        FaultKind.PROGRAM_LANGUAGE,
        "the program's language is `{}`, hosts run `starlark`",
        "write the program in Starlark",
        inside=False,
    )


@rule("PG004", "program-too-large", source="metaSKILLs, section 3")
def program_too_large(subject: Subject) -> Iterator[Hit]:
    """The program is larger than 64 KiB.

    Why: a workflow that people can inspect is a page or two; hosts may refuse more.

    Fix: move text into files under `references/`, and let the agent read them.
    """
    for fault in (each for each in _faults(subject) if each.kind is FaultKind.PROGRAM_TOO_LARGE):
        yield Hit(
            f"the program has {fault.detail} bytes, more than 65,536",
            at=fault.span,
            path=_path(subject),
            hint="move long texts into `references/`",
            facts=(("size", fault.detail),) if fault.detail.isdecimal() else (),
        )


@rule("PG005", "program-not-utf8", source="metaSKILLs, section 3")
def program_not_utf8(subject: Subject) -> Iterator[Hit]:
    """The program is not UTF-8.

    Why: hosts refuse to read it.

    Fix: save the file as UTF-8.
    """
    return _hits(subject, FaultKind.PROGRAM_NOT_UTF8, "the program is not UTF-8", "save the file as UTF-8")


@rule("PG006", "program-front-matter", source="metaSKILLs, section 3")
def program_front_matter(subject: Subject) -> Iterator[Hit]:
    """The program starts with front matter.

    Why: metadata belongs only in `SKILL.md`; `---` is not Starlark.

    Fix: remove it, and move its fields into the front matter of `SKILL.md`.
    """
    return _hits(
        subject,
        FaultKind.PROGRAM_FRONT_MATTER,
        "the program starts with front matter",
        "keep metadata in `SKILL.md` alone",
    )


@rule("PG007", "program-syntax", source="metaSKILLs, section 6")
def program_syntax(subject: Subject) -> Iterator[Hit]:
    """The program is not valid Starlark.

    Why: no host can run it. Starlark is smaller than Python: it has no classes, exceptions, imports,
    `while`, `with` or f-strings.

    Fix: correct the line, or rewrite it in Starlark.
    """
    for fault in (each for each in _faults(subject) if each.kind is FaultKind.PROGRAM_SYNTAX):
        yield Hit(
            f"not valid Starlark: {fault.detail[:120]}",
            at=fault.span,
            path=_path(subject),
            hint="Starlark has no classes, exceptions, imports, `while` or f-strings",
        )


@rule("PG008", "program-without-run", source="metaSKILLs, section 6")
def program_without_run(subject: Subject) -> Iterator[Hit]:
    """The program does not define `run(input)`.

    Why: hosts call this function; without it there is nothing to run.

    Fix: define `def run(input):` at the top level, with exactly one parameter.
    """
    return _hits(
        subject,
        FaultKind.PROGRAM_NO_RUN,
        "the program does not define `run` with one parameter",
        "define `def run(input):`",
    )


@rule("PG009", "program-loads", source="metaSKILLs, section 6")
def program_loads(subject: Subject) -> Iterator[Hit]:
    """The program loads another module.

    Why: programs stand alone: hosts load nothing, so the program fails before its first line.

    Fix: copy what is needed into the program itself.
    """
    return _hits(
        subject,
        FaultKind.PROGRAM_LOAD,
        "the program loads another module, which hosts refuse",
        "put what is needed into the program itself",
    )


@rule("PG010", "program-input-undocumented", source="metaSKILLs, section 3")
def program_input_undocumented(subject: Subject) -> Iterator[Hit]:
    """The body does not list the input keys of the program.

    Why: models call the program with the keys they read in the body; without them the first call fails.

    Fix: add a list "Input keys:" with each key and what it means.
    """
    program = subject.skill.program
    if program is None or not program.input_keys or _documents_input(subject):
        return
    keys = ", ".join(f"`{shortened(key)}`" for key in program.input_keys[:6])
    yield Hit(f"the body has no list of input keys; the program takes {keys}", hint='add a list "Input keys:"')


@rule("PG011", "program-language-alone", source="metaSKILLs, section 3")
def program_language_alone(subject: Subject) -> Iterator[Hit]:
    """The front matter has `metaskill_language`, but the skill has no program.

    Why: the field means nothing by itself; either the program is missing, or the field is left over.

    Fix: add `SKILL.star`, or remove the field.
    """
    field = subject.skill.document.field("metaskill_language")
    if field is not None and subject.skill.program is None and subject.skill.document.field("metaskill") is None:
        yield Hit(
            "`metaskill_language` is set, but there is no program",
            at=field.span,
            hint=f"add `{_PROGRAM}`, or remove the field",
        )


@rule("PG012", "program-field", source="formal guide (boxxy), part 1")
def program_field(subject: Subject) -> Iterator[Hit]:
    """A field describes the program although its file name would do.

    Why: validators of the plain specification refuse the fields `metaskill` and `metaskill_language`.
    Hosts of metaskills find `SKILL.star` and assume Starlark without them.

    Fix: call the program `SKILL.star`, and remove the fields.
    """
    for name in ("metaskill", "metaskill_language"):
        field = subject.skill.document.field(name)
        if field is not None and subject.skill.program is not None:
            same = name == "metaskill_language" or field.value.text == _PROGRAM
            yield Hit(
                f"strict validators refuse the field `{name}`, and it is not needed",
                at=field.span,
                hint="remove it" if same else f"rename the program to `{_PROGRAM}`, and remove the field",
            )


@rule("PG013", "program-unportable", source="metaSKILLs, section 6")
def program_unportable(subject: Subject) -> Iterator[Hit]:
    """The program uses something that only some Starlark engines accept.

    Why: recursion, tabs, names assigned twice at the top level and the like work on one host and fail
    on the next.

    Fix: use a loop, spaces, another name.
    """
    for fault in (each for each in _faults(subject) if each.kind is FaultKind.PROGRAM_UNPORTABLE):
        yield Hit(
            f"some Starlark engines refuse this: {fault.detail[:120]}",
            at=fault.span,
            path=_path(subject),
            hint="write it so that every engine accepts it",
        )


@rule("PG014", "program-input-key-unmentioned", source="metaSKILLs, section 3")
def program_input_key_unmentioned(subject: Subject) -> Iterator[Hit]:
    """The program takes an input key that the body never mentions.

    Why: the body lists other keys, so nobody will think of passing this one.

    Fix: add the key to the list of input keys, or stop reading it.
    """
    program = subject.skill.program
    if program is None or not _documents_input(subject):
        return
    text = subject.skill.document.body.text
    for key in program.input_keys:
        if not re.search(rf"(?<!\w){re.escape(key)}(?!\w)", text):
            yield Hit(
                f"the program takes the input key `{shortened(key)}`, which the body does not mention",
                at=_first(program.source, rf"""(?:\[|\.get\()\s*(["']{re.escape(key)}["'])"""),
                path=program.path,
                hint="add it to the list of input keys",
            )


def _hits(subject: Subject, kind: FaultKind, message: str, hint: str, *, inside: bool = True) -> Iterator[Hit]:
    """Yield a hit for each of the program's faults of one kind; `inside` of the program, or of the skill file."""
    return fault_hits(_faults(subject), kind, message, hint, path=_path(subject) if inside else "")


def _faults(subject: Subject) -> tuple[Fault, ...]:
    return subject.skill.program.faults if subject.skill.program else ()


def _first(source: str, pattern: str) -> Span:
    """Return where the group of a pattern first matches in a program."""
    found = re.search(pattern, source, re.MULTILINE)
    return span_in(source, *found.span(1)) if found else NOWHERE


def _path(subject: Subject) -> str:
    return subject.skill.program.path if subject.skill.program else ""


def _documents_input(subject: Subject) -> bool:
    body = subject.skill.document.body
    return bool(_INPUT_KEYS.search(body.text)) or any(_INPUT_HEADING.search(heading.text) for heading in body.headings)
