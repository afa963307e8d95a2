"""skillpack adopt: skills that other installers or hands put there, taken over as they are."""

import os
import sys
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path

import click
from msgspec import Struct

from skillpack import machine, resources
from skillpack.cli.command_line import written_path
from skillpack.cli.console import notify, paint_for, print_json
from skillpack.cli.main import FINE, REFUSED
from skillpack.cli.options.advanced import verb
from skillpack.cli.options.sources import network_options, open_sources
from skillpack.cli.options.targets import TargetFlags, chosen_targets, target_options
from skillpack.cli.roots import recover_targets
from skillpack.errors import UsageError
from skillpack.install.adopt import Adoption, Match, adopt, adoptions, foreign_sources_of
from skillpack.install.agent_folders import find_folders, find_project
from skillpack.install.root.root import installed, links
from skillpack.install.settings import read_signers
from skillpack.install.signers import UserSigners
from skillpack.install.targets import Target
from skillpack.model.installed import Assurance, ForeignSource, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.signature import SIGNATURE
from skillpack.report.terminal.adoption import AdoptionRow, adoption_lines
from skillpack.report.terminal.health import some
from skillpack.report.terminal.introduction import trust
from skillpack.sources.sources import Sources

_LEFT = frozenset({Match.OURS, Match.REFUSED, Match.NO_SKILL})


class AdoptChoice(Struct, frozen=True):
    """What may be adopted in one root.

    Attributes:
        title: Who reads it.
        linked: Name and target of links that were asked for.
        problems: Why a lock file of another installer was not taken.
    """

    target: Target
    title: str
    adoptions: tuple[Adoption, ...]
    linked: tuple[tuple[str, str], ...]
    problems: tuple[str, ...]


