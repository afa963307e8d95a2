import io
from pathlib import Path

import pytest

from skillpack.errors import FetchError
from skillpack.sources.http.address import parse_address
from skillpack.sources.http.site import WebSite
from skillpack.sources.mirror import MirroredSite, mirror_of


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
