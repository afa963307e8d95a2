from pathlib import Path

import pytest

from skillpack.catalog import paths
from skillpack.errors import SkillpackError, UsageError
from skillpack.files.folder import FolderOutput
from skillpack.files.signed_list import list_files, outdated_list, previous_serial, site_digests, write_list
from skillpack.model.output import OutputFile

RECORD = paths.skill_record("alpha")


def build(folder: Path, **files: bytes) -> FolderOutput:
    """Return the output of a site of some files, once it is committed."""
    with FolderOutput(folder) as output:
        for path, content in ({paths.CATALOG: b"1", RECORD: b"2", "index.html": b"3"} | files).items():
            output.put(OutputFile(path, (content,)))
        output.commit()
    return output


@pytest.fixture
def site(tmp_path: Path) -> Path:
    build(tmp_path / "site")
    return tmp_path / "site"


def test_a_list_is_written_whole_and_its_old_parts_go(site: Path) -> None:
    write_list(site, b"list", [b"a", b"b"])
    assert list_files(str(site)) == ("signed-list/0000.json", "signed-list/0001.json", "signed-list.json")
    write_list(site, b"other", [b"c"])
    assert list_files(str(site)) == ("signed-list/0000.json", "signed-list.json")
    assert (site / paths.signed_part(0)).read_bytes() == b"c"
    assert sorted(path.name for path in site.iterdir() if "signed" in path.name) == ["signed-list", "signed-list.json"]


def test_a_link_in_its_place_is_not_followed(site: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (site / paths.SIGNED_PARTS).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SkillpackError):
        write_list(site, b"list", [b"a"])
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_only_what_installers_read_is_signed(site: Path) -> None:
    assert sorted(site_digests(site)) == [paths.CATALOG, RECORD]


def test_what_is_not_as_it_was_built_is_not_signed(site: Path, tmp_path: Path) -> None:
    (site / "index.html").write_bytes(b"other")
    assert site_digests(site)
    (site / RECORD).unlink()
    with pytest.raises(SkillpackError, match="is not the file that was built"):
        site_digests(site)
    with pytest.raises(UsageError, match="holds no site"):
        site_digests(tmp_path)


@pytest.mark.parametrize("content", [None, b"", b"{}", b"\xff"])
def test_a_list_that_cannot_be_read_has_no_serial(site: Path, content: bytes | None) -> None:
    if content is not None:
        (site / paths.SIGNED_LIST).write_bytes(content)
    assert previous_serial(site) == -1


@pytest.mark.parametrize("changed", [{RECORD: b"other"}, {paths.archive("alpha", "1"): b"new"}, {}])
def test_a_build_removes_a_list_where_it_changes_what_that_names(site: Path, changed: dict[str, bytes]) -> None:
    write_list(site, b"list", [b"a"])
    (site / "theirs.txt").write_text("x")
    output = build(site, **changed, **{"index.html": b"new"})
    assert output.lost_list is bool(changed)
    assert bool(list_files(str(site))) is not bool(changed)
    assert (site / paths.SIGNED_PARTS).exists() is not bool(changed)
    assert (site / "theirs.txt").exists()


def test_nothing_is_outdated_where_there_is_no_list(site: Path) -> None:
    assert outdated_list(str(site), {RECORD: "1"}, {RECORD: "2"}) == ()
