"""skillpack prompt: the index of skills that a host would show its model on this machine."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import click

from skillpack import machine, resources
from skillpack.builder.inputs.catalog import has_catalog
from skillpack.catalog import paths
from skillpack.catalog.precedence import resolve_names
from skillpack.check.judge import words
from skillpack.cli.console import notify
from skillpack.cli.options.advanced import advanced_option, verb
from skillpack.cli.options.configuration import config_options
from skillpack.cli.skills.index_skills import IndexSkill, find_index_skills
from skillpack.errors import UsageError
from skillpack.files.disk import reported
from skillpack.files.read import read_file
from skillpack.model.requirements import unmet
from skillpack.prompt.exclusion import Exclusion, Reason, exclusion, exclusions_line
from skillpack.prompt.formats import Format, formats, host_format, with_errors
from skillpack.prompt.openskills import replace_block
from skillpack.prompt.trim import Trimmed, trimmed
from skillpack.report.quantity import quantity
from skillpack.runtime.dialect import DIALECTS
from skillpack.runtime.environment import read_environment

_BLOCK = "openskills"  # the format that lives in a file beside other text
_MOST_BYTES = 2**20  # of such a file
_MOST_NAMES = 10  # of skills, in one message


@verb("prompt")
@click.argument("sources", metavar="[SRC]...", nargs=-1)
@click.option(
    "--format",
    "form",
    metavar="NAME|FILE",
    default="skills-ref",
    show_default=True,
    help=f"Form of the index: {', '.join(formats(resources.profiles().values()))}; or the TOML file of a profile.",
)
@click.option(
    "--max-tokens",
    type=click.IntRange(min=0),
    help="Shorten descriptions until the index fits, then leave out skills.",
)
@advanced_option("--max-chars", type=click.IntRange(min=0), help="Like --max-tokens, in characters.")
@click.option(
    "--location",
    default="path",
    show_default=True,
    metavar="path|relative|url|TEMPLATE",
    help="Location given for each skill; a TEMPLATE contains {name} or {path}.",
)
@click.option(
    "--into",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the block into this file, such as AGENTS.md (--format openskills).",
)
@click.option("--all", "everything", is_flag=True, help="Include skills that need what this machine lacks.")
@config_options
def command(
    sources: tuple[str, ...],
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

    SRC is a skill, a folder of skills, a catalog, or a published site by its address. Without SRC it is the catalog
    here, else the installed skills: this workspace's, then your own. Of two skills with one name the first wins.
    A host's own format lists what that host would load by its profile; any other what the catalog would publish, but
    for skills that need what this machine lacks. Skills that only people may start are in none. Standard error says how
    many are left out, and why. A limit counts the whole text: descriptions shorten first, and keep what tells a skill
    from the others longest. Where they would become too short to read, the last skills are left out, and the index
    says how many, and how to search for them.

    `skillpack to-prompt` is another command: the reference library's XML of the skills that are named, none left out.

    \b
    Examples:
      skillpack prompt ./skills --format metis
      skillpack prompt https://skills.example.com/ --format metis
      skillpack prompt --format openskills --location relative --into AGENTS.md
      skillpack prompt --max-tokens 2000 --location '{ROOT}/{path}'
    """
    chosen = _chosen(form)
    if into is not None and form != _BLOCK:
        raise UsageError(f"--into needs a format with a block, and `{form}` has none", hint=f"add --format {_BLOCK}")
    place = _placing(location)
    found = list(find_index_skills(sources, chosen, config=config, use_config=not no_config))
    if not found and (sources or has_catalog(Path())):
        notify(f"no skills in {', '.join(f'`{source}`' for source in sources or ('.',))}")
    kept = sorted(_winners(_listed(found, chosen, everything=everything)), key=lambda each: each.skill.name)
    style, dialect = chosen.style, DIALECTS.get(chosen.name)
    if chosen.judged_by:  # its checks say something about a skill
        profile = resources.profiles()[chosen.judged_by]
        style = with_errors(style, {each.skill.name: words(each.findings, profile) for each in kept})
    result = trimmed(
        style,
        [(each.skill, place(each)) for each in kept],
        max_chars=max_chars,
        max_tokens=max_tokens,
        search=dialect.search if dialect is not None and dialect.search else "`skillpack search WORDS` finds them",
    )
    if into is None:
        click.echo(result.text, nl=False)
    else:
        _put(result.text, into)
    _report_cuts(result, len(kept))


def _winners(found: Iterable[IndexSkill]) -> Iterator[IndexSkill]:
    for winner, *losers in resolve_names(found, lambda each: each.skill.name, lambda each: each.skill.origin):
        for loser in losers:
            notify(f"`{winner.skill.name}` in {loser.file} is ignored: {winner.file} takes precedence")
        yield winner


def _listed(found: Sequence[IndexSkill], form: Format, *, everything: bool) -> Iterator[IndexSkill]:
    """Yield the skills that the index holds, and say how many it does not, and why."""
    here = machine.probe((each.skill.requires for each in found), _environment(form))
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


def _environment(form: Format) -> Mapping[str, str]:
    """Return the variables that the host of a format gives its sessions: those of this process, and of its settings."""
    env = machine.environment()
    if form.host is None or not form.host.environment_file:
        return env
    return {**env, **read_environment(form.host.environment_file, env)}


def _placing(location: str) -> Callable[[IndexSkill], str]:
    """Return how a location is made."""
    if location == "path":
        return lambda found: found.file
    if location == "relative":
        return lambda found: found.file if "://" in found.file else Path(os.path.relpath(found.file)).as_posix()
    if location == "url":
        return _url
    if "{name}" in location or "{path}" in location:
        return lambda found: location.replace("{path}", found.path).replace("{name}", found.skill.name)
    raise UsageError(
        f"`--location {location}` is not `path`, `relative`, `url` or a template",
        hint="a template contains {name} or {path}, for example '{ROOT}/{path}'",
    )


def _url(found: IndexSkill) -> str:
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
            raise UsageError(f"`{name}` has no index style", hint="set `[index] style`")
        return found
    known = formats(resources.profiles().values())
    if name not in known:
        raise UsageError(
            f"unknown format `{name}`", hint=f"known formats: {', '.join(known)}; or give the TOML file of a profile"
        )
    return known[name]


def _report_cuts(result: Trimmed, count: int) -> None:
    if not result.fits:
        notify(f"warning: the index needs {len(result.text):,} characters without any skill, more than the limit")
        notify("hint: raise the limit")
        return
    if result.shortened:
        notify(f"shortened {len(result.shortened):,} of {quantity(count, 'description')}")
    if result.dropped:
        notify(f"kept only the name of {_names(result.dropped)}")
    if result.left_out:
        notify(f"no room for {len(result.left_out):,} of {quantity(count, 'skill')}: {_names(result.left_out)}")
        notify("hint: raise the limit, or name fewer skills as SRC")


def _names(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(f"`{name}`" for name in names[:_MOST_NAMES]) + (f" and {more:,} more" if more > 0 else "")


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
