"""What lies in an output and no build wrote."""

from pathlib import Path

import pytest

from skillpack.files.folder import FolderOutput
from skillpack.files.manifest import unlisted_files
from skillpack.model.output import OutputFile


@pytest.fixture
def site(tmp_path: Path) -> Path:
    with FolderOutput(tmp_path / "dist") as output:
        for path in ("index.html", "skills/a/index.html", "archives/a/a-1.zip", ".well-known/agent-skills/index.json"):
            output.put(OutputFile(path, (b"x",)))
        output.commit()
    return tmp_path / "dist"


def _write(site: Path, *paths: str) -> None:
    for path in paths:
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text("x")


def test_is_nothing_of_a_site_as_it_was_written(site: Path) -> None:
    assert unlisted_files(site) == ()


def test_names_files_among_skills_and_archives_and_of_other_folders_the_folder(site: Path) -> None:
    _write(site, "archives/x.zip", "archives/a/y.zip", "skills/b/SKILL.md", "skills/b/deep/er.md", "skills/a/new/x")
    _write(site, ".well-known/agent-skills/old.json")
    (site / "archives/a/link").symlink_to("a-1.zip")

    assert unlisted_files(site) == (
        ".well-known/agent-skills/old.json",
        "archives/a/link",
        "archives/a/y.zip",
        "archives/x.zip",
        "skills/a/new/",
        "skills/b/",
    )


def test_what_people_add_to_a_site_is_none_of_it(site: Path) -> None:
    _write(site, "CNAME", ".git/config", ".well-known/security.txt", "images/x.png")
    (site / "archives/empty").mkdir()

    assert unlisted_files(site) == ()


def test_is_nothing_where_there_is_no_site(tmp_path: Path) -> None:
    assert unlisted_files(tmp_path / "none") == ()
    assert unlisted_files(tmp_path) == ()
