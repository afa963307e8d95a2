"""One hand-made tar.gz for each trick that is refused."""

import gzip
import zlib

import pytest

from skillpack.archive.read import read_archive
from skillpack.errors import ArchiveError
from skillpack.model.limits import Limits

SKILL = b"---\nname: sample\ndescription: Packs and unpacks. Use in tests.\n---\n\n# Sample\n"
SMALL = Limits(file=2000, tree=5000, files=4, skill_file=1000)
USTAR, GNU = b"ustar\x0000", b"ustar  \0"
END = bytes(1024)
LONG = b"/".join([b"long-" * 10] * 3)


def header(name: bytes, size: object = 0, kind: bytes = b"0", **fields: bytes) -> bytes:
    """Return a header with its checksum; `checksum` and every other field can be told to lie."""
    length = size if isinstance(size, bytes) else b"%011o\0" % size
    block = b"".join(
        (
            name.ljust(100, b"\0"),
            fields.get("mode", b"0000644\0"),
            fields.get("uid", b"0000000\0"),
            b"0000000\0",
            length,
            b"%011o\0" % 0,
            b" " * 8,
            kind,
            fields.get("link", b"").ljust(100, b"\0"),
            fields.get("magic", USTAR),
            bytes(64),
            b"0000000\0" * 2,
            fields.get("prefix", b"").ljust(155, b"\0"),
            fields.get("rest", bytes(12)),
        )
    )
    checksum = fields.get("checksum", b"%06o\0 " % sum(block))
    return block[:148] + checksum + block[156:]


def entry(name: bytes, data: bytes = b"x", kind: bytes = b"0", pad: bytes | None = None, **fields: bytes) -> bytes:
    padding = bytes(-len(data) % 512) if pad is None else pad
    return header(name, len(data), kind, **fields) + data + padding


def records(*pairs: tuple[bytes, bytes]) -> bytes:
    text = b""
    for key, value in pairs:
        length = len(key) + len(value) + 3
        while len(b"%d" % length) + len(key) + len(value) + 3 != length:
            length += 1
        text += b"%d %b=%b\n" % (length, key, value)
    return text


def pax(*pairs: tuple[bytes, bytes], kind: bytes = b"x") -> bytes:
    return entry(b"PaxHeaders/x", records(*pairs), kind)


def raw_pax(text: bytes) -> bytes:
    return entry(b"PaxHeaders/x", text, b"x")


def long_name(name: bytes, magic: bytes = GNU) -> bytes:
    return entry(b"././@LongLink", name + b"\0", b"L", magic=magic)


def packed(*blocks: bytes, end: bytes = END) -> bytes:
    return gzip.compress(b"".join(blocks) + end, mtime=0)


def gzip_header(content: bytes, flags: int, fields: bytes, method: int = 8) -> bytes:
    return content[:2] + bytes((method, flags)) + content[4:10] + fields + content[10:]


GOOD = entry(b"SKILL.md", SKILL)
NOTES = entry(b"notes.md", b"Notes.")
PLAIN = packed(GOOD, NOTES)
BOMB = gzip.compress(bytes(5 * 2**20))

