"""skillpack adopt: what is there already is taken over."""

import json
import subprocess
from pathlib import Path

import pytest

SKILL = "---\nname: {0}\ndescription: Does {0}. Use when the user asks for {0}.\nlicense: MIT\n---\n# {0}\n"


def write(folder: Path, name: str, more: str = "") -> Path:
    (folder / name).mkdir(parents=True)
    (folder / name / "SKILL.md").write_text(SKILL.format(name) + more, encoding="utf-8")
    return folder / name


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli) -> Path:  # noqa: ARG001 it changes the folder first
    """Be in a project of a home of one's own."""
    project = tmp_path / "home" / "work"
    project.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(project)
    return tmp_path / "home"


@pytest.fixture
def layout(home: Path) -> Path:
    """Return the home with skills as three installers and a hand left them."""
    project, source = home / "work", home / "source"
    shared, claude = project / ".agents" / "skills", home / ".claude" / "skills"
    for name in ("pdf", "docs", "edited"):
        write(source, name)
        write(shared, name)
    write(shared, "by-hand")
    write(shared, "secretive")
    (shared / "edited" / "SKILL.md").write_text(SKILL.format("edited") + "Mine.\n", encoding="utf-8")
    locked = {
        "secretive": {"sourceType": "git", "source": "x", "sourceUrl": "https://you:hunter2@git.example/x.git"},
        "pdf": {"sourceType": "local", "source": str(source), "sourceUrl": str(source), "computedHash": "0" * 64},
    }
    (project / "skills-lock.json").write_text(json.dumps({"version": 1, "skills": locked}), encoding="utf-8")
    links = project / ".claude" / "skills"
    links.mkdir(parents=True)
    (links / "pdf").symlink_to("../../.agents/skills/pdf")
    (links / "gone").symlink_to("../../.agents/skills/gone")
    for name in ("pdf", "edited"):
        write(claude, name)
    (claude / "edited" / "SKILL.md").write_text(SKILL.format("edited") + "Mine.\n", encoding="utf-8")
    own = {
        name: {"sourceType": "local", "source": str(source), "sourceUrl": str(source), "skillFolderHash": ""}
        for name in ("pdf", "edited")
    }
    (home / ".agents").mkdir()
    (home / ".agents" / ".skill-lock.json").write_text(json.dumps({"version": 3, "skills": own}), encoding="utf-8")
    return home


def shown(text: str, home: Path) -> str:
    return text.replace(str(home), "/home/you")


def test_what_is_known_is_shown_before_anything_is_written(cli, layout: Path, snapshot) -> None:
    before = sorted(layout.rglob("*"))

    ran = cli("adopt", "--all", "--dry-run")

    assert (ran.status, ran.out) == (0, "")
    assert shown(ran.err, layout) == snapshot
    assert sorted(layout.rglob("*")) == before
    assert "hunter2" not in ran.err


def test_all_is_adopted_but_what_differs_from_its_source(cli, layout: Path) -> None:
    ran = cli("adopt", "--all", "--yes")

    assert ran.status == 3
    assert ran.out == "6 skills adopted; no skill file changed\n"
    assert ran.err.splitlines()[-1] == "1 not adopted: edited"
    assert (layout / ".claude" / "skills.lock").is_file()
    assert (layout / "work" / ".claude" / "skills" / "pdf").is_symlink()


def test_by_force_it_is_adopted_as_edited(cli, layout: Path) -> None:
    assert cli("adopt", "edited", "--agent", "claude-code", "--global", "--yes", "--force").status == 0

    verified = cli("verify", "--agent", "claude-code", "--global")

    assert verified.status == 1
    assert "edited" in verified.out
    assert (layout / ".claude" / "skills" / "edited" / "SKILL.md").read_text(encoding="utf-8").endswith("Mine.\n")


def test_then_every_command_works(cli, layout: Path) -> None:
    flags = ("--agent", "claude-code", "--global")
    skill = layout / ".claude" / "skills" / "pdf"
    cli("adopt", "pdf", *flags, "--yes")
    assert cli("verify", *flags).status == 0
    assert "1 of 1 current" in cli("outdated", *flags).err
    (layout / "source" / "pdf" / "SKILL.md").write_text(SKILL.format("pdf") + "New.\n", encoding="utf-8")

    assert cli("update", *flags, "--yes").status == 0
    assert (skill / "SKILL.md").read_text(encoding="utf-8").endswith("New.\n")
    assert cli("rollback", "pdf", *flags).status == 0
    assert (skill / "SKILL.md").read_text(encoding="utf-8") == SKILL.format("pdf")
    assert cli("uninstall", "pdf", *flags).status == 0
    assert not skill.exists()


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.com", "-c", "commit.gpgSign=false")
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


