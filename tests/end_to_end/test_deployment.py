"""A catalog as `init` makes it, through its own workflow, to what installers read of the published site."""

import importlib.util
import json
import os
import subprocess
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
import yaml

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
    assert run(["init", "--catalog", str(tmp_path / "scaffold"), "--tool-source", deployed.TOOL]) == 0
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


def test_every_skill_has_the_day_of_its_last_commit(scaffold: Path, tmp_path: Path) -> None:
    days = {"GIT_AUTHOR_DATE": "2026-01-31T12:00:00Z", "GIT_COMMITTER_DATE": "2026-01-31T12:00:00Z"}
    env = {**os.environ, **days, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "All"], ["commit", "-qm", "More", "--allow-empty"]):
        subprocess.run([*git, *words], cwd=scaffold, env=env, check=True)
    jobs = {"github": deployed.WORKFLOW, "gitlab": ".gitlab-ci.yml"}
    files = {host: yaml.safe_load((scaffold / path).read_text()) for host, path in jobs.items()}
    checkout = files["github"]["jobs"]["build"]["steps"][0]["with"]
    depths = {int(checkout.get("fetch-depth", 1)), int(files["gitlab"]["pages"]["variables"].get("GIT_DEPTH", 20))}
    assert depths == {0}, "0 is the whole history"
    subprocess.run(["git", "clone", "-q", f"file://{scaffold}", tmp_path / "clone"], env=env, check=True)

    given = {"HOME": str(tmp_path / "home"), "SKILLPACK_SITE_URL": SITE, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    (tmp_path / "clone/skillpack.toml").write_text(
        (scaffold / "skillpack.toml").read_text().replace("# published = true", "published = false")
    )
    ran = deployed.run_job(tmp_path / "clone", tmp_path / "commands", given)
    assert ran.returncode == 0, ran.stderr
    site = deployed.uploaded(tmp_path / "clone", tmp_path)
    skills = json.loads((site / "catalog.json").read_text())["skills"]
    assert [skill["updated"] for skill in skills] == ["2026-01-31"]
    assert "2026-01-31" in (site / "feed.xml").read_text()


def test_one_broken_skill_keeps_nothing_else_back(scaffold: Path, tmp_path: Path) -> None:
    (scaffold / "skills/broken").mkdir()
    (scaffold / "skills/broken/SKILL.md").write_text("---\nname: broken\n---\n\n# Broken\n")
    ran = _job(scaffold, tmp_path)
    assert ran.returncode == 0, ran.stderr
    names = [each["name"] for each in json.loads((deployed.uploaded(scaffold, tmp_path) / INDEX).read_text())["skills"]]
    assert names == ["my-first-skill"]
    assert "broken" in ran.stderr
