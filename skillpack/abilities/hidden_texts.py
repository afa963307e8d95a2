"""Texts that readers of Markdown do not see, and that tell an agent what to do."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from skillpack.abilities.concealed.agent_orders import acts as acts_in_secret
from skillpack.abilities.orders import OVERRIDES, overrides
from skillpack.abilities.places import MOST, decoded, shown, span_in_file
from skillpack.abilities.prose import gives_order
from skillpack.abilities.scan import REACH, Scan
from skillpack.abilities.source_text import Reading
from skillpack.abilities.texts import TextFile, files_with, telling
from skillpack.model.ability import Concern, ConcernKind
from skillpack.model.document import BodyMark
from skillpack.model.finding import AlarmLevel, Position
from skillpack.model.limits import Limits
from skillpack.model.skill import ParsedSkill
from skillpack.parse.markdown.body import scan_body
from skillpack.parse.patterns import late

_COMMENT = telling("comment")
_REFERENCE = telling("reference")
_UNSEEN = telling("definition", "hidden", "link", "image")
_REFERENCE_COMMENT = late(rb"\]: #[ \t]{1,4}[\"'(]")  # `[//]: # (hidden as well)`
_ADDRESSES = late(
    r"\b(?:agents?|assistants?|claude|codex|copilot|gemini|gpt|llms?|ai|(?:the|this|any) model)\b[^.\n]{0,60}"
    r"\b(?:must|should|shall|always|never|do not|don't|have to|need to|may not|is required to|are required to)\b"
    r"|\byou (?:must|shall|always|never|may not|are now|have to)\b",
    re.IGNORECASE,
)
_ACTS = late(
    r"\b(?:run|execute|send|upload|post|fetch|download|read|install|delete|forward|append|copy"
    r"|e-?mail(?= (?:it|the|this|all|any|your|them|him|her|me|us)\b))\b[^.\n]{0,80}"
    r"(?:https?://|\$\(|~/|\.env\b|/etc/|\bcurl\b|\bwget\b|\btokens?\b|\bcredentials?\b|\bpasswords?\b|\bapi keys?\b)",
    re.IGNORECASE,
)
_FOR_AUTHORS = late(
    r"""\s* (?:todo|fixme|xxx|note\ to\ (?:the\ )?(?:author|editor|maintainer|self)|maintainers?\b|editors?\b
    |prettier|markdownlint|eslint|vale|textlint|doctoc|toc\b|generated|auto-?generated|template|begin|end\b|start|stop
    |spdx|copyright|licen[cs]e|replace|fill\ in|add\ your|example|insert|optional|delete\ this)""",
    re.VERBOSE | re.IGNORECASE,
)

_TEMPLATE = late(r"(?:^|/)(?:assets|templates?)/|template[^/]*\Z", re.IGNORECASE)
_ABOUT_WRITING = late(
    r"""[\s\[({"'*_-]* (?:optional\)?[:,]?\s|if\ applicable,?\s|briefly\s|instructions?:\s)?
    (?:what|why|when|how|who|where|which|example|reminder|note|tip|hint|guid(?:ance|elines?)|describe|explain|list|specify
    |provide|document|outline|summari[sz]e|define|state|placeholder|(?:use\ )?this\ (?:section|file|template)|your
    |replace|fill|(?:add|write|put|enter|give|include|insert|link\ to|name)\ (?:a|an|the|one|your|here)
    |keep\ (?:this|it)|sections?\ for|(?:a\ )?(?:short|one|two|three|\d+(?:[-\u2013]\d+)?)[ -]
    (?:sentences?|words?|lines?|paragraphs?|bullets?|items?|description|summary|list))\b""",
    re.IGNORECASE | re.VERBOSE,
)
_REACHES = late(
    r"\b(?:run|execute|send|upload|post|forward|copy|read|delete|append|e-?mail)\b[^\n]{0,120}"
    r"(?:https?://|\$\(|~/|\.env\b|/etc/|\bcurl\b|\bwget\b)",
    re.IGNORECASE,
)


def hidden_texts(skill: ParsedSkill, texts: tuple[TextFile, ...], limits: Limits) -> Iterator[Reading]:
    """Yield orders to an agent in comments, titles and elements that nobody sees; those to act are reasons to stop.

    Args:
        skill: As parsed.
        texts: Of its files.
        limits: What we are willing to read.
    """
    for path, what, marks in _unseen(skill, texts, limits):
        template = what == "a comment" and _TEMPLATE().search(path) is not None
        for mark in islice((mark for mark in marks if _instructs(mark.text, template=template)), MOST):
            words = shown(mark.text.strip().encode("utf-8", "replace"))
            level = AlarmLevel.STOP if _orders(mark.text) else AlarmLevel.READ_FIRST
            yield Concern(ConcernKind.CONCEALED_ORDER, level, Position(path, mark.span), words, (("what", what),))


def _unseen(
    skill: ParsedSkill, texts: tuple[TextFile, ...], limits: Limits
) -> Iterator[tuple[str, str, Iterable[BodyMark]]]:
    """Yield the texts that Markdown hides: the file, the kind, the texts."""
    bodies = [("", skill.document.body)]
    bodies += [
        (file.path, scan_body(decoded(file.content), 1))
        for file in files_with(texts, _COMMENT | _UNSEEN)
        if is_prose(file, skill, limits)
    ]
    for path, body in bodies:
        yield path, "a comment", body.comments
        yield path, "a title or hidden text", body.unseen
    for file in files_with(texts, _REFERENCE):
        if file.markdown:
            yield file.path, "a comment", _reference_comments(file)


def _reference_comments(file: TextFile) -> Iterator[BodyMark]:
    """Yield the texts of definitions that nothing can refer to, and that instruct: `[//]: # (hidden as well)`.

    A definition takes its whole line, so that each line is read once. Only of what instructs the place is looked for,
    for that counts the lines above.
    """
    read = 0  # how far
    for found in _REFERENCE_COMMENT().finditer(file.content):
        if found.start() < read:
            continue
        line = file.content.rfind(b"\n", max(0, found.start() - REACH), found.start()) + 1
        if file.content[line : found.start()].lstrip().startswith(b"["):
            end = file.content.find(b"\n", found.end())
            read = end if end >= 0 else len(file.content)
            text = decoded(file.content[found.end() : read])
            if _instructs(text, template=False):
                yield BodyMark(text, span_in_file(file, found.end(), read))


def is_prose(file: TextFile, skill: ParsedSkill, limits: Limits) -> bool:
    """Tell whether a file is Markdown that was not parsed with the skill, and not too long for an agent."""
    parsed = file.content == skill.document.raw and not file.path
    return file.markdown and not parsed and len(file.content) <= limits.body


def _instructs(text: str, *, template: bool) -> bool:
    """Tell whether a comment speaks to an agent, as opposed to whoever edits the file.

    Those of a template, and those that say what to write, speak to whoever fills it in, agents included: there only
    what reaches out of the skill counts.
    """
    if _orders(text):
        return True
    return not template and not _is_for_writers(text) and _ADDRESSES().search(text) is not None


def _orders(text: str) -> bool:
    """Tell whether a text orders what acts on the world, or against the instructions or the user of an agent."""
    if next(overrides(Scan(text.encode("utf-8", "replace")), OVERRIDES), None) is not None:
        return True
    acts = _REACHES() if _is_for_writers(text) else _ACTS()
    return acts.search(text) is not None or gives_order(text) or acts_in_secret(text)


def _is_for_writers(text: str) -> bool:
    """Tell whether a text speaks to whoever edits a file, or says what to write into it."""
    return _FOR_AUTHORS().match(text) is not None or _ABOUT_WRITING().match(text) is not None
