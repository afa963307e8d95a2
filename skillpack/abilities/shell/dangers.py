"""Commands that destroy, that stay on a machine, and that switch off questions, by their words (pure)."""

import re
from collections.abc import Sequence

from msgspec import Struct

from skillpack.model.ability import AbilityKind
from skillpack.model.finding import AlarmLevel

_EVERYTHING = re.compile(
    r"/|/\*|~/?|~/\*|\$HOME/?|\$HOME/\*|/(?:home|etc|usr|var|root|boot|Users|System|bin|lib)/?\*?|\$USERPROFILE[\\/]?\*?"
    r"|(?:[A-Za-z]:|\$SystemDrive)[\\/]?\*?|%(?:USERPROFILE|SYSTEMDRIVE|HOMEPATH)%[\\/]?\*?"
    r"|(?:~|\$HOME|\$USERPROFILE)[\\/](?:Documents|Desktop|Pictures|Library|Downloads)[\\/]?\*?|/home/\$USER/?\*?"
)
_ALL_HERE = frozenset((".", "./", "*", "./*"))
_PERSONAL = re.compile(r"(?:~|\$HOME|\$USERPROFILE)[\\/](?:Documents|Desktop|Pictures|Music|Movies|Photos)[\\/]?\*?")
"""Folders in which nothing becomes old enough to go."""

_TRACES = re.compile(
    r"(?:~|\$HOME)/\.(?:bash|zsh|fish|python)_history|/var/log/(?:\*(?!\.(?:gz|xz|bz2|zst|old|\d))|auth\.log|secure|syslog|messages|wtmp|btmp|lastlog|audit)\S*"
)
"""Files by which people see what was done on a machine."""

_PLACEHOLDER = re.compile(r"/dev/(?:r?diskN|[shv]dX|nvmeXn\dp?|mmcblkX|nvmeXnY|sd\?)\w*")
"""A disk that somebody has to name first: on no machine one is called so."""

_DISK = re.compile(
    r"/dev/(?:r?disk\d|sd[a-z]|nvme\d|hd[a-z]|vd[a-z]|mmcblk\d|mem\b|mtd\d|\$\w*(?:disk|dev|drive)\w*)\w*",
    re.IGNORECASE,
)
_MAIN = re.compile(r"(?:\S*:)?(?:refs/heads/)?\+?(?:main|master|trunk|production)")
_DROPS = re.compile(r"\b(?:DROP\s+(?:DATABASE|SCHEMA)\b|dropDatabase\(|FLUSHALL\b)", re.IGNORECASE)
_DROPS_TABLE = re.compile(r"\b(?:DROP\s+TABLE|TRUNCATE\s+(?:TABLE\s+)?\w|DELETE\s+FROM\s+\w+\s*;?\s*$)", re.IGNORECASE)
_CLIENTS = frozenset(
    [
        "psql",
        "mysql",
        "mariadb",
        "sqlite3",
        "mongosh",
        "mongo",
        "redis-cli",
        "sqlcmd",
        "clickhouse-client",
        "cqlsh",
        "duckdb",
    ]
)
_TEMPORARY = re.compile(
    r"(?<![a-z])(?:tests?|testing|tmp|temp|temporary|dev(?!/)|devel|development|staging|stage|local|localhost|127\.0\.0\.1|scratch"
    r"|sandbox|preview|e2e|ci|demo|playground|shadow|fixtures?|throwaway|integration)\d*(?![a-z])",
    re.IGNORECASE,
)
"""A word of the name of a database, of its host or of the variable for both, that says that it may go."""

_LASTING = re.compile(r"(?<![a-z])(?:prod|production|live|main)(?![a-z])", re.IGNORECASE)

_DESTROYER_WORDS = (
    "rm rmdir unlink shred srm trash find dd wipefs blkdiscard mkswap sgdisk parted fdisk tmutil diskutil format"
    " format.com Format-Volume Clear-Disk git docker podman docker-compose chmod chown mv terraform tofu pulumi kubectl"
    " gh aws gcloud az gsutil history wevtutil Clear-EventLog vssadmin wbadmin npx prisma pnpm bunx curl dropdb mke2fs"
)
DESTROYERS = _CLIENTS | frozenset(_DESTROYER_WORDS.split())
"""Programs of which some words destroy; with them those whose names begin with `mkfs`."""

