"""Which files of results a catalog has, and what is read of them."""

import os
from pathlib import Path

import pytest

from skillpack.builder.inputs.results import find_own_results, read_own_results
from skillpack.errors import UsageError
from skillpack.evidence.results.reading import LARGEST_RESULT
from skillpack.files.trace import Trace, holds

GOOD = '{"run_summary": {"with_skill": {"pass_rate": 0.5}}}'


def write(root: Path, path: str, text: str = GOOD) -> Path:
    file = root / "results" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    os.utime(file, ns=(10**18, 10**18))
    return file


def test_without_a_folder_there_are_none_and_one_question_is_asked(tmp_path: Path) -> None:
    trace = Trace(str(tmp_path), now_ns=2 * 10**18)
    assert find_own_results(tmp_path, trace) == {}
    assert [kind for kind, _, _ in trace.stored().asked] == ["kind"]
    assert trace.stored().groups == ()
    write(tmp_path, "csv/benchmark.json")
    assert not holds(trace.stored())


def test_files_are_found_by_the_name_of_their_skill(tmp_path: Path) -> None:
    for path in ("csv/a/codex/benchmark.json", "csv/BENCHMARK.md", "PDF/benchmark.json"):
        write(tmp_path, path)
    for path in ("benchmark.json", "csv/notes.md", "csv/grading.json"):
        write(tmp_path, path)
    found = find_own_results(tmp_path)
    assert {name: own.files for name, own in found.items()} == {
        "csv": ("results/csv/BENCHMARK.md", "results/csv/a/codex/benchmark.json"),
        "pdf": ("results/PDF/benchmark.json",),
    }
    assert all(own.mark for own in found.values())


def test_what_a_skill_brings_is_no_result_of_the_catalog(tmp_path: Path) -> None:
    for path in ("csv/benchmark.json", "csv/evals/benchmark.json", "team/pdf/a/BENCHMARK.md", "csv-two/benchmark.json"):
        write(tmp_path, path)
    for path in ("csv/SKILL.md", "team/pdf/skill.md"):
        write(tmp_path, path)
    assert {own.files for own in find_own_results(tmp_path).values()} == {("results/csv-two/benchmark.json",)}
    write(tmp_path, "SKILL.md")
    assert find_own_results(tmp_path) == {}


def test_an_edit_is_seen_by_its_mark_and_by_a_trace(tmp_path: Path) -> None:
    file = write(tmp_path, "csv/benchmark.json")
    trace = Trace(str(tmp_path), now_ns=2 * 10**18)
    before = find_own_results(tmp_path, trace)["csv"].mark
    assert holds(trace.stored())
    file.write_text(GOOD.replace("0.5", "0.75"))
    os.utime(file, ns=(10**18, 10**18 + 1))
    assert find_own_results(tmp_path)["csv"].mark != before
    assert not holds(trace.stored())


def test_what_cannot_be_read_is_a_problem_of_its_file(tmp_path: Path) -> None:
    write(tmp_path, "csv/a/benchmark.json")
    with write(tmp_path, "csv/b/benchmark.json").open("wb") as file:
        file.truncate(LARGEST_RESULT + 1)
    read = read_own_results(tmp_path, find_own_results(tmp_path)["csv"], "csv")
    assert [(each.file, each.result is None, each.problems) for each in read] == [
        ("results/csv/a/benchmark.json", False, ()),
        (
            "results/csv/b/benchmark.json",
            True,
            ("`results/csv/b/benchmark.json` is larger than 4194304 bytes",),
        ),
    ]


def test_of_more_files_than_are_read_the_number_is_said(tmp_path: Path) -> None:
    for number in range(260):
        write(tmp_path, f"csv/{number:03}/benchmark.json")
    read = read_own_results(tmp_path, find_own_results(tmp_path)["csv"], "csv")
    assert len(read) == 257
    assert read[-1].problems == ("it is one of 260 files of this skill, of which 256 are read",)


def test_a_link_out_of_the_catalog_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere", "csv/benchmark.json")
    root = tmp_path / "catalog"
    root.mkdir()
    (root / "results").symlink_to(tmp_path / "elsewhere" / "results")
    with pytest.raises(UsageError, match="the folder of results `results` is behind a link out of the catalog"):
        find_own_results(root)
    (root / "results").unlink()
    (root / "results").mkdir()
    (root / "results" / "csv").symlink_to(tmp_path / "elsewhere" / "results" / "csv")
    assert find_own_results(root) == {}
