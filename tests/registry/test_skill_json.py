import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack.errors import IndexRefusedError
from skillpack.model.ability import Ability, AbilityKind, AbilityOrigin, AbilityRow
from skillpack.model.entry import EntryState
from skillpack.model.limits import Limits
from skillpack.model.program import Program
from skillpack.model.release import Tombstone
from skillpack.model.tree import Trust
from skillpack.registry.skill_json import (
    Permissions,
    PublishedSkill,
    PublishedVersion,
    file_digests,
    permissions_of,
    read,
    recorded_permissions,
    remarked,
    version_abilities,
    write,
    write_tombstone,
)

URL = "https://x.org/skills/pdf/skill.json"


def record_of(content: bytes) -> PublishedSkill:
    return read(content, url=URL, limits=Limits())


def test_file_as_people_see_it(make_record, make_release, snapshot) -> None:
    current = make_release("pdf", date="2026-11-20")
    older = make_release("pdf", label="0.9.0", digest="e" * 64, archive="archives/pdf/pdf-0.9.0.zip", yanked="leaks")
    content = write(make_record(), (current, older))
    assert content.decode() == snapshot
    assert json.loads(content)["versions"][0]["front_matter"]["metadata"] == 'author: Ann\n  version: "1.0.0"'


@pytest.mark.parametrize("trust", list(Trust))
def test_tells_whose_skill_it_is_where_it_is_not_the_catalogs_own(make_record, make_release, trust) -> None:
    page_record = make_record()
    content = write(replace(page_record, details=replace(page_record.details, trust=trust)), [make_release("pdf")])
    assert json.loads(content).get("trust", "local") == trust
    assert (content == write(page_record, [make_release("pdf")])) is (trust is Trust.LOCAL)
    assert record_of(content).versions


def test_every_version_is_one_line(make_record, make_release) -> None:
    releases = [make_release("pdf", label=f"{number}.0.0", digest=f"{number}" * 64) for number in range(5)]
    assert len(write(make_record(), releases).splitlines()) == 7


def test_a_release_without_an_archive_is_no_version(make_record, make_release) -> None:
    assert record_of(write(make_record(), [make_release("pdf", archive="")])).versions == ()


def test_releases_are_read_as_they_were_written(make_record, make_release) -> None:
    releases = (
        make_release("pdf", label="2.0.0", digest="e" * 64, archive="archives/pdf/pdf-2.0.0.zip"),
        make_release("pdf", date="2026-01-02", yanked="leaks", markdown_sha256="c" * 64),
    )
    record = record_of(write(make_record(), releases))
    assert tuple(published.release for published in record.versions) == releases
    assert (record.name, record.state, record.tombstone) == ("pdf", "published", None)


def test_published_versions_are_carried_over_byte_for_byte(make_record, make_release) -> None:
    first = write(make_record(), [make_release("pdf")])
    # A key of a later program of the same format is kept.
    first = first.replace(b'"files":', b'"later":{"b":1,"a":[2]},"files":')
    earlier = record_of(first).versions
    newer = make_release("pdf", label="2.0.0", digest="e" * 64, archive="archives/pdf/pdf-2.0.0.zip")
    page_record = make_record(release=newer)
    second = write(page_record, [newer, earlier[0].release], earlier)
    assert second.splitlines()[2].rstrip(b",") == first.splitlines()[1]


def test_a_yank_marks_a_carried_version_and_nothing_else(make_record, make_release) -> None:
    earlier = record_of(write(make_record(), [make_release("pdf")])).versions
    yanked = write(make_record(), [make_release("pdf", yanked="leaks")], earlier)
    kept = json.loads(yanked)["versions"][0]
    assert kept.pop("yanked") == "leaks"
    assert kept == json.loads(earlier[0].text)
    again = write(make_record(), [make_release("pdf")], record_of(yanked).versions)
    assert json.loads(again)["versions"][0] == kept


def test_the_catalogs_entry_has_the_last_word(make_record, make_entry, make_release) -> None:
    entry = make_entry("pdf", state=EntryState.WITHHELD, status="deprecated", successor="pdf-tools")
    head = json.loads(write(make_record(), [make_release("pdf")], entry=entry))
    assert (head["state"], head["status"], head["successor"]) == ("withheld", "deprecated", "pdf-tools")


