"""What travels in the package, as values: profiles, theme, agents."""

import json
import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from skillpack.errors import UsageError
from skillpack.files.read import read_tree
from skillpack.model.digest import sha256, tree_digest
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.settings import Agent, Theme
from skillpack.model.tree import Tree, make_tree
from skillpack.parse.interface import ENGLISH, interface, language_of
from skillpack.parse.profile import parse_profile

_PACKAGE = Path(__file__).parent
_ASSETS = "assets/"


@cache
def profiles() -> Mapping[str, Profile]:
    """Return every profile by name, sorted."""
    files = sorted((_PACKAGE / "check" / "profiles").glob("*.toml"))
    return {file.stem: parse_profile(file.read_text(encoding="utf-8"), file.stem) for file in files}


def chosen_profiles(names: Iterable[str]) -> tuple[Profile, ...]:
    """Return profiles by name.

    Raises:
        UsageError: A name is unknown.
    """
    known = profiles()
    unknown = sorted(set(names) - set(known))
    if unknown:
        raise UsageError(f"unknown profile `{unknown[0]}`", hint=f"known profiles: {', '.join(known)}")
    return tuple(known[name] for name in names)


def theme(overrides: Path | None = None, language: str = ENGLISH) -> Theme:
    """Return the theme in a language.

    The files of a folder of overrides replace ours file by file, its texts text by text.

    Raises:
        UsageError: The folder of overrides does not exist, or holds a file that cannot be read as what it is.
    """
    if overrides is None:
        return _theme(_builtin_theme(), make_tree({}), language)
    if not overrides.is_dir():
        raise UsageError(f"the theme folder `{overrides}` does not exist", hint="set `[theme] path` to a folder")
    return _theme(_builtin_theme(), read_tree(overrides, Limits()), language)


def _theme(ours: Tree, own: Tree, language: str) -> Theme:
    files = make_tree({**ours.files, **own.files}).files
    spoken = interface([_texts(tree) for tree in (ours, own)], language)
    return Theme(
        templates={path: _text(path, content) for path, content in files.items() if path.endswith((".html", ".xml"))},
        assets={path.removeprefix(_ASSETS): content for path, content in files.items() if path.startswith(_ASSETS)},
        strings=spoken.strings,
        digest=sha256(f"{tree_digest(ours)} {tree_digest(own)}".encode()),
        language=spoken.language,
        languages=spoken.languages,
    )


def _texts(tree: Tree) -> Mapping[str, str]:
    return {path: _text(path, content) for path, content in tree.files.items() if language_of(path)}


def _text(path: str, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"the theme's `{path}` is not UTF-8", hint="save it as UTF-8") from error


@cache
def _builtin_theme() -> Tree:
    return read_tree(_templates(), Limits())


def _templates() -> Path:
    # In a wheel the theme lies inside the package, in a checkout beside it.
    installed = _PACKAGE / "_resources" / "templates"
    return installed if installed.is_dir() else _PACKAGE.parent / "templates"


def folders() -> tuple[Path, ...]:
    """Return the folders of everything of ours that shapes a site: the package and the theme."""
    return _PACKAGE, _templates()


@cache
def agents() -> tuple[Agent, ...]:
    """Return the agents whose skill folders are known, by name."""
    rows = json.loads((_PACKAGE / "data" / "agents.json").read_text(encoding="utf-8"))
    return tuple(
        Agent(row["agent"], row["display"], row["project"], row["global"], row.get("settings", "")) for row in rows
    )


def code_digest() -> str:
    """Return a digest of the package's own files: part of every cache key, so that no edit of ours is missed."""
    seen, folders = [], [os.fspath(_PACKAGE)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".toml", ".json")):
                    found = entry.stat()
                    seen.append(f"{entry.path} {found.st_mtime_ns} {found.st_size}")
                elif entry.is_dir() and entry.name != "__pycache__":
                    folders.append(entry.path)
    return sha256("\n".join(sorted(seen)).encode("utf-8", "surrogateescape"))


def scaffold(kind: str, values: Mapping[str, str]) -> dict[str, str]:
    """Return the files of a scaffold, by path, with `{{key}}` filled in.

    Args:
        kind: `skill`, `metaskill` or `catalog`.
    """
    tree = read_tree(_PACKAGE / "data" / "scaffold" / kind, Limits())
    files = {}
    for path, content in tree.files.items():
        text = content.decode()
        for key, value in values.items():
            text = text.replace("{{" + key + "}}", value)
        files[path] = text
    return files


def preview_files() -> tuple[bytes, bytes]:
    """Return the script and the style that `serve` adds to pages."""
    folder = _PACKAGE / "data" / "preview"
    return (folder / "preview.js").read_bytes(), (folder / "preview.css").read_bytes()
