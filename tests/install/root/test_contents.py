import os
import socket
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from skillpack.install.root.contents import compare_trees, compiled, differences, edits, read_contents
from skillpack.model.installed import Difference
from skillpack.model.limits import Limits
from skillpack.model.tree import make_tree

Place = Any  # `changes.Place`, which the fixtures load


@pytest.fixture
def skill(place: Place) -> Path:
    place.put("1")
    return Path(place.root.skill("pdf"))


@pytest.fixture
def told(skill: Path, changes: ModuleType) -> Callable[[], list[str]]:
    _, receipt = changes.version("pdf", "1")
    return lambda: [f"{each.kind} {each.path}" for each in differences(str(skill), receipt)]


def make_link(path: Path) -> None:
    path.symlink_to("references/deep/x.md")


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))


def test_there_are_none_as_it_was_placed(told: Callable[[], list[str]]) -> None:
    assert told() == []


def test_every_changed_added_and_removed_file_is_told_by_path(skill: Path, told: Callable[[], list[str]]) -> None:
    (skill / "SKILL.md").write_bytes((skill / "SKILL.md").read_bytes().replace(b"1", b"2"))
    (skill / "scripts" / "run.sh").unlink()
    (skill / "a.md").touch()
    (skill / "references" / "deep" / "x.md").write_bytes(b"longer than before")
    (skill / ".hidden").touch()
    assert told() == [
        "added .hidden",
        "changed SKILL.md",
        "added a.md",
        "changed references/deep/x.md",
        "removed scripts/run.sh",
    ]


@pytest.mark.parametrize("make", [os.mkfifo, make_link, make_socket])
def test_what_is_no_file_is_never_opened(
    skill: Path, told: Callable[[], list[str]], make: Callable[[Path], None]
) -> None:
    (skill / "SKILL.md").unlink()
    make(skill / "SKILL.md")
    make(skill / "more")
    assert told() == ["special SKILL.md", "added more"]


def test_a_folder_that_became_a_link_is_not_entered(skill: Path, told: Callable[[], list[str]]) -> None:
    (skill / "references").rename(skill.parent.parent / "moved")
    (skill / "references").symlink_to("../../moved")
    assert told() == ["added references", "removed references/deep/x.md"]


def test_a_folder_in_the_place_of_a_file(skill: Path, told: Callable[[], list[str]]) -> None:
    (skill / "SKILL.md").unlink()
    (skill / "SKILL.md").mkdir()
    (skill / "SKILL.md" / "x").touch()
    assert told() == ["removed SKILL.md", "added SKILL.md/x"]


def test_names_that_are_not_utf8(skill: Path, told: Callable[[], list[str]]) -> None:
    (skill / os.fsdecode(b"\xff\n")).touch()
    assert told() == ["added \udcff\n"]


def test_a_hundred_thousand_files_and_a_thousand_folders_deep(skill: Path, told: Callable[[], list[str]]) -> None:
    many = skill / "many"
    many.mkdir()
    (many / "0").touch()
    for number in range(1, 100_000):
        os.link(many / f"{(number - 1) // 1000}", many / str(number)) if number % 1000 else (many / str(number)).touch()
    here = os.open(skill, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=here)
        inner = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)
    found = told()
    assert len(found) == 100_001
    assert found[0] == f"added {'/'.join('d' * 65)}"


@pytest.mark.usefixtures("unprivileged")
def test_what_may_not_be_read_is_told(place: Place, changes: ModuleType) -> None:
    place.put("1")
    skill = Path(place.root.skill("pdf"))
    _, receipt = changes.version("pdf", "1")
    (skill / "SKILL.md").chmod(0)
    (skill / "references").chmod(0)
    assert [str(each.kind) + " " + each.path for each in differences(str(skill), receipt)] == [
        "unreadable SKILL.md",
        "added references",
        "removed references/deep/x.md",
    ]
    (skill / "references").chmod(0o700)


def test_what_tools_make_anew_is_nobodys_edit() -> None:
    leftovers = ["scripts/__pycache__/x.pyc", "node_modules/a/b.js", ".DS_Store", "Thumbs.db", "x.pyc"]
    work = [".git/HEAD", "notes.md~", ".#SKILL.md", ".SKILL.md.swp", "evals/triggers.json"]
    found = tuple(Difference("added", path) for path in [*leftovers, *work])
    assert [each.path for each in edits(found)] == work
    changed = (Difference("changed", "x.pyc"), Difference("removed", "y.pyc"), Difference("special", "z.pyc"))
    assert edits(changed) == changed


