"""The order of a build: archives are opened before anything is rendered, whatever an earlier build remembers."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from skillpack.builder import build as build_module
from skillpack.builder.build import Built, build_site
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inputs.inputs import gather
from skillpack.builder.outputs.output import TaskOutput
from skillpack.builder.record.summary import SkillRecord
from skillpack.builder.store import BuildStore
from skillpack.builder.write import SiteWriter
from skillpack.files.folder import FolderOutput
from skillpack.model.limits import Limits
from skillpack.model.progress import silent
from skillpack.model.release import Artifact
from skillpack.sources.access import Access, open_catalog
from skillpack.sources.published_site import PublishedCatalog

Build = Callable[..., Built]


@pytest.fixture
def rendering(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that is empty until the build that runs begins to render."""
    begun, skill_outputs = list[str](), build_module.skill_outputs

    def noting(*shown: Any, draws: bool) -> Iterator[TaskOutput]:
        begun.append("skills")
        return skill_outputs(*shown, draws=draws)

    monkeypatch.setattr(build_module, "skill_outputs", noting)
    return begun


def _guarded(site: PublishedCatalog, rendering: list[str], opened: list[str]) -> PublishedCatalog:
    """Return a site that gives no archive once pages are rendered."""
    given = site.artifact

    def artifact(wanted: Artifact) -> bytes:
        assert not rendering, f"`{wanted.path}` is opened while pages are rendered"
        opened.append(wanted.path)
        return given(wanted)

    site.artifact = artifact  # type: ignore[method-assign]
    return site


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return a catalog of two skills, each with a version that raises an alarm."""
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\n[discovery]\nlegacy = true\n')
    for name in ("pdf", "gone"):
        _write(tmp_path, name, "1.0.0", "# One\n\u202e\n")
    return tmp_path


def _write(source: Path, name: str, version: str, body: str, description: str = "Does it. Use it.") -> None:
    folder = source / "skills" / name
    folder.mkdir(parents=True, exist_ok=True)
    told = f"description: {description}\n" if description else ""
    (folder / "SKILL.md").write_text(f"---\nname: {name}\n{told}metadata:\n  version: {version}\n---\n\n{body}")
    os.utime(folder / "SKILL.md", (10**9, 10**9))  # not so young that it is read again


@pytest.fixture
def build(source: Path, rendering: list[str]) -> Build:
    """Return a function that builds the catalog into a folder, over what was published in another one."""

    def made(output: str, previous: str = "", cache: str = "", opened: list[str] | None = None) -> Built:
        rendering.clear()
        inputs = gather(locate(source), today="2026-01-01", date="2026-01-01")
        with (
            FolderOutput(source / output) as target,
            closing(BuildStore(source / cache if cache else None)) as store,
            open_catalog(str(source / previous), Limits(), Access({}), Path()) as site,
        ):
            before = _guarded(site, rendering, opened if opened is not None else []) if previous else None
            return build_site(
                inputs,
                target,
                store,
                folder=output,
                pool=lambda _: None,
                report=silent,
                previous=before,
                allow_withdrawn=None,
            )

    return made


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_no_archive_is_opened_while_pages_are_rendered(source: Path, build: Build) -> None:
    build("first")
    _write(source, "pdf", "2.0.0", "# Two\n")
    (source / "skills/gone/SKILL.md").unlink()
    (source / "skills/gone").rmdir()
    opened: list[str] = []

    assert build("second", "first", opened=opened).kept == 2
    assert {"archives/pdf/pdf-1.0.0.zip", "archives/gone/gone-1.0.0.zip"} <= set(opened)

    _write(source, "pdf", "3.0.0", "# Three\n", description="")  # withheld: the second one stays offered
    assert build("third", "second").kept == 3


def test_what_an_earlier_build_remembers_changes_no_byte(source: Path, build: Build) -> None:
    build("first", cache="cache.sqlite")
    _write(source, "pdf", "2.0.0", "# Two\n")
    build("second", "first", cache="cache.sqlite")
    (source / "skills/gone/SKILL.md").unlink()
    (source / "skills/gone").rmdir()

    build("remembered", "second", cache="cache.sqlite")
    build("fresh", "second")
    assert _files(source / "remembered") == _files(source / "fresh")
    assert b'class="alarm' in _files(source / "fresh")["skills/gone/versions/1.0.0/index.html"]


def test_to_ask_which_files_the_output_lost_changes_nothing(
    source: Path, build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    build("out", cache="cache.sqlite")
    before = _files(source / "out")
    (source / "out/skills/pdf/SKILL.md").unlink()
    lost_records, answers = SiteWriter.lost_records, list[list[str]]()

    def twice(*asked: Any) -> list[SkillRecord]:
        first, second = lost_records(*asked), lost_records(*asked)
        answers.append([each.entry.name for each in first])
        assert second == first
        return second

    monkeypatch.setattr(SiteWriter, "lost_records", twice)
    build("out", cache="cache.sqlite")
    assert answers == [["pdf"]]
    assert _files(source / "out") == before
