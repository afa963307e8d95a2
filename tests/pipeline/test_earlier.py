import json
import subprocess
from pathlib import Path

import pytest

from skillpack.errors import SkillpackError, UsageError
from skillpack.model.limits import Limits
from skillpack.pipeline.earlier import read_earlier

LIMITS = Limits()


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=You", "-c", "user.email=you@example.com", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", "-C", folder, *who, *arguments], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def commit(folder: Path) -> str:
    if not (folder / ".git").exists():
        git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "state")
    return git(folder, "rev-parse", "HEAD")


def earlier(reference: str | Path, *sources: Path) -> list[str]:
    return [skill.name for skill in read_earlier(str(reference), sources, {}, LIMITS)]


def test_a_folder(write_skill, tmp_path) -> None:
    write_skill("pdf", root="before/skills")
    write_skill("pdf")
    assert earlier(tmp_path / "before", tmp_path / "skills") == ["pdf"]


def test_a_revision(write_skill, tmp_path) -> None:
    folder = write_skill("pdf", description="As it was. Use when old.")
    first = commit(tmp_path)
    (folder / "SKILL.md").write_text("---\nname: pdf\ndescription: As it is.\n---\n")
    write_skill("word")
    commit(tmp_path)
    before = read_earlier(first, [tmp_path / "skills"], {}, LIMITS)
    assert [(skill.name, skill.description) for skill in before] == [("pdf", "As it was. Use when old.")]


def test_the_checkout_stays_as_it_is(write_skill, tmp_path) -> None:
    folder = write_skill("pdf")
    first = commit(tmp_path)
    (folder / "SKILL.md").write_text("in work")
    (folder / "new.md").write_text("staged")
    git(tmp_path, "add", "skills/pdf/new.md")
    status = git(tmp_path, "status", "--porcelain")
    earlier(first, tmp_path / "skills")
    assert git(tmp_path, "status", "--porcelain") == status
    assert git(tmp_path, "stash", "list") == ""


def test_a_revision_is_read_with_its_own_configuration(write_skill, tmp_path) -> None:
    write_skill("pdf", root="old")
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "old"\n')
    first = commit(tmp_path)
    write_skill("pdf", root="new")
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "new"\n')
    assert earlier(first, tmp_path) == ["pdf"]


def test_links_within_a_revision_are_there(write_skill, tmp_path) -> None:
    write_skill("pdf", root="shared")
    (tmp_path / "skills").symlink_to("shared")
    assert earlier(commit(tmp_path), tmp_path / "skills") == ["pdf"]


def test_before_the_first_skill_there_is_none(write_skill, tmp_path) -> None:
    (tmp_path / "README.md").write_text("soon\n")
    first = commit(tmp_path)
    write_skill("pdf")
    assert earlier(first, tmp_path / "skills") == []


def test_there_is_no_such_revision(write_skill, tmp_path) -> None:
    write_skill("pdf")
    commit(tmp_path)
    for reference in ("nowhere", "--upload-pack=x", "HEAD:skills/pdf/SKILL.md"):
        with pytest.raises(UsageError, match="neither a folder nor a revision"):
            earlier(reference, tmp_path / "skills")


def test_there_is_no_checkout(write_skill, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    write_skill("pdf")
    with pytest.raises(UsageError, match="is in no git checkout"):
        earlier("main", tmp_path / "skills")


def test_a_site_gives_what_it_published(site) -> None:
    (before,) = read_earlier(str(site), [], {}, LIMITS)
    assert (before.name, before.description) == ("pdf", "As published. Use when old.")


def test_a_site_that_lacks_a_file_is_refused(site) -> None:
    (site / "skills" / "pdf" / "SKILL.md").unlink()
    with pytest.raises(SkillpackError, match="though its catalog names it"):
        earlier(site)


@pytest.fixture
def site(write_skill, tmp_path) -> Path:
    """Return a built site with a skill that is published, one that is withheld and one that is gone."""
    write_skill("pdf", root="site/skills", description="As published. Use when old.")
    tokens = {"always": 1, "opened": 1, "on_demand": 0}
    states = {"pdf": "published", "broken": "withheld", "old": "withdrawn"}
    rows = [
        json.dumps({"name": name, "description": "", "state": state, "tokens": tokens})
        for name, state in states.items()
    ]
    head = json.dumps({"schema": 1, "skills": []}).removesuffix("]}")
    (tmp_path / "site" / "catalog.json").write_text("\n".join([head, ",\n".join(rows), "]}"]) + "\n")
    return tmp_path / "site"
