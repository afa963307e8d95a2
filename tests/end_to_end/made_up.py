"""Some forty made-up skills: every shape that a client may stumble over, and what of each must arrive."""

from collections.abc import Mapping
from pathlib import Path

CONFIGURATION = """\
[catalog]
name = "made-up-skills"
title = "Made-up skills"
description = "Skills of every shape"
site_url = "https://skills.example.com/some/where/"
owner = { name = "Nobody" }

[[source]]
path = "skills"

[[source]]
path = "flat"
formats = ["markdown"]

[discovery]
legacy = true
"""

CHANGED = "changing"
"""The skill that `change` edits."""

WITHHELD = "withheld"
FOREIGN = "développer"
"""A name that no client of the discovery index takes."""

_LONG = "x" * 120 + ".md"  # longer than a tar of the oldest form holds
_DEEP = "/".join(["level"] * 14)
_EMOJI = "\N{ROCKET}"  # two units of UTF-16


def _skill_file(name: str, *, description: str = "", more: str = "", body: str = "Do it.\n") -> bytes:
    said = description or f"Does what {name} says. Use when somebody asks for {name}."
    return f"---\nname: {name}\ndescription: {said}\nlicense: MIT\n{more}---\n\n# {name}\n\n{body}".encode()


def _single() -> dict[str, dict[str, bytes]]:
    """Return skills that are one file."""
    texts = {
        "plain": _skill_file("plain"),
        "a": _skill_file("a"),
        "a-1-b-2": _skill_file("a-1-b-2"),
        "n" * 64: _skill_file("n" * 64),
        CHANGED: _skill_file(CHANGED, more='metadata:\n  version: "1.0.0"\n'),
        "versioned": _skill_file("versioned", more='metadata:\n  version: "2.1.0-rc.1"\n'),
        "crlf": _skill_file("crlf").replace(b"\n", b"\r\n"),
        "no-last-newline": _skill_file("no-last-newline").rstrip(b"\n"),
        "long-description": _skill_file("long-description", description="d" * 1024),
        "emoji-description": _skill_file("emoji-description", description=f"Sparkles {_EMOJI * 200}. Use it."),
        "many-emoji": _skill_file("many-emoji", description=f"Use when {_EMOJI * 900}."),
        "quoted": _skill_file("quoted", description='"Quotes: \\"yes\\", and # no comment. Use it."'),
        "folded": _skill_file("folded", description=">\n  Folded over\n  two lines. Use it."),
        "literal": _skill_file("literal", description="|\n  Literal\n  lines. Use it."),
        "tagged": _skill_file("tagged", description="Knows <b>tags</b> & ampersands. Use it."),
        "umlauts": _skill_file("umlauts", description="Grüße, 你好, مرحبا. Use it.", body="Ünïcödé.\n"),
        "dates": _skill_file("dates", more="metadata:\n  updated: 2026-01-31\n  since: 2020\n"),
        "for-people": _skill_file("for-people", more="disable-model-invocation: true\n"),
        "body-with-rules": _skill_file("body-with-rules", body="One\n\n---\n\nTwo\n\n---\n\nThree\n"),
        "large-text": _skill_file("large-text", body="A line of text.\n" * 4000),
    }
    return {name: {"SKILL.md": content} for name, content in texts.items()}


def _folders() -> dict[str, dict[str, bytes]]:
    """Return skills with more files."""
    more: dict[str, dict[str, bytes]] = {
        "scripts": {"scripts/run.sh": b"#!/bin/sh\necho hi\n", "scripts/run.py": b"print(1)\n"},
        "references": {"references/one.md": b"# One\n", "references/two.md": b"# Two\n"},
        "nested": {f"{_DEEP}/deep.txt": b"deep\n", "a/b/c.txt": b"c\n"},
        "long-names": {f"references/{_LONG}": b"long\n", f"{'d' * 90}/{'f' * 90}.txt": b"longer\n"},
        "foreign-names": {"references/größe.md": b"# Size\n", "assets/日本.txt": b"x\n"},
        "odd-names": {"a b.txt": b"1\n", "a+b=c&d.txt": b"2\n", "(x) [y].txt": b"3\n", "tilde~.txt": b"4\n"},
        "escaped-names": {"a#b.txt": b"1\n", "50%25.txt": b"2\n", "notes...md": b"3\n"},
        "binary": {"assets/all.bin": bytes(range(256)) * 64, "assets/empty": b""},
        "images": {"assets/dot.png": b"\x89PNG\r\n\x1a\n" + bytes(64)},
        "pages": {"assets/page.html": b"<script>alert(1)</script>\n", "assets/drawing.svg": b"<svg onload='x()'/>\n"},
        "crlf-files": {"references/dos.md": b"one\r\ntwo\r\n", "references/mixed.md": b"one\r\ntwo\nthree\r"},
        "marked-files": {"references/marked.md": b"\xef\xbb\xbfmarked\n"},
        "dot-files": {".config/settings.json": b"{}\n", "assets/.gitkeep": b""},
        "archives-inside": {"assets/a.zip": b"PK\x05\x06" + bytes(18), "assets/a.tar.gz": b"\x1f\x8b\x08" + bytes(20)},
        "many-files": {f"references/{number:03}.md": f"{number}\n".encode() for number in range(300)},
        "large-file": {"assets/large.bin": bytes(range(256)) * 4 * 1024},
        "skill-inside": {"examples/other/SKILL.md": _skill_file("other")},
        "metaskill": {"SKILL.star": b'def run(input):\n    return "done"\n'},
    }
    starts = {"metaskill": 'metaskill: SKILL.star\nmetadata:\n  version: "1.0.0"\n'}
    return {name: {"SKILL.md": _skill_file(name, more=starts.get(name, "")), **files} for name, files in more.items()}


def write_sources(folder: Path) -> dict[str, Mapping[str, bytes]]:
    """Write the catalog, and return what a client must install of it: name -> path -> bytes."""
    published = _single() | _folders()
    others = {
        WITHHELD: {"SKILL.md": f"---\nname: {WITHHELD}\n---\n\nNobody says what it does.\n".encode()},
        FOREIGN: {"SKILL.md": _skill_file(FOREIGN)},
    }
    for name, files in (published | others).items():
        for path, content in files.items():
            target = folder / "skills" / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    (folder / "flat").mkdir()
    (folder / "flat" / "flat-form.md").write_bytes(_skill_file("flat-form"))
    (folder / "skillpack.toml").write_text(CONFIGURATION, encoding="utf-8")
    return {**published, "flat-form": {"SKILL.md": _skill_file("flat-form")}}


def change(folder: Path) -> Mapping[str, bytes]:
    """Edit one skill with a new version, and return its files."""
    content = _skill_file(CHANGED, more='metadata:\n  version: "1.1.0"\n', body="Do it better.\n")
    (folder / "skills" / CHANGED / "SKILL.md").write_bytes(content)
    return {"SKILL.md": content}
