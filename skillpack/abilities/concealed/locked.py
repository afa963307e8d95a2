"""Programs in an archive that a skill opens with a password of its own, so that nobody else looks into it (pure)."""

import re
from collections.abc import Iterator

from skillpack.abilities.concealed.concern import CODE, STOP, in_file
from skillpack.abilities.quoted import is_quoted
from skillpack.abilities.sought import Sought
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Concern
from skillpack.parse.patterns import late

_OPENED = Sought(
    late(
        rb"\b(?:unzip|7z[az]?|7zz|unrar|bsdtar)\b"
        rb"(?=[^\n|;&]{0,300}?[ \t](?:-P[ \t]{0,8}|-p|--password[= ]|--passphrase[= ])[\"']?"
        rb"(?P<word>[\w!@#%.+-]{3,64}))"
        rb"(?=[^\n|;&]{0,300}?[ \t](?:-d[ \t]{1,8}|-o|-C[ \t]{1,8})[\"']?(?P<folder>[\w./~${}-]{1,100}))"
    ),
    (b"unzip", b"7z", b"unrar", b"bsdtar"),
)
"""An archive is opened with a password that stands there, into a folder."""

_PASSWORD = re.compile(rb"(?:PASS|pass|PWD|YOUR|your|xxx|XXX|secret\b)\w*\Z")
"""Stands for a password that somebody else knows."""

_MOST = 20  # archives of a file


def locked_programs(texts: tuple[TextFile, ...]) -> Iterator[Concern]:
    """Yield each command that opens an archive with a password written beside it, where something in it is run then."""
    for file in texts:
        for number, found in enumerate(_OPENED.pattern().finditer(file.content) if _OPENED.may_be_in(file) else ()):
            if number >= _MOST:
                break
            if _PASSWORD.match(found["word"]) or is_quoted(file, found.start()):
                continue
            if _runs_from(found["folder"].rstrip(b"/"), file.content[found.end() :]):
                end = file.content.find(b"\n", found.start())
                end = len(file.content) if end < 0 else end
                yield in_file(CODE, STOP, file, found.start(), end, "a program in an archive with a password")


def _runs_from(folder: bytes, code: bytes) -> bool:
    """Tell whether code starts a file of a folder."""
    start = (
        rb"(?:^|[\n;&|(`])[ \t]*(?:sudo[ \t]+|nohup[ \t]+|exec[ \t]+"
        rb"|(?:ba|z|da)?sh[ \t]+|python[\d.]*[ \t]+|node[ \t]+|chmod[ \t]+\+x[ \t]+)*"
    )
    return re.search(start + rb"[\"']?(?:\./)?" + re.escape(folder) + rb"/[\w.-]", code[:4000]) is not None
