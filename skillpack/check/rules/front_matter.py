"""FM: the front matter as a whole: its encoding, its delimiters, its YAML."""

import re
from collections.abc import Iterator

from skillpack.check.edits import quoted
from skillpack.check.fields import fault_hits, faults, shortened
from skillpack.check.rule import Hit, rule
from skillpack.check.subject import Subject
from skillpack.model.document import Document, Fault, FaultKind, byte_offset
from skillpack.model.finding import Edit, Fix
from skillpack.model.limits import Limits
from skillpack.parse.fields import read_fields

_DELIMITER = "---"
_YAML_TAG = "tag:yaml.org,2002:"  # what `!!` stands for
_STOPPED = "skillpack stops reading the front matter there"
# Kinds of findings that some hosts judge for themselves.
_UNQUOTED, _SURROGATE, _OPENING = "unquoted", "surrogate", "opening"
_TABBED = re.compile(r"[ \t]*\t[ \t]*")
_MOST_TABBED = 500  # lines; of each the location is looked up
_WIDTHS = (2, 4, 0)  # a tab before a field at the top was not meant as indentation
_MARK = b"\xef\xbb\xbf"
_KEY = re.compile(r"[A-Za-z_][\w-]*: +(?!['\"|>&*!%@`{\[#])", re.ASCII)


