"""Locations in, records out: what did not change is not read, whoever reads the rest."""

import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from skillpack.builder.load import LoadChunk, Loader, load_chunk
from skillpack.builder.record.summary import Summary
from skillpack.builder.store import BuildStore, decode
from skillpack.errors import SkillpackError
from skillpack.files.discover import discover
from skillpack.files.folder import FolderOutput
from skillpack.files.location import Location
from skillpack.files.output import Output
from skillpack.files.staging import WorkerFile, staged_content
from skillpack.model.digest import sha256
from skillpack.model.entry import PageRecord
from skillpack.model.progress import silent
from skillpack.model.settings import Source

IN_MEMORY = SimpleNamespace(worker_staging=None)  # an output for which no worker writes
SKILL = "---\nname: {}\ndescription: x\n---\n\n{}\n"


def places(root: Path) -> tuple[Location, ...]:
    return tuple(discover((Source("skills"),), root))


def summaries(rows) -> list[Summary]:
    return [decode(row.summary, Summary) for row in rows]


@pytest.fixture
def store() -> Iterator[BuildStore]:
    with closing(BuildStore(None)) as made:
        made.begin()
        yield made


@pytest.fixture
def loader(settings_of, store: BuildStore) -> Callable[[Output], Loader]:
    return lambda output: Loader(settings_of(), store, output, lambda _: None, silent)


class TestChunk:
    def test_records_come_in_the_order_of_the_chunk(self, write_skill, tmp_path: Path, settings_of) -> None:
        for name in ("a", "b", "c"):
            write_skill(name)
        found = tuple(reversed(places(tmp_path)))
        done = load_chunk(LoadChunk(settings_of(), found, ""))
        assert [summary.entry.name for summary in summaries(done.rows)] == ["c", "b", "a"]
        assert [row.location for row in done.rows] == [place.path for place in found]

    def test_only_fragments_that_were_not_stored_come_back(self, write_skill, tmp_path: Path, settings_of) -> None:
        write_skill("a", files={"x.py": b"1\n"})
        with closing(BuildStore(tmp_path / "cache.sqlite")) as store:
            first = load_chunk(LoadChunk(settings_of(), places(tmp_path), store.path))
            store.begin()
            store.put_fragments(first.fragments)
            store.commit()
            again = load_chunk(LoadChunk(settings_of(), places(tmp_path), store.path))
        assert len(first.fragments) == 3  # the body, and the text of each file
        assert again.fragments == ()
        assert again.rows == first.rows

    def test_both_ways_can_be_pickled(self, write_skill, tmp_path: Path, settings_of) -> None:
        write_skill("a")
        (tmp_path / "skills/empty/x").mkdir(parents=True)
        (tmp_path / "skills/empty/a.txt").write_text("no skill")
        chunk = LoadChunk(settings_of(), places(tmp_path), "")
        done = load_chunk(pickle.loads(pickle.dumps(chunk)))  # noqa: S301 our own bytes
        assert pickle.loads(pickle.dumps(done)) == done  # noqa: S301

    def test_a_location_that_vanished_is_a_folder_without_a_skill(
        self, write_skill, tmp_path: Path, settings_of
    ) -> None:
        folder = write_skill("a")
        found = places(tmp_path)
        (folder / "SKILL.md").unlink()
        folder.rmdir()
        done = load_chunk(LoadChunk(settings_of(), found, ""))
        (summary,) = summaries(done.rows)
        assert summary.entry is None
        assert summary.nameless == "the folder has no `SKILL.md`"
        assert done.files == ((),)

    def test_files_that_are_written_are_those_that_would_have_come(
        self, write_skill, tmp_path: Path, settings_of
    ) -> None:
        write_skill("a", files={"x.py": b"1\n", "y.png": b"\x89PNG\r\n\x1a\n"})
        write_skill("b")
        given = load_chunk(LoadChunk(settings_of(), places(tmp_path), ""))
        with FolderOutput(tmp_path / "dist") as output:
            written = load_chunk(LoadChunk(settings_of(), places(tmp_path), "", output.worker_staging))
            assert written.rows == given.rows
            for files, made in zip(given.files, written.files, strict=True):
                assert isinstance(made, WorkerFile)
                contents = {file.path: b"".join(file.chunks) for file in files}
                assert {path: made.read(path) for path, _ in made.files} == contents
                assert dict(made.files) == {path: sha256(content) for path, content in contents.items()}

    def test_skills_of_one_name_do_not_overwrite_each_other(self, write_skill, tmp_path: Path, settings_of) -> None:
        for folder, name in (("one", "same"), ("two", "Same"), ("three", "other")):
            path = write_skill(folder) / "SKILL.md"
            path.write_text(SKILL.format(name, folder))
        with FolderOutput(tmp_path / "dist") as output:
            done = load_chunk(LoadChunk(settings_of(), places(tmp_path), "", output.worker_staging))
            for row, summary, files in zip(done.rows, summaries(done.rows), done.files, strict=True):
                own = staged_content(files, f"skills/{summary.entry.name}/SKILL.md")
                assert own == Path(row.location, "SKILL.md").read_bytes()

    def test_the_record_holds_nothing_twice(self, write_skill, tmp_path: Path, settings_of) -> None:
        write_skill("a", body="\n# Quixotic\n\nQuixotic words.\n")
        (row,) = load_chunk(LoadChunk(settings_of(), places(tmp_path), "")).rows
        record = decode(row.record, PageRecord)
        assert b"quixot" in row.terms
        assert (record.terms.text, record.findings, record.own_terms) == (b"", (), ())
        assert "Quixotic" in record.html


