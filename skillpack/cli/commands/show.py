"""skillpack show: everything about one skill."""

from collections.abc import Iterator
from pathlib import Path

import click

from skillpack import resources
from skillpack.catalog.roles import role_of
from skillpack.check.judge import judge, verdict
from skillpack.check.run import check_skill
from skillpack.cli.console import print_json, say
from skillpack.cli.painting import paint_for
from skillpack.model.digest import checksums
from skillpack.model.limits import Limits
from skillpack.model.skill import Skill
from skillpack.model.tokens import estimated_tokens
from skillpack.model.tree import Tree
from skillpack.pipeline.lookup import find_catalog, find_skill, is_archive, read_found, read_skill
from skillpack.report.matrix import compatibility
from skillpack.report.paint import Style


@click.command("show", short_help="Show everything about one skill")
@click.argument("spec")
@click.option("--catalog", type=click.Path(path_type=Path), help="Folder of a catalog; this one by default.")
@click.option("--sums", is_flag=True, help="Print SHA256SUMS of the published files, for `sha256sum -c`.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(spec: str, catalog: Path | None, *, sums: bool, as_json: bool) -> None:
    """Show a skill: SPEC is its name in a catalog, its folder, or an archive.

    \b
    Examples:
      skillpack show release-notes
      skillpack show ./skills/release-notes --sums
      skillpack show release-notes-2.3.0.zip
    """
    skill, tree = _find(spec, catalog)
    if sums:
        click.echo(checksums(tree), nl=False)
    elif as_json:
        print_json(_record(skill, tree))
    else:
        for line in _lines(skill, tree):
            click.echo(line)


def _find(spec: str, catalog: Path | None) -> tuple[Skill, Tree]:
    path = Path(spec)
    if is_archive(path) or "/" in spec or path.is_dir():
        return read_skill(path, Limits())
    found = find_catalog(catalog)
    say(f"catalog: {found.located.root.resolve()}")
    return read_found(find_skill(found, spec), Limits())


def _record(skill: Skill, tree: Tree) -> dict[str, object]:
    identity = skill.identity
    return {
        "name": skill.name,
        "description": skill.description,
        "label": identity.label,
        "version": identity.version,
        "digest": identity.digest,
        "license": skill.license or "",
        "compatibility": skill.compatibility or "",
        "allowed_tools": list(skill.allowed_tools),
        "metadata": dict(skill.metadata),
        "requires": {"bins": skill.requires.bins, "env": skill.requires.env, "os": skill.requires.os},
        "metaskill": skill.program is not None,
        "role": role_of(skill.name).name,
        "files": [{"path": path, "size": len(content)} for path, content in tree.files.items()],
        "findings": [
            {"rule": each.rule, "path": each.path, "line": each.span.line, "message": each.message}
            for each in check_skill(skill, tree, Limits())
        ],
    }


def _lines(skill: Skill, tree: Tree) -> Iterator[str]:
    paint = paint_for()
    identity = skill.identity
    yield f"{paint.styled(Style.STRONG, paint.show(skill.name))} {identity.label}"
    yield paint.show(skill.description)
    yield ""
    body = estimated_tokens(skill.document.body.text)
    rows = (
        ("license", skill.license or ""),
        ("needs", skill.compatibility or ""),
        ("programs", ", ".join(skill.requires.bins)),
        ("variables", ", ".join(skill.requires.env)),
        ("may use", " ".join(skill.allowed_tools)),
        ("runs", skill.program.path if skill.program else ""),
        ("shell", "; ".join(mark.text for mark in skill.document.body.shell_lines)),
        ("tags", ", ".join(skill.about.tags)),
        ("role", role_of(skill.name).name),
        ("tokens", f"{estimated_tokens(skill.name + skill.description):,} always, {body:,} when opened"),
        ("version", identity.version),
        ("digest", identity.digest),
    )
    for key, value in rows:
        if value:
            yield f"{key:<10} {paint.show(value)}"
    yield ""
    for path, content in tree.files.items():
        yield f"{len(content):>10,}  {paint.show(path)}"
    findings = check_skill(skill, tree, Limits())
    profiles = resources.profiles()
    yield ""
    yield compatibility(tuple(verdict(findings, profile) for profile in profiles.values()))
    for each in judge(findings, (profiles["publish"],)):
        yield f"{each.severity} {each.finding.rule} {paint.show(each.finding.message)}"
