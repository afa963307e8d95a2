"""skillpack doctor: how the skills on this machine are, and which command helps."""

from collections.abc import Sequence
from pathlib import Path

import click
from msgspec import to_builtins

from skillpack import machine, resources
from skillpack.check.run import lower_thresholds
from skillpack.cli.command_line import written_path
from skillpack.cli.console import paint_for, print_json, print_lines
from skillpack.cli.main import FINE, NO
from skillpack.cli.options.advanced import verb
from skillpack.cli.options.profiles import with_budgets
from skillpack.cli.options.sources import network_options, open_sources
from skillpack.install.agent_folders import find_folders, find_project
from skillpack.install.diagnosis import DiagnosisInput, diagnose
from skillpack.install.scan import FolderScan, scan_root
from skillpack.install.targets import expanded, find_agent
from skillpack.install.update import Recalls, find_recalls
from skillpack.model.finding import Severity
from skillpack.model.installed import SourceKind
from skillpack.model.limits import Limits
from skillpack.report.terminal.health import FolderRow, HealthProblem, health_lines, some
from skillpack.report.terminal.table import Column, table

_VERSION = 2
"""Of the JSON: a field may be added to it, none changes its meaning or goes away."""

_AGENTS = (Column("agent"), Column("name", shrinks=True), Column("in a project"), Column("everywhere", shrinks=True))


@verb("doctor")
@click.option("--agent", "names", multiple=True, metavar="NAME", help="Only this agent's folders; repeatable.")
@click.option("--agents", "listed", is_flag=True, help="List all known agents and their folders.")
@click.option("--exit-code", "--strict", "strict", is_flag=True, help="Exit 1 if something is wrong.")
@network_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(ctx: click.Context, names: tuple[str, ...], *, listed: bool, strict: bool, as_json: bool) -> None:
    """Say how the skills on this machine are: of the project here and of the user, whichever agent reads them.

    Nothing is changed. The registries of installed skills are asked which versions were yanked; --offline asks nobody.

    \b
    Examples:
      skillpack doctor
      skillpack doctor --agent claude-code
      skillpack doctor --offline
      skillpack doctor --exit-code --json
    """
    env, home = machine.environment(), Path.home()
    if listed:
        _list_agents(home, as_json=as_json)
        return
    agents, limits = resources.agents(), Limits()
    profiles = with_budgets(resources.profiles().values(), env)
    thresholds = lower_thresholds(profiles)
    named = [find_agent(name, agents) for name in names]
    project = find_project(Path.cwd(), home, agents)
    folders = find_folders(agents, project, home, env, named=named)
    scans = [scan_root(each, limits, thresholds) for each in folders]
    needs = [one.skill.requires for each in scans for one in each.skills]
    about = DiagnosisInput(
        {profile.name: profile for profile in profiles},
        machine.probe(needs, env),
        written_path,
        _recalls(scans, limits),
    )
    problems = diagnose(scans, about)
    if as_json:
        print_json(_record(scans, problems))
    else:
        rows = [
            FolderRow(
                agents=some([agent.display for agent in each.folder.agents], 2),
                place=written_path(each.folder.target.root.folder),
                skills=len(each.skills),
                ours=sum(one.installed.receipt is not None for one in each.skills),
                links=len(each.links),
            )
            for each in scans
        ]
        print_lines(health_lines(rows, problems, paint_for()), fold=True)
    wrong = any(each.severity is not Severity.INFO for each in problems)
    ctx.exit(NO if strict and wrong else FINE)


def _recalls(scans: Sequence[FolderScan], limits: Limits) -> Recalls:
    """Return the recalls, by their registries, of the installed versions that came from one."""
    entries = (one.installed.receipt for each in scans for one in each.skills)
    receipts = [each for each in entries if each is not None and each.provenance.kind is SourceKind.REGISTRY]
    if not receipts:
        return Recalls({})
    sources, _ = open_sources((), limits)
    with sources:
        return find_recalls(receipts, sources)


def _list_agents(home: Path, *, as_json: bool) -> None:
    agents, env = resources.agents(), machine.environment()
    places = {each.name: str(expanded(each.global_dir, home, env)) if each.global_dir else "" for each in agents}
    if as_json:
        print_json(
            [
                {"agent": each.name, "name": each.display, "project": each.project_dir, "global": places[each.name]}
                for each in agents
            ]
        )
        return
    rows = ((each.name, each.display, each.project_dir, written_path(places[each.name])) for each in agents)
    print_lines(table(_AGENTS, rows, paint_for()))


def _record(scans: Sequence[FolderScan], problems: Sequence[HealthProblem]) -> dict[str, object]:
    """Return all that was found, for programs."""
    return {
        "version": _VERSION,
        "healthy": all(each.severity is Severity.INFO for each in problems),
        "folders": [
            {
                "path": each.folder.target.root.folder,
                "target": each.folder.target.key,
                "agents": [agent.name for agent in each.folder.agents],
                "skills": len(each.skills),
                "links": [{"name": name, "to": to} for name, to in each.links],
            }
            for each in scans
        ],
        "complaints": [{**to_builtins(each), "severity": each.severity.value} for each in problems],
    }
