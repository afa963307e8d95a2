"""What the scaffolded workflows do: run as the CI runs them, with commands that only say how they were called."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import yaml

from skillpack import machine
from skillpack.parse.tool_source import FILL_IN, MISSING

Ran = subprocess.CompletedProcess[str]
SITE = "https://acme.example.io/skills"
TOOL = "https://git.example.com/skillpack.git@v1.0"
SCRIPTS = ("github", "gitlab")


@pytest.fixture
def scaffold(cli, tmp_path: Path) -> Path:
    """Give a new catalog whose CI knows where skillpack is had."""
    assert cli("init", "--catalog", "catalog", "--tool-source", TOOL).status == 0
    return tmp_path / "catalog"


@pytest.fixture(params=SCRIPTS)
def publish(request, scaffold: Path, tmp_path: Path) -> Callable[..., Ran]:
    """Return a function that runs what a CI runs to build, where `skillpack` ends with a status."""
    (tmp_path / "commands").mkdir()
    (tmp_path / "home").mkdir()
    script = github(scaffold) if request.param == "github" else gitlab(scaffold)

    def run(status: int = 0, env: Mapping[str, str] | None = None) -> Ran:
        for name, text in (("pip", 'echo "pip $*"'), ("skillpack", f'echo "skillpack $*"\nexit {status}')):
            command = tmp_path / "commands" / name
            command.write_text(f"#!/bin/sh\n{text}\n")
            command.chmod(0o755)
        path = f"{tmp_path / 'commands'}{os.pathsep}{os.environ['PATH']}"
        given = {"PATH": path, "HOME": str(tmp_path / "home"), "SKILLPACK_SITE_URL": SITE, **(env or {})}
        return subprocess.run(
            ["bash", "-c", script], cwd=scaffold, env=given, capture_output=True, text=True, check=False
        )

    return run


def github(scaffold: Path) -> str:
    """Return the steps of the job that builds, as steps without a `shell` are run."""
    steps = yaml.safe_load((scaffold / ".github/workflows/skills.yml").read_text())["jobs"]["build"]["steps"]
    return "set -e\n" + "\n".join(f"( set -e\n{step['run']}\n)" for step in steps if "run" in step)


def gitlab(scaffold: Path) -> str:
    """Return the script of the job, which ends with the first command that fails."""
    pipeline = yaml.safe_load((scaffold / ".gitlab-ci.yml").read_text())
    return "set -eo pipefail\n" + "\n".join([*pipeline["before_script"], *pipeline["pages"]["script"]])


class TestPublishing:
    def test_installs_the_tool_and_builds_with_what_is_published(self, publish) -> None:
        ran = publish()
        installed, built = ran.stdout.splitlines()
        assert (ran.returncode, installed) == (0, "pip install -r skillpack-requirements.txt")
        assert built.startswith("skillpack build -o ")
        assert built.endswith(" --allow-withdrawn 0 --previous auto")

    def test_lets_as_many_names_go_as_somebody_says(self, publish) -> None:
        assert " --allow-withdrawn 41 " in publish(env={"ALLOW_WITHDRAWN": "41"}).stdout

    def test_a_build_that_would_withdraw_most_publishes_nothing(self, publish) -> None:
        assert publish(3).returncode == 3  # as `build` ends then: tests/cli/commands/test_build_withdrawn.py

    def test_stops_before_anything_where_nobody_said_where_the_tool_comes_from(self, publish, scaffold: Path) -> None:
        (scaffold / "skillpack-requirements.txt").write_text(f"{FILL_IN}\n")
        ran = publish()
        assert ran.returncode == 1
        assert "put the address of skillpack in line 3 of skillpack-requirements.txt" in ran.stdout
        assert "pip" not in ran.stdout
        assert ran.stderr == ""

    def test_a_skill_with_an_error_does_not_keep_the_others_from_it(self, publish) -> None:
        assert publish(1).returncode == 0

    def test_unless_it_is_strict(self, publish) -> None:
        assert publish(1, {"STRICT": "true"}).returncode == 1

    @pytest.mark.parametrize("status", [2, 3, 130])
    def test_a_build_that_could_not_be_done_publishes_nothing(self, publish, status: int) -> None:
        assert publish(status).returncode == status

    def test_a_token_goes_to_the_sites_own_origin_alone(self, publish, tmp_path: Path) -> None:
        settings = tmp_path / "home/.config/skillpack/config.toml"
        publish()
        assert not settings.exists()
        publish(env={"SKILLPACK_AUTHORIZATION": "Bearer hush"})
        assert settings.read_text() == (
            '[[http.header]]\norigin = "https://acme.example.io"\nname = "Authorization"\n'
            'env = "SKILLPACK_AUTHORIZATION"\n'
        )


class TestChecking:
    def test_fails_visibly_beside_what_is_published(self, scaffold: Path) -> None:
        jobs = yaml.safe_load((scaffold / ".github/workflows/skills.yml").read_text())["jobs"]
        assert jobs["check"]["steps"][-1] == {"run": "skillpack check"}
        assert jobs["deploy"]["needs"] == "build"
        pipeline = yaml.safe_load((scaffold / ".gitlab-ci.yml").read_text())
        assert pipeline["check"]["script"][-1].startswith("skillpack check ")
        assert pipeline["pages"]["needs"] == []


class TestTheFiles:
    def checked(self, *command: str) -> None:
        ran = subprocess.run(
            [str(Path(sys.executable).with_name(command[0])), *command[1:]],
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr

    def test_of_github_are_safe(self, scaffold: Path) -> None:
        self.checked("zizmor", "--offline", "--no-progress", str(scaffold))

    @pytest.mark.parametrize(
        ("schema", "path"),
        [
            ("github-workflows", ".github/workflows/skills.yml"),
            ("dependabot", ".github/dependabot.yml"),
            ("gitlab-ci", ".gitlab-ci.yml"),
        ],
    )
    def test_satisfy_their_schemas(self, scaffold: Path, schema: str, path: str) -> None:
        self.checked("check-jsonschema", "--builtin-schema", f"vendor.{schema}", str(scaffold / path))

    def test_may_do_no_more_than_they_must(self, scaffold: Path) -> None:
        workflow = yaml.safe_load((scaffold / ".github/workflows/skills.yml").read_text())
        assert workflow["permissions"] == {"contents": "read"}
        assert {name: job.get("permissions") for name, job in workflow["jobs"].items()} == {
            "check": None,
            "build": {"contents": "read", "pages": "read"},
            "deploy": {"pages": "write", "id-token": "write"},
        }


class TestTheTool:
    def test_is_had_from_the_address_that_was_given(self, scaffold: Path) -> None:
        assert (scaffold / "skillpack-requirements.txt").read_text() == f"skillpack @ git+{TOOL}\n"
        assert f'tool_source = "git+{TOOL}"\n' in (scaffold / "skillpack.toml").read_text()  # for the pages

    def test_is_the_one_that_wrote_them_where_others_can_have_it(self, cli, tmp_path: Path, monkeypatch) -> None:
        noted = '{"url": "https://h.example/a.git", "vcs_info": {"vcs": "git", "commit_id": "c0ffee"}}'
        monkeypatch.setattr(machine, "installed_from", lambda: noted)
        ran = cli("init", "--catalog", "other")
        assert "warning" not in ran.err
        written = (tmp_path / "other/skillpack-requirements.txt").read_text()
        assert written == "skillpack @ git+https://h.example/a.git@c0ffee\n"

    @pytest.mark.parametrize("noted", ["", '{"url": "file:///somewhere", "dir_info": {}}'])
    def test_is_to_be_filled_in_where_nobody_else_has_it(self, cli, tmp_path: Path, monkeypatch, noted: str) -> None:
        monkeypatch.setattr(machine, "installed_from", lambda: noted)
        ran = cli("init", "--catalog", "other")
        assert ran.status == 0
        assert "warning: `other/skillpack-requirements.txt` does not say yet where a CI gets skillpack" in ran.err
        assert "hint: put its address into line 3 of that file; " in ran.err
        again = cli("init", "--catalog", "other")
        assert "warning" not in again.err
        tried = subprocess.run(
            [sys.executable, "-m", "pip", "install", "--no-index", "-r", "skillpack-requirements.txt"],
            cwd=tmp_path / "other",
            capture_output=True,
            text=True,
            check=False,
        )
        assert tried.returncode == 1
        assert f"Invalid requirement: '{MISSING}'" in tried.stderr

    def test_of_no_revision_is_said_to_change(self, cli) -> None:
        ran = cli("init", "--catalog", "other", "--tool-source", "https://git.example.com/skillpack.git")
        assert "note: `git+https://git.example.com/skillpack.git` names no revision: " in ran.err

    def test_is_not_written_over_what_is_there(self, cli, scaffold: Path) -> None:
        before = (scaffold / "skillpack-requirements.txt").read_text()
        assert "warning" not in cli("init", "--catalog", "catalog", "--tool-source", TOOL).err
        ran = cli("init", "--catalog", "catalog", "--tool-source", "https://other.example/s.git@v2")
        assert "write `skillpack @ git+https://other.example/s.git@v2` into it yourself" in ran.err
        assert (scaffold / "skillpack-requirements.txt").read_text() == before

    def test_is_refused_before_anything_is_written(self, cli, tmp_path: Path) -> None:
        ran = cli("init", "--catalog", "other", "--tool-source", "skillpack==1.0")
        assert (ran.status, ran.out) == (2, "")
        assert not (tmp_path / "other").exists()
        assert cli("init", "alpha", "--tool-source", TOOL).status == 2

    def test_is_proposed_by_nobody(self, scaffold: Path) -> None:
        updates = yaml.safe_load((scaffold / ".github/dependabot.yml").read_text())["updates"]
        assert [each["package-ecosystem"] for each in updates] == ["github-actions"]
