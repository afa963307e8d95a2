"""skillpack select: what each host shows of the skills, and which skill wins which request."""

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import click

from skillpack import __version__, machine, resources
from skillpack.cli.advanced import SectionedCommand, advanced_option
from skillpack.cli.budgets import with_budgets
from skillpack.cli.configuring import config_options
from skillpack.cli.day import chosen_day
from skillpack.cli.painting import paint_for
from skillpack.errors import UsageError
from skillpack.files.belonging import SKILL_FILES
from skillpack.files.read import read_file
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.selection import Described, Query
from skillpack.model.settings import Configuration
from skillpack.pipeline.inputs import Located, locate
from skillpack.pipeline.selecting import read_described
from skillpack.report.selection_formats import FORMATS
from skillpack.report.selection_input import HostView, SelectionReport, regressed
from skillpack.search.bundling import bundles
from skillpack.search.comparing import compare, newly_hidden
from skillpack.search.edits import edits
from skillpack.search.live import read_results
from skillpack.search.selection import select
from skillpack.search.shown import listing, shown
from skillpack.search.triggers import read_queries

_MOST_BYTES = 16 * 2**20  # of a file of queries or results


@click.command(
    "select",
    cls=SectionedCommand,
    short_help="Show which descriptions a host shows, and which skill wins which request",
)
@click.argument("sources", metavar="[SRC]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--host",
    "hosts",
    multiple=True,
    metavar="NAME|FILE",
    help="As this host shows them, a profile or its TOML file; may be repeated. Default: the catalog's hosts.",
)
@click.option(
    "--against",
    metavar="REF",
    default="",
    help="Compare with a folder, a built site or a git revision; exit 1 where others lose by the change.",
)
@click.option("--bundles", "bundled", is_flag=True, help="Suggest bundles that each host shows whole.")
@advanced_option(
    "--queries",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Ask these labelled queries, JSON or one a line, in place of the skills' own lines.",
)
@advanced_option(
    "--results",
    "live",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Show live runs of other tools beside, with model and date; may be repeated.",
)
@advanced_option(
    "--budget",
    type=click.IntRange(min=1),
    metavar="N",
    help="Characters of the list for these skills, instead of the host's.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="full",
    show_default=True,
    help="Form of the report; markdown is for a comment on a pull request.",
)
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
@click.option("--all", "everything", is_flag=True, help="Tell every lost request, not the worst alone.")
@advanced_option(
    "--today",
    default="",
    metavar="DATE",
    help="Judge suppressions as of this day, such as 2027-01-31; today by default.",
)
@advanced_option("--exit-zero", is_flag=True, help="Exit 0 whatever a change does.")
@config_options
@click.pass_context
def command(
    ctx: click.Context,
    sources: tuple[Path, ...],
    hosts: tuple[str, ...],
    against: str,
    queries: Path | None,
    live: tuple[Path, ...],
    budget: int | None,
    form: str,
    today: str,
    config: Path | None,
    *,
    bundled: bool,
    as_json: bool,
    everything: bool,
    exit_zero: bool,
    no_config: bool,
) -> None:
    """Show what each host shows of the skills in SRC, and which skill comes first for what each says it is for.

    SRC is a skill's folder, a folder of skills or a catalog; this folder by default. Asked are the lines in which the
    skills say what they are for, or the queries in their `evals/triggers.json`. Exit status 1, with --against alone: a
    skill loses a request that it won before, or a description that was shown is hidden, and nobody accepts it.

    \b
    Examples:
      skillpack select ./skills
      skillpack select --against origin/main --format markdown
      skillpack select --bundles --host claude-code
      skillpack select --queries queries.json --json
    """
    limits = Limits()
    folders = [_folder(path) for path in sources or (Path(),)]
    located = [locate(folder, config=config, use_config=not no_config) for folder in folders]
    env = machine.environment()
    chosen = with_budgets(_hosts(located, hosts), env)
    skills = read_described(located, limits)
    asked = _queries(queries, skills) if queries else ()
    before = None
    if against:
        # Loaded for this alone: it can also read sites on the web.
        past = import_module("skillpack.pipeline.earlier")
        before = past.read_earlier(against, folders, env, limits, config=config, use_config=not no_config)
    report = SelectionReport(
        hosts=_views(skills, chosen, before, asked, budget or 0, bundled=bundled),
        tool_version=__version__,
        against=against,
        suppressions=tuple(each for one in located for each in one.configuration.suppressions),
        today=chosen_day(today, env),
        bundled=bundled,
        everything=everything,
        live=tuple(run for file in live for run in read_results(_text(file), f"`{file}`")),
    )
    for line in FORMATS["json" if as_json else form](report, paint_for()):
        click.echo(line)
    ctx.exit(1 if regressed(report) and not exit_zero else 0)


def _folder(path: Path) -> Path:
    """Return the folder that is meant: editors name the skill file itself."""
    return path.parent if path.name in SKILL_FILES and path.is_file() else path


def _hosts(located: Sequence[Located], named: Sequence[str]) -> tuple[Profile, ...]:
    """Return the hosts that were named, else those of the catalogs."""
    configured = [name for each in located for name in each.configuration.hosts]
    if named:
        return resources.named_profiles(dict.fromkeys(named))
    return resources.chosen_profiles(dict.fromkeys(configured or Configuration().hosts[:1]))


def _text(file: Path) -> str:
    try:
        return read_file(file, _MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"`{file}` is not UTF-8", hint="save it as UTF-8") from error


def _queries(file: Path, skills: Sequence[Described]) -> tuple[Query, ...]:
    """Return the queries of a file; a name that is none of a skill is likely mistyped."""
    queries = read_queries(_text(file), f"`{file}`")
    names = [skill.name for skill in skills]
    unknown = next((name for query in queries for name in query.skills if name not in names), None)
    if unknown is not None:
        near = import_module("difflib").get_close_matches(unknown, names, 1)  # loaded for a mistake alone
        raise UsageError(
            f"`{file}` names `{unknown}`, and no skill is called so",
            hint=f"did you mean `{near[0]}`?" if near else "`skillpack list` shows what is there",
        )
    return queries


def _views(
    skills: Sequence[Described],
    hosts: Sequence[Profile],
    before: Sequence[Described] | None,
    queries: Sequence[Query],
    budget: int,
    *,
    bundled: bool,
) -> list[HostView]:
    """Return the set as each host shows it; hosts that show the same texts are asked once."""
    views = []
    known: dict[object, HostView] = {}
    for host in hosts:
        texts = [[replace(each, frame=0) for each in listing(each, host)] for each in (skills, before or ())]
        key = tuple(map(tuple, texts))
        if key not in known:
            known[key] = _view(skills, host, before, queries, budget)
        seen = shown(skills, host, budget=budget)
        view = known[key]
        change = view.comparison and replace(
            view.comparison, hidden=newly_hidden(before or (), skills, host, budget=budget)
        )
        parts = bundles(skills, host, budget=budget) if bundled and seen.budget else ()
        views.append(replace(view, shown=seen, bundles=parts, comparison=change))
    return views


def _view(
    skills: Sequence[Described],
    host: Profile,
    before: Sequence[Described] | None,
    queries: Sequence[Query],
    budget: int,
) -> HostView:
    selection = select(skills, profile=host, queries=queries)
    return HostView(
        shown=shown(skills, host, budget=budget),
        selection=selection,
        edits=edits(skills, selection),
        comparison=None if before is None else compare(before, skills, host, queries=queries, budget=budget),
    )
