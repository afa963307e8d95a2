"""Text or code that padding pushes out of sight: behind many empty lines, or far to the right (pure)."""

import re
from collections.abc import Iterator

from skillpack.abilities.concealed.acting_code import code_acts
from skillpack.abilities.concealed.agent_orders import commands
from skillpack.abilities.concealed.concern import CODE, CODE_SEARCH, ORDER, STOP, in_file, stopped
from skillpack.abilities.concealed.endings import SCRIPTS
from skillpack.abilities.places import decoded
from skillpack.abilities.source_text import Reading
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Concern
from skillpack.parse.patterns import late

_LINES, _BLANKS = 60, 160  # empty lines, and blanks in a line, that no screen shows at once
_BLANK = rb"(?:[ \t\xa0\v\f]|\xc2\xa0|\xe2\x80[\x80-\x8a\xaf]|\xe3\x80\x80|\xe2\xa0\x80)"
_EMPTY_LINES = late(rb"\n(?>(?:[ \t\v\f\r]|\xc2\xa0|\xe3\x80\x80|&nbsp;|<br ?/?>)*\n){%d,}" % _LINES)
_SOME_LINES = re.compile(rb"\n[ \t\v\f\r\n]{%d}" % (_LINES - 1))
_DRAWN_EMPTY = (b"&nbsp;\n&nbsp;\n", b"<br>\n<br>\n", b"<br/>\n<br/>\n", b"<br />\n<br />\n", b"<br><br><br>")
_ODD_BLANKS = (b"\xc2\xa0" * 3, b"\xe3\x80\x80" * 3, b"\xe2\xa0\x80" * 3, b"\xe2\x80\x83" * 3, b"\xe2\x80\x80" * 3)
_FAR_RIGHT = late(rb"(?<=[^\s])(?>%s{%d,})(?=[^\s|])" % (_BLANK, _BLANKS))
_FAR_FROM_START = late(rb"^[ \t]{400,}(?=[^\s|])", re.MULTILINE)
_BEHIND = 4000  # bytes behind the padding that are read
_MOST = 5  # paddings of a file that are looked behind
_FAR = 300  # bytes of a line that a reader sees
_ORDINARY = 200  # bytes of the lines that people write
_SETTINGS = (".json", ".jsonc", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".conf")
"""Texts that tell programs what to start."""
_STATEMENT = late(
    rb";[ \t]{0,8}(?:exec|eval|__import__|os\.(?:system|popen)|subprocess\.\w{1,20}"
    rb"|import\ (?:os|subprocess|socket|base64|urllib)"
    rb"|curl\ |wget\ |bash\ -c|child_process|require\()",
)


def padded_texts(texts: tuple[TextFile, ...]) -> Iterator[Reading]:
    """Yield text behind padding in the files of a skill, where it acts."""
    for file in texts:
        if b"\0" in file.base and not file.with_nul:
            continue  # a binary, blanked
        content = file.content
        odd = any(blank in file.rare for blank in _ODD_BLANKS)
        if odd or _SOME_LINES.search(content) or any(line in content for line in _DRAWN_EMPTY):
            yield from _behind(file, _EMPTY_LINES(), "behind many empty lines", whole=True)
        if odd or b" " * _BLANKS in content or b"\t" * _BLANKS in content:
            yield from _behind(file, _FAR_RIGHT(), "far to the right, behind many blanks", whole=False)
            yield from _behind(file, _FAR_FROM_START(), "far to the right, behind many blanks", whole=False)
        if file.path.lower().endswith((".py", ".pyw", ".sh", ".bash")):
            yield from _far_statements(file)


def _behind(file: TextFile, padding: re.Pattern[bytes], where: str, *, whole: bool) -> Iterator[Reading]:
    for number, found in enumerate(padding.finditer(file.content)):
        if number >= _MOST:
            yield stopped(file, found.start(), CODE_SEARCH)
            return
        start = found.end()
        end = file.content.find(b"\n", start)
        end = len(file.content) if end < 0 else end
        reach = min(len(file.content), start + _BEHIND) if whole else min(end, start + _BEHIND)
        hidden = file.content[start:reach]
        script = file.path.lower().endswith(SCRIPTS) or file.content.startswith(b"#!")
        acts = script or file.path.lower().endswith(_SETTINGS)
        if acts and code_acts(hidden):
            yield in_file(CODE, STOP, file, start, min(end, start + _ORDINARY), f"code {where}")
        elif not script and commands(decoded(hidden)):
            yield in_file(ORDER, STOP, file, start, min(end, start + _ORDINARY), f"orders {where}")


def _far_statements(file: TextFile) -> Iterator[Concern]:
    """Yield statements far to the right of a script whose other lines are short."""
    lines = file.content.split(b"\n")
    long = [number for number, line in enumerate(lines) if len(line) > _FAR]
    if not long or len(long) > 2 or len(lines) < 5:
        return
    start = 0
    for number, line in enumerate(lines):
        if number in long:
            found = _STATEMENT().search(line, _FAR)
            if found:
                yield in_file(CODE, STOP, file, start + found.start() + 1, start + len(line), "code far to the right")
        start += len(line) + 1
