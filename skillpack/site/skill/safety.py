"""Hazards of a skill -> what stands above its install lines, and one line among its facts."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from skillpack.check.safety import hazard_level
from skillpack.model.entry import Entry
from skillpack.model.finding import Finding, at_places
from skillpack.model.safety import SafetyLevel
from skillpack.site.frame import Frame
from skillpack.site.skill.findings import PagePosition, page_position

_SHOWN = 12  # hazards above the install lines; all of them stand among the findings


class HazardLine(Struct, frozen=True):
    """A hazard as a page lists it.

    Attributes:
        kind: `bad` for what harms, `warn` for what asks for caution.
        quote: Of the file, on one line; the finding's message where nothing can be quoted.
        is_quote: False for a message, which is in English.
        words: What the quoted line does, in the language of the site; empty where the message says it.
    """

    kind: str
    quote: str
    is_quote: bool
    words: str
    position: PagePosition


class SafetyView(Struct, frozen=True):
    """What a skill's page says of its safety.

    Attributes:
        kind: `bad`, `warn` or `ok`: its colour.
        head: A few words for the facts.
        lines: The gravest first.
        count: How many there are.
    """

    level: SafetyLevel
    kind: str
    head: str
    lines: tuple[HazardLine, ...]
    count: int

    @property
    def more(self) -> int:
        """How many are not listed."""
        return self.count - len(self.lines)


_KINDS = {SafetyLevel.CLEAR: "ok", SafetyLevel.CAUTION: "warn", SafetyLevel.UNSAFE: "bad"}


def safety_view(frame: Frame, entry: Entry, hazards: Sequence[Finding], pages: Mapping[str, str]) -> SafetyView:
    """Return the safety of a skill for its page.

    Args:
        frame: Of the site.
        entry: The skill.
        hazards: The gravest first.
        pages: File of the skill -> path of its page, for those that have one.
    """
    level = entry.safety
    grave = sum(hazard_level(each) is level for each in hazards)
    return SafetyView(
        level,
        _KINDS[level],
        str(frame.t(f"safety.{level}", grave or None)),
        tuple(_line(frame, entry.path, each, pages) for each in hazards[:_SHOWN]),
        len(hazards),
    )


def hazards_in(frame: Frame, entry: Entry, hazards: Sequence[Finding], file: str) -> tuple[HazardLine, ...]:
    """Return the hazards of one file of a skill for its page, by line; each place is one."""
    places = [at_places(hazard, [place]) for hazard in hazards for place in hazard.places()]
    lines = [(each.span.line, _line(frame, entry.path, each, {file: file})) for each in places]
    there = [(number, line) for number, line in lines if line.position.page]
    return tuple(line for _, line in sorted(there, key=lambda pair: pair[0])[:_SHOWN])


def hazard_lines(frame: Frame, name: str, hazards: Sequence[Finding]) -> tuple[HazardLine, ...]:
    """Return the hazards of a published version, whose files have no pages; their paths begin with its name."""
    return tuple(_line(frame, f"{name}/SKILL.md", each, {}) for each in hazards[:_SHOWN])


def _line(frame: Frame, skill_path: str, hazard: Finding, pages: Mapping[str, str]) -> HazardLine:
    quote = dict(hazard.facts).get("quote", "")
    return HazardLine(
        _KINDS[hazard_level(hazard)],
        quote or hazard.message,
        bool(quote),
        str(frame.t(f"hazard.{hazard.rule}")) if quote else "",
        page_position(hazard, skill_path, pages),
    )
