"""The text files of a skill, decoded, and the telling signs that each holds: looked for once, for all rules.

Nothing that a shell or an agent may take for text hides behind its encoding: shells skip NUL, editors decode UTF-16,
and a few bytes in front of a script make it a PNG. So UTF-16 is decoded, NUL is left out, and a binary is read as
`strings` reads it.

Rules about safety look closer only where one of their signs is, and hardly any file holds one. Each look is a pass over
the bytes, so signs that share a rare character are looked for together: the search leaps from one such character to the
next, and only where it finds something each sign is looked for by itself.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from skillpack.abilities.code_blocks import CodeBlock, code_blocks
from skillpack.model.tree import Tree

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


_Search = Callable[[bytes], re.Match[bytes] | None]
_Looks = tuple[tuple[_Search, Mapping[str, _Search]], ...]

# A rare character -> signs, and what follows it there (or stands before it).
_ANYWHERE: Mapping[bytes, Mapping[str, bytes]] = {
    b"|": {
        "fork bomb": rb" ?: ?&",
        "pipe": rb"[\s\\&({\"'$]*+(?:sudo\s|doas\s|/|env\s|command\s|exec\s|nohup\s|busybox\s"
        rb"|xargs\s|SHELL|\w+=|\.\s|source\s"
        rb"|(?:[abdzck]|fi|tc|mk|pw|ba|da)?sh\b|(?i:iex|invoke-e)|python|perl|ruby|node|php|curl\s)",
    },
    b"(": {
        "fetch": rb"[ \t]*+(?:curl|wget|(?i:irm|iwr|invoke-|new-object\s))",
        "exec": rb"(?<=exec\()",
        "tree": rb"(?<=rmtree\()",
        "atob": rb"\s*+atob\(",
        "data": rb"data:",
    },
    b"-": {
        "delete": rb"(?<=rm -)",
        "encoded command": rb"enc |EncodedCommand",
        "credentials": rb"credentials(?<=\.git-credentials)",
        "firmware": rb"(?<=flashrom -)",
        "erase": rb"delete\b|exec\s+rm\b|(?i:Recurse)",
        "connects": rb"(?<=nc -)|(?<=ncat -)",
    },
    b"/": {
        "device": rb"dev/",
        "windows": rb"[sS] +(?:/[qQ] +)?[\"']?(?:[A-Za-z]:|%)",
        "script": rb"scripts/",
        "ssh": rb"(?<=\.ssh/)",
        "aws": rb"credentials(?<=\.aws/credentials)",
        "starts": rb"cron|profile",
        "connected": rb"dev/tcp/|bin(?<= -e /bin)|bin(?<= -c /bin)",
        "shadow": rb"shadow(?<=/etc/shadow)",
    },
    b".": {
        "start file": rb"bashrc|zsh|profile|git/hooks",
        "agent": rb"claude|codex|gemini|cursor|vscode|copilot|json(?<=opencode\.json)",
        "private": rb"ssh|aws/|env|gnupg|netrc|kube/|docker/config|pypirc|sqlite(?<=cookies\.sqlite)"
        rb"|dat(?<=wallet\.dat)|environ(?<=os\.environ)",
    },
    b"_": {
        "login": rb"keys(?<=authorized_keys)|profile",
        "key or history": rb"rsa(?<=id_rsa)|ed25519(?<=id_ed25519)|history",
    },
    b"&": {
        "next": rb"(?<=&&)[\s\\]*+(?:sudo\s|doas\s|chmod\s|(?:[abdzk]|fi|ba|da)?sh\s|\.|source\s|/|[\"']|python|\$)"
    },
    b"`": {"ticks": rb"[ \t]*+(?:curl|wget)\s"},
    b";": {"after": rb"[ \t]*+(?:sudo\s|doas\s|chmod\s|(?:ba|z|da)?sh\s|\./|source\s)"},
    b"u": {
        "user": rb"ser(?:(?<=tell the user)|(?<=telling the user)|(?<=inform the user)|(?<=informing the user)"
        rb"|(?<=to the user)|(?<=from the user))",
        "instructions": rb"ctions(?<=nstructions)",
    },
    b"6": {"64": rb"4"},
}
_IN_MARKDOWN: Mapping[bytes, Mapping[str, bytes]] = {
    b":": {"script link": rb"(?<=javascript:)", "reference": rb"(?<=\]:) #", "definition": rb"(?<=\]:)"},
    b"<": {"comment": rb"!--", "hidden": rb"(?i:template|[a-z][^<>]*?(?:hidden|style|title|alt|aria-label))"},
    b"(": {"link": rb"(?<=\]\()"},
    b"!": {"image": rb"\["},
}
SIGNS: Mapping[str, re.Pattern[bytes]] = {
    name: re.compile(rb"%s(?:%s)" % (re.escape(rare), rest))
    for group in (_ANYWHERE, _IN_MARKDOWN)
    for rare, signs in group.items()
    for name, rest in signs.items()
}
"""What is looked for; the signs that only Markdown knows are looked for in Markdown alone."""

_MARKDOWN = (".md", ".markdown", ".mdx")
_BOM = b"\xef\xbb\xbf"
_ORDINARY = b"\t\n\r\f" + bytes(range(0x20, 0x7F))


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


def _looks(group: Mapping[bytes, Mapping[str, bytes]]) -> _Looks:
    """Return for each rare character a search for any of its signs, and one for each of them."""
    return tuple(
        (
            re.compile(rb"%s(?:%s)" % (re.escape(rare), b"|".join(signs.values()))).search,
            {name: SIGNS[name].search for name in signs},
        )
        for rare, signs in group.items()
    )


_LOOKS = _looks(_ANYWHERE)
_MARKDOWN_LOOKS = _LOOKS + _looks(_IN_MARKDOWN)


class TextFile(Struct, frozen=True, dict=True):
    """A file as the rules read it (`decode`).

    Attributes:
        path: As drafts want it: relative to the skill, empty for the skill file itself.
        base: The file as people open it, in which findings are placed; mostly the same as its content.
        content: What is read: UTF-8 without NUL.
        with_nul: True for a text that holds NUL.
        markdown: True for prose: the skill file, and what is Markdown by its name.
        signs: Those of `SIGNS` that it holds.
        rare: Its bytes outside of ASCII, and its control characters but those that end lines and cells.
    """

    path: str
    base: bytes
    content: bytes
    with_nul: bool
    markdown: bool
    signs: frozenset[str]
    rare: bytes

    def text(self) -> str:
        """Return its text without byte-order mark; bytes that are no UTF-8 become surrogates."""
        return self.content.removeprefix(_BOM).decode("utf-8", "surrogateescape")

    @cached_property
    def lower(self) -> bytes:
        """Its content with the letters of ASCII small."""
        return self.content.lower()

    @cached_property
    def code_blocks(self) -> tuple[CodeBlock, ...]:
        """The fenced code of Markdown; empty for any other file."""
        return code_blocks(self.content) if self.markdown else ()

    def offset(self, position: int) -> int:
        """Return the position in the base of a byte of the content, or of its end."""
        if len(self.base) == len(self.content):
            return position
        low, high, before = 0, len(self.base), position
        while low < high:  # halves are counted once each
            middle = (low + high) // 2
            kept = middle + 1 - low - self.base.count(b"\0", low, middle + 1)
            if kept > before:
                high = middle
            else:
                low, before = middle + 1, before - kept
        return low


def read_texts(tree: Tree, skill_file: str) -> tuple[TextFile, ...]:
    """Return the files of a tree in its order, as rules read them; rarely one twice.

    Args:
        tree: As read.
        skill_file: Its path in the tree.
    """
    return tuple(
        [
            _read(path, decoded, own=path == skill_file)
            for path, content in tree.files.items()
            for decoded in decode(path, content, textual=path == skill_file)
        ]
    )


def telling(*signs: str) -> frozenset[str]:
    """Return signs that a rule waits for.

    Raises:
        ValueError: Nobody looks for one of them.
    """
    unknown = frozenset(signs).difference(SIGNS)
    if unknown:
        raise ValueError(f"nobody looks for {sorted(unknown)}")
    return frozenset(signs)


def files_with(texts: tuple[TextFile, ...], signs: frozenset[str]) -> Iterator[TextFile]:
    """Yield the texts that hold one of the signs."""
    for text in texts:
        if not signs.isdisjoint(text.signs):
            yield text


def _read(path: str, decoded: Decoded, *, own: bool) -> TextFile:
    content = decoded.content
    markdown = own or path.lower().endswith(_MARKDOWN)
    signs: list[str] = []
    for together, searches in _MARKDOWN_LOOKS if markdown else _LOOKS:
        if together(content):
            signs += [name for name, search in searches.items() if search(content)]
    rare = content.translate(None, _ORDINARY)
    return TextFile("" if own else path, decoded.base, content, decoded.with_nul, markdown, frozenset(signs), rare)


def _wide_encoding(content: bytes) -> str:
    """Return the encoding of a UTF-16 file: by its mark, or because every second byte is NUL; empty for any other."""
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
