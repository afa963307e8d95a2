"""Zip, written in its canonical form and read strictly (section numbers are APPNOTE's)."""

import struct
import zlib
from collections.abc import Iterable

from msgspec import Struct

from skillpack.archive.member import Member, check_count, check_size, refusal
from skillpack.errors import ArchiveError
from skillpack.model.digest import file_mode
from skillpack.model.limits import Limits

_LOCAL = struct.Struct("<4sHHHHHIIIHH")  # 4.3.7
_CENTRAL = struct.Struct("<4sHHHHHHIIIHHHHHII")  # 4.3.12
_END = struct.Struct("<4sHHHHIIH")  # 4.3.16
_DESCRIPTOR = struct.Struct("<III")  # 4.3.9
_LOCAL_MAGIC, _CENTRAL_MAGIC, _END_MAGIC = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_DESCRIPTOR_MAGIC, _ZIP64_MAGIC = b"PK\x07\x08", b"PK\x06\x07"

_STORED, _DEFLATED = 0, 8
_ENCRYPTED, _STREAMED, _UTF8 = 0x1, 0x8, 0x800
_LEVEL_BITS = 0x6  # how hard deflate tried (4.4.4): `zip -9` says so and no reader looks
_VERSION = 20
_UNIX = 3
_LOCATOR = 20  # bytes of the record that leads zip64 readers to another end (4.3.15)
_FULL, _FULLER = 0xFFFF, 0xFFFFFFFF  # numbers that say: look at the zip64 form (4.4.1.4)
_MIDNIGHT, _FIRST_DAY = 0, 0x21  # 1980-01-01 00:00:00, the first date that zip knows