_OF_CLOUD = re.compile(
    r" (?P<verb>(?:delete|terminate|purge)(?:-[\w-]+)?|s3(?:api)? rb|rb"
    r"|s3 rm(?=.* --recursive )|rm(?=.* -\w*r\w* ))(?= )"
)
"""A word by which a program of a cloud destroys what is kept there."""

_SWITCHES = re.compile(
    r"--dangerously-(?:skip-permissions|bypass-approvals-and-sandbox|allow-all\S*)|--yolo|--approval-mode[= ](?:yolo"
    r"|full-auto)"
    r"|--permission-mode[= ]bypassPermissions|--trust-all-tools|--allow-all-tools|--ask-for-approval[= ]never|-a"
    r" never\b"
    r"|--full-auto|--sandbox[= ]danger-full-access|--auto-approve-all|--always-approve|--no-confirm-tools"
)
_AGENT_PROGRAMS = (
    "claude codex gemini copilot q opencode qwen cursor-agent cursor aider amp goose droid auggie kiro-cli crush"
)
_AGENTS = frozenset(_AGENT_PROGRAMS.split())
_STARTERS = frozenset(("npx", "bunx", "pnpm", "yarn", "docker", "tmux", "screen", "xargs", "script", "ssh", "bash"))
"""Programs in whose words an agent may be started."""

_WITHIN = re.compile(
    r"(?:^|[\s\"':;&])(?:claude|codex|gemini|copilot|opencode|qwen|cursor-agent|aider)\s[^|;&\n]{0,200}?"
    rf"(?P<switch>{_SWITCHES.pattern})"
)
"""An agent that is started by the text of an argument: of a terminal that is typed into, of a tool that runs it."""

_OPEN = re.compile(
    r"--privileged|--(?:net(?:work)?|pid|ipc|userns)[= ]host|docker\.sock|--cap-add|(?:-v|--volume"
    r"|--mount)[= ]\S*?(?:(?<![\w.}])/:|~/?:|\$HOME/?:"
    r"|\$\{HOME\}/?:|\.ssh|\.aws|\.config|source=(?:/|~|\$HOME)(?:,|$))"
)
"""Opens a container towards the machine on which it runs."""

_TOOL = re.compile(r"(?:\w+:\S* )*command:")
"""Begin of the arguments of a tool that is written down like a program: `bash pty:true command:"..."`."""

_UNMISTAKABLE = re.compile(r"--dangerously-(?:skip-permissions|bypass-approvals-and-sandbox)|bypassPermissions")

_PERSISTS = re.compile(
    r"crontab (?!-l\b|-h\b|--help)\S|systemctl (?:--\S+ )*enable\b|launchctl (?:load|bootstrap|enable|submit)\b"
    r"|update-rc\.d \S+ (?:defaults|enable)"
    r"|chkconfig \S+ on|schtasks(?:\.exe)? .*/create|at (?:now|midnight|-f|\d)|git config .*\bcore\.hooksPath"
    r" (?!$)\S|loginctl enable-linger"
    r"|defaults write .*(?:LoginItems|loginwindow|LoginHook)|chsh\b|pm2 (?:startup|save)|reg(?:\.exe)? add"
    r" .*\\(?:Run|RunOnce)\b"
    r"|sc(?:\.exe)? create\b|Register-ScheduledTask|New-Service\b|New-ScheduledTask\b",
    re.IGNORECASE,
)


class Danger(Struct, frozen=True):
    """What a command does that cannot be taken back, and how grave it is; None where it only can do so."""

    kind: AbilityKind
    level: AlarmLevel | None
    words: str
    target: str = ""


