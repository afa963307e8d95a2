"""How the skills of the set are shown and found is worked out where something of it changed."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from skillpack.files.folder import FolderOutput
from skillpack.model.progress import silent
from skillpack.model.selection import Reach
from skillpack.pipeline import reaching
from skillpack.pipeline.build import build_site
from skillpack.pipeline.cache import Cache
from skillpack.pipeline.inputs import gather, locate
from skillpack.pipeline.reach import reach

OLD = 1.0  # seconds since 1970


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Give a list to which the names are added of each set that is compared."""
    sets: list[list[str]] = []

    def noting(weighed, hosts, bundles):  # noqa: ANN202 as `reach`
        known = list(weighed)
        sets.append([one.described.name for one in known])
        return reach(known, hosts, bundles)

    monkeypatch.setattr(reaching, "reach", noting)
    return sets


@pytest.fixture
def build(tmp_path: Path, write_skill) -> Iterator[Callable[[], Cache]]:
    """Build a catalog of two skills, and return what was remembered."""
    write_skill("merge-pdf", description="Merges PDF files. Use when somebody has several documents to join.")
    write_skill("read-pdf", description="Reads PDF files. Use when somebody asks what a document says.")

    with closing(Cache(tmp_path / "cache.sqlite")) as cache:

        def made(*, wait: bool = True) -> Cache:
            for file in (tmp_path / "skills").rglob("*"):
                os.utime(file, (OLD, OLD))
            inputs = gather(locate(tmp_path), today="2026-06-01", date="")
            with FolderOutput(tmp_path / "out") as target:
                build_site(inputs, target, cache, folder="out", pool=lambda _: None, report=silent, wait=wait)
            return cache

        (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\n')
        yield made


def _reach(cache: Cache, name: str) -> Reach | None:
    return cache.sheet(name).read()[1].reach


def test_is_remembered_while_nothing_of_it_changes(build, asked: list[list[str]], tmp_path: Path) -> None:
    build()
    file = tmp_path / "skills/read-pdf/SKILL.md"
    file.write_text(f"{file.read_text()}\n| a | b |\n|---|---|\n")
    build()
    assert asked == [["merge-pdf", "read-pdf"]]


def test_another_description_or_another_host_is_compared(build, asked: list[list[str]], tmp_path: Path) -> None:
    build()
    file = tmp_path / "skills/read-pdf/SKILL.md"
    file.write_text(file.read_text().replace("Reads PDF", "Reads old PDF"))
    build()
    (tmp_path / "skillpack.toml").write_text('[catalog]\nhosts = ["codex"]\n[[source]]\npath = "skills"\n')
    build()
    assert len(asked) == 3


def _site(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_who_does_not_wait_gets_what_was_known_until_somebody_waits(
    build, asked: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reaching, "SOON", 1)
    known = _reach(build(), "merge-pdf")
    file = tmp_path / "skills/read-pdf/SKILL.md"
    file.write_text(
        file.read_text().replace("Reads PDF files. Use when somebody", "Joins PDF files. Use when somebody")
        + "\n## When to use\n\n- Several documents are to be joined\n"
    )
    assert _reach(build(wait=False), "merge-pdf") == known
    assert len(asked) == 1
    assert b"Joins PDF" in _site(tmp_path / "out")["skills/read-pdf/index.html"]
    build()
    assert len(asked) == 2

    late = _site(tmp_path / "out")
    shutil.rmtree(tmp_path / "out")
    build()
    assert late == _site(tmp_path / "out")


def test_few_skills_are_waited_for(build, asked: list[list[str]], tmp_path: Path) -> None:
    build()
    file = tmp_path / "skills/read-pdf/SKILL.md"
    file.write_text(file.read_text().replace("Reads PDF", "Reads old PDF"))
    build(wait=False)
    assert len(asked) == 2


def test_a_skill_that_is_not_offered_takes_no_part(build, asked: list[list[str]], tmp_path: Path, write_skill) -> None:
    before = build()
    assert _reach(before, "read-pdf") is not None
    (tmp_path / "skills/read-pdf/SKILL.md").write_text("---\nname: read-pdf\n---\n# Says nothing\n")
    write_skill("hidden-pdf", description="Reads PDF files. Use when nobody is to know.")
    write_skill("merge-pdf", root="more", description="Merges PDF files too. Use when nobody is to know.")
    (tmp_path / "skillpack.toml").write_text(
        '[[source]]\npath = "skills"\n[[source]]\npath = "more"\n[skill."hidden-pdf"]\nhidden = true\n'
    )
    after = build()

    assert asked[-1] == ["merge-pdf"]
    assert _reach(after, "read-pdf") is None


def test_labelled_queries_take_the_place_of_own_lines(build, tmp_path: Path) -> None:
    queries = tmp_path / "skills/read-pdf/evals/triggers.json"
    queries.parent.mkdir()
    queries.write_text('[{"query": "what does this contract say", "should_trigger": true}]')
    found = _reach(build(), "read-pdf")

    assert found is not None
    assert [line for line, _ in found.requests] == ["what does this contract say"]
    assert not (tmp_path / "out/skills/read-pdf/files/evals").exists()
