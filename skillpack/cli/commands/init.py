"""skillpack init: scaffold a skill, or a catalog with its workflow files."""

import re
from pathlib import Path

import click

from skillpack import __version__, resources
from skillpack.builder.inputs.catalog import CONFIGURATION, locate
from skillpack.cli.console import notify
from skillpack.cli.options.advanced import verb
from skillpack.cli.own_requirement import MISSING, installed_from, own_requirement
from skillpack.errors import UsageError
from skillpack.files.layout import SKILLS
from skillpack.machine import checkout_root, remote
from skillpack.model.portable import usable_name
from skillpack.model.settings import Configuration
from skillpack.parse.compose import quoted
from skillpack.registry.marketplace_names import name_refusal

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
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
def command(name: str | None, description: str, folders: str, *, metaskill: bool, catalog: bool, dry_run: bool) -> None:
    """Scaffold a skill called NAME, or with --catalog a catalog.

    A skill is made below the first source of the catalog that is found here, else in `skills` where there is such a
    folder, else in this folder. Nothing that exists is ever overwritten.

    \b
    Examples:
      skillpack init release-notes -d "Draft release notes. Use when preparing a release."
      skillpack init fix-tests --metaskill
      skillpack init --catalog
    """
    if catalog:
        folder = Path(name or ".")
        files = _catalog_files(folder)
        fill_in = MISSING in files[_REQUIREMENTS] and not (folder / _REQUIREMENTS).exists()
        _write(folder, files, dry_run=dry_run)
        if fill_in:
            notify(f"warning: `{folder / _REQUIREMENTS}` does not say yet where a CI gets skillpack")
            notify("hint: this one came from a folder; until you fill in the last line of that file, its jobs fail")
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
    """Return the folder that new skills belong to."""
    if not Path(CONFIGURATION).is_file():
        return Path(SKILLS) if Path(SKILLS).is_dir() else Path()
    sources = locate(Path()).configuration.sources
    return Path(sources[0].path) if sources else Path()


def _skill_files(name: str, description: str, folders: tuple[str, ...], *, metaskill: bool) -> dict[str, str]:
    title = name.replace("-", " ").capitalize()
    values = {"name": quoted(name), "title": title, "description": quoted(" ".join(description.split()))}
    files = resources.scaffold("metaskill" if metaskill else "skill", values)
    return files | {f"{folder}/.gitkeep": "" for folder in folders}


def _catalog_files(folder: Path) -> dict[str, str]:
    name = _catalog_name(folder)
    requirement = own_requirement(installed_from(), __version__)
    values = {"name": name, "title": name.replace("-", " ").capitalize(), "requirement": requirement}
    files = resources.scaffold("catalog", values)
    if not (folder / "skills").exists():
        first = _skill_files("my-first-skill", _DESCRIPTION, (), metaskill=False)
        files |= {f"skills/my-first-skill/{path}": text for path, text in first.items()}
    return files


def _catalog_name(folder: Path) -> str:
    """Return a name for a catalog: that of its git remote, else its folder's; one that Claude Code takes."""
    folder = folder.resolve()
    # The folder is still to be made, perhaps; in one below the checkout's top lies one catalog of several.
    here = next(each for each in (folder, *folder.parents) if each.is_dir())
    top = checkout_root(here)
    owner, own = _remote_names(remote(here)) if top == folder else ("", "")
    own = own or _kebab(folder.name)
    choices = (own, f"{owner}-{own}", f"our-{own}", f"{own}-skills")
    return next((name for name in choices if name != Configuration().name and not name_refusal(name)), "our-skills")


def _remote_names(address: str) -> tuple[str, str]:
    """Return owner and name of a repository by its address: `https://HOST/OWNER/NAME.git`, `git@HOST:OWNER/NAME`."""
    parts = re.split("[/:]", address.rstrip("/").removesuffix(".git"))
    return ("", "") if len(parts) < 2 else (_kebab(parts[-2]), _kebab(parts[-1]))


def _write(folder: Path, files: dict[str, str], *, dry_run: bool) -> None:
    for path, text in sorted(files.items()):
        target = folder / path
        if target.exists():
            click.echo(f"kept     {target} (it exists)", err=True)
            continue
        if not dry_run:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
        click.echo(f"{'would write' if dry_run else 'wrote'}    {target}")
    click.echo(f"next: skillpack check {folder}", err=True)
