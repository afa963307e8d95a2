"""A chunk in, what came of it out; both cross the border of processes."""

import pickle
from pathlib import Path

from skillpack.files.discover import discover
from skillpack.files.read import read
from skillpack.model.limits import Limits
from skillpack.model.settings import Source
from skillpack.pipeline.cache import Cache
from skillpack.pipeline.worker import Chunk, work


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
    cache = Cache(tmp_path / "cache.sqlite")
    first = work(Chunk(settings_of(), places, (), cache.path))
    cache.begin()
    cache.put_fragments(first.fragments)
    cache.commit()

    again = work(Chunk(settings_of(), places, (), cache.path))
    cache.close()

    assert len(first.fragments) == 3  # the body, SKILL.md as a file, the script
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
