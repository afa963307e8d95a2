"""Files that are not what their name says: code behind the name or the end of a picture, font or text (pure)."""

import re
from collections.abc import Iterator, Mapping

from skillpack.abilities.concealed.acting_code import code_acts, is_script
from skillpack.abilities.concealed.archives import archive_kind
from skillpack.abilities.concealed.concern import CODE, READ_FIRST, STOP, about_file
from skillpack.abilities.concealed.endings import MEDIA, TEXTS
from skillpack.abilities.concealed.pictures import is_picture, tail
from skillpack.abilities.concealed.programs import program
from skillpack.model.ability import Concern
from skillpack.parse.patterns import late

_LARGEST_SCRIPT = 2**20  # bytes; a larger file without NUL is no script
_APPENDED = 8  # bytes that may be an archive or a script
_ZIP_END = (b"PK\x05\x06", 22 + 2**16)
_SVG_SCRIPT = late(
    rb"<script\b|\son(?:load|error|click|mouse\w{2,5}|focusin|begin|end|activate)\s*=|(?:href|src)\s*=\s*[\"']\s*(?:javascript|data:text/html)",
    re.IGNORECASE,
)


def disguised_files(files: Mapping[str, bytes]) -> Iterator[Concern]:
    """Yield the files whose name speaks of a picture, font, recording or text, and that hold code or an archive."""
    for path, content in files.items():
        name = path.lower()
        if name.endswith(MEDIA):
            yield from _in_media(path, content)
        elif name.endswith(".svg"):
            yield from _in_drawing(path, content)
        elif name.endswith(TEXTS):
            what = program(content)
            if what:
                yield about_file(CODE, STOP, path, f"{what} under the name of a text")


def _in_media(path: str, content: bytes) -> Iterator[Concern]:
    what = program(content) or _archive(content)
    if what:
        yield about_file(CODE, STOP, path, f"{what} under the name of a picture, font or recording")
    elif not is_picture(content):
        if b"\0" not in content and len(content) <= _LARGEST_SCRIPT and is_script(content):
            yield about_file(
                CODE, STOP, path, "a script under the name of a picture, font or recording", _first(content)
            )
    else:
        behind = tail(content)
        if len(behind) < _APPENDED:
            return
        what = program(behind) or _archive(behind) or ("a script" if is_script(behind) else "")
        if what:
            yield about_file(
                CODE, STOP, path, f"{what} behind the end of what it shows", _first(behind) if is_script(behind) else ""
            )
        elif _ZIP_END[0] in content[-_ZIP_END[1] :]:
            yield about_file(CODE, STOP, path, "a zip archive behind the end of what it shows")


def _in_drawing(path: str, content: bytes) -> Iterator[Concern]:
    what = program(content)
    if what:
        yield about_file(CODE, STOP, path, f"{what} under the name of a drawing")
        return
    found = _SVG_SCRIPT().search(content)
    if not found:
        return
    script = content[found.start() :]
    if code_acts(script):
        yield about_file(CODE, STOP, path, "a drawing with a script that acts", _first(script))
    else:
        yield about_file(CODE, READ_FIRST, path, "a drawing with a script", _first(script))


def _archive(content: bytes) -> str:
    what = archive_kind(content)
    # A gzip file behind another name is what web servers make of it; others nobody makes by mistake.
    return "" if what in {"a gzip file", "a zstd file", "a bzip2 file"} else what


def _first(content: bytes) -> str:
    lines = [line for line in content[:4096].decode("utf-8", "replace").splitlines() if line.strip()]
    return lines[0] if lines else ""
