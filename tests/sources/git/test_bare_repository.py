import os
import time
from pathlib import Path

import pytest

from skillpack.sources.git.bare_repository import drop_unused, mark_used

DAY = 24 * 60 * 60


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Give three repositories of a thousand bytes, last used one, two and three days ago."""
    for days, name in enumerate(("a-40.git", "b-40.git", "c-64.git"), start=1):
        packs = tmp_path / name / "objects/pack"
        packs.mkdir(parents=True)
        (packs / "x.pack").write_bytes(b"x" * 1000)
        then = time.time() - days * DAY - 60
        os.utime(tmp_path / name, (then, then))
    return tmp_path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_as_long_as_they_fit_all_stay(kept: Path) -> None:
    drop_unused(kept, most=3000)
    assert names(kept) == ["a-40.git", "b-40.git", "c-64.git"]


def test_those_not_used_for_longest_go(kept: Path) -> None:
    mark_used(kept / "c-64.git")
    drop_unused(kept, most=2000)
    assert names(kept) == ["a-40.git", "c-64.git"]


def test_what_was_used_today_stays(kept: Path) -> None:
    mark_used(kept / "a-40.git")
    drop_unused(kept, most=0)
    assert names(kept) == ["a-40.git"]


def test_what_a_killed_run_left_goes(kept: Path) -> None:
    for name, age in (("tmpold", 2 * DAY), ("tmpnew", 60)):
        (kept / name).mkdir()
        os.utime(kept / name, (time.time() - age,) * 2)
    drop_unused(kept)
    assert names(kept) == ["a-40.git", "b-40.git", "c-64.git", "tmpnew"]


def test_no_folder_is_no_fault(tmp_path: Path) -> None:
    drop_unused(tmp_path / "nowhere")
    assert names(tmp_path) == []