def destruction(words: Sequence[str], folder: str = "") -> Danger | None:
    """Return the data that the words of a command destroy: everything, or what may be its own.

    Args:
        words: As far as they are known.
        folder: In which it runs, where that is known.
    """
    name = words[0].rsplit("/", 1)[-1]
    if name not in DESTROYERS and not name.startswith("mkfs"):
        return None
    rest = [word.strip("\"'") for word in words[1:]]
    if folder and name in {"rm", "find", "shred"} and _EVERYTHING.fullmatch(folder):
        rest = [folder if word in _ALL_HERE else word for word in rest]
    line = " ".join(rest)[:2000]
    match name:
        case "rm" | "rmdir" | "unlink" | "shred" | "srm" | "trash":
            return _removes(name, rest)
        case "find":
            return _finds(rest, line)
        case "dd":
            target = next((word[3:] for word in rest if word.startswith("of=")), "")
            return _overwrites(target, next((word[3:] for word in rest if word.startswith("if=")), ""))
        case "wipefs" | "blkdiscard" | "mkswap" | "sgdisk" | "parted" | "fdisk":
            disk = next((word for word in rest if _is_disk(word) or word.startswith("/dev/$")), "")
            only_can = name in {"parted", "fdisk", "sgdisk"}
            level = None if only_can else AlarmLevel.READ_FIRST if "$" in disk else AlarmLevel.STOP
            return Danger(AbilityKind.FORMATS, level, name, disk) if disk else None
        case "tmutil":
            deletes = re.match(r"delete|deletelocalsnapshots|disable", line)
            return Danger(AbilityKind.DELETES, AlarmLevel.READ_FIRST, "tmutil delete") if deletes else None
        case "diskutil":
            return (
                Danger(AbilityKind.FORMATS, AlarmLevel.STOP, name)
                if re.match(r"(?:eraseDisk|eraseVolume|secureErase|zeroDisk)", line) and not _PLACEHOLDER.search(line)
                else None
            )
        case "format" | "format.com" | "Format-Volume" | "Clear-Disk":
            return (
                Danger(AbilityKind.FORMATS, AlarmLevel.STOP, name)
                if name[0] == "F" or name[0] == "C" or re.match(r"[A-Za-z]:", line)
                else None
            )
        case "git":
            return _git(rest, line)
        case "docker" | "podman" | "docker-compose":
            if re.search(r"(?:^|compose.* )down\b.* (?:-\w*v\b|--volumes)", f"{line} "):
                return Danger(AbilityKind.DELETES, None, f"{name} down --volumes")
            if re.search(r"(?:system|volume) prune\b", line) and re.search(r"-\w*f\b|--force", line):
                level = AlarmLevel.READ_FIRST if "volume" in line and re.search(r"-\w*a|--all", line) else None
                return Danger(AbilityKind.DELETES, level, f"{name} prune")
            return None
        case "chmod" | "chown":
            everything = re.search(r"(?:^| )-\w*R|--recursive", line) and any(
                _EVERYTHING.fullmatch(word) for word in rest
            )
            return (
                Danger(AbilityKind.DELETES, AlarmLevel.STOP, f"{name} -R", "/")
                if everything and rest[-1] in {"/", "/*"}
                else None
            )
        case "mv":
            gone = len(rest) > 1 and rest[-1] == "/dev/null"
            return (
                Danger(AbilityKind.DELETES, AlarmLevel.STOP, "mv", rest[0])
                if gone and _EVERYTHING.fullmatch(rest[0])
                else None
            )
        case "terraform" | "tofu" | "pulumi":
            unasked = re.match(r"destroy\b", line) and re.search(r"-auto-approve|--yes\b|-y\b", line)
            return (
                Danger(AbilityKind.DELETES, AlarmLevel.READ_FIRST if unasked else None, f"{name} destroy")
                if line.startswith("destroy")
                else None
            )
        case "kubectl":
            line = _behind_options(rest, "delete")
            whole = re.match(r"delete (?:ns|namespaces?|all|pv|pvc)\b.*--all\b", line)
            return (
                Danger(AbilityKind.DELETES, AlarmLevel.READ_FIRST if whole else None, "kubectl delete")
                if line.startswith("delete")
                else None
            )
        case "aws" | "gcloud" | "az" | "gsutil":
            found = _OF_CLOUD.search(f" {line} ")
            return Danger(AbilityKind.DELETES, None, f"{name} {found['verb']}") if found else None
        case "gh":
            if re.search(r"(?:-X|--method)[= ]?DELETE\b", line) and re.search(r"/protection\b|/rulesets/", line):
                return Danger(AbilityKind.DELETES, AlarmLevel.READ_FIRST, "gh api -X DELETE", "branch protection")
            return (
                Danger(AbilityKind.DELETES, AlarmLevel.READ_FIRST if "--yes" in line else None, "gh repo delete")
                if line.startswith("repo delete")
                else None
            )
        case "history" if rest[:1] == ["-c"]:
            return Danger(AbilityKind.DELETES, AlarmLevel.READ_FIRST, "history -c")
        case "wevtutil" | "Clear-EventLog":
            clears = name != "wevtutil" or rest[:1] in (["cl"], ["clear-log"])
            return Danger(AbilityKind.DELETES, AlarmLevel.STOP, name) if clears else None
        case "vssadmin" | "wbadmin":
            return Danger(AbilityKind.DELETES, AlarmLevel.STOP, f"{name} delete") if "delete" in line.lower() else None
        case "npx" | "prisma" | "pnpm" | "bunx" if re.search(
            r"(?:^|prisma )(?:migrate|db) (?:reset|push --force-reset)", line
        ):
            return Danger(AbilityKind.DROPS, None, "prisma reset")
        case "curl" if re.search(r"(?:-X|--request)[ =]?DELETE\b", line):
            return Danger(AbilityKind.DELETES, None, "curl -X DELETE")
        case "dropdb":
            return Danger(AbilityKind.DROPS, None, "dropdb")
        case _:
            return _others(name, rest, line)


