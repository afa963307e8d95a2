"""skillpack eval: the tasks of a skill, with it and without it, by a command that the user names."""

import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from skillpack import machine, resources
from skillpack.builder.history.previous import AUTO, previous_location
from skillpack.builder.inputs.catalog import Located, refuse_link_out
from skillpack.builder.inspection.lookup import find_catalog, find_skill
from skillpack.cli.console import ProgressLine, notify, print_json, print_lines
from skillpack.cli.options.advanced import advanced_option, verb
from skillpack.cli.options.program import from_here
from skillpack.cli.options.sources import network_options, open_sources
from skillpack.errors import SkillpackError, UsageError
from skillpack.evaluation.agent import Command
from skillpack.evaluation.benchmark import WITH, WITHOUT, make_benchmark, slug
from skillpack.evaluation.grading import GRADER, SKILL, Grader
from skillpack.evaluation.measurement import Measurement, measure, task_runs, waiting, write_json
from skillpack.evaluation.tasks import TaskSet, installed_at, read_tasks
from skillpack.files.read import read
from skillpack.install.download import fetch_available
from skillpack.install.targets import expanded, find_agent
from skillpack.metaskill.command import PATH
from skillpack.model.digest import tree_digest
from skillpack.model.evaluation import RESULTS
from skillpack.model.limits import Limits
from skillpack.model.settings import Configuration
from skillpack.model.tree import Form, Tree
from skillpack.parse.compose import published_tree
from skillpack.report.quantity import quantity
from skillpack.report.terminal.visible_text import visible
from skillpack.sources.http.address import is_url
from skillpack.sources.spec import parse_spec

_MOST_RUNS = 10_000
_MOST_NOTES = 5  # that are told one by one
_NONE = "none"
_AGENT = Configuration().clients[0]
_PASSED_ON = ("LANG", "LC_ALL", "TZ")  # to the skill's own grader, of the environment


