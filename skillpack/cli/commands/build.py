"""skillpack build: the main job, what it is asked for, and what it says at its end."""

import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from skillpack import machine
from skillpack.builder.unchanged import Value, answer_file, forget_outcome, last_build
from skillpack.cli.build_outcome import BuildOptions, BuildOutcome, Differences, as_before, site_address
from skillpack.cli.console import notify, notify_lines, print_json
from skillpack.cli.options.advanced import advanced_option, downgrade_option, verb
from skillpack.cli.options.configuration import chosen_day, config_options, today_option
from skillpack.model.portable import printable
from skillpack.report.findings.report import WHOLE_SET
from skillpack.report.terminal.paint import Paint
from skillpack.report.terminal.stream import wants_unicode

_NAMED = 5  # files that no build wrote, named at most
_WOULD = {"differs": "would change", "missing": "would add", "obsolete": "would remove"}


@verb("build")
@click.argument("source", metavar="[SRC]", default=".", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", default="dist", type=click.Path(path_type=Path), show_default=True, help="Folder to write."
)
@click.option("--site-url", default="", help="Address of the site; overrides `[catalog] site_url`.")
@click.option(
    "--previous",
    default="",
    metavar="DIR|URL|auto",
    help="Published site whose versions are kept, overrides `[catalog] previous`; auto: at its own address, if any.",
)
@downgrade_option
@advanced_option(
    "--allow-withdrawn",
    default=0,
    metavar="N",
    type=click.IntRange(min=0),
    help="Allow up to N published names to be withdrawn, even if more than half of all.",
)
@config_options
@advanced_option(
    "--baseline",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Accept the findings in this file; overrides `[policy] baseline`.",
)
@click.option("--check", is_flag=True, help="Write nothing; exit 1 where the folder differs from a new build.")
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would be written.")
@advanced_option(
    "--verify-output", is_flag=True, help="Read all files of the output; by default their sizes and times are trusted."
)
@advanced_option("-j", "--jobs", default=0, type=click.IntRange(min=0), help="Processes; 0 for one per processor.")
@advanced_option(
    "--executor",
    default="auto",
    show_default=True,
    help="Who prepares skills: auto, inline (this process), processes, or dask://HOST:PORT (a Dask cluster).",
)
@advanced_option(
    "--cache", type=click.Path(path_type=Path, file_okay=False), help="Folder of the cache; by default the user's."
)
@advanced_option("--no-cache", is_flag=True, help="Do not use the cache.")
@today_option
@click.option("--open", "open_site", is_flag=True, help="Open the home page in a browser.")
@click.option("--json", "as_json", is_flag=True, help="Print what was built as JSON.")
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Build the catalog of SRC: a folder of skills, or one with a skillpack.toml.

    Findings never stop a build: the site is written, a skill with an error is withheld, and the exit status says so.
    A secret beside the skills does: in the configuration, a page, a picture or the theme.
    With a published site, all versions that it knows are kept, and none may change.
    A build without a skill, or without most of what is published, is refused: nothing is written.
    Files of the output that were changed or removed since are written again.

    \b
    Examples:
      skillpack build ./skills --open
      skillpack build -o public --site-url https://skills.example.com/
      skillpack build -o public --previous https://skills.example.com/
      skillpack build -o public --previous auto
      skillpack build --check
    """
    started, options = time.monotonic(), BuildOptions(**given)
    outcome, found = _built(options)
    seconds = time.monotonic() - started
    _show(outcome, options.output, found, seconds, as_json=options.as_json, dry_run=options.dry_run)
    if options.open_site and found is None:
        import_module("webbrowser").open((options.output / "index.html").resolve().as_uri())
    differs = any((found or {}).values()) or bool(outcome.unlisted)
    ctx.exit(1 if outcome.failed or (options.check and differs) else 0)


def _built(options: BuildOptions) -> tuple[BuildOutcome, Differences | None]:
    """Return the outcome of a build and its differences; those of the last one, where nothing changed since."""
    env = machine.environment()
    today = chosen_day(options.today, env)
    caches = None if options.no_cache else options.cache or _cache_folder(env)
    # An outcome is remembered where the site follows from what lies here: a published one may have changed.
    remembered = options.writes and not options.previous
    answer = answer_file(caches, options.source, options.output) if caches and remembered else None
    question, last = _question(options, env), None
    if answer:
        last = None if options.verify_output else last_build(answer, question, today)
        if last is not None and last.is_answer:
            return as_before(last.outcome), None
        forget_outcome(answer)
    # Loaded only when there is something to do: all that makes a site takes longer than to see that it is there.
    full = import_module("skillpack.cli.full_build")
    built: tuple[BuildOutcome, Differences | None] = full.full_build(options, today, caches, answer, question, last)
    return built


def _question(options: BuildOptions, env: Mapping[str, str]) -> Mapping[str, Value]:
    """Return everything typed that a build's outcome depends on, and what else the environment says."""
    return {
        "source": str(options.source),
        "output": str(options.output),
        "site_url": options.site_url,
        "allowed": list(options.allow_downgrade),
        "config": str(options.config or ""),
        "baseline": str(options.baseline or ""),
        "no_config": options.no_config,
        "executor": options.executor,
        "date": env.get("SOURCE_DATE_EPOCH", ""),
        "address": site_address(env),
        "libraries": list(machine.library_metadata()),
    }


def _cache_folder(env: Mapping[str, str]) -> Path | None:
    """Return the user's folder of caches; None, and said, where there is none to write to: it only saves time."""
    # RuntimeError: nobody knows the user's home.
    with suppress(OSError, RuntimeError):
        folder = machine.cache_folder(env)
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
    notify("note: the cache folder is not writable, so this build was not cached; --cache sets another folder")
    return None


def _show(
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
            "signed_list_removed": outcome.lost_list,
        }
        print_json({"output": str(output), **outcome.numbers, **lists, **(found or {})})
        return
    notify_lines((*outcome.where, *(outcome.unicode if wants_unicode(sys.stderr) else outcome.ascii)))
    if outcome.withdrawn:
        notify(f"withdrawn: {', '.join(f'`{printable(name)}`' for name in outcome.withdrawn)}")
    if outcome.unlisted:
        notify(_unlisted_line(outcome.unlisted, output))
    if outcome.lost_list:
        notify(f"the signed list no longer matched the site and was removed; `skillpack sign --site {output}` signs it")
    notify_lines(_let_through_lines(outcome.let_through))
    comma = "," if len(outcome.parts) > 1 else ""
    notify(f"built {', '.join(outcome.parts)}{comma} in {seconds:.1f} s ({outcome.numbers['prepared']:,} read anew)")
    _show_output(output, found, dry_run=dry_run)


def _let_through_lines(accepted: Sequence[Mapping[str, str | int | None]]) -> Iterator[str]:
    """Yield a line for each finding that a suppression let through."""
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
