"""What is packed in a skill: all of it up to a bound, and what was not looked into."""

import bz2
import gzip
import io
import zipfile

import pytest

from skillpack.abilities.packed import unpacked
from skillpack.model.limits import Limits

LIMITS = Limits()
MOST = 16 * 2**20


def zipped(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def nested(depth: int) -> bytes:
    content = zipped({"deepest": b"x"})
    for number in range(depth - 1):
        content = zipped({f"{number}.zip": content})
    return content


def test_yields_every_file_of_every_archive() -> None:
    files = {"a.zip": zipped({"b/c.txt": b"one"}), "d.gz": gzip.compress(b"two"), "e.txt": b"plain"}
    assert [(each.archive, each.path, each.content) for each in unpacked(files, LIMITS)] == [
        ("a.zip", "b/c.txt", b"one"),
        ("d.gz", "", b"two"),
    ]


def test_looks_into_archives_of_archives_down_to_the_third() -> None:
    found = list(unpacked({"a.zip": nested(3)}, LIMITS))
    assert [each.path for each in found][-1] == "1.zip > 0.zip > deepest"
    assert [each.unread for each in found if each.unread] == []
    (last,) = [each for each in unpacked({"a.zip": nested(4)}, LIMITS) if each.unread]
    assert (last.path, last.unread) == ("2.zip > 1.zip > 0.zip", "it lies too deep in other archives")


def test_says_what_it_did_not_look_into() -> None:
    (found,) = unpacked({"a.bz2": bz2.compress(b"x" * 100)}, LIMITS)
    assert found.unread == "it is compressed by bzip2"


@pytest.mark.parametrize("count", [2, 40])
def test_unpacks_a_bounded_number_of_bytes(count) -> None:
    packed = zipped({"a": bytes(MOST - 100)})
    found = list(unpacked({f"{number}.zip": packed for number in range(count)}, LIMITS))
    assert sum(len(each.content) for each in found) <= MOST
    assert len([each for each in found if each.unread]) == count - 1


def test_broken_archives_are_not_unpacked_in_vain_for_ever() -> None:
    broken = bytearray(zipped({"a": bytes(MOST - 100)}))
    at = broken.index(b"PK\x01\x02") + 16
    broken[at] ^= 1  # its checksum
    broken[14] ^= 1
    found = list(unpacked({f"{number:02}.zip": bytes(broken) for number in range(20)}, LIMITS))
    assert len(found) == 20
    assert "checksum" in found[0].unread
    assert found[-1].unread == "too many before it could not be read"