@rule("FM001", "no-front-matter", source="Agent Skills specification, SKILL.md format")
def no_front_matter(subject: Subject) -> Iterator[Hit]:
    """The file does not start with front matter.

    Why: hosts read the name and the description from the YAML between two lines of `---`. The first
    must be the very first line of the file.

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
    source="Agent Skills specification, SKILL.md format",
)
def unclosed_front_matter(subject: Subject) -> Iterator[Hit]:
    """The front matter is not closed.

    Why: without a second line of `---`, hosts cannot tell where the fields end and the instructions
    begin.

    Fix: add a line `---` after the last field.
    """
    document = subject.skill.document
    for fault in faults(document, FaultKind.NO_CLOSING):
        yield Hit("no line `---` closes the front matter", at=fault.span, hint="add `---` after the last field")


@rule("FM003", "invalid-yaml", source="Agent Skills specification, frontmatter; YAML 1.1")
def invalid_yaml(subject: Subject) -> Iterator[Hit]:
    """The front matter is not valid YAML.

    Why: hosts skip a skill whose front matter they cannot read. Most often a value contains a colon and
    a space (`Use when: ...`) without quotes, or a line is indented with a tab.

    Fix: put the value in double quotes, or indent it below `>-`; indent with spaces. `skillpack check
    --fix` quotes a one-line value, and replaces tabs where the result is valid YAML.
    """
    document = subject.skill.document
    for fault in faults(document, FaultKind.YAML):
        if _begins_with_tab(document, fault):
            message = f"line {fault.span.line} begins with a tab; YAML needs spaces"
            yield Hit(
                message,
                at=fault.span,
                hint="indent with spaces",
                facts=(("detail", fault.detail),),
                fix=_untabbed(document, subject.limits),
            )
            continue
        fix = _quoting(document, fault)
        kind = _UNQUOTED if fix else _SURROGATE if "invalid Unicode" in fault.detail else ""
        hint = "put the value in double quotes" if fix else "check indentation, quotes and colons on this line"
        yield Hit(
            f"the front matter is not valid YAML: {fault.detail}",
            at=fault.span,
            hint=hint,
            facts=(("detail", fault.detail), *([("kind", kind)] if kind else ())),
            fix=fix,
        )


@rule(
    "FM004",
    "front-matter-not-mapping",
    source="Agent Skills specification, frontmatter",
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
    source="Agent Skills specification, SKILL.md format",
)
def byte_order_mark(subject: Subject) -> Iterator[Hit]:
    """The file starts with a byte-order mark.

    Why: most hosts want `---` as the very first characters. They find an invisible one before it and
    conclude that the file has no front matter.

    Fix: save the file as UTF-8 without a byte-order mark; `skillpack check --fix` removes it.
    """
    document = subject.skill.document
    for fault in faults(document, FaultKind.BYTE_ORDER_MARK):
        yield Hit(
            "the file starts with a byte-order mark, so most hosts do not see the front matter",
            at=fault.span,
            hint="save the file as UTF-8 without a byte-order mark",
            fix=Fix("remove the byte-order mark", safe=True, edits=(Edit(document.path, 0, len(_MARK), ""),)),
        )


@rule("FM008", "crlf", source="skillpack, readers")
def crlf(subject: Subject) -> Iterator[Hit]:
    """The lines end with CRLF.

    Why: hosts read such files, but digests and diffs differ from those of a copy with LF.

    Fix: save the file with LF, in which every host reads the same text; `skillpack check --fix` converts
    the whole file. `*.md text eol=lf` in `.gitattributes` keeps it so.
    """
    document = subject.skill.document
    for fault in faults(document, FaultKind.CRLF):
        # `\r\r\n` would become `\r\n`, which is read differently.
        fix = None if b"\r\r\n" in document.raw else Fix("convert CRLF to LF", safe=True, newlines=(document.path,))
        yield Hit("lines end with CRLF", at=fault.span, hint="save the file with LF", fix=fix)


@rule("FM009", "sloppy-delimiter", source="Metis, section 3; metaSKILLs, section 3; instructor-php, SKILL.md Format")
def sloppy_delimiter(subject: Subject) -> Iterator[Hit]:
    """Hosts disagree on where the front matter ends.

    Why: some end it at any line that begins with `---`, some at a line of `---` with spaces around it,
    some only at exactly `---`. They then show different instructions and compute different versions.

    Fix: write both delimiters as `---` alone, and indent or quote such lines in values.
    """
    document = subject.skill.document
    for fault in faults(document, FaultKind.SLOPPY_DELIMITER):
        inside = _inside(document, fault)
        message = (
            "some hosts read this line as the end of the front matter"
            if inside
            else "spaces follow the delimiter `---`"
        )
        hint = "reword or quote the value" if inside else "write `---` alone"
        facts = (("kind", _OPENING),) if fault.span.line == 1 else ()
        yield Hit(message, at=fault.span, hint=hint, facts=facts, fix=_trimming(document, fault))


@rule("FM010", "delimiter-in-value", source="skills-ref")
def delimiter_in_value(subject: Subject) -> Iterator[Hit]:
    """A value in the front matter contains `---`.

    Why: the reference library and others cut the file at the first `---` they find and read half of the
    fields.

    Fix: use another kind of dash, or reword the value.
    """
    document = subject.skill.document
    for fault in document.faults:
        sloppy = fault.kind is FaultKind.SLOPPY_DELIMITER and _inside(document, fault)
        if sloppy or fault.kind is FaultKind.DELIMITER_IN_VALUE:
            yield Hit(
                "`---` inside the front matter; some hosts cut the file here",
                at=fault.span,
                hint="reword the value, or write another dash",
            )


@rule("FM011", "flow-value", source="skills-ref; StrictYAML")
def flow_value(subject: Subject) -> Iterator[Hit]:
    """A value is written in braces or brackets.

    Why: the reference library reads a strict subset of YAML without `[a, b]` and `{a: b}`, and refuses
    the whole file; hosts that read line by line show the brackets as text.

    Fix: write one item per line; put text that starts with a bracket in quotes.
    """
    for fault in faults(subject.skill.document, FaultKind.FLOW):
        where = f"`{shortened(fault.detail)}`" if fault.detail else "the front matter"
        yield Hit(
            f"{where} is written in brackets, which strict readers refuse",
            at=fault.span,
            hint="write one item per line, or quote the text",
            facts=(("detail", "a flow value"),),
        )


@rule("FM012", "front-matter-too-large", source="skillpack, limits")
def front_matter_too_large(subject: Subject) -> Iterator[Hit]:
    """The front matter is too large to parse.

    Why: hosts read the front matter of every skill at every start, so skillpack stops at a limit.

    Fix: keep the fields short, and move text into the body.
    """
    for fault in faults(subject.skill.document, FaultKind.FRONT_MATTER_TOO_LARGE):
        yield Hit(
            f"the front matter has {fault.detail} bytes; at most {subject.limits.front_matter} are parsed",
            hint="move text into the body",
        )


@rule("FM013", "yaml-too-deep", source="skillpack, limits")
def yaml_too_deep(subject: Subject) -> Iterator[Hit]:
    """The YAML is nested too deeply to parse.

    Why: deep nesting crashes YAML readers, and no skill needs it.

    Fix: flatten the value; the specification allows one level, below `metadata`.
    """
    return fault_hits(
        subject.skill.document.faults,
        FaultKind.YAML_TOO_DEEP,
        f"the YAML is nested deeper than {{}} levels: {_STOPPED}",
        "flatten the value",
    )


@rule("FM014", "yaml-too-many-nodes", source="skillpack, limits")
def yaml_too_many_nodes(subject: Subject) -> Iterator[Hit]:
    """The YAML has too many values to parse.

    Why: hosts read the front matter of every skill at every start, so skillpack stops at a limit.

    Fix: move data into a file under `assets/`.
    """
    return fault_hits(
        subject.skill.document.faults,
        FaultKind.YAML_TOO_MANY_NODES,
        f"the YAML has more than {{}} values: {_STOPPED}",
        "move data into `assets/`",
    )


@rule("FM015", "several-documents", source="YAML 1.2, section 9.2")
def several_documents(subject: Subject) -> Iterator[Hit]:
    """The front matter contains a second YAML document.

    Why: most readers accept one document and refuse the file.

    Fix: remove the line `...` or `---` that starts the second document.
    """
    return fault_hits(
        subject.skill.document.faults,
        FaultKind.SEVERAL_DOCUMENTS,
        "a second YAML document starts here",
        "remove the line that starts it",
    )


@rule("FM016", "complex-key", source="skillpack, readers; YAML 1.2, section 7.4.2")
def complex_key(subject: Subject) -> Iterator[Hit]:
    """A list or mapping stands where a field name belongs.

    Why: hosts cannot use it as a name and fail on the file. `{{name}}` in a template that nobody filled
    in is read this way.

    Fix: write a plain name, or quote the text.
    """
    return fault_hits(
        subject.skill.document.faults, FaultKind.COMPLEX_KEY, "`{}` cannot be the name of a field", "write a plain name"
    )


@rule("FM017", "yaml-anchor", source="skillpack, limits; skills-ref; StrictYAML")
def yaml_anchor(subject: Subject) -> Iterator[Hit]:
    """The front matter uses an anchor or an alias.

    Why: the reference library refuses both, and so does skillpack: an alias can expand to millions of
    values. Hosts with a full YAML reader continue where skillpack stops. What follows could hide the
    skill from models or restrict its tools, so no profile loads a skill that was not read to the end.

    Fix: write the value where it is used; quote text that starts with `&` or `*`.
    """
    for fault in faults(subject.skill.document, FaultKind.ANCHOR):
        mark, name = fault.detail[:1], shortened(fault.detail)
        alias = mark == "*"
        message = f"`{name}` is a YAML {'alias' if alias else 'anchor'}: {_STOPPED}"
        where = "here" if alias else f"wherever `*{name[1:]}` stands"
        hint = f"write the value itself {where}; put a text that starts with `{mark}` in quotes"
        yield Hit(message, at=fault.span, hint=hint, facts=(("detail", "an anchor or alias"),))


@rule("FM018", "yaml-tag", source="skillpack, limits; skills-ref; StrictYAML")
def yaml_tag(subject: Subject) -> Iterator[Hit]:
    """The front matter uses a YAML tag.

    Why: the reference library refuses tags, and so does skillpack: a tag can ask a reader to build any
    object. Hosts that know the tag continue where skillpack stops. What follows could hide the skill
    from models or restrict its tools, so no profile loads a skill that was not read to the end.

    Fix: leave the tag out; quote text that starts with `!`.
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
    return Fix("remove the spaces after the opening `---`", safe=True, edits=(edit,))


