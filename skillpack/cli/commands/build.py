"""skillpack build: the main job."""

import time
import webbrowser
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import click

from skillpack import machine
from skillpack.cli.console import ProgressLine, print_json, say
from skillpack.cli.reporting import make_report, paint_for, shown_root
from skillpack.files.compared import ComparedOutput
from skillpack.files.folder import FolderOutput
from skillpack.files.output import MemoryOutput, Output
from skillpack.model.digest import sha256
from skillpack.pipeline.build import Built, build_site
from skillpack.pipeline.cache import Cache
from skillpack.pipeline.executor import chosen
from skillpack.pipeline.inputs import Inputs, gather, locate
from skillpack.pipeline.previous import opened_previous
from skillpack.report.input import CheckedSkill, open_findings
from skillpack.report.statistics import remedies, remedy_lines
from skillpack.report.summary import counts, summary


@click.command("build", short_help="Build the catalog: site, archives and indexes")
@click.argument("source", metavar="[SRC]", default=".", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", default="dist", type=click.Path(path_type=Path), show_default=True, help="Folder to write."
)
@click.option("--site-url", default="", help="Address the site will have; overrides `[catalog] site_url`.")
@click.option(
    "--previous",
    default="",
    metavar="DIR|URL",
    help="Published site whose versions are kept; overrides `[catalog] previous`.",
)
@click.option(
    "--allow-downgrade",
    "allowed",
    multiple=True,
    metavar="NAME",
    help="Let the version of this skill step back; may be repeated.",
)
@click.option("--config", type=click.Path(path_type=Path, dir_okay=False), help="Configuration file to use.")
@click.option("--no-config", is_flag=True, help="Ignore every skillpack.toml.")
@click.option("--check", "compare", is_flag=True, help="Write nothing; exit 1 where the folder differs from a build.")
@click.option("--dry-run", is_flag=True, help="Build in memory and write nothing.")
@click.option("-j", "--jobs", default=0, type=click.IntRange(min=0), help="Processes; 0 for one per processor.")
@click.option(
    "--executor",
    default="auto",
    show_default=True,
    help="How skills are prepared: auto, inline (in this process) or processes.",
)
@click.option(
    "--cache", type=click.Path(path_type=Path, file_okay=False), help="Folder of the cache; by default the user's."
)
@click.option("--no-cache", is_flag=True, help="Remember nothing from build to build.")
@click.option(
    "--today",
    default="",
    metavar="DATE",
    help="Judge suppressions as of this day, such as 2027-01-31; today by default.",
)
@click.option("--open", "open_site", is_flag=True, help="Open the home page when it is there.")
@click.option("--json", "as_json", is_flag=True, help="Print what was built as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    source: Path,
    output: Path,
    site_url: str,
    previous: str,
    allowed: tuple[str, ...],
    config: Path | None,
    jobs: int,
    executor: str,
    cache: Path | None,
    today: str,
    *,
    no_config: bool,
    compare: bool,
    dry_run: bool,
    no_cache: bool,
    open_site: bool,
    as_json: bool,
) -> None:
    """Build the catalog of SRC: a folder of skills, or one with a skillpack.toml.

    Findings never stop a build: the site is written, a skill with an error is withheld, and the exit status says so.
    With a published site, all versions that it knows are kept, and none may change.

    \b
    Examples:
      skillpack build ./skills --open
      skillpack build -o public --site-url https://skills.example.com/
      skillpack build -o public --previous https://skills.example.com/
      skillpack build --check
    """
    started = time.monotonic()
    located = locate(source, config=config, use_config=not no_config)
    if site_url:
        url = site_url if site_url.endswith("/") else f"{site_url}/"
        located = replace(located, configuration=replace(located.configuration, site_url=url))
    env = machine.environment()
    inputs = gather(located, today=today or machine.today(env), date=machine.source_date(env), allowed=allowed)
    progress = ProgressLine()
    caches = None if no_cache else cache or machine.cache_folder(env)
    limits = inputs.settings.limits
    before = opened_previous(previous, inputs.configuration, inputs.root, env, cache=caches, limits=limits)
    try:
        with (
            before as published,
            _target(output, compare=compare, dry_run=dry_run) as target,
            closing(Cache(_cache_path(caches, inputs))) as memory,
        ):
            built = build_site(
                inputs,
                target,
                memory,
                folder="" if no_cache or compare or dry_run else str(output.resolve()),
                pool=lambda skills: chosen(executor, jobs or machine.cores(), skills),
                report=progress,
                previous=published,
            )
    finally:
        progress.clear()
    _tell(built, inputs, source, output, time.monotonic() - started, as_json=as_json)
    status = 1 if built.failed else 0
    if isinstance(target, ComparedOutput):
        status = max(status, _tell_differences(target, output))
    if open_site:
        webbrowser.open((output / "index.html").resolve().as_uri())
    ctx.exit(status)


def _target(output: Path, *, compare: bool, dry_run: bool) -> Output:
    if compare:
        return ComparedOutput(output)
    return MemoryOutput() if dry_run else FolderOutput(output)


def _cache_path(folder: Path | None, inputs: Inputs) -> Path | None:
    return folder / f"{sha256(str(inputs.root.resolve()).encode())[:16]}.sqlite" if folder else None


def _tell(built: Built, inputs: Inputs, source: Path, output: Path, seconds: float, *, as_json: bool) -> None:
    """Say what was built, what is wrong, and which commands mend most of it."""
    overview = built.overview
    skills = tuple(CheckedSkill(name, "") for name in built.names)
    report = make_report(
        built.findings,
        skills=skills,
        sources={},
        targets=[str(source)],
        prefix=shown_root(inputs.root),
        today=inputs.today,
    )
    if as_json:
        print_json(
            {
                "output": str(output),
                "skills": overview.skills,
                "withheld": overview.withheld,
                "prepared": built.prepared,
                "kept": built.kept,
                "errors": overview.errors,
                "warnings": overview.warnings,
                "failed": built.failed,
            }
        )
        return
    paint = paint_for(stderr=True)
    say(summary(counts(report), paint))
    for line in remedy_lines(remedies(open_findings(report), report.targets), paint):
        say(line)
    withheld = f", {overview.withheld} withheld" if overview.withheld else ""
    kept = f", {built.kept} older versions kept" if built.kept else ""
    say(f"built {overview.skills} skills{withheld}{kept} in {seconds:.1f} s ({built.prepared} read anew)")
    click.echo(f"{output / 'index.html'}")


def _tell_differences(target: ComparedOutput, output: Path) -> int:
    rows = (("differs", target.different), ("missing", target.missing), ("obsolete", target.extra))
    for word, paths in rows:
        for path in paths:
            click.echo(f"{word:<9} {output / path}")
    return 1 if any(paths for _, paths in rows) else 0
