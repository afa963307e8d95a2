"""BD: the body: its size, and blocks that never close."""

from collections.abc import Iterator

from skillpack.check.fields import fault_hits, readable
from skillpack.check.rule import Hit, measured, rule
from skillpack.check.subject import Subject
from skillpack.model.document import Body, FaultKind, Span
from skillpack.model.skill import estimated_tokens_above
from skillpack.parse.markdown.excess import find_excess

_LINES = 500
_CHARACTERS = 20_000  # 5,000 tokens at four characters each


@rule("BD001", "body-empty", source="ash, Errors")
def body_empty(subject: Subject) -> Iterator[Hit]:
    """The body is empty: the skill has no instructions.

    Why: an agent that opens the skill gets nothing to follow; some hosts do not load it at all.

    Fix: below the front matter, write what the agent should do.
    """
    document = subject.skill.document
    text = document.body.text
    if (not text or text.isspace()) and readable(document):
        yield Hit("the body is empty, so the skill has no instructions", hint="write them below the front matter")


@rule(
    "BD002",
    "body-too-many-lines",
    source="formal guide (boxxy), part 3; Agent Skills specification, progressive disclosure",
    threshold=_LINES,
)
def body_too_many_lines(subject: Subject) -> Iterator[Hit]:
    """The body has more than 500 lines.

    Why: the whole body enters the agent's context each time the skill is opened, whichever part is
    needed.

    Fix: move details into files under `references/`, and say in the body when to read each.
    """
    body = subject.skill.document.body
    limit = subject.threshold("BD002", _LINES)
    if body.text.count("\n") < limit:
        return
    lines = body.text.strip("\n").count("\n") + 1
    if lines > limit:
        yield Hit(
            f"the body has {lines:,} lines, more than {limit}",
            at=_line_from(body, limit),
            hint="move details into `references/`, and say when to read them",
            facts=(*measured(lines, _LINES), ("lines", str(lines))),
        )


@rule("BD003", "body-too-many-tokens", source="Metis, section 5; formal guide (boxxy), part 3", threshold=_CHARACTERS)
def body_too_many_tokens(subject: Subject) -> Iterator[Hit]:
    """The body costs more than 5,000 tokens.

    Why: the whole body enters the agent's context each time the skill is opened, whichever part is
    needed. Tokens are counted as the specifications count them, four characters each; profiles give
    their limit in characters, because some round down and some up.

    Fix: move details into files under `references/`, and say in the body when to read each.
    """
    text = subject.skill.document.body.text
    limit = subject.threshold("BD003", _CHARACTERS)
    if len(text) > limit:
        tokens = estimated_tokens_above(text)
        yield Hit(
            f"the body costs about {tokens:,} tokens, more than {limit // 4:,}",
            at=_line_at(subject.skill.document.body, limit),
            hint="move details into `references/`, and say when to read them",
            facts=(*measured(len(text), _CHARACTERS), ("tokens", str(tokens))),
        )


@rule("BD004", "body-too-many-characters", source="metaSKILLs, section 3", threshold=_CHARACTERS)
def body_too_many_characters(subject: Subject) -> Iterator[Hit]:
    """The body has more than 20,000 characters.

    Why: hosts of metaskills may cut it there, in the middle of a sentence, without telling the agent.

    Fix: move details into files under `references/`, and say in the body when to read each.
    """
    body = subject.skill.document.body
    limit = subject.threshold("BD004", _CHARACTERS)
    if len(body.text) > limit:
        yield Hit(
            f"the body has {len(body.text):,} characters, more than {limit:,}",
            at=_line_at(body, limit),
            hint="move details into `references/`; what stands behind this place may be cut",
            facts=measured(len(body.text), _CHARACTERS),
        )


@rule("BD005", "unclosed-fence", source="CommonMark, fenced code blocks")
def unclosed_fence(subject: Subject) -> Iterator[Hit]:
    """A fenced code block is never closed.

    Why: everything after it becomes code: headings, links and instructions lose their meaning, on pages
    and for agents.

    Fix: close the block with as many backticks or tildes as it was opened with.
    """
    found = subject.skill.document.body.faults
    return fault_hits(
        found, FaultKind.UNCLOSED_FENCE, "this block of code is never closed", "close it with the same fence"
    )


@rule("BD006", "unclosed-comment", source="CommonMark, HTML blocks")
def unclosed_comment(subject: Subject) -> Iterator[Hit]:
    """An HTML comment is never closed.

    Why: on rendered pages everything after it disappears, while an agent still reads it.

    Fix: close the comment with `-->`.
    """
    found = subject.skill.document.body.faults
    return fault_hits(found, FaultKind.UNCLOSED_COMMENT, "this comment is never closed", "close it with `-->`")


@rule("BD007", "body-not-rendered", source="skillpack, pages")
def body_not_rendered(subject: Subject) -> Iterator[Hit]:
    """The body is too large or too deeply nested to render, so its page shows the source.

    Why: rendering has limits that no text for people reaches: characters, nested quotes, lists and
    tags, table cells, marks such as `*` and `[`.

    Fix: split the body, or move the large table or list into a file under `references/`.
    """
    excess = find_excess(subject.skill.document.body.text, subject.limits)
    if excess:
        yield Hit(
            f"the body has {excess.size:,} {excess.what}, more than {excess.limit:,}; its page shows the source",
            hint="split it, or move the large part into `references/`",
        )


def _line_from(body: Body, lines: int) -> Span:
    """Return the first line behind so many lines of the body, without the spaces at its start."""
    offset = 0
    for _ in range(lines):
        offset = body.text.find("\n", offset) + 1
    return _line_at(body, offset)


def _line_at(body: Body, offset: int) -> Span:
    """Return the span from an offset to the end of its line."""
    start = body.text.rfind("\n", 0, offset) + 1
    end = body.text.find("\n", offset)
    line = body.first_line + body.text.count("\n", 0, offset)
    return Span(line, offset - start + 1, line, (len(body.text) if end < 0 else end) - start + 1)
