"""skillpack prompt: the index of skills that a host would show its model on this machine."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import click
from msgspec import Struct
from msgspec.structs import replace

from skillpack import machine, resources
from skillpack.builder.inputs.catalog import Located, locate
from skillpack.builder.inputs.inputs import make_settings
from skillpack.builder.inspection.inspection import Inspected, inspect
from skillpack.builder.record.entry import located_file
from skillpack.catalog import paths
from skillpack.catalog.notes import is_hidden, notes_by_name
from skillpack.catalog.precedence import resolve_names
from skillpack.check.judge import words
from skillpack.check.masking import masked_text
from skillpack.cli.console import notify
from skillpack.cli.options.advanced import advanced_option, verb
from skillpack.cli.options.configuration import config_options
from skillpack.errors import UsageError
from skillpack.files.disk import reported
from skillpack.files.read import read_file
from skillpack.model.finding import Finding
from skillpack.model.profile import Profile
from skillpack.model.requirements import unmet
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form
from skillpack.prompt.exclusion import Exclusion, Reason, exclusion, exclusions_line
from skillpack.prompt.formats import Format, formats, host_format, telling
from skillpack.prompt.openskills import replace_block
from skillpack.prompt.style import IndexStyle
from skillpack.prompt.trim import Trimmed, trimmed
from skillpack.report.quantity import quantity

_BLOCK = "openskills"  # the format that lives in a file beside other text
_MOST_BYTES = 2**20  # of such a file
_MOST_NAMES = 10  # of skills, in one message
_RANKS = 10_000  # more sources than any catalog has: those of an earlier SRC come first


class _Found(Struct, frozen=True):
    """A skill, and what its location is made of.

    Attributes:
        file: Its skill file, absolute.
        path: The same, relative to its catalog.
        site_url: Of its catalog, or empty.
        gate: Profiles of its catalog.
        hidden: The catalog leaves it out.
    """

    skill: ParsedSkill
    findings: tuple[Finding, ...]
    file: str
    path: str
    site_url: str
    gate: tuple[Profile, ...]
    hidden: bool


@verb("prompt")
@click.argument("sources", metavar="[SRC]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    metavar="NAME|FILE",
    default="skills-ref",
    show_default=True,
    help=f"Form of the index: {', '.join(formats(resources.profiles().values()))}; or the TOML file of a profile.",
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
def command(
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
    A host's own format lists what that host would load by its profile; any other what the catalog would publish, but
    for skills that need what this machine lacks. Skills that only people may start are in none. Standard error says how
    many are left out, and why. A limit counts the whole text; what tells a skill from the others stays longest,
    and every name stays: where not even the names fit, they are printed alone, with a warning.

    `skillpack to-prompt` is another command: the reference library's XML of the skills that are named, none left out.

    \b
    Examples:
      skillpack prompt ./skills --format metis
      skillpack prompt --format openskills --location relative --into AGENTS.md
      skillpack prompt --max-tokens 2000 --location '{ROOT}/{path}'
    """
    chosen = _chosen(form)
    if into is not None and form != _BLOCK:
        raise UsageError(f"--into keeps a block, and the format `{form}` has none", hint=f"add --format {_BLOCK}")
    place = _placing(location)
    catalogs = [locate(source, config=config, use_config=not no_config) for source in sources or (Path(),)]
    found = [each for rank, located in enumerate(catalogs) for each in _found(located, rank, chosen)]
    if not found:
        notify(f"no skills in {', '.join(f'`{source}`' for source in sources or (Path(),))}")
    kept = sorted(_winners(_listed(found, chosen, everything=everything)), key=lambda each: each.skill.name)
    result = trimmed(
        _telling(chosen, kept),
        [(each.skill, place(each)) for each in kept],
        max_chars=max_chars,
        max_tokens=max_tokens,
    )
    if into is None:
        click.echo(result.text, nl=False)
    else:
        _put(result.text, into)
    _report_cuts(result, len(kept))


