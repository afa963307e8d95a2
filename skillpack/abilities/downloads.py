"""Commands that run what they have just downloaded, unseen."""

import re
from collections.abc import Iterator
from itertools import pairwise

from skillpack.abilities.hosts import unanswered
from skillpack.abilities.scan import Scan
from skillpack.abilities.scanned import scanned
from skillpack.abilities.source_text import Reading
from skillpack.abilities.texts import TextFile, files_with, telling
from skillpack.model.ability import ConcernKind
from skillpack.model.finding import AlarmLevel
from skillpack.parse.patterns import late

# The first pattern of each pair is found quickly; what stands before and behind is looked at only then.
_DOWNLOAD_SIGNS = telling("pipe", "fetch", "ticks", "exec", "next", "after")
_PIPE = late(
    rb"""\|&?[ \t]*+ (?:\\?\r?\n[ \t]*+)?  # the shell may stand on the next line
    (?:[({][ \t]*+)?
    (?>(?:(?:(?:/usr)?/bin/env|sudo|doas|env|command|exec|nohup|busybox|xargs|\w++=\S*+)[ \t]++(?>(?:-\S++[ \t]++)*))*)
    \\?["']?(?:/usr(?:/local)?)?(?:/bin/)?
    (?:(?P<shell>(?:ba|z|da|a|k|mk|tc|c|fi|pw)?sh(?:\.exe)?)
      | \$(?:SHELL\b|\{SHELL(?:[:\w/-]*+)\}|0\b)
      | (?P<language>python[\d.]*|perl|ruby|node|php) | (?i:iex|Invoke-Expression)
      | (?P<reader>(?:source|\.)[ \t]++/(?:dev/stdin|proc/self/fd/0)))
    (?![\w/-]|\.\w)""",
    re.VERBOSE,
)
_SENTENCE_ENDS = rb"[.,:!?*_~]++(?=[\s\"'`)\]}<|]|\Z)|\xe2\x80[\x93\x94\x99\x9d\xa6]"
_SHELL_READS = late(
    rb"%s|[ \t]*+(?:-(?!l?c\b)|-l?c[ \t]++[\"']?\$\(cat\b|/dev/stdin|/proc/self/fd/0|[\"'`);&|<>#\]}*]|\\|2>|\r?\n|\Z)"
    rb"|[ \t]++(?:[\x80-\xff(]|(?:to|and|then|or|in|on|for|as|from|which|when|where|if)[ \t,])" % _SENTENCE_ENDS
)
_LANGUAGE_READS = late(
    rb"%s|[ \t]*+(?:-[ \t.,]|-[\"'`)]|-\r?\n|-\Z|/dev/stdin|[\"'`);&|<>#\]}]|\r?\n|\Z)" % _SENTENCE_ENDS
)
_TOOL = late(
    rb"\b(?:curl|wget|iwr|irm|Invoke-WebRequest|Invoke-RestMethod)(?:\.exe)?\b|\b(?P<method>DownloadString)\b",
    re.IGNORECASE,
)
_ADDRESS = late(rb"https?://|ftp://|\$[\w{(]|<\w|(?<=[\w-])\.\w{2,}+/", re.IGNORECASE)
_SUBSTITUTION = late(
    rb"[(`][ \t]*+(?:curl|wget|irm|iwr|Invoke-WebRequest|Invoke-RestMethod|New-Object)[ \t]", re.IGNORECASE
)
# What stands behind a hyphen is an option, and no option is read twice.
_RUNS_SUBSTITUTION = late(
    rb"""(?: (?<!-)\b(?:ba|z|da|a|k|mk|fi)?sh\s++(?>(?:-\w++\s++)*) | \beval\s++ | \bsource\s++ | (?:^|[\s`;&])\.\s++
    | \b(?:python[\d.]*+|perl|ruby|node|php)\s++(?:-[cer]\s++)? )
    (?: (?:<[ \t]++)?["']? [<$] | <<<[ \t]*+["']?\$ ) \Z
    | (?: (?<!-)\b(?:ba|z|da|k)?sh\s++(?>(?:-(?!\w*c\s)\w++\s++)*)-\w*c\s++ | \beval\s++ )["']? (?P<ticks>\Z)
    | (?: \b(?:iex|Invoke-Expression)\s*+["$&(]{0,3} | \[scriptblock\]::Create\([ \t]*+ ) \Z""",
    re.VERBOSE | re.IGNORECASE,
)
_END, _ENDS = 64, (b"c", b"eval", b"iex", b"invoke-expression", b"::create")
"""How what stands before ends where it may be followed by brackets or backticks; looked at before all of it is read."""

_OPTIONS = 1024  # bytes of a shell's options, and of blanks, in front of such brackets

_NEXT = late(
    rb"""(?:&&|;)[ \t]*+(?:\\?\r?\n[ \t]*+)?(?:(?:sudo|doas)[ \t]++(?>(?:-\w++[ \t]++)*))?
    (?: (?:/usr)?(?:/bin/)?(?:(?:ba|z|da|a|k|fi)?sh|source|\.|python[\d.]*+|perl|ruby|node|php)[ \t]++
        (?>(?:-[\w-]++[ \t]++)*)
      | (?=["']?[./~$]) )
    ["']?(?P<file>[\w./~${}-]++)""",
    re.VERBOSE,
)
_SHELL_WORD = late(rb"[^\s;&|\"'=>]++|>")
_TO_FILE = late(rb">|-\w*[oO]|--output|--output-document|-OutFile")
_BY_ITS_NAME = late(rb"wget|-\w*O|--remote-name")
_VERIFIES = late(rb"\b(?:(?:sha|b2|md5)\d*sum|shasum|gpgv?|minisign|cosign|signify|openssl|codesign|Get-FileHash)\b")
_FETCHED = late(rb"exec\([ \t]*(?:requests|httpx|urllib|urlopen|compile\([ \t]*(?:requests|httpx|urllib))\b")


