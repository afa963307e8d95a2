"""Commands that destroy by other means than `rm` and writing to a disk: firmware, whole trees, a stalled machine."""

import re
from collections.abc import Iterator
from itertools import islice

from skillpack.check.patterns import late
from skillpack.check.rules.places import MOST
from skillpack.check.rules.scan import Scan
from skillpack.check.texts import TextFile

BEGINS = late(
    rb"""\s*+ (?:[$\#>%][ \t]++|RUN[ \t]++)?             # a prompt
    (?:[^\n"'`\#]*(?:&&|\|\||;)[ \t]*+)?               # another command
    (?:sudo[ \t]++(?>-\w++[ \t]++)*)? \Z
    |[^\n]*\b(?:[Rr]un|[Ee]xecute)\b:?[ \t](?:this:[ \t])?`(?:sudo[ \t]++(?>-\w++[ \t]++)*)? \Z  # inline code""",
    re.VERBOSE,
)
"""What may stand before a command on its line."""

_FIRMWARE = re.compile(rb"\bflashrom[ \t]++-|\b(?:flash_erase|flash_eraseall|flashcp|mtd[ \t]++erase)[ \t]++|\bdd[ \t]")
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
        re.compile(rb"find[ \t]++(?:/|~/?|\$\{?HOME\}?/?)[ \t]"),
        late(rb"(?:-type[ \t]++\w[ \t]++)?-delete\b|-exec[ \t]++rm\b"),
    ),
    (
        re.compile(rb"rmtree\("),
        late(
            rb"\s*+(?:os\.path\.expanduser\([\"']~/?[\"']\)|Path\.home\(\)|[\"']/[\"']"
            rb"|os\.environ\[[\"']HOME[\"']\])\s*+[,)]"
        ),
    ),
    (re.compile(rb":\(\)[ ]?\{[ ]?:[ ]?\|[ ]?:[ ]?&[ ]?\};[ ]?:"), late(rb"")),
    (
        re.compile(rb"Remove-Item[ \t]", re.IGNORECASE),
        late(
            rb"(?=[^\n|;]*-Recurse)(?:[^\n|;]*?[ \t\"'])?(?:[A-Z]:|\$HOME|~|\$env:USERPROFILE|\$env:SystemDrive)"
            rb"[\\/]?\*?[\"']?(?=[ \t\r\n]|\Z)",
            re.IGNORECASE,
        ),
    ),
    (
        re.compile(rb"\b(?:rd|rmdir)[ \t]++/s\b", re.IGNORECASE),
        late(
            rb"(?:[ \t]++/q)?[ \t]++[\"']?(?:[A-Z]:|%USERPROFILE%|%SystemDrive%)\\?[\"']?(?=[ \t\r\n]|\Z)",
            re.IGNORECASE,
        ),
    ),
)


def find_erasure(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    """Yield commands that erase firmware, or write it where the text says that it destroys, or delete everything."""
    words = file.signs & {"firmware", "device"}
    bricks = words and _says_that_it_bricks(file.content)
    for found in scan.matches(_FIRMWARE) if words else ():
        before, after = scan.before(found.start()), scan.after(found.start())
        erases = _ERASES_FIRMWARE().match(after) or (bricks and _WRITES_FIRMWARE().match(after))
        if erases and BEGINS().fullmatch(before):
            yield found.start(), found.start() + erases.end()
    for command, rest in _ERASING if file.signs - {"firmware", "device"} else ():
        for found in scan.matches(command):
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