def _found(located: Located, rank: int, form: Format) -> Iterator[_Found]:
    """Yield the skills of a catalog that have a name which the format can hold."""
    known = {**resources.profiles(), **({form.host.name: form.host} if form.host is not None else {})}
    settings = make_settings(located.configuration, known)
    gate = resources.chosen_profiles(located.configuration.profiles)
    notes = notes_by_name(located.configuration.skills)
    for each in inspect(located, settings):
        if each.entry is not None or (form.host is not None and each.skill.name and each.skill.document.path):
            origin = replace(each.skill.origin, rank=each.skill.origin.rank + rank * _RANKS)
            yield _Found(
                skill=replace(each.skill, origin=origin),
                findings=each.findings,
                file=_file(each),
                path=located_file(each.skill),
                site_url=located.configuration.site_url,
                gate=gate,
                hidden=is_hidden(each.skill.name, notes),
            )


def _file(inspected: Inspected) -> str:
    path = Path(inspected.place.path)
    if inspected.skill.origin.form is Form.FOLDER:
        path /= inspected.skill.document.path
    # As hosts write it: absolute, links left as they are.
    return masked_text(Path(os.path.abspath(path)).as_posix())  # noqa: PTH100


def _winners(found: Iterable[_Found]) -> Iterator[_Found]:
    for winner, *losers in resolve_names(found, lambda each: each.skill.name, lambda each: each.skill.origin):
        for loser in losers:
            where, first = (each.skill.origin.locate("") for each in (loser, winner))
            notify(f"`{winner.skill.name}` in {where} is ignored: {first} comes first")
        yield winner


def _listed(found: Sequence[_Found], form: Format, *, everything: bool) -> Iterator[_Found]:
    """Yield the skills that the index holds, and say how many it does not, and why."""
    here = machine.probe((each.skill.requires for each in found), machine.environment())
    excluded = []
    for each in found:
        lacks = not everything and unmet(each.skill.requires, here) is not None
        why = exclusion(form, each.skill, each.findings, each.gate, lacks=lacks, hidden=each.hidden)
        if why is None and len(each.file.splitlines()) > 1:
            why = Exclusion(Reason.PATH)
        if why is None:
            yield each
        else:
            excluded.append(why)
    if excluded:
        notify(exclusions_line(form, len(found), excluded))


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


def _chosen(name: str) -> Format:
    """Return a format by name, or that of a host whose profile is a file.

    Raises:
        UsageError: There is none of that name, or the file does not say how the host writes its index.
    """
    if resources.is_file_name(name):
        found = host_format(resources.read_profile(Path(name)))
        if found is None:
            raise UsageError(f"`{name}` does not say how its index is written", hint="set `[index] style`")
        return found
    known = formats(resources.profiles().values())
    if name not in known:
        raise UsageError(
            f"unknown format `{name}`", hint=f"known formats: {', '.join(known)}; or give the TOML file of a profile"
        )
    return known[name]


def _telling(chosen: Format, listed: Sequence[_Found]) -> IndexStyle:
    """Return the style of a format, with what its checks would say about each skill where it says something."""
    if not chosen.told_by:
        return chosen.style
    profile = resources.profiles()[chosen.told_by]
    return telling(chosen.style, {each.skill.name: words(each.findings, profile) for each in listed})


def _report_cuts(result: Trimmed, count: int) -> None:
    if not result.fits:
        notify(f"warning: the names alone need {len(result.text):,} characters, more than allowed")
        notify("hint: raise the limit, or name fewer skills as SRC")
        return
    if result.shortened:
        notify(f"shortened {len(result.shortened):,} of {quantity(count, 'description')}")
    if result.dropped:
        names = ", ".join(f"`{name}`" for name in result.dropped[:_MOST_NAMES])
        more = len(result.dropped) - _MOST_NAMES
        notify(f"left only the name of {names}" + (f" and {more:,} more" if more > 0 else ""))


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
        notify(f"{file} is up to date")
        return
    with reported(file):
        file.write_bytes(new)
    notify(f"wrote the block in {file}")
