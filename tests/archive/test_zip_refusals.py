"""One hand-made zip for each trick that is refused."""

import struct
import zlib
from dataclasses import dataclass, replace

import pytest

from skillpack.archive.read import read_archive
from skillpack.errors import ArchiveError
from skillpack.model.limits import Limits

SKILL = b"---\nname: sample\ndescription: Packs and unpacks. Use in tests.\n---\n\n# Sample\n"
SMALL = Limits(file=2000, tree=5000, files=4, skill_file=1000)
UTF8, STREAMED = 0x800, 0x8


def deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


@dataclass(frozen=True)
class Entry:
    """An entry whose headers can be told to lie; None means: what is true."""

    name: bytes
    data: bytes = b"x"
    method: int = 0
    flags: int = 0
    packed: bytes | None = None
    crc: int | None = None
    size: int | None = None
    packed_size: int | None = None
    mode: int = 0o100644
    dos: int = 0
    extra: bytes = b""
    comment: bytes = b""
    disk: int = 0
    offset: int | None = None
    descriptor: bytes = b""
    before: bytes = b""
    local: tuple[tuple[int, object], ...] = ()
    local_name: bytes | None = None
    local_extra: bytes | None = None
    listed: bool = True
    written: bool = True


def zip_of(*entries: Entry, before: bytes = b"", gap: bytes = b"", **end: object) -> bytes:
    body, directory, count = bytearray(before), bytearray(), 0
    for entry in entries:
        packed = (
            entry.packed if entry.packed is not None else (deflated(entry.data) if entry.method == 8 else entry.data)
        )
        body += entry.before
        at = len(body) if entry.offset is None else entry.offset
        crc = zlib.crc32(entry.data) if entry.crc is None else entry.crc
        size = len(entry.data) if entry.size is None else entry.size
        stored = len(packed) if entry.packed_size is None else entry.packed_size
        common = [20, entry.flags, entry.method, 0, 0x21, crc, stored, size]
        local = list(common)
        for position, value in entry.local:
            local[position] = value
        name = entry.name if entry.local_name is None else entry.local_name
        extra = entry.extra if entry.local_extra is None else entry.local_extra
        if entry.written:
            body += struct.pack("<4sHHHHHIIIHH", b"PK\3\4", *local, len(name), len(extra)) + name + extra
            body += packed + entry.descriptor
        if entry.listed:
            count += 1
            lengths = (len(entry.name), len(entry.extra), len(entry.comment), entry.disk, 0)
            attributes = entry.mode << 16 | entry.dos
            directory += struct.pack("<4sH", b"PK\1\2", 0x314) + struct.pack("<HHHHHIII", *common)
            directory += struct.pack("<HHHHHII", *lengths, attributes, at) + entry.name + entry.extra + entry.comment
    body += gap
    values = {"disk": 0, "first": 0, "here": count, "count": count, "length": len(directory), "start": len(body)} | end
    comment = values.pop("comment", b"")
    inserted = values.pop("inserted", b"")
    last = struct.pack("<4sHHHHIIH", b"PK\5\6", *values.values(), len(comment))
    return bytes(body + directory + inserted + last + comment)


GOOD = Entry(b"SKILL.md", SKILL)
NOTES = Entry(b"notes.md", b"Notes that are long enough. " * 8)
PLAIN = zip_of(GOOD, NOTES)
ONE = zip_of(GOOD)
EVIL = zip_of(replace(GOOD, data=SKILL + b"Do as I say.\n"))


def extra(kind: int, data: bytes) -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def described(entry: Entry, *, magic: bytes = b"PK\7\10", **lies: int) -> Entry:
    packed = deflated(entry.data)
    values = {"crc": zlib.crc32(entry.data), "packed": len(packed), "size": len(entry.data)} | lies
    return replace(
        entry,
        method=8,
        flags=STREAMED,
        local=((5, 0), (6, 0), (7, 0)),
        descriptor=magic + struct.pack("<III", *values.values()),
    )


MANY = [Entry(b"f%d" % number) for number in range(9)]
BOMB = deflated(bytes(4 * 2**20))

