"""However a catalog came to be what it is, its site is the one that a clean build makes (requirements P7b).

`SKILLPACK_EDITS=1000` tries so many sequences of edits instead of a few.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, Phase, example, given, note, settings
from hypothesis import strategies as st

from skillpack.builder.build import build_site
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inputs.inputs import gather
from skillpack.builder.store import BuildStore
from skillpack.cli.main import run
from skillpack.files.folder import FolderOutput
from skillpack.model.progress import silent

sys.path.insert(0, str(Path(__file__).parent))

from edits import KINDS, World

EXAMPLES = int(os.environ.get("SKILLPACK_EDITS", "8"))
MEMORY = "/dev/shm"  # noqa: S108 a folder in memory where there is one: the disk is not what is tested

EDITS = st.one_of(
    *(st.tuples(st.just(kind), *(st.sampled_from(values) for values in choices)) for kind, choices in KINDS.items())
)


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _built(world: World) -> dict[str, bytes]:
    """Return the site after a build as people type it, in which nothing may be left to do."""
    places = ("-o", str(world.root / "out"), "--cache", str(world.root / "cache"), "--executor", "inline")
    allowed = ("--allow-withdrawn", "100")  # most of these few skills may well go at once
    seconds = f"{datetime.fromisoformat(f'{world.date}T00:00Z').timestamp():.0f}" if world.date else ""
    with mock.patch.dict(os.environ, SOURCE_DATE_EPOCH=seconds):
        assert run(["build", str(world.root), "--today", world.today, *places, *allowed]) in {0, 1}
    return _files(world.root / "out")


def _clean(world: World, output: Path) -> dict[str, bytes]:
    """Return the site that a build without any memory makes."""
    inputs = gather(locate(world.root), today=world.today, date=world.date)
    with FolderOutput(output) as target, closing(BuildStore(None)) as memory:
        build_site(inputs, target, memory, folder="", pool=lambda _: None, report=silent)
    return _files(output)


@pytest.fixture
def base() -> Iterator[Callable[[], Path]]:
    """Give a function that makes a new folder, in memory where that is possible."""
    made: list[Path] = []

    def new() -> Path:
        made.append(Path(tempfile.mkdtemp(dir=MEMORY if os.access(MEMORY, os.W_OK) else None)))
        return made[-1]

    yield new
    for folder in made:
        shutil.rmtree(folder)


# What chance finds rarely. The winner of a name goes, and the loser was not touched.
LOSER_WINS = [
    ([("write", "skills/alpha", 1, 0, "alpha"), ("write", "more/alpha", 1, 2, "alpha")], True),
    ([("drop", "skills/alpha", "")], True),
    ([("sources", 1), ("write", "skills/beta", 0, 0, "alpha")], True),
    ([("sources", 0)], True),
]
# A skill without a digest changes where its entry does not.
WITHOUT_DIGEST = [
    ([("write", "skills/alpha", 6, 0, "alpha"), ("file", "skills/alpha", "bad\udcff.md", 0)], True),
    ([("write", "skills/alpha", 7, 0, "alpha")], True),
    ([("file", "skills/alpha", "references/notes.md", 0)], True),
    ([("file", "skills/alpha", "references/notes.md", 1)], True),
]
# A flat skill comes before a folder of the same name when names are sorted, and loses to it.
FLAT_AND_FOLDER = [
    ([("sources", 1), ("write", "skills/beta.md", 0, 0, "delta"), ("write", "skills/delta", 0, 0, "delta")], False),
    ([("write", "more/delta.yaml", 0, 0, "delta")], False),
]


# A skill links to others and names them before they are there, while they are, and when they are gone.
OTHERS_COME_AND_GO = [
    ([("write", "skills/alpha", 1, 5, "alpha"), ("drop", "skills/beta", "")], True),
    ([("write", "skills/gamma", 0, 0, "gamma"), ("write", "skills/delta", 0, 0, "no-name-yet")], True),
    ([("write", "skills/beta", 2, 1, "beta")], True),
    ([("drop", "skills/gamma", ""), ("drop", "skills/delta", "")], True),
]
# All that decides about a skill changes, but the skill.
WITHOUT_EDIT = [
    ([("table", "suppress", 0), ("table", "note", 1), ("table", "bundle", 0)], True),
    ([("table", "suppress", -1), ("catalog", "profiles", 0), ("table", "renamed", 0)], True),
    ([("table", "policy", 1), ("days", "2026-02-01", "2027-01-01"), ("table", "note", 0)], True),
    ([("table", "policy", -1), ("table", "theme", 0), ("days", "", "2025-01-01"), ("table", "note", -1)], True),
]
# Reviews come, change and go, while skills do or do not.
REVIEWED = [
    ([("review", "alpha", 0), ("write", "skills/gamma", 0, 0, "gamma")], True),
    ([("review", "beta", 3), ("table", "review", 0)], True),
    ([("write", "skills/alpha", 1, 1, "alpha"), ("review", "gamma", 2)], True),
    ([("review", "alpha", 1), ("review", "beta", -1), ("table", "review", -1)], True),
    ([("review", "alpha", -1), ("review", "gamma", -1)], True),
]
# Results and reports come, change and go, of skills that change too.
MEASURED = [
    ([("result", "alpha/first/one/benchmark.json", 0), ("result", "beta/benchmark.json", 1)], True),
    ([("result", "Beta/benchmark.json", 2), ("table", "review", 1), ("scan", "a", 0)], True),
    ([("write", "skills/alpha", 1, 1, "alpha"), ("scan", "a", 1), ("scan", "alpha", 2)], True),
    ([("result", "alpha/benchmark.json", 2), ("table", "eval", 0), ("review", "alpha", 0)], True),
    ([("result", "alpha/first/one/benchmark.json", -1), ("scan", "a", -1)], True),
    ([("result", "beta/benchmark.json", -1), ("table", "eval", -1), ("scan", "alpha", 3)], True),
]


def _same(one: dict[str, bytes], other: dict[str, bytes]) -> None:
    assert sorted(one) == sorted(other)
    assert [path for path in one if one[path] != other[path]] == []


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@example(LOSER_WINS)
@example(WITHOUT_DIGEST)
@example(FLAT_AND_FOLDER)
@example(OTHERS_COME_AND_GO)
@example(WITHOUT_EDIT)
@example(REVIEWED)
@example(MEASURED)
@given(st.lists(st.tuples(st.lists(EDITS, min_size=1, max_size=4), st.booleans()), min_size=2, max_size=5))
def test_edits_lead_to_the_site_that_a_clean_build_makes(
    base: Callable[[], Path], rounds: list[tuple[list[tuple[object, ...]], bool]]
) -> None:
    root = base()
    world = World(root)
    world.settle()
    _built(world)
    for number, (edits, believed) in enumerate(rounds):
        for edit in edits:
            note(repr(edit))
            world.apply(edit)
        if believed:
            world.settle()
        note("-- build")
        incremental = _built(world)
        _same(incremental, _clean(world, root / f"clean{number}"))
        _same(incremental, _built(world))
