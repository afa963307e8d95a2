"""A second load parses only what changed, and gives what the first would."""

import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from skillpack.runtime.store import SkillStore, load_skills

OLD = 1.0  # seconds since 1970
MORE = """\
license: MIT
metadata: {version: 1.10}
allowed-tools: Read Bash(git:*)
user-invocable: false
requires: {bins: [git]}
"""


def settle(root: Path) -> None:
    """Let everything be so old that it is believed."""
    for path in (root, *root.rglob("*")):
        os.utime(path, (OLD, OLD))


@pytest.fixture
def cached(write, tmp_path: Path) -> Callable[[], SkillStore]:
    write("pdf", more=MORE, body="Read $0.\n")
    write("letters", body="\r\n")
    write("bad", more="license: 3\n")
    settle(tmp_path / "workspace")
    return lambda: load_skills(workspace_dir=tmp_path / "workspace", cache=tmp_path / "cache")


def kept(tmp_path: Path) -> Path:
    (file,) = (tmp_path / "cache").iterdir()
    return file


def test_a_second_load_gives_the_same(cached, tmp_path: Path) -> None:
    plain = load_skills(workspace_dir=tmp_path / "workspace")

    assert cached() == cached() == plain
    assert [each.errors for each in cached().invalid] == [each.errors for each in plain.invalid]


def test_what_is_kept_is_used(cached, tmp_path: Path) -> None:
    cached()
    found = msgspec.msgpack.decode(kept(tmp_path).read_bytes())
    for one in found.values():
        one["description"] = "As it was kept."
    kept(tmp_path).write_bytes(msgspec.msgpack.encode(found))

    assert {skill.description for skill in cached()} == {"As it was kept."}


@pytest.mark.parametrize("lasting", [False, True])
def test_an_edit_is_seen_even_of_the_same_size_and_time(cached, tmp_path: Path, lasting: bool) -> None:  # noqa: FBT001
    cached()
    file = tmp_path / "workspace" / "pdf" / "SKILL.md"
    file.write_bytes(file.read_bytes().replace(b"Does pdf.", b"Does PDF."))
    if lasting:
        os.utime(file, (OLD, OLD))

    assert cached().get("pdf").description == "Does PDF."


def test_a_file_that_came_or_went_is_seen(cached, tmp_path: Path) -> None:
    cached()
    program = tmp_path / "workspace" / "pdf" / "SKILL.star"
    program.write_text("def run(input):\n    return 1\n")
    assert cached().get("pdf").language == "starlark"
    program.unlink()
    assert cached().get("pdf").language == ""


@pytest.mark.parametrize("content", [b"", b"\x93", b"{}", msgspec.msgpack.encode({"x": 1})])
def test_what_is_no_cache_of_ours_is_left_out(cached, tmp_path: Path, content: bytes) -> None:
    first = cached()
    kept(tmp_path).write_bytes(content)

    assert cached() == first


def test_a_cache_that_cannot_be_written_costs_time_alone(cached, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")

    assert len(cached()) == 2


def test_what_is_young_is_parsed_again(write, tmp_path: Path) -> None:
    write("pdf")
    load_skills(workspace_dir=tmp_path / "workspace", cache=tmp_path / "cache")

    assert not (tmp_path / "cache").exists()


def test_a_link_in_the_place_of_the_file_is_not_taken_for_it(cached, tmp_path: Path) -> None:
    cached()
    file = tmp_path / "workspace" / "pdf" / "SKILL.md"
    file.rename(tmp_path / "elsewhere.md")
    file.symlink_to(tmp_path / "elsewhere.md")

    assert "pdf" not in cached()
