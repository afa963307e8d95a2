"""Commands that delete everything: the root, a home folder, a disk, firmware."""

import re
from collections.abc import Iterator
from itertools import islice

from skillpack.abilities.places import MOST
from skillpack.abilities.scan import Scan
from skillpack.abilities.scanned import scanned
from skillpack.abilities.source_text import Reading
from skillpack.abilities.texts import TextFile, files_with, telling
from skillpack.model.ability import ConcernKind
from skillpack.parse.patterns import late

# The first pattern of each pair is found quickly; what stands before and behind is looked at only then.
_DESTROYING_SIGNS = telling("delete", "device", "firmware", "erase", "tree", "fork bomb", "windows")
_REMOVE = late(rb"(?<![\w-])rm[ \t]++(?=-)")
_EVERYTHING = late(
    rb"""(?P<options>(?>-[-\w]++[ \t]++)+) ["']?
    (?P<target>/|/\*|~/?|~/\*|\$\{?HOME\}?/?|\$\{?HOME\}?/\*) ["']? [ \t]* (?:[;&|\#\r\n`]|2?>|\Z)""",
    re.VERBOSE,
)
_RECURSIVE = late(rb"-(?:-recursive|\w*[rR])")
_DISK = late(rb"/dev/(?:sd[a-z]|nvme\d|hd[a-z]|vd[a-z]|disk\d|mmcblk\d)")
_COPIES = late(rb"\bdd\b")
_OVERWRITES = late(rb"\b(?:mkfs(?:\.\w++)?|shred|wipefs|blkdiscard)\s")
_REDIRECTS = late(rb"\s*+\w[^\n\"'`#>]*[ \t\d]>[ \t]*+")

# What may stand before a command on its line.
_BEGINS = late(
    rb"""\s*+ (?:[$\#>%][ \t]++|RUN[ \t]++)?             # a prompt
    (?:[^\n"'`\#]*(?:&&|\|\||;)[ \t]*+)?               # another command
    (?:sudo[ \t]++(?>-\w++[ \t]++)*)? \Z
    |[^\n]*\b(?:[Rr]un|[Ee]xecute)\b:?[ \t](?:this:[ \t])?`(?:sudo[ \t]++(?>-\w++[ \t]++)*)? \Z  # inline code""",
    re.VERBOSE,
)
_FIRMWARE = late(rb"\bflashrom[ \t]++-|\b(?:flash_erase|flash_eraseall|flashcp|mtd[ \t]++erase)[ \t]++|\bdd[ \t]")
_ERASES_FIRMWARE = late(
    rb"flashrom\b[^\n|;&]{0,300}(?:[ \t]-E\b|[ \t]--erase\b|(?:-w|--write)[ \t=]*+/dev/(?:zero|u?random))"
    rb"|(?:flash_erase(?:all)?|mtd[ \t]++erase)[ \t]++[^\n|;&]{0,300}(?:/dev/mtd\d|[ \t]-r\b|firmware|bios|all\b)"
    rb"|dd\b[^\n|;&]{0,300}\bif=/dev/(?:zero|u?random)[^\n|;&]{0,300}\bof=/dev/(?:mtd|mem\b|nvram|efi)"
    rb"|dd\b[^\n|;&]{0,300}\bof=/dev/(?:mtd|mem\b|nvram|efi)[^\n|;&]{0,300}\bif=/dev/(?:zero|u?random)",
    re.IGNORECASE,
)
_WRITES_FIRMWARE = late(
    rb"flashrom\b[^\n|;&]{0,300}(?:[ \t]-w\b|[ \t]--write\b)|flashcp\b"
    rb"|dd\b[^\n|;&]{0,300}\bof=/dev/(?:mtd|mem\b|nvram)",
    re.IGNORECASE,
)
_BRICKS = late(
    rb"""(?:^|[.:;,>]\s|\bto\ |\bwill\ |\band\ |\bthis\ |\bit\ |\bwhich\ |\bthat\ |permanently\ |\#\ *)
    (?:permanently\ |irreversibly\ )?
    (?:bricks?|bricking|destroys?|corrupts?|wipes?|overwrites?)\ (?:the|this|its|your|their|any|a)\ (?:\w+\ ){0,2}
    (?:firmware|bios|uefi|bootloader|board|device|mainboard|motherboard|router|machine|flash\b)""",
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)
_MAY = late(
    rb"\b(?:can|may|could|might|avoid|not|never|risk|without|would|if|before|don't|prevent|unless)\b", re.IGNORECASE
)
_ERASING = (
    # Everything below a root or a home, by other means than `rm`.
    (
        late(rb"find[ \t]++(?:/|~/?|\$\{?HOME\}?/?)[ \t]"),
        late(rb"(?:-type[ \t]++\w[ \t]++)?-delete\b|-exec[ \t]++rm\b"),
    ),
    (
        late(rb"rmtree\("),
        late(
            rb"\s*+(?:os\.path\.expanduser\([\"']~/?[\"']\)|Path\.home\(\)|[\"']/[\"']"
            rb"|os\.environ\[[\"']HOME[\"']\])\s*+[,)]"
        ),
    ),
    (late(rb":\(\)[ ]?\{[ ]?:[ ]?\|[ ]?:[ ]?&[ ]?\};[ ]?:"), late(rb"")),
    (
        late(rb"Remove-Item[ \t]", re.IGNORECASE),
        late(
            rb"(?=[^\n|;]*-Recurse)(?:[^\n|;]*?[ \t\"'])?(?:[A-Z]:|\$HOME|~|\$env:USERPROFILE|\$env:SystemDrive)"
            rb"[\\/]?\*?[\"']?(?=[ \t\r\n]|\Z)",
            re.IGNORECASE,
        ),
    ),
    (
        late(rb"\b(?:rd|rmdir)[ \t]++/s\b", re.IGNORECASE),
        late(
            rb"(?:[ \t]++/q)?[ \t]++[\"']?(?:[A-Z]:|%USERPROFILE%|%SystemDrive%)\\?[\"']?(?=[ \t\r\n]|\Z)",
            re.IGNORECASE,
        ),
    ),
)


