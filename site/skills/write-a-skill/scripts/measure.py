#!/usr/bin/env python3
"""Measure what a skill costs an agent: the tokens of its three levels, section by section.

usage: python3 measure.py [--json] SKILL.md
       python3 measure.py [--json] SKILL-FOLDER

Level 1 is the name and the description, which every session pays for. Level 2 is the body, paid when the skill
opens. Level 3 is every other file of the folder, paid when it is read. Four characters count as one token, as the
specifications of skills estimate it.

Exit status: 0 within the recommendations, 1 beyond one of them, 2 when the skill could not be read.
Needs Python 3.11 and nothing else; reads the folder, writes nothing, opens no connection.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

ALWAYS = 100  # tokens of name and description
OPENED = 5000  # tokens of the body
LINES = 500  # lines of the body
MOST_BYTES = 2**20  # of one file that is counted
MOST_FILES = 1000
SKIPPED = {".git", ".hg", ".svn", "__pycache__", "node_modules", "evals"}  # never part of what a reader gets

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*")
_FIELD = re.compile(r"(name|description):(?:[ \t]+(.*))?")
_BLOCK = re.compile(r"[|>][-+0-9]*")
_COMMENT = re.compile(r"(?:^|[ \t])#.*")


class UnreadableError(Exception):
    """The skill could not be read; the text says why and what to do."""


def main(arguments: list[str]) -> int:
    """Print the measures of one skill and return the exit status."""
    parser = argparse.ArgumentParser(prog="measure.py", description="Measure what a skill costs an agent.")
    parser.add_argument("skill", help="a SKILL.md, or the folder that holds it")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    try:
        measures = measure(Path(options.skill))
    except UnreadableError as error:
        print(f"measure.py: {error}", file=sys.stderr)
        return 2
    print(json.dumps(measures, indent=2) if options.json else "\n".join(report(measures)))
    return 1 if measures["beyond"] else 0


def measure(path: Path) -> dict:
    """Return the tokens of the three levels, the sections of the body, the files, and what is beyond a limit."""
    file = path / "SKILL.md" if path.is_dir() else path
    if path.is_dir() and not file.is_file():
        raise UnreadableError(f"no SKILL.md in {path}; give the folder of one skill")
    front_matter, body, first_line = split(text_of(file))
    fields = read_fields(front_matter)
    missing = [name for name in ("name", "description") if not fields.get(name)]
    if missing:
        raise UnreadableError(f"{file}: the front matter has no {' and no '.join(missing)}")
    files = dict(other_files(file.parent, file.name))
    measures = {
        "name": fields["name"],
        "always": tokens(fields["name"] + fields["description"]),
        "opened": tokens(body),
        "lines": len(body.strip("\n").split("\n")),
        "on_demand": sum(files.values()),
        "sections": list(sections(body, first_line)),
        "files": files,
    }
    return measures | {"beyond": list(beyond(measures))}


def tokens(text: str) -> int:
    """Return a rough number of tokens, at least 1."""
    return max(1, len(text) // 4)


def text_of(file: Path) -> str:
    """Return a text file, with line feeds alone."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise UnreadableError(f"{file} is larger than {MOST_BYTES:,} bytes; no agent reads that")
        return file.read_bytes().decode().replace("\r\n", "\n")
    except OSError as error:
        raise UnreadableError(f"{file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{file} is not UTF-8; save it as UTF-8") from error


def split(text: str) -> tuple[str, str, int]:
    """Return front matter, body, and the line of the file on which the body starts."""
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        raise UnreadableError("the file does not start with ---; the front matter must be its first line")
    for number, line in enumerate(lines[1:], 1):
        if line.rstrip() == "---":
            body = "\n".join(lines[number + 1 :])
            shorter = body.lstrip("\n")
            return "\n".join(lines[1:number]), shorter, number + 2 + len(body) - len(shorter)
    raise UnreadableError("the front matter is never closed; add a line with --- alone")


