"""skillpack select: what each host shows of the skills, and how labelled requests find them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from skillpack import __version__, machine, resources
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inspection.lookup import read_own_requests, read_selection_inputs
from skillpack.cli.command_line import did_you_mean
from skillpack.cli.console import notify, paint_for, print_lines
from skillpack.cli.options.advanced import advanced_option, verb
from skillpack.cli.options.configuration import config_options
from skillpack.cli.options.profiles import named_profiles, with_budgets
from skillpack.errors import UsageError
from skillpack.files.membership import SKILL_FILES
from skillpack.files.read import read_file
from skillpack.model.limits import Limits
from skillpack.model.selection import Query, SelectionInput
from skillpack.model.settings import Configuration
from skillpack.report.quantity import quantity
from skillpack.report.selection import FORMATS, HostView, SelectionReport
from skillpack.search.queries import read_queries
from skillpack.search.selection import select, select_own
from skillpack.search.visibility import shown

_MOST_BYTES = 16 * 2**20  # of a file of requests
_MOST_NAMES = 10  # unknown ones that are named


@verb("select")
@click.argument("sources", metavar="[SRC]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--host",
    "hosts",
    multiple=True,
    metavar="NAME|FILE",
    help="Host to simulate, a profile or its TOML file; may be repeated. Default: the catalog's hosts.",
)
@click.option(
    "--queries",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Labelled requests: JSON, JSONL, YAML, CSV, or `skill: request`, one a line.",
)
@click.option(
    "--evals",
    "own",
    is_flag=True,
    help="Take the requests of the skills' own tasks, in `evals/`, in place of a file.",
)
@advanced_option(
    "--budget",
    type=click.IntRange(min=1),
    metavar="N",
    help="Characters available for these skills, instead of the host's.",
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
@click.option("--all", "everything", is_flag=True, help="Show every missed request, not just the first ten.")
@config_options
def command(
    sources: tuple[Path, ...],
    hosts: tuple[str, ...],
    queries: Path | None,
    budget: int | None,
    form: str,
    config: Path | None,
    *,
    own: bool,
    as_json: bool,
    everything: bool,
    no_config: bool,
) -> None:
    """Show what each host shows of the skills in SRC within its budget, and how often requests find their skill first.

    SRC is a skill's folder, a folder of skills or a catalog; this folder by default. Requests come from --queries, each
    with the skills that are right for it; one without does not count. What a host hides for lack of room counts as
    hidden. With --evals they are those of the skills' own tasks, where `expected_skill` and `should_trigger` say what
    is right.

    \b
    Examples:
      skillpack select ./skills
      skillpack select --host claude-code --host codex
      skillpack select --queries queries.csv --json
      skillpack select ./skills --evals --all
    """
    if own and queries is not None:
        raise UsageError("--evals and --queries are two sources of requests", hint="give one of them")
    # Editors name the skill file itself; its folder is meant.
    named = (path.parent if path.name in SKILL_FILES and path.is_file() else path for path in sources or (Path(),))
    located = [locate(folder, config=config, use_config=not no_config) for folder in named]
    if hosts:
        profiles = named_profiles(dict.fromkeys(hosts))
    else:
        configured = dict.fromkeys(name for each in located for name in each.configuration.hosts)
        profiles = resources.chosen_profiles(configured or Configuration().hosts[:1])
    chosen = with_budgets(profiles, machine.environment())
    skills = read_selection_inputs(located, Limits())
    asked = _queries(queries, skills) if queries else None
    requests = read_own_requests(located, Limits()) if own else ()
    if own and not requests:
        raise UsageError(
            "no skill here brings a labelled request",
            hint="a task in `evals/evals.json` says with `expected_skill` or `should_trigger` what is right",
        )
    if own:
        asked = tuple(Query(each.text, (each.expected,)) for each in requests if each.expected and not each.names_skill)
    report = SelectionReport(
        hosts=[
            HostView(
                shown(skills, host, budget=budget or 0),
                None if asked is None else select(skills, asked, host, budget=budget or 0),
            )
            for host in chosen
        ],
        tool_version=__version__,
        everything=everything,
        own=select_own(skills, requests, chosen[0]) if own else None,
    )
    print_lines(FORMATS["json" if as_json else form](report, paint_for()))


def _queries(file: Path, skills: Sequence[SelectionInput]) -> tuple[Query, ...]:
    """Return the labelled requests of a file, and say which of it do not count."""
    try:
        text = read_file(file, _MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"`{file}` is not UTF-8", hint="save it as UTF-8") from error
    found = read_queries(text, f"`{file}`")
    names = {skill.name for skill in skills}
    for line in _warnings(found.queries, found.unlabelled, names):
        notify(f"warning: `{file}`: {line}")
    return found.queries


def _warnings(queries: Sequence[Query], unlabelled: int, names: set[str]) -> Iterator[str]:
    unknown = [name for name in dict.fromkeys(name for each in queries for name in each.skills) if name not in names]
    for name in unknown[:_MOST_NAMES]:
        yield "; ".join(filter(None, (f"no skill is named `{name}`", did_you_mean(name, names))))
    if len(unknown) > _MOST_NAMES:
        yield f"{len(unknown) - _MOST_NAMES:,} more names match no skill"
    lost = sum(bool(each.skills) and names.isdisjoint(each.skills) for each in queries)
    if lost:
        yield f"{quantity(lost, 'request')} skipped: they name no skill in this set"
    if unlabelled:
        yield f"{quantity(unlabelled, 'request')} skipped: they have no label with the right skill"
