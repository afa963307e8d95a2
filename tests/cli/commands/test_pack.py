import hashlib
import json
import os
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.archive.read import read_archive
from skillpack.cli.main import run
from skillpack.model.limits import Limits

SKILL = "---\nname: {}\ndescription: Packs and unpacks. Use in tests.\n{}---\n\n# A skill\n"
VERSION = "metadata:\n  version: 1.2.0\n"
Pack = Callable[..., tuple[int, str, str]]


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Pack:
    """Return a function that runs `pack` in an empty folder and gives status, output and errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")

    def packed(*arguments: str) -> tuple[int, str, str]:
        status = run(["pack", *arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return packed


def make(folder: str, name: str = "", front_matter: str = VERSION, **files: bytes) -> Path:
    path = Path(folder)
    path.mkdir(parents=True)
    (path / "SKILL.md").write_text(SKILL.format(name or path.name, front_matter))
    for file, content in files.items():
        (path / file).parent.mkdir(parents=True, exist_ok=True)
        (path / file).write_bytes(content)
    return path


def test_writes_the_archive_and_its_checksums(pack: Pack) -> None:
    make("skills/pdf", **{"scripts/run.sh": b"#!/bin/sh\n"})
    status, out, err = pack("skills/pdf", "-o", "out")
    content = Path("out/pdf-1.2.0.zip").read_bytes()
    tree = read_archive(content, Limits())
    digest = hashlib.sha256(Path("out/pdf-1.2.0.SHA256SUMS").read_bytes()).hexdigest()
    assert (status, err) == (0, "")
    assert out == f"out/pdf-1.2.0.zip  {len(content):,} bytes  digest {digest}  (written)\n"
    assert list(tree.files) == ["SKILL.md", "scripts/run.sh"]
    assert sorted(path.name for path in Path("out").iterdir()) == ["pdf-1.2.0.SHA256SUMS", "pdf-1.2.0.zip"]


def test_coreutils_verify_what_was_unpacked_by_the_checksums(pack: Pack) -> None:
    make("skills/pdf", **{"references/n\u00f6tes.md": b"x"})
    pack("skills/pdf")
    with zipfile.ZipFile("pdf-1.2.0.zip") as archive:
        archive.extractall("unpacked")
    checked = subprocess.run(
        ["sha256sum", "-c", "--strict", "../pdf-1.2.0.SHA256SUMS"], cwd="unpacked", capture_output=True, check=False
    )
    assert checked.returncode == 0


def test_without_a_version_the_label_is_the_start_of_the_digest(pack: Pack) -> None:
    make("pdf", front_matter="")
    _, out, _ = pack("pdf", "--json")
    (archive,) = json.loads(out)["archives"]
    assert archive["label"] == archive["digest"][:12]
    assert archive["archive"] == f"pdf-{archive['label']}.zip"


@pytest.mark.parametrize(
    ("options", "file", "first"),
    [
        ((), "pdf-1.2.0.zip", "SKILL.md"),
        (("--layout", "wrapped"), "pdf-1.2.0.skill", "pdf/SKILL.md"),
        (("--format", "tar.gz"), "pdf-1.2.0.tar.gz", "SKILL.md"),
        (("--format", "tar.gz", "--layout", "wrapped"), "pdf-1.2.0.tar.gz", "pdf/SKILL.md"),
    ],
)
def test_layout_and_format_choose_the_file(pack: Pack, options: tuple[str, ...], file: str, first: str) -> None:
    make("pdf")
    assert pack("pdf", *options)[0] == 0
    listed = subprocess.run(["tar", "-tzf", file], capture_output=True, check=False) if file.endswith("gz") else None
    names = listed.stdout.decode().split() if listed else zipfile.ZipFile(file).namelist()
    assert names[0] == first


def test_the_bytes_do_not_depend_on_where_and_when(pack: Pack) -> None:
    make("one/pdf", **{"a.md": b"a", "b/c.md": b"c"})
    make("two/pdf", **{"b/c.md": b"c", "a.md": b"a"})
    os.utime("two/pdf/a.md", (0, 0))
    Path("two/pdf/a.md").chmod(0o777)
    pack("one/pdf", "-o", "1")
    pack("two/pdf", "-o", "2")
    assert Path("1/pdf-1.2.0.zip").read_bytes() == Path("2/pdf-1.2.0.zip").read_bytes()


def test_packs_every_skill_of_a_folder(pack: Pack) -> None:
    make("skills/pdf")
    make("skills/docx")
    status, out, _ = pack("skills", "-o", "out")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == ["out/docx-1.2.0.zip", "out/pdf-1.2.0.zip"]


def test_packs_several_skills_in_the_order_given(pack: Pack) -> None:
    make("b/pdf")
    make("a/docx")
    _, out, _ = pack("b/pdf", "a/docx")
    assert [line.split()[0] for line in out.splitlines()] == ["pdf-1.2.0.zip", "docx-1.2.0.zip"]


def test_the_skill_file_may_be_named(pack: Pack) -> None:
    make("skills/pdf")
    assert pack("skills/pdf/SKILL.md")[0] == 0
    assert Path("pdf-1.2.0.zip").exists()


def test_a_single_file_becomes_a_skill(pack: Pack) -> None:
    Path("notes.md").write_text(SKILL.format("notes", VERSION))
    Path("other.md").write_text(SKILL.format("other", VERSION))
    assert pack("notes.md")[0] == 0
    assert zipfile.ZipFile("notes-1.2.0.zip").namelist() == ["SKILL.md"]
    assert not Path("other-1.2.0.zip").exists()


def test_a_lower_case_skill_file_is_packed_under_its_right_name(pack: Pack) -> None:
    make("pdf")
    Path("pdf/SKILL.md").rename("pdf/skill.md")
    assert pack("pdf")[0] == 0
    assert zipfile.ZipFile("pdf-1.2.0.zip").namelist() == ["SKILL.md"]


def test_what_belongs_to_no_tree_is_left_out(pack: Pack) -> None:
    receipt = {".skillpack.json": b"{}", "SHA256SUMS": b"x"}
    make("pdf", **{".DS_Store": b"x", "__pycache__/a.pyc": b"x", "evals/e.json": b"{}", "a.md": b"a"}, **receipt)
    assert pack("pdf")[0] == 0
    assert zipfile.ZipFile("pdf-1.2.0.zip").namelist() == ["SKILL.md", "a.md"]


def test_an_archive_that_is_there_already_is_left_alone(pack: Pack) -> None:
    make("pdf")
    pack("pdf")
    before = Path("pdf-1.2.0.zip").stat().st_mtime_ns
    status, out, _ = pack("pdf")
    assert (status, "(unchanged)" in out) == (0, True)
    assert Path("pdf-1.2.0.zip").stat().st_mtime_ns == before


def test_an_archive_of_something_else_is_not_replaced(pack: Pack) -> None:
    make("pdf")
    Path("pdf-1.2.0.zip").write_bytes(b"precious")
    status, out, err = pack("pdf")
    assert (status, out) == (3, "")
    assert "`pdf-1.2.0.zip` has other contents" in err
    assert "raise the skill's version" in err
    assert Path("pdf-1.2.0.zip").read_bytes() == b"precious"
    assert not Path("pdf-1.2.0.SHA256SUMS").exists()


def test_force_replaces_it(pack: Pack) -> None:
    make("pdf")
    Path("pdf-1.2.0.zip").write_bytes(b"precious")
    status, out, _ = pack("pdf", "--force")
    assert (status, "(replaced)" in out) == (0, True)
    assert zipfile.is_zipfile("pdf-1.2.0.zip")


def test_a_dry_run_writes_nothing(pack: Pack) -> None:
    make("pdf")
    status, out, _ = pack("pdf", "-o", "out", "--dry-run")
    assert (status, "(would be written)" in out) == (0, True)
    assert not Path("out").exists()


def test_json_says_all_of_it(pack: Pack) -> None:
    make("pdf", **{"CLAUDE.md": b"x"})
    _, out, err = pack("pdf", "--json")
    (archive,) = json.loads(out)["archives"]
    content = Path("pdf-1.2.0.zip").read_bytes()
    assert archive["sha256"] == hashlib.sha256(content).hexdigest()
    assert (archive["size"], archive["files"], archive["state"]) == (len(content), 2, "written")
    assert archive["notes"] == ["`CLAUDE.md`: an agent that works in the folder takes it as instructions or settings"]
    assert "note: pdf: `CLAUDE.md`" in err


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"a.": b""}, "`skills/pdf` cannot be packed: `a.`: Windows drops the dot"),
        ({"A": b"", "a": b""}, "`a`: it conflicts with `A` on some file systems"),
        ({"con.md": b""}, "a device on Windows"),
        ({"a\u202eb.md": b""}, r"`a\u202eb.md`: the path holds a character that turns"),
        ({"pdf/SKILL.md": b""}, "a second skill of the same name"),
    ],
)
def test_what_unpack_refuses_is_not_packed(pack: Pack, files: dict[str, bytes], message: str) -> None:
    make("skills/pdf", **files)
    status, out, err = pack("skills/pdf", "-o", "out")
    assert (status, out) == (3, "")
    assert message in err
    assert "hint: `skillpack check skills/pdf`" in err
    assert not Path("out").exists()


@pytest.mark.parametrize("target", ["/etc/passwd", "missing"])
def test_a_link_that_leads_away_is_not_left_out_in_silence(pack: Pack, target: str) -> None:
    make("pdf")
    Path("pdf/link").symlink_to(target)
    status, _, err = pack("pdf")
    assert (status, "`pdf` cannot be packed: `link`: it is a link" in err) == (3, True)


def test_a_link_inside_is_packed_as_the_file(pack: Pack) -> None:
    make("pdf", **{"a.md": b"text"})
    Path("pdf/b.md").symlink_to("a.md")
    assert pack("pdf")[0] == 0
    assert zipfile.ZipFile("pdf-1.2.0.zip").read("b.md") == b"text"


def test_a_pipe_is_not_left_out_in_silence(pack: Pack) -> None:
    make("pdf")
    os.mkfifo("pdf/pipe")
    status, _, err = pack("pdf")
    assert (status, "`pipe`: it is not a file" in err) == (3, True)


def test_a_name_that_cannot_be_a_files_is_refused(pack: Pack) -> None:
    make("pdf", name="My skill!")
    status, _, err = pack("pdf")
    assert (status, "`My skill!` cannot be the name of a skill" in err) == (3, True)


def test_a_path_that_ustar_cannot_hold_is_refused_with_a_way_out(pack: Pack) -> None:
    make("pdf", **{"d" * 120: b""})
    status, _, err = pack("pdf", "--format", "tar.gz")
    assert (status, "hint: use the zip format" in err) == (3, True)


@pytest.mark.parametrize(
    "arguments", [["missing"], ["empty"], ["file.txt"], [".hidden.md"], [], ["pdf", "--format", "rar"]]
)
def test_a_mistake_of_use_exits_2(pack: Pack, arguments: list[str]) -> None:
    Path("empty").mkdir()
    Path("file.txt").write_text("x")
    Path(".hidden.md").write_text("x")
    status, out, err = pack(*arguments)
    assert (status, out) == (2, "")
    assert err


def test_a_folder_that_cannot_be_written_exits_3(pack: Pack) -> None:
    make("pdf")
    Path("out").write_text("a file")
    status, _, err = pack("pdf", "-o", "out/below")
    assert (status, "`out/below" in err) == (3, True)


def test_a_folder_under_the_name_of_the_archive_is_left_alone(pack: Pack) -> None:
    make("pdf")
    Path("pdf-1.2.0.zip/mine").mkdir(parents=True)
    assert "has other contents" in pack("pdf")[2]
    status, _, err = pack("pdf", "--force")
    assert (status, "`pdf-1.2.0.zip` could not be written" in err) == (3, True)
    assert sorted(path.name for path in Path().iterdir()) == ["pdf", "pdf-1.2.0.zip"]


def test_help_shows_examples(pack: Pack) -> None:
    status, out, _ = pack("--help")
    assert status == 0
    assert "skillpack pack skills/pdf --layout wrapped" in out


@pytest.mark.usefixtures("good")
class TestOutput:
    @pytest.mark.parametrize("path", ["/dev/null", "/dev/full", "pipe", "file", "new.zip", "new.skill", "gone"])
    def test_that_is_no_folder_is_refused_before_anything_is_written(self, cli, tmp_path: Path, path: str) -> None:
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "file").touch()
        (tmp_path / "gone").symlink_to("nowhere")
        before = sorted(tmp_path.iterdir())
        ran = cli("pack", "skills/alpha", "-o", path)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.splitlines()[1] == (
            "hint: give a folder, such as `-o archives`; archives are named after their skills"
        )
        assert ran.err.startswith(f"error: `{path}` ")
        assert sorted(tmp_path.iterdir()) == before

    def test_may_be_a_folder_that_is_called_as_an_archive(self, cli, tmp_path: Path) -> None:
        (tmp_path / "old.zip").mkdir()
        assert cli("pack", "skills/alpha", "-o", "old.zip").status == 0