_PRINTED = late(
    rb"^[ \t]*cat[ \t]*<<-?[ \t]*(?P<quote>['\"]?)(?P<word>\w++)(?P=quote)[ \t]*(?:(?:1?>)?&2[ \t]*)?\r?\n"
    rb"(?P<text>(?:(?![ \t]*(?P=word)[ \t]*\r?$)[^\n]*\n){0,400})",
    re.MULTILINE,
)
"""A text that `cat` writes to the terminal, and to no file or program."""


def downloads(texts: tuple[TextFile, ...]) -> Iterator[Reading]:
    """Yield the commands that run what they download; those from where nobody answers for it are reasons to stop."""
    signed = files_with(texts, _DOWNLOAD_SIGNS)
    return scanned(signed, _downloads, ConcernKind.RUNS_DOWNLOADED, "piped-to-shell", shows=100, grade=_grade)


def _grade(scan: Scan, start: int, end: int) -> tuple[AlarmLevel, tuple[tuple[str, str], ...]]:
    source = unanswered((scan.content[start:end] + scan.after(end)).decode("ascii", "replace"))
    return (AlarmLevel.STOP, (("source", source),)) if source else (AlarmLevel.READ_FIRST, ())


def _downloads(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    """Yield where a command runs what it downloads; what a script only prints does not run."""
    printed = [] if file.markdown else _printed(scan.content)
    for start, end in _commands(file, scan):
        if not any(low <= start < high for low, high in printed):
            yield start, end


def _printed(content: bytes) -> list[tuple[int, int]]:
    """Return where a script holds text that it only prints; none where something of it is read by a shell."""
    printed = [found.span("text") for found in _PRINTED().finditer(content)]
    pipes = _PIPE().finditer(content) if printed else ()
    read = (each for each in pipes if not any(low <= each.start() < high for low, high in printed))
    return [] if any(map(_runs_input, read)) else printed


def _commands(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    signs = file.signs
    for found in scan.matches(_PIPE()) if "pipe" in signs else ():
        if not _runs_input(found):
            continue
        before = scan.before(found.start())
        download = -1 if _in_table(before) else _download(before)
        if download >= 0:
            yield found.start() - len(before) + download, found.end()
    for found in scan.matches(_SUBSTITUTION()) if not signs.isdisjoint({"fetch", "ticks"}) else ():
        ticks, before = found.group().startswith(b"`"), scan.before(found.start())
        ends = before[-_END:].rstrip(b" \t\r\n\"'&($").lower().endswith(_ENDS) or before.endswith((b"<", b"$"))
        runs = _RUNS_SUBSTITUTION().search(before[-_OPTIONS:]) if ends else None
        if runs and (runs["ticks"] is not None) == ticks and _download(scan.after(found.start())) >= 0:
            yield found.start() - len(runs.group().lstrip()), found.end()
    for found in scan.matches(_NEXT()) if not signs.isdisjoint({"next", "after"}) else ():
        before = scan.before(found.start())
        download = _saves(before, found["file"])
        if download >= 0:
            yield found.start() - len(before) + download, found.end()
    for found in scan.matches(_FETCHED()) if "exec" in signs else ():
        yield found.span()


def _runs_input(pipe: re.Match[bytes]) -> bool:
    """Tell whether what is behind a pipe runs what it reads, as opposed to a file or words of its own."""
    reads = _LANGUAGE_READS if pipe["language"] else _SHELL_READS
    return reads().match(pipe.string, pipe.end()) is not None


def piped(text: bytes) -> int:
    """Return where the first pipe ends that runs what it reads, -1 where there is none."""
    return next((pipe.end() for pipe in _PIPE().finditer(text) if _runs_input(pipe)), -1)


def _download(line: bytes) -> int:
    """Return the start of a command that downloads from an address, -1 for none."""
    start = 0
    for command in line.split(b"|"):
        tool = _TOOL().search(command)
        if tool and (tool["method"] or _ADDRESS().search(command, tool.end())):
            return start + tool.start()
        start += len(command) + 1
    return -1


def _saves(line: bytes, file: bytes) -> int:
    """Return the start of a command that downloads to a file, -1 for none, and for one that is verified behind."""
    start, name = _download(line), file.rpartition(b"/")[2]
    command = line[max(start, 0) :]
    if start < 0 or not name or name not in command or _VERIFIES().search(command):
        return -1
    words = _SHELL_WORD().findall(command)
    kept = {after for option, after in pairwise(words) if _TO_FILE().fullmatch(option)}
    if any(_BY_ITS_NAME().fullmatch(word) for word in words):
        kept |= {word for word in words if b"://" in word}
    return start if name in {word.rpartition(b"/")[2] for word in kept} else -1


def _in_table(before: bytes) -> bool:
    """Tell whether a pipe parts the cells of a table, as opposed to commands."""
    return before.lstrip().startswith(b"|") and before.count(b"`") % 2 == 0