def _behind_options(rest: Sequence[str], verb: str) -> str:
    """Return the words of a program from a verb on, where only options and their values stand before it."""
    at = rest.index(verb) if verb in rest[:8] else 0
    before = zip(("", *rest), rest[:at], strict=False)
    return " ".join(rest[at:])[:2000] if all(word.startswith("-") or of.startswith("-") for of, word in before) else ""


def _others(name: str, rest: Sequence[str], line: str) -> Danger | None:
    if name.startswith("mkfs") or name == "mke2fs":
        disk = next((word for word in rest if word.startswith("/dev/")), "")
        return Danger(AbilityKind.FORMATS, AlarmLevel.STOP if _is_disk(disk) else None, name, disk)
    if name in _CLIENTS:
        found = _DROPS.search(line)
        if found:
            own = _TEMPORARY.search(line) and not _LASTING.search(line)
            return Danger(AbilityKind.DROPS, None if own else AlarmLevel.READ_FIRST, found[0].upper()[:20])
        return Danger(AbilityKind.DROPS, None, "DROP TABLE") if _DROPS_TABLE.search(line) else None
    return None


def _removes(name: str, rest: Sequence[str]) -> Danger | None:
    files = [word for word in rest if not word.startswith("-")]
    options = [word for word in rest if word.startswith("-")]
    recursive = any(word == "--recursive" or (word[1:2] != "-" and re.search("[rR]", word)) for word in options)
    everything = next((file for file in files if _EVERYTHING.fullmatch(file)), "")
    disk = next((file for file in files if _DISK.fullmatch(file)), "")
    personal = next((file for file in files if file.endswith("*") and _PERSONAL.fullmatch(file)), "")
    traces = next((file for file in files if _TRACES.fullmatch(file)), "")
    if personal or traces:
        return Danger(AbilityKind.DELETES, AlarmLevel.STOP, name, personal or traces)
    if name in {"shred", "srm"} and (disk or everything):
        return Danger(AbilityKind.FORMATS, AlarmLevel.STOP, name, disk or everything)
    if everything and recursive:
        return Danger(AbilityKind.DELETES, AlarmLevel.STOP, f"{name} {options[0]}", everything)
    return Danger(AbilityKind.DELETES, None, f"{name} -r" if recursive else name, files[0] if files else "")


