"""SF: code that is run without anybody having read it: downloaded or encoded."""

import re
from collections.abc import Iterator

from skillpack.check.patterns import late
from skillpack.check.rule import Hit, rule
from skillpack.check.rules.places import warned
from skillpack.check.rules.scan import Scan, scanned_hits
from skillpack.check.subject import Subject
from skillpack.check.texts import TextFile, telling

# The first pattern of each pair is found quickly; what stands before and behind is looked at only then.
_DOWNLOAD_SIGNS = telling("pipe", "fetch", "exec")
_PIPE = re.compile(
    rb"""\|[ \t]*+ (?:\\?\r?\n[ \t]*+)?  # the shell may stand on the next line
    (?:sudo\s++(?>-\w++\s++)*)? (?:/usr)?(?:/bin/)?(?:env\s++)?
    (?:(?P<shell>(?:ba|z|da|k|fi)?sh) | (?P<language>python[\d.]*|perl|ruby|node|php) | iex | Invoke-Expression)
    (?![\w./-])""",
    re.VERBOSE,
)
_SHELL_READS = late(rb"[ \t]*(?:-(?!c\b)|[\"'`);&|<>#\]}]|\\|2>|\r?\n|\Z)")
_LANGUAGE_READS = late(rb"[ \t]*(?:-[ \t]|-\r?\n|-\Z|[\"'`);&|<>#\]}]|\r?\n|\Z)")
_TOOL = late(
    rb"\b(?:curl|wget|iwr|irm|Invoke-WebRequest|Invoke-RestMethod)(?:\.exe)?\b|\b(?P<method>DownloadString)\b",
    re.IGNORECASE,
)
_ADDRESS = late(rb"https?://|ftp://|\$[\w{(]|<\w|(?<=[\w-])\.\w{2,}+/", re.IGNORECASE)
_SUBSTITUTION = late(rb"\([ \t]*+(?:curl|wget|irm|iwr|Invoke-WebRequest|Invoke-RestMethod)[ \t]")
# What stands behind a hyphen is an option, and no option is read twice.
_RUNS_SUBSTITUTION = late(
    rb"""(?: (?<!-)\b(?:ba|z|da|k)?sh\s++(?>-\w++\s++)* | \beval\s++ | \bsource\s++ | (?:^|[\s`;&])\.\s++
    | \bpython[\d.]*+\s++-c\s++ | \b(?:perl|ruby|node)\s++-e\s++ ) ["']? [<$] \Z
    | \b(?:iex|Invoke-Expression)\s*+["$&]{0,2} \Z""",
    re.VERBOSE | re.IGNORECASE,
)
_FETCHED = late(rb"exec\([ \t]*(?:requests|httpx|urllib|urlopen|compile\([ \t]*(?:requests|httpx|urllib))\b")

_LIST = 4096  # bytes above an item in which its list begins
_ITEM = late(rb"[ \t]*(?:[-*+]|\d{1,3}[.)]|\|)[ \t]")
_PAYLOADS = late(
    rb"payload|attack|malicious|injection|exploit|obfuscat|indicators?\b"
    rb"|red flags?\b|patterns? to (?:detect|block|find)",
    re.IGNORECASE,
)

_DECODING_SIGNS = telling("64", "atob", "encoded command")
_DECODED = re.compile(rb"64(?:decode\(|String\(|[ \t]+(?:-d|-D|--decode)\b)")
_RUNS_DECODED = late(
    rb"""\b(?:exec|eval|compile)[ \t]*+\( | \b(?:eval|source|iex|Invoke-Expression)[ \t]++["'$(&<`]
    | \b(?:ba|z|da|k)?sh[ \t]++(?:-c[ \t]|<\()""",
    re.VERBOSE | re.IGNORECASE,
)
_PIPED_DECODED = late(
    rb"""\|[ \t]*+(?:sudo[ \t]++)?(?:(?:ba|z|da|k)?sh|python[\d.]*+|perl|ruby|node|php|iex)
    (?:[ \t]++-)? [ \t]*+(?=["'`);&|<>\#\r]|\Z)""",
    re.VERBOSE | re.IGNORECASE,
)
_BROWSER_DECODED = re.compile(rb"atob\(")
_EVALUATES = late(rb"\b(?:eval|Function)\s*+\(\s*+(?:[\w.]++\s*+\(\s*+)?\Z")
_POWERSHELL = re.compile(rb"w(?<=ow)ershell(?:\.exe)?[ \t]")
_ENCODED_COMMAND = late(rb"-e(?:c|nc\w*+)?[ \t]++[\"']?[A-Za-z0-9+/=]{24}", re.IGNORECASE)


