"""What lies in a folder of a commit is what lies in that folder of a checkout, as `files.read` tells it."""

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from skillpack.errors import IntegrityError
from skillpack.files.discover import discover
from skillpack.files.read import read
from skillpack.model.limits import Limits
from skillpack.model.settings import Source
from skillpack.sources.git.commit import LINK, Commit, CommitEntry, list_folder, parse_commit

FOLDER = "a/b/skill"
LIMITS = Limits(depth=3)

_NAME = st.sampled_from(["SKILL.md", "x", "y", "z.md", "evals", "triggers.json", ".git", "n~", "node_modules", "é"])
_PATH = st.lists(_NAME, min_size=1, max_size=4).map("/".join)
_TARGET = st.one_of(
    _PATH,
    st.tuples(st.integers(1, 3), _PATH).map(lambda pair: "../" * pair[0] + pair[1]),
    st.sampled_from([".", "..", "../..", "x/..", "./x", "x/", "../skill", "../../b/skill/x", "../other/x"]),
)
_INSIDE = st.dictionaries(_PATH, st.one_of(st.none(), _TARGET), max_size=8)


def lay(top: Path, files: Mapping[str, str | None]) -> Commit:
    """Write files and links, and return them as a commit lists them; what is in the way of another is left out."""
    entries = {}
    for path, target in files.items():
        place = top / path
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            if any(parent.is_symlink() for parent in place.parents if parent != top and top in parent.parents):
                continue
            if target is None:
                with place.open("x") as file:
                    file.write(path)
            else:
                place.symlink_to(target)
        except OSError:
            continue
        entries[path] = CommitEntry("100644" if target is None else LINK, path, path)
    _drop_empty(top)  # what was made on the way to something that is in the way: no commit holds a folder alone
    return Commit(tuple(entries.values()))


def _drop_empty(top: Path) -> None:
    for folder, _, _ in os.walk(top, topdown=False):
        if folder != str(top) and not os.listdir(folder):  # noqa: PTH208
            Path(folder).rmdir()


def told(files, skipped, *, complete: bool):  # noqa: ANN201
    return sorted(files), sorted((odd.path, odd.kind, odd.detail) for odd in skipped), complete


@settings(max_examples=400, deadline=None)
@given(_INSIDE, st.dictionaries(_PATH, st.one_of(st.none(), _TARGET), max_size=3))
@example({"x": ".", "y": "x", "SKILL.md": None}, {})
@example({"x/y": "..", "x/z.md": None, "y": "x"}, {})
@example({"x/y": "../x", "y": "x/y", "SKILL.md": None}, {})
@example({"x": "y", "y": "x"}, {})
@example({"x": None, "y": "x/.."}, {})
@example({"x": "../other/x", "y": "../../b/skill/z.md", "z.md": None}, {"x": None})
@example({"x": "z.md/y", "z.md": None}, {})
@example({"evals/triggers.json": None, "x": "evals", "SKILL.md": None}, {})
@example({"y": "x", "x/SKILL.md/SKILL.md": None, "y/SKILL.md/x/SKILL.md": None}, {})
def test_is_what_a_checkout_holds(inside: Mapping[str, str | None], outside: Mapping[str, str | None]) -> None:
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:  # noqa: PTH112, S108
        top = Path(folder)
        (top / FOLDER).mkdir(parents=True)
        # Without a skill file a folder is not read at all.
        files = {"SKILL.md": None} | {path: to for path, to in inside.items() if not path.startswith("SKILL.md")}
        commit = lay(
            top,
            {f"{FOLDER}/{path}": target for path, target in files.items()}
            | {f"a/b/other/{path}": target for path, target in outside.items() if target is None},
        )
        (place,) = discover((Source("skill", depth=0),), top / "a/b")
        candidate = read(place, LIMITS)
        targets = {path: os.readlink(top / path) for path in commit.links(FOLDER)}  # noqa: PTH115 as it is written
        listed = list_folder(commit, FOLDER, targets, LIMITS)
        # Folders of a commit are never empty; those that a checkout has beyond it say nothing.
        complete = candidate.whole or any(odd.kind == "too-large" for odd in candidate.skipped)
        assert told(listed.files, listed.skipped, complete=listed.complete) == told(
            (path for path, _ in candidate.listing), candidate.skipped, complete=complete
        )


@pytest.mark.parametrize("path", ["../x", "a/../x", "/x", "a//b", "./x", "", "a/.", "//h/x"])
def test_a_path_that_no_folder_holds_is_refused(path: str) -> None:
    with pytest.raises(IntegrityError, match=r"the commit contains|not an entry|not an entry"):
        parse_commit(f"100644 blob {'a' * 40}\t{path}\0".encode())


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(listed: bytes) -> None:
    try:
        commit = parse_commit(listed)
    except IntegrityError:
        return
    assert all(not path.startswith("/") and ".." not in path.split("/") for path in commit.entries)


def test_paths_are_read_as_bytes() -> None:
    commit = parse_commit(b"100644 blob " + b"a" * 40 + b"\ta\n\xff b\t\0")
    assert list(commit.entries) == ["a\n\udcff b\t"]
