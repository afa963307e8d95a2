"""Which files of results a catalog has, and what is read of them."""

import os
from pathlib import Path

import pytest

from skillpack.builder.inputs import results
from skillpack.builder.inputs.results import find_own_results, read_own_results, result_folders
from skillpack.catalog.paths import MANIFEST
from skillpack.errors import UsageError
from skillpack.evidence.results.reading import LARGEST_RESULT
from skillpack.files.trace import Trace, holds, same_groups

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


def test_of_two_spellings_of_a_name_the_results_are_one(tmp_path: Path) -> None:
    write(tmp_path, "csv/benchmark.json")
    file = write(tmp_path, "CSV/benchmark.json")
    (own,) = find_own_results(tmp_path).values()
    assert own.files == ("results/CSV/benchmark.json", "results/csv/benchmark.json")
    os.utime(file, ns=(10**18, 10**18 + 1))
    assert find_own_results(tmp_path)["csv"].mark not in {"", own.mark}


def test_only_the_folder_in_which_something_changed_is_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("csv", "pdf", "xls"):
        write(tmp_path, f"{name}/first/benchmark.json")
    trace = Trace(str(tmp_path), now_ns=2 * 10**18)
    before = find_own_results(tmp_path, trace)
    write(tmp_path, "pdf/second/benchmark.json")
    write(tmp_path, "new/benchmark.json")
    (tmp_path / "results" / "xls" / "first" / "benchmark.json").unlink()
    same = {str(tmp_path): {group.name: group for group in same_groups(trace.stored()) if group.name}}
    scanned = list[str]()
    scan = results.scan_folder
    monkeypatch.setattr(
        results, "scan_folder", lambda top, **more: (scanned.append(Path(top).name), scan(top, **more))[1]
    )
    again = Trace(str(tmp_path), now_ns=2 * 10**18, same=same)
    found = find_own_results(tmp_path, again)
    assert sorted(scanned) == ["new", "pdf", "xls"]
    assert found == find_own_results(tmp_path)
    assert found["csv"] == before["csv"]
    assert sorted(found) == ["csv", "new", "pdf"]
    assert holds(again.stored())


def test_what_is_in_a_folder_that_nobody_asks_for_is_not_seen(tmp_path: Path) -> None:
    write(tmp_path, "csv/benchmark.json")
    write(tmp_path, "Csv/notes.md")
    write(tmp_path, ".hidden/benchmark.json")
    assert result_folders(tmp_path) == {"csv": ("Csv", "csv")}
    assert results.own_results(tmp_path, ()) is None
    assert results.own_results(tmp_path, ("Csv",)) is None


def test_a_link_is_followed_among_the_results_of_a_catalog(tmp_path: Path) -> None:
    write(tmp_path, "csv/benchmark.json")
    link = tmp_path / "results" / "tsv"
    link.symlink_to("csv")
    trace = Trace(str(tmp_path), now_ns=2 * 10**18)
    assert find_own_results(tmp_path, trace)["tsv"].files == ("results/tsv/benchmark.json",)
    assert holds(trace.stored())
    link.unlink()
    assert not holds(trace.stored())


def test_copies_of_results_in_a_site_are_none(tmp_path: Path) -> None:
    write(tmp_path, "csv/benchmark.json")
    trace = Trace(str(tmp_path), now_ns=2 * 10**18)
    find_own_results(tmp_path, trace)
    (tmp_path / "results" / MANIFEST).write_text("")
    assert find_own_results(tmp_path) == {}
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
