"""SF: commands that an agent would follow literally: they destroy, give secrets away, or fail."""

import re
from collections.abc import Iterator
from itertools import islice

from skillpack.check.patterns import late
from skillpack.check.rule import Draft, Rule, rule
from skillpack.check.rules.places import MOST, line_after, line_before, matches, shown, span_in_file, warned
from skillpack.check.subject import Subject
from skillpack.check.texts import TextFile, holding, telling

# The first pattern of each pair is found quickly; what stands before and behind is looked at only then.
_DESTROYING_SIGNS = telling("delete", "device")
_COMMAND = late(
    rb"""\s* (?:[$\#>%][ \t]+|RUN[ \t]+)?            # a prompt
    (?:[^\n"'`\#]*(?:&&|\|\||;)[ \t]*)?              # another command
    (?:sudo[ \t]+(?:-\w+[ \t]+)*)? \Z""",
    re.VERBOSE,
)
_REMOVE = re.compile(rb"rm[ \t]+(?=-)")
_EVERYTHING = late(
    rb"""(?=[^\n]{0,30}?(?:-\w*[rR]|--recursive)) (?:-[-\w]+[ \t]+){1,4} ["']?
    (?P<target>/|/\*|~/?|~/\*|\$\{?HOME\}?/?|\$\{?HOME\}?/\*) ["']? [ \t]* (?:[;&|\#\r\n]|2?>|\Z)""",
    re.VERBOSE,
)
_DISK = late(rb"/dev/(?:sd[a-z]|nvme\d|hd[a-z]|vd[a-z]|disk\d|mmcblk\d)")
_OVERWRITES = late(
    rb"(?:\bdd\b[^\n]*\bof=|\bmkfs(?:\.\w+)?\s[^\n]*|\b(?:shred|wipefs|blkdiscard)\s[^\n]*)\Z",
)
_REDIRECTS = late(rb"\s*\w[^\n\"'`#>]*[ \t\d]>[ \t]*")

_CREDENTIAL_SIGNS = telling("ssh", "aws", "credentials")
_SENDER_SIGNS = telling("pipe")
_CREDENTIALS = (
    re.compile(rb"\.ssh/(?:id_[a-z0-9]+\b(?!\.pub)|\*)"),
    re.compile(rb"\.aws/credentials"),
    re.compile(rb"\.git-credentials"),
)
_SENDS = late(
    rb"""\bcurl\b[^\n]{0,200}?[ \t](?:-d|-F|-T|--data[\w-]*|--form[\w-]*|--upload-file|--json|-X[ \t]?POST|-X[ \t]?PUT)
    | \bwget\b[^\n]{0,200}--post-(?:file|data)
    | \b(?:nc|ncat|netcat)[ \t]+(?:-\w+[ \t]+)*[\w.$-]+[ \t]+\d+
    | \b(?:requests|httpx|session|client)\.(?:post|put)\( | \burlopen\([^\n]{0,80}data=
    | \bfetch\([^\n]{0,160}POST | \baxios\.post\(
    | \bInvoke-(?:WebRequest|RestMethod)[^\n]{0,160}-(?:Body|InFile)""",
    re.VERBOSE,
)
_SENDER = re.compile(rb"curl[ \t]")
_READS = late(
    rb"""(?: (?:^|[\s;&`(]) (?:env|printenv)[ \t]*(?:\|[^\n|]*)?
    | \bcat[ \t]+[^\n|]*(?:\.env\b|/etc/(?:passwd|shadow))[^\n]* ) \|[ \t]*\Z""",
    re.VERBOSE,
)
_NEAR = 400  # bytes to both sides within which a script's reading and sending belong together

_CALL_SIGNS = telling("script")
_CALL = late(rb"/scripts/[\w./-]+")
_CALLED = late(
    rb"""(?:^|[`;]|(?<!\])\(|&&|\|\||\$[ \t]|>[ \t]|\b[Rr]un:?[ \t]|\b[Ee]xecute[ \t]|\bRUN[ \t]) [ \t]*["']?
    (?P<root>\.|\$\{?\w+\}?|\{+\w+\}+) \Z""",
    re.VERBOSE,
)
_INTERPRETERS = {"sh": "bash", "bash": "bash", "zsh": "zsh", "py": "python3", "js": "node", "mjs": "node", "rb": "ruby"}


