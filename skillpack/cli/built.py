"""What a build says at its end: for people in a few lines, for programs as JSON."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from skillpack.cli.console import say
from skillpack.cli.reporting import FAIL_ON, make_report, paint_for, shown_root
from skillpack.files.compared import ComparedOutput
from skillpack.model.finding import Severity
from skillpack.pipeline.build import Built
from skillpack.pipeline.inputs import Inputs
from skillpack.report.input import CheckedSkill, Report, fails, open_findings
from skillpack.report.statistics import remedies, remedy_lines
from skillpack.report.summary import counted, counts, summary
from skillpack.report.text import concise_line

Differences = Mapping[str, Sequence[str]]
"""`differs`, `missing` and `obsolete` -> paths of the output."""

_SHOWN = 10  # findings that make a build fail, shown at most
_WOULD = {"differs": "would change", "missing": "would add", "obsolete": "would remove"}


def differences(target: ComparedOutput) -> Differences:
    """Return the files in which a folder differs from what was built."""
    return {"differs": target.different, "missing": target.missing, "obsolete": target.extra}


def record(built: Built, output: Path, found: Differences | None) -> dict[str, object]:
    """Return what was built as JSON has it; with differences where nothing was written."""
    severities = [judged.severity for judged in built.findings]
    return {
        "output": str(output),
        "skills": built.overview.skills,
        "withheld": built.overview.withheld,
        "nameless": len(built.overview.nameless),
        "prepared": built.prepared,
        "kept": built.kept,
        "errors": severities.count(Severity.ERROR),
        "warnings": severities.count(Severity.WARNING),
        "failed": built.failed,
        **(found or {}),
    }


def tell(built: Built, inputs: Inputs, source: Path, output: Path, seconds: float) -> None:
    """Say what is wrong, which commands mend most of it, and what was built."""
    report = _report(built, inputs, source, output)
    paint = paint_for(stderr=True)
    fatal = [judged for judged in open_findings(report) if fails(judged, report)]
    for judged in fatal[:_SHOWN]:
        say(concise_line(judged, report, paint))
    if len(fatal) > _SHOWN:
        say(f"and {len(fatal) - _SHOWN:,} more; `skillpack check {source}` shows them with their source")
    say(summary(counts(report), paint))
    for line in remedy_lines(remedies(open_findings(report), report.targets), paint):
        say(line)
    rows = (
        (built.overview.withheld, "withheld"),
        (len(built.overview.nameless), "left out for want of a usable name"),
        (_losers(built), "shadowed by another of the same name"),
        (built.kept, "older version kept" if built.kept == 1 else "older versions kept"),
    )
    parts = [counted(built.overview.skills, "skill"), *(f"{number:,} {words}" for number, words in rows if number)]
    comma = "," if len(parts) > 1 else ""
    say(f"built {', '.join(parts)}{comma} in {seconds:.1f} s ({built.prepared:,} read anew)")


def tell_output(output: Path, found: Differences | None, *, dry_run: bool) -> None:
    """Print where the site is; where nothing was written, what of it differs, or would become of it."""
    if found is None:
        click.echo(output / "index.html")
        return
    for word, paths in found.items():
        for path in paths:
            click.echo(f"{_WOULD[word] if dry_run else word:<12} {output / path}")
    number = counted(sum(map(len, found.values())), "file")
    if dry_run:
        say(f"nothing was written; {number} of `{output}` would change")
    elif any(found.values()):
        say(f"`{output}` differs from a build in {number}")
    else:
        say(f"`{output}` is what a build would write")


def _report(built: Built, inputs: Inputs, source: Path, output: Path) -> Report:
    """Return the findings of a build, about as many skills as `check` counts."""
    named = (CheckedSkill(name, "") for name in built.names)
    nameless = (CheckedSkill("", path) for path, _ in built.overview.nameless)
    return make_report(
        built.findings,
        skills=(*named, *nameless, *[CheckedSkill("", "")] * _losers(built)),
        sources={},
        targets=[str(source)],
        prefix=shown_root(inputs.root),
        output=shown_root(output),
        today=inputs.today,
        fail_on=FAIL_ON[inputs.configuration.policy.fail_on],
    )


def _losers(built: Built) -> int:
    """Return how many skills another one of the same name takes the place of."""
    return sum(len(paths) - 1 for _, paths in built.overview.duplicates)
