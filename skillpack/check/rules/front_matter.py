"""FM: the front matter as a whole: its encoding, its delimiters, its YAML."""

import re
from collections.abc import Iterator

from skillpack.check.edits import quoted
from skillpack.check.fields import fault_hits, faults, shortened
from skillpack.check.rule import Hit, rule
from skillpack.check.subject import Subject
from skillpack.model.document import Document, Fault, FaultKind, byte_offset
from skillpack.model.finding import Edit, Fix

_DELIMITER = "---"
_YAML_TAG = "tag:yaml.org,2002:"  # what `!!` stands for
_STOPPED = "skillpack stops reading the front matter there"
# Kinds of findings that some hosts judge for themselves.
_BARE, _UNQUOTED, _OPEN_QUOTE, _OPENING = "bare", "unquoted", "open-quote", "opening"
_FIELD = re.compile(r"(?:[A-Za-z_][\w-]*:.*|#.*|\s*)", re.ASCII)
_KEY = re.compile(r"[A-Za-z_][\w-]*: +(?!['\"|>&*!%@`{\[#])", re.ASCII)


@rule("FM001", "no-front-matter", source="agentskills.io/specification, SKILL.md format")
def no_front_matter(subject: Subject) -> Iterator[Hit]:
    """The file does not start with front matter.

    Why: hosts learn the name and the description from the YAML between two lines `---`, of which
    the first must be the very first line of the file.

    Fix: start the file with `---`, the fields `name` and `description`, and another `---`.
    """
    return fault_hits(
        subject.skill.document.faults,
        FaultKind.NO_OPENING,
        "the first line is not `---`, so the file has no front matter",
        "start the file with `---`, `name:`, `description:` and another `---`",
    )


@rule(
    "FM002",
    "unclosed-front-matter",
    source="agentskills.io/specification, SKILL.md format",
)
def unclosed_front_matter(subject: Subject) -> Iterator[Hit]:
    """The front matter is not closed.

    Why: without a second line `---` hosts cannot tell where the fields end and the instructions begin.

    Fix: add a line `---` after the last field.
    """
    document = subject.skill.document
    for fault in faults(document, FaultKind.NO_CLOSING):
        facts = (("kind", _BARE),) if all(map(_FIELD.fullmatch, document.text.split("\n")[1:])) else ()
        hint = "add `---` after the last field"
        yield Hit("no line `---` closes the front matter", at=fault.span, hint=hint, facts=facts)


@rule("FM003", "invalid-yaml", source="agentskills.io/specification, frontmatter; YAML 1.1")
def invalid_yaml(subject: Subject) -> Iterator[Hit]:
    """The front matter is not readable as YAML.

    Why: hosts skip a skill whose front matter they cannot read. Most often a value holds a colon
    and a blank (`Use when: ...`) and is not quoted.

    Fix: put the value in double quotes, or indent it below `>-`. `skillpack check --fix` quotes a
    value that stands on one line.
    """
    document = subject.skill.document
    for fault in faults(document, FaultKind.YAML):
        fix = _quoting(document, fault)
        kind = _UNQUOTED if fix else _OPEN_QUOTE if "quoted scalar" in fault.detail else ""
        hint = "put the value in double quotes" if fix else "check indentation, quotes and colons on this line"
        yield Hit(
            f"the front matter is not readable as YAML: {fault.detail}",
            at=fault.span,
            hint=hint,
            facts=(("detail", fault.detail), *([("kind", kind)] if kind else ())),
            fix=fix,
        )


@rule(
    "FM004",
    "front-matter-not-mapping",
    source="agentskills.io/specification, frontmatter",
)
def front_matter_not_mapping(subject: Subject) -> Iterator[Hit]:
    """The front matter is a list or a text instead of fields.

    Why: hosts look for `name` and `description` by name.

    Fix: write one field a line: `name: pdf`.
    """
    return fault_hits(
        subject.skill.document.faults,
        FaultKind.NOT_MAPPING,
        "the front matter is a {}, not fields",
        "write `name: ...`",
    )


@rule(
    "FM007",
    "byte-order-mark",
    source="agentskills.io/specification, SKILL.md format",
)
def byte_order_mark(subject: Subject) -> Iterator[Hit]:
    """The file starts with a byte-order mark.

    Why: most hosts compare the first characters with `---` and find an invisible one before it, so
    for them the file has no front matter.

    Fix: save the file as UTF-8 without byte-order mark.
    """
    return fault_hits(
        subject.skill.document.faults,
        FaultKind.BYTE_ORDER_MARK,
        "the file starts with a byte-order mark, so most hosts do not see the front matter",
        "save it as UTF-8 without byte-order mark",
    )