def _begins_with_tab(document: Document, fault: Fault) -> bool:
    """Return whether a reader of YAML stopped at a tab that indents a line."""
    lines = document.front_matter.split("\n")
    index = fault.span.line - document.front_matter_line
    return 0 <= index < len(lines) and _TABBED.match(lines[index]) is not None


def _untabbed(document: Document, limits: Limits) -> Fix | None:
    """Return the fix that indents with spaces, as few as give valid YAML; None where no number does."""
    lines = document.front_matter.split("\n")
    tabbed = [(number, found) for number, line in enumerate(lines) if (found := _TABBED.match(line))]
    if len(tabbed) > _MOST_TABBED:
        return None
    for width in _WIDTHS:
        new = list(lines)
        for number, found in tabbed:
            new[number] = found[0].replace("\t", " " * width) + lines[number][found.end() :]
        _, left = read_fields("\n".join(new), document.front_matter_line, limits)
        if not any(fault.kind is FaultKind.YAML for fault in left):
            edits = []
            for number, found in tabbed:
                start = byte_offset(document.raw, document.front_matter_line + number, 1)
                edits.append(Edit(document.path, start, start + found.end(), found[0].replace("\t", " " * width)))
            return Fix("indent with spaces in place of tabs", safe=True, edits=tuple(edits))
    return None


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
