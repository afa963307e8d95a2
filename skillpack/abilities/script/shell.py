"""What a shell script uses, by the words at command position."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise

from skillpack.abilities.names import credential_file, host_in, is_credential, plain, variable_use
from skillpack.abilities.shell.text import Command, ShellText
from skillpack.model.script import ScriptUse, UseKind

_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=")
_NAME = re.compile(r"[A-Za-z_]\w*")
_KEYWORDS = frozenset({"then", "do", "else", "elif", "if", "while", "until", "!", "{", "}", "coproc"})
_DECLARES = frozenset(
    {"read", "local", "declare", "readonly", "typeset", "mapfile", "readarray", "getopts", "for", "select"}
)
_PREFIXES = {
    "sudo": "CDghpRrTUu", "doas": "Cu", "env": "uCS", "xargs": "IiLnPsdaE", "nohup": "", "exec": "a", "command": "",
    "builtin": "", "nice": "n", "ionice": "cn", "timeout": "ks", "stdbuf": "ioe", "setsid": "", "time": "fo",
}  # fmt: skip
"""Programs that run the program that follows -> letters of their options that have a value."""

_QUIET_WORDS = (
    "[ [[ : . source alias autoload awk base64 basename bc bg break case cat cd cksum clear cmp column comm compgen "
    "continue cut date declare df diff dirname dirs disown done du echo egrep emulate enable envsubst esac eval "
    "exit export expr false fg fgrep fi file find fmt fold for gawk getopt getopts grep hash head help hexdump "
    "history hostname iconv id in jobs join jq less let local locale logger ls mapfile md5sum more nl nproc od "
    "paste popd pr print printenv printf ps pushd pwd read readarray readlink readonly realpath return rev rg sed "
    "select seq set setopt sha1sum sha256sum shasum shift shopt sleep sort stat strings stty sum sw_vers sync tac "
    "tail test times tput tr trap true tty type typeset ulimit umask unalias uname uniq unset uptime wait wc which "
    "who whoami xxd yes yq zcat zmodload"
)
_QUIET = frozenset(_QUIET_WORDS.split())
"""Words of the shell, and programs that read and print: using them is no news."""

_INTERPRETERS = re.compile(r"(?:ba|z|da|k|fi)?sh|python[\d.]*|node|perl|ruby|php|pwsh|deno|bun")
_CLIENT_WORDS = "aria2c curl dig ftp lynx nc ncat netcat nslookup ping scp sftp socat ssh telnet wget"
_CLIENTS = frozenset(_CLIENT_WORDS.split())
_CHANGES = (
    "7z bzip2 chgrp chmod chown cp dd gunzip gzip install ln mkdir mkfifo mktemp mv patch rm rmdir rsync shred touch"
)
_WRITERS = dict.fromkeys((_CHANGES + " split touch truncate unlink unzip xz zip").split(" "), "") | {
    "curl": r" -[a-zA-Z]*[oO]\b| --output| --remote-name", "find": r" -(?:delete|fprint)", "perl": r" -[a-z]*i",
    "sort": r" -o", "sed": r" -[nErs]*i| --in-place", "tar": r"\A -?[a-zA-Z]*[xc]| --extract| --create",
    "tee": r"\A(?: -\w+)* (?!/dev/|-)", "wget": r"\A(?!.* (?:-[a-zA-Z]*O ?-|--spider|--output-document[= ]-))",
}  # fmt: skip
"""Programs that change files -> what their arguments hold where they do."""

_SUBCOMMANDS = {
    "aws az bunx firebase fly flyctl gcloud gsutil heroku mongosh mysql netlify npx pipx psql redis-cli uvx vercel"
    " wrangler gh kubectl": r"(?!-?-?version|-?-?help|config)\S+",
    "apk apt apt-get brew bun bundle cargo composer conda dnf gem go npm pip pip3 playwright pnpm poetry snap yarn yum":
        "i|ci|install|add|update|upgrade|publish|create|dlx|download|fetch|get|mod|push|require|tap|dist-upgrade|x",
    "docker podman git helm": "clone|fetch|pull|push|login|build|run|ls-remote|submodule|repo|install|upgrade",
    "openssl pacman rsync terraform uv": r"s_client|-S\w*|.*\w:.*|init|apply|destroy|add|pip|sync|run|tool|lock",
}  # fmt: skip
_ONLINE = {name: commands for names, commands in _SUBCOMMANDS.items() for name in names.split()}
"""Programs that reach the network -> their first argument where they do."""

_KEEPERS = re.compile(
    r"security (?:find|dump)-|gh auth token|pass show|op (?:read|item)|gcloud auth print|aws configure"
    r"|ssh-(?:add|keygen)|secret-tool|vault (?:read|kv)"
)
"""Commands that give or take credentials."""

_OWN = re.compile(
    r"(?:BASH|ZSH|FUNC|PIPE|COMP|DIR|HIST|OPT|PROMPT_|SHELL|PS\d|EPOCH).*|(?:OLD)?PWD|HOME|PATH|IFS|E?UID|RANDOM|LINENO"
    r"|SECONDS|REPLY|PPID|HOSTNAME|OSTYPE|MACHTYPE|HOSTTYPE|SHLVL|USER|LOGNAME|TMPDIR|TERM|COLUMNS|LINES|LANG|LC_\w+|GROUPS"
)
"""Variables that the shell sets, or that every script may know."""

_DURATION = re.compile(r"\d+[smhd]?")
_COPY = re.compile(r"\d*-?")  # of an open file: `2>&1`


def read_shell(text: str) -> Iterator[ScriptUse]:
    """Yield the uses of a script of a Bourne shell, in no order, some of them twice.

    Raises:
        SyntaxError: A quote or bracket is not closed.
    """
    shell = ShellText(text)
    assigned: dict[str, str] = {}
    for command in shell.commands:
        for name, value in _assignments(command.words):
            assigned.setdefault(name, value)
    for command in shell.commands:
        yield from _uses(command, shell.functions, assigned)
    for operator, target, line in shell.redirects:
        yield from _redirection(operator, target, line)
    for name, line in shell.variables:
        shown = (name.isupper() or is_credential(name)) and len(name) > 2
        if shown and name not in assigned and not _OWN.fullmatch(name):
            yield variable_use(line, "${}", name)


def command_uses(words: Sequence[str]) -> Iterator[ScriptUse]:
    """Yield the uses, beyond a process, of a command that another language runs: one line, or its words."""
    quoted = " ".join("'" + word.replace("'", "") + "'" for word in words[:50])
    with suppress(SyntaxError):
        for use in read_shell((quoted if len(words) > 1 else "".join(words))[:4000]):
            if use.kind not in {UseKind.PROCESS, UseKind.ENVIRONMENT}:
                yield use


def _assignments(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the names that a command gives a value of the script's own, with what is known of it."""
    declares = False
    for word in words:
        found = _ASSIGNMENT.match(word)
        if found and f"${found[1]}" not in word:
            yield found[1], word[found.end() :]
        elif declares and _NAME.fullmatch(word):
            yield word, ""
        declares = declares or word in _DECLARES


