"""What a build says at its end: for people in a few lines, for programs as JSON."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from skillpack.cli.console import notify, notify_lines, print_json
from skillpack.model.portable import printable
from skillpack.report.findings.report import WHOLE_SET
from skillpack.report.terminal.paint import Paint
from skillpack.report.terminal.stream import wants_unicode

Differences = Mapping[str, Sequence[str]]
"""`differs`, `missing` and `obsolete` -> paths of the output."""

_NAMED = 5  # files that no build wrote, named at most
_WOULD = {"differs": "would change", "missing": "would add", "obsolete": "would remove"}


class BuildOutcome(Struct, frozen=True):
    """What a build came to, in plain values: a build with nothing to do says it again.

    Attributes:
        numbers: What JSON says of it, without the paths.
        ascii: Lines about what is wrong, and which commands fix most of it, in colours that `notify` drops where there
            are none.
        unicode: The same lines for a terminal that shows all characters.
        parts: How many skills were built, and what became of the others.
        where: Lines on the folders that skills were found in, and on those not looked into.
        let_through: What suppressions let through: skill, path, line, code, reason and last day of each.
        unlisted: What lies among the skills and archives of the output and was not written by a build.
        withdrawn: Names that the previous site offers and this one does not.
    """

    numbers: Mapping[str, int | bool]
    ascii: Sequence[str]
    unicode: Sequence[str]
    parts: Sequence[str]
    where: Sequence[str] = ()
    unlisted: Sequence[str] = ()
    let_through: Sequence[Mapping[str, str | int | None]] = ()
    withdrawn: Sequence[str] = ()

    @property
    def failed(self) -> bool:
        """Whether a finding reaches the policy's limit."""
        return bool(self.numbers["failed"])


def as_before(remembered: Mapping[str, Any]) -> BuildOutcome:
    """Return the outcome of a build that had nothing to do after one that came to this."""
    return BuildOutcome(**{**remembered, "numbers": {**remembered["numbers"], "prepared": 0}, "withdrawn": ()})


def show(
    outcome: BuildOutcome, output: Path, found: Differences | None, seconds: float, *, as_json: bool, dry_run: bool
) -> None:
    """Print what a build came to, and where the site is.

    Args:
        outcome: Of the build.
        output: The folder as typed.
        found: In what it differs, where nothing was written.
        seconds: How long it took.
        as_json: Print JSON and nothing else.
        dry_run: Say what would become of each file.
    """
    if as_json:
        lists = {
            "let_through": list(outcome.let_through),
            "withdrawn": list(outcome.withdrawn),
            "unlisted": list(outcome.unlisted),
        }
        print_json({"output": str(output), **outcome.numbers, **lists, **(found or {})})
        return
    notify_lines((*outcome.where, *(outcome.unicode if wants_unicode(sys.stderr) else outcome.ascii)))
    if outcome.withdrawn:
        notify(f"withdrawn: {', '.join(f'`{printable(name)}`' for name in outcome.withdrawn)}")
    if outcome.unlisted:
        notify(_unlisted_line(outcome.unlisted, output))
    notify_lines(_let_through_lines(outcome.let_through))
    comma = "," if len(outcome.parts) > 1 else ""
    notify(f"built {', '.join(outcome.parts)}{comma} in {seconds:.1f} s ({outcome.numbers['prepared']:,} read anew)")
    _show_output(output, found, dry_run=dry_run)


def _let_through_lines(accepted: Sequence[Mapping[str, str | int | None]]) -> Iterator[str]:
    """Yield what suppressions let through, one a line."""
    paint = Paint(unicode=wants_unicode(sys.stderr))
    for each in accepted:
        of_skill = f" of `{each['skill']}`" if each["skill"] else ""
        line = f":{each['line']}" if each["line"] else ""
        until = f" until {each['expires']}" if each["expires"] else ""
        where = f"{each['path'] or WHOLE_SET}{line}"
        yield paint.show(f"let through{until}: {where}: {each['code']}{of_skill}: {each['reason']}")


def _unlisted_line(paths: Sequence[str], output: Path) -> str:
    """Return which files of the output no build wrote."""
    more = f" and {len(paths) - _NAMED:,} more" if len(paths) > _NAMED else ""
    names = ", ".join(f"`{printable(path)}`" for path in paths[:_NAMED])
    are = "is" if len(paths) == 1 else "are"
    return f"warning: {names}{more} in `{output}` {are} not part of the site; remove what does not belong there"


def _show_output(output: Path, found: Differences | None, *, dry_run: bool) -> None:
    """Print where the site is; where nothing was written, what of it differs, or would become of it."""
    if found is None:
        click.echo(output / "index.html")
        return
    for word, paths in found.items():
        for path in paths:
            click.echo(f"{_WOULD[word] if dry_run else word:<12} {output / path}")
    number = sum(map(len, found.values()))
    files = "1 file" if number == 1 else f"{number:,} files"
    if dry_run:
        notify(f"nothing was written; {files} of `{output}` would change")
    elif any(found.values()):
        notify(f"`{output}` is out of date ({files})")
    else:
        notify(f"`{output}` is up to date")
