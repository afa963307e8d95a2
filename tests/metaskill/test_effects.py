"""Questions and commands of a program: budgets, clamps and the policy."""

import pytest

from skillpack.errors import MetaskillError
from skillpack.metaskill.effects import ask_by_command
from skillpack.metaskill.grant import Answer, Question, RunLimits


def returned(source: str) -> str:
    return f"def run(input):\n    return {{'it': {source}}}\n"


@pytest.mark.demand("K18")
class TestAsk:
    @pytest.mark.parametrize(
        ("opts", "turns"), [("{}", 30), ("{'max_turns': 4}", 4), ("{'max_turns': 99}", 30), ("{'max_turns': 0}", 1)]
    )
    def test_turns_are_clamped(self, go, opts, turns) -> None:
        seen: list[Question] = []

        def ask(question: Question) -> str:
            seen.append(question)
            return "yes"

        found = go(returned(f"ask('q', {opts})"), ask=ask).envelope["it"]
        assert seen[0].turns == turns
        assert found == {"answer": "yes", "exhausted": False, "turns": turns, "truncated": False}

    def test_what_the_host_knows_of_its_answer_reaches_the_program(self, go) -> None:
        found = go(returned("ask('q')"), ask=lambda _: Answer("a", exhausted=True, turns=7)).envelope["it"]
        assert found == {"answer": "a", "exhausted": True, "turns": 7, "truncated": False}

    def test_a_long_answer_is_cut_and_says_so(self, go) -> None:
        source = "def run(input):\n    a = ask('q')\n    return {'n': len(a['answer']), 'cut': a['truncated']}\n"
        assert go(source, ask=lambda _: "x" * 30_000).envelope | {"answer": ""} == {
            "status": "ok",
            "answer": "",
            "n": 20_000,
            "cut": True,
        }

    @pytest.mark.demand("K25")
    def test_without_anybody_to_answer_the_run_ends(self, go) -> None:
        with pytest.raises(MetaskillError, match=r"^ask is not available in this host$"):
            go(returned("ask('q')"))

    @pytest.mark.demand("K25")
    def test_a_host_that_fails_ends_the_run_with_its_words(self, go) -> None:
        def ask(_: Question) -> str:
            raise RuntimeError("no model")

        with pytest.raises(MetaskillError, match=r"^ask failed: no model$"):
            go(returned("ask('q')"), ask=ask)

    @pytest.mark.demand("K21", "K22")
    @pytest.mark.parametrize(("asked", "allowed"), [(None, 5), (2, 2), (0, 1), (1000, 20)])
    def test_the_budget_is_the_callers_within_bounds(self, go, asked, allowed) -> None:
        calls: list[Question] = []
        source = "def run(input):\n    for i in range(50):\n        ask('q')\n"
        with pytest.raises(MetaskillError, match=rf"^ask budget exhausted \({allowed} calls\)$"):
            go(source, ask=lambda question: calls.append(question) or "", asks=asked)
        assert len(calls) == allowed


@pytest.mark.demand("K19")
class TestCommand:
    def test_its_output_and_errors_reach_the_program(self, go) -> None:
        found = go(returned("command(['ls', '/nowhere'])"), allowed=[["ls"]]).envelope["it"]
        assert (found["ok"], found["exit_code"], found["truncated"]) == (False, 2, False)
        assert "No such file" in found["result"]

    @pytest.mark.parametrize("argv", ["[]", "'ls'", "[1]", "None", "{}"])
    def test_a_wrong_argv_is_an_answer_and_costs_a_call(self, go, argv) -> None:
        source = f"def run(input):\n    command({argv})\n    return command({argv})\n"
        with pytest.raises(MetaskillError, match=r"^command budget exhausted \(1 calls\)$"):
            go(source, commands=1)
        said = "error: argv must be a non-empty list of strings"
        assert go(returned(f"command({argv})")).envelope["it"] == {
            "ok": False,
            "exit_code": -1,
            "result": said,
            "truncated": False,
        }

    @pytest.mark.demand("K29")
    @pytest.mark.parametrize("argv", [["git", "push"], ["sh", "-c", "ls"], ["./ls"], ["git", "-c", "x", "diff"], [""]])
    def test_what_no_rule_allows_does_not_run(self, go, argv) -> None:
        found = go(returned(f"command({argv!r})"), allowed=[["git", "diff"]]).envelope["it"]
        assert not found["ok"]
        assert found["exit_code"] is None
        assert found["result"].startswith("error: command not allowed: ")

    @pytest.mark.demand("K29")
    @pytest.mark.parametrize("path", ["/proc/self/cwd/git", "{0}/git"])
    def test_a_program_that_came_with_the_skill_is_not_the_one_that_was_allowed(self, go, tmp_path, path) -> None:
        program = tmp_path / "git"
        program.write_text("#!/bin/sh\necho taken over\n")
        program.chmod(0o755)
        found = go(returned(f"command([{path.format(tmp_path)!r}, 'diff'])"), allowed=[["git", "diff"]]).envelope["it"]
        assert found["result"].startswith("error: command not allowed: ")

    def test_one_that_takes_too_long_is_ended(self, go) -> None:
        found = go(returned("command(['sleep', '60'], {'timeout': 1})"), allowed=[["sleep"]]).envelope["it"]
        said = "error: command timed out after 1s\n"
        assert found == {"ok": False, "exit_code": None, "result": said, "truncated": False}

    def test_one_that_is_not_there_is_an_error(self, go) -> None:
        found = go(returned("command(['no-such-program'])"), allowed=[["no-such-program"]]).envelope["it"]
        assert not found["ok"]
        assert found["result"].startswith("error: ")

    def test_a_long_output_is_cut_and_the_command_still_succeeds(self, go) -> None:
        source = (
            "def run(input):\n    c = command(['seq', '100000'])\n"
            "    return {'n': len(c['result']), 'cut': c['truncated'], 'ok': c['ok']}\n"
        )
        found = go(source, allowed=[["seq"]]).envelope
        assert (found["n"], found["cut"], found["ok"]) == (20_000, True, True)

    def test_the_environment_is_small(self, go, monkeypatch) -> None:
        monkeypatch.setenv("SECRET_TOKEN", "hidden")
        found = go(returned("command(['env'])"), allowed=[["env"]]).envelope["it"]
        assert "hidden" not in found["result"]

    @pytest.mark.demand("K21", "K22")
    @pytest.mark.parametrize(("asked", "allowed"), [(None, 10), (0, 0), (3, 3), (1000, 40)])
    def test_the_budget_is_the_callers_within_bounds(self, go, asked, allowed) -> None:
        source = "def run(input):\n    for i in range(50):\n        command(['true'])\n"
        with pytest.raises(MetaskillError, match=rf"^command budget exhausted \({allowed} calls\)$"):
            go(source, allowed=[["true"]], commands=asked)