_ASKS = late(rb"are you sure|\bread[ \t]+(?:-\w+[ \t]+)*-\w*p\b|\bconfirm", re.IGNORECASE)
"""A script that asks before it acts does not destroy without asking."""


def destruction(texts: tuple[TextFile, ...]) -> Iterator[Reading]:
    """Yield the commands that an agent would follow literally, and that destroy; lists of what to forbid are none."""
    signed = (
        file for file in files_with(texts, _DESTROYING_SIGNS) if file.markdown or not _ASKS().search(file.content)
    )
    return scanned(signed, _destroys, ConcernKind.DESTROYS, "destructive-command")


def _destroys(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    content = scan.content
    yield from _erasures(file, scan)
    for found in scan.matches(_REMOVE()):
        everything = _EVERYTHING().match(content, found.end())
        if (
            everything
            and _RECURSIVE().search(everything["options"])
            and _BEGINS().fullmatch(scan.before(found.start()))
        ):
            yield found.start(), everything.end("target")
    for found in scan.matches(_DISK()):
        before = scan.before(found.start())
        line = before.rpartition(b"\n")[2]
        tool = _OVERWRITES().search(line) or (_COPIES().search(line) if line.endswith((b" of=", b"\tof=")) else None)
        start = len(before) - len(line) + tool.start() if tool else 0
        if tool and _BEGINS().fullmatch(before[:start]):
            yield found.start() - len(before) + start, found.end()
        elif _REDIRECTS().fullmatch(before):
            yield found.start() - len(before.lstrip()), found.end()


def _erasures(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    """Yield commands that erase firmware, or write it where the text says that it destroys, or delete everything."""
    words = file.signs & {"firmware", "device"}
    bricks = words and _says_that_it_bricks(file.content)
    for found in scan.matches(_FIRMWARE()) if words else ():
        before, after = scan.before(found.start()), scan.after(found.start())
        erases = _ERASES_FIRMWARE().match(after) or (bricks and _WRITES_FIRMWARE().match(after))
        if erases and _BEGINS().fullmatch(before):
            yield found.start(), found.start() + erases.end()
    for command, rest in _ERASING if file.signs - {"firmware", "device"} else ():
        for found in scan.matches(command()):
            everything = rest().match(scan.after(found.end()))
            if everything:
                yield found.start(), found.end() + everything.end()


def _says_that_it_bricks(content: bytes) -> bool:
    """Tell whether a text says of itself that it destroys a device, as opposed to warning that something might."""
    for found in islice(_BRICKS().finditer(content), MOST):
        line = content[max(0, content.rfind(b"\n", 0, found.start()) + 1, found.start() - 200) : found.start()]
        if not _MAY().search(line.rpartition(b". ")[2]):
            return True
    return False
