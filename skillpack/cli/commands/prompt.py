"""skillpack prompt: the index of skills that a host would show its model on this machine."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from skillpack import machine, resources
from skillpack.catalog import paths
from skillpack.catalog.notes import is_hidden, notes_by_name
from skillpack.catalog.precedence import name_key, resolve
from skillpack.check.judge import verdict, words
from skillpack.cli.advanced import SectionedCommand, advanced_option
from skillpack.cli.configuring import config_options
from skillpack.cli.console import say
from skillpack.errors import UsageError
from skillpack.files.disk import reported
from skillpack.files.read import read_file
from skillpack.model.finding import Finding
from skillpack.model.requirements import unmet
from skillpack.model.selection import Described
from skillpack.model.skill import Skill
from skillpack.model.tree import Form
from skillpack.pipeline.inputs import Located, locate, make_settings
from skillpack.pipeline.inspection import Inspected, inspect
from skillpack.prompt.formats import FORMATS, Format, judging
from skillpack.prompt.openskills import replace_block
from skillpack.prompt.trim import Trimmed, trimmed

_BLOCK = "openskills"  # the format that lives in a file beside other text
_MOST_BYTES = 2**20  # of such a file
_MOST_NAMES = 10  # of skills, in one message
_RANKS = 10_000  # more sources than any catalog has: those of an earlier SRC come first


@dataclass(frozen=True, slots=True)
class _Found:
    """A skill, and what its location is made of.

    Attributes:
        described: As selection takes it; None where nothing is cut.
        file: Its skill file, absolute.
        path: The same, relative to its catalog.
        site_url: Of its catalog, or empty.
        loads: False where an error keeps the catalog from publishing it.
        hidden: The catalog leaves it out.
    """

    skill: Skill
    described: Described | None
    findings: tuple[Finding, ...]
    file: str
    path: str
    site_url: str
    loads: bool
    hidden: bool


@click.command("prompt", cls=SectionedCommand, short_help="Print a prompt index of skills for one host")
@click.argument("sources", metavar="[SRC]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="skills-ref",
    show_default=True,
    help="Form of the index, each a host's own.",
)
@click.option("--max-tokens", type=click.IntRange(min=0), help="Shorten descriptions until all of it fits.")
@advanced_option("--max-chars", type=click.IntRange(min=0), help="As --max-tokens, in characters.")
@click.option(
    "--location",
    default="path",
    show_default=True,
    metavar="path|relative|url|TEMPLATE",
    help="Where a skill is said to lie; a TEMPLATE holds {name} or {path}.",
)
@click.option(
    "--into",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Put the block in its place in this file, such as AGENTS.md (--format openskills).",
)
@click.option("--all", "everything", is_flag=True, help="Also skills that need what this machine lacks.")
@config_options
@click.pass_context
def command(
    ctx: click.Context,
    sources: tuple[Path, ...],
    form: str,
    max_tokens: int | None,
    max_chars: int | None,
    location: str,
    into: Path | None,
    config: Path | None,
    *,
    everything: bool,
    no_config: bool,
) -> None:
    """Print the index of skills that a host shows its model: names and descriptions, in the host's own bytes.

    SRC is a skill, a folder of skills or a catalog; this folder by default. Of two skills with one name the first wins.
    Skills that only people may start, that the catalog would not publish, or that need what this machine lacks are left
    out, and standard error says so. A limit counts the whole text; what tells a skill from the others stays longest,
    and every name stays. Exit status 1: not even the names fit.

    `skillpack to-prompt` is another command: the reference library's XML of the skills that are named, none left out.

    \b
    Examples:
      skillpack prompt ./skills --format metis
      skillpack prompt --format openskills --location relative --into AGENTS.md
      skillpack prompt --max-tokens 2000 --location '{ROOT}/{path}'
    """
    if into is not None and form != _BLOCK:
        raise UsageError(f"--into keeps a block, and the format `{form}` has none", hint=f"add --format {_BLOCK}")
    place = _placing(location)
    limited = max_chars is not None or max_tokens is not None
    found = [
        each
        for rank, source in enumerate(sources or (Path(),))
        for each in _found(locate(source, config=config, use_config=not no_config), rank, weigh=limited)
    ]
    if not found:
        say(f"no skills in {', '.join(f'`{source}`' for source in sources or (Path(),))}")
    kept = sorted(_visible(list(_winners(found)), everything=everything), key=lambda each: each.skill.name)
    result = trimmed(
        _told(FORMATS[form], kept),
        [(each.skill, place(each)) for each in kept],
        max_chars=max_chars,
        max_tokens=max_tokens,
        described=[each.described for each in kept if each.described is not None],
    )
    if into is None:
        click.echo(result.text, nl=False)
    else:
        _put(result.text, into)
    _say_what_is_cut(result, len(kept))
    if not result.fits:
        ctx.exit(1)


def _found(located: Located, rank: int, *, weigh: bool) -> Iterator[_Found]:
    """Yield the skills of a catalog that have a usable name; weighed for selection on demand."""
    settings = make_settings(located.configuration, resources.profiles())
    gate = resources.chosen_profiles(located.configuration.profiles)
    notes = notes_by_name(located.configuration.skills)
    for each in inspect(located, settings, weigh=weigh):
        if each.entry is not None:
            origin = replace(each.skill.origin, rank=each.skill.origin.rank + rank * _RANKS)
            loads = all(verdict(each.findings, profile).loads for profile in gate)
            skill = replace(each.skill, origin=origin)
            yield _Found(
                skill=skill,
                described=each.weighed.described if each.weighed is not None else None,
                findings=each.findings,
                file=_file(each),
                path=each.entry.path,
                site_url=located.configuration.site_url,
                loads=loads,
                hidden=is_hidden(each.skill.name, notes),
            )


def _file(inspected: Inspected) -> str:
    path = Path(inspected.place.path)
    if inspected.skill.origin.form is Form.FOLDER:
        path /= inspected.skill.document.path
    # As hosts write it: absolute, links left as they are.
    return Path(os.path.abspath(path)).as_posix()  # noqa: PTH100


def _winners(found: Iterable[_Found]) -> Iterator[_Found]:
    ordered = sorted(found, key=lambda each: name_key(each.skill.name))
    by_origin = {(each.skill.name, each.skill.origin): each for each in ordered}
    for name, winner, losers in resolve(by_origin):
        for loser in losers:
            say(f"`{name}` in {loser.locate('')} is ignored: {winner.locate('')} comes first")
        yield by_origin[name, winner]


def _visible(found: Iterable[_Found], *, everything: bool) -> Iterator[_Found]:
    """Yield the skills that the model may see here, and say why others are left out."""
    skills = list(found)
    here = machine.probe((each.skill.requires for each in skills), machine.environment())
    for each in skills:
        lacks = None if everything else unmet(each.skill.requires, here)
        if each.hidden:
            say(f"`{each.skill.name}` is left out: the catalog hides it")
        elif not each.loads:
            say(f"`{each.skill.name}` is left out: it has errors, see `skillpack check`")
        elif len(each.file.splitlines()) > 1:
            say(f"`{each.skill.name}` is left out: its path holds a line break")
        elif not each.skill.invocation.by_model:
            say(f"`{each.skill.name}` is left out: only people may start it")
        elif lacks:
            say(f"`{each.skill.name}` is left out: {lacks[0].lower()}{lacks[1:]}")
        else:
            yield each


def _placing(location: str) -> Callable[[_Found], str]:
    """Return how a location is made."""
    if location == "path":
        return lambda found: found.file
    if location == "relative":
        return lambda found: Path(os.path.relpath(found.file)).as_posix()
    if location == "url":
        return _url
    if "{name}" in location or "{path}" in location:
        return lambda found: location.replace("{path}", found.path).replace("{name}", found.skill.name)
    raise UsageError(
        f"`--location {location}` is none of `path`, `relative`, `url`",
        hint="a template holds {name} or {path}, for example '{ROOT}/{path}'",
    )


def _url(found: _Found) -> str:
    if not found.site_url:
        raise UsageError("`--location url` needs the address of the site", hint="set `[catalog] site_url`")
    return found.site_url + paths.skill_markdown(found.skill.name)


def _told(form: Format, listed: Sequence[_Found]) -> Format:
    """Return the format with what its host would say about each skill, where it says something."""
    if not form.judged_by:
        return form
    profile = resources.profiles()[form.judged_by]
    return judging(form, {each.skill.name: words(each.findings, profile) for each in listed})


def _say_what_is_cut(result: Trimmed, count: int) -> None:
    if not result.fits:
        say(f"without any description the index has {len(result.text):,} characters, more than allowed")
        return
    if result.shortened:
        say(f"shortened {len(result.shortened):,} of {_many(count, 'description')}")
    if result.dropped:
        names = ", ".join(f"`{name}`" for name in result.dropped[:_MOST_NAMES])
        more = len(result.dropped) - _MOST_NAMES
        say(f"left only the name of {names}" + (f" and {more:,} more" if more > 0 else ""))


def _put(block: str, file: Path) -> None:
    """Put a block in its place in a file; its newlines stay what they are, and an equal file is not written."""
    old = read_file(file, _MOST_BYTES) if file.exists() else b""
    try:
        text = old.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"`{file}` is not UTF-8", hint="save it as UTF-8, or name another file") from error
    windows = 0 < text.count("\n") == text.count("\r\n")
    put = replace_block(text.replace("\r\n", "\n") if windows else text, block)
    new = (put.replace("\n", "\r\n") if windows else put).encode()
    if new == old:
        say(f"{file} is up to date")
        return
    with reported(file):
        file.write_bytes(new)
    say(f"wrote the block in {file}")


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
