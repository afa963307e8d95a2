"""Which commands may run."""

import pytest

from skillpack.errors import UsageError
from skillpack.metaskill.command import CommandPolicy, CommandRule

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