REFUSED = {
    "gzip of nothing": (gzip.compress(b""), "the tar is cut off"),
    "gzip of text": (gzip.compress(b"hello" * 200), "of the tar does not match its checksum"),
    "gzip header cut": (PLAIN[:7], "the gzip data is cut off"),
    "gzip data cut": (PLAIN[:60], "the gzip data is cut off"),
    "gzip tail cut": (PLAIN[:-3], "the gzip data is cut off"),
    "gzip of another method": (gzip_header(PLAIN, 0, b"", method=9), "compressed by method 9"),
    "gzip with an extra field": (gzip_header(PLAIN, 4, b"\4\0evil"), "the flags 0x04"),
    "gzip with a comment": (gzip_header(PLAIN, 16, b"evil\0"), "the flags 0x10"),
    "gzip with a checksum of its header": (gzip_header(PLAIN, 2, b"\0\0"), "the flags 0x02"),
    "gzip with flags of the future": (gzip_header(PLAIN, 0x80, b""), "the flags 0x80"),
    "gzip with a name without end": (gzip_header(PLAIN, 8, b"x" * 300), "has no end"),
    "gzip data are broken": (PLAIN[:10] + b"\xff" * 40, "the gzip data is damaged"),
    "gzip checksum is wrong": (PLAIN[:-8] + bytes(4) + PLAIN[-4:], "does not match its checksum"),
    "gzip size is wrong": (PLAIN[:-4] + bytes(4), "does not match its checksum or size"),
    "several gzip members": (PLAIN + PLAIN, "several gzip members"),
    "tar in two gzip members": (gzip.compress(GOOD) + gzip.compress(NOTES + END), "several gzip members"),
    "bytes after gzip": (PLAIN + b"hidden", "6 bytes follow the end of the gzip data"),
    "zeros after gzip": (PLAIN + bytes(512), "512 bytes follow the end of the gzip data"),
    "gzip bomb": (BOMB, "unpacks to more than 21384 bytes"),
    "gzip within gzip": (gzip.compress(PLAIN), "the tar is cut off"),
    "bare tar": (GOOD + END, "a tar without gzip"),
    "bzip2": (b"BZh91AY&SY", "a bzip2 file"),
    "xz": (b"\xfd7zXZ\0\0\4", "an xz file"),
    "7-Zip": (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    "RAR": (b"Rar!\x1a\7", "a RAR archive"),
    "Zstandard": (b"\x28\xb5\x2f\xfd\0", "a Zstandard file"),
    "no end": (packed(GOOD, NOTES, end=b""), "its end is missing"),
    "half an end": (packed(GOOD, NOTES, end=bytes(512)), "its end is missing"),
    "end that is no block": (packed(GOOD, NOTES, end=bytes(1500)), "its end is missing"),
    "end alone": (packed(), "no `SKILL.md`"),
    "entries after the end": (packed(GOOD, END, NOTES), "data follows the end of the tar"),
    "a byte after the end": (packed(GOOD, end=END + b"!" + bytes(511)), "data follows the end of the tar"),
    "data cut": (packed(header(b"SKILL.md", 1999), end=END), "it declares 1999 bytes, but the tar ends before that"),
    "data hidden in the padding": (packed(entry(b"SKILL.md", SKILL, pad=b"!" * 435)), "hidden after it"),
    "header checksum is wrong": (
        packed(entry(b"SKILL.md", SKILL, checksum=b"000000\0 ")),
        "does not match its checksum",
    ),
    "header checksum is not a number": (
        packed(entry(b"SKILL.md", SKILL, checksum=b"checksum")),
        "not match its checksum",
    ),
    "header of old tar": (packed(entry(b"SKILL.md", SKILL, magic=bytes(8))), "not of a supported tar format"),
    "data behind the name": (packed(entry(b"SKILL.md\0evil", SKILL)), "data is hidden after its name"),
    "data behind the prefix": (packed(GOOD, entry(b"x", prefix=b"a\0evil")), "data is hidden after its name"),
    "data in the link's name": (packed(entry(b"SKILL.md", SKILL, link=b"evil")), "holds data where a file has none"),
    "data in the rest of the header": (packed(entry(b"SKILL.md", SKILL, rest=b"evil" * 3)), "where a file has none"),
    "prefix in a GNU header": (packed(GOOD, entry(b"x", magic=GNU, prefix=b"evil")), "where a file has none"),
    "negative size": (packed(GOOD, header(b"x", b"\xff" * 12)), "not an octal number"),
    "size with a sign": (packed(GOOD, header(b"x", b"-0000000001\0")), "not an octal number"),
    "size in base 256": (
        packed(GOOD, header(b"x", b"\x80" + bytes(10) + b"\1") + b"x" + bytes(511)),
        "not an octal number",
    ),
    "size in other digits": (packed(GOOD, header(b"x", b"0000000009 \0")), "not an octal number"),
    "size that is empty": (packed(GOOD, header(b"x", bytes(12))), "not an octal number"),
    "mode in base 256": (packed(entry(b"SKILL.md", SKILL, mode=b"\x80\0\0\0\0\0\1\xa4")), "not an octal number"),
    "file too large": (packed(GOOD, entry(b"big", bytes(2001))), "`big`: the file has 2001 bytes, at most 2000"),
    "files too large in all": (
        packed(GOOD, *[entry(b"%d" % n, bytes(1999)) for n in range(3)]),
        "more than 5000 bytes in all",
    ),
    "too many entries": (packed(GOOD, *[entry(b"%d" % n) for n in range(8)]), "9 entries, at most 8"),
    "too many files": (packed(GOOD, *[entry(b"%d" % n) for n in range(4)]), "5 files, at most 4"),
    "huge SKILL.md": (packed(entry(b"SKILL.md", SKILL + bytes(1000))), "it has 1077 bytes, at most 1000"),
    "hard link": (packed(GOOD, header(b"x", 0, b"1", link=b"SKILL.md")), "`x`: it is a hard link"),
    "symbolic link": (packed(GOOD, header(b"x", 0, b"2", link=b"/etc/passwd")), "`x`: it is a symbolic link"),
    "character device": (packed(GOOD, header(b"x", 0, b"3")), "a character device"),
    "block device": (packed(GOOD, header(b"x", 0, b"4")), "a block device"),
    "pipe": (packed(GOOD, header(b"x", 0, b"6")), "a pipe"),
    "contiguous file": (packed(GOOD, entry(b"x", kind=b"7")), "a contiguous file"),
    "GNU sparse file": (packed(GOOD, entry(b"x", kind=b"S", magic=GNU)), "a sparse file"),
    "GNU listing": (packed(GOOD, entry(b"x", kind=b"D", magic=GNU)), "a listing of a folder"),
    "GNU volume": (packed(GOOD, entry(b"x", kind=b"V", magic=GNU)), "a volume's name"),
    "GNU other volume": (packed(GOOD, entry(b"x", kind=b"M", magic=GNU)), "another volume"),
    "GNU long link": (packed(GOOD, entry(b"x", kind=b"K", magic=GNU)), "a long name of a link"),
    "type that nobody knows": (packed(GOOD, entry(b"x", kind=b"Z")), "of an unknown type, `Z`"),
    "suid": (packed(GOOD, entry(b"x", mode=b"0004755\0")), "set to run as its owner"),
    "sgid": (packed(GOOD, entry(b"x", mode=b"0002755\0")), "set to run as its owner"),
    "folder with data": (packed(GOOD, entry(b"notes/", kind=b"5")), "a folder holds data"),
    "folder by its name": (packed(GOOD, entry(b"notes/", kind=b"0")), "its name says folder"),
    "folder twice": (packed(GOOD, header(b"notes/", 0, b"5"), header(b"notes", 0, b"5")), "it is in the archive twice"),
    "same file twice": (packed(GOOD, NOTES, NOTES), "`notes.md`: it is in the archive twice"),
    "PAX size": (packed(GOOD, pax((b"size", b"1")), NOTES), "a PAX record sets `size`"),
    "PAX link": (packed(GOOD, pax((b"linkpath", b"/etc")), NOTES), "a PAX record sets `linkpath`"),
    "PAX sparse": (packed(GOOD, pax((b"GNU.sparse.major", b"1")), NOTES), "sets `GNU.sparse.major`"),
    "PAX sparse name": (packed(GOOD, pax((b"GNU.sparse.name", b"evil")), NOTES), "sets `GNU.sparse.name`"),
    "PAX charset": (packed(GOOD, pax((b"hdrcharset", b"BINARY")), NOTES), "sets `hdrcharset`"),
    "PAX attribute": (packed(GOOD, pax((b"SCHILY.xattr.security.capability", b"x")), NOTES), "sets `SCHILY.xattr"),
    "PAX for all files": (packed(pax((b"mtime", b"1"), kind=b"g"), GOOD), "records for all files (PAX)"),
    "PAX path for all files": (packed(pax((b"path", b"evil"), kind=b"g"), GOOD), "records for all files (PAX)"),
    "Sun's records": (packed(pax((b"mtime", b"1"), kind=b"X"), GOOD), "records of Sun's tar"),
    "PAX path that renames": (packed(GOOD, pax((b"path", b"evil.sh")), NOTES), "a record renames a file"),
    "PAX path that just fits": (packed(GOOD, pax((b"path", b"d" * 100)), NOTES), "a record renames a file"),
    "PAX path that makes a skill": (packed(pax((b"path", b"SKILL.md")), entry(b"x", SKILL)), "a record renames a file"),
    "PAX path that goes up": (packed(GOOD, pax((b"path", b"../" * 34 + b"evil")), NOTES), "goes up with `..`"),
    "PAX path that is absolute": (packed(GOOD, pax((b"path", b"/" + LONG)), NOTES), "the path is absolute"),
    "PAX path with NUL": (packed(GOOD, pax((b"path", LONG + b"\0evil")), NOTES), "the path holds a NUL"),
    "PAX path that is not UTF-8": (packed(GOOD, pax((b"path", b"\xe9.md")), NOTES), "the path is not UTF-8"),
    "PAX path that is empty": (packed(GOOD, pax((b"path", b"")), NOTES), "a record renames a file"),
    "PAX path of a folder for a file": (packed(GOOD, pax((b"path", LONG + b"/")), NOTES), "its name says folder"),
    "PAX path twice": (packed(GOOD, pax((b"path", LONG), (b"path", LONG)), NOTES), "damaged or repeat a key"),
    "PAX records twice": (packed(GOOD, pax((b"mtime", b"1")), pax((b"mtime", b"1")), NOTES), "records follow records"),
    "PAX and GNU records": (packed(GOOD, pax((b"mtime", b"1")), long_name(LONG), NOTES), "records follow records"),
    "PAX records in a GNU tar": (
        packed(entry(b"x", records((b"mtime", b"1")), b"x", magic=GNU), GOOD),
        "a GNU tar contains PAX",
    ),
    "PAX records of no file": (packed(GOOD, pax((b"mtime", b"1"))), "belong to no file"),
    "PAX records beyond the limit": (
        packed(pax((b"comment", b"x" * 70_000)), GOOD),
        "unpacks to more than",
    ),
    "PAX record without length": (packed(raw_pax(b"mtime=1\n"), GOOD), "its PAX records are damaged"),
    "PAX record that is too long": (packed(raw_pax(b"99 mtime=1\n"), GOOD), "its PAX records are damaged"),
    "PAX record that is too short": (packed(raw_pax(b"5 mtime=1\n"), GOOD), "its PAX records are damaged"),
    "PAX record with a zero before": (packed(raw_pax(b"012 mtime=1\n"), GOOD), "its PAX records are damaged"),
    "PAX record that ends in its key": (packed(raw_pax(b"3 \n11 mtime=1\n"), GOOD), "its PAX records are damaged"),
    "PAX record with a sign": (packed(raw_pax(b"+11 mtime=1\n"), GOOD), "its PAX records are damaged"),
    "PAX record without a newline": (packed(raw_pax(b"10 mtime=1"), GOOD), "its PAX records are damaged"),
    "PAX record without a value": (packed(raw_pax(b"9 mtime\n"), GOOD), "its PAX records are damaged"),
    "PAX record, then a tail": (
        packed(raw_pax(records((b"mtime", b"1")) + b"evil"), GOOD),
        "its PAX records are damaged",
    ),
    "GNU long name that renames": (packed(GOOD, long_name(b"evil.sh"), NOTES), "a record renames a file"),
    "GNU long name that goes up": (packed(GOOD, long_name(b"../" * 34 + b"evil"), NOTES), "goes up with `..`"),
    "GNU long name with NUL": (packed(GOOD, long_name(LONG + b"\0evil"), NOTES), "no long name as GNU tar writes it"),
    "GNU long name beyond the limit": (packed(GOOD, long_name(b"x" * 5000), NOTES), "no long name as GNU tar writes"),
    "GNU long name in another tar": (packed(GOOD, long_name(LONG, USTAR), NOTES), "no long name as GNU tar writes it"),
    "GNU long name twice": (packed(GOOD, long_name(LONG), long_name(LONG), NOTES), "records follow records"),
    "GNU long name of no file": (packed(GOOD, long_name(LONG)), "belong to no file"),
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


def test_records_of_one_file_are_bounded_within_a_large_archive() -> None:
    with pytest.raises(ArchiveError, match="PAX records have 70015 bytes, at most 65536"):
        read_archive(packed(pax((b"comment", b"x" * 70_000)), GOOD), Limits())


@pytest.mark.parametrize(
    "archive",
    [
        PLAIN,
        packed(GOOD, NOTES, end=END * 9),
        packed(entry(b"./SKILL.md", SKILL), header(b"./", 0, b"5"), entry(b"./notes.md", b"Notes.")),
        packed(entry(b"SKILL.md", SKILL, b"\0"), entry(b"notes.md", b"Notes.", magic=GNU)),
        packed(pax((b"mtime", b"1.5"), (b"atime", b"1"), (b"uid", b"4000000")), GOOD, NOTES),
        packed(entry(b"SKILL.md", SKILL, uid=b"\x80\0\0\0\0\x3d\x09\0"), NOTES),
        packed(GOOD, NOTES, header(b"empty/", 0, b"5", mode=b"0042755\0")),
        packed(GOOD, NOTES, header(b"empty", 0, b"5")),
        gzip_header(PLAIN, 8, b"sample.tar\0"),
    ],
)
def test_its_honest_neighbours_are_read(archive: bytes) -> None:
    assert read_archive(archive, SMALL).files == {"SKILL.md": SKILL, "notes.md": b"Notes."}


@pytest.mark.parametrize("key", [
    *(b"mtime", b"atime", b"ctime", b"uid", b"gid", b"uname", b"gname", b"comment"),
    *(b"LIBARCHIVE.creationtime", b"SCHILY.dev", b"SCHILY.ino", b"SCHILY.nlink"),
])  # fmt: skip
def test_records_of_times_owners_and_disks_are_taken(key: bytes) -> None:
    archive = packed(pax((key, b"1")), GOOD, NOTES)
    assert read_archive(archive, SMALL).files == {"SKILL.md": SKILL, "notes.md": b"Notes."}


@pytest.mark.parametrize("record", [pax((b"path", LONG)), long_name(LONG), pax((b"path", b"./" + LONG))])
def test_a_record_may_name_what_the_header_cannot(record: bytes) -> None:
    dot = b"./" if b"./long" in record else b""
    archive = packed(entry(dot + b"SKILL.md", SKILL), record, entry(b"PaxHeader", b"Notes."))
    assert read_archive(archive, Limits()).files == {"SKILL.md": SKILL, LONG.decode(): b"Notes."}


def test_deflate_that_was_flushed_and_not_finished_is_refused() -> None:
    deflate = zlib.compressobj(wbits=31)
    content = deflate.compress(GOOD + END) + deflate.flush(zlib.Z_FULL_FLUSH)
    with pytest.raises(ArchiveError, match="is cut off"):
        read_archive(content, SMALL)
