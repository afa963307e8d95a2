import json
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from skillpack.report.schemas import SELECTION

NOTES = "Drafts release notes from merged changes. Use when the user prepares a release."
HISTORY = "Makes one commit of several. Use when the user has too many commits."
HELPER = "Helps with git branches, history and stacks. Use when the user asks about git."
QUERIES = """\
release-notes: draft the notes of a release
tidy-history: make one of my many commits
tidy-history, git-helper: clean up the history
tidy-history: rebase a stack of branches
-: book a table
"""
pytestmark = pytest.mark.usefixtures("skills")


@pytest.fixture
def skills(write_skill, tmp_path) -> Path:
    """Return a folder of three skills."""
    for name, description in (("release-notes", NOTES), ("tidy-history", HISTORY), ("git-helper", HELPER)):
        write_skill(name, description=description)
    (tmp_path / "queries.txt").write_text(QUERIES)
    return tmp_path / "skills"


def test_full(cli, snapshot) -> None:
    ran = cli("select", "skills", "--queries", "queries.txt")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == snapshot


def test_without_requests_it_says_what_hosts_show(cli) -> None:
    ran = cli("select", "skills", "--host", "claude-code")
    assert (ran.status, ran.err) == (0, "")
    assert " ".join(ran.out.split()) == (
        "Claude Code with its default context window has room for all 3 descriptions (274 of 24,000 characters)"
    )


def test_json_is_what_its_schema_says(cli) -> None:
    ran = cli("select", "skills", "--json", "--queries", "queries.txt")
    found = json.loads(ran.out)
    Draft202012Validator(SELECTION).validate(found)
    assert ran.status == 0
    assert [host["host"] for host in found["hosts"]] == ["claude-code", "codex"]
    assert [host["found"]["hit1"] for host in found["hosts"]] == [0.75, 0.75]


class TestHosts:
    def test_hosts_may_be_named(self, cli) -> None:
        out = cli("select", "skills", "--host", "codex", "--host", "gemini", "--host", "codex").out.split("\n")
        assert [line.split(":")[0].split(" with")[0].split(" has")[0] for line in out[:2]] == ["Codex", "Gemini CLI"]

    def test_the_catalog_says_which(self, cli, tmp_path) -> None:
        (tmp_path / "skillpack.toml").write_text('[catalog]\nhosts = ["opencode"]\n[[source]]\npath = "skills"\n')
        assert cli("select").out.startswith("opencode")

    def test_no_hosts_in_the_catalog(self, cli, tmp_path) -> None:
        (tmp_path / "skillpack.toml").write_text('[catalog]\nhosts = []\n[[source]]\npath = "skills"\n')
        assert cli("select").out.startswith("Claude Code")

    def test_an_unknown_host(self, cli) -> None:
        ran = cli("select", "skills", "--host", "clippy")
        assert ran.status == 2
        assert "unknown profile `clippy`" in ran.err

    def test_another_budget(self, cli) -> None:
        assert "(150 characters;" in cli("select", "skills", "--budget", "150", "--host", "claude-code").out


class TestSources:
    def test_one_skill(self, cli) -> None:
        ran = cli("select", "skills/release-notes")
        assert ran.status == 0
        assert ran.out.startswith("Claude Code with its default context window has room for the one description")
        assert cli("select", "skills/release-notes/SKILL.md").out == ran.out

    def test_several_folders(self, cli, write_skill) -> None:
        write_skill("pdf", root="more")
        assert "all 4 descriptions" in cli("select", "skills", "more").out

    def test_no_skills(self, cli, tmp_path) -> None:
        (tmp_path / "empty").mkdir()
        assert cli("select", "empty").status == 0
        (tmp_path / "empty/README.md").touch()
        ran = cli("select", "empty")
        assert ran.status == 2
        assert "no skills in `empty`" in ran.err

    def test_evaluations_of_a_skill_are_not_read_unasked(self, cli, skills) -> None:
        before = cli("select", "skills").out
        (skills / "git-helper" / "evals").mkdir()
        (skills / "git-helper" / "evals" / "triggers.json").write_bytes(b"[" * 10_000)
        assert cli("select", "skills").out == before