def test_a_program_is_a_permission(make_record, make_release) -> None:
    page_record = make_record()
    program = Program("SKILL.star", "starlark", "", runs=True, calls=(), inputs=(), faults=())
    page_record = replace(page_record, details=replace(page_record.details, program=program))
    (version,) = json.loads(write(page_record, [make_release("pdf")]))["versions"]
    assert version["permissions"] == {
        "allowed_tools": ["Read", "Bash(git:*)"],
        "scripts": ["scripts/run.sh"],
        "shell_lines": ["git status"],
        "metaskill": "starlark",
    }


def test_what_a_version_may_do_reads_as_it_was_recorded(make_record, make_release) -> None:
    page_record = make_record()
    (published,) = record_of(write(page_record, [make_release("pdf")])).versions
    able = permissions_of(page_record)
    assert able.asked == ("Read", "Bash(git:*)", "scripts/run.sh", "!`git status`")
    assert able.abilities == ("fetches from `api.example`", "starts other programs")
    assert recorded_permissions(published) == able


def test_what_it_can_do_is_told_by_row_with_file_and_line(make_record, make_release) -> None:
    (version,) = json.loads(write(make_record(), [make_release("pdf")]))["versions"]
    told = version["abilities"]
    where = {"file": "scripts/run.sh", "line": 3, "from": "script"}
    assert told["rows"]["network"] == [{"kind": "fetches", "words": "curl", "target": "api.example", **where}]
    assert [each["file"] for each in told["rows"]["programs"]] == ["SKILL.md"]
    assert list(told["rows"]) == [str(row) for row in AbilityRow]
    assert (told["files"], told["unread"], told["left_out"]) == (3, {"a": "binary"}, 0)


def test_what_it_can_do_reads_as_it_was_recorded(make_record, make_release) -> None:
    page_record = make_record()
    (published,) = record_of(write(page_record, [make_release("pdf")])).versions
    read = version_abilities(published)
    assert read is not None
    assert sorted(map(str, read.found)) == sorted(map(str, page_record.abilities.found))
    assert {file.path for file in read.files} == {
        "" if each.path == "SKILL.md" else each.path for each in page_record.files
    }


@pytest.mark.parametrize("abilities", [None, [], {}, {"rows": 1}])
def test_a_record_without_abilities_tells_none(make_release, abilities) -> None:
    row = {"label": "1.0.0", "abilities": abilities}
    assert version_abilities(PublishedVersion(make_release("pdf"), json.dumps(row))) is None


def test_of_abilities_in_a_record_what_nobody_knows_is_left_out(make_release) -> None:
    known = {
        "kind": "sends",
        "words": "curl",
        "target": "a.example",
        "file": "SKILL.md",
        "line": "x",
        "from": "command",
    }
    rows = {"network": [known, {**known, "kind": "of tomorrow"}, {**known, "from": 7}, 3], "code": "x"}
    row = {"label": "1.0.0", "files": [{"path": "a.py"}, 1], "abilities": {"rows": rows}}
    read = version_abilities(PublishedVersion(make_release("pdf"), json.dumps(row)))
    assert read is not None
    assert read.found == (Ability(AbilityKind.SENDS, "", 0, "curl", "a.example", AbilityOrigin.COMMAND),)
    assert [file.path for file in read.files] == ["a.py"]


@pytest.mark.parametrize(
    ("permissions", "expected"),
    [("", None), ({}, ()), ({"allowed_tools": "Read", "scripts": [1, None, "a"], "shell_lines": [2]}, ("a", "!`2`"))],
)
def test_permissions_of_another_shape_are_read_as_far_as_they_go(make_release, permissions, expected) -> None:
    row = {"label": "1.0.0"} | ({"permissions": permissions} if permissions != "" else {})
    found = recorded_permissions(PublishedVersion(make_release("pdf"), json.dumps(row)))
    assert found == (None if expected is None else Permissions(expected, None))


