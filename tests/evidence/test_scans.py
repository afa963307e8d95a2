import json
from collections.abc import Mapping
from typing import Any

import pytest

from skillpack.evidence.scans import bind_scans, scans_by_skill
from skillpack.model.review import Scan
from skillpack.model.scan import ResultCounts, ScanRun, SkillScan

FOLDERS = {"skills/report": "report", "skills/notes": "notes", "skills/notes/inner": "inner"}
FILES = {"SKILL.md": "a" * 64, "run.py": "b" * 64}
DIGEST = "d" * 64
REVISION = "e" * 40


def run(
    counts: Mapping[str, ResultCounts] = {}, hashes: Mapping[str, str] = {}, file: str = "all.sarif", **more: Any
) -> ScanRun:
    return ScanRun("scan", "1", "2026-11-20", more.get("revisions", ()), counts, hashes, file)


def split(*runs: ScanRun) -> Mapping[str, tuple[SkillScan, ...]]:
    return scans_by_skill(runs, FOLDERS)[0]


def bound(part: SkillScan, *others: SkillScan, revision: str = "") -> tuple[Scan, ...]:
    return bind_scans((part, *others), FILES, DIGEST, revision=revision)


def hashed(files: Mapping[str, str], **more: Any) -> SkillScan:
    ((part,),) = split(run(hashes={f"skills/report/{path}": digest for path, digest in files.items()}, **more)).values()
    return part


def test_results_belong_to_the_innermost_skill_that_they_lie_in() -> None:
    one = ResultCounts(1, 0, 0)
    found = split(run({"skills/report/run.py": one, "skills/notes/SKILL.md": one, "skills/notes/inner/a/b.md": one}))
    assert {name: [each.counts for each in parts] for name, parts in found.items()} == {
        "report": [one],
        "notes": [one],
        "inner": [one],
    }


@pytest.mark.parametrize(
    "path", ["/ci/build/skills/report/run.py", "/skills/report/run.py", "/C:/x/skills/report/run.py", "skills/report"]
)
def test_an_absolute_path_may_have_led_to_any_catalog(path: str) -> None:
    assert list(split(run({path: ResultCounts(1, 0, 0)}))) == ["report"]


@pytest.mark.parametrize(
    "path", ["", "run.py", "other/skills/report/run.py", "skills/reports/run.py", "/x/report/run.py"]
)
def test_a_path_elsewhere_belongs_to_no_skill(path: str) -> None:
    assert scans_by_skill([run({path: ResultCounts(1, 0, 0)})], FOLDERS) == ({}, ("all.sarif",))


@pytest.mark.parametrize("file", ["scans/report.sarif", "report.sarif.json", "scans/report/weekly.sarif"])
def test_a_report_without_paths_is_about_the_skill_it_is_called_after(file: str) -> None:
    counts = {"run.py": ResultCounts(1, 0, 0), "": ResultCounts(0, 1, 0)}
    found, silent = scans_by_skill([run(counts, {"SKILL.md": "a" * 64, "/etc/x": "b" * 64}, file)], FOLDERS)
    (part,) = found["report"]
    assert part.counts == ResultCounts(1, 1, 0)
    assert part.hashes == (("SKILL.md", "a" * 64),)
    assert silent == ()


def test_a_report_with_no_result_is_one_of_its_skill() -> None:
    (scan,) = bound(*split(run(file="report.sarif"))["report"])
    assert scan == Scan("scan", "1", "2026-11-20", file="report.sarif")


def test_every_file_with_its_hash_names_the_content() -> None:
    assert bound(hashed(FILES))[0].digest == DIGEST
    assert bound(hashed({**FILES, "evals/evals.json": "c" * 64}))[0].digest == DIGEST


@pytest.mark.parametrize(
    "files", [{"SKILL.md": "a" * 64}, {"run.py": "b" * 64}, {**FILES, "run.py": "c" * 64}, {**FILES, "run.py": ""}]
)
def test_a_part_of_the_files_or_others_name_nothing(files: dict[str, str]) -> None:
    assert bound(hashed(files))[0].digest == ""


def test_the_revision_of_the_catalog_names_the_content() -> None:
    part = hashed({"SKILL.md": ""}, revisions=(REVISION,))
    assert bound(part, revision=REVISION.upper())[0].digest == DIGEST
    assert bound(part, revision="f" * 40)[0].digest == ""
    assert bound(part)[0].digest == ""


def test_a_hash_of_another_file_wins_over_the_revision() -> None:
    part = hashed({"SKILL.md": "c" * 64}, revisions=(REVISION,))
    assert bound(part, revision=REVISION)[0].digest == ""


def test_of_a_tool_the_newest_is_shown_and_one_of_these_bytes_first() -> None:
    def part(tool: str, day: str, *, names: bool = False, notes: int = 0) -> SkillScan:
        hashes = tuple(FILES.items()) if names else ()
        return SkillScan(tool, "1", day, ResultCounts(0, 0, notes), f"{tool}-{day}.sarif", (), hashes)

    found = bound(
        part("scan", "2026-11-20", notes=2),
        part("scan", "2026-10-01", names=True, notes=1),
        part("scan", "2026-09-01", names=True),
        part("lint", "2026-11-21"),
        part("lint", "2026-11-22", notes=3),
        part("lint", "2026-11-22", notes=4),
    )
    assert [(each.tool, each.day, each.notes, bool(each.digest)) for each in found] == [
        ("scan", "2026-10-01", 1, True),
        ("lint", "2026-11-22", 7, False),
    ]


def test_many_tools_are_cut() -> None:
    parts = [SkillScan(f"t{n}", "", "", ResultCounts(), "x") for n in range(100)]
    assert len(bound(*parts)) == 20


def test_a_catalog_may_be_a_skill_itself() -> None:
    found, _ = scans_by_skill([run({"run.py": ResultCounts(1, 0, 0)})], {"": "self"})
    assert found["self"][0].counts == ResultCounts(1, 0, 0)


def test_a_skill_of_one_file_is_its_own_folder() -> None:
    one = ResultCounts(1, 0, 0)
    found, _ = scans_by_skill([run({"skills/one.md": one}, {"/ci/skills/one.md": "a" * 64})], {"skills/one.md": "one"})
    assert found["one"][0].counts == one
    assert found["one"][0].hashes == (("SKILL.md", "a" * 64),)


def test_many_deep_paths_lie_in_no_skill() -> None:
    counts = {json.dumps(n) + "/a" * 20: ResultCounts(1, 0, 0) for n in range(50_000)}
    assert split(run(counts)) == {}


def test_files_that_nobody_knows_are_named_by_nothing() -> None:
    assert bind_scans([hashed(FILES)], {}, DIGEST)[0].digest == ""


def test_an_absolute_path_lies_in_the_innermost_of_skills_whose_folders_end_alike() -> None:
    folders = {"one/skill": "one", "two/one/skill": "two"}
    found, _ = scans_by_skill([run({"/ci/two/one/skill/run.py": ResultCounts(1, 0, 0)})], folders)
    assert list(found) == ["two"]


def test_many_deep_paths_are_looked_up_among_many_skills_whose_folders_end_alike() -> None:
    counts = {f"/{'skill/' * 20}{n}": ResultCounts(1, 0, 0) for n in range(20_000)}
    assert scans_by_skill([run(counts)], {f"{n}/skill": f"s{n}" for n in range(10_000)}) == ({}, ("all.sarif",))
