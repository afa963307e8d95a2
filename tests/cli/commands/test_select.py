import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from skillpack.report.schemas import SELECTION

NOTES = "Drafts release notes from merged changes. Use when the user prepares a release."
HISTORY = "Makes one commit of several. Use when the user has too many commits."
HELPER = "Helps with git branches, history and stacks. Use when the user asks about git."
BODY = "# Skill\n\n## When to use\n\n"
pytestmark = pytest.mark.usefixtures("skills")

LINES = {
    "release-notes": ["draft the notes of a release", "what changed since the last version"],
    "tidy-history": ["squash many commits", "rebase this branch", "rebase a stack of branches", "clean up history"],
    "git-helper": ["list the branches"],
}


def body(name: str) -> str:
    return BODY + "".join(f"- {line}\n" for line in LINES[name])


@pytest.fixture
def skills(write_skill, tmp_path) -> Path:
    """Return a folder of three skills, one of which loses requests to another."""
    for name, description in (("release-notes", NOTES), ("tidy-history", HISTORY), ("git-helper", HELPER)):
        write_skill(name, description=description, body=body(name))
    return tmp_path / "skills"


@pytest.fixture
def changelog(write_skill) -> Callable[[], None]:
    """Return a function that adds a skill which takes a request from `release-notes`."""

    def add() -> None:
        write_skill("changelog", description="Says what changed since the last version. Use when somebody asks.")

    return add


def commit(folder: Path) -> None:
    git = ["git", "-C", str(folder), "-c", "user.name=You", "-c", "user.email=you@example.com"]
    for arguments in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message", "state"]):
        subprocess.run([*git, *arguments], check=True, capture_output=True)


def test_full(cli, snapshot) -> None:
    ran = cli("select", "skills")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == snapshot


def test_names_the_thief_the_words_and_the_edit(cli) -> None:
    out = cli("select", "skills", "--format", "concise").out
    assert 'tidy-history: lost "rebase a stack of branches" to `git-helper`, by `branches`, `stack`' in out
    assert "tidy-history: edit: say `rebase`" in out


def test_the_edit_that_is_proposed_helps(cli, skills) -> None:
    before = json.loads(cli("select", "skills", "--json").out)["hosts"][0]
    (tidy,) = [skill for skill in before["skills"] if skill["name"] == "tidy-history"]
    text = (skills / "tidy-history" / "SKILL.md").read_text()
    (skills / "tidy-history" / "SKILL.md").write_text(
        text.replace("commits.\n", f"commits; {' '.join(tidy['say'])}.\n", 1)
    )
    after = json.loads(cli("select", "skills", "--json").out)["hosts"][0]
    (better,) = [skill for skill in after["skills"] if skill["name"] == "tidy-history"]
    assert len(better["lost"]) < len(tidy["lost"])


def test_json_is_what_its_schema_says(cli, skills, changelog) -> None:
    commit(skills.parent)
    changelog()
    ran = cli("select", "skills", "--json", "--against", "HEAD", "--bundles")
    found = json.loads(ran.out)
    Draft202012Validator(SELECTION).validate(found)
    assert ran.status == 1
    assert [host["host"] for host in found["hosts"]] == ["claude-code", "codex"]


class TestHosts:
    def test_hosts_may_be_named(self, cli) -> None:
        out = cli("select", "skills", "--host", "codex", "--host", "gemini", "--host", "codex").out.split("\n")
        assert [line.split(":")[0].split(" has")[0] for line in out[:2]] == ["Codex", "Gemini CLI"]

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
        assert ran.out.startswith("Claude Code at its default window has room for the one description")
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

    def test_hostile_queries_beside_a_skill_are_none(self, cli, skills) -> None:
        before = cli("select", "skills").out
        (skills / "git-helper" / "evals").mkdir()
        (skills / "git-helper" / "evals" / "triggers.json").write_bytes(b"[" * 10_000)
        assert cli("select", "skills").out == before

    def test_labelled_queries_beside_a_skill_count(self, cli, skills) -> None:
        (skills / "git-helper" / "evals").mkdir()
        rows = [
            {"query": "list my branches \x1b[31m", "should_trigger": True},
            {"query": "history of git branches and stacks of Rome", "should_trigger": False},
        ]
        (skills / "git-helper" / "evals" / "triggers.json").write_text(json.dumps(rows))
        out = cli("select", "skills").out
        assert "(1 labelled)" in out
        assert "brings it up, and must not" in out
        assert "\x1b" not in out


