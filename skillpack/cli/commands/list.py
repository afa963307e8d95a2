"""skillpack list: the skills of a catalog, one a line, or installed ones root by root."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from msgspec import Struct

from skillpack import machine
from skillpack.builder.inputs.catalog import has_catalog
from skillpack.builder.inspection.lookup import ONLY_AGENTS, CatalogSkill, find_catalog
from skillpack.cli.console import notify, paint_for, print_json, print_lines
from skillpack.cli.options.advanced import verb
from skillpack.cli.options.signers import user_signers
from skillpack.cli.options.sources import network_options
from skillpack.cli.options.targets import TargetFlags, target_options
from skillpack.cli.skills.installed_list import SIGNED, list_installed
from skillpack.cli.skills.published import is_site, listed_of
from skillpack.errors import UsageError
from skillpack.model.publication import Publication
from skillpack.model.requirements import unmet
from skillpack.registry.catalog_json import CatalogLine
from skillpack.registry.reviews_json import coverage_row
from skillpack.registry.skill_json import signature_row
from skillpack.report.terminal.signature import listed_signature, signature_mark
from skillpack.report.terminal.table import Column, table

_CLAIMED = Column("says signed by", shrinks=True)
_COLUMNS = (Column("name"), Column("version"), Column("tokens", right=True), Column("description", shrinks=True))
_BY_FOLDER = "no `name`: not every host loads it"
_WITH_PATHS = (_COLUMNS[0], Column("path", shrinks=True), _COLUMNS[3])


@verb("list")
@click.argument("path", metavar="[CATALOG]", required=False, default="")
@click.option("--catalog", default="", metavar="DIR|URL", help="A catalog or a published site; this one by default.")
@target_options
@network_options
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Also list skills that are not published or not usable here, with the reason.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    path: str,
    catalog: str,
    *,
    everything: bool,
    as_json: bool,
    flags: TargetFlags,
) -> None:
    """List the skills of a catalog that are published, that people may start and that this machine can use.

    CATALOG is a folder of skills, a catalog, or a published site by its address; this folder by default. Without a
    `skillpack.toml` nothing is published yet: a skill without the field `name` is listed by its folder's name.

    With --all list every skill with its file, and the reason beside those that are left out otherwise.

    Where a skill is signed, a column says by whom, after the state of the signature unless that is `valid`: by the
    signers of the catalog, else by your own. What a published site says of signatures is its own word.

    Where there is no catalog, or with a flag that names a root, list installed skills root by root: the workspace's
    over the user's own, which one hides another, and what was changed.

    \b
    Examples:
      skillpack list
      skillpack list ~/skills --all
      skillpack list https://skills.example.com/
      skillpack list --agent claude-code --global
    """
    if path and (catalog or flags.any):
        raise UsageError(f"`{path}` and a flag both choose what to list", hint="give one of them")
    catalog = catalog or path
    if flags.any or not (catalog or has_catalog(Path())):
        list_installed(flags, everything=everything, as_json=as_json)
        return
    if is_site(catalog):
        _list_site(catalog, everything=everything, as_json=as_json)
        return
    today = machine.today(machine.environment())
    found = find_catalog(Path(catalog) if catalog else None, today=today, signers=user_signers().everywhere)
    notify(f"{'catalog:' if found.members else 'no skills in'} {found.located.root.resolve()}")
    present = machine.probe((each.inspected.skill.requires for each in found.members), machine.environment())
    bare = not found.located.file
    every = [
        _Row(each, unmet(each.inspected.skill.requires, present) or "", bare and each.lacks_name_only)
        for each in found.members
    ]
    shown = [each for each in every if everything or not each.reasons]
    if as_json:
        print_json([_record(each) for each in shown])
        return
    signed = [signature_mark(each.member.inspected.signature) for each in shown]
    cells = [(each, _cells(each)) for each in shown]
    if every and everything:
        _print([(name, _path(each), text) for each, (name, _, _, text) in cells], _WITH_PATHS, signed)
    elif every:
        _print([each for _, each in cells], _COLUMNS, signed)
    _report_skipped(every, len(shown))


class _Row(Struct, frozen=True):
    """A skill of a catalog as it is listed.

    Attributes:
        lack: What this machine lacks for it, or empty.
        by_folder: It is listed by the name of its folder, although a build would withhold it for want of a name.
    """

    member: CatalogSkill
    lack: str
    by_folder: bool = False

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is listed with --all alone, clauses; none for a skill that is always listed."""
        by_agents = "" if self.member.inspected.skill.invocation.by_user else ONLY_AGENTS
        return tuple(filter(None, (self.lack, by_agents if self.by_folder else self.member.unlisted)))

    @property
    def notes(self) -> tuple[str, ...]:
        """What a line says before the description, clauses."""
        return (*self.reasons, _BY_FOLDER) if self.by_folder and not self.reasons else self.reasons


