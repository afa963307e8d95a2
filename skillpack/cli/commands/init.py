"""skillpack init: scaffold a skill, or a catalog with its workflow files."""

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path

import click
from msgspec.structs import replace

from skillpack import machine, resources
from skillpack.builder.inputs.catalog import CONFIGURATION, bare_sources, locate, near_rule
from skillpack.checkout import checkout_root, remote
from skillpack.cli.console import notify
from skillpack.cli.options.advanced import verb
from skillpack.errors import UsageError, within_file
from skillpack.files.discover import discover
from skillpack.files.membership import SKILLS
from skillpack.files.read import read_file
from skillpack.model.portable import printable, usable_name
from skillpack.model.settings import Configuration, Source
from skillpack.parse.compose import quoted
from skillpack.parse.settings.configuration import parse_configuration
from skillpack.parse.tool_source import FILL_IN, is_pinned, noted_address, parse_tool_source, requirement
from skillpack.registry.marketplace import name_refusal
from skillpack.report.quantity import quantity
from skillpack.report.terminal.locations import locations_line

_TEXT_LIMIT = 2**20  # bytes of a configuration
_REQUIREMENTS = "skillpack-requirements.txt"
_RESOURCES = ("scripts", "references", "assets")
_DESCRIPTION = "Say what the skill does. Use when the user asks for it, with the words that people really use."


@verb("init")
@click.argument("name", required=False)
@click.option("-d", "--description", default=_DESCRIPTION, help="What the skill does and when to use it.")
@click.option(
    "-r", "--resources", "folders", default="", help="Folders to make in the skill: scripts,references,assets."
)
@click.option("--metaskill", is_flag=True, help="Add a workflow program, SKILL.star.")
@click.option("--catalog", is_flag=True, help="Scaffold a catalog; NAME is its folder, by default this one.")
@click.option(
    "--tool-source",
    default="",
    metavar="URL",
    help="With --catalog: the git repository, with @REV, or the wheel that CI installs skillpack from.",
)
@click.option("--dry-run", is_flag=True, help="Print what would be written; write nothing.")
def command(
    name: str | None, description: str, folders: str, tool_source: str, *, metaskill: bool, catalog: bool, dry_run: bool
) -> None:
    """Scaffold a skill called NAME, or with --catalog a catalog.

    A skill is made below the first source of the catalog that is found here, else beside the skills that lie here, else
    in `skills`. A catalog has the skills that lie in its folder as its sources, as `skillpack check`
    finds them; where there are none, it gets a first one. Nothing that exists is ever overwritten.

    \b
    Examples:
      skillpack init release-notes -d "Draft release notes. Use when preparing a release."
      skillpack init fix-tests --metaskill
      skillpack init --catalog
      skillpack init --catalog --tool-source https://git.example.com/skillpack.git@v1.0
    """
    if tool_source and not catalog:
        raise UsageError("--tool-source is for a catalog", hint="add --catalog")
    if catalog:
        _make_catalog(Path(name or "."), parse_tool_source(tool_source) if tool_source else "", dry_run=dry_run)
        return
    if name is None:
        raise UsageError("init needs the name of a skill", hint="`skillpack init NAME`, or `skillpack init --catalog`")
    wanted = tuple(part.strip() for part in folders.split(",") if part.strip())
    unknown = [part for part in wanted if part not in _RESOURCES]
    if unknown:
        raise UsageError(f"unknown resource folder `{unknown[0]}`", hint=f"known: {', '.join(_RESOURCES)}")
    if not _conforms(name):
        hint = "use lower-case letters, digits and single hyphens"
        near = _kebab(name)
        raise UsageError(
            f"`{name}` cannot be the name of a skill", hint=f"{hint}: `{near}`" if _conforms(near) else hint
        )
    folder = _home() / name
    if folder.exists():
        raise UsageError(f"`{folder}` exists already", hint="choose another name")
    _write(folder, _skill_files(name, description, wanted, metaskill=metaskill), dry_run=dry_run)


def _conforms(name: str) -> bool:
    """Return whether a name satisfies every specification, not only this file system."""
    words = name.split("-")
    plain = name.isascii() and name == name.lower() and all(word.isalnum() for word in words)
    return plain and usable_name(name)


def _kebab(text: str) -> str:
    """Return the nearest name in lower-case letters, digits and single hyphens; perhaps an empty one."""
    return re.sub("[^a-z0-9]+", "-", text.lower()).strip("-")


def _home() -> Path:
    """Return the folder that new skills belong to: that of the skills here; without any, `skills`."""
    if Path(CONFIGURATION).is_file():
        sources = locate(Path()).configuration.sources
        return Path(sources[0].path) if sources else Path(SKILLS)
    if Path(SKILLS).is_dir():
        return Path(SKILLS)
    if Path.cwd().name == SKILLS:
        return Path()
    return next((Path(each.path) for each in bare_sources(Path()) if each.depth), Path(SKILLS))


def _skill_files(name: str, description: str, folders: tuple[str, ...], *, metaskill: bool) -> dict[str, str]:
    title = name.replace("-", " ").capitalize()
    values = {"name": quoted(name), "title": title, "description": quoted(" ".join(description.split()))}
    files = resources.scaffold("metaskill" if metaskill else "skill", values)
    return files | {f"{folder}/.gitkeep": "" for folder in folders}


