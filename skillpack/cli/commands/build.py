"""skillpack build: the main job."""

import json
import os
import time
import webbrowser
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import click

from skillpack import machine
from skillpack.cli.built import differences, record, tell, tell_output
from skillpack.cli.console import ProgressLine, print_json, say
from skillpack.cli.reporting import chosen_day
from skillpack.errors import UsageError
from skillpack.files.compared import ComparedOutput
from skillpack.files.folder import FolderOutput
from skillpack.model.digest import sha256
from skillpack.parse.configuration import parse_configuration
from skillpack.pipeline.build import build_site
from skillpack.pipeline.cache import Cache
from skillpack.pipeline.executor import chosen
from skillpack.pipeline.inputs import Inputs, gather, locate
from skillpack.pipeline.previous import opened_previous


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
@click.option(
    "--config", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Configuration file to use."
)
@click.option("--no-config", is_flag=True, help="Ignore every skillpack.toml.")
@click.option("--check", "compare", is_flag=True, help="Write nothing; exit 1 where the folder differs from a build.")
@click.option("--dry-run", is_flag=True, help="Write nothing; say what would be written.")
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
        located = replace(located, configuration=replace(located.configuration, site_url=_address(site_url)))
    env = machine.environment()
    inputs = gather(located, today=chosen_day(today, env), date=machine.source_date(env), allowed=allowed)
    caches = None if no_cache else cache or _cache_folder(env)
    limits = inputs.settings.limits
    before = opened_previous(previous, inputs.configuration, inputs.root, env, cache=caches, limits=limits)
    progress = ProgressLine()
    with (
        closing(progress),
        before as published,
        ComparedOutput(output) if compare or dry_run else FolderOutput(output) as target,
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
    found = differences(target) if isinstance(target, ComparedOutput) else None
    if as_json:
        print_json(record(built, output, found))
    else:
        tell(built, inputs, source, output, time.monotonic() - started)
        tell_output(output, found, dry_run=dry_run)
    if open_site and found is None:
        webbrowser.open((output / "index.html").resolve().as_uri())
    ctx.exit(1 if built.failed or (compare and any((found or {}).values())) else 0)


def _address(text: str) -> str:
    """Return the address of a site as a configuration would hold it."""
    try:
        return parse_configuration(f"[catalog]\nsite_url = {json.dumps(text)}\n").site_url
    except UsageError as error:
        hint = "write it as `https://skills.example.com/`"
        raise UsageError(f"`{text}` is no address of a site", hint=hint) from error


def _cache_folder(env: Mapping[str, str]) -> Path | None:
    """Return the user's folder of caches; None, and said, where there is none to write to: it only saves time."""
    # RuntimeError: nobody knows the user's home.
    with suppress(OSError, RuntimeError):
        folder = machine.cache_folder(env)
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
    say("note: the cache cannot be written, so nothing is remembered; --cache names another folder")
    return None


def _cache_path(folder: Path | None, inputs: Inputs) -> Path | None:
    return folder / f"{sha256(str(inputs.root.resolve()).encode())[:16]}.sqlite" if folder else None
