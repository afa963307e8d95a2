"""What one command of a shell can do, by its words (pure)."""

import re
from collections.abc import Iterator, Sequence

from skillpack.abilities.known_files import agent_file, private_file, started_file
from skillpack.abilities.names import host_in, plain
from skillpack.abilities.shell.dangers import destruction, stays, switch
from skillpack.abilities.shell.payload import written_places
from skillpack.abilities.shell.sends import home_listed, private_output
from skillpack.abilities.shell.state import ResolvedCommand
from skillpack.abilities.shell.tables import LANGUAGES, SENDERS, SHELLS
from skillpack.abilities.source_text import SourceText
from skillpack.model.ability import PRIVATE, Ability, AbilityKind, AbilityOrigin

_QUIET_WORDS = (
    "[ [[ : . source alias autoload awk basename bc bg break case cat cd cksum clear cmp column comm compgen"
    " continue cut date declare df diff dirname dirs disown done du echo egrep enable envsubst esac eval exit export"
    " expr false fg fgrep fi file find fmt fold for gawk getopt getopts grep hash head help hexdump history hostname"
    " iconv id in jobs join jq less let local locale logger ls mapfile md5sum more nl nproc od paste popd pr print"
    " printenv printf ps pushd pwd read readarray readlink readonly realpath return rev rg sed select seq set setopt"
    " sha1sum sha256sum shasum shift shopt sleep sort stat strings stty sum sync tac tail test times tput tr trap"
    " true tty type typeset ulimit umask unalias uname uniq unset uptime wait wc which who whoami xxd yes yq zcat"
    " env base64 function time exec command builtin sudo nohup then do else rm rmdir unlink shred dd"
    " chmod chown chgrp mktemp"
)
_QUIET = frozenset(_QUIET_WORDS.split())
"""Words of the shell, programs that read and print, and those of which is said what they destroy."""
_FETCHER_WORDS = "curl wget aria2c lynx ftp sftp nc ncat netcat socat telnet dig nslookup host ping http"
_FETCHERS = frozenset(_FETCHER_WORDS.split())
_SENDS = re.compile(
    r" (?:-[a-zA-Z]*[dFT]\b|-[dFT]\S|--data\S*|--form\S*|--json|--upload-file|--post-(?:data|file)\S*|--body-(?:data"
    r"|file)\S*"
    r"|-X ?(?:POST|PUT|PATCH|DELETE)|--request[ =](?:POST|PUT|PATCH|DELETE)|--method=(?:POST|PUT))"
)
_PACKAGES = re.compile(
    r"(?:apt|apt-get|dnf|yum|apk|brew|snap|zypper|choco|winget|scoop) (?:-\S+ )*(?:install|add|upgrade|tap|reinstall)\b"
    r"|pacman -S\w*|(?:pip[\d.]*|python[\d.]* -m pip|uv pip|pipx|conda|mamba|poetry|gem|cargo|go|helm|luarocks|nuget"
    r"|composer|code) (?:-\S+ )*"
    r"(?:install|add|get|require|upgrade|--install-extension)\b|uv (?:add|tool install|sync|tool run|run --with)\b"
    r"|uvx \S|npx \S|bunx \S|pnpm dlx \S|yarn dlx \S"
    r"|(?:npm|pnpm|yarn|bun) (?:-\S+ )*(?:i|install|ci|add|update|exec|create)\b|Install-(?:Module|Package|Script)\b",
    re.IGNORECASE,
)
_ONLINE = re.compile(
    r"(?:aws|az|gcloud|gsutil|fly|flyctl|firebase|heroku|netlify|vercel|wrangler|kubectl|gh|glab|psql|mysql|mongosh"
    r"|redis-cli|twine|doctl|rclone) "
    r"(?!-?-?version|-?-?help|config\b|completion)\S|(?:docker|podman) (?:pull|push|login)|git (?:clone|fetch|pull"
    r"|push|ls-remote|submodule)\b"
    r"|helm (?:repo|install|upgrade|pull)|terraform (?:init|apply|destroy)|npm publish|cargo publish|ssh \S|scp \S"
    r"|rsync .*\w:|openssl s_client"
)
_SENDS_ONLINE = re.compile(
    r"git push|(?:docker|podman) push|(?:npm|cargo|twine) (?:publish|upload)|gh (?:issue|pr|gist|release) (?:create"
    r"|comment|edit|upload)|scp |rsync |aws s3 (?:cp|sync|mv)"
)
_LISTENS = re.compile(
    r"(?:nc|ncat|netcat) .*-\w*l|python[\d.]* -m http\.server|socat .*LISTEN|php -S|npx (?:serve|http-server)|flask"
    r" run|uvicorn |gunicorn ",
    re.IGNORECASE,
)
_CHANGE_FILES = "bzip2 cp gunzip gzip install ln mkdir mkfifo mv patch split touch truncate unzip xz zip tee"
_WRITERS = {
    **dict.fromkeys(_CHANGE_FILES.split(" "), ""),
    "sed": r" -[nErs]*i| --in-place", "tar": r"\A -?[a-zA-Z]*[xc]| --extract| --create", "curl": r" -[a-zA-Z]*[oO]\b"
    r"| --output| --remote-name",
    "wget": r"\A(?!.* (?:-[a-zA-Z]*O ?-|--spider))",
}  # fmt: skip
_LAST_IS_WRITTEN = frozenset(("cp", "install", "ln", "mkdir", "mkfifo", "mv", "sed", "tee", "touch", "truncate"))
_RUNNERS = frozenset(("npx", "bunx", "uvx", "dlx", "exec", "create"))
"""Programs and their first words behind which one package stands, and then what is for its program."""

