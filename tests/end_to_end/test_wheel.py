"""The package as people get it: sdist, wheel, a new environment, a build, an installed skill."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.package_index
"""Building and installing fetch what they need."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a wheel that was built from the sdist, as installers do it."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "build", "-o", folder, ROOT], check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_code_theme_profiles_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()

    assert "skillpack/cli/main.py" in names
    assert "skillpack/py.typed" in names
    assert "skillpack/_resources/templates/assets/site.css" in names
    assert "skillpack/_resources/templates/base.html" in names
    assert "skillpack/_resources/templates/strings.de.toml" in names
    assert "skillpack/check/profiles/publish.toml" in names
    assert "skillpack/data/scaffold/catalog/.github/workflows/skills.yml" in names
    modules = [name for name in names if name.startswith("skillpack/_resources/compiled/jinja2-")]
    templates = [name for name in names if name.startswith("skillpack/_resources/templates/")]
    assert len(modules) == sum(name.endswith((".html", ".xml")) for name in templates) > 0
    strangers = [name for name in names if not name.startswith(("skillpack/", "skillpack-"))]
    assert strangers == []
    assert not [name for name in names if name.endswith((".pyc", "~"))]


def test_the_sdist_holds_what_the_tests_need(wheel: Path) -> None:
    archive = next(wheel.parent.glob("*.tar.gz"))
    with tarfile.open(archive) as opened:
        names = opened.getnames()
    tops = {name.split("/")[1] for name in names if "/" in name}

    assert {"skillpack", "templates", "site", "tests", "README.md", "LICENSE", "CHANGELOG.md", "pyproject.toml"} <= tops
    assert [name for name in names if "tests/abilities/" in name and "labelled" in name] == [], (
        "scanners take harmful examples for what they show"
    )


def test_a_new_environment_builds_a_catalog_and_installs_from_it(wheel: Path, write_skill, tmp_path: Path) -> None:
    write_skill("release-notes")
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    pip = [sys.executable, "-m", "pip", "--python", environment, "install", "--quiet"]
    subprocess.run([*pip, wheel], check=True, capture_output=True)

    done = subprocess.run(
        [environment / "bin/skillpack", "build", "skills", "--no-cache"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert (tmp_path / "dist/skills/release-notes/index.html").is_file()

    nothing_compiles = "import jinja2; jinja2.Environment.compile = None; from skillpack.cli.main import main; main()"
    again = [environment / "bin/python", "-c", nothing_compiles, "build", "skills", "--no-cache", "-o", "again"]
    subprocess.run(again, cwd=tmp_path, check=True, capture_output=True)

    words = ["install", "release-notes", "--registry", "dist", "--root", "root", "--yes"]
    done = subprocess.run(
        [environment / "bin/skillpack", *words],
        cwd=tmp_path,
        env={"HOME": str(tmp_path / "home"), "PATH": os.defpath},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    placed = (tmp_path / "root/release-notes/SKILL.md").read_bytes()
    assert placed == (tmp_path / "skills/release-notes/SKILL.md").read_bytes()
