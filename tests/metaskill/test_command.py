"""Which commands may run."""

from pathlib import Path

import pytest

from skillpack.errors import UsageError
from skillpack.metaskill.command import (
    CommandPolicy,
    CommandResult,
    CommandRule,
    Start,
    run_command,
    run_process,
)

DIFF = CommandRule(("git", ("diff", "log")))
PUSH, FORCE = CommandRule(("git", "push"), "prompt"), CommandRule(("git", "push", "--force"), "forbid")


@pytest.mark.demand("K19", "K29")
class TestPolicy:
    @pytest.mark.parametrize(
        ("rules", "argv", "decision"),
        [
            ((), ["git", "diff"], "forbid"),
            ((DIFF,), ["git", "diff", "--stat"], "allow"),
            ((DIFF,), ["git", "log"], "allow"),
            ((DIFF,), ["/usr/bin/git", "log"], "allow"),
            ((DIFF,), ["./git", "log"], "forbid"),
            ((DIFF,), ["/home/you/git", "log"], "forbid"),
            ((DIFF,), ["/proc/self/cwd/git", "log"], "forbid"),
            ((DIFF,), ["/usr/bin/../../home/you/git", "log"], "forbid"),
            ((DIFF,), ["/git", "log"], "forbid"),
            ((CommandRule(("/opt/own/tool",)),), ["/opt/own/tool", "x"], "allow"),
            ((CommandRule(("/opt/own/tool",)),), ["/home/you/tool", "x"], "forbid"),
            ((DIFF,), ["git", "difftool"], "forbid"),
            ((DIFF,), ["git"], "forbid"),
            ((DIFF,), [], "forbid"),
            ((DIFF, PUSH, FORCE), ["git", "push"], "prompt"),
            ((DIFF, PUSH, FORCE), ["git", "push", "--force"], "forbid"),
            ((DIFF, CommandRule(("git",), "prompt")), ["git", "diff"], "prompt"),
            ((CommandRule(("git",), "prompt"), DIFF), ["git", "diff"], "prompt"),
            ((CommandRule(("git", "diff", "--output"), "forbid"), DIFF), ["git", "diff", "--output", "x"], "forbid"),
            ((CommandRule(("git", "diff", "--output"), "forbid"), DIFF), ["git", "diff"], "allow"),
        ],
    )
    def test_the_strictest_rule_counts_and_without_one_nothing_runs(self, rules, argv, decision) -> None:
        assert CommandPolicy(rules).decide(argv) == decision

    def test_a_command_without_a_name_is_forbidden_whatever_a_rule_says(self) -> None:
        assert CommandPolicy((CommandRule(("",)),)).decide(["", "x"]) == "forbid"

    def test_a_program_is_found_by_its_name_in_the_folders_of_the_policy_alone(self) -> None:
        policy = CommandPolicy((DIFF,), path=("/opt/own/bin",))
        assert policy.decide(["/opt/own/bin/git", "log"]) == "allow"
        assert policy.decide(["/usr/bin/git", "log"]) == "forbid"

    def test_a_command_has_ten_seconds_and_64_KiB_where_nothing_else_is_said(self) -> None:  # noqa: N802
        policy = CommandPolicy()
        assert (policy.timeout, policy.most_bytes) == (10.0, 65_536)
        assert policy.path == ("/usr/local/bin", "/usr/bin", "/bin")


@pytest.mark.demand("K29")
class TestRule:
    def test_examples_that_hold_are_taken(self) -> None:
        rule = CommandRule(("git", "diff"), match=("git diff", "git diff -- 'a b'"), not_match=("git push", "", "ls"))
        assert rule.matches(["git", "diff", "--", "a b"])

    @pytest.mark.parametrize(
        ("examples", "said"),
        [
            ({"match": ("git difftool",)}, r"the rule \('git', 'diff'\) does not match its example `git difftool`"),
            ({"match": ("git -c x diff",)}, "does not match its example `git -c x diff`"),
            ({"not_match": ("git push", "git diff --output=x")}, "matches its example `git diff --output=x`"),
            ({"decision": "forbidden"}, "no decision `forbidden`"),
        ],
    )
    def test_a_rule_that_says_something_else_than_its_examples_is_refused(self, examples, said) -> None:
        with pytest.raises(UsageError, match=said):
            CommandRule(("git", "diff"), **examples)

    @pytest.mark.parametrize("pattern", [(), "git diff", ["git", "diff"]])
    def test_a_pattern_is_a_tuple_of_words(self, pattern) -> None:
        with pytest.raises(UsageError, match="a tuple of words"):
            CommandRule(pattern)

    def test_a_decision_that_is_none_is_refused_with_those_that_there_are(self) -> None:
        with pytest.raises(UsageError) as caught:
            CommandRule(("git",), "maybe")  # type: ignore[arg-type]
        assert str(caught.value) == "a rule has no decision `maybe`"
        assert caught.value.hint == "it has allow, prompt, forbid"


