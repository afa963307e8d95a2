import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.archive.write import write_tar, write_zip
from skillpack.cli.main import run
from skillpack.model.digest import tree_digest
from skillpack.model.tree import make_tree

SKILL = b"""\
---
name: pdf
description: Fill PDF forms. Use when the user asks to fill or read a form in a PDF file.
license: MIT
metadata:
  version: 1.2.0
---

# PDF forms

Run `bash scripts/run.sh`.
"""
TREE = make_tree({"SKILL.md": SKILL, "scripts/run.sh": b"#!/bin/sh\necho hello\n", "assets/empty": b""})
Unpack = Callable[..., tuple[int, str, str]]


@pytest.fixture
def unpack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Unpack:
    """Return a function that runs `unpack` beside `pdf.zip` and gives status, output and errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    Path("pdf.zip").write_bytes(write_zip(TREE))

    def unpacked(*arguments: str) -> tuple[int, str, str]:
        status = run(["unpack", *arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return unpacked


def files_in(folder: str) -> dict[str, bytes]:
    top = Path(folder)
    return {path.relative_to(top).as_posix(): path.read_bytes() for path in top.rglob("*") if path.is_file()}


def listed() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


def hostile(path: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("SKILL.md", SKILL)
        archive.writestr(path, b"x")
    return out.getvalue()


@pytest.mark.parametrize(
    "content",
    [write_zip(TREE), write_zip(TREE, prefix="pdf"), write_tar(TREE), write_tar(TREE, prefix="pdf")],
    ids=["zip", "skill", "tar", "wrapped tar"],
)
def test_every_form_gives_the_same_folder(unpack: Unpack, content: bytes) -> None:
    Path("archive").write_bytes(content)
    status, out, err = unpack("archive", "pdf")
    assert (status, err) == (0, "")
    assert files_in("pdf") == TREE.files
    assert (
        out
        == f"pdf  1.2.0  3 files  {sum(map(len, TREE.files.values()))} bytes  digest {tree_digest(TREE)}  (written)\n"
    )


def test_modes_follow_from_the_contents(unpack: Unpack) -> None:
    unpack("pdf.zip", "pdf")
    assert oct(Path("pdf/scripts/run.sh").stat().st_mode) == "0o100755"
    assert oct(Path("pdf/SKILL.md").stat().st_mode) == "0o100644"


def test_into_makes_a_folder_of_the_skills_name(unpack: Unpack) -> None:
    status, _, _ = unpack("pdf.zip", "--into", "skills")
    assert status == 0
    assert files_in("skills/pdf") == TREE.files


def test_an_empty_folder_is_filled(unpack: Unpack) -> None:
    Path("there").mkdir()
    assert unpack("pdf.zip", "there")[0] == 0
    assert files_in("there") == TREE.files


def test_the_folder_one_stands_in_is_filled_and_stays_the_same(unpack: Unpack, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("here").mkdir()
    inode = Path("here").stat().st_ino
    monkeypatch.chdir("here")
    assert unpack("../pdf.zip", ".")[0] == 0
    assert files_in(".") == TREE.files
    assert Path().stat().st_ino == inode


def test_folders_above_are_made(unpack: Unpack) -> None:
    assert unpack("pdf.zip", "a/b/pdf")[0] == 0
    assert files_in("a/b/pdf") == TREE.files


def test_nothing_is_left_beside(unpack: Unpack) -> None:
    unpack("pdf.zip", "pdf")
    assert listed() == ["pdf", "pdf.zip"]


@pytest.mark.parametrize("kind", ["file", "folder", "link", "broken link"])
def test_what_is_there_is_never_touched(unpack: Unpack, kind: str) -> None:
    place = Path("pdf")
    if kind == "file":
        place.write_text("mine")
    elif kind == "folder":
        place.mkdir()
        (place / "mine").write_text("mine")
    else:
        Path("elsewhere").mkdir()
        place.symlink_to("elsewhere" if kind == "link" else "nowhere")
    before = files_in(".")
    status, out, err = unpack("pdf.zip", "pdf")
    assert (status, out) == (3, "")
    assert "`pdf` exists and is not empty" in err
    assert files_in(".") == before


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (hostile("../evil"), "`../evil`: the path goes up with `..`"),
        (hostile("/etc/evil"), "the path is absolute"),
        (hostile("con"), "a device on Windows"),
        (write_zip(TREE)[:-1], "the zip is cut off"),
        (write_zip(TREE) + b"x", "1 byte follows the end of the zip"),
        (b"no archive", "neither a zip nor a `.tar.gz`"),
        (b"", "the archive is empty"),
    ],
)
def test_a_refused_archive_writes_nothing(unpack: Unpack, content: bytes, message: str) -> None:
    Path("bad").write_bytes(content)
    status, out, err = unpack("bad", "deep/pdf")
    assert (status, out) == (3, "")
    assert f"`bad` is refused: {message}" in err or message in err
    assert listed() == ["bad", "pdf.zip"]


def test_faults_of_content_are_said_and_do_not_stop(unpack: Unpack) -> None:
    tree = make_tree({"SKILL.md": b"---\nname: pdf\n---\n\n# No description\n"})
    Path("poor.zip").write_bytes(write_zip(tree))
    status, out, err = unpack("poor.zip", "pdf")
    assert status == 0
    assert "pdf/SKILL.md" in err
    assert "error DS001" in err
    assert out.startswith("pdf  ")
    assert files_in("pdf") == tree.files


def test_a_folder_of_another_name_is_a_finding(unpack: Unpack) -> None:
    _, _, err = unpack("pdf.zip", "other")
    assert "NM009" in err


def test_the_folder_one_stands_in_has_its_own_name(unpack: Unpack, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("pdf").mkdir()
    monkeypatch.chdir("pdf")
    assert unpack("../pdf.zip", ".")[2] == ""


def test_into_needs_a_name(unpack: Unpack) -> None:
    Path("poor.zip").write_bytes(write_zip(make_tree({"SKILL.md": b"# A skill without a name\n"})))
    status, _, err = unpack("poor.zip", "--into", "skills")
    assert status == 3
    assert "without a usable name" in err
    assert "`skillpack unpack poor.zip DEST`" in err
    assert not Path("skills").exists()


def test_a_dry_run_judges_and_writes_nothing(unpack: Unpack) -> None:
    status, out, _ = unpack("pdf.zip", "deep/pdf", "--dry-run")
    assert (status, "(would be written)" in out) == (0, True)
    assert listed() == ["pdf.zip"]


def test_json_lists_the_files_and_the_findings(unpack: Unpack) -> None:
    tree = make_tree({"SKILL.md": b"---\nname: pdf\n---\n"})
    Path("poor.zip").write_bytes(write_zip(tree))
    status, out, _ = unpack("poor.zip", "pdf", "--json")
    said = json.loads(out)
    assert status == 0
    assert (said["name"], said["digest"], said["path"], said["state"]) == ("pdf", tree_digest(tree), "pdf", "written")
    assert [file["path"] for file in said["files"]] == ["SKILL.md"]
    assert "DS001" in {finding["code"] for finding in said["findings"]}


@pytest.mark.parametrize("arguments", [[], ["pdf.zip"], ["pdf.zip", "a", "--into", "b"], ["pdf.zip", "a", "b"]])
def test_a_mistake_of_use_exits_2(unpack: Unpack, arguments: list[str]) -> None:
    status, out, err = unpack(*arguments)
    assert (status, out) == (2, "")
    assert err


def test_a_missing_archive_exits_3(unpack: Unpack) -> None:
    status, _, err = unpack("missing.zip", "pdf")
    assert (status, "`missing.zip` cannot be read" in err) == (3, True)


def test_a_place_that_cannot_be_written_exits_3(unpack: Unpack) -> None:
    Path("file").write_text("mine")
    status, _, err = unpack("pdf.zip", "file/pdf")
    assert (status, "could not be written" in err) == (3, True)


def test_nothing_is_left_where_the_last_step_fails(unpack: Unpack, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: Path, _target: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)
    status, _, err = unpack("pdf.zip", "pdf")
    assert (status, "`pdf` could not be written: Permission denied" in err) == (3, True)
    assert listed() == ["pdf.zip"]


def test_help_shows_examples(unpack: Unpack) -> None:
    status, out, _ = unpack("--help")
    assert status == 0
    assert "skillpack unpack pdf-1.2.0.skill --into" in out
