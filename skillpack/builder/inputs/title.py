"""What a catalog without a configuration is called: by its plugin manifest, else by its README."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from skillpack.errors import SkillpackError
from skillpack.files.read import read_beneath
from skillpack.files.trace import Trace
from skillpack.model.settings import Configuration

_MANIFESTS = (".claude-plugin/plugin.json", ".claude-plugin/marketplace.json", "plugin.json")
_README = "README.md"
_LONGEST = 120  # characters
_LONG = 1000  # characters of a line that may hold them
_LIMIT = 2**20  # bytes of a file that is read for it

_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)|<[^<>]*>")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def catalog_title(folder: Path, trace: Trace) -> str:
    """Return the title of a catalog: the name in its plugin manifest, else the README's first heading, else ours.

    Args:
        folder: Of the source. Nothing outside of it is read.
        trace: Notes the files that were looked for.
    """
    found = (*(_manifest_name(text) for text in _texts(folder, _MANIFESTS, trace)), "")[0]
    return found or next(map(_heading, _texts(folder, (_README,), trace)), "") or Configuration().title


def _texts(folder: Path, names: tuple[str, ...], trace: Trace) -> Iterator[str]:
    """Yield the texts of the files that are there and can be read."""
    for name in names:
        path = str(folder / name)
        if trace.kind(path) == "file":
            trace.link(path)
            try:
                yield read_beneath(folder, name, _LIMIT, what=f"`{name}`", hint="").decode("utf-8", "replace")
            except SkillpackError:  # a link that leads out, or a file beyond the limit: no reason not to build
                continue


def _manifest_name(text: str) -> str:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    name = whole.get("name") if isinstance(whole, dict) else None
    return _line(name) if isinstance(name, str) else ""


def _heading(text: str) -> str:
    """Return the words of the first heading of the first level; empty where there is none."""
    fence = ""
    for line in text.splitlines():
        start = line.lstrip()[:3]
        if start in {"```", "~~~"} and fence in {"", start}:
            fence = "" if fence else start
        elif not fence and line.startswith("# "):
            plain = _LINK.sub(r"\1", _PICTURE.sub("", line[2:_LONG]))
            words = _line(re.sub(r"[*`]", "", plain).strip().rstrip("#"))
            if words:
                return words
    return ""


def _line(text: str) -> str:
    return " ".join(text.split())[:_LONGEST] if text.isprintable() else ""
