"""What of a file is text: UTF-16 is decoded, NUL is left out, a binary is read as `strings` reads it.

Nothing that a shell or an agent may take for text hides behind its encoding: shells skip NUL, editors decode UTF-16,
and a few bytes in front of a script make it a PNG.
"""

from collections.abc import Iterator

from msgspec import Struct

_NUL = b"\0"
_MARKS = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_PROSE = "md markdown mdx txt text rst adoc asciidoc org tex html htm xhtml"
_SCRIPTS = (
    "sh bash zsh ksh csh fish py pyw rb pl pm php js mjs cjs ts mts cts jsx tsx ps1 psm1 psd1 bat cmd vbs lua r jl awk"
    " sed tcl go rs java kt swift c h cc cpp cs scala groovy sql star bzl applescript ex exs clj hs nix mk"
)
_DATA = "json jsonl json5 yaml yml toml ini cfg conf csv tsv xml svg env properties css"
_TEXTUAL = frozenset(f"{_PROSE} {_SCRIPTS} {_DATA}".split())
_NAMED = frozenset({"makefile", "dockerfile", "justfile", "readme", "license", "notice"})
_SHORTEST = 8  # bytes that show a pattern
_PRINTABLE = b"\t\n" + bytes(range(0x20, 0x7F))
_BLANKED = bytes(code if code in _PRINTABLE else 0x20 for code in range(256))


class Decoded(Struct, frozen=True):
    """One reading of a file's bytes.

    Attributes:
        base: The file as people open it: its bytes, of UTF-16 the same text as UTF-8.
        content: The base without NUL, of a binary blanks for what cannot be printed.
        with_nul: True for a text that holds NUL.
    """

    base: bytes
    content: bytes
    with_nul: bool


def decode(path: str, content: bytes, *, textual: bool = False) -> Iterator[Decoded]:
    """Yield the readings of a file: one, and a second one where UTF-16 spells other letters than its bytes.

    Args:
        path: Its name says whether it is a text, where it holds NUL.
        content: Its bytes.
        textual: True for what is a text whatever its name.
    """
    encoding = _wide_encoding(content)
    if encoding:
        base = content.decode(encoding, "replace").removeprefix("\ufeff").encode()
        text = base.replace(_NUL, b"")
        yield Decoded(base, text, len(text) < len(base))
        if _letters(content) != _letters(base):
            yield Decoded(content, _printable(content), with_nul=False)
    elif _NUL not in content:
        yield Decoded(content, content, with_nul=False)
    elif textual or content.startswith(b"#!") or _is_textual(path):
        yield Decoded(content, content.replace(_NUL, b""), with_nul=True)
    else:
        yield Decoded(content, _printable(content), with_nul=False)


def _wide_encoding(content: bytes) -> str:
    """Return which UTF-16 a file is: by its mark, or because every second byte is NUL; empty for any other."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return encoding
    if _NUL not in content or len(content) < _SHORTEST:
        return ""
    first, second = content[::2].count(_NUL), content[1::2].count(_NUL)
    most, least = len(content) * 3 // 8, len(content) // 40  # of the half of the bytes
    if second > most and first <= least:
        return "utf-16-le"
    return "utf-16-be" if first > most and second <= least else ""


def _is_textual(path: str) -> bool:
    name = path.rpartition("/")[2].lower()
    return name.rpartition(".")[2] in _TEXTUAL or name in _NAMED


def _printable(content: bytes) -> bytes:
    """Return a binary as a shell that skips NUL would see it, with a blank for every byte that is not text."""
    return content.translate(_BLANKED, _NUL)


def _letters(content: bytes) -> bytes:
    return _printable(content).translate(None, b" \t\n")