@verb("eval")
@click.argument("name")
@click.option(
    "--agent-command",
    required=True,
    metavar="CMD",
    help="Runs a task: prompt on its stdin, its folder the current one.",
)
@click.option(
    "--grade-command", metavar="CMD", help=f"Grades an answer: JSON in, JSON out; else the skill's `{GRADER}` does."
)
@click.option("--runs", default=3, show_default=True, type=click.IntRange(1, 100), help="Of each task, in each way.")
@click.option("--baseline", default=_NONE, show_default=True, metavar="none|LABEL", help="Instead of the skill.")
@click.option("--agent", default=_AGENT, show_default=True, metavar="NAME", help="Whose folder has the skill.")
@click.option("--agent-name", default="", metavar="NAME", help="Of the result; else the program's name.")
@click.option("--model", default="", metavar="NAME", help="Of the result: the model that the agent uses.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 64), help="Runs at a time.")
@advanced_option("--timeout", default=600, show_default=True, type=click.IntRange(1, 86_400), help="Seconds of a run.")
@advanced_option("--catalog", default=".", metavar="DIR", help="The catalog that has the skill; this one by default.")
@advanced_option(
    "--site", default="", metavar="URL|DIR", help="Published site of the baseline; else `previous` or `site_url`."
)
@click.option("--keep", type=click.Path(path_type=Path), metavar="DIR", help="Keep answers and changed files there.")
@click.option("--fresh", is_flag=True, help="Run again also what ran before.")
@click.option("--yes", "-y", is_flag=True, help="Run without asking.")
@click.option("--dry-run", is_flag=True, help="Show what would run; run nothing.")
@network_options
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    name: str,
    agent_command: str,
    grade_command: str | None,
    runs: int,
    baseline: str,
    agent: str,
    agent_name: str,
    model: str,
    jobs: int,
    timeout: int,
    catalog: str,
    site: str,
    keep: Path | None,
    *,
    fresh: bool,
    yes: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Run the tasks of the skill NAME with it and without it, and write what passed to `results/` of the catalog.

    Each run gets a fresh folder with the task's files and the skill in the project's folder of --agent. The command
    runs as you, with your environment and in no jail; what it starts ends with it. Words of a command that begin with
    `./` or `../` are paths from here. Runs are kept, so that the same command goes on after an interruption, and
    repeats only what failed. Exit status 1: some runs failed.

    \b
    Examples:
      skillpack eval release-notes --agent-command ./agent --dry-run
      skillpack eval release-notes --agent-command ./agent --grade-command ./grade --runs 5 --jobs 4
      skillpack eval release-notes --agent-command ./agent --agent codex --baseline 1.2.0 --yes
    """
    env, limits = machine.environment(), Limits()
    found = find_catalog(Path(catalog), today=machine.today(env))
    inspected, root = find_skill(found, name), found.located.root
    source = read(inspected.location, limits)
    if source.origin.form is not Form.FOLDER or not source.whole:
        hint = f"`skillpack check {visible(inspected.location.path)}` shows why"
        raise UsageError(f"`{name}` cannot be measured: it is no folder that can be read whole", hint=hint)
    skill, tree = inspected.skill.name, published_tree(source)
    who, host = _command(agent_command, "--agent-command", env, timeout), find_agent(agent, resources.agents())
    place = f"{host.project_dir}/{skill}"
    digest, tasks = tree_digest(tree), read_tasks(Path(inspected.location.path), skill, place)
    grader = _grader(grade_command, tasks, tree, env, timeout)
    other, other_digest = _baseline(skill, baseline, site or _published(found.located), digest, limits)
    ways = {WITH: installed_at(tree, place), WITHOUT: installed_at(other, place)}
    count = len(tasks.tasks) * len(ways) * runs
    if count > _MOST_RUNS:
        raise UsageError(f"{quantity(count, 'run')} are more than {_MOST_RUNS:,}", hint="choose fewer `--runs`")
    called = agent_name or Path(who.argv[0]).name
    below = "/".join((skill, digest[:12], slug(called), *([slug(model)] if model else [])))
    result = f"{RESULTS}/{below}/benchmark.json"
    refuse_link_out(root, result, "the result", RESULTS)
    kept = (keep or machine.state_folder(env) / "evaluations").absolute() / below
    measurement = Measurement(tuple(task_runs(tasks.tasks, ways, runs)), who, grader, kept)
    left, notes = count if fresh else waiting(measurement), []
    everywhere = expanded(host.global_dir, Path.home(), env) / skill if host.global_dir else None
    if everywhere is not None and everywhere.is_dir():
        notes.append(f"`{skill}` is installed for all projects as well, so runs without it may have it")
    more = len(tasks.notes) - _MOST_NOTES
    shown = (*tasks.notes[:_MOST_NOTES], *([f"and {more:,} more notes"] if more > 0 else []), *notes)
    lines = (
        f"skill    {skill} {inspected.skill.identity.label}, sha256:{digest[:12]}, as {place}",
        f"without  {f'version {baseline}, sha256:{other_digest[:12]}' if other_digest else 'no skill'}",
        f"command  {shlex.join(who.argv)}",
        f"grader   {grader.name if grader.skill.files else shlex.join(grader.command.argv)}",
        f"runs     {left:,} of {count:,}: {quantity(len(tasks.tasks), 'task')}, {runs} with it and {runs} without",
        f"limits   {jobs} at a time, {timeout:,} seconds each",
        f"keeps    {kept}",
        f"writes   {root / result}",
        *(f"note     {each}" for each in shown),
    )
    for line in lines:
        notify(visible(line))
    if dry_run:
        return
    if left and not yes:
        _ask(left)
    progress = ProgressLine()
    try:
        graded = measure(measurement, jobs=jobs, fresh=fresh, report=progress)
    except KeyboardInterrupt:
        notify("what ran is kept: the same command, without `--fresh`, goes on")
        raise
    finally:
        progress.close()
    failures = [each for each in graded if each.failure]
    if len(failures) == len(graded):
        raise SkillpackError(f"every run failed: {failures[0].failure}", hint=f"`{kept}` has what the command printed")
    metadata = {
        "skill_name": skill,
        "executor_model": model,
        "timestamp": machine.now(env).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "runs_per_configuration": runs,
        "content_digest": f"sha256:{digest}",
        "agent": called,
        "baseline": f"sha256:{other_digest}" if other_digest else _NONE,
        "grader": grader.name,
    }
    benchmark = make_benchmark(metadata, notes, graded)
    write_json(root / result, benchmark)
    if as_json:
        print_json({"result": result, "kept": str(kept), "failed": len(failures), **benchmark})
    else:
        print_lines([*_summary(benchmark["run_summary"]), str(root / result)])
    if failures:
        notify(f"{quantity(len(failures), 'run')} failed: {failures[0].failure}; the same command repeats what failed")
        ctx.exit(1)


def _baseline(name: str, label: str, site: str, digest: str, limits: Limits) -> tuple[Tree, str]:
    """Return the files and the digest of the version that is the baseline; none, and empty, for no skill.

    Raises:
        UsageError: Nothing says where it is published, or it is the same content.
        FetchError: It cannot be fetched.
    """
    if label == _NONE:
        return Tree({}), ""
    if not site:
        hint = "`--site` names the published site; or set `previous` or `site_url` in `skillpack.toml`"
        raise UsageError(f"nothing says where `{name}` {label} is published", hint=hint)
    spec = parse_spec(f"{name}@{label}", is_there=lambda _: False)
    with open_sources((site,), limits)[0] as sources:
        (available,) = sources.available(spec)
        download = fetch_available(available, limits)
    if download.receipt.digest == digest:
        raise UsageError(f"`{name}` {label} is the content that is to be measured", hint="choose another baseline")
    return download.tree, download.receipt.digest


def _published(located: Located) -> str:
    """Return where the catalog says that it is published; a folder as a path from anywhere, empty for nowhere."""
    location = previous_location(AUTO, located.configuration)
    return location if not location or is_url(location) else str((located.root / location).absolute())


def _command(text: str, option: str, env: Mapping[str, str], seconds: int) -> Command:
    """Return a command by its words, split as a shell does; none is run.

    Raises:
        UsageError: It is empty, its quotes are open, it holds a NUL, or there is no such program.
    """
    try:
        words = from_here(shlex.split(text))
    except ValueError as error:
        raise UsageError(f"`{option}` cannot be read: {error}") from error
    if not words or "\0" in text:
        raise UsageError(f"`{option}` {'holds a NUL' if words else 'is empty'}")
    program = shutil.which(words[0], path=env.get("PATH"))
    if program is None:
        raise UsageError(f"`{option}`: no program `{visible(words[0])}`")
    return Command(tuple(words), str(Path(program).absolute()), env, seconds)


def _grader(text: str | None, tasks: TaskSet, skill: Tree, env: Mapping[str, str], seconds: int) -> Grader:
    """Return who grades: the command that was named, else the skill's own program.

    Raises:
        UsageError: There is neither.
    """
    if text is not None:
        named = _command(text, "--grade-command", env, seconds)
        return Grader(Path(named.argv[0]).name, named)
    if not tasks.grader:
        count = sum(len(each.task.assertions) for each in tasks.tasks)
        hint = f"give `--grade-command CMD`, or write `{GRADER}` into the skill"
        raise UsageError(f"nobody grades the answers, of which {quantity(count, 'assertion')} should hold", hint=hint)
    small = {"PATH": os.pathsep.join(PATH), **{name: env[name] for name in _PASSED_ON if name in env}}
    own = Command((sys.executable, f"{SKILL}/{GRADER}"), sys.executable, small, seconds)
    return Grader(GRADER, own, Tree({**skill.files, GRADER: tasks.grader}))


def _ask(count: int) -> None:
    """Return once a person wants it run.

    Raises:
        UsageError: Nobody is there to be asked.
    """
    if not sys.stdin.isatty():
        message = f"stdin is not a terminal, so skillpack cannot ask for {quantity(count, 'run')}"
        raise UsageError(message, hint="`--yes` runs without asking")
    if not click.confirm("Run it?", err=True):
        raise click.Abort


def _summary(summary: Mapping[str, Any]) -> Iterator[str]:
    yield "           with     without"
    for key, title, form in (
        ("pass_rate", "passed", ".0%"),
        ("time_seconds", "seconds", ".1f"),
        ("tokens", "tokens", ",.0f"),
    ):
        if key in summary["delta"]:
            first, second = (format(summary[way][key]["mean"], form) for way in (WITH, WITHOUT))
            yield f"{title:9}  {first:8} {second}"