_DATA = re.compile(r"\.\w+(?:rc|profile)|.+\.(?:key|pem|json|ya?ml|toml|md|txt|csv|log|lock|cfg|ini|html?|zip|tgz|gz)")
_OUTSIDE = re.compile(r"(?:~|\$HOME|/)(?!/?tmp\b|dev/|/?var/tmp)")
_MCP = re.compile(r"(?:claude|codex|gemini|code) (?:mcp add|--add-mcp)\b")
_SETTINGS = re.compile(r"(?:claude|codex|gemini) config (?:set|add)\b")
_PLUGINS = re.compile(r"claude plugin (?:install|marketplace add)|npx (?:-y )?skills add\b")


def command_abilities(source: SourceText, seen: ResolvedCommand) -> Iterator[Ability]:
    """Yield the abilities of a command.

    Args:
        source: In which it stands.
        seen: Its words, as far as they are known.
    """
    words, at = seen.words, seen.line
    name = words[0].rsplit("/", 1)[-1].removesuffix(".exe")
    line = " ".join((name, *words[1:]))[:2000]
    rest = line[len(name) :]
    host = _host(words)
    if _PACKAGES.match(line):
        package = _package(name, words)
        # Behind a package that is run, an address is for its program.
        fetched = package if not _RUNNERS.isdisjoint((name, *words[1:2])) and ":" not in package else ""
        yield source.ability(AbilityKind.PACKAGES, at, _two(name, words), fetched or host or package)
    elif name in _FETCHERS:
        sends = _SENDS.search(rest) is not None or name in {"ftp", "sftp"}
        yield source.ability(AbilityKind.SENDS if sends else AbilityKind.FETCHES, at, name, host)
    elif _ONLINE.match(line):
        sends = _SENDS_ONLINE.match(line) is not None
        yield source.ability(AbilityKind.SENDS if sends else AbilityKind.FETCHES, at, _two(name, words), host)
    elif name in SENDERS and name in {
        "sendmail",
        "mail",
        "mailx",
        "mutt",
        "msmtp",
        "swaks",
        "croc",
        "wormhole",
        "websocat",
    }:
        yield source.ability(AbilityKind.SENDS, at, name, host)
    if _LISTENS.match(line):
        yield source.ability(AbilityKind.LISTENS, at, _two(name, words))
    yield from _programs(source, seen, name, words)
    yield from _dangers(source, at, words)
    yield from _reads(source, at, name, line, words)
    yield from _writes(source, at, name, rest, words, seen.writes)


def _package(name: str, words: Sequence[str]) -> str:
    """Return the package that is installed, or fetched to be run: the last of several; empty where none is named."""
    given = [word for word in words[1:] if word and word[0] not in "-$<." and "=" not in word[:2]]
    if name in _RUNNERS:
        first = given[:1]
    elif given[:1] and given[0] in _RUNNERS:
        first = given[1:2]
    else:
        first = given[-1:] if len(given) > name[:1].islower() else []
    word = first[0] if first else ""
    scope, bare = ("@", word[1:]) if word.startswith("@") else ("", word)
    shown = plain(bare.partition("@")[0])
    return f"{scope}{shown}" if shown else ""


