import io
import os
from pathlib import Path

import pytest

from skillpack.errors import FetchError
from skillpack.sources import site_folder as folder_module
from skillpack.sources.http.address import parse_address
from skillpack.sources.http.site import WebSite
from skillpack.sources.site_folder import FolderSite, MirroredSite, mirror_of


def fetched(folder: Path, path: str, most: int = 100) -> bytes | None:
    into = io.BytesIO(b"what was there before, longer than anything")
    return into.getvalue() if FolderSite(folder).get(path, into, most=most) else None


def test_gives_the_bytes(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/b").write_bytes(b"hello")
    assert fetched(tmp_path, "a/b") == b"hello"


def test_a_file_that_is_not_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert fetched(tmp_path, "nope") is None
    assert fetched(tmp_path, "file/below") is None


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(FetchError):
        fetched(tmp_path, "a")


def test_what_is_too_large_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 101)
    with pytest.raises(FetchError, match="more than 100 bytes"):
        fetched(tmp_path, "a")


@pytest.mark.parametrize("folder", ["nowhere", "file"])
def test_there_must_be_a_folder(tmp_path: Path, folder) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FetchError) as refused:
        FolderSite(tmp_path / folder)
    assert refused.value.hint


def test_a_pipe_holds_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a")
    with pytest.raises(FetchError, match="not a file"):
        fetched(tmp_path, "a")


def test_no_link_leads_out(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    (tmp_path / "site").mkdir()
    (tmp_path / "site/a").symlink_to(tmp_path / "secret")
    (tmp_path / "site/b").symlink_to(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path / "site")
    for path in ("a", "b/secret", "../secret"):
        with pytest.raises(FetchError, match="is outside"):
            fetched(tmp_path / "site", path)
    (tmp_path / "site/c").write_bytes(b"fine")
    (tmp_path / "site/d").symlink_to(tmp_path / "site/c")
    assert fetched(tmp_path / "link", "d") == b"fine"


def test_a_link_put_in_the_way_meanwhile_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    (tmp_path / "site/a").mkdir(parents=True)
    (tmp_path / "site/a/b").write_bytes(b"fine")
    judge = folder_module.path_beneath

    def judged_then_swapped(folder: str, target: str) -> str | None:
        found = judge(folder, target)
        (tmp_path / "site/a/b").unlink()
        (tmp_path / "site/a/b").symlink_to(tmp_path / "secret")
        return found

    monkeypatch.setattr(folder_module, "path_beneath", judged_then_swapped)
    with pytest.raises(FetchError, match="cannot be read"):
        fetched(tmp_path / "site", "a/b")


@pytest.fixture
def mirrored(tmp_path: Path) -> MirroredSite:
    """Return `https://skills.example.com/sub/` as it lies in a folder."""
    host = tmp_path / "mirror" / "skills.example.com"
    (host / "sub").mkdir(parents=True)
    (host / "sub" / "é x").write_bytes(b"below")
    (host / "root").write_bytes(b"root")
    (tmp_path / "secret").write_bytes(b"secret")
    (host / "link").symlink_to(tmp_path / "secret")
    return MirroredSite(WebSite("https://skills.example.com/sub/", {}), host)


def got(site: MirroredSite, path: str) -> bytes | None:
    into = io.BytesIO()
    return into.getvalue() if site.get(path, into, most=100) else None


def test_files_keep_their_addresses(mirrored) -> None:
    assert got(mirrored, "é x") == b"below"
    assert got(mirrored, "/sub/%C3%A9%20x") == b"below"
    assert got(mirrored, "/root") == b"root"
    assert mirrored.where("é x") == "https://skills.example.com/sub/%C3%A9%20x"
    assert got(mirrored, "none") is None


@pytest.mark.parametrize("path", ["/link", "/../../secret", "/%2e%2e/%2e%2e/secret"])
def test_nothing_outside_is_read(mirrored, path) -> None:
    with pytest.raises(FetchError, match="is outside the folder"):
        got(mirrored, path)


def test_a_mirror_has_a_folder_for_each_host(tmp_path: Path) -> None:
    (tmp_path / "a.example.com").mkdir()
    (tmp_path / "b.example.com:8443").mkdir()
    (tmp_path / "c.example.com+8443").mkdir()
    for url, name in (
        ("https://a.example.com/x", "a.example.com"),
        ("https://b.example.com:8443/", "b.example.com:8443"),
        ("https://c.example.com:8443/", "c.example.com+8443"),
        ("https://a.example.com:8443/", ""),
        ("https://example.com/", ""),
    ):
        assert mirror_of(parse_address(url), tmp_path) == (tmp_path / name if name else None)