@pytest.mark.parametrize(
    ("abilities", "expected"),
    [
        ({}, None),
        ({"rows": []}, None),
        ({"rows": {"network": [1, {}, {"kind": "sends", "target": 2}], "code": "x"}}, ("sends data",)),
        ({"rows": {"code": [{"kind": "of tomorrow"}]}}, ("of tomorrow",)),
    ],
)
def test_abilities_of_another_shape_are_read_as_far_as_they_go(make_release, abilities, expected) -> None:
    row = {"label": "1.0.0", "permissions": {}, "abilities": abilities}
    assert recorded_permissions(PublishedVersion(make_release("pdf"), json.dumps(row))) == Permissions((), expected)


def test_a_tombstone_keeps_what_was_published(make_record, make_release) -> None:
    earlier = record_of(write(make_record(), [make_release("pdf")])).versions
    record = record_of(write_tombstone(Tombstone("pdf", "pdf-tools", "clearer", None), earlier))
    assert record.versions == earlier
    assert record.tombstone == Tombstone("pdf", "pdf-tools", "clearer", make_release("pdf"))
    assert record_of(write_tombstone(Tombstone("pdf", "", "", None), ())).state == "withdrawn"


def test_marks_that_are_taken_back_leave_no_trace(make_record, make_release) -> None:
    release = make_release("pdf", date="2026-01-31", also=(("tar.gz", "b" * 64),))
    (published,) = record_of(write(make_record(), [release])).versions
    assert published.release == release
    marked = remarked(published, replace(release, yanked="leaks", also=(("skill", "c" * 64), ("tar.gz", "b" * 64))))
    assert json.loads(marked.text)["also"] == {"skill": "c" * 64, "tar.gz": "b" * 64}
    assert remarked(marked, release) == published


def version(**changes: object) -> dict[str, object]:
    archive = {"url": "../../archives/pdf/pdf-1.0.0.zip", "sha256": "a" * 64, "size": 5}
    return {"label": "1.0.0", "digest": "d" * 64, "archive": archive, **changes}


def record(*versions: object, **changes: object) -> bytes:
    return json.dumps(
        {"schema": 1, "name": "pdf", "state": "published", "versions": list(versions), **changes}
    ).encode()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not readable as JSON"),
        (b"[" * 100_000, "not readable as JSON"),
        (record(schema=7), "has format `7`"),
        (record(name="a/b"), "not a usable name"),
        (record(versions={}), "`versions` is not a list of objects"),
        (record(3), "`versions` is not a list of objects"),
        (record(version(), version()), "two versions with one label"),
        (record(version(label="")), "not a usable label"),
        (record(version(archive={"url": "../../x.zip", "sha256": "A" * 64, "size": 5})), "lower-case hex"),
        (record(version(archive={"url": "https://evil.org/x", "sha256": "a" * 64, "size": 5})), "not relative"),
        (record(version(archive={"url": "../../../x", "sha256": "a" * 64, "size": 5})), "not a path below the site"),
        (record(version(archive={"url": "../../a", "sha256": "a" * 64, "size": "5"})), "not a whole number"),
    ],
)
def test_a_bad_record_is_refused_in_words(content, message) -> None:
    with pytest.raises(IndexRefusedError, match=r"skills/pdf/skill\.json") as refused:
        record_of(content)
    assert message in str(refused.value)


def test_a_record_past_the_limit_is_refused() -> None:
    with pytest.raises(IndexRefusedError, match="larger than 10 bytes"):
        read(b"x" * 11, url=URL, limits=Limits(index=10))


@given(st.binary(max_size=60), st.integers(0, 300))
def test_any_bytes_are_read_or_refused(noise, at) -> None:
    whole = record(version())
    with suppress(IndexRefusedError):
        assert record_of(whole[:at] + noise + whole[at:]).name


def test_the_files_of_a_version_are_read_as_they_were_written(make_record) -> None:
    page_record = make_record("pdf")
    record = read(write(page_record, [page_record.entry.release]), url="x", limits=Limits())
    assert file_digests(record.versions[0]) == (("SKILL.md", "1" * 64), ("scripts/run.sh", "2" * 64))


@pytest.mark.parametrize("files", [None, {}, [1], [{"path": "a"}], [{"path": "a", "sha256": "A" * 64}]])
def test_a_list_of_files_that_is_none_is_refused(files, make_release) -> None:
    with pytest.raises(IndexRefusedError, match=r"version `1\.0\.0`"):
        file_digests(PublishedVersion(make_release("pdf"), json.dumps({"files": files})))
