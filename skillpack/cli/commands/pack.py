"""skillpack pack: skills -> canonical archives, the same bytes on every machine."""

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import click
from msgspec import Struct

from skillpack.archive.notes import archive_notes
from skillpack.archive.write import write_tar, write_zip
from skillpack.builder.inputs.catalog import locate
from skillpack.check.run import find_secrets
from skillpack.cli.console import notify, print_json
from skillpack.cli.options.advanced import advanced_option, verb
from skillpack.errors import ArchiveError, OutputError, UsageError
from skillpack.files.discover import discover
from skillpack.files.disk import create, reported
from skillpack.files.location import Location
from skillpack.files.read import read
from skillpack.model.digest import CHECKSUMS, RECEIPT, checksums, sha256
from skillpack.model.limits import Limits
from skillpack.model.portable import printable, usable_name
from skillpack.model.settings import Source
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, SkippedKind, SourceTree, Tree
from skillpack.parse.compose import published_tree
from skillpack.parse.skill import parse_skill

_SINGLE = {".md": Form.MARKDOWN, ".yaml": Form.YAML, ".yml": Form.YAML}
_ARCHIVES = (".zip", ".skill", ".tar.gz", ".tgz")
_LEFT_OUT = {
    SkippedKind.LINK_OUTSIDE: "it is a link out of the skill",
    SkippedKind.LINK_BROKEN: "it is a link to a missing file",
    SkippedKind.SPECIAL: "it is not a file",
    SkippedKind.UNREADABLE: "it cannot be read",
    SkippedKind.NAME: "its name cannot be packed",
    SkippedKind.TOO_LARGE: "it is too large",
    SkippedKind.TOO_DEEP: "it is nested too deeply",
    SkippedKind.TOO_MANY: "there are too many files",
}
"""What would be missing from the archive without a word; a link inside is read as the file that it leads to."""


class _Archive(Struct, frozen=True):
    """What is to be written for one skill.

    Attributes:
        digest: Of the tree.
        files: File name -> content: the archive and its checksums.
    """

    name: str
    label: str
    digest: str
    archive: str
    files: dict[str, bytes]
    count: int
    notes: tuple[str, ...]


