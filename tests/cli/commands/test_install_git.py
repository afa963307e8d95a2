"""skillpack install, and what follows, from a repository of git."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

DAY = "1780000000 +0000"  # 2026-05-28
SKILL = (
    "---\nname: {name}\ndescription: Does what {name} says. Use when the user asks for {name}.\nlicense: MIT\n---\n\n"
    "# {name}\n\n## When to use\n\n- The user asks for {name}.\n\n## Examples\n\n{text}\n"
)


class Repository:
    """A repository of a team, with commits that have the same names whoever makes them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        who = {f"GIT_{who}_{what}": "team" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        self.env = {**os.environ, **who, "GIT_AUTHOR_DATE": DAY, "GIT_COMMITTER_DATE": DAY}
        self.env |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        folder.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *words: str) -> str:
        done = subprocess.run(["git", *words], cwd=self.folder, env=self.env, check=True, capture_output=True)
        return done.stdout.decode().strip()

    def skill(self, folder: str, name: str = "", text: str = "None.", **files: str) -> None:
        place = self.folder / folder
        place.mkdir(parents=True, exist_ok=True)
        name = name or place.name
        (place / "SKILL.md").write_text(SKILL.format(name=name, text=text), encoding="utf-8", newline="\n")
        for path, content in files.items():
            (place / f"{path}.sh").write_text(content, encoding="utf-8", newline="\n")

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=more")

    @property
    def url(self) -> str:
        return f"git+file://{self.folder}"


@pytest.fixture
def team(at_home: Path, tmp_path: Path) -> Repository:  # noqa: ARG001 it is first
    made = Repository(tmp_path / "team")
    made.skill("skills/release-notes", run="#!/bin/sh\necho ready\n")
    made.skill("skills/triage")
    made.commit()
    return made


@pytest.fixture
def install(cli) -> Callable[..., object]:
    return lambda *arguments: cli("install", *arguments, "--root", "roots/skills")


