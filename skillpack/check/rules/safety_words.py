"""SF: words that steer an agent behind its user's back, and links that run code."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from skillpack.abilities.places import MOST, decoded, shown, span_in_file
from skillpack.abilities.scan import REACH, Scan
from skillpack.abilities.texts import TextFile, files_with, telling
from skillpack.check.rule import Hit, rule
from skillpack.check.rules.concerns import concern_hits
from skillpack.check.rules.scanned import scanned_hits
from skillpack.check.subject import Subject
from skillpack.model.ability import ConcernKind
from skillpack.model.document import BodyMark, Link
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

_OVERRIDES = telling("instructions", "user")
_INSTRUCTIONS = re.compile(rb"nstructions")
_IGNORE = late(
    rb"\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|override|bypass)\s++"
    rb"(?:(?:all|any|of|the|your|my|other|every|these|those)\s++){0,4}"
    rb"(?:previous|prior|earlier|above|preceding|existing|original|initial|system|developer|safety)\s++"
    rb"(?:\w++\s++){0,2}I\Z",
    re.IGNORECASE,
)
# The first words are found quickly, and only then what stands before them is looked at.
_THE_USER = re.compile(
    rb" the user(?:(?<=tell the user)|(?<=telling the user)|(?<=inform the user)|(?<=informing the user)"
    rb"|(?<=to the user)|(?<=from the user))"
)
_SECRETLY = late(
    rb"""\b(?: (?:do\s++not|don't|never|without)\s++(?:ever\s++)?(?:tell|inform)(?:ing)?
    | (?:do\s++not|don't|never)\s++(?:ever\s++)?(?:reveal|mention|disclose|admit)\s++
      (?:this|it|that|them|any\ of\ this|these\s++\w++)\s++to
    | (?:hide|conceal|keep)\s++(?:\w++\s++){1,4}from ) \Z""",
    re.VERBOSE | re.IGNORECASE,
)
_ABOUT_IT = late(
    rb"\s*(?:[.!;,)]|\Z|about (?:this|it|that|these|any)\b|that you\b|what you\b|why you\b|of this\b|anything\b)",
    re.IGNORECASE,
)
_QUOTES = (b'"', b"'", b"`", b"\xe2\x80\x9c", b"\xe2\x80\x98", b"\xc2\xab", b"*")
_SPEAKS_OF_ATTACKS = late(
    rb"inject|attack|jailbreak|attempt|malicious|suspicious|adversar|untrusted|detect|refuse|phrase|e\.g\.|such as"
    rb"|for example",
    re.IGNORECASE,
)

_RUNS_CODE = telling("script link", "data")


@rule("SF002", "hidden-instructions", source="skillpack, safety")
def hidden_instructions(subject: Subject) -> Iterator[Hit]:
    """Text that readers do not see tells an agent what to do.

    Why: people who read the skill, here or on a forge, do not see a comment, an element with
    `display:none` or tiny letters, the title of a link or the alternative text of an image. The agent
    gets the file as it is and follows them like the rest. A comment that says what to write in its
    place does not count, unless it sends, runs or reads something outside the skill.

    Fix: write the instruction into the visible text, or delete it.
    """
    return concern_hits(subject, ConcernKind.CONCEALED_ORDER, _UNSEEN_HINT, _instructing(subject))


_UNSEEN_HINT = "write it into the visible text, or delete it"


def _instructing(subject: Subject) -> Iterator[Hit]:
    for path, what, marks in _unseen(subject):
        template = what == "a comment" and _TEMPLATE().search(path) is not None
        for mark in islice((mark for mark in marks if _instructs(mark.text, template=template)), MOST):
            words = shown(mark.text.strip().encode("utf-8", "replace"))
            message = f"{what} that readers do not see tells an agent what to do: `{words}`"
            order = (("order", "yes"),) if _orders(mark.text) else ()
            yield Hit(message, at=mark.span, path=path, hint=_UNSEEN_HINT, facts=(("quote", words), *order))


@rule("SF007", "overrides-instructions", source="skillpack, safety; OWASP LLM01")
def overrides_instructions(subject: Subject) -> Iterator[Hit]:
    """A file asks an agent to ignore its instructions, or to keep something from its user.

    Why: no procedure needs that. It is what a prompt injection looks like; even where it is meant
    well, a reader cannot tell. Quotations, and lines that speak of attacks, are not meant.

    Fix: say what to do instead, and let the agent tell its user.
    """
    message = "asks an agent to work against its instructions or its user"
    hint = "say what the agent should do instead"
    found = scanned_hits(subject.texts, _OVERRIDES, _overrides_in, "overrides-instructions", message, hint)
    return concern_hits(subject, ConcernKind.AGAINST_USER, hint, found)


@rule("SF013", "script-link", source="skillpack, safety; CWE-79")
def script_link(subject: Subject) -> Iterator[Hit]:
    """A link runs code or carries a document of its own: `javascript:`, `vbscript:`, `data:`.

    Why: whoever clicks it on a page that renders the skill runs the code there. This site drops
    such links; others may not. Images as `data:` are fine.

    Fix: link to a file or a web page.
    """
    for link in islice(filter(_runs_code, subject.skill.document.body.links), MOST):
        yield _link_hit(link, "")
    for file in files_with(subject.texts, _RUNS_CODE):
        if _is_prose(file, subject):
            links = scan_body(decoded(file.content), 1).links
            yield from (_link_hit(link, file.path) for link in islice(filter(_runs_code, links), MOST))


def _unseen(subject: Subject) -> Iterator[tuple[str, str, Iterable[BodyMark]]]:
    """Yield the texts that Markdown hides: the file, the kind, the texts."""
    bodies = [("", subject.skill.document.body)]
    bodies += [
        (file.path, scan_body(decoded(file.content), 1))
        for file in files_with(subject.texts, _COMMENT | _UNSEEN)
        if _is_prose(file, subject)
    ]
    for path, body in bodies:
        yield path, "a comment", body.comments
        yield path, "a title or hidden text", body.unseen
    for file in files_with(subject.texts, _REFERENCE):
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


def _is_prose(file: TextFile, subject: Subject) -> bool:
    """Tell whether a file is Markdown that was not parsed with the skill, and not too long for an agent."""
    parsed = file.content == subject.skill.document.raw and not file.path
    return file.markdown and not parsed and len(file.content) <= subject.limits.body


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
    if next(_overrides(Scan(text.encode("utf-8", "replace")), _OVERRIDES), None) is not None:
        return True
    acts = _REACHES() if _is_for_writers(text) else _ACTS()
    return acts.search(text) is not None


def _is_for_writers(text: str) -> bool:
    """Tell whether a text speaks to whoever edits a file, or says what to write into it."""
    return _FOR_AUTHORS().match(text) is not None or _ABOUT_WRITING().match(text) is not None


def _overrides_in(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    return _overrides(scan, file.signs)


def _overrides(scan: Scan, signs: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield where the phrases stand that turn an agent against its instructions or its user.

    Args:
        scan: Of the text.
        signs: Those that may be in it.
    """
    for found in scan.matches(_INSTRUCTIONS) if "instructions" in signs else ():
        words = scan.words_before(found.start())
        phrase = _IGNORE().search(words)
        start = found.start() - len(words) + phrase.start() if phrase else 0
        if phrase and not _quoted(scan, start):
            yield start, found.end()
    for found in scan.matches(_THE_USER) if "user" in signs else ():
        words = scan.words_before(found.start())
        phrase = _SECRETLY().search(words)
        start = found.start() - len(words) + phrase.start() if phrase else 0
        if phrase and _ABOUT_IT().match(scan.content, found.end()) and not _quoted(scan, start):
            yield start, found.end()


def _quoted(scan: Scan, start: int) -> bool:
    """Tell whether words are quoted, or stand in a line that speaks of attacks."""
    before = scan.before(start)
    return before.rstrip().endswith(_QUOTES) or bool(_SPEAKS_OF_ATTACKS().search(before + scan.after(start)))


def _runs_code(link: Link) -> bool:
    target = "".join(link.target.split()).strip("<>").casefold()
    if target.startswith(("javascript:", "vbscript:")):
        return True
    return target.startswith("data:") and not target.startswith("data:image/")


def _link_hit(link: Link, path: str) -> Hit:
    scheme = link.target.strip("<> ").partition(":")[0].strip().lower()
    return Hit(f"a link that starts with `{scheme}:`", at=link.span, path=path, hint="link to a file or a web page")