@rule("FM008", "crlf", source="skillpack")
def crlf(subject: Subject) -> Iterator[Hit]:
    """The lines end with CRLF.

    Why: hosts read it, but digests, diffs and scripts differ between copies whose lines end otherwise.

    Fix: save the file with LF; `*.md text eol=lf` in `.gitattributes` keeps it so.
    """
    return fault_hits(subject.skill.document.faults, FaultKind.CRLF, "lines end with CRLF", "save the file with LF")


@rule("FM009", "sloppy-delimiter", source="Metis; metaSKILLs; instructor-php")
def sloppy_delimiter(subject: Subject) -> Iterator[Hit]:
    """Hosts disagree where the front matter ends.

    Why: some take any line that begins with `---` for its end, some a line of `---` with blanks
    around, some exactly `---`. What they show as instructions, and the version that they compute
    from it, then differ.

    Fix: write both delimiters as `---` alone, and indent or quote such lines in values.
    """
    document = subject.skill.document
    for fault in faults(document, FaultKind.SLOPPY_DELIMITER):
        inside = _inside(document, fault)
        message = (
            "some hosts take this line for the end of the front matter"
            if inside
            else "blanks follow the delimiter `---`"
        )
        hint = "reword or quote the value" if inside else "write `---` alone"
        facts = (("kind", _OPENING),) if fault.span.line == 1 else ()
        yield Hit(message, at=fault.span, hint=hint, facts=facts, fix=_trimming(document, fault))


@rule("FM010", "delimiter-in-value", source="skills-ref")
def delimiter_in_value(subject: Subject) -> Iterator[Hit]:
    """The front matter holds `---` inside of a value.

    Why: the reference library and others cut the file at the first `---` they find, wherever it
    stands, and read half of the fields.

    Fix: write a dash of another kind, or reword the value.
    """
    document = subject.skill.document
    for fault in document.faults:
        sloppy = fault.kind is FaultKind.SLOPPY_DELIMITER and _inside(document, fault)
        if sloppy or fault.kind is FaultKind.DELIMITER_IN_VALUE:
            yield Hit(
                "`---` inside of the front matter: some hosts cut the file here",
                at=fault.span,
                hint="reword the value, or write another dash",
            )


@rule("FM011", "flow-value", source="skills-ref (strictyaml)")
def flow_value(subject: Subject) -> Iterator[Hit]:
    """A value is written in braces or brackets.

    Why: the reference library reads a strict subset of YAML without `[a, b]` and `{a: b}` and
    refuses the whole file; hosts that read line by line show the brackets as text.

    Fix: write one item a line, or, for text that starts with a bracket, put it in quotes.
    """
    for fault in faults(subject.skill.document, FaultKind.FLOW):
        where = f"`{shortened(fault.detail)}`" if fault.detail else "the front matter"
        yield Hit(
            f"{where} is written in brackets, which strict readers refuse",
            at=fault.span,
            hint="write one item a line, or quote the text",
            facts=(("detail", "a flow value"),),
        )


@rule("FM012", "front-matter-too-large", source="skillpack")
def front_matter_too_large(subject: Subject) -> Iterator[Hit]:
    """The front matter is too large to be parsed.

    Why: hosts read the front matter of every skill at every start; ours is not parsed beyond a limit.

    Fix: keep the fields short and move text into the body.
    """
    for fault in faults(subject.skill.document, FaultKind.FRONT_MATTER_TOO_LARGE):
        yield Hit(
            f"the front matter has {fault.detail} bytes, at most {subject.limits.front_matter} are parsed",
            hint="move text into the body",
        )


@rule("FM013", "yaml-too-deep", source="skillpack")
def yaml_too_deep(subject: Subject) -> Iterator[Hit]:
    """The YAML is nested too deep to be parsed.

    Why: deep nesting crashes YAML readers; no skill needs it.

    Fix: flatten the value; the specification knows one level, below `metadata`.
    """
    return fault_hits(
        subject.skill.document.faults,
        FaultKind.YAML_TOO_DEEP,
        f"the YAML is nested deeper than {{}} levels: {_STOPPED}",
        "flatten the value",
    )


@rule("FM014", "yaml-too-many-nodes", source="skillpack")
def yaml_too_many_nodes(subject: Subject) -> Iterator[Hit]:
    """The YAML has too many values to be parsed.

    Why: hosts read the front matter of every skill at every start; ours is not parsed beyond a limit.

    Fix: move data into a file under `assets/`.
    """
    return fault_hits(
        subject.skill.document.faults,
        FaultKind.YAML_TOO_MANY_NODES,
        f"the YAML has more than {{}} values: {_STOPPED}",
        "move data into `assets/`",
    )