@rule("SF005", "destructive-command", source="skillpack", when=_DESTROYING_SIGNS)
def destructive_command(subject: Subject) -> Iterator[Draft]:
    """A command deletes everything: the root, a home folder, a disk.

    Why: an agent that follows the skill literally destroys the machine it works on. Only commands
    are meant, not lists of what to forbid.

    Fix: name the folder that is meant.
    """
    for file in holding(subject.texts, _DESTROYING_SIGNS):
        for start, end in islice(_destroys(file.content), MOST):
            if not (file.markdown and warned(file.content, start)):
                yield Draft(
                    f"destroys more than a skill may: `{shown(file.content[start:end])}`",
                    at=span_in_file(file, start, end),
                    path=file.path,
                    hint="name the folder or file that is meant",
                )


@rule("SF015", "credentials-sent", source="skillpack; CWE-522", when=_CREDENTIAL_SIGNS | _SENDER_SIGNS)
def credentials_sent(subject: Subject) -> Iterator[Draft]:
    """A command reads credentials or the environment and sends something over the network.

    Why: private keys, cloud credentials and the environment of a shell are what stolen machines are
    searched for; a skill has no reason to send them anywhere.

    Fix: let the tool that needs a credential read it itself.
    """
    for file in holding(subject.texts, _CREDENTIAL_SIGNS | _SENDER_SIGNS):
        for start, end in islice(_sends_credentials(file), MOST):
            yield Draft(
                f"reads credentials and sends something: `{shown(file.content[start:end])}`",
                at=span_in_file(file, start, end),
                path=file.path,
                hint="let the tool that needs the credential read it itself",
            )


@rule("SF016", "script-called-directly", source="wire formats, section 0", when=_CALL_SIGNS)
def script_called_directly(subject: Subject) -> Iterator[Draft]:
    """A script of the skill is called by its path alone, without an interpreter.

    Why: executable bits get lost on the way: `npx skills add` writes every file as 0644, and so do
    many archives. The call then fails with "Permission denied".

    Fix: write `bash scripts/x.sh` instead of `./scripts/x.sh`, `python3` for Python, and so on.
    """
    for file in holding(subject.texts, _CALL_SIGNS):
        if not file.markdown or b"chmod" in file.content:
            continue
        for found in islice(matches(_CALL(), file.content), MOST):
            script = found.group()[1:].decode("ascii", "replace").rstrip(".")
            program = _interpreter(script, subject.tree.files.get(script, b""))
            call = _CALLED().search(line_before(file.content, found.start()))
            if program and call:
                start, end = found.start() - len(call["root"]), found.start() + 1 + len(script)
                yield Draft(
                    f"`{script}` is called without `{program}`, and executable bits get lost on the way",
                    at=span_in_file(file, start, end),
                    path=file.path,
                    hint=f"call it as `{program} {script}`",
                )


def _destroys(content: bytes) -> Iterator[tuple[int, int]]:
    for found in matches(_REMOVE, content):
        everything = _EVERYTHING().match(content, found.end())
        if everything and _COMMAND().fullmatch(line_before(content, found.start())):
            yield found.start(), everything.end("target")
    for found in matches(_DISK(), content):
        before = line_before(content, found.start())
        overwriting = _OVERWRITES().search(before)
        if overwriting and _COMMAND().fullmatch(before[: overwriting.start()]):
            yield found.start() - len(before) + overwriting.start(), found.end()
        elif _REDIRECTS().fullmatch(before):
            yield found.start() - len(before.lstrip()), found.end()


def _sends_credentials(file: TextFile) -> Iterator[tuple[int, int]]:
    content = file.content
    for pattern in () if _CREDENTIAL_SIGNS.isdisjoint(file.signs) else _CREDENTIALS:
        for found in matches(pattern, content):
            around = line_before(content, found.start()) + line_after(content, found.start())
            if not file.markdown:
                around = content[max(0, found.start() - _NEAR) : found.end() + _NEAR]
            if _SENDS().search(around):
                yield found.span()
    for found in matches(_SENDER, content) if "pipe" in file.signs else ():
        reads = _READS().search(line_before(content, found.start()))
        if reads:
            yield found.start() - len(reads.group().lstrip()), found.end()


def _interpreter(script: str, content: bytes) -> str:
    """Return what runs a script, or the empty string for what is none or is not there."""
    if not content.startswith(b"#!"):
        return _INTERPRETERS.get(script.rpartition(".")[2], "") if content else ""
    words = content[2:200].partition(b"\n")[0].split()
    names = [word.rpartition(b"/")[2].decode("ascii", "replace") for word in words if not word.startswith(b"-")]
    return next((name for name in names if name != "env"), "")


RULES: tuple[Rule[Subject], ...] = (destructive_command, credentials_sent, script_called_directly)