def _redirection(operator: str, target: str, line: int) -> Iterator[ScriptUse]:
    if target.startswith(("/dev/tcp/", "/dev/udp/")):
        yield ScriptUse(UseKind.NETWORK, line, target[:8], host_in(target[9:], bare=True))
    elif (
        ">" in operator and not target.startswith("/dev/") and not (operator.endswith(">&") and _COPY.fullmatch(target))
    ):
        yield ScriptUse(UseKind.WRITE, line, f"{operator} {plain(target)}".rstrip())
    if operator != "<<<" and credential_file(target):
        yield ScriptUse(UseKind.CREDENTIAL, line, credential_file(target))


def _uses(command: Command, functions: set[str], assigned: Mapping[str, str]) -> Iterator[ScriptUse]:
    """Yield the uses of a command, behind what only stands before it."""
    words, at = command.words, 0
    while at < len(words):
        word = words[at].rsplit("/", 1)[-1]
        if word == "function":
            at += 2
        elif words[at] in _KEYWORDS or _ASSIGNMENT.match(words[at]):
            at += 1
        elif word in _PREFIXES and words[at + 1 : at + 2] not in {("-v",), ("-V",)}:
            if word in {"sudo", "doas"}:
                yield ScriptUse(UseKind.PROCESS, command.line, word)
            at = _behind_options(words, at + 1, _PREFIXES[word])
        else:
            break
    name = words[at].lstrip("$") if at < len(words) and words[at].startswith("$") else ""
    words = (*assigned[name].split(), *words[at + 1 :]) if assigned.get(name) else words[at:]
    if words and words[0] not in functions and words[0] not in _PREFIXES:
        at = 2 if words[0].startswith("python") and words[1:3] == ("-m", "pip") else 0
        yield from _program(Command(words[at:], command.line, command.piped), assigned)


