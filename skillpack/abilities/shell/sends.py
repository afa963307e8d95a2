"""What a command reads that people keep to themselves, and what a command sends (pure)."""

import re
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.abilities.flow import Taint, flow
from skillpack.abilities.names import is_credential, plain
from skillpack.abilities.shell.state import ShellState
from skillpack.abilities.shell.tables import (
    ANY_PRIVATE,
    CONVERSATION,
    NAMED_SECRETS,
    NO_DATA,
    ONLY_WITH,
    PRIVATE_PROGRAMS,
    PUBLIC,
    SENDERS,
)
from skillpack.abilities.shell.words import NOTHING, ShellValue, either, host_of, some
from skillpack.model.ability import AbilityKind
from skillpack.model.document import NOWHERE
from skillpack.model.finding import Position

_ONE_VARIABLE = re.compile(r"printenv (\w+)$")
_HOME = re.compile(
    r"(?:~|\$HOME|\$USERPROFILE|/home/\$USER|/Users/\$USER)(?:[\\/](?:Documents|Desktop|Downloads|Pictures)?)?[\\/]?\*?|/home/?\*?|/Users/?\*?"
)
_AT = re.compile(r"(?:^|=)[@<](?P<path>[^\s;,\"'@]+)")
_FILE_OPTION = re.compile(
    r"(?:--post-file|--body-file|--upload-file|--data-binary|--data|--notes-file)=@?(?P<path>[^\s;\"']+)"
)
_TAKES_FILE = frozenset(("-T", "--upload-file", "--post-file", "--body-file", "-a", "-A", "--notes-file"))
_COPIES = frozenset(
    ("scp", "rsync", "sftp", "rclone", "gsutil", "s3cmd", "aws", "az", "gcloud", "lftp", "croc", "wormhole")
)
_TEMPORARY = re.compile(r"/(?:var/)?tmp\b")
_NAME = re.compile(r"\b[A-Z][A-Z0-9_]{2,}\b")
_FIELD = re.compile(r"(?:jq|yq)\b.* ['\"]?\.[\w.\[\]-]+|(?:awk|sed) .*/\w+/")
_OF_PROJECT = re.compile(r"\.env\b.*|.*\.(?:pem|p12|pfx|keystore|jks|kdbx)|\.npmrc")
LOCAL = re.compile(r"(?:\w+://)?(?:[^\s/@]*@)?(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])(?=[:/?]|$)")
"""An address of this machine: what goes there stays."""

_PUBLIC_KEY = re.compile(
    r"\b(?:ca|cert|chain|fullchain|public|pub|root|bundle)[\w-]*\.pem|[\w-]*(?:-ca|-cert|cert|chain|bundle|public|_pub)\.pem"
)


class Sent(Struct, frozen=True):
    """What a command sends, and whether others see it."""

    taints: frozenset[Taint]
    public: bool = False


def private_output(line: str) -> tuple[AbilityKind, str] | None:
    """Return the kind of private data that a command prints; one secret that it names is a variable."""
    known = ANY_PRIVATE.match(line)
    for pattern, kind, shown in PRIVATE_PROGRAMS if known else ():
        if pattern.match(line):
            return kind, shown
    found = NAMED_SECRETS.match(line) if known else None
    if found and found.lastgroup:
        names = {
            "github": "GITHUB_TOKEN",
            "google": "GOOGLE_ACCESS_TOKEN",
            "azure": "AZURE_ACCESS_TOKEN",
            "aws": "AWS_KEY",
        }
        return AbilityKind.VARIABLE, names.get(found.lastgroup) or plain(
            found[found.lastgroup].split()[-1]
        ) or "a stored secret"
    name = _ONE_VARIABLE.match(line)
    if name and is_credential(name[1]):
        return AbilityKind.VARIABLE, plain(name[1]) or "a key"
    return None


def home_listed(name: str, words: Sequence[str]) -> str:
    """Return the listing or archive of a home that a program makes; empty for anything narrower."""
    if name in {"grep", "egrep", "rg", "ag"}:
        if name != "rg" and not any(re.fullmatch(r"-\w*[rR]\w*|--recursive", word) for word in words[1:]):
            return ""
    elif name not in {"ls", "find", "tree", "du", "tar", "zip", "fd"}:
        return ""
    if name == "find" and any(word in {"-delete", "-exec"} for word in words):
        return ""
    homes = [word for word in words[1:] if _HOME.fullmatch(word.strip("\"'"))]
    if name == "tar" and homes and not re.match(r"-?[a-zA-Z]*c|--create", words[1]):
        return ""
    return "a listing of the home" if homes else ""


def extracted(taint: Taint, line: str) -> Taint | None:
    """Return the variable that one field of a file of keys is; None for no key."""
    if taint.kind is not AbilityKind.KEY_FILE:
        return taint
    named = _NAME.findall(line)
    names = [name for name in named if is_credential(name)]
    if named and not names:
        return None
    if names or _FIELD.match(line):
        return replace(taint, kind=AbilityKind.VARIABLE, name=names[0] if names else taint.name)
    return taint