class TestQueries:
    @pytest.mark.parametrize(
        "text",
        [
            '[{"query": "rebase on main", "skills": ["tidy-history"]}]',
            '\ufeff{"query": "rebase on main", "expected": "tidy-history"}\n\n{"query": "a poem", "expected": []}\n',
            "- query: rebase on main\n  skill: tidy-history\n",
            "query,skills\nrebase on main,tidy-history\n",
            "tidy-history: rebase on main\n",
        ],
    )
    def test_forms(self, text, cli, tmp_path) -> None:
        (tmp_path / "queries").write_text(text, encoding="utf-8")
        ran = cli("select", "skills", "--queries", "queries")
        assert (ran.status, ran.err) == (0, "")
        assert "0 % of 1 request finds its skill first in what Claude Code shows" in " ".join(ran.out.split())
        assert '"rebase on main" is for `tidy-history`; no description has a word of it' in " ".join(ran.out.split())

    def test_what_does_not_count_is_a_warning(self, cli, tmp_path) -> None:
        (tmp_path / "queries").write_text(
            "tidy-histroy: squash\ntidy-histroy, tidy-history: many commits\nhow are you?\n"
        )
        ran = cli("select", "skills", "--queries", "queries", "--format", "concise")
        assert ran.status == 0
        assert ran.err.splitlines() == [
            "warning: `queries`: no skill is named `tidy-histroy`; did you mean `tidy-history`?",
            "warning: `queries`: 1 request skipped: they name no skill in this set",
            "warning: `queries`: 1 request skipped: they have no label with the right skill",
        ]
        assert "100 % of 1 request" in ran.out

    def test_many_unknown_names_are_counted(self, cli, tmp_path) -> None:
        (tmp_path / "queries").write_text("".join(f"unknown{number}: a b\n" for number in range(12)))
        ran = cli("select", "skills", "--queries", "queries")
        assert "2 more names match no skill" in ran.err
        assert "No request names a skill that Claude Code could show" in ran.out

    def test_what_the_budget_hides_is_part_of_the_figure(self, cli) -> None:
        out = cli("select", "skills", "--queries", "queries.txt", "--host", "claude-code", "--budget", "150").out
        headline = " ".join(out.split())
        assert "75 % and 75 %" in headline.partition("with room for all descriptions ")[2]
        assert "75 % of 4 requests" not in headline

    def test_a_file_that_is_no_text(self, cli, tmp_path) -> None:
        (tmp_path / "queries").write_bytes(b"\xff")
        assert "is not UTF-8" in cli("select", "skills", "--queries", "queries").err

    def test_a_file_that_holds_none(self, cli, tmp_path) -> None:
        (tmp_path / "queries").write_text("{")
        ran = cli("select", "skills", "--queries", "queries")
        assert ran.status == 2
        assert "`queries` is not readable as JSON" in ran.err


class TestRequestsOfTheSkills:
    @pytest.fixture
    def tasks(self, skills) -> None:
        """Write the tasks of two skills."""
        notes = [
            {"id": 1, "prompt": "Draft what we write for the release", "expected_skill": "release-notes"},
            {"id": 2, "prompt": "Use release-notes", "expected_skill": "release-notes"},
            {"id": 3, "prompt": "Prepare the release party, user", "expected_skill": None},
            {"id": 4, "prompt": "Why not release-notes?", "expected_skill": None},
            {"id": 5, "prompt": "Draw a chart", "expected_skill": "chart"},
            {"id": 6, "prompt": "Not labelled"},
        ]
        history = [
            {"query": "rebase my git branches", "should_trigger": True},
            {"query": "what is for lunch?", "should_trigger": False},
        ]
        for name, file, tasks in (("release-notes", "evals", notes), ("tidy-history", "triggers", history)):
            (skills / name / "evals").mkdir()
            (skills / name / "evals" / f"{file}.json").write_text(json.dumps(tasks, indent=1))

    @pytest.mark.usefixtures("tasks")
    @pytest.mark.parametrize("more", [(), ("--all",), ("--format", "markdown"), ("--json",)])
    def test_reports(self, cli, snapshot, more) -> None:
        ran = cli("select", "skills", "--evals", "--host", "claude-code", *more)
        assert (ran.status, ran.err) == (0, "")
        assert ran.out == snapshot

    @pytest.mark.usefixtures("tasks")
    def test_json_is_what_its_schema_says(self, cli) -> None:
        found = json.loads(cli("select", "skills", "--evals", "--json").out)
        Draft202012Validator(SELECTION).validate(found)
        assert [(each["file"], each["line"]) for each in found["own"]["requests"]][-1] == (
            "tidy-history/evals/triggers.json",
            6,
        )

    @pytest.mark.usefixtures("tasks")
    def test_what_looks_like_a_credential_is_masked(self, cli, skills, made_credentials) -> None:
        secret = next(iter(made_credentials.credentials().values())).text
        tasks = [{"prompt": f"merge with {secret}", "should_trigger": True}]
        (skills / "tidy-history/evals/triggers.json").write_text(json.dumps(tasks))
        assert secret not in cli("select", "skills", "--evals", "--json").out

    def test_skills_without_any_are_told_how(self, cli) -> None:
        ran = cli("select", "skills", "--evals")
        assert ran.status == 2
        assert "no skill here brings a labelled request" in ran.err

    def test_one_source_of_requests_is_enough(self, cli) -> None:
        ran = cli("select", "skills", "--evals", "--queries", "queries.txt")
        assert ran.status == 2
        assert "two sources of requests" in ran.err


def test_it_loads_no_templates_and_no_markdown(skills) -> None:
    code = (
        "import sys; from skillpack.cli.main import run; run(['select', 'skills']);"
        "print(sorted({'jinja2', 'markdown_it', 'nh3', 'pygments', 'sqlite3', 'skillpack.site'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=skills.parent, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")