class TestAgainst:
    def test_a_new_skill_takes_requests(self, cli, skills, changelog, snapshot) -> None:
        commit(skills.parent)
        changelog()
        ran = cli("select", "skills", "--against", "HEAD")
        assert ran.status == 1
        assert ran.out == snapshot

    def test_markdown(self, cli, skills, changelog, snapshot) -> None:
        commit(skills.parent)
        changelog()
        ran = cli("select", "skills", "--against", "HEAD", "--format", "markdown")
        assert ran.status == 1
        assert ran.out == snapshot

    def test_nothing_is_lost_by_what_was_so_before(self, cli, skills) -> None:
        commit(skills.parent)
        ran = cli("select", "skills", "--against", "HEAD")
        assert ran.status == 0
        assert "no skill loses a request" in ran.out

    def test_a_folder_and_a_site(self, cli, skills, changelog, tmp_path) -> None:
        skills.rename(tmp_path / "before")
        for name in LINES:
            (skills / name).mkdir(parents=True)
            (skills / name / "SKILL.md").write_bytes((tmp_path / "before" / name / "SKILL.md").read_bytes())
        changelog()
        assert "takes 1 request from `release-notes`" in cli("select", "skills", "--against", "before").out
        assert cli("select", "skills", "--against", "before", "--exit-zero").status == 0

    def test_what_is_accepted_is_told_and_does_not_fail(self, cli, changelog, tmp_path) -> None:
        commit(tmp_path)
        changelog()
        (tmp_path / "skillpack.toml").write_text(
            '[[source]]\npath = "skills"\n[[suppress]]\nrule = "SL002"\nskill = "release-notes"\n'
            'reason = "the new one is for that"\nexpires = 2026-06-30\n'
        )
        ran = cli("select", "--against", "HEAD")
        assert ran.status == 0
        assert "(accepted: the new one" in ran.out
        assert cli("select", "--against", "HEAD", "--today", "2026-07-01").status == 1

    def test_a_list_that_grows_over_the_budget(self, cli, skills, changelog) -> None:
        commit(skills.parent)
        changelog()
        ran = cli("select", "skills", "--against", "HEAD", "--budget", "300", "--host", "claude-code")
        assert ran.status == 1
        assert "Claude Code may hide 3 descriptions that it showed" in ran.out

    def test_a_revision_that_is_not_there(self, cli, skills) -> None:
        commit(skills.parent)
        ran = cli("select", "skills", "--against", "nowhere")
        assert ran.status == 2
        assert "`nowhere` is neither a folder nor a revision of git" in ran.err


@pytest.fixture
def ask(cli, tmp_path) -> Callable[[str], Any]:
    """Return a function that asks queries of a file."""

    def run(text: str) -> Any:  # noqa: ANN401 what the command line did
        (tmp_path / "queries").write_text(text, encoding="utf-8")
        return cli("select", "skills", "--queries", "queries")

    return run


class TestQueries:
    @pytest.mark.parametrize(
        "text",
        [
            '[{"query": "rebase on main", "skills": ["tidy-history"]}]',
            '{"queries": [{"query": "rebase on main", "skills": ["tidy-history"]}]}',
            '{"query": "rebase on main", "skill": "tidy-history"}\n',
            '\ufeff{"query": "rebase on main", "expected": "tidy-history"}\n\n{"query": "a poem", "expected": []}\n',
        ],
    )
    def test_forms(self, text, ask) -> None:
        ran = ask(text)
        assert ran.status == 0
        assert "(1 labelled)" in ran.out
        assert 'lost   "rebase on main": no description has a word of it' in ran.out

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            ("", "`queries` holds no queries"),
            ("{", "`queries` is not readable as JSON"),
            ('{"query": "a", "skills": []}\n{"query": 1}\n', "`queries`, query 2 has no text `query`"),
            ('{"query": "a", "skills": []}\nnonsense\n', "`queries`, line 2 is not readable as JSON"),
            ('[{"query": "a"}]', "`queries`, query 1 has no list of names `skills`"),
            ('[{"query": "a", "skills": "git-helper", "skill": "x"}]', "query 1 has no list of names `skills`"),
            ("[1]", "`queries`, query 1 is no mapping"),
        ],
    )
    def test_clear_errors(self, text, complaint, ask) -> None:
        ran = ask(text)
        assert ran.status == 2
        assert complaint in ran.err

    def test_a_file_that_is_no_text(self, cli, tmp_path) -> None:
        (tmp_path / "queries").write_bytes(b"\xff")
        assert "is not UTF-8" in cli("select", "skills", "--queries", "queries").err

    def test_a_name_that_is_no_skill_is_said(self, ask) -> None:
        ran = ask('[{"query": "a b", "skills": ["tidy-histroy"]}]')
        assert ran.status == 2
        assert "`queries` names `tidy-histroy`, and no skill is called so" in ran.err
        assert "did you mean `tidy-history`?" in ran.err


def test_live_runs_are_shown_beside(cli, tmp_path) -> None:
    rows = [{"skill": "tidy-history", "right": 3, "asked": 4}, {"skill": "gone", "right": 0, "asked": 9}]
    run = {"model": "some-model-4", "date": "2026-11-02", "tool": "trials", "results": rows}
    (tmp_path / "live.json").write_text(json.dumps(run))
    out = cli("select", "skills", "--results", "live.json").out
    assert "Live: some-model-4 chose rightly for 75 % of 4 requests (2026-11-02, trials)" in out
    assert "live   some-model-4 chose it rightly for 3 of 4 requests (2026-11-02)" in out
    found = json.loads(cli("select", "skills", "--results", "live.json", "--json").out)
    Draft202012Validator(SELECTION).validate(found)
    assert found["live"] == [run]
    ran = cli("select", "skills", "--results", "skills/git-helper/SKILL.md")
    assert (ran.status, ran.out) == (2, "")
    assert "is not readable as JSON" in ran.err


def test_bundles_can_be_pasted(cli, tmp_path) -> None:
    ran = cli("select", "skills", "--bundles", "--budget", "200", "--host", "claude-code")
    assert ran.status == 0
    (tmp_path / "skillpack.toml").write_text(f'[[source]]\npath = "skills"\n{ran.out}')
    assert cli("check").status == 0


def test_it_loads_no_templates_and_no_markdown(skills) -> None:
    code = (
        "import sys; from skillpack.cli.main import run; run(['select', 'skills']);"
        "print(sorted({'jinja2', 'markdown_it', 'nh3', 'pygments', 'sqlite3', 'skillpack.site'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=skills.parent, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")
