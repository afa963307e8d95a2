"""Changes between two versions, for people: what matters most comes first."""

from collections.abc import Iterator

from msgspec.structs import replace

from skillpack.model.release import Changes
from skillpack.model.version import order, semver_key
from skillpack.report.terminal.paint import Paint, Style

_NOTHING = "(not set)"
_MOST = 12  # lines of a program or of prose in short


def change_lines(changes: Changes, paint: Paint) -> Iterator[str]:
    """Yield the permissions, fields, program, files and prose that changed, then the advice; one line for no change."""
    older = " (older)" if is_older(changes.new.label, changes.old.label) else ""
    head = f"{changes.name} {changes.old.label} -> {changes.new.label}{older}"
    yield paint.styled(Style.STRONG, paint.show(head))
    if changes.old.digest == changes.new.digest:
        yield "nothing differs"
        return
    for power in changes.added_permissions:
        yield paint.styled(Style.WARNING, f"+ may now: {paint.show(power)}")
    for power in changes.removed_permissions:
        yield f"- may no longer: {paint.show(power)}"
    for name, old, new in changes.fields:
        yield f"~ {paint.show(name)}: {paint.show(old or _NOTHING)} -> {paint.show(new or _NOTHING)}"
    yield from _diff("program", changes.program, paint)
    for kind, path in changes.files:
        yield f"{kind:<8} {paint.show(path)}"
    yield from _diff("body", changes.prose, paint)
    if changes.advice:
        yield ""
        yield f"advice: {_ADVICE.get(changes.advice, changes.advice)}"


def shortened(changes: Changes) -> Changes:
    """Return changes for who installs them: the first lines of program and prose, and no advice for publishers."""
    return replace(changes, program=_short(changes.program), prose=_short(changes.prose), advice="")


def is_older(label: str, than: str) -> bool:
    """Return whether one version is lower than another, as far as their labels are versions."""
    return semver_key(label) is not None and semver_key(than) is not None and order(label, than) < 0


def _short(lines: tuple[str, ...]) -> tuple[str, ...]:
    left = len(lines) - _MOST
    return lines if left <= 1 else (*lines[:_MOST], f"  and {left:,} more lines; `--verbose` shows them")


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
