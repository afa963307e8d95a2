"""SF: code that is run without anybody having read it: downloaded or encoded."""

import re
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address
from itertools import islice, pairwise

from skillpack.abilities.places import MOST, shown, span_in_file
from skillpack.abilities.quoted import is_quoted
from skillpack.abilities.scan import Scan
from skillpack.abilities.texts import TextFile, files_with, telling
from skillpack.check.rule import Hit, rule
from skillpack.check.rules.concerns import concern_hits
from skillpack.check.rules.scanned import not_checked, scanned_hits
from skillpack.check.subject import Subject
from skillpack.model.ability import ConcernKind
from skillpack.parse.patterns import late

# The first pattern of each pair is found quickly; what stands before and behind is looked at only then.
_DOWNLOAD_SIGNS = telling("pipe", "fetch", "ticks", "exec", "next", "after")
_PIPE = re.compile(
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

_DECODING_SIGNS = telling("64", "atob", "encoded command")
_DECODED = re.compile(rb"64(?:decode\(|String\(|[ \t]+(?:-d|-D|--decode)\b)")
_RUNS_DECODED = late(
    rb"""\b(?:exec|eval|compile)[ \t]*+\( | \b(?:eval|source|iex|Invoke-Expression)[ \t]++["'$(&<`]
    | \b(?:ba|z|da|k)?sh[ \t]++(?:-c[ \t]|<\()""",
    re.VERBOSE | re.IGNORECASE,
)
_BROWSER_DECODED = re.compile(rb"atob\(")
_EVALUATES = late(rb"\b(?:eval|Function)\s*+\(\s*+(?:[\w.]++\s*+\(\s*+)?\Z")
_POWERSHELL = re.compile(rb"w(?<=ow)ershell(?:\.exe)?[ \t]")
_ENCODED_COMMAND = late(rb"-e(?:c|nc\w*+)?[ \t]++[\"']?[A-Za-z0-9+/=]{24}", re.IGNORECASE)

_DOWNLOAD_ADDRESS = late(
    rb"(?P<scheme>https?|ftp)://(?:[^\s/@\"'`<>]*@)?(?P<host>\[[0-9a-f:.]+\]|[\w.-]+)"
    rb"|(?<![\w./@-])(?P<bare>\d{1,3}(?:\.\d{1,3}){3}|(?:[\w-]+\.)+[a-z]{2,})(?=[:/])",
    re.IGNORECASE,
)
_SHORTENERS = frozenset(
    [
        "bit.ly",
        "tinyurl.com",
        "t.co",
        "goo.gl",
        "is.gd",
        "v.gd",
        "ow.ly",
        "cutt.ly",
        "rebrand.ly",
        "rb.gy",
        "shorturl.at",
        "t.ly",
        "tiny.cc",
        "bit.do",
        "buff.ly",
        "s.id",
        "lnkd.in",
        "shrtco.de",
        "clck.ru",
        "urlz.fr",
        "qr.ae",
    ]
)
_PASTES = frozenset(
    [
        "pastebin.com",
        "paste.ee",
        "hastebin.com",
        "dpaste.com",
        "dpaste.org",
        "ghostbin.com",
        "rentry.co",
        "rentry.org",
        "termbin.com",
        "ix.io",
        "0x0.st",
        "transfer.sh",
        "file.io",
        "controlc.com",
        "paste.rs",
        "privatebin.net",
        "justpaste.it",
        "pastes.dev",
        "bpa.st",
        "paste.debian.net",
        "cdn.discordapp.com",
        "files.catbox.moe",
        "litterbox.catbox.moe",
        "webhook.site",
        "pipedream.net",
        "requestbin.com",
        "ngrok.io",
        "ngrok.app",
        "ngrok-free.app",
        "trycloudflare.com",
        "serveo.net",
        "loca.lt",
    ]
)
_LOCAL = frozenset(("localhost", "host.docker.internal"))


@rule("SF004", "piped-to-shell", source="skillpack, safety; CWE-494")
def piped_to_shell(subject: Subject) -> Iterator[Hit]:
    """A command runs what it has just downloaded, unseen.

    Why: whoever controls the address, today or in a year, controls every machine on which an agent
    follows the skill; nobody reads what runs, and no digest holds it fast. Installers of vendors do
    it; from a bare address, over plain http, behind a shortened address or from a paste site no
    honest skill does, and the alarm is *stop*. Quoted attacks are not meant.

    Fix: use a package manager, or download to a file, check its digest, and then run it.
    """
    return concern_hits(subject, ConcernKind.RUNS_DOWNLOADED, _VERIFY, _runs_downloaded(subject))


_VERIFY = "install from a package manager, or download, verify and then run"


def _runs_downloaded(subject: Subject) -> Iterator[Hit]:
    for file in files_with(subject.texts, _DOWNLOAD_SIGNS):
        scan = Scan(file.content)
        found = (each for each in _downloads(scan, file.signs) if not is_quoted(file, each[0]))
        for start, end in islice(found, MOST):
            source = _download_source(file.content[start:end] + scan.after(end))
            quote = shown(file.content[start:end], 100)
            yield Hit(
                f"runs what it downloads{f' {source}' if source else ''}: `{quote}`",
                at=span_in_file(file, start, end),
                path=file.path,
                hint=_VERIFY,
                facts=(("quote", quote), *((("source", source),) if source else ())),
            )
        yield from not_checked(scan, file, "piped-to-shell")


@rule("SF014", "encoded-execution", source="skillpack, safety; CWE-506")
def encoded_execution(subject: Subject) -> Iterator[Hit]:
    """Code is decoded and run in one step.

    Why: nobody can read what runs. There is hardly a reason to hide code in a skill but to hide it.

    Fix: put the code into a script as it is.
    """
    message, hint = "runs code that is encoded", "put the code into a script that people can read"
    texts = subject.texts
    found = scanned_hits(texts, _DECODING_SIGNS, _runs_decoded, "encoded-execution", message, hint, shows=100)
    return concern_hits(subject, ConcernKind.CONCEALED_CODE, hint, found)


def _downloads(scan: Scan, signs: frozenset[str]) -> Iterator[tuple[int, int]]:
    for found in scan.matches(_PIPE) if "pipe" in signs else ():
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


def _piped(text: bytes) -> int:
    """Return where the first pipe ends that runs what it reads, -1 where there is none."""
    return next((pipe.end() for pipe in _PIPE.finditer(text) if _runs_input(pipe)), -1)


def _download(line: bytes) -> int:
    """Return where a command starts that downloads from an address, -1 where none does."""
    start = 0
    for command in line.split(b"|"):
        tool = _TOOL().search(command)
        if tool and (tool["method"] or _ADDRESS().search(command, tool.end())):
            return start + tool.start()
        start += len(command) + 1
    return -1


def _saves(line: bytes, file: bytes) -> int:
    """Return where a command starts that downloads to a file, -1 where none does, or where it is verified behind."""
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


def _download_source(command: bytes) -> str:
    """Return in words why nobody answers for what a command downloads; empty where somebody may.

    Args:
        command: From the program that downloads on; its first address counts.
    """
    found = _DOWNLOAD_ADDRESS().search(command)
    if not found:
        return ""
    host = (found["host"] or found["bare"]).decode("ascii", "replace").lower().strip("[]")
    if host in _LOCAL or host.endswith(".localhost"):
        return ""
    address = _ip(host)
    if address is not None:
        return "" if address.is_loopback else "from a bare address"
    if _is_of(host, _SHORTENERS):
        return "from behind a shortened address"
    if _is_of(host, _PASTES):
        return "from a site where anybody may put files"
    return "over plain http" if (found["scheme"] or b"").lower() in {b"http", b"ftp"} else ""


def _ip(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(int(host) if host.isdigit() and int(host) < 2**32 else host)
    except ValueError:
        return None


def _is_of(host: str, names: frozenset[str]) -> bool:
    return host in names or any(host.endswith(f".{name}") for name in names)


def _runs_decoded(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    for found in scan.matches(_DECODED):
        command = scan.before(found.start()).rpartition(b";")[2]
        runs = _RUNS_DECODED().search(command)
        piped = _piped(scan.after(found.end()).partition(b";")[0])
        if runs:
            yield found.start() - len(command) + runs.start(), found.end()
        elif piped >= 0:
            yield found.start(), found.end() + piped
    for found in scan.matches(_BROWSER_DECODED) if "atob" in file.signs else ():
        if _EVALUATES().search(scan.before(found.start())):
            yield found.span()
    for found in scan.matches(_POWERSHELL):
        if _ENCODED_COMMAND().search(scan.after(found.end())):
            yield max(found.start() - len("po"), 0), found.end()