def _programs(source: SourceText, seen: ResolvedCommand, name: str, words: Sequence[str]) -> Iterator[Ability]:
    at = seen.line
    if name == "eval" or (name in {"source", "."} and "<()" in words[1:]):
        yield source.ability(AbilityKind.EVALUATES, at, name)
    elif name in SHELLS | {"su"} or LANGUAGES.fullmatch(name):
        code = next(
            (number for number, word in enumerate(words) if number and re.fullmatch(r"-\w*[ce]|--eval", word)), 0
        )
        computed = code and code + 1 < len(words) and "$" in words[code + 1][:2]
        alone = seen.piped and all(word.startswith("-") for word in words[1:])
        if alone or computed or "<()" in words[1:]:
            yield source.ability(AbilityKind.STARTS_COMPUTED, at, f"| {name}" if alone else name, name)
        else:
            first = next((word for word in words[1:] if word[:1] not in {"-", ""}), "")
            yield source.ability(AbilityKind.STARTS, at, name, _target(first))
    elif name.startswith("$"):
        yield source.ability(AbilityKind.STARTS_COMPUTED, at, plain(words[0]) or "$")
    elif _is_program(name, words, source.origin):
        yield source.ability(AbilityKind.STARTS, at, name)
    option = switch(words)
    if option:
        yield source.ability(AbilityKind.SWITCH, at, option.split("=")[0], name)


def _is_program(name: str, words: Sequence[str], origin: AbilityOrigin) -> bool:
    """Return whether a first word names a program of which nothing else is said."""
    if name in _QUIET or name in _FETCHERS or name in _WRITERS or not plain(name) or not name[-1].isalnum():
        return False
    if words[1:2] == ("=",) or _DATA.fullmatch(name):
        return False
    # Programs of these systems have small letters; a sentence that is shown like a command has a capital.
    return origin is AbilityOrigin.SCRIPT or not name[0].isupper() or "/" in words[0]


def _target(path: str) -> str:
    """Return a path as it is shown; empty for one of which nothing is known but the name of a variable."""
    return "" if re.fullmatch(r"\$\w*", path) else plain(path)


def _dangers(source: SourceText, at: int, words: Sequence[str]) -> Iterator[Ability]:
    danger = destruction(words)
    if danger:
        yield source.ability(danger.kind, at, danger.words, _target(danger.target))
    persists = stays(words)
    if persists:
        yield source.ability(AbilityKind.PERSISTS, at, persists)


def _reads(source: SourceText, at: int, name: str, line: str, words: Sequence[str]) -> Iterator[Ability]:
    own = private_output(line)
    if own:
        yield source.ability(own[0] if own[0] in PRIVATE else AbilityKind.KEYCHAIN, at, _two(name, words), own[1])
    listed = home_listed(name, words)
    if listed:
        yield source.ability(AbilityKind.HOME, at, name)
    if name in {"echo", "printf", "print", "mkdir", "touch", "[", "[[", "test", "export", "chmod", "rm"}:
        return
    for word in words[1:40]:
        file = private_file(word) if "://" not in word else None
        # A browser or wallet by its name alone is installed or looked for, not read.
        if file and (file.kind not in {AbilityKind.BROWSER, AbilityKind.WALLET} or re.search(r"[./\\ ]", word)):
            yield source.ability(file.kind, at, name, file.name)


def _writes(
    source: SourceText, at: int, name: str, rest: str, words: Sequence[str], writes: Sequence[str]
) -> Iterator[Ability]:
    places = list(written_places(words, writes))
    for place in places:
        if place.startswith("/dev/"):
            continue
        started, agent = started_file(place), agent_file(place)
        if started:
            yield source.ability(AbilityKind.PERSISTS, at, name, started.name)
        if agent:
            yield source.ability(agent.kind, at, name, agent.name)
        if place in writes or _OUTSIDE.match(place):
            shown = _target(place)
            yield source.ability(AbilityKind.WRITES, at, name if shown else f"{name} >", shown)
    if name in _WRITERS and re.search(_WRITERS[name], rest):
        files = [word for word in words[1:] if word and word[0] != "-"]
        named = files and (name in _LAST_IS_WRITTEN or _OUTSIDE.match(files[-1]))
        yield source.ability(AbilityKind.WRITES, at, name, _target(files[-1]) if named else "")
    line = name + rest
    for pattern, kind in ((_MCP, AbilityKind.MCP), (_SETTINGS, AbilityKind.SETTINGS), (_PLUGINS, AbilityKind.SKILLS)):
        if pattern.match(line):
            yield source.ability(kind, at, _two(name, words))


def _two(name: str, words: Sequence[str]) -> str:
    second = next((word for word in words[1:] if word and word[0] != "-"), "")
    return f"{name} {plain(second)}".strip() if re.fullmatch(r"[a-z][\w-]{0,24}", second) else name


def _host(words: Sequence[str]) -> str:
    for word in words[1:]:
        if "://" in word:
            return host_in(word)
    if words[0].rsplit("/", 1)[-1] not in _FETCHERS:
        return ""
    hosts = (
        host_in(word, bare=True)
        for word in words[1:]
        if word[:1] not in {"-", "@", "/", ".", "~"}
        and not re.search(r"\.(?:json|txt|md|sh|py|js|html?|ya?ml|tgz|gz|zip|xml|csv|log)$", word)
    )
    return next((host for host in hosts if host), "")
