"""Tar within gzip: written as USTAR of stored blocks, read strictly (POSIX pax, RFC 1951, RFC 1952)."""

import re
import struct
import zlib
from collections.abc import Iterable

from msgspec import Struct

from skillpack.archive.member import Member, archive_limit, check_count, check_size, refusal
from skillpack.errors import ArchiveError
from skillpack.model.digest import file_mode
from skillpack.model.limits import Limits
from skillpack.model.portable import printable

_BLOCK = 512
_ZERO = bytes(_BLOCK)
_HEADER = struct.Struct("100s8s8s8s12s12s8sc100s8s32s32s8s8s155s12s")
_USTAR, _GNU = b"ustar\x0000", b"ustar  \0"
_NAME, _PREFIX = 100, 155  # bytes

_STORED_BLOCK = 0xFFFF  # bytes of the largest stored block of deflate
_GZIP_HEADER = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"  # no name, no time, no system
_GZIP_NAMED = 0x8
_GZIP_TAIL = 8  # bytes of checksum and size

_RAISED = 0o6000  # suid and sgid
_LONG_RECORDS = 64 * 1024  # bytes of PAX records of one file
_LONG_NAME = 4096  # bytes
_OCTAL = re.compile(rb" *([0-7]+)[ \0]*")
_RECORD = re.compile(rb"([1-9][0-9]{0,5}) ([^=\n]+)=")
_HARMLESS = frozenset(
    {b"mtime", b"atime", b"ctime", b"uid", b"gid", b"uname", b"gname", b"comment"}
    | {b"LIBARCHIVE.creationtime", b"SCHILY.dev", b"SCHILY.ino", b"SCHILY.nlink"}
)
_KINDS = {
    b"1": "a hard link",
    b"2": "a symbolic link",
    b"3": "a character device",
    b"4": "a block device",
    b"6": "a pipe",
    b"7": "a contiguous file",
    b"D": "a listing of a folder (GNU)",
    b"K": "a long name of a link (GNU)",
    b"M": "a part of another volume (GNU)",
    b"S": "a sparse file (GNU)",
    b"V": "a volume's name (GNU)",
    b"X": "records of Sun's tar",
    b"g": "records for all files (PAX)",
}
_FILES, _FOLDER, _RECORDS, _LONG = (b"0", b"\0"), b"5", b"x", b"L"


class _Header(Struct, frozen=True):
    """A header as read.

    Attributes:
        at: Where its data start.
        short: The name that fits the header, undecoded.
        kind: The type flag.
        size: Bytes of its data.
    """

    at: int
    short: bytes
    kind: bytes
    size: int
    gnu: bool


