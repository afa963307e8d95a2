"""Which files are read or need no reading: texts, pictures, fonts, sound; and which nobody can read (pure)."""

_PICTURES = (
    b"\x89PNG\r\n\x1a\n",
    b"\xff\xd8\xff",
    b"GIF8",
    b"BM",
    b"\0\0\1\0",
    b"\0\0\2\0",
    b"II*\0",
    b"MM\0*",
    b"8BPS",
)
_FONTS = (b"wOFF", b"wOF2", b"OTTO", b"\0\1\0\0\0", b"true\0", b"ttcf")
_SOUND = (b"ID3", b"\xff\xfb", b"\xff\xf3", b"\xff\xf2", b"OggS", b"fLaC", b"FORM", b"MThd", b"\x1a\x45\xdf\xa3")
_STARTS = _PICTURES + _FONTS + _SOUND
_KINDS_OF_RIFF = frozenset({b"WEBP", b"WAVE", b"AVI "})


def is_media(content: bytes) -> bool:
    """Return whether a file is a picture, a font, sound or a film, by how it starts."""
    if content.startswith(_STARTS):
        return True
    return content[4:8] == b"ftyp" or (content.startswith(b"RIFF") and content[8:12] in _KINDS_OF_RIFF)
