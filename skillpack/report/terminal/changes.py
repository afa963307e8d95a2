"""Changes between two versions, for people: what matters most comes first."""

from collections.abc import Collection, Iterator, Sequence

from skillpack.check.ability_words import ability_position, ability_words
from skillpack.check.alarm import new_alarms
from skillpack.model.ability import Ability
from skillpack.model.release import Changes
from skillpack.model.version import order, semver_key
from skillpack.report.terminal.alarms import alarm_lines
from skillpack.report.terminal.paint import Paint, Style
from skillpack.versions.abilities import is_notable

_NOTHING = "(not set)"
_MOST = 12  # lines of abilities, of a program or of prose in brief


def change_lines(
    changes: Changes, paint: Paint, *, brief: bool = False, scripts: Collection[str] = ()
) -> Iterator[str]:
    """Yield the alarms, permissions, abilities, fields, program, files and prose that changed; one line for no change.

    Args:
        changes: Between the two versions.
        paint: How to draw.
        brief: For who installs it: the first lines of each, and no advice for publishers.
        scripts: Of the new version; one that changed does something else.
    """
    older = " (older)" if is_older(changes.new.label, changes.old.label) else ""
    head = f"{changes.name} {changes.old.label} -> {changes.new.label}{older}"
    yield paint.styled(Style.STRONG, paint.show(head))
    if changes.old.digest == changes.new.digest:
        yield "nothing differs"
        return
    yield from alarm_lines(new_alarms(*changes.alarms), paint)
    for permission in changes.added_permissions:
        yield paint.styled(Style.WARNING, f"+ may now: {paint.show(permission)}")
    yield from _first(tuple(added_ability_lines(changes.added_abilities, paint)), brief=brief)
    for kind, path in changes.files:
        if kind == "changed" and path in scripts:
            yield paint.styled(Style.WARNING, f"~ does something else: script `{paint.show(path)}`")
    for permission in changes.removed_permissions:
        yield f"- may no longer: {paint.show(permission)}"
    for name, old, new in changes.fields:
        yield f"~ {paint.show(name)}: {paint.show(old or _NOTHING)} -> {paint.show(new or _NOTHING)}"
    yield from _diff("program", _first(changes.program, brief=brief), paint)
    for kind, path in changes.files:
        yield f"{kind:<8} {paint.show(path)}"
    yield from _diff("body", _first(changes.prose, brief=brief), paint)
    if changes.advice and not brief:
        yield ""
        yield f"advice: {_ADVICE.get(changes.advice, changes.advice)}"


def additions(changes: Changes) -> tuple[str, ...]:
    """Return the additions that people are asked about before they get a new version, the gravest first, in words.

    New alarms, permissions, and abilities but those that nearly every version gains; empty for nothing.
    """
    alarms = (each.message for each in new_alarms(*changes.alarms))
    abilities = (ability_words(each) for each in changes.added_abilities if is_notable(each))
    return tuple(dict.fromkeys((*alarms, *changes.added_permissions, *abilities)))


def added_ability_lines(added: Sequence[Ability], paint: Paint) -> Iterator[str]:
    """Yield a line for each ability, with its place; those that people are asked about stand out."""
    for each in added:
        line = f"+ now {paint.show(f'{ability_words(each)} in {ability_position(each)}')}"
        yield paint.styled(Style.WARNING, line) if is_notable(each) else line


def is_older(label: str, than: str) -> bool:
    """Return whether one version is lower than another, as far as their labels are versions."""
    return semver_key(label) is not None and semver_key(than) is not None and order(label, than) < 0


def _first(lines: tuple[str, ...], *, brief: bool) -> tuple[str, ...]:
    """Return the first lines where that is asked for, with how many more there are."""
    left = len(lines) - _MOST
    return lines if not brief or left <= 1 else (*lines[:_MOST], f"  and {left:,} more lines; `--verbose` shows them")


_ADVICE = {
    "major": "major: something that others rely on is gone or changed",
    "minor": "minor: it may do more, or does something new",
    "patch": "patch: only references, assets or words changed",
    "none": "no new version: nothing that is published changed",
}


def _diff(title: str, lines: tuple[str, ...], paint: Paint) -> Iterator[str]:
    if not lines:
        return
    yield ""
    yield paint.styled(Style.STRONG, title)
    styles = {"+": Style.GOOD, "-": Style.ERROR, "@": Style.FAINT}
    for line in lines:
        yield paint.styled(styles.get(line[:1]), paint.show(line))
