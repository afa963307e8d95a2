"""Links that lead out of a catalog: what lies there is nowhere in what a build writes or says."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.cli.main import run

SECRET = "zq7Xw-Kp93-of-the-builder"  # noqa: S105 nobody's
Build = Callable[[str], tuple[int, str]]
SKILL = f"---\nname: notes\ndescription: {SECRET}. Use when asked.\n---\n\n# {SECRET}\n"
MARKDOWN = '[[source]]\npath = "skills"\nformats = ["folder", "markdown"]\n'


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    (folder / "assets").mkdir(parents=True)
    for name in ("notes.md", "notes", "assets/notes.css", "skillpack.toml"):
        (folder / name).write_text(SKILL)
    return folder


@pytest.fixture
def root(write_skill: Callable[..., Path], tmp_path: Path) -> Path:
    write_skill("pdf", root="catalog/skills")
    return tmp_path / "catalog"


@pytest.fixture
def build(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Build:
    def build_it(configuration: str) -> tuple[int, str]:
        (root / "skillpack.toml").unlink(missing_ok=True)
        (root / "skillpack.toml").write_text(f"[catalog]\n{configuration}")
        code = run(["build", str(root), "-o", str(tmp_path / "out"), "--cache", str(tmp_path / "cache")])
        said = capsys.readouterr()
        return code, said.out + said.err

    return build_it


def _holds_secret(folder: Path) -> list[str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files or not folder.exists()
    return [path.name for path in files if SECRET.encode() in path.read_bytes()]


def _link(place: Path, target: Path, *, relative: bool) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(os.path.relpath(target, place.parent) if relative else target)


@pytest.mark.parametrize("relative", [True, False])
@pytest.mark.parametrize(
    ("link", "target"), [("pages/notes.md", "notes.md"), ("pages/notes.md", "notes"), ("pages", "")]
)
def test_a_page_that_leads_out_is_refused(
    root: Path,
    outside: Path,
    tmp_path: Path,
    build: Build,
    link: str,
    target: str,
    *,
    relative: bool,
) -> None:
    _link(root / link, outside / target, relative=relative)

    code, said = build('[[page]]\npath = "pages/notes.md"\n')

    assert code == 2
    assert "`pages/notes.md`" in said
    assert "`[[page]] path`" in said
    assert SECRET not in said
    assert _holds_secret(tmp_path / "out") == []


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("../home/notes.md", 2, "`[[page]] path`"),
        ("{outside}/notes.md", 2, "`[[page]] path`"),
        ("pages/../../home/notes.md", 2, "`[[page]] path`"),
        (".git/config", 2, "`[[page]] path`"),
        (".env", 3, "`.env` is private"),
    ],
)
def test_a_page_that_is_written_as_something_else_is_refused(
    root: Path, outside: Path, build: Build, path: str, status: int, words: str
) -> None:
    for name in (".env", ".git/config"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(SECRET)

    code, said = build(f'[[page]]\npath = "{path.format(outside=outside)}"\n')

    assert code == status
    assert words in said
    assert SECRET not in said


@pytest.mark.parametrize("relative", [True, False])
def test_a_skill_of_one_file_that_leads_out_is_a_finding(
    root: Path, outside: Path, tmp_path: Path, build: Build, *, relative: bool
) -> None:
    _link(root / "skills/notes.md", outside / "notes.md", relative=relative)

    code, said = build(MARKDOWN)

    assert code == 1
    assert "LY008" in (tmp_path / "out/checks/index.html").read_text()
    assert "skills/notes.md: error LY001 [no-skill-file] the file could not be read" in said
    assert SECRET not in said
    assert _holds_secret(tmp_path / "out") == []
    assert _holds_secret(tmp_path / "cache") == []
    assert (tmp_path / "out/skills/pdf/index.html").exists()


@pytest.mark.parametrize("link", ["theme", "theme/assets", "theme/assets/notes.css"])
def test_a_theme_that_leads_out_is_refused(root: Path, outside: Path, tmp_path: Path, build: Build, link: str) -> None:
    _link(root / link, outside / link.removeprefix("theme").lstrip("/"), relative=True)

    code, said = build('[theme]\npath = "theme"\n')

    assert code in {2, 3}
    assert "theme" in said
    assert "out of" in said
    assert _holds_secret(tmp_path / "out") == []


def test_a_source_of_texts_that_leads_out_is_refused(root: Path, outside: Path, tmp_path: Path, build: Build) -> None:
    _link(root / "notes", outside, relative=True)

    code, said = build('[[source]]\npath = "notes"\nformats = ["markdown"]\n')

    assert code == 2
    assert "the source `notes`" in said
    assert _holds_secret(tmp_path / "out") == []


def test_a_theme_and_a_source_that_are_written_as_outside_are_read(root: Path, outside: Path, build: Build) -> None:
    """Who writes `..` says so."""
    assert build('[[source]]\npath = "../home"\nformats = ["markdown"]\n[theme]\npath = "../home"\n')[0] == 0
    assert root.exists()
    assert outside.exists()


def test_a_configuration_that_leads_out_must_be_named(
    root: Path, outside: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (outside / "skillpack.toml").write_text(f'[catalog]\ntitle = "{SECRET}"\n[[source]]\npath = "skills"\n')
    _link(root / "skillpack.toml", outside / "skillpack.toml", relative=True)

    assert run(["build", str(root), "-o", str(tmp_path / "out"), "--no-cache"]) == 2
    said = capsys.readouterr().err
    assert "leads out of its folder" in said
    assert "--config" in said
    assert SECRET not in said
    assert run(["check", str(root / "skills")]) == 2
    assert run(["check", str(root), "--config", str(root / "skillpack.toml")]) in {0, 1}


def test_evaluations_behind_a_link_are_not_read(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither the file nor the folder that holds it."""
    (tmp_path / "evals").mkdir()
    (tmp_path / "evals/triggers.json").write_text(f'[{{"query": "{SECRET}", "should_trigger": true}}]')
    (root / "skills/pdf/evals").symlink_to(tmp_path / "evals")

    for arguments in (["select", str(root), "--json"], ["build", str(root), "-o", str(tmp_path / "out"), "--no-cache"]):
        assert run(arguments) in {0, 1}
    said = capsys.readouterr()

    assert SECRET not in said.out + said.err
    assert _holds_secret(tmp_path / "out") == []