_TYPE, _FILE, _FOLDER = 0o170000, 0o100000, 0o040000
_RAISED = 0o6000  # suid and sgid
_DOS_FOLDER, _DOS_VOLUME, _REPARSE_POINT = 0x10, 0x8, 0x400
_KINDS = {
    _FILE: "a file",
    _FOLDER: "a folder",
    0o120000: "a symbolic link",
    0o060000: "a block device",
    0o020000: "a character device",
    0o010000: "a pipe",
    0o140000: "a socket",
}
_METHODS = {1: "shrink", 6: "implode", 9: "deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "xz", 99: "AES"}
_HARMLESS = {0x5455: 13, 0x7875: 19, 0x7855: 4, 0x5855: 12, 0x000A: 32, 0xCAFE: 0}
"""Kind -> bytes at most: extra fields for times and owners, and the mark of Java's jar."""
_EXTRAS = {
    0x0001: "a zip64 field",
    0x0017: "an encryption field",
    0x6375: "a second comment",
    0x7075: "a second name",
    0x9901: "an AES field",
}


class _Entry(Struct, frozen=True):
    """An entry as the central directory has it.

    Attributes:
        stamp: DOS time and date.
        packed: Bytes in the archive.
        size: Bytes of the file.
        attributes: Unix mode in the upper half, DOS attributes in the lower.
        start: Where its local header lies.
    """

    raw_name: bytes
    name: str
    flags: int
    method: int
    stamp: tuple[int, int]
    crc: int
    packed: int
    size: int
    attributes: int
    start: int


def zip_bytes(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a zip of stored files in the order given, dated 1980, with modes that follow from the contents."""
    chunks: list[bytes] = []
    directory: list[bytes] = []
    at = 0
    for path, content in files:
        name = path.encode()
        flags = 0 if path.isascii() else _UTF8
        crc, size = zlib.crc32(content), len(content)
        common = (_VERSION, flags, _STORED, _MIDNIGHT, _FIRST_DAY, crc, size, size, len(name), 0)
        attributes = (_FILE | file_mode(content)) << 16
        directory += (
            _CENTRAL.pack(_CENTRAL_MAGIC, _UNIX << 8 | _VERSION, *common, 0, 0, 0, attributes, at),
            name,
        )
        chunks += (_LOCAL.pack(_LOCAL_MAGIC, *common), name, content)
        at += _LOCAL.size + len(name) + size
    count, length = len(directory) // 2, sum(map(len, directory))
    end = _END.pack(_END_MAGIC, 0, 0, count, count, length, at, 0)
    return b"".join((*chunks, *directory, end))


def read_zip(content: bytes, limits: Limits) -> tuple[Member, ...]:
    """Return the entries of a zip: back to back from the first byte, then the directory, then its end, nothing else.

    Raises:
        ArchiveError: Any byte is claimed by nothing or twice, or two places say different things.
    """
    count, directory = _read_end(content, limits)
    entries = _read_directory(content, count, directory)
    total = 0
    for entry in entries:
        total += entry.size
        check_size(entry.name, entry.size, total, limits)
    members = []
    at = 0
    for entry in entries:
        if entry.start != at:
            raise refusal(entry.name, f"it starts at byte {entry.start} and the one before it ends at {at}")
        member, at = _read_member(content, entry, directory)
        members.append(member)
    if at != directory:
        raise ArchiveError(f"{directory - at} bytes before the directory belong to no entry")
    return tuple(members)


def _read_end(content: bytes, limits: Limits) -> tuple[int, int]:
    """Return the number of entries and where the directory starts."""
    if content[-_END.size : -_END.size + 4] != _END_MAGIC or content[-2:] != b"\0\0":
        raise _bad_end(content)
    _, disk, first_disk, here, count, length, start, _ = _END.unpack_from(content, len(content) - _END.size)
    last = len(content) - _END.size
    located = content.startswith(_ZIP64_MAGIC, max(last - _LOCATOR, 0))
    if located or _FULL in (here, count) or _FULLER in (length, start):
        raise ArchiveError("the zip uses zip64", hint="skills do not need it; pack it with `skillpack pack`")
    if disk or first_disk or here != count:
        raise ArchiveError("the zip is one of several volumes, or miscounts its entries")
    if not count:
        raise ArchiveError("the zip is empty")
    check_count(count, limits)
    if start + length != last:
        raise ArchiveError(f"the directory should end at byte {last} and ends at {start + length}")
    return count, start


def _bad_end(content: bytes) -> ArchiveError:
    """Return the exception that says what stands where the zip should end."""
    at = content.rfind(_END_MAGIC)
    comment = int.from_bytes(content[at + 20 : at + 22], "little")
    if at < 0 or at + _END.size + comment > len(content):
        return ArchiveError("the zip is cut off: its end is missing")
    if at + _END.size + comment == len(content):
        return ArchiveError(
            f"the zip has a comment of {comment} bytes",
            hint="`git archive` adds one for a commit and none for a tree: `git archive HEAD:path/to/skill`",
        )
    count = len(content) - at - _END.size
    return ArchiveError(f"{count:,} {'byte follows' if count == 1 else 'bytes follow'} the end of the zip")


def _read_directory(content: bytes, count: int, start: int) -> tuple[_Entry, ...]:
    """Return the entries of the directory, which must fill the space up to the end record."""
    at, last = start, len(content) - _END.size
    entries: list[_Entry] = []
    for _ in range(count):
        if at + _CENTRAL.size > last or content[at : at + 4] != _CENTRAL_MAGIC:
            raise ArchiveError(f"the directory is cut off after {len(entries)} of {count} entries")
        fields = _CENTRAL.unpack_from(content, at)
        name_length, extra_length, comment_length, disk = fields[10:14]
        at += _CENTRAL.size
        raw_name = content[at : at + name_length]
        entry = _entry(raw_name, fields)
        if comment_length or disk:
            raise refusal(entry.name, "it has a comment" if comment_length else "it is in another volume")
        _check_extra(entry.name, content[at + name_length : at + name_length + extra_length])
        at += name_length + extra_length
        entries.append(entry)
    if at > last:
        raise ArchiveError("the directory runs into the end of the zip")
    if at < last:
        raise ArchiveError(f"{last - at} bytes after the directory belong to no entry")
    return tuple(entries)


def _entry(raw_name: bytes, fields: tuple[int, ...]) -> _Entry:
    """Return an entry of the directory, refused where it is of a kind that no skill needs."""
    name = raw_name.decode("utf-8", "surrogateescape")
    flags, method, *stamp = fields[3:7]
    crc, packed, size = fields[7:10]
    attributes, start = fields[15:17]
    if flags & _ENCRYPTED:
        raise refusal(name, "it is encrypted")
    if flags & ~(_STREAMED | _UTF8 | _LEVEL_BITS):
        raise refusal(name, f"it has the flags {flags:#06x}, which no skill needs")
    if method not in (_STORED, _DEFLATED):
        kind = _METHODS.get(method, f"method {method}")
        raise refusal(
            name, f"it is compressed by {kind}", hint="compress it by deflate, or pack it with `skillpack pack`"
        )
    if not name.isascii() and not flags & _UTF8:
        raise refusal(name, "its name has no encoding flag", hint="set the UTF-8 flag: `zip -UN=UTF8`")
    _check_kind(name, attributes)
    return _Entry(raw_name, name, flags, method, (stamp[0], stamp[1]), crc, packed, size, attributes, start)


def _check_kind(name: str, attributes: int) -> None:
    """Raise ArchiveError unless the attributes are those of a plain file, or of a folder whose name says so."""
    folder = name.endswith("/")
    mode = attributes >> 16
    kind = mode & _TYPE
    if kind not in (0, _FOLDER if folder else _FILE):
        raise refusal(name, f"it is {_KINDS.get(kind, 'a special file')} by its mode")
    if mode & _RAISED and not folder:
        raise refusal(name, "it is set to run as its owner (suid or sgid)")
    if attributes & (_REPARSE_POINT | _DOS_VOLUME):
        raise refusal(name, "it is a link or a volume by its DOS attributes")
    if attributes & _DOS_FOLDER and not folder:
        raise refusal(name, "it is a folder by its DOS attributes but not by its name")


def _check_extra(name: str, extra: bytes) -> None:
    """Raise ArchiveError unless the extra fields hold what says nothing of the content, each once."""
    at, seen = 0, set()
    while at < len(extra):
        kind, length = struct.unpack_from("<HH", extra, at) if at + 4 <= len(extra) else (0, len(extra))
        at += 4 + length
        if at > len(extra) or kind in seen:
            raise refusal(name, "its extra fields are damaged")
        if length > _HARMLESS.get(kind, -1):
            what = _EXTRAS.get(kind, f"an extra field {kind:#06x}")
            raise refusal(name, f"it has {what}, which no skill needs", hint="pack it with `skillpack pack`")
        seen.add(kind)


def _read_member(content: bytes, entry: _Entry, directory: int) -> tuple[Member, int]:
    """Return an entry with its content, and where the next one starts."""
    start = _check_local(content, entry, directory)
    end = start + entry.packed
    after = end + _descriptor_length(content, entry, end)
    if after > directory:
        raise refusal(entry.name, "it runs into the directory")
    folder = entry.name.endswith("/")
    if folder and entry.size:
        raise refusal(entry.name, "a folder holds data")
    packed = content[start:end]
    data = packed if entry.method == _STORED else _inflated(entry, packed)
    if len(data) != entry.size:
        raise refusal(entry.name, f"it declares {entry.size} bytes but has {len(data)}")
    if zlib.crc32(data) != entry.crc:
        raise refusal(entry.name, "its content does not match its checksum (CRC-32)")
    return Member(entry.name, data, folder), after


def _check_local(content: bytes, entry: _Entry, directory: int) -> int:
    """Return where an entry's data starts, once its local header says what the directory says."""
    at = entry.start
    if content[at : at + 4] != _LOCAL_MAGIC:
        raise refusal(entry.name, f"there is no entry at byte {at}")
    fields: tuple[int, ...] = _LOCAL.unpack_from(content, at)[2:]
    flags, method, time, date, crc, packed, size, name_length, extra_length = fields
    at += _LOCAL.size
    if at + name_length + extra_length > directory:
        raise refusal(entry.name, "it runs into the directory")
    here = (content[at : at + name_length], flags, method, (time, date))
    if here != (entry.raw_name, entry.flags, entry.method, entry.stamp):
        raise refusal(entry.name, "its own header and the directory differ")
    numbers, known = (crc, packed, size), (entry.crc, entry.packed, entry.size)
    later = flags & _STREAMED and all(number in (0, other) for number, other in zip(numbers, known, strict=True))
    if numbers != known and not later:
        raise refusal(entry.name, "its own header and the directory have different sizes or checksums")
    _check_extra(entry.name, content[at + name_length : at + name_length + extra_length])
    return at + name_length + extra_length


def _descriptor_length(content: bytes, entry: _Entry, end: int) -> int:
    """Return the length of the data descriptor, 0 where there is none."""
    if not entry.flags & _STREAMED:
        return 0
    if entry.method == _STORED and entry.size:
        # Whoever reads from the front cannot know where such data ends, and may find another file in it.
        raise refusal(
            entry.name, "it is stored and its size follows it", hint="write the zip to a file, not to a stream"
        )
    expected = _DESCRIPTOR.pack(entry.crc, entry.packed, entry.size)
    for descriptor in (_DESCRIPTOR_MAGIC + expected, expected):
        if content.startswith(descriptor, end):
            return len(descriptor)
    raise refusal(entry.name, "the descriptor after it and the directory differ")


def _inflated(entry: _Entry, packed: bytes) -> bytes:
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        data = inflater.decompress(packed, entry.size + 1)  # one more, because 0 would mean without limit
    except zlib.error as error:
        raise refusal(entry.name, "its compressed data is damaged") from error
    if len(data) > entry.size:
        raise refusal(entry.name, f"it unpacks to more than the {entry.size} bytes it declares")
    if not inflater.eof:
        raise refusal(entry.name, "its compressed data is cut off")
    if inflater.unused_data:
        raise refusal(entry.name, f"{len(inflater.unused_data)} bytes are hidden after its compressed data")
    return data
