"""Follows one skill into its page: `python tests/docs/page_trace.py [--check]` writes its way into CONTRIBUTING.md.

A skill with a description that no other text has is built. A file is on its way where one of its functions gives back
or yields a value that holds the description, until there is a page; from then on, one that holds that page.
"""

import re
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from textwrap import wrap
from types import CodeType, FrameType

from msgspec import Struct

import skillpack
from skillpack.api.build import build_site
from skillpack.model.output import OutputFile

PACKAGE = Path(skillpack.__file__).parent
ROOMS = ("builder", "catalog", "site")
PAGE = Path(__file__).parents[2] / "CONTRIBUTING.md"
WAY = re.compile(r"(?m)^\*\*The way of one page\*\*, (?:.+\n)+")

DESCRIPTION = "Counts the rings of an old oak. Use when the user asks how old an oak is."
SKILL = f"---\nname: oak-rings\ndescription: {DESCRIPTION}\nlicense: MIT\n---\n\n# Oak rings\n\nCount them.\n"
DESTINATION = "skills/oak-rings/index.html"

DEPTH = 6
"""How many values lie around the description at most."""


def trace() -> list[str]:
    """Return the files on the way, relative to the package, in the order in which they first hold the description."""
    files: dict[CodeType, str] = {}
    found: dict[str, None] = {}
    wanted = DESCRIPTION

    def note(frame: FrameType, event: str, value: object) -> None:
        nonlocal wanted
        if event != "return" or value is None:
            return
        code = frame.f_code
        file = files.get(code)
        if file is None:
            file = files[code] = _file(code)
        if file and file not in found and _holds(value, wanted, DEPTH):
            found[file] = None
        if isinstance(value, OutputFile) and value.path == DESTINATION:
            (wanted,) = (chunk.decode() for chunk in value.chunks)

    with tempfile.TemporaryDirectory() as folder:
        skill = Path(folder, "skills", "oak-rings")
        skill.mkdir(parents=True)
        (skill / "SKILL.md").write_text(SKILL, encoding="utf-8")
        sys.setprofile(note)
        try:
            build_site(skill.parent, Path(folder, "dist"))
        finally:
            sys.setprofile(None)
    return list(found)


def text() -> str:
    """Return what CONTRIBUTING.md says of the way, with its line ends."""
    *files, last = (f"`{file}`" for file in trace())
    words = (
        f"**The way of one page**, from a folder to `skills/NAME/index.html`, in {len(files) + 1} files of "
        f"{', '.join(f'`{room}/`' for room in ROOMS[:-1])} and `{ROOMS[-1]}/`, as one build passes the description on: "
        f"{', '.join(files)} and {last}."
    )
    return "\n".join(wrap(words, 120, break_long_words=False, break_on_hyphens=False)) + "\n"


def _file(code: CodeType) -> str:
    """Return the file of some code relative to the package; empty where it lies in no room of the way."""
    path = Path(code.co_filename)
    if not path.is_relative_to(PACKAGE):
        return ""
    file = path.relative_to(PACKAGE).as_posix()
    return file if file.startswith(ROOMS) else ""


def _holds(value: object, text: str, depth: int) -> bool:
    if isinstance(value, str):
        return text in value
    if isinstance(value, bytes):
        return text.encode() in value
    if depth == 0:
        return False
    inner: object = ()
    if isinstance(value, Struct):
        inner = (getattr(value, name) for name in value.__struct_fields__)
    elif isinstance(value, Mapping):
        inner = value.values()
    elif isinstance(value, tuple | list):
        inner = value
    return any(_holds(each, text, depth - 1) for each in inner)


def main() -> None:
    """Write the way into the page, or with `--check` only say whether it is another one."""
    page = PAGE.read_text(encoding="utf-8")
    made = WAY.sub(lambda _: text(), page, count=1)
    if made == page:
        return
    if "--check" in sys.argv[1:]:
        sys.exit("the way of one page has changed; run `python tests/docs/page_trace.py`")
    PAGE.write_text(made, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