def tar_bytes(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a `.tar.gz` of files in the order given, without dates and owners, modes from the contents.

    Raises:
        ArchiveError: A path does not fit USTAR, which is all that some clients read.
    """
    chunks: list[bytes] = []
    for path, content in files:
        chunks += (_header_bytes(path, content), content, bytes(-len(content) % _BLOCK))
    return _gzip_bytes(b"".join((*chunks, _ZERO, _ZERO)))


def read_tar(content: bytes, limits: Limits) -> tuple[Member, ...]:
    """Return the entries of a `.tar.gz`: one gzip member, headers and data back to back, then only zeros.

    Raises:
        ArchiveError: Any byte is claimed by nothing, or a record changes what the headers say.
    """
    return tar_members(gunzipped(content, archive_limit(limits)), limits)


def tar_members(content: bytes, limits: Limits) -> tuple[Member, ...]:
    """Return the entries of a tar that is not compressed, or not any more.

    Raises:
        ArchiveError: As `read_tar` does.
    """
    at, count, total = 0, 0, 0
    longer: bytes | None = None
    noted = b""
    members: list[Member] = []
    while (header := _read_header(content, at)) is not None:
        data, at = _data(content, header)
        if header.kind in (_RECORDS, _LONG):
            if noted:
                raise refusal(_text(header.short), "records follow records, before a file")
            noted = header.kind
            longer = _recorded_path(header, data) if header.kind == _RECORDS else _long_name(header, data)
            continue
        name = _text(header.short if longer is None else longer)
        longer, noted = None, b""
        count, total = count + 1, total + header.size
        check_count(count, limits)
        check_size(name, header.size, total, limits)
        members.append(_member(name, header, data))
    if noted:
        raise ArchiveError("the last records of the tar belong to no file")
    rest = content[at:]
    if len(rest) < 2 * _BLOCK or len(rest) % _BLOCK:
        raise ArchiveError("the tar is cut off: its end is missing")
    if rest.strip(b"\0"):
        raise ArchiveError("data follows the end of the tar")
    return tuple(members)


def _header_bytes(path: str, content: bytes) -> bytes:
    prefix, name = _split_name(path)
    fields = (
        *(name, b"%07o\0" % file_mode(content), b"0000000\0", b"0000000\0"),
        *(b"%011o\0" % len(content), b"%011o\0" % 0, b" " * 8, b"0", b""),
        *(_USTAR, b"", b"", b"0000000\0", b"0000000\0", prefix, b""),
    )
    block = _HEADER.pack(*fields)
    return b"%b%06o\0 %b" % (block[:148], sum(block), block[156:])


def _split_name(path: str) -> tuple[bytes, bytes]:
    """Return prefix and name of USTAR; the shortest prefix that leaves a name that fits."""
    whole = path.encode()
    if len(whole) <= _NAME:
        return b"", whole
    slash = whole.find(b"/", max(len(whole) - _NAME - 1, 1))
    if not 0 < slash <= _PREFIX:
        raise refusal(path, "the path is too long for a portable tar", hint="use the zip format")
    return whole[:slash], whole[slash + 1 :]


def _gzip_bytes(content: bytes) -> bytes:
    """Return gzip without a compressor, whose choices would differ from machine to machine."""
    chunks = [_GZIP_HEADER]
    for start in range(0, len(content), _STORED_BLOCK):
        block = content[start : start + _STORED_BLOCK]
        last = start + _STORED_BLOCK >= len(content)
        chunks += (struct.pack("<BHH", last, len(block), len(block) ^ 0xFFFF), block)
    chunks.append(struct.pack("<II", zlib.crc32(content), len(content) & 0xFFFFFFFF))
    return b"".join(chunks)


def gunzipped(content: bytes, limit: int) -> bytes:
    """Return the content of one gzip member, which must be all of the input.

    Raises:
        ArchiveError: It is not, or there are more bytes than the limit.
    """
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        data = inflater.decompress(content[_gzip_header_length(content) :], limit + 1)
    except zlib.error as error:
        raise ArchiveError("the gzip data is damaged") from error
    if len(data) > limit:
        raise ArchiveError(f"the archive unpacks to more than {limit} bytes")
    tail = inflater.unused_data
    if len(tail) < _GZIP_TAIL:  # there is none before the deflate data end
        raise ArchiveError("the gzip data is cut off")
    if tail[_GZIP_TAIL:].startswith(b"\x1f\x8b"):
        raise ArchiveError("the archive has several gzip members")
    if len(tail) > _GZIP_TAIL:
        count = len(tail) - _GZIP_TAIL
        raise ArchiveError(f"{count:,} {'byte follows' if count == 1 else 'bytes follow'} the end of the gzip data")
    if struct.unpack("<II", tail) != (zlib.crc32(data), len(data) & 0xFFFFFFFF):
        raise ArchiveError("the gzip data does not match its checksum or size")
    return data


def _gzip_header_length(content: bytes) -> int:
    if len(content) < len(_GZIP_HEADER):
        raise ArchiveError("the gzip data is cut off")
    method, flags = content[2], content[3]
    if method != _GZIP_HEADER[2]:
        raise ArchiveError(f"the gzip data is compressed by method {method}, not by deflate")
    if flags & ~_GZIP_NAMED:
        raise ArchiveError(f"the gzip header has the flags {flags:#04x}, which no skill needs")
    if not flags:
        return len(_GZIP_HEADER)
    end = content.find(b"\0", len(_GZIP_HEADER), len(_GZIP_HEADER) + 256)
    if end < 0:
        raise ArchiveError("the name in the gzip header has no end")
    return end + 1


def _member(name: str, header: _Header, data: bytes) -> Member:
    if header.kind == _FOLDER:
        if data:
            raise refusal(name, "a folder holds data")
        return Member(name if name.endswith("/") else f"{name}/", b"", folder=True)
    if name.endswith("/"):
        raise refusal(name, "its name says folder, its type says file")
    return Member(name, data, folder=False)


def _read_header(content: bytes, at: int) -> _Header | None:
    """Return the header at a place, or None at the end of the tar."""
    block = content[at : at + _BLOCK]
    if len(block) < _BLOCK:
        raise ArchiveError("the tar is cut off: its end is missing")
    if block == _ZERO:
        return None
    name, mode, _, _, size, _, checksum, kind, link, magic, _, _, _, _, prefix, rest = _HEADER.unpack(block)
    if _number(checksum) != sum(block[:148]) + sum(block[156:]) + 8 * 0x20:
        raise ArchiveError(f"the header at byte {at} of the tar does not match its checksum")
    if magic not in (_USTAR, _GNU):
        raise ArchiveError(f"the header at byte {at} is not of a supported tar format", hint="use `tar --format=ustar`")
    gnu = magic == _GNU
    short = _trimmed(name)
    if prefix.strip(b"\0"):
        short = _trimmed(prefix) + b"/" + short
    shown = _text(short)
    if kind not in (*_FILES, _FOLDER, _RECORDS, _LONG):
        hint = "`git archive` adds them for a commit, not for a tree: `git archive HEAD:path`" if kind == b"g" else ""
        unknown = f"of an unknown type, `{printable(_text(kind))}`"
        raise refusal(shown, f"it is {_KINDS.get(kind, unknown)}", hint=hint)
    if link.strip(b"\0") or rest.strip(b"\0") or (gnu and prefix.strip(b"\0")):
        raise refusal(shown, "its header holds data where a file has none")
    bits, length = _number(mode), _number(size)
    if bits is None or length is None:
        raise refusal(shown, "its mode or size is not an octal number")
    if bits & _RAISED and kind != _FOLDER:
        raise refusal(shown, "it is set to run as its owner (suid or sgid)")
    return _Header(at + _BLOCK, short, kind, length, gnu)


def _data(content: bytes, header: _Header) -> tuple[bytes, int]:
    """Return the data of an entry, and where the next header starts."""
    end = header.at + header.size
    after = end + -header.size % _BLOCK
    if after > len(content):
        raise refusal(_text(header.short), f"it declares {header.size} bytes, but the tar ends before that")
    if content[end:after].strip(b"\0"):
        raise refusal(_text(header.short), "data is hidden after it")
    return content[header.at : end], after


def _number(field: bytes) -> int | None:
    """Return a number in octal digits, or None; base 256, which can be negative, is none."""
    match = _OCTAL.fullmatch(field)
    return int(match[1], 8) if match else None


def _trimmed(field: bytes) -> bytes:
    """Return a name up to its first NUL, after which there may be nothing."""
    name, _, rest = field.partition(b"\0")
    if rest.strip(b"\0"):
        raise refusal(_text(name), "data is hidden after its name")
    return name


def _long_name(header: _Header, data: bytes) -> bytes:
    """Return the name that GNU tar writes before a file whose header cannot hold it."""
    name = data.removesuffix(b"\0")
    if not header.gnu or len(data) > _LONG_NAME or b"\0" in name:
        raise refusal(_text(header.short), "it is no long name as GNU tar writes it")
    return _needed(name)


def _recorded_path(header: _Header, data: bytes) -> bytes | None:
    """Return the path in the PAX records of a file, None where they leave it as it is."""
    if header.gnu:
        raise refusal(_text(header.short), "a GNU tar contains PAX records")
    if len(data) > _LONG_RECORDS:
        raise refusal(_text(header.short), f"its PAX records have {len(data)} bytes, at most {_LONG_RECORDS} are read")
    records: dict[bytes, bytes] = {}
    at = 0
    while at < len(data):
        match = _RECORD.match(data, at)
        end = at + int(match[1]) if match else 0
        if match is None or end > len(data) or data[end - 1] != ord("\n") or match[2] in records:
            raise refusal(_text(header.short), "its PAX records are damaged or repeat a key")
        records[match[2]] = data[match.end() : end - 1]
        at = end
    path = records.pop(b"path", None)
    strange = sorted(records.keys() - _HARMLESS)
    if strange:
        raise refusal(_text(header.short), f"a PAX record sets `{printable(_text(strange[0]))}`, which no skill needs")
    return None if path is None else _needed(path)


def _needed(name: bytes) -> bytes:
    """Return a name from outside the header, if the header could not have held it.

    Readers that know USTAR alone see the header's name; honest tools leave it only where they must.
    """
    if len(name) <= _NAME and name.isascii():
        raise refusal(_text(name), "a record renames a file whose name fits the header")
    return name


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")
