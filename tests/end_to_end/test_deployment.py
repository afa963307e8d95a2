"""A catalog as `init` makes it, through its own workflow, to what installers read of the published site."""

import importlib.util
import json
import subprocess
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from skillpack.cli.main import run

_SPEC = importlib.util.spec_from_file_location("deployed", Path(__file__).with_name("deployed.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
deployed = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(deployed)

INDEX = ".well-known/agent-skills/index.json"
SITE = "https://acme.github.io/skills/"


@pytest.fixture
def scaffold(tmp_path: Path) -> Path:
    assert run(["init", "--catalog", str(tmp_path / "scaffold")]) == 0
    return tmp_path / "scaffold"


def _job(catalog: Path, tmp_path: Path) -> "subprocess.CompletedProcess[str]":
    given = {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    return deployed.run_job(catalog, tmp_path / "commands", given)


def test_installers_find_every_skill_of_the_published_site(scaffold: Path, tmp_path: Path) -> None:
    (scaffold / "skillpack.toml").write_text(f'[catalog]\nsite_url = "{SITE}"\npublished = false\n')
    ran = _job(scaffold, tmp_path)
    assert ran.returncode == 0, ran.stderr
    site = deployed.uploaded(scaffold, tmp_path)

    skills = json.loads((site / INDEX).read_text())["skills"]
    assert [skill["name"] for skill in skills] == ["my-first-skill"]
    for skill in skills:
        path = urlsplit(urljoin(f"{SITE}{INDEX}", skill["url"])).path.removeprefix(urlsplit(SITE).path)
        assert (site / path).is_file()
    assert (site / ".nojekyll").is_file()


@pytest.mark.parametrize(
    ("old", "new"),
    [("upload-pages-artifact@v5", "upload-pages-artifact@v4"), ("include-hidden-files: true", "retention-days: 1")],
)
def test_only_these_words_of_the_workflow_keep_the_index_in(scaffold: Path, tmp_path: Path, old: str, new: str) -> None:
    (scaffold / "dist" / INDEX).parent.mkdir(parents=True)
    (scaffold / "dist" / INDEX).write_text("{}")
    text = (scaffold / deployed.WORKFLOW).read_text()
    assert text.count(old) == 1
    (scaffold / deployed.WORKFLOW).write_text(text.replace(old, new))
    assert not (deployed.uploaded(scaffold, tmp_path) / INDEX).exists()


def test_one_broken_skill_keeps_nothing_else_back(scaffold: Path, tmp_path: Path) -> None:
    (scaffold / "skills/broken").mkdir()
    (scaffold / "skills/broken/SKILL.md").write_text("---\nname: broken\n---\n\n# Broken\n")
    ran = _job(scaffold, tmp_path)
    assert ran.returncode == 0, ran.stderr
    names = [each["name"] for each in json.loads((deployed.uploaded(scaffold, tmp_path) / INDEX).read_text())["skills"]]
    assert names == ["my-first-skill"]
    assert "broken" in ran.stderr
