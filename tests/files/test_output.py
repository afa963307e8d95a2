from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from skillpack.errors import OutputError
from skillpack.files.folder import FolderOutput
from skillpack.files.manifest import write_manifest
from skillpack.files.output import Output
from skillpack.files.output_check import ComparedOutput
from skillpack.model.digest import sha256
from skillpack.model.output import OutputFile

Kind = Callable[[], AbstractContextManager[Output]]
OLD = {"index.html": b"home", "skills/a/index.html": b"a"}


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
        assert output.keep("skills/a/index.html")
        assert output.get("index.html") == b"new home"
        assert output.get("skills/b/index.html") == b"b"
        assert output.get("skills/a/index.html") == b"a"
        assert output.get("none") is None


def test_gives_an_equal_file_too(kind: Kind) -> None:
    with kind() as output:
        put(output, **{"index.html": b"home"})
        assert output.get("index.html") == b"home"


def test_keeps_only_what_is_there(kind: Kind) -> None:
    with kind() as output:
        assert output.keep("index.html")
        assert output.keep("index.html")
        assert not output.keep("none")
        assert output.get("none") is None


def test_knows_digests_of_what_is_there(kind: Kind) -> None:
    with kind() as output:
        put(output, **{"index.html": b"new home", "new": b""})
        assert output.digest("index.html") == sha256(b"home")
        assert output.digest("new") == output.digest("skills") == ""


def test_a_kept_file_may_be_put_after_all(kind: Kind) -> None:
    with kind() as output:
        output.keep("index.html")
        put(output, **{"index.html": b"new"})
        output.keep("index.html")
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
        assert output.state == sha256(write_manifest({path: sha256(content) for path, content in OLD.items()}))


def test_has_no_state_without_files(tmp_path: Path) -> None:
    assert ComparedOutput(tmp_path / "none").state == ""


def test_several_files_are_kept_together_or_not(kind: Kind) -> None:
    with kind() as output:
        assert output.keep("index.html", "skills/a/index.html")
        assert not output.keep("index.html", "absent.html")
        assert output.keep()
        assert output.get("skills/a/index.html") == b"a"