def _behind_options(words: Sequence[str], at: int, valued: str) -> int:
    """Return where the first word is that is no option, no value of one, no assignment and no duration."""
    while at < len(words):
        word = words[at]
        if word.startswith("-") and len(word) > 1:
            at += 2 if len(word) == 2 and word[1] in valued else 1
        elif _ASSIGNMENT.match(word) or _DURATION.fullmatch(word):
            at += 1
        else:
            break
    return at


def _program(command: Command, assigned: Mapping[str, str]) -> Iterator[ScriptUse]:
    """Yield the uses of a program with its arguments."""
    words, line = command.words, command.line
    word = words[0] if words[0].startswith("$") else words[0].rsplit("/", 1)[-1]
    rest = " " + " ".join(words[1:])[:2000]
    behind = " ".join(words[_behind_options(words, 1, "C") :])[:200]
    if word == "export":
        names = (_NAME.match(each) for each in words[1:])
        yield from (variable_use(line, "export {}", name[0]) for name in names if name)
    elif word == "printenv":
        yield variable_use(line, "printenv {}", words[1]) if words[1:] else ScriptUse(UseKind.ENVIRONMENT, line, word)
    elif word == "eval" or (word in {"source", "."} and "<(" in rest):
        yield ScriptUse(UseKind.CODE, line, word)
    elif _INTERPRETERS.fullmatch(word):
        ran = command.piped and all(each.startswith("-") and each not in {"-c", "-e"} for each in words[1:])
        kind = UseKind.CODE if ran or "<(" in rest else UseKind.PROCESS
        yield ScriptUse(kind, line, f"| {word}" if ran else word)
    elif word not in _QUIET | _CLIENTS | _WRITERS.keys() and plain(word.lstrip("$")) and word[-1].isalnum():
        yield ScriptUse(UseKind.PROCESS, line, word)
    if word in _CLIENTS or (word in _ONLINE and re.match(rf"(?:{_ONLINE[word]})(?![\w-])", behind)):
        yield ScriptUse(UseKind.NETWORK, line, _shown(word, behind), _host(words, word, assigned))
    if word in _WRITERS and re.search(_WRITERS[word], rest):
        yield ScriptUse(UseKind.WRITE, line, word)
    if _KEEPERS.match(f"{word}{rest} "):
        yield ScriptUse(UseKind.CREDENTIAL, line, _shown(word, rest))
    if word not in {"echo", "printf", "print", "grep"}:
        files = (credential_file(each) for each in words[1:])
        yield from (ScriptUse(UseKind.CREDENTIAL, line, file) for file in files if file)


def _shown(word: str, rest: str) -> str:
    first = plain(next(iter(rest.split()), ""))
    return f"{word} {first}" if first and word not in _CLIENTS else word


def _host(words: Sequence[str], program: str, assigned: Mapping[str, str]) -> str:
    """Return the host of the first address; one without a scheme counts only where a client expects one."""
    known = []
    for before, word in pairwise(words):
        name = re.match(r"\$(\w+)", word)
        text = assigned.get(name[1], "") + word[name.end() :] if name else word
        known.append((text, not before.startswith("-") and program in _CLIENTS - {"scp", "sftp"}))
    addresses = sorted(known, key=lambda each: "//" not in each[0])
    hosts = (host_in(text, bare=bare) for text, bare in addresses)
    return next((host for host in hosts if host), "")
