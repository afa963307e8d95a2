"""skillpack run: a metaskill's program, run once."""

import json
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import click

from skillpack import machine
from skillpack.cli.console import notify, paint_for, print_json, visible_json
from skillpack.cli.options.advanced import verb
from skillpack.cli.options.program import asker, command_policy
from skillpack.cli.options.targets import TargetFlags, target_options
from skillpack.cli.skills.store import check_known, loaded_store, quiet_runtime
from skillpack.errors import InputMissingError, MetaskillError, UsageError
from skillpack.metaskill.grant import ProgramGrant
from skillpack.parse.program.program import DEFAULT_PROGRAM, read_program
from skillpack.report.terminal.run import event_lines, plan_lines, plan_record
from skillpack.report.terminal.visible_text import visible
from skillpack.runtime.dialect import DIALECTS
from skillpack.runtime.event import Event, Sink, jsonl_sink
from skillpack.runtime.session import Session
from skillpack.runtime.skill import Skill
from skillpack.runtime.store import SkillStore
from skillpack.runtime.toolsets.metaskill import run_metaskill

_DIALECT = DIALECTS["metaskill"]
_GOOD = {"ok", "accepted"}
_EXAMPLE = """for example `--input '{"task": "…"}'`"""
_JSON_TYPES = {list: "a list", str: "a text", int: "a number", float: "a number", bool: "a boolean", type(None): "null"}


@verb("run")
@click.argument("name")
@click.option("--input", "given", default="{}", metavar="JSON|@FILE", help="Input of the program, a JSON object.")
@click.option("--catalog", default="", metavar="DIR|URL", help="A catalog or a published site; this one by default.")
@target_options
@click.option("--allow", "allowed", multiple=True, metavar="WORDS", help="Commands that may run, by their beginning.")
@click.option(
    "--ask-command", metavar="CMD", help="Program that answers questions: prompt on its stdin, answer on its stdout."
)
@click.option(
    "--policy",
    type=click.Choice(["local", "all", "off"]),
    default="local",
    show_default=True,
    help="Whose programs run: those of your own catalog, or installed and published ones too.",
)
@click.option("--trace", metavar="FILE", help="Append each event to this file as a line of JSON.")
@click.option("--yes", "-y", is_flag=True, help="Run allowed commands without asking for each.")
@click.option("--dry-run", is_flag=True, help="Run nothing; show what the program may call.")
@click.option("--json", "as_json", is_flag=True, help="Print only the result, as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    name: str,
    given: str,
    catalog: str,
    *,
    flags: TargetFlags,
    allowed: tuple[str, ...],
    ask_command: str | None,
    policy: Literal["local", "all", "off"],
    trace: str | None,
    yes: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Run the program of the metaskill NAME once, and print its result.

    The program runs in a process of its own, without files, network and environment. It can ask a model, by
    --ask-command, and run the commands that --allow names; each is shown and asked for before it runs. A command that
    runs is in no jail: it can do what you can do. Exit status 1: the program ends with another status than `ok` or
    `accepted`.

    \b
    Examples:
      skillpack run review-diff --allow 'git diff' --ask-command ./answer
      skillpack run draft-post --input '{"task": "Announce 2.0"}' --ask-command 'llm prompt'
      skillpack run draft-post --input @post.json --yes --json --trace run.jsonl
      skillpack run draft-post --dry-run
    """
    quiet_runtime()  # what concerns NAME is said below
    env = machine.environment()
    commands = command_policy(allowed, "allow" if yes else "prompt")
    grant = ProgramGrant(policy, asker(ask_command, env), commands, confirm=_confirmed)
    store = loaded_store(catalog, flags, _DIALECT.profile)
    check_known(store, name, _DIALECT.profile)
    session = Session(store, _DIALECT, sink=_sink(trace, as_json=as_json), programs=grant, env=env)
    path = _metaskill(store, name).program
    program = read_program(path, session.resource(name, path))
    if dry_run:
        if as_json:
            print_json(plan_record(program, commands.decide))
        else:
            paint = paint_for()
            for line in plan_lines(program, commands.decide):
                click.echo(paint.show(line))
        return
    program_input = _input(given)
    try:
        result = run_metaskill(session, name, program_input, audience="user")
    except InputMissingError as error:
        hint = f"`skillpack run {name} --dry-run` lists its keys"
        raise UsageError(f"`{name}` needs an input: `--input` with a JSON object or @FILE", hint=hint) from error
    except MetaskillError as error:
        missing = [f"`{visible(each.key)}`" for each in program.inputs if each.needed and each.key not in program_input]
        lack = f"the input lacks {', '.join(missing)}" if missing else ""
        raise MetaskillError(str(error).removeprefix("error: "), hint=error.hint or lack) from error
    if as_json:
        trace_field = {"trace": list(result.trace)} if result.trace else {}
        print_json({**result.envelope, **trace_field}, verbatim=True)
    else:
        click.echo(visible_json(result.text))
    ctx.exit(0 if result.status in _GOOD else 1)


def _input(text: str) -> Mapping[str, Any]:
    """Return the input of a program.

    Raises:
        UsageError: It is not JSON object.
    """
    try:
        source = Path(text[1:]).read_text(encoding="utf-8") if text.startswith("@") else text
        found = json.loads(source, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"`--input` is not JSON: {error}", hint=_EXAMPLE) from error
    if not isinstance(found, dict):
        raise UsageError(f"`--input` must be a JSON object, not {_JSON_TYPES[type(found)]}", hint=_EXAMPLE)
    return found


def _refused(constant: str) -> float:
    raise ValueError(f"{constant} is not a number")


def _confirmed(argv: Sequence[str]) -> bool:
    """Return whether a command may run: people are asked; where there are none, `--yes` must have said so."""
    notify(f"the program wants to run: {visible(shlex.join(argv))}")
    if not sys.stdin.isatty():
        notify("not run: stdin is not a terminal; `--yes` allows it")
        return False
    return click.confirm("Run it?", err=True)


def _sink(trace: str | None, *, as_json: bool) -> Sink:
    """Return the sink of the events: a file, and standard error as they happen."""
    if trace:
        Path(trace).touch(mode=0o600)  # what cannot be written is said before anything runs
    sinks: list[Callable[[Event], None]] = [jsonl_sink(trace)] if trace else []
    paint = paint_for(stderr=True)

    def deliver(event: Event) -> None:
        for sink in sinks:
            sink(event)
        if not as_json:
            for line in event_lines(event.type, event.payload):
                notify(paint.show(line))

    return deliver


def _metaskill(store: SkillStore, name: str) -> Skill:
    """Return a skill with a program.

    Raises:
        UsageError: It has none, or one that no host could run.
    """
    skill = store.get(name)
    if skill is not None and skill.language:
        return skill
    if skill is not None and skill.program_fault:
        hint = f"`skillpack check {skill.skill_dir} --profile metaskill` shows where"
        raise UsageError(visible(skill.program_fault), hint=hint)
    raise UsageError(f"`{name}` is not a metaskill", hint=f"a metaskill has a program `{DEFAULT_PROGRAM}`")