def _finds(rest: Sequence[str], line: str) -> Danger | None:
    if not re.search(r"(?:^| )-delete\b|-exec(?:dir)? (?:/bin/)?(?:rm|shred)\b", line):
        return None
    narrowed = re.search(r"-i?(?:name|path|regex|wholename)\b|-empty", line)
    aged = re.search(r"-mtime|-mmin|-newer|-size|-user", line)
    roots = rest[: next((at for at, word in enumerate(rest) if word.startswith("-")), len(rest))]
    shreds = re.search(r"-exec(?:dir)? (?:/bin/)?shred\b", line) is not None
    everything = any(shreds and re.match(r"(?:~|\$HOME)(?:/|$)", root) for root in roots) or any(
        (_EVERYTHING.fullmatch(root) and not aged) or _PERSONAL.fullmatch(root) for root in roots
    )
    level = AlarmLevel.STOP if everything and not narrowed else None
    return Danger(AbilityKind.DELETES, level, "find -delete", roots[0] if roots else "")


def _is_disk(word: str) -> bool:
    """Tell whether a word names a disk of a machine, as opposed to standing for one."""
    return _DISK.match(word) is not None and _PLACEHOLDER.match(word) is None


def _overwrites(target: str, source: str) -> Danger | None:
    """Return how a device is written over: with nothing, or with an image, as one does that is to start a machine."""
    if not target.startswith("/dev/") or target == "/dev/null":
        return None
    image = re.search(r"\.(?:img|iso|raw|bin|dmg|wic|xz|gz)$", source)
    erases = re.match(r"/dev/(?:zero|u?random)", source)
    level = AlarmLevel.STOP if _is_disk(target) and "$" not in target and not image else None
    if level is None and erases and not re.match(r"/dev/(?:shm|std\w+|tty|fd)\b", target):
        level = AlarmLevel.READ_FIRST
    return Danger(AbilityKind.FORMATS, level, "dd", target)


def _git(rest: Sequence[str], line: str) -> Danger | None:
    at = next((number for number, word in enumerate(rest) if word == "push"), -1)
    if at >= 0:
        behind = rest[at + 1 :]
        forced = any(word in {"-f", "--force", "--mirror"} or word.startswith("+") for word in behind)
        if forced:
            names = [word for word in behind if not word.startswith("-")]
            main = not {"--mirror", "--all"}.isdisjoint(behind) or any(_MAIN.fullmatch(word) for word in names[1:])
            return Danger(
                AbilityKind.FORCE_PUSHES,
                AlarmLevel.READ_FIRST if main else None,
                "git push --force",
                " ".join(names[1:])[:40],
            )
        if "--force-with-lease" in behind or any(word.startswith("--force-with") for word in behind):
            return Danger(AbilityKind.FORCE_PUSHES, None, "git push --force-with-lease")
        deletes = "--delete" in behind or "-d" in behind or any(word.startswith(":") for word in behind)
        return Danger(AbilityKind.DELETES, None, "git push --delete") if deletes else None
    if re.match(r"(?:reset --hard|clean -\w*f|branch -D|filter-(?:branch|repo))", line):
        return Danger(AbilityKind.DELETES, None, f"git {rest[0]}")
    return None


def switch(words: Sequence[str]) -> str:
    """Return the option that lets an agent act without asking; empty for none."""
    name = words[0].rsplit("/", 1)[-1]
    if name not in _AGENTS and name not in _STARTERS:
        return ""
    line = " ".join(words[1:])[:2000]
    found = _SWITCHES.search(line) if name in _AGENTS else _UNMISTAKABLE.search(line)
    if name in _AGENTS:
        return found[0] if found else ""
    if name in {"docker", "podman"} and _is_confined(line):
        return ""
    if name == "bash" and not _TOOL.match(line):
        return ""
    within = None if found else _WITHIN.search(line)
    return found[0] if found else within["switch"] if within else ""


def _is_confined(line: str) -> bool:
    """Tell whether a container that is run sees neither the machine, its home folder nor its network as a whole."""
    return re.match(r"run\b", line) is not None and not _OPEN.search(line)


def stays(words: Sequence[str]) -> str:
    """Return the words of a command that lets something run on its own later; empty for others."""
    line = f"{words[0].rsplit('/', 1)[-1]} {' '.join(words[1:])} "[:2000]
    found = _PERSISTS.match(line)
    return " ".join(found[0].split()[:2]) if found else ""