@verb("adopt")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "everything", is_flag=True, help="Adopt every skill that skillpack did not install.")
@click.option("--registry", "registries", multiple=True, metavar="URL", help="Ask this catalog, too; repeatable.")
@target_options
@click.option("--force", is_flag=True, help="Also adopt skills that differ from their source, as edited by you.")
@click.option("--yes", "-y", is_flag=True, help="Adopt without asking.")
@click.option("--dry-run", is_flag=True, help="Show what is known; write nothing.")
@network_options
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    names: tuple[str, ...],
    registries: tuple[str, ...],
    *,
    everything: bool,
    flags: TargetFlags,
    force: bool,
    yes: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Take over skills that are there already, so that update, verify, rollback and uninstall work on them.

    Read are the lock files of `npx skills`, what `gh skill` leaves in a skill, and configured registries; what they
    name is asked and compared, byte for byte. No byte of a skill changes: a receipt is put beside it. Without flags,
    every folder of skills that `skillpack doctor` finds is looked through.

    \b
    Examples:
      skillpack adopt --all --dry-run
      skillpack adopt pdf --agent claude-code
      skillpack adopt --all --agent claude-code --global --yes
    """
    if bool(names) == everything:
        raise UsageError("`adopt` needs a name", hint="`skillpack adopt NAME`, or `--all`")
    limits = Limits()
    sources, settings = open_sources(registries, limits)
    signers = read_signers(settings, Path.cwd(), Path.home(), machine.environment())
    with sources:
        found = choices(names, flags, sources, limits, signers, force=force, dry_run=dry_run)
    for choice in found:
        _show(choice, found)
    chosen = [] if dry_run else _accepted(found, yes=yes, force=force)
    saved = [each for choice, kept in chosen for each in adopt((*kept, *_ours(choice)), choice.target.root, limits)]
    for each in saved:
        notify(f"moved an unreadable receipt to {each}")
    done = {(choice.target.key, each.name) for choice, kept in chosen for each in kept}
    ctx.exit(finish(found, done, dry_run=dry_run, as_json=as_json))


def choices(
    names: Sequence[str],
    flags: TargetFlags,
    sources: Sources,
    limits: Limits,
    signers: UserSigners,
    *,
    force: bool,
    dry_run: bool,
) -> list[AdoptChoice]:
    """Return the skills that may be adopted in the roots that flags name, else in all that are found on this machine.

    The arguments are those of `install.adopt.adoptions`; what killed commands left is finished, unless `dry_run`.

    Raises:
        UsageError: There is no folder of skills, or a name is in none.
    """
    env, here, home = machine.environment(), Path.cwd(), Path.home()
    project = find_project(here, home, resources.agents())
    if flags.any:
        targets = [(each, each.title, _workspace(each, project, home)) for each in chosen_targets(flags)]
    else:
        found = find_folders(resources.agents(), project, home, env)
        targets = [
            (each.target, some([agent.display for agent in each.agents], 2), each.workspace)
            for each in found
            if not each.leaves
        ]
    if not targets:
        raise UsageError("no skill folder here", hint="`skillpack doctor --agents` lists where agents look")
    recover_targets([target for target, _, _ in targets], limits, dry_run=dry_run)
    made = []
    for target, title, workspace in targets:
        claims, problems = foreign_sources_of(workspace, home, env)
        there = [each for each in installed(target.root, limits) if not names or each.name in names]
        linked = tuple((name, _target_of(target, name)) for name in links(target.root) if not names or name in names)
        _report_sources([claims[each.name] for each in there if each.name in claims and each.receipt is None])
        found_here = tuple(adoptions(there, target.root, claims, sources, limits, signers, force=force))
        if not names:
            found_here = tuple(each for each in found_here if each.match is not Match.NO_SKILL)
        if linked or problems or found_here:
            made.append(AdoptChoice(target, title, found_here, linked, problems))
    known = {each.name for choice in made for each in choice.adoptions}
    known |= {name for choice in made for name, _ in choice.linked}
    missing = sorted(set(names) - known)
    if missing:
        raise UsageError(f"no skill `{missing[0]}` to adopt", hint="`skillpack adopt --all --dry-run` lists all")
    return made


def _show(choice: AdoptChoice, others: Sequence[AdoptChoice]) -> None:
    paint = paint_for(stderr=True)
    notify(f"{paint.show(choice.title)}: {paint.show(written_path(choice.target.root.folder))}")
    for each in choice.problems:
        notify(f"  {paint.show(each)}")
    rows = rows_of(choice, others)
    for line in adoption_lines(rows, paint) if rows else ("nothing to adopt",):
        notify(f"  {line}")


def _ours(choice: AdoptChoice) -> list[Adoption]:
    """Return the skills that are ours already: an adoption may have been killed before it came to the lock file."""
    return [each for each in choice.adoptions if each.match is Match.OURS]


def _accepted(found: Sequence[AdoptChoice], *, yes: bool, force: bool) -> list[tuple[AdoptChoice, list[Adoption]]]:
    """Return the skills to adopt, asked for as a whole; one that differs from its source is asked for by itself."""
    able = [(choice, [each for each in choice.adoptions if each.match not in _LEFT]) for choice in found]
    plain = sum(force or each.match is not Match.DIFFERS for _, kept in able for each in kept)
    if not any(kept for _, kept in able):
        return [(choice, []) for choice in found if _ours(choice)]
    if not yes and not sys.stdin.isatty():
        raise UsageError("stdin is not a terminal", hint="`--yes` adopts; `--dry-run` only shows what is known")
    words = f"Adopt {plain} {'skill' if plain == 1 else 'skills'}?"
    takes = plain > 0 and (yes or click.confirm(words, err=True))
    return [
        (
            choice,
            [each for each in kept if (takes if force or each.match is not Match.DIFFERS else _is_mine(each, yes=yes))],
        )
        for choice, kept in able
    ]


def _is_mine(each: Adoption, *, yes: bool) -> bool:
    """Ask whether what differs from its source is to count as edited; off a terminal `--force` must have said so."""
    words = f"`{each.name}` differs from its source. Adopt it as edited by you?"
    return not yes and sys.stdin.isatty() and click.confirm(words, err=True)


def rows_of(choice: AdoptChoice, others: Sequence[AdoptChoice]) -> list[AdoptionRow]:
    """Return the rows about a root that are shown before anything is asked."""
    rows = [_row(each) for each in choice.adoptions if each.match is not Match.OURS]
    return sorted([*rows, *(_linked(name, to, others) for name, to in choice.linked)], key=lambda row: row.name)


def finish(found: Sequence[AdoptChoice], done: AbstractSet[tuple[str, str]], *, dry_run: bool, as_json: bool) -> int:
    """Print what was done, and return the exit status."""
    every = [(choice, each) for choice in found for each in choice.adoptions]
    if as_json:
        print_json([_record(choice, each, done) for choice, each in every])
    elif not dry_run:
        count = len(done)
        click.echo(f"{count} {'skill' if count == 1 else 'skills'} adopted; no skill file changed")
    left = [
        each
        for choice, each in every
        if each.match in {Match.REFUSED, Match.NO_SKILL}
        or (each.match is Match.DIFFERS and (choice.target.key, each.name) not in done)
    ]
    if left and not dry_run:
        notify(f"{len(left)} not adopted: {', '.join(x.name for x in left[:5])}")
    return REFUSED if left and not dry_run else FINE


def _row(each: Adoption) -> AdoptionRow:
    receipt = each.receipt
    known = receipt is not None and receipt.provenance.kind is not SourceKind.ADOPTED
    hints = {Match.DIFFERS: "`--force` adopts it as edited by you; `skillpack verify` then lists the files"}
    return AdoptionRow(
        name=each.name,
        match=each.match.value,
        label=receipt.label if receipt else "",
        source=_source(each) if known else "",
        differs=tuple(f"{one.path} {one.kind}" for one in each.differs) if each.match is Match.DIFFERS else (),
        reason=each.reason,
        hint=each.hint or hints.get(each.match, ""),
    )


def _source(each: Adoption) -> str:
    if each.receipt is None:
        return ""
    provenance = each.receipt.provenance
    if provenance.assurance is Assurance.NONE and provenance.kind is not SourceKind.FOLDER:
        place = provenance.location.split("://", 1)[-1].rstrip("/")
        return f"{place}/{provenance.path}".rstrip("/") + f", says {each.claim.by if each.claim else 'nobody'}"
    if provenance.kind is SourceKind.FOLDER:
        return f"{written_path(provenance.location)}, on this machine"
    return trust(provenance, signed=any(file.path == SIGNATURE for file in each.receipt.files))


def _linked(name: str, to: str, others: Sequence[AdoptChoice]) -> AdoptionRow:
    """Return the row about a link: it is never followed to be changed."""
    if not to:
        return AdoptionRow(name, "link", reason="a broken link", hint="remove it")
    folder = str(Path(to).parent)
    if any(each.target.root.folder == folder for each in others):
        return AdoptionRow(name, "linked", reason=f"a link to {written_path(to)}, checked there")
    hint = f"adopt it in its folder: `skillpack adopt {name} --root {written_path(folder)}`"
    return AdoptionRow(name, "link", reason=f"a link to {written_path(to)}, skipped", hint=hint)


def _record(choice: AdoptChoice, each: Adoption, done: AbstractSet[tuple[str, str]]) -> dict[str, object]:
    receipt = each.receipt
    return {
        "name": each.name,
        "match": each.match.value,
        "adopted": (choice.target.key, each.name) in done,
        "label": receipt.label if receipt else "",
        "digest": receipt.digest if receipt else "",
        "source": receipt.provenance.location if receipt else "",
        "says": each.claim.by if each.claim else "",
        "differs": [{"path": one.path, "kind": one.kind} for one in each.differs],
        "reason": each.reason,
        "path": choice.target.root.skill(each.name),
        "target": choice.target.key,
    }


def _report_sources(claims: Sequence[ForeignSource]) -> None:
    """Say whose machines hear of this, before they do: what a project's lock file names may be anybody's."""
    hosts = {claim.location.split("://", 1)[1].split("/", 1)[0] for claim in claims if "://" in claim.location}
    hosts = {host.rpartition("@")[2] for host in hosts if host}
    if hosts:
        notify(paint_for(stderr=True).show(f"asking {some(sorted(hosts), 4)}"))


def _target_of(target: Target, name: str) -> str:
    """Return where a link leads; empty for nowhere."""
    there = Path(os.path.realpath(target.root.skill(name)))
    return str(there) if there.is_dir() else ""


def _workspace(target: Target, project: Path | None, home: Path) -> Path | None:
    """Return the project whose lock file speaks of a root; None for the user's own."""
    folder = Path(target.root.folder)
    if project is not None and folder.is_relative_to(project):
        return project
    return None if folder.is_relative_to(home) else folder.parent.parent