def read_fields(front_matter: str) -> dict[str, str]:
    """Return name and description: plain, quoted or block text. Other YAML is not looked at."""
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in front_matter.split("\n"):
        if line[:1] not in {" ", "\t", "", "#"}:
            field = _FIELD.fullmatch(line)
            current = found.setdefault(field[1], [field[2] or ""]) if field else None
        elif current is not None:
            current.append(line.strip())
    return {name: joined(lines) for name, lines in found.items()}


def joined(lines: list[str]) -> str:
    """Return the text of a YAML scalar of several lines, near enough to count it."""
    first, *rest = (line.strip() for line in lines)
    if _BLOCK.fullmatch(_COMMENT.sub("", first).strip()):
        return ("\n" if first.startswith("|") else " ").join(rest).strip()
    text = " ".join(filter(None, [first, *rest]))
    if text[:1] in {'"', "'"}:
        end = text.rfind(text[0])
        return text[1:end] if end > 0 else text[1:]
    return _COMMENT.sub("", text).strip()


def sections(body: str, first_line: int) -> Iterator[dict]:
    """Yield each heading with its line and the tokens of the text up to the next heading."""
    start, fence, lines = None, "", body.split("\n")
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and not line.strip(" `~"):
            fence = ""
        heading = None if fence or mark else _HEADING.fullmatch(line)
        if heading:
            if start is not None:
                yield section(*start, lines, number)
            start = (heading, number, first_line)
    if start is not None:
        yield section(*start, lines, len(lines))


def section(heading: re.Match[str], number: int, first_line: int, lines: list[str], end: int) -> dict:
    """Return what is known of the section from one line to another."""
    return {
        "level": len(heading[1]),
        "title": heading[2] or "",
        "line": first_line + number,
        "tokens": tokens("\n".join(lines[number:end])),
    }


def other_files(folder: Path, own: str) -> Iterator[tuple[str, int]]:
    """Yield path and tokens of the other files; 0 tokens for what is not text. Links are not followed."""
    count = 0
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in SKIPPED)
        for name in sorted(names):
            file = Path(parent, name)
            path = file.relative_to(folder).as_posix()
            if path == own or file.is_symlink() or name.endswith(".pyc"):
                continue
            count += 1
            if count > MOST_FILES:
                raise UnreadableError(f"{folder} holds more than {MOST_FILES:,} files; is it one skill?")
            try:
                text = text_of(file)
            except UnreadableError:
                yield path, 0
            else:
                yield path, tokens(text) if text and "\0" not in text else 0


def beyond(measures: dict) -> Iterator[str]:
    """Yield a sentence for each recommendation that is passed."""
    if measures["always"] > ALWAYS:
        yield f"level 1 costs more than {ALWAYS} tokens: shorten the description"
    if measures["opened"] > OPENED:
        yield f"level 2 costs more than {OPENED:,} tokens: move the longest section into references/"
    if measures["lines"] > LINES:
        yield f"the body has more than {LINES} lines: move the longest section into references/"


def report(measures: dict) -> Iterator[str]:
    """Yield lines for people."""
    files = measures["files"]
    yield shown(measures["name"])
    yield f"level 1  always seen  {measures['always']:>7,} tokens  name and description"
    yield f"level 2  when opened  {measures['opened']:>7,} tokens  body of {measures['lines']:,} lines"
    yield f"level 3  on demand    {measures['on_demand']:>7,} tokens  {len(files)} other files"
    yield ""
    yield "  line  tokens  section"
    for each in measures["sections"]:
        indent = "  " * (each["level"] - 1)
        yield f"{each['line']:>6}  {each['tokens']:>6,}  {indent}{shown(each['title'])}"
    if files:
        yield ""
        yield "        tokens  file"
        for path, count in files.items():
            yield f"        {count:>6,}  {shown(path)}"
    for sentence in measures["beyond"]:
        yield f"beyond: {sentence}"


def shown(text: str) -> str:
    """Return text that cannot steer a terminal."""
    return "".join(mark if mark.isprintable() else "?" for mark in text)


def run() -> NoReturn:
    """Run the command line; a reader that goes away (`| head`) is no fault."""
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:
        sys.exit(0)


if __name__ == "__main__":
    run()
