"""Every workflow that the pages show, and our own, use the actions that `skillpack init --catalog` uses."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import skillpack
from skillpack.parse.tool_source import FILL_IN

ROOT = Path(__file__).parents[2]
SCAFFOLD = ROOT / "skillpack/data/scaffold/catalog/.github/workflows/skills.yml"
OTHERS = {
    "github/codeql-action/upload-sarif": "v4",
    "actions/upload-artifact": "v5",
    "actions/download-artifact": "v6",
}
"""Actions that the scaffold does not use."""

_PYTHON = re.compile(r"(?:python-version: \"|image: python:)([0-9.]+)")
_USES = re.compile(r"^\s*(?:- )?uses: ([^\s@]+)@(\S+)", re.MULTILINE)
_PAGES = [*sorted((ROOT / "site/pages").rglob("*.md")), *sorted((ROOT / "site/skills").rglob("*.md"))]
_PLACES = [ROOT / "README.md", *_PAGES, *sorted((ROOT / ".github/workflows").iterdir())]


@pytest.mark.parametrize(
    "place", [path for path in _PLACES if _USES.search(path.read_text())], ids=lambda path: path.name
)
def test_actions_are_those_of_the_scaffold(place: Path) -> None:
    known = {**OTHERS, **dict(_USES.findall(SCAFFOLD.read_text()))}
    used = _USES.findall(place.read_text())
    assert used == [(action, known.get(action)) for action, _ in used]


def checked(*command: str) -> None:
    program = str(Path(sys.executable).with_name(command[0]))
    ran = subprocess.run([program, *command[1:]], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_our_own_are_safe() -> None:
    checked("zizmor", "--offline", "--no-progress", str(ROOT / ".github"))


@pytest.mark.parametrize(
    ("schema", "path"),
    [
        ("github-workflows", ".github/workflows/checks.yml"),
        ("github-workflows", ".github/workflows/release.yml"),
        ("github-workflows", ".github/workflows/platforms.yml"),
        ("dependabot", ".github/dependabot.yml"),
    ],
)
def test_our_own_satisfy_their_schemas(schema: str, path: str) -> None:
    checked("check-jsonschema", "--builtin-schema", f"vendor.{schema}", str(ROOT / path))


def test_our_own_try_every_python_that_is_named() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/checks.yml").read_text())["jobs"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = [each.rpartition(" ")[2] for each in project["classifiers"] if re.search(r"Python :: 3\.\d", each)]
    assert jobs["tests"]["strategy"]["matrix"]["python"] == named
    assert project["requires-python"] == f">={named[0]}"


def test_our_own_leave_nothing_out() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/checks.yml").read_text())["jobs"]
    last = {name: job["steps"][-1]["run"] for name, job in jobs.items()}
    assert last == {
        "everything": "bash .ci/run",
        "tests": 'pytest -n auto -m "not package_index"',
        "packages": "pytest -m package_index",
        "without-extras": "python tests/end_to_end/without_extras.py",
    }


def test_a_release_builds_the_version_that_its_tag_names() -> None:
    steps = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())["jobs"]["build"]["steps"]
    script = next(step["run"] for step in steps if step.get("name") == "The tag names the version")
    for tag, status in ((f"v{skillpack.__version__}", 0), ("v9.9.9", 1)):
        ran = subprocess.run(["bash", "-c", script], cwd=ROOT, env={**os.environ, "GITHUB_REF_NAME": tag}, check=False)
        assert ran.returncode == status


def test_hooks_run_commands_that_are_there() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert [hook["id"] for hook in hooks] == ["skillpack-check", "skillpack-fix"]
    for hook in hooks:
        checked(*hook["entry"].split(), "--help")
        assert re.search(hook["files"], "skills/pdf/SKILL.md")


def test_one_python_is_named_everywhere() -> None:
    scaffold = [SCAFFOLD, SCAFFOLD.parents[2] / ".gitlab-ci.yml"]
    named = {version for path in [*scaffold, *_PAGES] for version in _PYTHON.findall(path.read_text())}
    assert named == {"3.14"}


def test_scaffolded_jobs_ask_first_where_the_tool_comes_from() -> None:
    jobs = yaml.safe_load(SCAFFOLD.read_text())["jobs"]
    for job in ("check", "build"):
        checkout, asks, *_ = jobs[job]["steps"]
        assert checkout["uses"].startswith("actions/checkout@")
        ran = subprocess.run(
            ["bash", "-e", "-c", asks["run"]], cwd=ROOT / "tests", capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0  # without the file, `pip install` says so


@pytest.mark.parametrize("job", ["check", "build"])
def test_scaffolded_jobs_name_file_and_line_to_fill_in(job: str, tmp_path: Path) -> None:
    (tmp_path / "skillpack-requirements.txt").write_text(f"{FILL_IN}\n")
    asks = yaml.safe_load(SCAFFOLD.read_text())["jobs"][job]["steps"][1]
    ran = subprocess.run(["bash", "-e", "-c", asks["run"]], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert ran.stdout.startswith(
        "::error file=skillpack-requirements.txt,line=3::put the address of skillpack in line 3 "
    )


def test_some_pages_show_workflows() -> None:
    assert sum(bool(_USES.search(path.read_text())) for path in _PAGES) > 1