def _report_skipped(rows: Sequence[_Row], shown: int) -> None:
    """Say how many skills are not listed, and why; of several reasons the first counts."""
    if len(rows) == shown:
        return
    left_out = [each for each in rows if each.reasons]
    counts = Counter(Publication.PUBLISHED if each.by_folder else each.member.publication for each in left_out)
    agents = sum(ONLY_AGENTS in each.reasons for each in left_out)
    lacking = counts[Publication.PUBLISHED] - agents
    others = (each for each in Publication if each is not Publication.PUBLISHED and counts[each])
    words = [f"{counts[each]:,} {each.words}" for each in others]
    words += [f"{agents:,} for agents only"] if agents else []
    words += [f"{lacking:,} that {'needs' if lacking == 1 else 'need'} what this machine lacks"] if lacking else []
    _report(shown, len(rows), words)


def _report(shown: int, found: int, left_out: Sequence[str]) -> None:
    notify(f"{shown:,} of {found:,} skills; left out: {', '.join(left_out)}; --all shows them")


def _print(
    rows: Iterable[Sequence[str]], columns: Sequence[Column], signed: Sequence[str], title: Column = SIGNED
) -> None:
    """Print a table, with a column before the last that says who signed where anything is signed."""
    if any(signed):
        columns = (*columns[:-1], title, columns[-1])
        rows = [(*row[:-1], by, row[-1]) for row, by in zip(rows, signed, strict=True)]
    print_lines(table(columns, rows, paint_for()))


def _list_site(catalog: str, *, everything: bool, as_json: bool) -> None:
    """Print what a published site offers."""
    offered = listed_of(catalog)
    skills = [(each, page) for each, page in offered if everything or each.user_invocable]
    if as_json:
        print_json([_listed(each, page) for each, page in skills])
        return
    tokens = ((each, each.tokens.always + each.tokens.opened) for each, _ in skills)
    rows = [(each.name, each.label, f"{count:,}", each.description) for each, count in tokens]
    _print(rows, _COLUMNS, [listed_signature(each.signature, each.signer) for each, _ in skills], _CLAIMED)
    if left_out := len(offered) - len(skills):
        _report(len(skills), len(offered), [f"{left_out:,} for agents only"])


def _listed(each: CatalogLine, page: str) -> dict[str, object]:
    return {
        "name": each.name,
        "label": each.label,
        "digest": each.digest,
        "description": each.description,
        "tags": list(each.tags),
        "status": each.status,
        "user_invocable": each.user_invocable,
        "signature": each.signature,
        "signer": each.signer,
        "review": each.review,
        "reviewer": each.reviewer,
        "page": page,
    }


def _cells(row: _Row) -> tuple[str, str, str, str]:
    skill, entry = row.member.inspected.skill, row.member.inspected.entry
    tokens = entry.tokens.always + entry.tokens.opened if entry else 0
    note = f"({'; '.join(row.notes)}) " if row.notes else ""
    return skill.name or skill.origin.stem, skill.identity.label, f"{tokens:,}", note + skill.description


def _path(row: _Row) -> str:
    skill = row.member.inspected.skill
    return skill.origin.locate(skill.document.path)


def _record(row: _Row) -> dict[str, object]:
    skill, publication, reviews = row.member.inspected.skill, row.member.publication, row.member.inspected.reviews
    return {
        "name": skill.name,
        "label": skill.identity.label,
        "digest": skill.identity.digest,
        "description": skill.description,
        "path": _path(row),
        "available": not row.lack,
        "lacks": row.lack,
        "withheld": publication is Publication.WITHHELD,
        "publication": str(publication),
        "model_invocable": skill.invocation.by_model,
        "user_invocable": skill.invocation.by_user,
        "signature": signature_row(row.member.inspected.signature),
        "reviews": coverage_row(reviews.coverage) if reviews is not None else {},
        "reason": "; ".join(row.reasons),
    }