class TestLoader:
    @pytest.fixture(autouse=True)
    def skills(self, write_skill, age_of) -> None:
        for name in ("a", "b"):
            write_skill(name, files={"x.py": b"1\n"})
        age_of()

    @pytest.fixture
    def age_of(self, tmp_path: Path) -> Callable[[], None]:
        """Return a function that lets files be so old that their times are believed."""

        def age() -> None:
            for path in (tmp_path / "skills").rglob("*"):
                if path.stat().st_mtime > 1:
                    os.utime(path, (1.0, 1.0))

        return age

    def test_what_did_not_change_is_not_read(self, loader, tmp_path: Path, age_of) -> None:
        first = loader(IN_MEMORY).load_and_store(places(tmp_path))
        again = loader(IN_MEMORY).load_and_store(places(tmp_path))
        assert len(first.own) == 2
        assert again.own == {}
        assert again.records == first.records
        skill = tmp_path / "skills/b/SKILL.md"
        skill.write_text(skill.read_text() + "\nMore.\n")
        age_of()
        third = loader(IN_MEMORY).load_and_store(places(tmp_path))
        assert [Path(path).name for path in third.own] == ["b"]
        assert third.records[0] == first.records[0]
        assert third.records[1].summary.key != first.records[1].summary.key

    def test_records_of_locations_that_are_gone_are_removed(self, loader, store: BuildStore, tmp_path: Path) -> None:
        found = places(tmp_path)
        loader(IN_MEMORY).load_and_store(found)
        loader(IN_MEMORY).load_and_store(found[:1])
        assert [location for location, _ in store.columns("terms")] == [found[0].path]

    def test_files_that_the_output_lost_are_made_again(self, loader, tmp_path: Path) -> None:
        loaded = loader(IN_MEMORY).load_and_store(places(tmp_path))
        path = loaded.records[1].location.path
        assert loader(IN_MEMORY).reload_own_files(loaded.records[1:]) == {path: loaded.own[path]}

    def test_a_skill_that_changed_since_it_was_recorded_is_refused_once(
        self, loader, store: BuildStore, tmp_path: Path
    ) -> None:
        loaded = loader(IN_MEMORY).load_and_store(places(tmp_path))
        skill = tmp_path / "skills/b/SKILL.md"
        skill.write_text(skill.read_text().replace("b", "c", 1))
        with pytest.raises(SkillpackError, match="changed during the build") as refused:
            loader(IN_MEMORY).reload_own_files(loaded.records)
        assert refused.value.hint == "build again"
        store.begin()
        again = loader(IN_MEMORY).load_and_store(places(tmp_path))
        assert len(loader(IN_MEMORY).reload_own_files(again.records)) == 2