@rule("SF004", "piped-to-shell", source="skillpack; CWE-494")
def piped_to_shell(subject: Subject) -> Iterator[Hit]:
    """A command runs what it has just downloaded, unseen.

    Why: whoever controls the address, today or in a year, controls every machine on which an agent
    follows the skill; nobody reads what runs, and no digest holds it fast.

    Fix: use a package manager, or download to a file, check its digest, and then run it.
    """
    hint = "install from a package manager, or download, verify and then run"
    return scanned_hits(
        subject.texts, _DOWNLOAD_SIGNS, _runs_downloads, "piped-to-shell", "runs what it downloads", hint, shows=100
    )


@rule("SF014", "encoded-execution", source="skillpack; CWE-506")
def encoded_execution(subject: Subject) -> Iterator[Hit]:
    """Code is decoded and run in one step.

    Why: nobody can read what runs. There is hardly a reason to hide code in a skill but to hide it.

    Fix: put the code into a script as it is.
    """
    message, hint = "runs code that is encoded", "put the code into a script that people can read"
    return scanned_hits(subject.texts, _DECODING_SIGNS, _runs_decoded, "encoded-execution", message, hint, shows=100)


def _is_warned_of(file: TextFile, start: int) -> bool:
    """Tell whether prose warns of what stands there, or a list of payloads holds it; a script cannot warn of itself."""
    return file.markdown and (warned(file.content, start) or _is_payload(file.content, start))


def _is_payload(content: bytes, position: int) -> bool:
    """Tell whether a position is in a list or table that is introduced, or headed, as one of attacks."""
    above = content[max(0, position - _LIST) : content.rfind(b"\n", 0, position) + 1]
    if not _ITEM().match(content, len(above) + max(0, position - _LIST)):
        return False
    lines = [line for line in above.split(b"\n") if line.strip() and not _ITEM().match(line)]
    heading = next((line for line in reversed(lines) if line.startswith(b"#")), b"")
    return any(_PAYLOADS().search(line) for line in (*lines[-1:], heading))


def _runs_downloads(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    return (found for found in _downloads(scan, file.signs) if not _is_warned_of(file, found[0]))


def _downloads(scan: Scan, signs: frozenset[str]) -> Iterator[tuple[int, int]]:
    for found in scan.matches(_PIPE) if "pipe" in signs else ():
        reads = _LANGUAGE_READS if found["language"] else _SHELL_READS
        if not reads().match(scan.content, found.end()):
            continue
        before = scan.before(found.start())
        download = -1 if _in_table(before) else _download(before)
        if download >= 0:
            yield found.start() - len(before) + download, found.end()
    for found in scan.matches(_SUBSTITUTION()) if "fetch" in signs else ():
        runs = _RUNS_SUBSTITUTION().search(scan.before(found.start()))
        if runs and _download(scan.after(found.start())) >= 0:
            yield found.start() - len(runs.group().lstrip()), found.end()
    for found in scan.matches(_FETCHED()) if "exec" in signs else ():
        yield found.span()


def _download(line: bytes) -> int:
    """Return where a command starts that downloads from an address, -1 where none does."""
    start = 0
    for command in line.split(b"|"):
        tool = _TOOL().search(command)
        if tool and (tool["method"] or _ADDRESS().search(command, tool.end())):
            return start + tool.start()
        start += len(command) + 1
    return -1


def _in_table(before: bytes) -> bool:
    """Tell whether a pipe parts the cells of a table, as opposed to commands."""
    return before.lstrip().startswith(b"|") and before.count(b"`") % 2 == 0


def _runs_decoded(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    return (found for found in _decoded(scan, file.signs) if not _is_warned_of(file, found[0]))


def _decoded(scan: Scan, signs: frozenset[str]) -> Iterator[tuple[int, int]]:
    for found in scan.matches(_DECODED):
        command = scan.before(found.start()).rpartition(b";")[2]
        runs = _RUNS_DECODED().search(command)
        piped = _PIPED_DECODED().search(scan.after(found.end()).partition(b";")[0])
        if runs:
            yield found.start() - len(command) + runs.start(), found.end()
        elif piped:
            yield found.start(), found.end() + piped.end()
    for found in scan.matches(_BROWSER_DECODED) if "atob" in signs else ():
        if _EVALUATES().search(scan.before(found.start())):
            yield found.span()
    for found in scan.matches(_POWERSHELL):
        if _ENCODED_COMMAND().search(scan.after(found.end())):
            yield max(found.start() - len("po"), 0), found.end()