def test_trees_differ_by_path_and_how() -> None:
    here, there = make_tree({"a": b"1", "b": b"1", "d": b""}), make_tree({"b": b"2", "c": b"", "d": b""})
    assert compare_trees(here, there) == (
        Difference("added", "a"),
        Difference("changed", "b"),
        Difference("removed", "c"),
    )
    assert compare_trees(here, here) == ()


def test_what_lies_where_python_puts_what_it_compiled_is_told_apart() -> None:
    planted = (Difference("added", "scripts/__pycache__/run.pyc"), Difference("added", "__pycache__/deep/notes.md"))
    others = (
        Difference("added", "__pycache__"),
        Difference("added", "x.pyc"),
        Difference("changed", "__pycache__/x.pyc"),
    )
    assert compiled((*planted, *others)) == planted


class TestRead:
    SMALL = Limits(file=40, tree=100, files=3)

    @pytest.fixture
    def mine(self, tmp_path: Path) -> Path:
        folder = tmp_path / "mine"
        (folder / "scripts").mkdir(parents=True)
        (folder / "SKILL.md").write_bytes(b"# Mine\n")
        (folder / "scripts/run.sh").write_bytes(b"#!/bin/sh\n")
        (folder / "scripts/run.sh").chmod(0o755)
        return folder

    def test_gives_the_files_and_which_of_them_are_programs(self, mine: Path) -> None:
        found = read_contents(str(mine), self.SMALL)
        assert dict(found.tree.files) == {"SKILL.md": b"# Mine\n", "scripts/run.sh": b"#!/bin/sh\n"}
        assert (found.programs, found.in_the_way) == ({"scripts/run.sh"}, "")

    @pytest.mark.parametrize(
        ("make", "why"),
        [
            (lambda at: (at / "a").symlink_to("SKILL.md"), "`a` is a link"),
            (lambda at: os.mkfifo(at / "a"), "`a` is not a regular file, or is nested too deeply"),
            (lambda at: (at / "con").touch(), "`con` is not an allowed file name"),
            (lambda at: (at / "a").write_bytes(b"x" * 41), "`a` is too large"),
            (lambda at: [(at / name).write_bytes(b"x" * 38) for name in "abc"], "`c` is too large"),
            (lambda at: [(at / name).touch() for name in "ab"], "it has more than 3 files"),
            (
                lambda at: (at / ".git").mkdir() or (at / ".git/HEAD").touch(),
                "it is a git checkout: run `git pull` there",
            ),
        ],
        ids=["link", "pipe", "name", "file", "tree", "count", "git"],
    )
    def test_says_what_is_in_the_way_and_gives_nothing(
        self, mine: Path, make: Callable[[Path], object], why: str
    ) -> None:
        make(mine)
        found = read_contents(str(mine), self.SMALL)
        assert found.in_the_way.startswith(why)
        assert (dict(found.tree.files), found.programs) == ({}, frozenset())

    def test_the_limits_themselves_are_allowed(self, mine: Path) -> None:
        (mine / "a").write_bytes(b"x" * 40)
        assert read_contents(str(mine), self.SMALL).in_the_way == ""

    def test_all_files_together_may_have_as_many_bytes_as_the_limit(self, mine: Path) -> None:
        exactly = Limits(file=40, tree=57, files=4)
        (mine / "a").write_bytes(b"x" * 40)
        assert read_contents(str(mine), exactly).in_the_way == ""
        (mine / "b").write_bytes(b"x")
        assert read_contents(str(mine), exactly).in_the_way == "`scripts/run.sh` is too large"

    def test_a_name_is_shown_in_part_where_it_is_long(self, mine: Path) -> None:
        (mine / ("x" * 60)).symlink_to("SKILL.md")
        assert read_contents(str(mine), self.SMALL).in_the_way == f"`{'x' * 49}…` is a link"

    def test_the_number_of_files_is_told_as_people_write_it(self, mine: Path) -> None:
        (mine / "many").mkdir()
        for number in range(1_000):
            (mine / "many" / str(number)).touch()
        found = read_contents(str(mine), Limits(files=1_000))
        assert found.in_the_way == "it has more than 1,000 files"