@rule("FM015", "several-documents", source="YAML 1.2 §9.2")
def several_documents(subject: Subject) -> Iterator[Hit]:
    """The front matter holds a second YAML document.

    Why: readers of one document refuse the file.

    Fix: remove the line `...` or `---` that starts the second document.
    """
    return fault_hits(
        subject.skill.document.faults,
        FaultKind.SEVERAL_DOCUMENTS,
        "a second YAML document starts here",
        "remove the line that starts it",
    )


@rule("FM016", "complex-key", source="skillpack; YAML 1.2 §7.4.2")
def complex_key(subject: Subject) -> Iterator[Hit]:
    """A list or a mapping stands where the name of a field belongs.

    Why: hosts cannot use it as a name and fail on the file. `{{name}}` of a template that was not
    filled in is read so.

    Fix: write a plain name, or quote the text.
    """
    return fault_hits(
        subject.skill.document.faults, FaultKind.COMPLEX_KEY, "`{}` cannot be the name of a field", "write a plain name"
    )


@rule("FM017", "yaml-anchor", source="skillpack; skills-ref (strictyaml)")
def yaml_anchor(subject: Subject) -> Iterator[Hit]:
    """The front matter uses an anchor or an alias.

    Why: the reference library refuses them, and so does skillpack: an alias may stand for millions of
    values. Hosts with a whole YAML reader go on where skillpack stops. What follows could keep the skill from the model
    or restrict its tools, so a skill that was not read to its end is loaded under no profile.

    Fix: write the value where it is used; quote a text that starts with `&` or `*`.
    """
    for fault in faults(subject.skill.document, FaultKind.ANCHOR):
        mark, name = fault.detail[:1], shortened(fault.detail)
        alias = mark == "*"
        message = f"`{name}` is a YAML {'alias' if alias else 'anchor'}: {_STOPPED}"
        where = "here" if alias else f"wherever `*{name[1:]}` stands"
        hint = f"write the value itself {where}; put a text that starts with `{mark}` in quotes"
        yield Hit(message, at=fault.span, hint=hint, facts=(("detail", "an anchor or alias"),))


@rule("FM018", "yaml-tag", source="skillpack; skills-ref (strictyaml)")
def yaml_tag(subject: Subject) -> Iterator[Hit]:
    """The front matter uses a YAML tag.

    Why: the reference library refuses tags, and so does skillpack: a tag may ask a reader to build any
    object. Hosts that know the tag go on where skillpack stops. What follows could keep the skill from the model or
    restrict its tools, so a skill that was not read to its end is loaded under no profile.

    Fix: leave the tag out; quote a text that starts with `!`.
    """
    for fault in faults(subject.skill.document, FaultKind.TAG):
        tag = shortened(fault.detail.replace(_YAML_TAG, "!!"))
        yield Hit(
            f"`{tag}` is a YAML tag: {_STOPPED}",
            at=fault.span,
            hint="leave the tag out, or put a text that starts with `!` in quotes",
            facts=(("detail", "a tag"),),
        )


def _inside(document: Document, fault: Fault) -> bool:
    """Return True for a place between the two delimiters."""
    last = document.front_matter_line + document.front_matter.count("\n")
    return document.front_matter_line <= fault.span.line < last


def _trimming(document: Document, fault: Fault) -> Fix | None:
    """Return the fix of blanks after the opening delimiter; those after the closing one are part of Metis's body."""
    if fault.span.line != 1:
        return None
    start = byte_offset(document.raw, 1, 1 + len(_DELIMITER))
    edit = Edit(document.path, start, byte_offset(document.raw, 1, fault.span.end_column), "")
    return Fix("remove the blanks after the opening `---`", safe=True, edits=(edit,))


def _quoting(document: Document, fault: Fault) -> Fix | None:
    """Return the fix of a value on one line that holds a colon and a blank."""
    lines = document.front_matter.split("\n")
    index = fault.span.line - document.front_matter_line
    if "mapping values are not allowed" not in fault.detail or not 0 <= index < len(lines):
        return None
    match = _KEY.match(lines[index])
    follows = lines[index + 1][:1] if index + 1 < len(lines) else ""
    value = lines[index][match.end() :].rstrip() if match else ""
    if match is None or ": " not in f"{value} " or " #" in value or follows in {" ", "\t"}:
        return None
    start = byte_offset(document.raw, fault.span.line, match.end() + 1)
    edit = Edit(document.path, start, start + len(value.encode()), quoted(value))
    return Fix(f"put the value of `{match[0].rstrip(' :')}` in quotes", safe=True, edits=(edit,))
