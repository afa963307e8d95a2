from pathlib import Path

from skillpack.model.digest import sha256
from skillpack.sources.download_cache import Store

CONTENT = b"bytes"
DIGEST = sha256(CONTENT)


def test_gives_back_what_was_kept(tmp_path: Path) -> None:
    store = Store(tmp_path / "a/b")
    assert store.get(DIGEST) is None
    assert not store.has(DIGEST)
    store.put(DIGEST, CONTENT)
    store.put(DIGEST, CONTENT)
    assert store.has(DIGEST)
    assert store.get(DIGEST) == CONTENT
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 1


def test_what_the_disk_spoiled_is_absent(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put(DIGEST, CONTENT)
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    file.write_bytes(b"bytez")
    assert store.get(DIGEST) is None


def test_a_disk_that_refuses_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    store = Store(tmp_path / "file")
    store.put(DIGEST, CONTENT)
    assert store.get(DIGEST) is None
