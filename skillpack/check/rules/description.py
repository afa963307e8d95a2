"""DS: the description, by which a skill is chosen."""

import re
from collections.abc import Iterator

from skillpack.check.edits import quote_scalar, safe_fix
from skillpack.check.fields import (
    in_words,
    is_null,
    is_text_to_all,
    python_type,
    readable,
    shortened,
    typed_facts,
    value_of,
)
from skillpack.check.rule import Hit, measured, rule
from skillpack.check.subject import Subject
from skillpack.model.document import Node, NodeKind, Span
from skillpack.model.skill import estimated_tokens_above
from skillpack.parse.patterns import late

_LIMIT = 1024  # characters
_JUDGED = 4096  # characters
_TOKENS = 100
_COMMENT = late(r"<!--.*?-->", re.DOTALL)
_TAG = re.compile(r"</?[A-Za-z][\w.:-]*(?:\s[^<>]*)?/?>")
_CUT = re.compile(r"[ \t]+(#.*)")
_TO_DO = re.compile(r"\W*(?:todo|tbd|fixme|xxx+)\b|\W*(?:lorem ipsum|placeholder\b|your description\b)", re.IGNORECASE)
_DESCRIPTION = "Agent Skills specification, description"
# Words by which a description says for which situations the skill is, in the languages that are judged at all.
_WHEN = late(
    r"\b(?:when(?:ever)?|if|before|after|anytime|upon)\b"
    r"|\b(?:any|each|every) ?time\b|\bas soon as\b|\bin (?:case|response to|the event)\b"
    r"|\b(?:must|should|can|to) (?:be )?(?:used?|invoked?|loaded|activated|applied)\b"
    r"|\buse (?:(?:this|these|it|the|skill|tool|guide|proactively|immediately|only|also|primarily|instead) )*"
    r"(?:for|to|on|during|while|as|with|in|at|by|proactively|immediately|instead)\b"
    r"|\b(?:used|useful|suitable|ideal|perfect|great|intended|meant|helpful|best|good|designed)"
    r" (?:for|during|while|as)\b"
    r"|\b(?:invoke|load|apply|activate|trigger|call|run|read|consult|follow)s? "
    r"(?:(?:this|it|the|skill) ?)*(?:for|on|during|while|skill|proactively|automatically)\b"
    r"|\btrigger(?:s|ed|ing)?\b[^.]{0,20}(?:on|by|with|phrase|word|keyword|:)"
    r"|\bkeywords?:|\b(?:use cases?|scenarios?)\b"
    r"|\b(?:wenn|falls|sobald|bevor|nachdem|beim|quand|lorsque|lors|cuando|quando|als|wanneer|gdy|kiedy|jeśli)\b",
    re.IGNORECASE,
)


@rule("DS001", "description-missing", source=_DESCRIPTION)
def description_missing(subject: Subject) -> Iterator[Hit]:
    """The field `description` is missing.

    Why: it is all an agent knows about a skill before opening it; hosts refuse the skill or show
    nothing.

    Fix: add `description:` and say what the skill does and when to use it.
    """
    document = subject.skill.document
    if document.field("description") is None and readable(document):
        yield Hit(
            "the field `description` is missing", hint="add `description:` with what the skill does and when to use it"
        )


@rule("DS002", "description-not-text", source=_DESCRIPTION)
def description_not_text(subject: Subject) -> Iterator[Hit]:
    """YAML does not read the description as text.

    Why: strict hosts want text and refuse a list, a mapping, a number or a date.

    Fix: write one text, in quotes if it looks like a number or a date.
    """
    node = value_of(subject.skill.document, "description")
    if node is not None and not is_text_to_all(node) and not is_null(node):
        yield Hit(
            f"`description` is {in_words(node)}, not text",
            at=node.span,
            hint="put it in quotes" if node.kind is NodeKind.SCALAR else "write one text",
            facts=typed_facts(node),
            fix=safe_fix("put the description in quotes", quote_scalar(subject.skill.document, node)),
        )


@rule("DS003", "description-empty", source=_DESCRIPTION)
def description_empty(subject: Subject) -> Iterator[Hit]:
    """The description is empty.

    Why: it is all an agent knows about a skill before opening it; strict hosts refuse the skill.

    Fix: say what the skill does and when to use it.
    """
    node = value_of(subject.skill.document, "description")
    if node is not None and (is_null(node) or (node.kind is NodeKind.SCALAR and not node.text.strip())):
        yield Hit(
            "`description` is empty",
            at=node.span,
            hint="say what the skill does and when to use it",
            facts=(("type", python_type(node)),),
        )


@rule("DS004", "description-only-comments", source="metaSKILLs, section 3")
def description_only_comments(subject: Subject) -> Iterator[Hit]:
    """The description holds nothing but HTML comments.

    Why: hosts that remove comments are left with nothing and skip the skill.

    Fix: say in plain text what the skill does and when to use it.
    """
    for node in _text(subject):
        if "<!--" in node.text and not _without_comments(node).strip():
            yield Hit("`description` contains only comments", at=node.span, hint="write plain text")


@rule("DS005", "description-too-long", source=_DESCRIPTION, threshold=_LIMIT)
def description_too_long(subject: Subject) -> Iterator[Hit]:
    """The description has more than 1024 characters.

    Why: strict hosts refuse or skip the skill, others cut the text in their list. Every agent session
    pays for it.

    Fix: keep what the skill does and when to use it, and move the rest into the body.
    """
    for node in _text(subject):
        # Counted before stripping, as the reference library and Metis count.
        limit = subject.threshold("DS005", _LIMIT)
        if len(node.text) > limit:
            yield Hit(
                f"`description` has {len(node.text)} characters; at most {limit} are allowed",
                at=node.span,
                hint="keep what the skill does and when to use it, and move the rest into the body",
                facts=measured(len(node.text), _LIMIT),
            )