class Terminal(StringIO):
    """A person who types."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    "spec", ["acme/skills", "gh:acme/skills", "acme/skills@main", "https://github.com/acme/skills"]
)
def test_owner_and_repository_are_enough(team, install, at_home: Path, tmp_path: Path, spec: str) -> None:
    (tmp_path / "mirror/acme").mkdir(parents=True)
    team.git("clone", "--quiet", "--bare", ".", str(tmp_path / "mirror/acme/skills"))
    (at_home / ".gitconfig").write_text(f'[url "file://{tmp_path}/mirror/"]\n\tinsteadOf = https://github.com/\n')
    ran = install(spec, "--all", "--yes")

    assert (ran.status, ran.err.splitlines()[-1][:11]) == (0, "installed 2"), ran.err
    assert "from github.com/acme/skills at commit " in ran.out
    assert (tmp_path / "roots/skills/triage/SKILL.md").is_file()


class TestOne:
    def test_a_folder_of_a_repository(self, team, install, told, snapshot) -> None:
        assert told(install(f"{team.url}#skills/release-notes", "--yes")) == snapshot

    def test_the_receipt_names_the_commit(self, team, install, tmp_path) -> None:
        install(f"{team.url}@main#skills/triage", "--yes")
        source = json.loads((tmp_path / "roots/skills/triage/.skillpack.json").read_text())["source"]
        assert source == {
            "kind": "git",
            "location": f"file://{team.folder}",
            "path": "skills/triage",
            "wanted": "main",
            "revision": team.git("rev-parse", "HEAD"),
            "assurance": "digest",
        }

    def test_one_of_many_by_its_name(self, team, install, tmp_path) -> None:
        assert install(team.url, "--skill", "triage", "--yes").status == 0
        assert [path.name for path in (tmp_path / "roots/skills").iterdir()] == ["triage"]


class TestMany:
    def test_are_named_and_nothing_is_installed(self, team, install, told, snapshot, tmp_path) -> None:
        assert told(install(team.url, "--yes")) == snapshot
        assert not (tmp_path / "roots").exists()

    @pytest.mark.parametrize("flags", [["--all"], ["--skill", "*"]])
    def test_all_are_taken_where_that_is_said(self, team, install, flags: list[str], tmp_path) -> None:
        assert install(team.url, *flags, "--yes").status == 0
        assert sorted(path.name for path in (tmp_path / "roots/skills").iterdir()) == ["release-notes", "triage"]

    def test_a_person_is_asked(self, team, install, monkeypatch, tmp_path) -> None:
        monkeypatch.setattr(sys, "stdin", Terminal("triage\ny\n"))
        ran = install(team.url)
        assert ran.status == 0, ran.err
        assert "Which? Names, or * for all" in ran.err
        assert [path.name for path in (tmp_path / "roots/skills").iterdir()] == ["triage"]

    def test_a_name_that_is_not_there(self, team, install, told, snapshot) -> None:
        assert told(install(team.url, "--skill", "triag")) == snapshot

    def test_a_name_that_is_there_twice(self, team, install, told, snapshot) -> None:
        team.skill("plugins/one/skills/lint")
        team.skill("plugins/two/skills/lint", text="Other.")
        team.git("rm", "-rq", "skills")
        team.commit()
        assert told(install(team.url, "--skill", "lint", "--yes")) == snapshot


class TestLater:
    def test_what_is_new_is_seen_shown_and_installed(self, team, install, cli, told, snapshot) -> None:
        install(team.url, "--all", "--yes")
        team.skill("skills/triage", text="Look twice.")
        team.commit()
        assert told(cli("outdated", "--root", "roots/skills")) == snapshot(name="outdated")
        assert told(cli("update", "--root", "roots/skills", "--yes")) == snapshot(name="update")
        assert told(cli("outdated", "--root", "roots/skills")) == snapshot(name="afterwards")

    def test_a_commit_that_changes_nothing_of_a_skill_is_no_news(self, team, install, cli) -> None:
        install(f"{team.url}#skills/triage", "--yes")
        (team.folder / "README.md").write_text("# Skills\n")
        team.commit()
        assert cli("outdated", "--root", "roots/skills", "--exit-code").status == 0

    def test_a_skill_that_left_is_told(self, team, install, cli) -> None:
        install(f"{team.url}#skills/triage", "--yes")
        team.git("rm", "-rq", "skills/triage")
        team.commit()
        (row,) = json.loads(cli("outdated", "--root", "roots/skills", "--json").out)
        assert (row["standing"], row["offered"]) == ("removed", None)
        assert row["reason"] == f"`skills/triage` of `file://{team.folder}` does not exist"

    def test_a_lock_file_brings_back_the_very_commit(self, team, install, cli, tmp_path) -> None:
        install(team.url, "--all", "--yes")
        root = tmp_path / "roots"
        before = {
            path: path.read_bytes() for path in root.rglob("*") if path.is_file() and ".skillpack/" not in f"{path}"
        }
        team.skill("skills/triage", text="Look twice.")
        team.commit()
        subprocess.run(["rm", "-rf", root / "skills", root / ".skillpack", tmp_path / ".cache"], check=True)
        ran = cli("install", "--frozen", "--root", "roots/skills")
        assert ran.status == 0, ran.err
        assert {path: path.read_bytes() for path in before} == before

    def test_nobody_is_asked_offline(self, team, install, tmp_path) -> None:
        install(f"{team.url}#skills/triage", "--yes")
        subprocess.run(["rm", "-rf", tmp_path / "roots", team.folder], check=True)
        ran = install(f"{team.url}#skills/triage", "--yes", "--offline")
        assert ran.status == 0, ran.err


class TestRefused:
    def test_what_cannot_be_reached(self, install, at_home, told, snapshot) -> None:  # noqa: ARG002 of nobody's home
        assert told(install("git+file:///nowhere/skills.git", "--yes")) == snapshot

    def test_a_skill_that_no_file_system_would_take(self, team, install, told, snapshot) -> None:
        (team.folder / "skills/triage/con.md").write_text("x")
        (team.folder / "skills/triage/a\x1b[31mred").write_text("x")
        team.commit()
        assert told(install(f"{team.url}#skills/triage", "--yes")) == snapshot

    def test_a_machine_without_git(self, team, install, told, snapshot, monkeypatch, tmp_path) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        assert told(install(team.url, "--yes")) == snapshot
