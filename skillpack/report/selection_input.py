"""What every report about selection is given, and what all of them say of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from skillpack.model.finding import Suppression
from skillpack.model.selection import Bundle, Chosen, Lost, Selection, Shown
from skillpack.search.comparing import Comparison, Hidden, Part, Taken
from skillpack.search.live import LiveRun

HIDDEN, TAKEN, NEIGHBOUR, GREEDY, NO_INTENT = "SL001", "SL002", "SL003", "SL004", "SL005"
"""The rules whose suppressions also hold here."""

READER = "The reader is lexical: it measures whether descriptions can be told apart, never what a model will do."
"""Said beside every number."""


@dataclass(frozen=True, slots=True)
class HostView:
    """A set of skills as one host shows it.

    Attributes:
        edits: Name -> words that the description should say (`search.edits`).
        bundles: A partition that fits; empty where nobody asked, or the host's budget is not known.
        comparison: With an earlier state; None where nobody asked.
    """

    shown: Shown
    selection: Selection
    edits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bundles: tuple[Bundle, ...] = ()
    comparison: Comparison | None = None


@dataclass(frozen=True, slots=True)
class SelectionReport:
    """All that is said about a set of skills.

    Attributes:
        hosts: At least one; of the first one the skills are told.
        against: The earlier state as it was named; empty for none.
        today: ISO day on which suppressions are judged; empty to let all of them hold.
        bundled: True where bundles are asked for.
        everything: False tells only the worst of each kind.
        live: Runs of other tools, which are shown beside.
    """

    hosts: Sequence[HostView]
    tool_version: str
    against: str = ""
    suppressions: tuple[Suppression, ...] = ()
    today: str = ""
    bundled: bool = False
    everything: bool = False
    live: tuple[LiveRun, ...] = ()


@dataclass(frozen=True, slots=True)
class Theft:
    """Requests that one skill loses to another by a change.

    Attributes:
        name: Who loses them.
        part: What that skill has to do with the change.
        thief: Who wins them now; empty where nobody does.
        by: What the thief has to do with the change.
        hosts: Titles of those for which it is so.
        accepted: The suppression that covers it, or None.
    """

    name: str
    part: Part
    thief: str
    by: Part
    lost: tuple[Lost, ...]
    hosts: tuple[str, ...]
    accepted: Suppression | None


@dataclass(frozen=True, slots=True)
class Loss:
    """A description of which a host may show less than before.

    Attributes:
        title: Of the host.
        accepted: The suppression that covers it, or None.
    """

    title: str
    hidden: Hidden
    accepted: Suppression | None


def accepted(report: SelectionReport, rule: str, *names: str) -> Suppression | None:
    """Return the suppression that covers a rule's finding about one of some skills; the last day still counts."""
    for each in report.suppressions:
        over = report.today and each.expires and each.expires < report.today
        if each.rule == rule and each.skill in {"", *names} and not over:
            return each
    return None


def thefts(report: SelectionReport, *, nearly: bool = False) -> tuple[Theft, ...]:
    """Return which requests a change takes from whom, most first; a request that two hosts lose is told once.

    Args:
        nearly: True for those that are hardly lost: another description says nearly as much of them.
    """
    found: dict[tuple[str, str], dict[str, Taken]] = {}
    hosts: dict[tuple[str, str], dict[str, None]] = {}
    for view in report.hosts:
        for taken in view.comparison.taken if view.comparison else ():
            if taken.nearly is nearly:
                key = taken.name, taken.lost.thief
                found.setdefault(key, {}).setdefault(taken.lost.text, taken)
                hosts.setdefault(key, {})[view.shown.title] = None
    listed = [
        _theft(report, name, thief, tuple(by_text.values()), tuple(hosts[name, thief]))
        for (name, thief), by_text in found.items()
    ]
    return tuple(sorted(listed, key=lambda one: (one.accepted is not None, -len(one.lost), one.thief, one.name)))


def _theft(report: SelectionReport, name: str, thief: str, taken: Sequence[Taken], hosts: tuple[str, ...]) -> Theft:
    lost = tuple(one.lost for one in taken)
    return Theft(name, taken[0].part, thief, taken[0].by, lost, hosts, accepted(report, TAKEN, name))


def losses(report: SelectionReport) -> tuple[Loss, ...]:
    """Return which descriptions a change hides, by host and name."""
    return tuple(
        Loss(view.shown.title, hidden, accepted(report, HIDDEN, hidden.name))
        for view in report.hosts
        if view.comparison is not None
        for hidden in view.comparison.hidden
    )


def lost_to_others(chosen: Chosen) -> tuple[Lost, ...]:
    """Return the requests that a skill loses; those of its own words, of which another says nearly as much, are not."""
    return tuple(one for one in chosen.lost if not one.partly)


def regressed(report: SelectionReport) -> bool:
    """Tell whether a change makes something worse that nobody accepts."""
    causes = [one.accepted for one in thefts(report)] + [one.accepted for one in losses(report)]
    return any(cause is None for cause in causes)
