import hashlib
import subprocess
from pathlib import Path

import pytest

from skillpack.errors import UsageError
from skillpack.files.manifest import listed, read_manifest, write_manifest

DIGEST = hashlib.sha256(b"x").hexdigest()


def test_is_sorted_by_bytes_and_reads_back(tmp_path: Path) -> None:
    digests = {"b": DIGEST, "é": DIGEST, "a/b": DIGEST, "a-b": DIGEST}
    text = b"".join(write_manifest(digests))
    assert [line[66:] for line in text.decode().splitlines()] == ["a-b", "a/b", "b", "é"]
    (tmp_path / ".skillpack-site").write_bytes(text)
    assert read_manifest(str(tmp_path)) == digests


def test_sha256sum_reads_it(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"x")
    (tmp_path / ".skillpack-site").write_bytes(b"".join(write_manifest({"x.txt": DIGEST})))
    done = subprocess.run(
        ["sha256sum", "-c", ".skillpack-site"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "x.txt: OK\n"


def test_an_empty_list_is_a_list(tmp_path: Path) -> None:
    (tmp_path / ".skillpack-site").write_bytes(b"")
    assert read_manifest(str(tmp_path)) == {}
    assert read_manifest(str(tmp_path / "absent")) is None


@pytest.mark.parametrize(
    "text",
    [
        b"index.html\n",
        f"{DIGEST}  index.html".encode(),
        f"{DIGEST}  ../../etc/passwd\n".encode(),
        f"{DIGEST}  /etc/passwd\n".encode(),
        f"{DIGEST}  a//b\n".encode(),
        f"{DIGEST} *index.html\n".encode(),
        f"{DIGEST.upper()}  index.html\n".encode(),
        f"{DIGEST}  \xff\n".encode("latin-1"),
        f"{DIGEST}  a\n\n".encode(),
    ],
)
def test_refuses_what_we_did_not_write(tmp_path: Path, text: bytes) -> None:
    (tmp_path / ".skillpack-site").write_bytes(text)
    with pytest.raises(UsageError, match="not a list of files that skillpack wrote"):
        read_manifest(str(tmp_path))


def test_refuses_a_link(tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes(b"")
    (tmp_path / ".skillpack-site").symlink_to("list")
    with pytest.raises(UsageError):
        read_manifest(str(tmp_path))


def test_names_what_was_found_in_a_folder_that_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "b").touch()
    (tmp_path / "a").touch()
    with pytest.raises(UsageError, match="holds `a` and 1 more, and no site that skillpack wrote"):
        listed(str(tmp_path))
    with pytest.raises(UsageError, match="is not a folder"):
        listed(str(tmp_path / "a"))
