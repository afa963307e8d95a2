"""Sentences about selection, the same in every report for people."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from skillpack.model.selection import Chosen, Greedy, Lost, Neighbours, Selection, Shown, Sight
from skillpack.report.selection_input import HostView, Loss, SelectionReport, Theft, lost_to_others
from skillpack.report.summary import counted
from skillpack.search.comparing import Comparison, Part
from skillpack.search.edits import rivals

_NAMED = 3  # skills in one sentence
_FEW = 2  # words are hardly an edit


def seen_sentence(shown: Shown) -> str:
    """Return what a host shows: `Claude Code shows 5 to 20 of 80 descriptions whole (8,000 characters; …)`."""
    needed = counted(shown.needed, "character")
    if not shown.listed:
        return f"{shown.title} lists no skill"
    if not shown.budget:
        return f"{shown.title}: its budget is not known; {counted(shown.listed, 'description')} need {needed}"
    if shown.needed <= shown.budget:
        all_of_them = "the one description" if shown.listed == 1 else f"all {shown.listed:,} descriptions"
        return f"{shown.who} has room for {all_of_them} ({shown.needed:,} of {shown.budget:,} characters)"
    room = f"({shown.budget:,} characters; {shown.needed:,} needed)"
    if "overflow" in shown.unknown:
        return f"{shown.who} has no room for {counted(shown.listed, 'description')}, and which go is not known {room}"
    number, after = f"{shown.most:,}", ""
    if shown.fewest < shown.most:
        number = f"{shown.fewest:,} to {shown.most:,}"
        after = f", about {shown.even:,} where all are used alike"
    return f"{shown.who} shows {number} of {shown.listed:,} descriptions whole {room}{after}"


def hit_sentence(selection: Selection) -> str:
    """Return how many requests find their skill: `55 % of 80 requests find their own skill first, 78 % …`."""
    if not selection.requests:
        return "No skill says what it is for, so that nothing could be asked"
    asked = counted(selection.requests, "request")
    if selection.labelled:
        asked += f" ({selection.labelled:,} labelled)"
    find = "finds its" if selection.requests == 1 else "find their"
    return (
        f"{percent(selection.hit1)} of {asked} {find} own skill first, {percent(selection.hit3)} among the first three"
    )


def percent(share: float) -> str:
    """Return a share as people write it."""
    return f"{round(100 * share)} %"


def loses(chosen: Chosen) -> str:
    """Return how many requests a skill loses: `loses 4 of 12 requests`."""
    lost = len(lost_to_others(chosen))
    if not lost:
        return f"asked for by {counted(chosen.requests, 'request')}"
    return f"loses {lost:,} of {counted(chosen.requests, 'request')}"


def lost_sentence(lost: Lost) -> str:
    """Return a lost request, who wins it, and by which words."""
    if not lost.thief:
        return f'"{lost.text}": no description has a word of it'
    if lost.partly:
        return f'"{lost.text}": `{lost.thief}` says nearly as much of it'
    return f'"{lost.text}" to `{lost.thief}`, by {coded(lost.decided)}'


def edit_sentence(chosen: Chosen, words: Sequence[str]) -> str:
    """Return the edit that would help a skill; empty where it loses nothing."""
    if not lost_to_others(chosen):
        return ""
    others = rivals(chosen)[:2]
    apart = f"say what it does that {coded(others, last='and')} {'do' if len(others) > 1 else 'does'} not"
    if not words:
        return apart if others else "say what only this skill does"
    say = f"say {coded(words)} in the description"
    return f"{say}, and {apart.removeprefix('say ')}" if others and len(words) < _FEW else say


def live_sentences(report: SelectionReport) -> Iterator[str]:
    """Yield for each live run how often the right skill was chosen, of those that are here."""
    here = {one.name for one in report.hosts[0].selection.skills}
    for run in report.live:
        known = [(right, asked) for name, right, asked in run.results if name in here]
        right, asked = (sum(each) for each in zip(*known, strict=True)) if known else (0, 0)
        tool = f", {run.tool}" if run.tool else ""
        done = (
            f"chose rightly for {percent(right / asked)} of {counted(asked, 'request')}" if asked else "asked nothing"
        )
        yield f"Live: {run.model} {done} ({run.date}{tool})"


def live_notes(report: SelectionReport, name: str) -> Iterator[str]:
    """Yield what live runs found of one skill."""
    for run in report.live:
        for skill, right, asked in run.results:
            if skill == name and asked:
                yield f"{run.model} chose it rightly for {right:,} of {counted(asked, 'request')} ({run.date})"


def thieves_of(lost: Iterable[Lost]) -> tuple[tuple[str, int], ...]:
    """Return who wins how many of some requests, most first."""
    counts = Counter(one.thief for one in lost if one.thief)
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def taken_sentence(pairs: Sequence[tuple[str, int]]) -> str:
    """Return skills with numbers, the first of them by name."""
    named = ", ".join(f"`{name}` {count:,}" for name, count in pairs[:_NAMED])
    more = len(pairs) - _NAMED
    return f"{named} and {counted(more, 'more skill')}" if more > 0 else named


def greedy_sentence(greedy: Greedy, chosen: Chosen) -> str:
    """Return what a greedy description takes."""
    return (
        f"takes {greedy.taken:,} requests from {greedy.victims:,} skills, where {greedy.usual:.1f} is usual: "
        f"{taken_sentence(chosen.takes_from)}"
    )


def neighbours_sentence(pair: Neighbours) -> str:
    """Return why two skills are neighbours."""
    if not pair.taken:
        return "say much the same, and neither names the other"
    return f"share {counted(pair.taken, 'request')}, and neither names the other"


def unlisted(view: HostView) -> tuple[str, ...]:
    """Return the skills that only people may start."""
    return tuple(seen.name for seen in view.shown.skills if seen.best is Sight.ABSENT)


def nameless(view: HostView) -> tuple[str, ...]:
    """Return the skills of which there is nothing to show but the name."""
    gone = set(unlisted(view))
    return tuple(name for name in view.selection.silent if name not in gone)


def change_sentence(report: SelectionReport, comparison: Comparison) -> str:
    """Return how much a change touches, and how requests stood before."""
    parts = ((comparison.added, "new"), (comparison.changed, "changed"), (comparison.removed, "gone"))
    touched = ", ".join(f"{len(names):,} {word}" for names, word in parts if names)
    old = comparison.before
    was = ""
    if old.requests:
        asked = counted(old.requests, "request")
        was = f"; before, {percent(old.hit1)} of {asked} were first, {percent(old.hit3)} among the first three"
    return f"Against `{report.against}`: {touched or 'no description differs'}{was}"


_THIEVES = {Part.NEW: "the new skill `{}`", Part.CHANGED: "the changed skill `{}`", Part.SAME: "`{}`"}


def theft_sentence(theft: Theft, *, nearly: bool = False) -> str:
    """Return who takes how many requests from whom: ``the new skill `x` takes 3 requests from `release-notes` ``."""
    number = counted(len(theft.lost), "request")
    thief = _THIEVES[theft.by].format(theft.thief)
    if nearly:
        return f"{thief} says nearly as much of {number} of `{theft.name}`"
    if not theft.thief:
        return f"the changed skill `{theft.name}` loses {number} to nobody"
    if theft.by is Part.SAME:
        return f"the changed skill `{theft.name}` loses {number} to {thief}"
    return f"{thief} takes {number} from `{theft.name}`"


def loss_sentences(losses: Sequence[Loss]) -> Iterator[str]:
    """Yield for each host which descriptions it may hide, or cut, that it showed before."""
    for title in dict.fromkeys(loss.title for loss in losses):
        mine = [loss.hidden for loss in losses if loss.title == title]
        for what, cut in (("hide", False), ("cut", True)):
            names = [hidden.name for hidden in mine if (hidden.now is Sight.CUT) is cut]
            if names:
                more = len(names) - _NAMED
                tail = f" and {more:,} more" if more > 0 else ""
                number = counted(len(names), "description")
                yield f"{title} may {what} {number} that it showed: {coded(names[:_NAMED])}{tail}"


def coded(words: Sequence[str], *, last: str = "") -> str:
    """Return words as code, with commas; before the last one a conjunction."""
    marked = [f"`{word}`" for word in words]
    if last and len(marked) > 1:
        return f"{', '.join(marked[:-1])} {last} {marked[-1]}"
    return ", ".join(marked)
