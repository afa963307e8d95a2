"""Pictures and printed pages: where each ends, and which texts it carries that nobody sees in it (pure)."""

import re
import zlib
from collections.abc import Iterator

_PNG, _JPEG, _GIFS, _PDF = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", (b"GIF87a", b"GIF89a"), b"%PDF-"
_RIFF = b"RIFF"
_MOST_CHUNKS = 20_000
_LONGEST = 64 * 2**10  # bytes of a text that are read
_JPEG_MARK = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_JPEG_TEXTS = (0xE1, 0xED, 0xFE)  # EXIF and XMP, IPTC, comments
_PDF_VALUE = re.compile(rb"/(?:Title|Subject|Keywords|Author|Creator|Producer)\s{0,4}\(((?:[^()\\]|\\.){1,2000})\)")
_WORDS = re.compile(rb"[\x20-\x7e\t\r\n\xc2-\xf4\x80-\xbf]{12,}")


def tail(content: bytes) -> bytes:
    """Return the bytes behind the end of a picture or document; empty where nothing does, or for other files."""
    if content.startswith(_PNG):
        end = max(
            (position + size + 12 for position, size, name in _png_chunks(content) if name == b"IEND"), default=-1
        )
    elif content.startswith(_JPEG):
        end = max((stop for mark, _, stop in _jpeg_segments(content) if mark == 0xD9), default=-1)
    elif content.startswith(_GIFS):
        end = _gif_end(content)
    elif content.startswith(_RIFF):
        end = int.from_bytes(content[4:8], "little") + 8
    elif content.startswith(_PDF):
        last = content.rfind(b"%%EOF")
        end = last + 5 if last >= 0 else -1
    else:
        return b""
    return content[end:].lstrip(b"\0\r\n") if 0 < end < len(content) else b""


def is_picture(content: bytes) -> bool:
    """Tell whether a file is a picture or document whose end is known."""
    return content.startswith((_PNG, _JPEG, *_GIFS, _RIFF, _PDF))


def embedded_texts(content: bytes) -> Iterator[str]:
    """Yield the texts that a picture or document carries beside what it shows."""
    for raw in _embedded(content):
        for words in _WORDS.findall(raw[:_LONGEST]):
            yield words.decode("utf-8", "replace")


def _embedded(content: bytes) -> Iterator[bytes]:
    if content.startswith(_PNG):
        for position, size, name in _png_chunks(content):
            if name in {b"tEXt", b"iTXt", b"zTXt", b"eXIf"}:
                yield from _png_text(name, content[position + 8 : position + 8 + size])
    elif content.startswith(_JPEG):
        for mark, start, end in _jpeg_segments(content):
            if mark in _JPEG_TEXTS:
                yield content[start:end]
    elif content.startswith(_GIFS):
        for found in re.finditer(rb"\x21\xfe", content[: 16 * _LONGEST]):
            yield content[found.end() : found.end() + 256]
    elif content.startswith(_PDF):
        yield from _PDF_VALUE.findall(content[:_LONGEST] + b"\n" + content[-_LONGEST:])


def _png_text(name: bytes, data: bytes) -> Iterator[bytes]:
    keyword, _, rest = data.partition(b"\0")
    if name == b"zTXt":
        yield _inflated(rest[1:])
    elif name == b"iTXt":
        compressed, text = rest[:1] == b"\x01", rest[2:].split(b"\0", 2)[-1]
        yield _inflated(text) if compressed else text
    else:
        yield keyword + b" " + rest


def _inflated(data: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(data, _LONGEST)
    except zlib.error:
        return b""


def _png_chunks(content: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield where each part of a PNG starts, how long its data is and what it is called, up to the last one."""
    position = len(_PNG)
    for _ in range(_MOST_CHUNKS):
        size, name = int.from_bytes(content[position : position + 4], "big"), content[position + 4 : position + 8]
        if len(name) < 4 or position + size + 12 > len(content):
            return
        yield position, size, name
        if name == b"IEND":
            return
        position += size + 12


def _jpeg_segments(content: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the mark of each part of a JPEG and where its data starts and ends, up to the end of the picture."""
    position = 2
    for _ in range(_MOST_CHUNKS):
        found = _JPEG_MARK.search(content, position)
        if not found:
            return
        mark = found[0][1]
        if mark == 0xD9:
            yield mark, found.start(), found.end()
            return
        size = int.from_bytes(content[found.end() : found.end() + 2], "big")
        yield mark, found.end() + 2, found.end() + size
        position = found.end() + max(size, 2)


def _gif_end(content: bytes) -> int:
    """Return the end of a GIF; -1 for a broken one."""
    flags = content[10:11]
    if not flags:
        return -1
    position = 13 + (3 << ((flags[0] & 7) + 1) if flags[0] & 0x80 else 0)
    for _ in range(_MOST_CHUNKS):
        kind = content[position : position + 1]
        if kind == b"\x3b":
            return position + 1
        if kind == b"\x21":
            position += 2
        elif kind == b"\x2c" and len(content) > position + 10:
            flags = content[position + 9 : position + 10]
            position += 11 + (3 << ((flags[0] & 7) + 1) if flags[0] & 0x80 else 0)
        else:
            return -1
        while position < len(content) and content[position]:
            position += content[position] + 1
        position += 1
    return -1
