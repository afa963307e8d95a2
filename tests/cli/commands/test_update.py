"""skillpack update and outdated: what sources offer now, changes shown first."""

import json
import sys
from io import StringIO
from pathlib import Path

import pytest

from skillpack.report.schemas import CHANGED, OUTDATED

pytestmark = pytest.mark.usefixtures("at_home", "installed")
ROOT = ("--root", "roots/skills")


class Terminal(StringIO):
    """A person who types."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def installed(cli, publish) -> None:
    """Install the first edition into `roots/skills`, and publish the second one."""
    names = ("alpha", "beta", "gamma", "leaky", "left", "old-name")
    assert cli("install", *names, "--registry", "site", *ROOT, "--yes").status == 0
    publish(2)


def _label(name: str) -> str:
    return json.loads(Path("roots/skills", name, ".skillpack.json").read_text())["label"]


class TestUpdate:
    def test_one_that_may_do_more_is_refused_and_the_others_go_on(self, cli, told, snapshot) -> None:
        assert told(cli("update", *ROOT)) == snapshot
        assert [_label(name) for name in ("alpha", "beta", "leaky")] == ["1.1.0", "1.0.0", "1.0.1"]

    def test_yes_does_not_accept_powers(self, cli) -> None:
        assert cli("update", "beta", *ROOT, "--yes").status == 3
        assert _label("beta") == "1.0.0"

    def test_a_dry_run_refuses_what_yes_refuses(self, cli) -> None:
        dry, done = (cli("update", *ROOT, option, "--json") for option in ("--dry-run", "--yes"))
        verdicts = [
            {row["name"]: (row["action"], row["reason"], row.get("hint")) for row in json.loads(ran.out)}
            for ran in (dry, done)
        ]

        assert dry.status == done.status == 3
        assert verdicts[0] == verdicts[1]
        assert verdicts[0]["beta"][0] == "refuse"

    def test_a_dry_run_takes_what_a_flag_accepts(self, cli) -> None:
        assert cli("update", *ROOT, "--dry-run", "--accept-powers").status == 0
        assert _label("beta") == "1.0.0"

    def test_a_dry_run_asks_nobody_and_says_what_would_be_asked(self, cli, monkeypatch) -> None:
        monkeypatch.setattr(sys, "stdin", Terminal(""))
        ran = cli("update", "beta", *ROOT, "--dry-run")

        assert ran.status == 0
        assert "beta may do more than before: `skillpack update` will ask\n" in ran.err

    def test_a_flag_accepts_powers(self, cli) -> None:
        assert cli("update", "beta", *ROOT, "--accept-powers").status == 0
        assert _label("beta") == "2.0.0"

    @pytest.mark.parametrize(("answer", "label"), [("y\n", "2.0.0"), ("n\n", "1.0.0")])
    def test_a_person_is_asked_about_powers(self, cli, monkeypatch, answer: str, label: str) -> None:
        monkeypatch.setattr(sys, "stdin", Terminal(answer))
        ran = cli("update", "beta", *ROOT)

        assert ran.status == 0
        assert "beta may do more than before. Install it?" in ran.err
        assert _label("beta") == label

    def test_verbose_shows_every_line(self, cli) -> None:
        short, whole = (
            cli("update", "alpha", *ROOT, "--dry-run").err,
            cli("update", "alpha", *ROOT, "--dry-run", "--verbose").err,
        )

        assert "+Step 29." not in short
        assert "+Step 29." in whole

    def test_a_dry_run_changes_nothing(self, cli) -> None:
        before = {path: path.read_bytes() for path in Path("roots").rglob("*") if path.is_file()}

        assert cli("update", "alpha", *ROOT, "--dry-run").status == 0
        assert {path: path.read_bytes() for path in Path("roots").rglob("*") if path.is_file()} == before

    def test_edits_are_refused_and_the_others_go_on(self, cli, told, snapshot) -> None:
        Path("roots/skills/alpha/SKILL.md").write_text("mine\n")

        assert told(cli("update", "alpha", "leaky", *ROOT)) == snapshot
        assert Path("roots/skills/alpha/SKILL.md").read_text() == "mine\n"

    def test_young_versions_wait_unless_what_is_there_was_yanked(self, cli, told, snapshot) -> None:
        assert told(cli("update", "alpha", "leaky", *ROOT, "--min-age", "3")) == snapshot
        assert [_label(name) for name in ("alpha", "leaky")] == ["1.0.0", "1.0.1"]

    def test_a_source_that_is_gone_is_said(self, cli) -> None:
        Path("site").rename("elsewhere")
        ran = cli("update", "alpha", *ROOT)

        assert ran.status == 0
        assert "alpha 1.0.0: source unreachable" in ran.err

    def test_a_source_that_is_gone_is_said_once_for_all(self, cli) -> None:
        Path("site").rename("elsewhere")
        ran = cli("update", *ROOT)

        assert ran.status == 0
        assert ran.err.count("6 skills: source unreachable") == ran.err.count("source unreachable") == 1

    def test_an_archive_that_is_gone_fails_alone(self, cli) -> None:
        Path("site/archives/alpha/alpha-1.1.0.zip").unlink()
        ran = cli("update", "alpha", "leaky", *ROOT)

        assert ran.status == 3
        assert "failed alpha: " in ran.err
        assert _label("leaky") == "1.0.1"

    def test_an_unknown_name_is_a_usage_error(self, cli) -> None:
        ran = cli("update", "alhpa", *ROOT)

        assert ran.status == 2
        assert ran.err.endswith("hint: did you mean `alpha`?\n")

    def test_all_roots_that_hold_something_are_looked_at(self, cli, at_home, publish) -> None:
        publish(1)
        Path(".metis").mkdir()
        cli("install", "alpha", "--registry", "site", "--workspace", "--agent", "claude-code", "--global", "--yes")
        cli("install", "alpha", "--registry", "site", "--workspace", "--yes")
        publish(2)
        rows = json.loads(cli("update", "--json").out)

        assert [row["target"].partition(":")[0] for row in rows if row["done"]] == ["workspace", "agent"]
        assert json.loads((at_home / ".claude/skills/alpha/.skillpack.json").read_text())["label"] == "1.1.0"

    def test_nothing_is_installed(self, cli) -> None:
        ran = cli("update")

        assert (ran.status, ran.err) == (0, "skillpack has installed no skills here or globally\n")

    def test_json_tells_also_what_cannot_be_updated(self, cli, told_json) -> None:
        rows = {row["name"]: row for row in told_json(cli("update", *ROOT, "--json"), CHANGED)}

        assert {name: (row["action"], row["done"]) for name, row in rows.items()} == {
            "alpha": ("replace", True),
            "beta": ("refuse", False),
            "leaky": ("replace", True),
            "left": ("keep", False),
            "old-name": ("keep", False),
        }
        assert rows["old-name"]["successor"] == "new-name"


class TestOutdated:
    def test_each_standing_is_told_apart(self, cli, told, snapshot) -> None:
        assert told(cli("outdated", *ROOT)) == snapshot

    def test_the_exit_status_is_asked_for(self, cli) -> None:
        assert cli("outdated", "gamma", *ROOT, "--exit-code").status == 0
        assert cli("outdated", "alpha", *ROOT, "--exit-code").status == 1

    def test_nothing_is_downloaded_but_indexes(self, cli) -> None:
        for archive in Path("site/archives").rglob("*.zip"):
            archive.unlink()

        assert cli("outdated", *ROOT).status == 0

    def test_json_says_what_helps(self, cli, told_json) -> None:
        rows = {row["name"]: row for row in told_json(cli("outdated", *ROOT, "--json"), OUTDATED)}

        assert rows["old-name"]["help"] == "`skillpack install new-name`, then `skillpack uninstall old-name`"
        assert rows["gamma"]["standing"] == "current"