def _make_catalog(folder: Path, typed: str, *, dry_run: bool) -> None:
    """Scaffold a catalog of the skills that are there, and say which these are.

    Args:
        folder: Of the catalog, perhaps still to be made.
        typed: Address that a CI installs skillpack from; empty for where this one came from, if known.
    """
    known = os.path.lexists(folder / CONFIGURATION)
    sources = _sources(folder, known=known)
    skills = tuple(discover([replace(each, required=False) for each in sources], folder))
    address = typed or noted_address(machine.installed_from())
    name = _catalog_name(folder)
    files = resources.scaffold(
        "catalog",
        {
            "name": name,
            "title": name.replace("-", " ").capitalize(),
            "requirement": requirement(address) if address else FILL_IN,
            "tool_source": f'tool_source = "{typed}"' if typed else '# tool_source = "https://HOST/skillpack.git@REV"',
        },
    )
    new = sorted(path for path in files if not os.path.lexists(folder / path))
    files[CONFIGURATION] = files[CONFIGURATION].replace("{{sources}}", _source_tables(sources or [Source(SKILLS)], new))
    if not skills and not known:
        _refuse_no_folder(folder / SKILLS)
        first = _skill_files("my-first-skill", _DESCRIPTION, (), metaskill=False)
        files |= {f"{SKILLS}/my-first-skill/{path}": text for path, text in first.items()}
    if skills:
        where = [each.origin.locate("").rstrip("/") for each in skills]
        home = where[0].rpartition("/")[0] or "."
        found = locations_line(where) or f"found {quantity(len(where), 'skill')} in `{printable(home)}`"
        named = "names their sources already" if known else f"{'would name' if dry_run else 'names'} their sources"
        notify(f"{found}; `{folder / CONFIGURATION}` {named}")
    _write(folder, files, dry_run=dry_run)
    _report_tool_source(folder, address, typed, written=_REQUIREMENTS in new)


def _sources(folder: Path, *, known: bool) -> tuple[Source, ...]:
    """Return the sources of a catalog: those that its configuration names, else what `check` finds; perhaps none.

    Args:
        folder: Of the catalog.
        known: There is a configuration.
    """
    file = folder / CONFIGURATION
    named: tuple[Source, ...] = ()
    if known:
        text = read_file(file, _TEXT_LIMIT).decode("utf-8", "replace")
        with within_file(file):
            named = parse_configuration(text, near_rule=near_rule).sources
    return named or bare_sources(folder)


def _refuse_no_folder(place: Path) -> None:
    """Refuse to make a first skill where the folder of skills is something else, or lies somewhere else.

    Raises:
        UsageError: It does.
    """
    if os.path.lexists(place) and (place.is_symlink() or not place.is_dir()):
        kind = "a link" if place.is_symlink() else "a file"
        raise UsageError(
            f"`{place}` is {kind}, so that no first skill can be made there", hint="move it away, or put a skill there"
        )


def _source_tables(sources: Iterable[Source], written: Iterable[str]) -> str:
    """Return sources as a configuration names them; what is scaffolded into a skill is no part of it."""
    tables = []
    for source in sources:
        lines = ["[[source]]", f"path = {json.dumps(source.path)}"]
        if source.depth == 0:
            left_out = ", ".join(json.dumps(f"/{path}") for path in written)
            lines += ["depth = 0 # the folder is itself a skill", *([f"exclude = [{left_out}]"] if left_out else [])]
        elif source.exclude:
            lines.append(f"exclude = {json.dumps(source.exclude)} # installed, not written here")
        tables.append("\n".join(lines))
    return "\n\n".join(tables)


def _report_tool_source(folder: Path, address: str, typed: str, *, written: bool) -> None:
    """Say where a CI gets skillpack, if that is not yet settled."""
    file = folder / _REQUIREMENTS
    if typed and not written and typed not in read_file(file, _TEXT_LIMIT).decode("utf-8", "replace"):
        notify(f"warning: `{file}` was there and is kept: write `{requirement(typed)}` into it yourself")
    elif written and not address:
        notify(f"warning: `{file}` does not say yet where a CI gets skillpack")
        line = len(FILL_IN.splitlines())
        notify(f"hint: put its address into line {line} of that file; until then its jobs stop at their first step")
    elif written and not is_pinned(address):
        notify(f"note: `{address}` names no revision: a CI takes what is newest there; `@REV` at its end fixes one")


def _catalog_name(folder: Path) -> str:
    """Return a name for a catalog: that of its git remote, else its folder's; one that Claude Code takes."""
    folder = folder.resolve()
    # The folder is still to be made, perhaps; in one below the checkout's top lies one catalog of several.
    here = next(each for each in (folder, *folder.parents) if each.is_dir())
    top = checkout_root(here)
    # `https://HOST/OWNER/NAME.git`, `git@HOST:OWNER/NAME`
    parts = re.split("[/:]", remote(here).rstrip("/").removesuffix(".git")) if top == folder else []
    owner, own = (_kebab(parts[-2]), _kebab(parts[-1])) if len(parts) > 1 else ("", "")
    own = own or _kebab(folder.name)
    choices = (own, f"{owner}-{own}", f"our-{own}", f"{own}-skills")
    return next((name for name in choices if name != Configuration().name and not name_refusal(name)), "our-skills")


def _write(folder: Path, files: dict[str, str], *, dry_run: bool) -> None:
    for path, text in sorted(files.items()):
        target = folder / path
        if os.path.lexists(target):  # a link that leads nowhere is somebody's too
            click.echo(f"kept     {target} (it exists)", err=True)
            continue
        if not dry_run:
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("x", encoding="utf-8", newline="\n") as new:
                new.write(text)
        click.echo(f"{'would write' if dry_run else 'wrote'}    {target}")
    click.echo(f"next: skillpack check {folder}", err=True)
