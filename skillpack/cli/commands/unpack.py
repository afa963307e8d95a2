"""skillpack unpack: an archive -> a folder, strictly or not at all."""

import os
import secrets
import shutil
from pathlib import Path

import click

from skillpack import machine, resources
from skillpack.archive.member import archive_limit
from skillpack.archive.read import read_archive
from skillpack.check.judge import judge
from skillpack.check.run import check_skill
from skillpack.cli.console import notify_lines, paint_for, print_json
from skillpack.cli.findings import make_report
from skillpack.cli.options.advanced import verb
from skillpack.errors import ArchiveError, OutputError, UsageError
from skillpack.files.disk import reported
from skillpack.files.read import read_file
from skillpack.files.tree import write_tree
from skillpack.model.digest import sha256
from skillpack.model.finding import Severity
from skillpack.model.limits import Limits
from skillpack.model.portable import usable_name
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, Origin, SourceTree, Tree, Trust
from skillpack.parse.skill import parse_skill
from skillpack.report.findings.report import CheckedSkill, Report, open_findings
from skillpack.report.findings.text import concise
from skillpack.report.quantity import quantity

_PROFILE = "publish"
_NAMELESS = Origin("", 0, "", "", Form.FOLDER, Trust.EXTERNAL)


@verb("unpack")
@click.argument("archive", type=click.Path(path_type=Path))
@click.argument("dest", required=False, type=click.Path(path_type=Path))
@click.option(
    "--into", "parent", type=click.Path(path_type=Path), help="Unpack to PARENT/NAME; NAME is the skill's name."
)
@click.option("--dry-run", is_flag=True, help="Check the archive; write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print what was unpacked as JSON.")
def command(archive: Path, dest: Path | None, parent: Path | None, *, dry_run: bool, as_json: bool) -> None:
    """Unpack ARCHIVE, a zip or .tar.gz of one skill, into DEST, which must be absent or empty.

    The archive is read whole before anything is written. Whatever honest tools do not write is refused: paths that
    lead elsewhere, links, names that collide, bytes that belong to nothing, sizes that lie. What is merely wrong with
    the skill is said and does not stop it.

    \b
    Examples:
      skillpack unpack pdf-1.2.0.zip pdf
      skillpack unpack pdf-1.2.0.skill --into ~/.metis/skills
      skillpack unpack download.tar.gz there --dry-run
    """
    if (dest is None) == (parent is None):
        raise UsageError(
            "unpack needs a folder to write to", hint="`skillpack unpack ARCHIVE DEST`, or `--into PARENT`"
        )
    limits = Limits()
    tree = _read(archive, limits)
    target = dest if dest is not None else (parent or Path()) / _name(tree, limits, archive)
    _check_free(target)
    stem = target.resolve().name
    origin = Origin(target.parent.as_posix(), 0, target.name, stem, Form.FOLDER, Trust.EXTERNAL)
    skill = _parsed(tree, origin, limits)
    report = _judged(skill, tree, target, limits)
    if not dry_run:
        _write(tree, target)
    if report.findings:
        notify_lines(concise(report, paint_for(stderr=True)))
    state = "would be written" if dry_run else "written"
    if as_json:
        print_json(_description(skill, tree, target, report, state))
    else:
        size = sum(map(len, tree.files.values()))
        files, identity = quantity(len(tree.files), "file"), skill.identity
        click.echo(f"{target}  {identity.label}  {files}  {size:,} bytes  digest {identity.digest}  ({state})")


def _read(archive: Path, limits: Limits) -> Tree:
    try:
        return read_archive(read_file(archive, archive_limit(limits)), limits)
    except ArchiveError as error:
        raise ArchiveError(f"`{archive}` is refused: {error}", hint=error.hint) from error


def _name(tree: Tree, limits: Limits, archive: Path) -> str:
    """Return the name that a skill says it has; a folder is made of it."""
    name = _parsed(tree, _NAMELESS, limits).name
    if not usable_name(name):
        raise ArchiveError(
            f"`{archive}` contains a skill without a usable name",
            hint=f"choose a folder: `skillpack unpack {archive} DEST`",
        )
    return name


def _parsed(tree: Tree, origin: Origin, limits: Limits) -> ParsedSkill:
    listing = tuple((path, len(content)) for path, content in tree.files.items())
    return parse_skill(SourceTree(origin, listing, tree, whole=True, skipped=()), limits)


def _check_free(target: Path) -> None:
    """Refuse a place where something is.

    Raises:
        OutputError: It is not an empty folder.
    """
    with reported(target):
        taken = target.is_symlink() or (target.exists() and (not target.is_dir() or any(target.iterdir())))
    if taken:
        raise OutputError(f"`{target}` exists and is not empty", hint="choose another one")


def _judged(skill: ParsedSkill, tree: Tree, target: Path, limits: Limits) -> Report:
    findings = check_skill(skill, tree, limits, host_fields=resources.host_fields())
    judged = judge(findings, resources.chosen_profiles([_PROFILE]), ())
    worth = (one for one in judged if one.severity is not Severity.INFO)
    today = machine.today(machine.environment())
    checked = CheckedSkill(skill.name, target.as_posix())
    return make_report(worth, skills=(checked,), sources={}, targets=(str(target),), today=today)


def _write(tree: Tree, target: Path) -> None:
    """Write a tree beside its place and bring it there by one rename.

    An empty folder that somebody stands in, or that is a mount, cannot be replaced; there the files are written one
    by one, and removed again when one fails.
    """
    whole = target.resolve()
    with reported(target):
        whole.parent.mkdir(parents=True, exist_ok=True)
        in_use = whole.exists() and (Path.cwd().is_relative_to(whole) or os.path.ismount(whole))
    if in_use:
        write_tree(tree, whole)
        return
    beside = whole.with_name(f".{whole.name}.{secrets.token_hex(4)}")
    write_tree(tree, beside)
    with reported(target):
        try:
            if whole.exists() and os.name == "nt":
                whole.rmdir()
            beside.rename(whole)
        except BaseException:
            shutil.rmtree(beside, ignore_errors=True)
            raise


def _description(skill: ParsedSkill, tree: Tree, target: Path, report: Report, state: str) -> dict[str, object]:
    return {
        "name": skill.name,
        "label": skill.identity.label,
        "digest": skill.identity.digest,
        "path": str(target),
        "files": [
            {"path": path, "size": len(content), "sha256": sha256(content)} for path, content in tree.files.items()
        ],
        "findings": [
            {
                "code": each.finding.rule,
                "severity": each.severity.value,
                "path": each.finding.path,
                "line": each.finding.span.line or None,
                "message": each.finding.message,
                "hint": each.finding.hint,
            }
            for each in open_findings(report)
        ],
        "state": state,
    }