@verb("pack")
@click.argument("skills", metavar="SKILL...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", default=".", type=click.Path(path_type=Path), help="Folder to write to, by default here."
)
@advanced_option(
    "--layout",
    type=click.Choice(["flat", "wrapped"]),
    default="flat",
    show_default=True,
    help="SKILL.md at the root, which every client reads, or in a folder named after the skill (.skill).",
)
@click.option(
    "--format", "form", type=click.Choice(["zip", "tar.gz"]), default="zip", show_default=True, help="Kind of archive."
)
@click.option("--force", is_flag=True, help="Replace an archive of the same name with other contents.")
@advanced_option("--allow-secrets", is_flag=True, help="Also pack what looks like a credential or a private file.")
@click.option("--dry-run", is_flag=True, help="Print what would be written; write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print what was packed as JSON.")
def command(
    skills: tuple[Path, ...],
    output: Path,
    layout: str,
    form: str,
    *,
    force: bool,
    allow_secrets: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Pack each SKILL: a skill's folder or file, or a folder of skills.

    The archive is called NAME-LABEL.zip; LABEL is the skill's version, else the start of its digest. Beside it lies
    NAME-LABEL.SHA256SUMS, by which `sha256sum -c` verifies the unpacked skill. The same skill gives the same bytes on
    every machine. What `skillpack unpack` would refuse is not packed, nor a credential or a private file.

    \b
    Examples:
      skillpack pack skills/pdf
      skillpack pack skills/* -o archives
      skillpack pack skills/pdf --layout wrapped     # pdf-1.2.0.skill
      skillpack pack skills/pdf --format tar.gz
    """
    _check_output(output)
    packed = []
    for shown, place in _places(skills):
        archive = _packed(place, shown, layout, form, allow_secrets=allow_secrets)
        state = _put(output, archive, force=force, dry_run=dry_run)
        packed.append(_description(archive, output, state))
        for note in archive.notes:
            notify(f"note: {archive.name}: {note}")
        if not as_json:
            size = len(archive.files[archive.archive])
            click.echo(f"{output / archive.archive}  {size:,} bytes  digest {archive.digest}  ({state})")
    if as_json:
        print_json({"archives": packed})


def _check_output(output: Path) -> None:
    """Refuse to write archives to what is no folder, or looks like the name of one archive.

    Raises:
        UsageError: It is a file, a device or a pipe, or would become a folder that is called as an archive is.
    """
    hint = "give a folder, such as `-o archives`; archives are named after their skills"
    if os.path.lexists(output) and not output.is_dir():
        kind = "a file" if output.is_file() else "a link to nothing" if output.is_symlink() else "not a folder"
        raise UsageError(f"`{output}` is {kind}, and archives need a folder", hint=hint)
    if output.name.endswith(_ARCHIVES) and not output.exists():
        raise UsageError(f"`{output}` is the name of an archive, not of a folder", hint=hint)


def _places(paths: tuple[Path, ...]) -> Iterator[tuple[str, Location]]:
    """Yield the skills that were named, each path's in order, with the path as people would type it."""
    for path in paths:
        folder = path.parent if path.name.casefold() == "skill.md" and path.is_file() else path
        if folder.is_file():
            places = list(_single(folder))
        else:
            located = locate(folder)
            places = list(discover(located.configuration.sources, located.root))
        if not places:
            raise UsageError(f"no skill in `{path}`", hint="give a skill's folder, or a folder of skills")
        for place in places:
            yield str(path) if len(places) == 1 else place.path, place


def _single(path: Path) -> Iterator[Location]:
    form = _SINGLE.get(path.suffix)
    if form is None:
        raise UsageError(f"`{path}` is not a skill", hint="a skill is a folder with SKILL.md, or one .md or .yaml file")
    for place in discover([Source(path.parent.as_posix(), forms=(form,))], Path()):
        if Path(place.origin.path).name == path.name:
            yield place


def _packed(place: Location, shown: str, layout: str, form: str, *, allow_secrets: bool) -> _Archive:
    """Return the archive of one skill.

    Raises:
        ArchiveError: It cannot be packed whole, `unpack` would refuse it, or it holds a secret.
    """
    limits = Limits()
    candidate = read(place, limits)
    skill = parse_skill(candidate, limits)
    files = published_tree(candidate).files
    # Without what the installer and `pack` write beside a skill.
    tree = Tree({path: content for path, content in files.items() if path not in {RECEIPT, CHECKSUMS}})
    if not allow_secrets:
        _check_secrets(skill, tree, limits, shown)
    try:
        _check_whole(candidate, skill.name)
        prefix = skill.name if layout == "wrapped" else ""
        content = write_zip(tree, prefix=prefix) if form == "zip" else write_tar(tree, prefix=prefix)
    except ArchiveError as error:
        hint = error.hint or f"`skillpack check {shown}` shows every problem"
        raise ArchiveError(f"`{shown}` cannot be packed: {error}", hint=hint) from error
    identity = skill.identity
    stem = f"{skill.name}-{identity.label}"
    archive = f"{stem}.{'skill' if layout == 'wrapped' and form == 'zip' else form}"
    written = {archive: content, f"{stem}.{CHECKSUMS}": checksums(tree).encode()}
    return _Archive(skill.name, identity.label, identity.digest, archive, written, len(tree.files), archive_notes(tree))


def _check_secrets(skill: ParsedSkill, tree: Tree, limits: Limits, shown: str) -> None:
    """Refuse what would give a secret to everybody who has the archive."""
    found = find_secrets(skill, tree, limits)
    if found:
        first = found[0]
        where = f"{first.path}:{first.span.line}" if first.span.line else first.path
        raise ArchiveError(
            f"`{shown}` contains a secret: {where}: {first.message}",
            hint=f"`skillpack explain {first.rule}` says what to do; `--allow-secrets` packs it anyway",
        )


def _check_whole(candidate: SourceTree, name: str) -> None:
    """Refuse what would be packed with something missing, or under no name."""
    for skipped in candidate.skipped:
        if skipped.kind in _LEFT_OUT:
            detail = f" ({skipped.detail})" if skipped.detail else ""
            raise ArchiveError(f"`{printable(skipped.path)}`: {_LEFT_OUT[skipped.kind]}{printable(detail)}")
    if not candidate.whole:
        raise ArchiveError("it could not be read completely", hint="try again when no program writes to it")
    if not usable_name(name):
        raise ArchiveError(f"`{printable(name)}` cannot be the name of a skill")


def _put(output: Path, archive: _Archive, *, force: bool, dry_run: bool) -> str:
    """Write what is not there yet, and return what was done in a word.

    Raises:
        OutputError: Something else lies under one of the names, or the disk refuses.
    """
    due = {output / name: content for name, content in archive.files.items()}
    missing = [path for path, content in due.items() if not _holds(path, content)]
    changed = [path for path in missing if os.path.lexists(path)]
    if changed and not force:
        raise OutputError(
            f"`{changed[0]}` has other contents",
            hint="published versions never change: raise the skill's version, or replace the file with --force",
        )
    if not missing:
        return "unchanged"
    if dry_run:
        return "would be written"
    with reported(output):
        output.mkdir(parents=True, exist_ok=True)
    for path in missing:
        _write(path, due[path])
    return "replaced" if changed else "written"


def _holds(path: Path, content: bytes) -> bool:
    with reported(path):
        return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content


def _write(path: Path, content: bytes) -> None:
    """Write a file beside and rename it, so that nobody sees half of it."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with reported(path):
        try:
            with create(str(beside)) as file:
                file.write(content)
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise


def _description(archive: _Archive, output: Path, state: str) -> dict[str, object]:
    content = archive.files[archive.archive]
    return {
        "name": archive.name,
        "label": archive.label,
        "digest": archive.digest,
        "archive": str(output / archive.archive),
        "sha256": sha256(content),
        "size": len(content),
        "files": archive.count,
        "state": state,
        "notes": list(archive.notes),
    }
