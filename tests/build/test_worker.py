"""A chunk in, what came of it out; both cross the border of processes."""

import pickle
from dataclasses import replace
from pathlib import Path

import msgspec

from skillpack.files.discover import discover
from skillpack.files.folder import FolderOutput
from skillpack.files.read import read
from skillpack.model.digest import sha256
from skillpack.model.entry import Prepared
from skillpack.model.limits import Limits
from skillpack.model.settings import Source
from skillpack.build.store import BuildStore
from skillpack.build.worker import Chunk, work


def test_places_and_candidates_give_the_same(write_skill, tmp_path: Path, settings_of) -> None:
    write_skill("a", files={"x.py": b"1\n"})
    write_skill("b")
    places = tuple(discover((Source("skills"),), tmp_path))
    candidates = tuple(read(place, Limits()) for place in places)

    assert work(Chunk(settings_of(), places, (), "")) == work(Chunk(settings_of(), (), candidates, ""))


def test_products_come_in_the_order_of_the_chunk(write_skill, tmp_path: Path, settings_of) -> None:
    for name in ("a", "b", "c"):
        write_skill(name)
    places = tuple(reversed(list(discover((Source("skills"),), tmp_path))))
    done = work(Chunk(settings_of(), places, (), ""))

    assert [product.prepared.entry.name for product in done.products] == ["c", "b", "a"]


def test_only_what_was_not_remembered_comes_back(write_skill, tmp_path: Path, settings_of) -> None:
    write_skill("a", files={"x.py": b"1\n"})
    places = tuple(discover((Source("skills"),), tmp_path))
    cache = BuildStore(tmp_path / "cache.sqlite")
    first = work(Chunk(settings_of(), places, (), cache.path))
    cache.begin()
    cache.put_fragments(first.fragments)
    cache.commit()

    again = work(Chunk(settings_of(), places, (), cache.path))
    cache.close()

    assert len(first.fragments) == 1  # the body
    assert again.fragments == ()
    assert again.products == first.products


def test_both_ways_can_be_pickled(write_skill, tmp_path: Path, settings_of) -> None:
    write_skill("a")
    (tmp_path / "skills" / "empty" / "x").mkdir(parents=True)
    (tmp_path / "skills" / "empty" / "a.txt").write_text("no skill")
    chunk = Chunk(settings_of(), tuple(discover((Source("skills"),), tmp_path)), (), "")
    done = work(pickle.loads(pickle.dumps(chunk)))  # noqa: S301 our own bytes

    assert pickle.loads(pickle.dumps(done)) == done  # noqa: S301


def test_a_place_that_vanished_is_a_folder_without_a_skill(write_skill, tmp_path: Path, settings_of) -> None:
    folder = write_skill("a")
    places = tuple(discover((Source("skills"),), tmp_path))
    (folder / "SKILL.md").unlink()
    folder.rmdir()
    (product,) = work(Chunk(settings_of(), places, (), "")).products

    assert product.prepared is None
    assert product.nameless == "the folder holds no `SKILL.md`"


def test_files_that_are_written_are_those_that_would_have_come(write_skill, tmp_path: Path, settings_of) -> None:
    write_skill("a", files={"x.py": b"1\n", "y.png": b"\x89PNG\r\n\x1a\n"})
    write_skill("b")
    places = tuple(discover((Source("skills"),), tmp_path))
    told = work(Chunk(settings_of(), places, (), ""))
    with FolderOutput(tmp_path / "dist") as output:
        written = work(Chunk(settings_of(), places, (), "", output.workplace))
        for given, product, made in zip(told.products, written.products, written.made, strict=True):
            assert product == replace(given, files=())
            assert made is not None
            assert {path: made.read(path) for path, _ in made.files} == dict(given.files)
            assert [path for path, _ in made.files] == [path for path, _ in given.files]
            assert dict(made.files) == {path: sha256(content) for path, content in given.files}
    assert told.made == (None, None)


def test_of_two_claims_in_one_chunk_the_second_comes_as_bytes(make_candidate, tmp_path: Path, settings_of) -> None:
    skill = "---\nname: {}\ndescription: x\n---\n\n{}\n"
    candidates = tuple(
        make_candidate(skill=skill.format(name, text).encode(), stem=f"s{text}")
        for name, text in (("one", 1), ("One", 2), ("two", 3))
    )
    with FolderOutput(tmp_path / "dist") as output:
        done = work(Chunk(settings_of(), (), candidates, "", output.workplace))

    assert [made is None for made in done.made] == [False, True, False]
    assert [bool(product.files) for product in done.products] == [False, True, False]


def test_a_product_crosses_as_the_record_that_the_cache_keeps(write_skill, tmp_path: Path, settings_of) -> None:
    write_skill("a")
    (product,) = work(Chunk(settings_of(), tuple(discover((Source("skills"),), tmp_path)), (), "")).products
    crossed = pickle.loads(pickle.dumps(product))  # noqa: S301 our own bytes

    assert crossed == product
    assert msgspec.msgpack.decode(crossed.record, type=Prepared) == product.prepared
    assert pickle.dumps(product).count(product.prepared.html.encode()) == 1
