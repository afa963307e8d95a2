"""SF: commands that an agent would follow literally: they destroy, give secrets away, or fail."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice

from skillpack.abilities.places import MOST, span_in_file
from skillpack.abilities.quoted import is_quoted
from skillpack.abilities.scan import Scan
from skillpack.abilities.texts import TextFile, files_with, telling
from skillpack.check.rule import Hit, rule
from skillpack.check.rules.concerns import concern_hits
from skillpack.check.rules.scanned import hits_in, not_checked, scanned_hits
from skillpack.check.subject import Subject
from skillpack.model.ability import ConcernKind
from skillpack.parse.patterns import late

# The first pattern of each pair is found quickly; what stands before and behind is looked at only then.
_DESTROYING_SIGNS = telling("delete", "device", "firmware", "erase", "tree", "fork bomb", "windows")
_REMOVE = re.compile(rb"(?<![\w-])rm[ \t]++(?=-)")
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

_CREDENTIAL_SIGNS = telling("ssh", "aws", "credentials")
_SENDER_SIGNS = telling("pipe")
_CREDENTIALS = (
    re.compile(rb"\.ssh/(?:id_[a-z0-9]+\b(?!\.pub)|\*)"),
    re.compile(rb"\.aws/credentials"),
    re.compile(rb"\.git-credentials"),
    re.compile(
        rb"(?<!file )(?<!file ~/)\.netrc\b|~/\.gnupg/|\.kube/config\b|\.docker/config\.json|\.pypirc\b|wallet\.dat"
        rb"|\bLogin Data\b|\bcookies\.sqlite|\.(?:bash|zsh)_history\b|/etc/shadow\b"
    ),
    # The whole environment, as opposed to one variable of it.
    re.compile(rb"(?:dict\(|json=|data=|dumps\(|stringify\()\s*+(?:os\.environ|process\.env)\b(?![.\[])"),
    re.compile(
        rb"(?:open\(|read_text\(|Path\(|cat |@|readFile(?:Sync)?\()\s*+[\"']?[^\s\"']{0,40}(?<!\w)\.env\b(?![.\w])"
    ),
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
_HEAD = 4096  # bytes of a script in which it lists its packages
_ENV_OPTIONS = frozenset({"-S", "-vS", "--split-string"})
_LAUNCHERS = frozenset({"uv", "npx", "bunx", "deno", "pipx", "bun"})
_NEAR = 400  # bytes to both sides within which a script's reading and sending belong together

_PRIVATE_WORDS = (b".ssh", b"id_rsa", b"id_ed25519", b".aws/", b".env", b"private key", b"rowser cookies", b"eychain",
                  b"seed phrase", b".gnupg", b".netrc", b".kube/", b".docker/config", b".pypirc", b"Login Data",
                  b"cookies.sqlite", b"wallet.dat", b"_history", b"/etc/shadow", b"os.environ",
                  b"process.env")  # fmt: skip
_PRIVATE = re.compile(
    rb"(?:~/)?\.ssh\b|\bid_(?:rsa|ed25519)\b(?!\.pub)|\.aws/credentials|(?<![\w.])\.env\b(?!\.)|\bprivate keys?\b"
    rb"|\b[Bb]rowser cookies\b|\b[Kk]eychain\b|\bseed phrases?\b|~/\.gnupg\b|~/\.netrc\b"
)
_SENDS_IT = late(
    rb"\b(?:send|upload|post|forward|transmit|exfiltrate|e-?mail|submit|copy|push)\b[^.\n]{0,120}\Z", re.IGNORECASE
)
_TO_ADDRESS = late(
    rb"[^.\n]{0,60}?(?:\.\w{1,8}\b[^.\n]{0,60}?)?\b(?:to|at|via|into)\b[^.\n]{0,40}?[`<\"']?"
    rb"(?:https?://[^\s`>\"')]++|[\w.+-]++@[\w-]++\.[\w.-]*\w)",
    re.IGNORECASE,
)

_CALL_SIGNS = telling("script")
_CALL = late(rb"/scripts/[\w./-]+")
_CALLED = late(
    rb"""(?:^|[`;]|(?<!\])\(|&&|\|\||\$[ \t]|>[ \t]|\b[Rr]un:?[ \t]|\b[Ee]xecute[ \t]|\bRUN[ \t]) [ \t]*["']?
    (?P<root>\.|\$\{?\w+\}?|\{+\w+\}+) \Z""",
    re.VERBOSE,
)
_RUNNER = late(rb"\b(?:uv|pipx|poetry|pdm|hatch|deno|bun|npm|pnpm|yarn)[ \t]++run[ \t]++[\"']?\Z")  # it runs the file
_INLINE = re.compile(rb"^# /// script[ \t]*\r?$", re.MULTILINE)  # PEP 723: which packages it needs
_INTERPRETERS = {"sh": "bash", "bash": "bash", "zsh": "zsh", "py": "python3", "js": "node", "mjs": "node", "rb": "ruby"}


@rule("SF005", "destructive-command", source="skillpack, safety")
def destructive_command(subject: Subject) -> Iterator[Hit]:
    """A command deletes everything: the root, a home folder, a disk.

    Why: an agent that follows the skill literally destroys the machine it works on. Lists of what to
    forbid do not count.

    Fix: name the folder to delete.
    """
    message, hint = "deletes your files or disk", "name the folder or file to delete"
    found = scanned_hits(subject.texts, _DESTROYING_SIGNS, _destroys, "destructive-command", message, hint)
    return concern_hits(subject, ConcernKind.DESTROYS, hint, found)


@rule("SF015", "credentials-sent", source="skillpack, safety; CWE-522")
def credentials_sent(subject: Subject) -> Iterator[Hit]:
    """A command, or an order to the agent, sends credentials or the environment over the network.

    Why: private keys, cloud credentials, cookies and environment variables are what attackers look for
    on a machine; a skill has no reason to send them anywhere. Quoted attacks do not count.

    Fix: let the tool that needs a credential read it itself.
    """
    message, hint = "reads credentials and sends data", "let the tool that needs the credential read it itself"
    signs = _CREDENTIAL_SIGNS | _SENDER_SIGNS
    texts = (file for file in subject.texts if not signs.isdisjoint(file.signs) or _may_be_private(file))
    found = hits_in(texts, _sends_credentials, "credentials-sent", message, hint, shows=100)
    return concern_hits(subject, ConcernKind.SENDS_PRIVATE, hint, found)


@rule("SF016", "script-called-directly", source="skills (npm)")
def script_called_directly(subject: Subject) -> Iterator[Hit]:
    """A script of the skill is called by its path alone, without a program that runs it.

    Why: files lose their executable bit on the way: `npx skills add` writes every file as 0644, and so
    do many archives. The call then fails with "Permission denied".

    Fix: write `bash scripts/x.sh` instead of `./scripts/x.sh`, `python3` for Python, `uv run` for a
    script that lists its packages, and so on.
    """
    for file in files_with(subject.texts, _CALL_SIGNS):
        if file.markdown and b"chmod" not in file.content:
            scan = Scan(file.content)
            yield from islice(_direct_calls(subject, file, scan), MOST)
            yield from not_checked(scan, file, "script-called-directly")


def _direct_calls(subject: Subject, file: TextFile, scan: Scan) -> Iterator[Hit]:
    for found in scan.matches(_CALL()):
        script = found.group()[1:].decode("ascii", "replace").rstrip(".")
        program = _interpreter(script, subject.tree.files.get(script, b""))
        before = scan.before(found.start()) if program else b""
        call = _CALLED().search(before) if program else None
        if call and not _RUNNER().search(before[: call.start("root")]):
            start, end = found.start() - len(call["root"]), found.start() + 1 + len(script)
            yield Hit(
                f"`{script}` is called without `{program}`; files lose their executable bit on the way",
                at=span_in_file(file, start, end),
                path=file.path,
                hint=f"call it as `{program} {script}`",
            )


def _destroys(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    content = scan.content
    yield from _erasures(file, scan)
    for found in scan.matches(_REMOVE):
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
    for found in scan.matches(_FIRMWARE) if words else ():
        before, after = scan.before(found.start()), scan.after(found.start())
        erases = _ERASES_FIRMWARE().match(after) or (bricks and _WRITES_FIRMWARE().match(after))
        if erases and _BEGINS().fullmatch(before):
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


def _sends_credentials(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    content = scan.content
    reads = _may_be_private(file) or not _CREDENTIAL_SIGNS.isdisjoint(file.signs)
    senders = sorted(_senders(content)) if reads else ()
    for pattern in _CREDENTIALS if senders else ():
        for found in pattern.finditer(content):
            if _is_sent(senders, found.start(), by_line=file.markdown) and not is_quoted(file, found.start()):
                yield found.span()
    for found in scan.matches(_SENDER) if "pipe" in file.signs else ():
        reading = _reading(scan.before(found.start()))
        if reading and not is_quoted(file, found.start()):
            yield found.start() - reading, found.end()
    yield from _orders_to_send(file, scan)


def _may_be_private(file: TextFile) -> bool:
    """Tell whether a text names something that nobody gives away."""
    return any(word in file.content for word in _PRIVATE_WORDS)


def _orders_to_send(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    """Yield the sentences of prose that order private files to be sent to an address."""
    if file.markdown and _may_be_private(file):
        for found in scan.matches(_PRIVATE):
            before, after = scan.before(found.start()), scan.after(found.end())
            order = _SENDS_IT().search(before.rpartition(b". ")[2])
            address = _TO_ADDRESS().match(after)
            if order and address and not is_quoted(file, found.start()):
                yield found.start() - len(order.group()), found.end() + address.end()


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
    """Return the command that runs a script; empty for a file that is none or is not there."""
    if not content.startswith(b"#!"):
        program = _INTERPRETERS.get(script.rpartition(".")[2], "") if content else ""
        return "uv run" if program == "python3" and _INLINE.search(content[:_HEAD]) else program
    first, *words = content[2:200].partition(b"\n")[0].decode("ascii", "replace").split() or [""]
    name = first.rpartition("/")[2]
    if name == "env":
        words = [word for word in words if word not in _ENV_OPTIONS]
        return _with_subcommand(words)
    return _with_subcommand([name, *words])


def _with_subcommand(words: Sequence[str]) -> str:
    """Return the program of a command, with what it needs beside a file: `uv run`, `deno run -A`, `npx tsx`."""
    program = words[0] if words else ""
    return " ".join(words) if program in _LAUNCHERS else program
