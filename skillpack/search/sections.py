"""A body -> the requests of the sections that say when the skill is meant."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from skillpack.model.document import Body, Heading
from skillpack.model.selection import Intent, IntentSource
from skillpack.search.clauses import before_against, clauses, plain, requests, without_lead

_LONGEST_PARAGRAPH = 320  # characters; longer ones explain
_LONGEST_BLOCK = 2_000  # characters of a block that are looked at

_WHEN = re.compile(
    r"""
    (?: when[ ](?:to|should[ ]you|you[ ]should|should[ ]i|do[ ]i|would[ ]you)[ ]
          (?:use|apply|invoke|activate|load|trigger|request|call|run|reach)\b
          (?![ ](?:each|which|what|one|it[ ]vs|\w+[ ]vs))
      | use[ ](?:this[ ])?(?:skill[ ])?(?:when|for)\b
      | when[ ]this[ ](?:skill[ ])?(?:applies|triggers|is[ ]used)
      | (?:common[ ]|ideal[ ]|typical[ ])?use[ -]cases\b
      | triggers?(?:[ ](?:phrases|words|conditions|examples|when|keywords))?\s*:?\Z
      | activation(?:[ ](?:triggers|conditions|phrases))?\s*:?\Z
      | (?:example|sample|typical)[ ](?:user[ ])?(?:requests?|prompts?|queries|questions|phrases)
      | examples[ ]of[ ](?:requests|prompts|queries|questions)
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_AGAINST = re.compile(r"\b(?:not|vs|don['\u2019]t|never|avoid|skip|stop|exceptions?)\b", re.IGNORECASE)
_NO_ITEM = re.compile(
    r"(?:not|no|don['\u2019]t|do not|never|skip|avoid|without)\b|[\u274c\u2717\u2718\U0001f6ab]", re.IGNORECASE
)
_NUMBERED = re.compile(r"\A[\W\d_]+")
_ITEM = re.compile(r"\s{0,40}(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
_LABEL = re.compile(r"\s{0,40}(?:(?:\*\*|__)[^*_]{1,100}(?:\*\*|__):?|[^.]{1,100}:)\s*\Z")
_OTHER = ("|", ">", "#", "<")  # a table, a quotation, code, HTML


@dataclass(slots=True)
class _Place:
    """Where a reader of a body is.

    Attributes:
        level: Of the heading that opened the section; 0 outside of one.
        opened: False outside, and below a heading that says when not.
        positive: False after a line such as `**Don't use when:**` or `**Exceptions:**`.
        block: The lines of the item or paragraph that goes on.
    """

    level: int = 0
    opened: bool = False
    positive: bool = True
    block: list[str] = field(default_factory=list)

    def enter(self, heading: Heading) -> None:
        """Go on behind a heading."""
        if self.level and heading.level > self.level:
            self.opened = not _AGAINST.search(heading.text)
        else:
            self.opened = says_when(heading.text)
            self.level = heading.level if self.opened else 0
        self.positive = True

    def take_block(self) -> Iterator[Intent]:
        """Yield the requests of the lines that were kept, and forget them."""
        lines, self.block = self.block, []
        if lines and self.opened and self.positive and not lines[0].lstrip().startswith(_OTHER):
            yield from _requests_of(lines)


def says_when(heading: str) -> bool:
    """Return whether a section with this heading lists what a skill is for."""
    return bool(_WHEN.match(_NUMBERED.sub("", heading))) and not _AGAINST.search(heading)


def body_requests(body: Body) -> Iterator[Intent]:
    """Yield the items and short paragraphs of the sections that say when the skill is meant."""
    if not any(says_when(heading.text) for heading in body.headings):
        return
    headings = {heading.span.line: heading for heading in body.headings}
    apart = [*(one.span for one in body.headings), *(one.span for one in body.fences)]
    no_text = {number for span in apart for number in range(span.line, span.end_line + 1)}
    place = _Place()
    for number, line in enumerate(body.text.split("\n"), body.first_line):
        item = _ITEM.match(line)
        label = not item and bool(_LABEL.match(line))
        if number in no_text or label or item or not line.strip():
            yield from place.take_block()
        if number in headings:
            place.enter(headings[number])
        elif label:
            place.positive = not _AGAINST.search(line)
        elif number not in no_text and line.strip():
            place.block.append(line)
    yield from place.take_block()


def _requests_of(lines: list[str]) -> Iterator[Intent]:
    """Yield the requests of one item or paragraph."""
    item = _ITEM.match(lines[0])
    first = lines[0][item.end() :] if item else lines[0]
    text = plain(" ".join([first, *lines[1:]])[:_LONGEST_BLOCK])
    if item:
        if not _NO_ITEM.match(text):
            yield from requests(without_lead(before_against(text)), IntentSource.BODY)
    elif len(text) <= _LONGEST_PARAGRAPH and not text.endswith(":"):
        yield from clauses(text, IntentSource.BODY, sentences=False)