def test_what_came_from_git_is_held_against_git(cli, home: Path) -> None:
    repository = home / "repository"
    for name in ("pdf", "docs"):
        write(repository / "skills", name)
        write(home / ".claude" / "skills", name)
    git(repository, "init", "-q", "-b", "main")
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "one")
    source = {"sourceType": "git", "source": "x", "sourceUrl": f"file://{repository}", "ref": "main"}
    skills = {name: {**source, "skillPath": f"skills/{name}/SKILL.md"} for name in ("pdf", "docs")}
    (home / ".agents").mkdir()
    (home / ".agents" / ".skill-lock.json").write_text(json.dumps({"version": 3, "skills": skills}), encoding="utf-8")

    found = json.loads(cli("adopt", "--all", "--yes", "--json").out)

    assert [(each["name"], each["match"], each["adopted"]) for each in found] == [
        ("docs", "same", True),
        ("pdf", "same", True),
    ]
    (repository / "skills" / "pdf" / "SKILL.md").write_text(SKILL.format("pdf") + "New.\n", encoding="utf-8")
    git(repository, "commit", "-q", "-a", "-m", "two")
    assert cli("update", "--yes").status == 0
    assert (home / ".claude" / "skills" / "pdf" / "SKILL.md").read_text(encoding="utf-8").endswith("New.\n")
    assert cli("rollback", "pdf", "--agent", "claude-code", "--global").status == 0
    assert not (home / ".claude" / "skills" / "pdf" / "SKILL.md").read_text(encoding="utf-8").endswith("New.\n")


def test_what_has_no_source_is_told_by_outdated(cli, layout: Path) -> None:  # noqa: ARG001
    cli("adopt", "by-hand", "--yes")

    assert "adopted; source unknown" in cli("outdated", "--agent", "codex").out


def test_a_registry_may_know_what_nobody_wrote_down(cli, home: Path) -> None:
    write(home / "catalog" / "skills", "pdf")
    write(home / ".claude" / "skills", "pdf")
    cli("build", home / "catalog", "-o", home / "site")

    ran = cli("adopt", "pdf", "--registry", home / "site", "--yes", "--json")

    assert [(each["match"], each["source"]) for each in json.loads(ran.out)] == [("same", str(home / "site"))]


def test_of_several_registries_the_one_with_these_bytes_counts(cli, home: Path) -> None:
    write(home / "other" / "skills", "pdf", "Other.")
    write(home / "catalog" / "skills", "pdf")
    write(home / ".claude" / "skills", "pdf")
    for folder, site in (("other", "one"), ("catalog", "two")):
        cli("build", home / folder, "-o", home / site)

    ran = cli("adopt", "pdf", "--registry", home / "one", "--registry", home / "two", "--yes", "--json")

    assert [(each["match"], each["source"]) for each in json.loads(ran.out)] == [("same", str(home / "two"))]


def test_json_says_what_was_done(cli, layout: Path, snapshot) -> None:
    ran = cli("adopt", "pdf", "--agent", "claude-code", "--global", "--yes", "--json")

    assert shown(ran.out, layout) == snapshot


def test_a_lock_file_that_was_not_written_any_more_is_mended(cli, layout: Path) -> None:
    cli("adopt", "by-hand", "--yes")
    lock = layout / "work" / ".agents" / "skills.lock"
    before = lock.read_bytes()
    lock.unlink()

    assert cli("adopt", "by-hand").status == 0
    assert lock.read_bytes() == before


def test_where_nothing_is_taken_nothing_is_written(cli, layout: Path) -> None:
    before = sorted(layout.rglob("*"))

    ran = cli("adopt", "edited", "--agent", "claude-code", "--global", "--yes")

    assert (ran.status, ran.out) == (3, "0 skills adopted; no skill file changed\n")
    assert sorted(layout.rglob("*")) == before


def test_nobody_is_adopted_unasked(cli, layout: Path) -> None:
    ran = cli("adopt", "by-hand")

    assert ran.status == 2
    assert ran.err.endswith("hint: `--yes` adopts; `--dry-run` only shows what is known\n")
    assert not (layout / "work" / ".agents" / "skills.lock").exists()


@pytest.mark.parametrize("words", [(), ("pdf", "--all")])
def test_what_is_meant_must_be_said(cli, home: Path, words: tuple[str, ...]) -> None:  # noqa: ARG001
    assert cli("adopt", *words).status == 2


def test_a_name_that_is_nowhere_is_a_usage_error(cli, layout: Path) -> None:  # noqa: ARG001
    ran = cli("adopt", "nothing")

    assert (ran.status, ran.err.splitlines()[-2:]) == (
        2,
        ["error: no skill `nothing` to adopt", "hint: `skillpack adopt --all --dry-run` lists all"],
    )


def test_a_folder_that_is_no_skill_is_left_out_unless_it_is_named(cli, layout: Path) -> None:
    (layout / ".claude" / "skills" / "drawings").mkdir()

    assert "drawings" not in cli("adopt", "--all", "--dry-run").err
    assert cli("adopt", "drawings", "--yes").status == 3


@pytest.mark.parametrize(
    "content", [b"", b"[" * 100_000, b"\x00" * 5_000_000, b'{"version": 9}', b'{"version": 1, "skills": {"../x": 1}}']
)
def test_a_hostile_lock_file_stops_nobody(cli, home: Path, content: bytes) -> None:
    write(home / "work" / ".agents" / "skills", "pdf")
    (home / "work" / "skills-lock.json").write_bytes(content)

    ran = cli("adopt", "--all", "--yes")

    assert (ran.status, ran.out) == (0, "1 skill adopted; no skill file changed\n")


def test_a_hostile_name_commands_no_terminal(cli, home: Path) -> None:
    write(home / "work" / ".agents" / "skills", "a\x1b[31mb")

    ran = cli("adopt", "--all", "--yes")

    assert ran.status == 3
    assert "\x1b" not in ran.err + ran.out
