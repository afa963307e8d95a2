import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from skillpack.catalog.paths import CARD, skill_card
from skillpack.errors import OutputError, UsageError
from skillpack.files.folder import FolderOutput
from skillpack.files.manifest import write_manifest
from skillpack.files.output import ComparedOutput, Output
from skillpack.model.digest import sha256
from skillpack.model.output import OutputFile

Kind = Callable[[], AbstractContextManager[Output]]
OLD = {"index.html": b"home", "skills/a/index.html": b"a"}

SITE = {"index.html": b"home", "a/b.html": b"x" * 100, "c": b"", "d/e": b"e"}


def put(output: Output, **files: bytes) -> None:
    for path, content in files.items():
        output.put(OutputFile(path, (content,)))


@pytest.fixture(params=["folder", "compared"])
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> Kind:
    """Give a function that opens one kind of output over the same old files."""
    with FolderOutput(tmp_path / "dist") as output:
        put(output, **OLD)
        output.commit()
    kinds: dict[str, Kind] = {
        "folder": lambda: FolderOutput(tmp_path / "dist"),
        "compared": lambda: ComparedOutput(tmp_path / "dist"),
    }
    return kinds[request.param]


def test_gives_a_file_as_it_will_be_seen(kind: Kind) -> None:
    with kind() as output:
        assert output.get("index.html") is None
        put(output, **{"index.html": b"new home", "skills/b/index.html": b"b"})
        output.keep_rest(())
        assert output.get("index.html") == b"new home"
        assert output.get("skills/b/index.html") == b"b"
        assert output.get("skills/a/index.html") == b"a"
        assert output.get("none") is None


def test_gives_an_equal_file_too(kind: Kind) -> None:
    with kind() as output:
        put(output, **{"index.html": b"home"})
        assert output.get("index.html") == b"home"


def test_keeps_all_but_what_goes(kind: Kind) -> None:
    with kind() as output:
        output.keep_rest({"index.html", "none"})
        assert output.new.keys() == OLD.keys() - {"index.html"}
        assert output.get("index.html") is output.get("none") is None


def test_knows_digests_of_what_is_there(kind: Kind) -> None:
    with kind() as output:
        put(output, **{"index.html": b"new home", "new": b""})
        assert output.digest("index.html") == sha256(b"home")
        assert output.digest("new") == output.digest("skills") == ""


def test_what_was_put_is_kept_as_it_was_put(kind: Kind) -> None:
    with kind() as output:
        output.keep_rest(())
        put(output, **{"index.html": b"new"})
        output.keep_rest({"index.html"})
        assert output.get("index.html") == b"new"


def test_refuses_two_files_of_one_path(kind: Kind) -> None:
    with kind() as output:
        put(output, **{"index.html": b"new"})
        with pytest.raises(OutputError, match=r"two files of the output are called `index\.html`"):
            put(output, **{"index.html": b"new"})


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "a\\b", "", "a/../b"])
def test_refuses_a_path_that_leads_out(kind: Kind, path: str) -> None:
    with kind() as output, pytest.raises(OutputError, match="is not a path"):
        put(output, **{path: b""})


def test_has_one_state_for_one_content_in_every_kind(kind: Kind) -> None:
    with kind() as output:
        assert output.state == sha256(
            b"".join(write_manifest({path: sha256(content) for path, content in OLD.items()}))
        )


def test_has_no_state_without_files(tmp_path: Path) -> None:
    assert ComparedOutput(tmp_path / "none").state == ""


def test_several_files_are_there_together_or_not(kind: Kind) -> None:
    with kind() as output:
        assert output.has("index.html", "skills/a/index.html")
        assert not output.has("index.html", "absent.html")
        assert output.has()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    with FolderOutput(tmp_path / "dist") as output:
        for path, content in SITE.items():
            output.put(OutputFile(path, (content,)))
        output.commit()
    return tmp_path / "dist"


def compared(folder: Path, site: Mapping[str, bytes], *, cards: bool = True) -> ComparedOutput:
    with ComparedOutput(folder, cards=cards) as output:
        for path, content in site.items():
            output.put(OutputFile(path, (content[:2], content[2:])))
        output.commit()
    return output


def test_an_equal_build_differs_in_nothing(dist: Path) -> None:
    found = compared(dist, SITE)
    assert (found.different, found.missing, found.extra) == ((), (), ())


def test_differences_are_named_sorted(dist: Path) -> None:
    (dist / "c").unlink()
    found = compared(dist, {"z": b"", "index.html": b"hom", "a/b.html": b"x" * 99 + b"y", "c": b""})
    assert (found.different, found.missing, found.extra) == (("a/b.html", "index.html"), ("c", "z"), ("d/e",))


def test_a_change_by_hand_differs(dist: Path) -> None:
    (dist / "a/b.html").write_bytes(b"x" * 101)
    assert compared(dist, SITE).different == ("a/b.html",)


def test_a_link_is_no_file(dist: Path) -> None:
    (dist / "c").unlink()
    (dist / "c").symlink_to(os.devnull)
    assert compared(dist, SITE).different == ("c",)


def test_kept_files_are_as_they_should_be(dist: Path) -> None:
    with ComparedOutput(dist) as output:
        output.keep_rest(())
        output.commit()
    assert (output.different, output.missing, output.extra) == ((), (), ())


def test_cards_are_left_alone_where_something_else_would_draw_them(tmp_path: Path) -> None:
    site = {**SITE, CARD: b"drawn elsewhere", skill_card("pdf"): b"too", f"a/{CARD}": b"no card"}
    with FolderOutput(tmp_path / "dist") as output:
        for path, content in site.items():
            output.put(OutputFile(path, (content,)))
        output.commit()

    assert compared(tmp_path / "dist", SITE).extra == (f"a/{CARD}", CARD, skill_card("pdf"))
    assert compared(tmp_path / "dist", SITE, cards=False).extra == (f"a/{CARD}",)


def test_what_is_not_ours_is_not_compared(dist: Path) -> None:
    (dist / "CNAME").write_text("example.com")
    assert compared(dist, SITE).extra == ()


def test_everything_is_missing_where_nothing_is(tmp_path: Path) -> None:
    assert compared(tmp_path / "none", SITE).missing == tuple(sorted(SITE))
    assert not (tmp_path / "none").exists()


def test_a_folder_of_others_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    with pytest.raises(UsageError, match="holds `mine`, and no site that skillpack wrote"):
        ComparedOutput(tmp_path)


def test_nothing_is_written(
    dist: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seen: Callable[[Path], dict[str, bytes | str]]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    before = seen(dist)
    with ComparedOutput(dist) as output:
        output.put(OutputFile("index.html", (b"another",)))
        assert names(tmp_path / "temporary") != []
        assert output.get("index.html") == b"another"
        output.commit()
    assert seen(dist) == before
    assert names(tmp_path / "temporary") == []
    assert names(tmp_path) == ["dist", "temporary"]
