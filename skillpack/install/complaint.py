"""One thing to be said of skills, and the words that all such things share (pure)."""

import shlex
from collections.abc import Iterable
from dataclasses import dataclass

from skillpack.model.finding import Severity


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing to be said, of as many skills as it is true of.

    Attributes:
        kind: One word, for programs.
        text: A clause without the skills.
        items: The skills, each with what matters of it in brackets.
        command: Which helps, or empty.
    """

    kind: str
    severity: Severity
    text: str
    items: tuple[str, ...] = ()
    command: str = ""


def quoted(path: str, home: str) -> str:
    """Return a path as people write it, fit for a command line: `~/.claude/skills`."""
    short = f"~{path.removeprefix(home)}" if path == home or path.startswith(f"{home}/") else path
    rest = short.removeprefix("~")
    return short if shlex.quote(rest or "x") == (rest or "x") else shlex.quote(path)


def some(words: Iterable[str], most: int) -> str:
    """Return some words, the rest as a number."""
    kept = list(words)
    return ", ".join(kept[:most]) + (f" and {len(kept) - most} more" if len(kept) > most else "")


def count_of_skills(count: int) -> str:
    """Return a number of skills in words."""
    return f"{count:,} {'skill' if count == 1 else 'skills'}"


def count_of_names(count: int) -> str:
    """Return a number of names in words."""
    return f"{count:,} {'name' if count == 1 else 'names'}"


def count_of_files(count: int) -> str:
    """Return a number of files in words."""
    return f"{count:,} {'file' if count == 1 else 'files'}"


def count_of_folders(count: int) -> str:
    """Return a number of folders in words."""
    return f"{count:,} {'folder' if count == 1 else 'folders'}"


def count_of_links(count: int) -> str:
    """Return a number of links in words."""
    return f"{count:,} {'link' if count == 1 else 'links'}"
