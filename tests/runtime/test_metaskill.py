"""`use_skill` and `run_metaskill` of a session."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack import machine
from skillpack.metaskill import engine
from skillpack.metaskill.grant import ProgramGrant
from skillpack.model.tree import Trust
from skillpack.runtime import session as sessions
from skillpack.runtime.dialect import DIALECTS
from skillpack.runtime.hooks import user_text
from skillpack.runtime.loader import SkillRoot
from skillpack.runtime.session import Session
from skillpack.runtime.shell import ShellGrant
from skillpack.runtime.store import open_store
from skillpack.runtime.tool import call_tool
from skillpack.runtime.toolsets import metaskill
from skillpack.runtime.toolsets.metaskill import tools_for

PROGRAM = "def run(input):\n    trace('seen', {'key': input.get('key')})\n    return 'done'\n"
DIALECT = DIALECTS["metaskill"]


@pytest.fixture
def open_session(tmp_path: Path, write, events) -> Callable[..., Session]:
    """Return a session over a static skill, a local metaskill and an external one."""

    def opened(**given: object) -> Session:
        write("static")
        (write("local", body="Input keys:\n\n- `key`: any.\n") / "SKILL.star").write_text(PROGRAM)
        (write("foreign", root="global") / "SKILL.star").write_text(PROGRAM)
        roots = [
            SkillRoot(tmp_path / "workspace", "workspace"),
            SkillRoot(tmp_path / "global", "global", trust=Trust.EXTERNAL),
        ]
        return Session(open_store(roots, host="metaskill"), DIALECT, sink=events.append, **given)  # type: ignore[arg-type]

    return opened


def call(session: Session, **arguments: object) -> str:
    result = call_tool(tools_for(session), session, "run_metaskill", arguments)
    assert result.is_error == result.text.startswith("error:")
    return result.text


@pytest.mark.demand("K27")
def test_the_tool_is_the_specifications_with_the_names_that_may_run(open_session) -> None:
    use_skill, run = tools_for(open_session())
    assert use_skill.name == "use_skill"
    assert {"name": run.name, "description": run.description, "parameters": run.input_schema} == {
        "name": "run_metaskill",
        "description": "Run a dynamic skill workflow by name.",
        "parameters": {
            "type": "object",
            "properties": {
                "name": {"type": "string", "description": "The metaskill name to execute.", "enum": ["local"]},
                "input": {"type": "object", "description": "Input data passed to the metaskill program."},
                "max_ask_calls": {"type": "integer", "minimum": 1, "description": "Maximum nested model calls."},
                "max_command_calls": {"type": "integer", "minimum": 0, "description": "Maximum command calls."},
            },
            "required": ["name", "input"],
        },
    }


@pytest.mark.demand("K14", "K23", "K30")
def test_a_run_is_one_text_and_four_kinds_of_events(open_session, events) -> None:
    session = open_session()
    text = call(session, name="local", input={"key": 1})
    header, _, body = text.partition("\n")
    assert header == "[Metaskill: local completed]"
    assert body == '{"status":"ok","answer":"done","trace":[{"kind":"seen","data":{"key":1}}]}'
    assert [event.type for event in events] == ["metaskill_start", "metaskill_step", "metaskill_finish"]
    assert events[0].payload == {"name": "local", "language": "starlark"}
    step = {"name": "local", "operation": "trace", "kind": "seen", "data": {"key": 1}, "success": True}
    assert events[1].payload == step
    assert {key: events[2].payload[key] for key in ("status", "ask_calls", "command_calls")} == {
        "status": "ok",
        "ask_calls": 0,
        "command_calls": 0,
    }
    assert not session.activated


@pytest.mark.demand("K25")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"name": "nobody", "input": {}}, "error: unknown metaskill: 'nobody'"),
        ({"name": "static", "input": {}}, "error: skill 'static' is not a metaskill"),
        ({"name": "foreign", "input": {}}, "error: external metaskill 'foreign' is not allowed (policy: local)"),
        ({"input": {}}, "error: invalid arguments: arguments must contain ['name'] properties"),
        (
            {"name": "local", "input": {"key": 1}, "max_ask_calls": 0},
            "error: invalid arguments: arguments.max_ask_calls",
        ),
    ],
)
def test_what_cannot_run_is_said_in_the_specifications_words(open_session, arguments, said) -> None:
    assert call(open_session(), **arguments).startswith(said)


@pytest.mark.demand("K7", "K27")
@pytest.mark.parametrize("arguments", [{"name": "local", "input": {}}, {"name": "local"}])
def test_an_empty_input_is_answered_with_the_instructions(open_session, events, arguments) -> None:
    session = open_session()
    text = call(session, **arguments)
    assert text.startswith(
        "error: input is required. The metaskill needs specific keys in the input object. Here are the skill "
        "instructions:\n\n[Skill: local activated]\n"
    )
    assert "- `key`: any." in text
    assert text.endswith("\n\nRetry run_metaskill with the correct input keys.")
    assert not events


@pytest.mark.demand("K7")
def test_a_skill_can_say_that_it_needs_no_input(write, open_session) -> None:
    folder = write("free", more="metadata:\n  metaskill-input: optional\n")
    (folder / "SKILL.star").write_text(PROGRAM)
    assert call(open_session(), name="free", input={}).startswith("[Metaskill: free completed]")


@pytest.mark.demand("K28", "K32")
@pytest.mark.parametrize(("trust", "runs"), [("local", {"local"}), ("all", {"local", "foreign"}), ("off", set())])
def test_whose_programs_run_is_the_users_word(open_session, trust, runs) -> None:
    session = open_session(programs=ProgramGrant(trust))
    lines = [line for line in session.index.text.splitlines() if "Does " in line]
    assert {line[2:].partition(":")[0] for line in lines if "(metaskill: starlark)" in line} == runs
    names = [tool.input_schema["properties"]["name"].get("enum") for tool in tools_for(session)][1:]
    assert set(*names) == runs
    for name in ("local", "foreign"):
        # What may not run is a static skill: it can be opened, and nothing speaks of its program.
        assert ("run_metaskill" in session.activate(name).text) == (name in runs)


@pytest.mark.demand("K25", "K28")
def test_a_policy_of_off_is_named(open_session) -> None:
    session = open_session(programs=ProgramGrant("off"))
    with pytest.raises(metaskill.MetaskillError, match=r"^error: metaskill 'local' is not allowed \(policy: off\)$"):
        metaskill.run_metaskill(session, "local", {"key": 1})


@pytest.mark.demand("K25", "K32")
def test_without_an_engine_programs_are_not_spoken_of(open_session, monkeypatch) -> None:
    monkeypatch.setattr(sessions, "engine_folder", lambda: None)
    session = open_session()
    assert [tool.name for tool in tools_for(session)] == ["use_skill"]
    assert "Does local. (metaskill: starlark)" not in session.index.text
    monkeypatch.setattr(machine, "installed_from", lambda: '{"url": "file:///src/skillpack", "dir_info": {}}')
    said = (
        r"^error: starlark runtime not installed\. Install skillpack with its extra `metaskill` from where you have "
        r"it: `pip install '/src/skillpack\[metaskill\]'`$"
    )
    with pytest.raises(metaskill.MetaskillError, match=said):
        metaskill.run_metaskill(session, "local", {})


def test_a_starlark_in_pure_python_is_no_engine(tmp_path, monkeypatch) -> None:
    (tmp_path / "starlark").mkdir()
    (tmp_path / "starlark" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    assert engine.engine_folder() is None


@pytest.mark.demand("K8", "K25")
@pytest.mark.parametrize("content", [None, b"\xff", b"#" * 70_000])
def test_a_program_that_cannot_be_read_any_more_is_an_error(open_session, tmp_path, content) -> None:
    session, path = open_session(), tmp_path / "workspace" / "local" / "SKILL.star"
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    assert call(session, name="local", input={}).startswith("error: failed to read metaskill file: ")


@pytest.mark.demand("K25")
@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("x = y\ndef run(input):\n    pass\n", "syntax/resolve error: Variable `y` not found"),
        ("def run(input):\n    return input['other']\n", 'runtime error: Key `"other"` was not found (line 2)'),
        ("def run(input):\n    return 1\n", "invalid metaskill return value: int"),
        ("def run(input):\n    ask('x')\n", "ask is not available in this host"),
    ],
)
def test_a_run_that_fails_names_the_skill_and_is_an_event(open_session, events, tmp_path, program, said) -> None:
    session = open_session()
    (tmp_path / "workspace" / "local" / "SKILL.star").write_text(program)
    text = call(session, name="local", input={"key": 1})
    assert text.startswith(f"error: metaskill 'local': {said}")
    assert events[-1].type == "metaskill_error"
    assert text == f"error: metaskill 'local': {events[-1].payload['error']}"


@pytest.mark.demand("K8", "K11", "K25")
@pytest.mark.parametrize(
    ("more", "content", "said"),
    [
        ("", "def run(input)\n    return 1\n", "metaskill 'broken': syntax/resolve error: expected ':' (line 1)"),
        (
            "",
            "def run(input):\n    while True:\n        pass\n",
            "metaskill 'broken': syntax/resolve error: a `while` loop (line 2)",
        ),
        (
            "",
            "load('x.star', 'y')\ndef run(input):\n    pass\n",
            "metaskill 'broken': syntax/resolve error: `load` is not available (line 1)",
        ),
        ("", "---\nname: x\n---\n", "metaskill 'broken': syntax/resolve error: the program starts with front matter"),
        (
            "",
            "def go(input):\n    pass\n",
            "metaskill 'broken': metaskill must define a run(input) function: it has none with one parameter",
        ),
        (
            "metaskill: ../local/SKILL.star\n",
            PROGRAM,
            "metaskill 'broken': metaskill path escapes skill directory: `../local/SKILL.star`",
        ),
        (
            "metaskill_language: lua\n",
            PROGRAM,
            "metaskill 'broken': unsupported metaskill_language `lua`, `starlark` is wanted",
        ),
        ("metaskill: other.star\n", PROGRAM, "failed to read metaskill file: there is no `other.star`"),
        ("", "#" * 70_000, "failed to read metaskill file: it is larger than 65536 bytes"),
        ("", "# \udcff", "failed to read metaskill file: it is not UTF-8"),
    ],
)
def test_a_broken_program_is_an_error_of_its_own_and_a_line_in_the_log(
    open_session, write, caplog, more, content, said
) -> None:
    (write("broken", more=more) / "SKILL.star").write_text(content, errors="surrogateescape")
    session = open_session()

    assert call(session, name="broken", input={"key": 1}).startswith(f"error: {said}")
    assert next(record.getMessage() for record in caplog.records if record.levelname == "WARNING").startswith(
        f"skill 'broken' is loaded without its program: {said}"
    )
    assert "- broken: Does broken. (file: " in session.index.text
    assert "run_metaskill" not in session.activate("broken").text


@pytest.mark.demand("K14")
def test_a_mention_opens_a_metaskill_and_never_runs_it(open_session, events) -> None:
    opened = user_text("do $local please", open_session())
    assert [each.skill.name for each in opened.opened] == ["local"]
    assert [event.type for event in events] == ["skill.loaded"]


@pytest.mark.demand("K14")
def test_use_skill_opens_and_an_unknown_name_is_an_error(open_session) -> None:
    session = open_session()
    tools = tools_for(session)
    assert call_tool(tools, session, "use_skill", {"name": "static"}).text.startswith("[Skill: static activated]")
    found = call_tool(tools, session, "use_skill", {"name": "nobody"})
    assert (found.text, found.is_error) == ("error: unknown skill: 'nobody'", True)


@pytest.mark.demand("K29")
def test_the_tools_that_a_skill_asks_for_grant_its_program_nothing(open_session, write) -> None:
    folder = write("greedy", more="allowed-tools: Bash(ls:*) Bash\n")
    (folder / "SKILL.star").write_text("def run(input):\n    return command(['ls'])['result']\n")
    text = call(open_session(), name="greedy", input={"key": 1})
    assert json.loads(text.partition("\n")[2])["answer"] == "error: command not allowed: `ls`"


def test_a_model_runs_nothing_that_only_people_may_start(open_session, write) -> None:
    folder = write("manual", more="disable-model-invocation: true\n")
    (folder / "SKILL.star").write_text(PROGRAM)
    session = open_session()
    assert call(session, name="manual", input={"key": 1}) == "error: unknown metaskill: 'manual'"
    assert metaskill.run_metaskill(session, "manual", {"key": 1}, audience="user").status == "ok"


def test_instructions_in_an_error_run_no_command_of_the_body(open_session, write, tmp_path: Path) -> None:
    folder = write("shell", body="!`touch ran`\n")
    (folder / "SKILL.star").write_text(PROGRAM)
    session = open_session(shell=ShellGrant(None), workspace=tmp_path)
    assert "!`touch ran`" in call(session, name="shell", input={})
    assert not (tmp_path / "ran").exists()