class TestRun:
    @staticmethod
    def run(folder: Path, script: str, most_bytes: int = 100, timeout: float = 60.0, **env: str) -> CommandResult:
        return run_command(["sh", "-c", script], folder=folder, timeout=timeout, most_bytes=most_bytes, env=env)

    def test_gives_exit_code_output_and_errors_apart(self, tmp_path: Path) -> None:
        assert self.run(tmp_path, "echo one; echo two >&2; exit 3") == CommandResult(3, "one\n", "two\n")

    def test_starts_in_its_folder_with_nothing_to_read(self, tmp_path: Path) -> None:
        assert self.run(tmp_path, "pwd; cat").output == f"{tmp_path}\n"

    def test_a_program_that_is_not_there_is_named(self, tmp_path: Path) -> None:
        found = run_command(["no-such"], folder=tmp_path, timeout=60, most_bytes=9, env={})
        assert found == CommandResult(None, "", "no-such: not found")
        assert not run_command(["sh"], folder=tmp_path, path=["/none"], timeout=60, most_bytes=9, env={}).output

    def test_language_terminal_and_time_zone_are_passed_on_and_no_pager_waits(self, tmp_path: Path) -> None:
        env = {"LANG": "C", "LC_ALL": "C.UTF-8", "TERM": "dumb", "TZ": "UTC", "TOKEN": "secret", "PAGER": "less"}
        printed = self.run(tmp_path, "env", 10_000, **env).output.splitlines()
        assert {f"{name}={env[name]}" for name in ("LANG", "LC_ALL", "TERM", "TZ")} <= set(printed)
        assert {"PAGER=cat", "GIT_PAGER=cat", "GIT_TERMINAL_PROMPT=0"} <= set(printed)
        assert "PATH=/usr/local/bin:/usr/bin:/bin" in printed
        homes = dict(line.split("=", 1) for line in printed if line.startswith(("HOME=", "TMPDIR=")))
        assert homes["HOME"] == homes["TMPDIR"]
        assert not Path(homes["HOME"]).exists()

    def test_as_much_as_it_may_print_is_kept_and_more_ends_it(self, tmp_path: Path) -> None:
        assert self.run(tmp_path, "printf 123456", 6) == CommandResult(0, "123456")
        assert self.run(tmp_path, "printf 1234567; exec sleep 600", 6) == CommandResult(None, "123456", truncated=True)
        assert self.run(tmp_path, "printf 123456; sleep 0.3; printf 7", 6).truncated
        found = self.run(tmp_path, "echo one; printf 1234567 >&2; exec sleep 600", 6)
        assert (found.exit_code, found.errors, found.truncated, found.timed_out) == (None, "123456", True, False)

    def test_bytes_that_are_no_text_are_replaced(self, tmp_path: Path) -> None:
        found = self.run(tmp_path, r"printf 'a\377b'; printf '\377' >&2")
        assert (found.output, found.errors) == ("a\ufffdb", "\ufffd")

    def test_what_it_printed_before_its_time_was_up_is_kept(self, tmp_path: Path) -> None:
        found = self.run(tmp_path, "echo one; exec sleep 600", timeout=1.0)
        assert found == CommandResult(None, "one\n", timed_out=True)

    def test_it_is_ended_when_nobody_waits_any_more(self, tmp_path: Path) -> None:
        command = ["sh", "-c", "exec sleep 600"]
        found = run_command(command, folder=tmp_path, timeout=600, most_bytes=9, env={}, cancelled=lambda: True)
        assert found == CommandResult(None, "", timed_out=True)

    def test_a_process_reads_the_text_that_it_is_given(self, tmp_path: Path) -> None:
        start = Start(("cat",), "/bin/cat", tmp_path, {}, "näher \ud800")
        found = run_process(start, timeout=60, most_bytes=99, cancelled=lambda: False)
        assert found == CommandResult(0, "näher ?")

    def test_a_process_is_not_told_the_folder_of_whoever_starts_it(self, tmp_path: Path) -> None:
        env = {"PWD": "/elsewhere", "OLDPWD": "/before", "A": "a"}
        start = Start(("env",), "/usr/bin/env", tmp_path, env)
        found = run_process(start, timeout=60, most_bytes=99, cancelled=lambda: False)
        assert found.output == "A=a\n"

    def test_a_process_that_cannot_start_says_why(self, tmp_path: Path) -> None:
        start = Start(("sh",), "/bin/sh", tmp_path / "none", {})
        found = run_process(start, timeout=60, most_bytes=99, cancelled=lambda: False)
        assert (found.exit_code, found.output, found.timed_out) == (None, "", False)
        assert "No such file or directory" in found.errors
