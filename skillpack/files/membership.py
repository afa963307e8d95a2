"""What in a skill's folder belongs to its tree, by name alone."""

import os
import re
from functools import lru_cache

SKILLS = "skills"
"""The usual folder of skills."""

OF_CATALOG = frozenset({"reviews", "results"})
"""Folders of a catalog that lie beside its skills: without a skill file they miss none."""

SKILL_FILES = ("SKILL.md", "skill.md")
"""What makes a folder a skill; the first is the right spelling."""

EVALS = "evals"
"""At the root of a skill: for those who work on it, shipped only where the skill's signature names it."""

LEFT_OUT = frozenset({".git", ".hg", ".svn", ".DS_Store", "Thumbs.db", "__pycache__", "node_modules", ".venv"})
"""Names that belong to no tree, be they files or folders (`.git` is a file in a worktree)."""

LEFT_OUT_ENDINGS = (".pyc", "~")

# Sets of skills in the usual folder, which repositories hide from hosts and `npx skills` reads.
_SETS = frozenset({".curated", ".experimental", ".system"})

# What tools and package managers write, or copies of somebody else's work: on the way to skills nobody enters it.
_GENERATED = frozenset({"_build", "_site", "build", "coverage", "dist", "htmlcov", "out", "target"}) | {
    "bower_components",
    "jspm_packages",
    "site-packages",
    "third-party",
    "third_party",
    "vendor",
    "vendored",
    "venv",
}

# Emacs' locks and autosaves, Vim's swap files, and what lies beside an output while it is built.
_PASSING = re.compile(r"\.#.+|#.+#|\..+\.sw[a-p]|\..+\.skillpack-(?:lock|new-.+|saved-.+)", re.DOTALL)


def is_excluded(name: str) -> bool:
    """Return whether a file or folder of that name belongs to no tree; other dot files stay."""
    if name in LEFT_OUT or name.endswith(LEFT_OUT_ENDINGS):
        return True
    return name[0] in ".#" and _PASSING.fullmatch(name) is not None


def is_hidden(name: str, folder: str) -> bool:
    """Return whether skills are not looked for in an entry because of its dot; known sets in `skills` are looked into.

    Args:
        name: Of the entry.
        folder: Path of the folder in which it lies.
    """
    return name[0] == "." and not (name in _SETS and os.path.basename(os.path.abspath(folder)) == SKILLS)


def is_generated(name: str) -> bool:
    """Return whether a folder of that name usually holds what was built or vendored; a skill may be called so."""
    return name in _GENERATED


def belongs(path: str) -> bool:
    """Return whether a path, relative to a skill, belongs to its tree."""
    parts = path.split("/")
    return parts[0] != EVALS and not any(is_excluded(part) for part in parts)


def excluded(path: str, patterns: tuple[str, ...]) -> bool:
    """Return whether a path, relative to its source, matches one of the globs of `[[source]] exclude`.

    A pattern without a slash matches a name at any depth, as in `.gitignore`; one with a slash is relative to the
    source. `*` and `?` stay within a name, `**` crosses folders; what lies in an excluded folder is excluded too.
    """
    return bool(patterns) and _expression(patterns).match(path) is not None


@lru_cache(maxsize=64)
def _expression(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """Return one expression for all patterns, to be matched at the start of a path."""
    whole = "|".join(_translated(pattern) for pattern in patterns)
    return re.compile(f"(?:{whole})(?:/|\\Z)", re.DOTALL)


def _translated(pattern: str) -> str:
    """Return one glob as a regular expression."""
    start = "" if "/" in pattern.rstrip("/") else "(?:.*/)?"
    return start + "".join(_PIECES.get(piece) or _piece(piece) for piece in _TOKENS.findall(pattern.strip("/")))


_TOKENS = re.compile(r"\*\*/|\*\*|\*|\?|\[!?\][^\]]*\]|\[[^\]]+\]|.", re.DOTALL)
_PIECES = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_MEMBERS = re.compile(r"(.)-(.)|(.)", re.DOTALL)


def _piece(piece: str) -> str:
    """Return a plain character, or a set of characters such as `[a-c]` or `[!x]`, as a regular expression."""
    if len(piece) == 1:
        return re.escape(piece)
    negated = piece[1] == "!" and len(piece) > len("[!]")
    members = "".join(
        f"{re.escape(low)}-{re.escape(high)}" if low and low <= high else re.escape(f"{low}-{high}" if low else single)
        for low, high, single in _MEMBERS.findall(piece[2 if negated else 1 : -1])
    )
    return f"(?!/)[{'^' if negated else ''}{members}]"
