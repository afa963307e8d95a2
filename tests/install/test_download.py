"""What is fetched is read once: the same parsed skill is checked, shown, planned and placed."""

import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.cli.main import run
from skillpack.model.tree import SourceTree
from skillpack.parse import compose
from skillpack.parse import skill as parsing

TEXT = "---\nname: pdf\ndescription: Fills forms. Use for PDF files.\n---\n\nDo {}.\n"
Reads = Counter[str]  # by the last line of a text


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    """Count by their last lines how often the texts of skills are parsed."""
    counted: Reads = Counter()
    for module in (parsing, compose):
        read_document = module.read_document

        def noted(candidate: SourceTree, *given: object, _read: Callable = read_document, **named: object) -> object:
            document = _read(candidate, *given, **named)
            counted[document.text.strip().rpartition("\n")[2]] += 1
            return document

        monkeypatch.setattr(module, "read_document", noted)
    return counted


def folder(top: Path, word: str) -> list[str]:
    skill = top / "skills" / "pdf"
    skill.mkdir(parents=True, exist_ok=True)
    (skill / "SKILL.md").write_text(TEXT.format(word), encoding="utf-8")
    return [str(skill)]


def archive(top: Path, word: str) -> list[str]:
    (skill,) = folder(top, word)
    assert run(["pack", skill, "--output", str(top / word)]) == 0
    return [str(path) for path in (top / word).glob("*.zip")]


def registry(top: Path, word: str) -> list[str]:
    folder(top, word)
    assert run(["build", str(top / "skills"), "--output", str(top / "site"), "--no-cache"]) == 0
    return ["pdf", "--registry", str(top / "site")]


def repository(top: Path, word: str) -> list[str]:
    folder(top, word)
    git = ["git", "-C", str(top / "skills"), "-c", "user.name=a", "-c", "user.email=a@b.example"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", word]):
        subprocess.run([*git, *words], check=True)
    return [f"git+file://{top}/skills"]


@pytest.mark.parametrize("offered", [folder, archive, registry, repository])
def test_a_skill_is_parsed_once_on_its_way_in(offered: Callable, tmp_path: Path, reads: Reads) -> None:
    """Neither fetching, checking, planning, replacing nor placing parses what was parsed."""
    target = ["--root", str(tmp_path / "root"), "--yes"]
    for word in ("one", "two"):
        spec = offered(tmp_path, word)
        reads.clear()
        assert run(["install", *spec, *target]) == 0
        assert reads[f"Do {word}."] == 1
        assert f"Do {word}." in (tmp_path / "root" / "pdf" / "SKILL.md").read_text(encoding="utf-8")