@pytest.mark.demand("K20", "K21")
class TestTrace:
    def test_entries_cost_no_budget(self, go) -> None:
        source = "def run(input):\n    for i in range(50):\n        trace('step')\n    return ask('q')['answer']\n"
        result = go(source, ask=lambda _: "yes")
        assert (len(result.trace), result.asks, result.envelope["answer"]) == (50, 1, "yes")

    def test_their_number_and_size_are_capped(self, go) -> None:
        source = "def run(input):\n    for i in range(5):\n        trace('step', {'long': 'x' * 100})\n"
        result = go(source, limits=RunLimits(trace_entries=3, trace_characters=50))
        cut = {"kind": "step", "data_truncated": True}
        assert result.trace == (cut, cut, cut, {"kind": "truncated", "data": {"dropped": 2}})


@pytest.mark.demand("K16", "K29")
class TestWorld:
    @pytest.mark.parametrize(
        "name",
        [
            *("open", "json", "time", "random", "os", "__import__", "eval", "exec", "struct", "getenv"),
            *("socket", "urlopen", "subprocess", "module", "host", "globals"),
        ],
    )
    def test_a_program_has_no_names_but_the_languages_and_ours(self, go, name) -> None:
        with pytest.raises(MetaskillError, match=r"^syntax/resolve error: Variable"):
            go(f"def run(input):\n    return {name}('x')\n")

    def test_values_are_copies(self, go) -> None:
        given = {"list": [1]}
        go("def run(input):\n    input['list'].append(2)\n    input['more'] = 1\n", given)
        assert given == {"list": [1]}

    def test_the_input_arrives_as_it_was(self, go) -> None:
        given = {"n": 2**80, "f": 0.5, "t": "ü\0😀", "l": [None, True, {}]}
        result = go("def run(input):\n    return {'it': input}\n", given)
        assert result.envelope["it"] == given

    def test_what_holds_the_program_is_reported(self, go) -> None:
        assert "RLIMIT_AS" in go("def run(input):\n    pass\n").sandbox


class TestAskByCommand:
    @pytest.mark.demand("K18")
    @pytest.mark.parametrize("prompt", ["Which one?", "Ä\nb\n" * 40_000, "a lone \ud800"])
    def test_the_prompt_is_the_input_and_the_output_the_answer(self, tmp_path, prompt) -> None:
        ask = ask_by_command(("sh", "-c", "wc -c"), "/bin/sh", tmp_path, {"PATH": "/usr/bin:/bin"})
        sent = prompt.encode("utf-8", "replace")
        assert ask(_question(prompt)) == Answer(f"{len(sent)}")
        ask = ask_by_command(("head", "-c", "60"), "/usr/bin/head", tmp_path, {})
        assert ask(_question(prompt)) == Answer(sent[:60].decode("utf-8", "replace").strip())

    def test_a_command_that_fails_ends_the_question_with_its_words(self, tmp_path) -> None:
        ask = ask_by_command(("sh", "-c", "echo no key >&2; exit 3"), "/bin/sh", tmp_path, {})
        with pytest.raises(MetaskillError, match=r"^no key$"):
            ask(_question("q"))
        ask = ask_by_command(("/opt/mine/sh", "-c", "exit 3"), "/bin/sh", tmp_path, {})
        with pytest.raises(MetaskillError, match=r"^`sh` ended with 3$"):
            ask(_question("q"))

    def test_it_starts_in_the_folder_with_the_users_own_settings(self, tmp_path) -> None:
        ask = ask_by_command(("sh", "-c", "pwd; echo $MODEL"), "/bin/sh", tmp_path, {"MODEL": "small"})
        assert ask(_question("q")) == Answer(f"{tmp_path}\nsmall")


def _question(prompt: str) -> Question:
    return Question(prompt, "", 1, 30.0, lambda: False)