@rule("DS006", "description-without-when", source=_DESCRIPTION)
def description_without_when(subject: Subject) -> Iterator[Hit]:
    """The description does not say when to use the skill.

    Why: an agent compares its task with the description; one that only says what the skill is gets
    overlooked, or chosen at random.

    Fix: add a sentence such as "Use when ..." with the words that people use in such tasks.
    """
    for node in _text(subject):
        text = _without_comments(node)
        if text.strip() and "when" not in text.lower() and _is_latin(text) and not _WHEN().search(text):
            yield Hit(
                "`description` does not say when to use the skill",
                at=node.span,
                hint="add a sentence such as `Use when ...`",
            )


@rule("DS007", "description-breaks-lines", source="metaSKILLs, section 4")
def description_breaks_lines(subject: Subject) -> Iterator[Hit]:
    """The description contains a line break or an HTML comment.

    Why: most hosts list one skill per line; a break splits the entry, and a comment shows up as text.

    Fix: write one line, or a folded block (`>-`) without empty lines, and leave comments out.
    """
    for node in _text(subject):
        comment, broken = "<!--" in node.text, "\n" in node.text.strip()
        if comment or broken:
            yield Hit(
                f"`description` contains {'a comment' if comment else 'a line break'}; hosts list one skill per line",
                at=node.span,
                hint="leave the comment out" if comment else "write one line, or a folded block with `>-`",
            )


@rule(
    "DS008",
    "description-costs-much",
    source="formal guide (boxxy), part 4",
    threshold=_TOKENS,
)
def description_costs_much(subject: Subject) -> Iterator[Hit]:
    """Name and description cost more than 100 tokens.

    Why: every session of every agent pays for them, whether the skill is used or not.

    Fix: keep what the skill does and when to use it.
    """
    for node in _text(subject):
        tokens = estimated_tokens_above(subject.skill.name + node.text.strip())
        limit = subject.threshold("DS008", _TOKENS)
        if tokens > limit:
            yield Hit(
                f"name and description cost about {tokens} tokens in every session, at most {limit} are advised",
                at=node.span,
                hint="shorten the description",
                facts=measured(tokens, _TOKENS),
            )


@rule("DS009", "description-has-tags", source="skillport (PyPI); agent-skills-cli (npm)")
def description_has_tags(subject: Subject) -> Iterator[Hit]:
    """The description contains something like an XML tag.

    Why: many hosts put descriptions into XML without escaping them, and several validators refuse them.

    Fix: write the word without angle brackets, or in backticks.
    """
    for node in _text(subject):
        found = _TAG.search(node.text)
        if found:
            yield Hit(
                f"`description` contains `{found[0][:40]}`, which looks like an XML tag",
                at=node.span,
                hint="write it without angle brackets",
            )


@rule("DS010", "description-cut", source="YAML 1.2, section 6.6")
def description_cut(subject: Subject) -> Iterator[Hit]:
    """A space and `#` end the description: YAML reads the rest as a comment.

    Why: no host sees the rest, such as `#urgent` in `description: Triage #urgent`.

    Fix: put the description in quotes, or write the comment on a line of its own.
    """
    document = subject.skill.document
    node = value_of(document, "description")
    if node is None or node.kind is not NodeKind.SCALAR or not (node.plain or is_null(node)):
        return
    lines = document.front_matter.split("\n")
    index = node.span.end_line - document.front_matter_line
    rest = lines[index][node.span.end_column - 1 :] if 0 <= index < len(lines) else ""
    cut = _CUT.match(rest)
    if cut:
        start = node.span.end_column + cut.start(1)
        yield Hit(
            f"`{shortened(cut[1].rstrip())}` is not part of `description`: YAML reads it as a comment",
            at=Span(node.span.end_line, start, node.span.end_line, start + len(cut[1].rstrip())),
            hint="put the description in quotes",
        )


@rule("DS011", "description-to-do", source="skillpack, choice")
def description_to_do(subject: Subject) -> Iterator[Hit]:
    """The description is a placeholder: it begins with `TODO` or the like.

    Why: no agent chooses a skill by such a description, and every session pays for it.

    Fix: say what the skill does and when to use it.
    """
    node = value_of(subject.skill.document, "description")
    if node is not None and _TO_DO.match(node.text):
        yield Hit(
            f"`description` is a placeholder: `{shortened(node.text)}`",
            at=node.span,
            hint="say what the skill does and when to use it",
        )


def _text(subject: Subject) -> Iterator[Node]:
    """Yield the value of `description`, once or, where there is no text, not at all."""
    node = value_of(subject.skill.document, "description")
    if node is not None and node.kind is NodeKind.SCALAR and not is_null(node):
        yield node


def _without_comments(node: Node) -> str:
    """Return the text without comments; of a very long one only the start, for the search is quadratic."""
    return _COMMENT().sub("", node.text[:_JUDGED])


def _is_latin(text: str) -> bool:
    """Return True when most letters are Latin: words of another script are not judged."""
    letters = [character for character in text if character.isalpha()]
    return sum(character < "\u0250" for character in letters) * 2 > len(letters)