def sent(
    name: str, line: str, values: Sequence[ShellValue], stdin: ShellValue, file: Callable[[str], ShellValue]
) -> Sent | None:
    """Return the data that a program sends; None where its words are not those with which it sends.

    Args:
        name: Of the program.
        line: It with its words.
        values: What is known of its words.
        stdin: What is known of its input.
        file: Gives what is known of the content of a path.
    """
    rest = line[len(name) + 1 :]
    if name in ONLY_WITH and not re.match(rf"(?:{ONLY_WITH[name]})(?![\w-])", rest):
        return None
    taints: list[Taint] = []
    words = [value.text for value in values]
    skipped = NO_DATA.get(name, frozenset())
    remote = name not in _COPIES or any(re.match(r"[\w.@$*{}-]+:|s3://|gs://", word) for word in words[-3:])
    if not remote and name not in {"sftp", "lftp", "croc", "wormhole", "az"}:
        return None
    if (
        remote
        and name in {"scp", "rsync"}
        and re.match(r"(?![A-Za-z]:[\\/])[\w.@$-]+:", words[1 if len(words) < 3 else -2])
        and ":" not in words[-1]
    ):
        return None
    for at, value in enumerate(values[1:], 1):
        if words[at - 1] in skipped:
            continue
        taints += value.taints
        taints += _files(name, words, at, file)
        if CONVERSATION.search(value.text):
            taints.append(Taint(AbilityKind.CONVERSATION, "the conversation", Position("", NOWHERE)))
    if _reads_input(name, words):
        taints += stdin.taints
    kept = [taint for taint in taints if not is_own(name, taint)]
    return Sent(some(kept), PUBLIC.match(line) is not None)


def _files(name: str, words: Sequence[str], at: int, file: Callable[[str], ShellValue]) -> Iterable[Taint]:
    """Return the contents of the files that a word names, as far as they are known."""
    word, before = words[at], words[at - 1]
    found = _AT.search(word) or _FILE_OPTION.match(word) or re.match(r"-[dFT]@?(?P<path>[~/.][^\s;]*)", word)
    if found and name not in {"scp", "rsync", "ssh"}:
        return file(found["path"]).taints
    if before in _TAKES_FILE or (name == "gh" and before in {"-F", "--body-file"}):
        return file(word).taints
    takes_paths = (
        name in _COPIES
        or name in {"ftp", "tftp"}
        or (name == "gh" and "gist" in words[:3])
        or (name == "gh" and "upload" in words[:4])
    )
    if takes_paths and word and word[0] != "-" and not re.match(r"[\w.@$-]{2,}:|s3://|gs://", word):
        content = file(word).taints
        if _HOME.fullmatch(word) and name not in {"rsync", "rclone"}:
            return content
        return content
    return NOTHING.taints


def _reads_input(name: str, words: Sequence[str]) -> bool:
    if name in {"curl", "wget", "http", "https", "xh"}:
        return any(
            re.search(r"(?:^|[=@<])-$|@-(?:;|$)|/dev/stdin|^-T-$|-[dF]@-|^-T\.$", word) or (word == "." and at)
            for at, word in enumerate(words)
        ) or (name in {"http", "https", "xh"})
    if name in {"dig", "nslookup", "host", "drill", "ping", "az", "gcloud"}:
        return False
    if name in {"gh", "glab", "aws", "gsutil", "s3cmd"}:
        return any(word in {"-", "-F-", "--body-file=-"} or word.endswith("=@-") for word in words)
    return name not in {"scp", "rsync", "sftp", "git"}


def is_own(name: str, taint: Taint) -> bool:
    """Return whether people would send this themselves: a project's settings to their server, a certificate."""
    if taint.kind is AbilityKind.KEY_FILE and name in {"scp", "rsync", "ssh", "sftp", "aws", "gsutil", "gcloud"}:
        return _OF_PROJECT.fullmatch(taint.name) is not None
    return taint.kind is AbilityKind.KEY_FILE and _PUBLIC_KEY.search(taint.name) is not None


def report_sent(state: ShellState, line: str, values: Sequence[ShellValue], stdin: ShellValue) -> None:
    """Report what a program sends, or what `git` takes to send it later.

    Args:
        state: Of the script.
        line: Name of the program, with its words.
        values: What is known of its words.
        stdin: What it reads.
    """
    name = line.partition(" ")[0]
    if name not in SENDERS:
        return
    words = [value.text for value in values]
    if name == "git":
        if re.match(r"git (?:-C \S+ )?(?:add|commit|stash)\b", line):
            _stage(state, line, values)
        elif re.match(r"git (?:-C \S+ )?push\b", line):
            for taint in state.staged.taints:
                state.report(flow(taint, host_of(words), state.position, state.quote, program=name))
        return
    what = sent(name, line, values, stdin, state.file)
    if what is None:
        return
    host = host_of(words)
    if any(LOCAL.match(word) for word in words[1:]):
        return
    for taint in sorted(what.taints, key=lambda each: (each.kind, each.name)):
        state.report(flow(taint, host, state.position, state.quote, public=what.public, program=name))


def _stage(state: ShellState, line: str, values: Sequence[ShellValue]) -> None:
    taints = [taint for value in values for taint in value.taints]
    if re.search(r" (?:-A|--all|\.|-am?|-\w*a\w*)(?: |$)", line):
        for path, content in state.all_files().items():
            if not _TEMPORARY.match(path):
                taints += content.taints
    for value in values[2:]:
        taints += state.file(value.text).taints
    unwatched = {AbilityKind.FETCHES, AbilityKind.DECODES, AbilityKind.RUNS_DOWNLOADED}
    kept = [taint for taint in taints if taint.kind not in unwatched]
    state.staged = either(state.staged, ShellValue("", some(kept)))