REFUSED = {
    "empty": (b"", "the archive is empty"),
    "text": (b"Hello, I am no archive.", "it starts with the bytes `48 65 6c 6c`"),
    "skill file": (SKILL, "perhaps a `SKILL.md`"),
    "bare magic": (b"PK", "cut off"),
    "comment that is cut off": (PLAIN[:-2] + b"\5\0", "cut off"),
    "end alone, and a tail": (zip_of() + b"tail", "4 bytes follow the end"),
    "directory runs into the end": (ONE[:-48] + b"\x09" + ONE[-47:], "runs into the end of the zip"),
    "directory record cut": (zip_of(GOOD, inserted=b"PK\1\2", length=58, here=2, count=2), "is cut off after 1 of 2"),
    "no entries": (zip_of(), "zip is empty"),
    "cut within the end": (PLAIN[:-1], "cut off"),
    "cut within the directory": (PLAIN[:-40], "cut off"),
    "cut within the data": (PLAIN[:60], "cut off"),
    "trailing byte": (PLAIN + b"!", "1 byte follows the end"),
    "trailing zip": (PLAIN + EVIL, "the directory should end at byte"),
    "comment": (zip_of(GOOD, comment=b"hello"), "a comment of 5 bytes"),
    "comment that holds an archive": (zip_of(GOOD, comment=EVIL), "ends at"),
    "comment that ends in an end record": (zip_of(GOOD, comment=EVIL[-22:]), "ends at"),
    "comment that holds an end with a comment": (
        zip_of(GOOD, comment=zip_of(GOOD, comment=b"!!")),
        "a comment of 2 bytes",
    ),
    "comment that is longer than said": (PLAIN[:-2] + b"\x01\0!!", "2 bytes follow the end"),
    "prepended bytes": (zip_of(GOOD, before=b"#!/bin/sh\n"), "neither a zip"),
    "prepended bytes that look like a zip": (zip_of(GOOD, before=b"PK\3\4" + bytes(26)), "the one before it ends at 0"),
    "prepended archive": (EVIL + PLAIN, "ends at"),
    "prepended archive, offsets fixed": (zip_of(GOOD, before=EVIL), "the one before it ends at 0"),
    "gap between entries": (zip_of(GOOD, replace(NOTES, before=b"hidden")), "the one before it ends at"),
    "gap before the directory": (zip_of(GOOD, gap=b"hidden"), "6 bytes before the directory"),
    "gap after the directory": (zip_of(GOOD, inserted=b"hidden"), "should end at"),
    "gap in the directory's length": (zip_of(GOOD, inserted=b"hidden", length=54 + 6), "6 bytes after the directory"),
    "hidden entry": (zip_of(GOOD, replace(NOTES, listed=False), NOTES), "the one before it ends at"),
    "hidden entry at the end": (zip_of(GOOD, replace(NOTES, listed=False)), "before the directory belong to no entry"),
    "ghost entry": (zip_of(GOOD, replace(NOTES, written=False)), "there is no entry at byte"),
    "ghost entry over the first": (zip_of(GOOD, replace(NOTES, written=False, offset=0)), "starts at byte 0"),
    "shared data": (zip_of(GOOD, replace(GOOD, name=b"copy.md", offset=0, written=False)), "starts at byte 0"),
    "overlapping entries": (zip_of(GOOD, replace(NOTES, offset=30)), "starts at byte 30"),
    "entry runs into the directory": (zip_of(replace(GOOD, size=500, packed_size=500)), "runs into the directory"),
    "header runs into the directory": (zip_of(replace(GOOD, written=False), gap=b"PK\3\4"), "runs into the directory"),
    "name runs into the directory": (
        zip_of(replace(GOOD, written=False), gap=struct.pack("<4sHHHHHIIIHH", b"PK\3\4", *[0] * 8, 900, 0)),
        "runs into the directory",
    ),
    "entries out of order": (zip_of(replace(GOOD, offset=90), replace(NOTES, offset=0)), "starts at byte 90"),
    "more entries counted than listed": (zip_of(GOOD, here=2, count=2), "is cut off after 1 of 2"),
    "fewer entries counted than listed": (zip_of(GOOD, NOTES, here=1, count=1), "after the directory belong to no"),
    "entries in another volume": (zip_of(GOOD, here=1, count=2), "several volumes"),
    "end in another volume": (zip_of(GOOD, disk=1), "several volumes"),
    "directory in another volume": (zip_of(GOOD, first=1), "several volumes"),
    "entry in another volume": (zip_of(replace(GOOD, disk=1)), "another volume"),
    "directory starts elsewhere": (zip_of(GOOD, start=3), "ends at"),
    "directory of another kind": (PLAIN.replace(b"PK\1\2", b"PK\1\1"), "is cut off after 0 of 2"),
    "zip64 by the count": (zip_of(GOOD, here=0xFFFF, count=0xFFFF), "zip64"),
    "zip64 by the start": (zip_of(GOOD, start=0xFFFFFFFF), "zip64"),
    "zip64 by the length": (zip_of(GOOD, length=0xFFFFFFFF), "zip64"),
    "zip64 locator": (zip_of(GOOD, inserted=b"PK\6\7" + bytes(16)), "zip64"),
    "zip64 locator over a plain end": (zip_of(GOOD, inserted=b"PK\6\7" + bytes(16), length=54 + 20), "zip64"),
    "zip64 extra field": (zip_of(replace(GOOD, extra=extra(1, bytes(16)))), "a zip64 field"),
    "zip64 extra field in the local header": (zip_of(replace(GOOD, local_extra=extra(1, bytes(16)))), "a zip64 field"),
    "zip64 size": (zip_of(replace(GOOD, size=0xFFFFFFFF)), "at most"),
    "second name": (zip_of(replace(GOOD, extra=extra(0x7075, b"\1" + bytes(4) + b"evil.md"))), "a second name"),
    "second name in the local header": (zip_of(replace(GOOD, local_extra=extra(0x7075, b"\1evil"))), "a second name"),
    "second comment": (zip_of(replace(GOOD, extra=extra(0x6375, b"\1evil"))), "a second comment"),
    "AES field": (zip_of(replace(GOOD, extra=extra(0x9901, bytes(7)))), "an AES field"),
    "strong encryption field": (zip_of(replace(GOOD, extra=extra(0x0017, bytes(8)))), "an encryption field"),
    "unknown extra field": (zip_of(replace(GOOD, extra=extra(0x1234, EVIL))), "an extra field 0x1234"),
    "time field that holds an archive": (zip_of(replace(GOOD, extra=extra(0x5455, EVIL))), "an extra field 0x5455"),
    "extra field longer than its room": (
        zip_of(replace(GOOD, extra=struct.pack("<HH", 0x5455, 99))),
        "its extra fields are damaged",
    ),
    "extra field cut": (zip_of(replace(GOOD, extra=b"UT\1")), "its extra fields are damaged"),
    "extra field twice": (zip_of(replace(GOOD, extra=extra(0x5455, b"") * 2)), "its extra fields are damaged"),
    "encrypted": (zip_of(replace(GOOD, flags=0x1)), "it is encrypted"),
    "strongly encrypted": (zip_of(replace(GOOD, flags=0x41)), "it is encrypted"),
    "masked headers": (zip_of(replace(GOOD, flags=0x2000)), "the flags 0x2000"),
    "patched data": (zip_of(replace(GOOD, flags=0x20)), "the flags 0x0020"),
    "enhanced deflate": (zip_of(replace(GOOD, flags=0x10)), "the flags 0x0010"),
    "method deflate64": (zip_of(replace(GOOD, method=9)), "compressed by deflate64"),
    "method bzip2": (zip_of(replace(GOOD, method=12)), "compressed by bzip2"),
    "method LZMA": (zip_of(replace(GOOD, method=14)), "compressed by LZMA"),
    "method Zstandard": (zip_of(replace(GOOD, method=93)), "compressed by Zstandard"),
    "method AES": (zip_of(replace(GOOD, method=99)), "compressed by AES"),
    "method unknown": (zip_of(replace(GOOD, method=77)), "compressed by method 77"),
    "local name differs": (zip_of(GOOD, replace(NOTES, local_name=b"evil.md!")), "directory differ"),
    "local name differs in length": (zip_of(GOOD, replace(NOTES, local_name=b"evil.sh.md")), "directory differ"),
    "local name is a folder's": (zip_of(GOOD, replace(NOTES, local_name=b"notes.m/")), "directory differ"),
    "local flags differ": (zip_of(GOOD, replace(NOTES, local=((1, UTF8),))), "directory differ"),
    "local method differs": (zip_of(GOOD, replace(NOTES, local=((2, 8),))), "directory differ"),
    "local time differs": (zip_of(GOOD, replace(NOTES, local=((3, 7),))), "directory differ"),
    "local date differs": (zip_of(GOOD, replace(NOTES, local=((4, 7),))), "directory differ"),
    "local CRC differs": (zip_of(GOOD, replace(NOTES, local=((5, 7),))), "different sizes or checksums"),
    "local packed size differs": (zip_of(GOOD, replace(NOTES, local=((6, 7),))), "different sizes or checksums"),
    "local size differs": (zip_of(GOOD, replace(NOTES, local=((7, 7),))), "different sizes or checksums"),
    "local size is nothing": (zip_of(GOOD, replace(NOTES, local=((6, 0), (7, 0)))), "different sizes or checksums"),
    "CRC is wrong": (zip_of(replace(GOOD, crc=7)), "does not match its checksum"),
    "CRC of deflated data is wrong": (zip_of(replace(GOOD, crc=7, method=8)), "does not match its checksum"),
    "data were changed": (PLAIN.replace(b"# Sample", b"# Simple"), "does not match its checksum"),
    "stored size differs from packed size": (
        zip_of(replace(GOOD, size=7)),
        f"it declares 7 bytes but has {len(SKILL)}",
    ),
    "streamed and stored": (
        zip_of(replace(described(GOOD), method=0, packed=SKILL, packed_size=len(SKILL))),
        "it is stored and its size follows it",
    ),
    "descriptor is missing": (zip_of(GOOD, replace(described(NOTES), descriptor=b"")), "the descriptor after it"),
    "descriptor is cut": (zip_of(GOOD, replace(described(NOTES), descriptor=b"PK\7\10")), "the descriptor after it"),
    "descriptor has another CRC": (zip_of(GOOD, described(NOTES, crc=7)), "the descriptor after it"),
    "descriptor has another packed size": (zip_of(GOOD, described(NOTES, packed=7)), "the descriptor after it"),
    "descriptor has another size": (zip_of(GOOD, described(NOTES, size=7)), "the descriptor after it"),
    "descriptor of another kind": (zip_of(GOOD, described(NOTES, magic=b"PK\7\7")), "the descriptor after it"),
    "descriptor in the zip64 form": (
        zip_of(
            GOOD,
            replace(described(NOTES), descriptor=b"PK\7\10" + struct.pack("<IQQ", zlib.crc32(NOTES.data), 40, 224)),
        ),
        "the descriptor after it",
    ),
    "descriptor without its flag": (zip_of(GOOD, replace(described(NOTES), flags=0)), "different sizes or checksums"),
    "descriptor, and a lie before": (zip_of(GOOD, replace(described(NOTES), local=((5, 7),))), "different sizes"),
    "hidden behind deflated data": (
        zip_of(replace(GOOD, method=8, packed=deflated(SKILL) + b"hidden")),
        "6 bytes are hidden after",
    ),
    "deflated data is cut off": (zip_of(replace(GOOD, method=8, packed=deflated(SKILL)[:-4])), "cut off"),
    "no deflated data": (zip_of(replace(GOOD, method=8, data=b"", packed=b"")), "is cut off"),
    "deflated data are broken": (
        zip_of(replace(GOOD, method=8, packed=b"\xff" * 40)),
        "its compressed data is damaged",
    ),
    "deflated data give less": (
        zip_of(replace(GOOD, method=8, size=len(SKILL) + 1)),
        "it declares 78 bytes but has 77",
    ),
    "deflated data give more": (zip_of(replace(GOOD, method=8, size=7)), "more than the 7 bytes it declares"),
    "bomb by its declared size": (zip_of(GOOD, Entry(b"bomb", bytes(2001), method=8)), "2001 bytes, at most 2000"),
    "bomb by its real size": (
        zip_of(GOOD, Entry(b"bomb", packed=BOMB, size=10, method=8)),
        "the 10 bytes it declares",
    ),
    "bomb by the sum": (zip_of(GOOD, *[replace(m, data=bytes(1999)) for m in MANY[:3]]), "more than 5000 bytes in all"),
    "bomb by the sum, declared alone": (
        zip_of(GOOD, *[replace(m, size=1999, data=b"") for m in MANY[:3]]),
        "more than 5000 bytes in all",
    ),
    "too many entries": (zip_of(GOOD, *MANY), "10 entries, at most 8"),
    "too many files": (zip_of(GOOD, *MANY[:4]), "5 files, at most 4"),
    "70,000 entries, by the count": (zip_of(GOOD, here=0xFFFE, count=0xFFFE), "65534 entries, at most 8"),
    "huge SKILL.md": (zip_of(replace(GOOD, data=SKILL + bytes(1000))), "`SKILL.md`: it has 1077 bytes, at most 1000"),
    "symbolic link": (zip_of(GOOD, Entry(b"link", b"/etc/passwd", mode=0o120777)), "`link`: it is a symbolic link"),
    "block device": (zip_of(GOOD, Entry(b"disk", mode=0o060644)), "a block device"),
    "character device": (zip_of(GOOD, Entry(b"tty", mode=0o020644)), "a character device"),
    "pipe": (zip_of(GOOD, Entry(b"pipe", mode=0o010644)), "a pipe"),
    "socket": (zip_of(GOOD, Entry(b"socket", mode=0o140644)), "a socket"),
    "kind that nobody knows": (zip_of(GOOD, Entry(b"what", mode=0o150644)), "a special file"),
    "folder by its mode": (zip_of(GOOD, Entry(b"notes", mode=0o040755)), "a folder by its mode"),
    "file by its mode": (zip_of(GOOD, Entry(b"notes/", b"", mode=0o100644)), "a file by its mode"),
    "folder by its attributes": (zip_of(GOOD, Entry(b"notes", dos=0x10)), "a folder by its DOS attributes"),
    "volume label": (zip_of(GOOD, Entry(b"notes", dos=0x8)), "a link or a volume"),
    "reparse point": (zip_of(GOOD, Entry(b"notes", dos=0x400)), "a link or a volume"),
    "suid": (zip_of(GOOD, Entry(b"run.sh", mode=0o104755)), "set to run as its owner"),
    "sgid": (zip_of(GOOD, Entry(b"run.sh", mode=0o102755)), "set to run as its owner"),
    "folder with data": (zip_of(GOOD, Entry(b"notes/", b"data", mode=0o040755)), "a folder holds data"),
    "folder with deflated data": (zip_of(GOOD, Entry(b"n/", b"d", mode=0, method=8)), "a folder holds data"),
    "folder twice": (zip_of(GOOD, *[Entry(b"notes/", b"", mode=0o040755)] * 2), "`notes/`: it is in the archive twice"),
    "comment of an entry": (zip_of(replace(GOOD, comment=b"PK")), "it has a comment"),
    "name without its encoding": (zip_of(GOOD, Entry("é.md".encode())), "its name has no encoding flag"),
    "name in Latin-1": (zip_of(GOOD, Entry(b"\xe9.md", flags=UTF8)), r"`\udce9.md`: the path is not UTF-8"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_is_refused(case: str) -> None:
    content, message = REFUSED[case]
    with pytest.raises(ArchiveError) as caught:
        read_archive(content, SMALL)
    assert message in str(caught.value)
    assert not str(caught.value).endswith(".")


def test_each_refusal_names_what_was_found_and_what_is_allowed(refusals, snapshot) -> None:
    assert refusals({case: content for case, (content, _) in REFUSED.items()}, SMALL) == snapshot


def test_an_archive_beyond_the_limit_is_refused_before_it_is_read() -> None:
    with pytest.raises(ArchiveError, match="21385 bytes, at most 21384 are read"):
        read_archive(bytes(21385), SMALL)


@pytest.mark.parametrize(
    ("kind", "most"), [(0x5455, 13), (0x7875, 19), (0x7855, 4), (0x5855, 12), (0x000A, 32), (0xCAFE, 0)]
)
def test_a_field_of_times_or_owners_is_as_long_as_honest_tools_write_it(kind: int, most: int) -> None:
    taken = zip_of(GOOD, replace(NOTES, extra=extra(kind, bytes(most))))
    assert read_archive(taken, SMALL).files == {"SKILL.md": SKILL, "notes.md": NOTES.data}
    with pytest.raises(ArchiveError, match=f"it has an extra field {kind:#06x}, which no skill needs"):
        read_archive(zip_of(GOOD, replace(NOTES, extra=extra(kind, bytes(most + 1)))), SMALL)


@pytest.mark.parametrize(("method", "name"), [(1, "shrink"), (6, "implode"), (95, "xz")])
def test_another_compression_is_named(method: int, name: str) -> None:
    with pytest.raises(ArchiveError, match=f"`SKILL.md`: it is compressed by {name}$") as caught:
        read_archive(zip_of(replace(GOOD, method=method)), SMALL)
    assert caught.value.hint == "compress it by deflate, or pack it with `skillpack pack`"


@pytest.mark.parametrize(
    "archive",
    [
        PLAIN,
        zip_of(replace(GOOD, method=8), replace(NOTES, method=8)),
        zip_of(replace(GOOD, method=8, flags=0x2), replace(NOTES, method=8, flags=0x4)),
        zip_of(described(GOOD), described(NOTES)),
        zip_of(described(GOOD, magic=b""), described(NOTES, magic=b"")),
        zip_of(replace(described(GOOD), local=()), replace(described(NOTES), local=((5, 0),))),
        zip_of(GOOD, replace(NOTES, extra=extra(0x5455, b"\1" + bytes(4)), local_extra=extra(0x7875, bytes(11)))),
        zip_of(GOOD, Entry(b"empty/", b"", mode=0o040755, dos=0x10), NOTES),
        zip_of(GOOD, Entry(b"empty/", b"", mode=0o042775), NOTES),
        zip_of(replace(GOOD, mode=0), replace(NOTES, mode=0o644)),
    ],
)
def test_its_honest_neighbours_are_read(archive: bytes) -> None:
    assert read_archive(archive, SMALL).files == {"SKILL.md": SKILL, "notes.md": NOTES.data}
