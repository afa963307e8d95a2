"""SF: commands that an agent would follow literally: they destroy, give secrets away, or fail."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice

from skillpack.check.patterns import late
from skillpack.check.rule import Hit, rule
from skillpack.check.rules.places import MOST, span_in_file, warned
from skillpack.check.rules.scan import Scan, scanned_hits
from skillpack.check.subject import Subject
from skillpack.check.texts import TextFile, files_with, telling

# The first pattern of each pair is found quickly; what stands before and behind is looked at only then.
_DESTROYING_SIGNS = telling("delete", "device")
_COMMAND = late(
    rb"""\s*+ (?:[$\#>%][ \t]++|RUN[ \t]++)?             # a prompt
    (?:[^\n"'`\#]*(?:&&|\|\||;)[ \t]*+)?               # another command
    (?:sudo[ \t]++(?>-\w++[ \t]++)*)? \Z""",
    re.VERBOSE,
)
_REMOVE = re.compile(rb"(?<![\w-])rm[ \t]++(?=-)")
_EVERYTHING = late(
    rb"""(?P<options>(?>-[-\w]++[ \t]++)+) ["']?
    (?P<target>/|/\*|~/?|~/\*|\$\{?HOME\}?/?|\$\{?HOME\}?/\*) ["']? [ \t]* (?:[;&|\#\r\n]|2?>|\Z)""",
    re.VERBOSE,
)
_RECURSIVE = late(rb"-(?:-recursive|\w*[rR])")
_DISK = late(rb"/dev/(?:sd[a-z]|nvme\d|hd[a-z]|vd[a-z]|disk\d|mmcblk\d)")
_COPIES = late(rb"\bdd\b")
_OVERWRITES = late(rb"\b(?:mkfs(?:\.\w++)?|shred|wipefs|blkdiscard)\s")
_REDIRECTS = late(rb"\s*+\w[^\n\"'`#>]*[ \t\d]>[ \t]*+")

_CREDENTIAL_SIGNS = telling("ssh", "aws", "credentials")
_SENDER_SIGNS = telling("pipe")
_CREDENTIALS = (
    re.compile(rb"\.ssh/(?:id_[a-z0-9]+\b(?!\.pub)|\*)"),
    re.compile(rb"\.aws/credentials"),
    re.compile(rb"\.git-credentials"),
)
_SENDS = (
    # A program, and what behind it on the same line makes it send.
    (late(rb"\bcurl\b"), late(rb"[ \t](?:-d|-F|-T|--data|--form|--upload-file|--json|-X[ \t]?POST|-X[ \t]?PUT)")),
    (late(rb"\bwget\b"), late(rb"--post-(?:file|data)")),
    (late(rb"\burlopen\("), late(rb"data=")),
    (late(rb"\bfetch\("), late(rb"POST")),
    (late(rb"\bInvoke-(?:WebRequest|RestMethod)"), late(rb"-(?:Body|InFile)")),
    (late(rb"\b(?:requests|httpx|session|client)\.(?:post|put)\(|\baxios\.post\("), late(rb"")),
    (late(rb"(?<!-)\b(?:nc|ncat|netcat)[ \t]++(?=(?:-\w++[ \t]++)*[\w.$-]++[ \t]++\d)"), late(rb"")),
)
_SENDER = re.compile(rb"curl[ \t]")
_ENVIRONMENT = late(rb"(?:^|[\s;&`(])(?P<start>env|printenv)[ \t]*+\Z")
_PRINTS = late(rb"\bcat[ \t]")
_SECRET_FILE = late(rb"\.env\b|/etc/(?:passwd|shadow)")
_NEAR = 400  # bytes to both sides within which a script's reading and sending belong together

_CALL_SIGNS = telling("script")
_CALL = late(rb"/scripts/[\w./-]+")
_CALLED = late(
    rb"""(?:^|[`;]|(?<!\])\(|&&|\|\||\$[ \t]|>[ \t]|\b[Rr]un:?[ \t]|\b[Ee]xecute[ \t]|\bRUN[ \t]) [ \t]*["']?
    (?P<root>\.|\$\{?\w+\}?|\{+\w+\}+) \Z""",
    re.VERBOSE,
)
_INTERPRETERS = {"sh": "bash", "bash": "bash", "zsh": "zsh", "py": "python3", "js": "node", "mjs": "node", "rb": "ruby"}


@rule("SF005", "destructive-command", source="skillpack")
def destructive_command(subject: Subject) -> Iterator[Hit]:
    """A command deletes everything: the root, a home folder, a disk.

    Why: an agent that follows the skill literally destroys the machine it works on. Only commands
    are meant, not lists of what to forbid.

    Fix: name the folder that is meant.
    """
    message, hint = "destroys more than a skill may", "name the folder or file that is meant"
    return scanned_hits(subject.texts, _DESTROYING_SIGNS, _destroys, "destructive-command", message, hint)


@rule("SF015", "credentials-sent", source="skillpack; CWE-522")
def credentials_sent(subject: Subject) -> Iterator[Hit]:
    """A command reads credentials or the environment and sends something over the network.

    Why: private keys, cloud credentials and the environment of a shell are what stolen machines are
    searched for; a skill has no reason to send them anywhere.

    Fix: let the tool that needs a credential read it itself.
    """
    message, hint = "reads credentials and sends something", "let the tool that needs the credential read it itself"
    signs = _CREDENTIAL_SIGNS | _SENDER_SIGNS
    return scanned_hits(subject.texts, signs, _sends_credentials, "credentials-sent", message, hint)


@rule("SF016", "script-called-directly", source="wire formats, section 0")
def script_called_directly(subject: Subject) -> Iterator[Hit]:
    """A script of the skill is called by its path alone, without an interpreter.

    Why: executable bits get lost on the way: `npx skills add` writes every file as 0644, and so do
    many archives. The call then fails with "Permission denied".

    Fix: write `bash scripts/x.sh` instead of `./scripts/x.sh`, `python3` for Python, and so on.
    """
    for file in files_with(subject.texts, _CALL_SIGNS):
        if file.markdown and b"chmod" not in file.content:
            scan = Scan(file.content)
            yield from islice(_direct_calls(subject, file, scan), MOST)
            yield from scan.not_checked(file, "script-called-directly")


def _direct_calls(subject: Subject, file: TextFile, scan: Scan) -> Iterator[Hit]:
    for found in scan.matches(_CALL()):
        script = found.group()[1:].decode("ascii", "replace").rstrip(".")
        program = _interpreter(script, subject.tree.files.get(script, b""))
        call = _CALLED().search(scan.before(found.start())) if program else None
        if call:
            start, end = found.start() - len(call["root"]), found.start() + 1 + len(script)
            yield Hit(
                f"`{script}` is called without `{program}`, and executable bits get lost on the way",
                at=span_in_file(file, start, end),
                path=file.path,
                hint=f"call it as `{program} {script}`",
            )


def _destroys(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    """Yield the commands that prose does not warn of; a script cannot warn of itself."""
    return (found for found in _destroying(scan) if not (file.markdown and warned(file.content, found[0])))


def _destroying(scan: Scan) -> Iterator[tuple[int, int]]:
    content = scan.content
    for found in scan.matches(_REMOVE):
        everything = _EVERYTHING().match(content, found.end())
        if (
            everything
            and _RECURSIVE().search(everything["options"])
            and _COMMAND().fullmatch(scan.before(found.start()))
        ):
            yield found.start(), everything.end("target")
    for found in scan.matches(_DISK()):
        before = scan.before(found.start())
        line = before.rpartition(b"\n")[2]
        tool = _OVERWRITES().search(line) or (_COPIES().search(line) if line.endswith((b" of=", b"\tof=")) else None)
        start = len(before) - len(line) + tool.start() if tool else 0
        if tool and _COMMAND().fullmatch(before[:start]):
            yield found.start() - len(before) + start, found.end()
        elif _REDIRECTS().fullmatch(before):
            yield found.start() - len(before.lstrip()), found.end()


def _sends_credentials(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    content = scan.content
    senders = () if _CREDENTIAL_SIGNS.isdisjoint(file.signs) else sorted(_senders(content))
    for pattern in _CREDENTIALS if senders else ():
        for found in pattern.finditer(content):
            if _is_sent(senders, found.start(), by_line=file.markdown):
                yield found.span()
    for found in scan.matches(_SENDER) if "pipe" in file.signs else ():
        reading = _reading(scan.before(found.start()))
        if reading:
            yield found.start() - reading, found.end()


def _senders(content: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield where a program sends something over the network, with the start and the end of its line."""
    joined = content.replace(b"\\\n", b"  ").replace(b"\\\r\n", b"   ")
    for program, option in _SENDS:
        end = -1
        for found in program().finditer(joined):
            if found.start() > end:  # a line is read once
                end = joined.find(b"\n", found.end())
                end = len(joined) if end < 0 else end
                if option().search(joined, found.end(), end):
                    yield found.start(), joined.rfind(b"\n", 0, found.start()) + 1, end


def _is_sent(senders: Sequence[tuple[int, int, int]], position: int, *, by_line: bool) -> bool:
    """Tell whether something is sent where a credential is read: on its line, in a script some lines apart."""
    following = bisect_left(senders, (position, 0, 0))
    if by_line:
        return any(start <= position <= end for _, start, end in senders[max(0, following - 1) : following + 1])
    return any(abs(at - position) <= _NEAR for at, _, _ in senders[max(0, following - 1) : following + 1])


def _reading(before: bytes) -> int:
    """Return how far before a pipe the environment or a file with credentials is read, 0 where none is."""
    *commands, last = before.split(b"|")
    if last.strip(b" \t"):
        return 0
    length = len(last) + 1
    for number, command in enumerate(reversed(commands)):
        length += len(command) + 1
        environment = _ENVIRONMENT().search(command) if number <= 1 else None
        prints = _PRINTS().search(command)
        if environment:
            return length - 1 - environment.start("start")
        if prints and _SECRET_FILE().search(command, prints.end()):
            return length - 1 - prints.start()
    return 0


def _interpreter(script: str, content: bytes) -> str:
    """Return the program that runs a script; empty for a file that is none or is not there."""
    if not content.startswith(b"#!"):
        return _INTERPRETERS.get(script.rpartition(".")[2], "") if content else ""
    words = content[2:200].partition(b"\n")[0].split()
    names = [word.rpartition(b"/")[2].decode("ascii", "replace") for word in words if not word.startswith(b"-")]
    return next((name for name in names if name != "env"), "")
