"""Where what the commands of a shell read goes to: through variables, pipes, substitution and files of the script.

The commands are read in order, a few times over, and nothing is run: a name stands for all that it is ever given. What
is said of a command is said by its words; other shells put their commands into the words of this one.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct, field

from skillpack.abilities.flow import Taint, flow
from skillpack.abilities.hosts import unanswered
from skillpack.abilities.known_files import private_file
from skillpack.abilities.names import host_in, is_credential, plain
from skillpack.abilities.shell.dangers import destruction, switch
from skillpack.abilities.shell.payload import payload_concern
from skillpack.abilities.shell.sends import LOCAL, Sent, extracted, home_listed, private_output, sent
from skillpack.abilities.shell.tables import (
    CHECKS,
    CONVERSATION_NAME,
    DECODES,
    LANGUAGES,
    OWN_CHECKS,
    PRINTS,
    READERS,
    SENDERS,
    SHELLS,
    SUMMARIES,
    UNPACKS_TEXT,
)
from skillpack.abilities.shell.text import Command
from skillpack.abilities.shell.words import (
    ASSIGNMENT,
    NOTHING,
    ShellValue,
    either,
    expanded,
    own_path,
    program_at,
    some,
)
from skillpack.abilities.source_text import SourceText
from skillpack.model.ability import AbilityKind, AbilityOrigin, Concern, ConcernKind
from skillpack.model.document import Span
from skillpack.model.finding import AlarmLevel, Position

_ROUNDS = 3
_COMMANDS = 4000  # of one text, in which flows are followed
_WORDS = 200  # of one command
_DEPTH = 3  # of texts that are commands in the words of commands
_FILES = 400
_CONCERNS = 200
_QUOTE = 100
_SHOWN = 1000  # characters of a line that are looked at for its quote
_OPENS = frozenset(("{", "while", "until", "for", "if", "select"))
_CLOSES = frozenset(("}", "done", "fi"))
_DECLARES = frozenset(("export", "local", "declare", "readonly", "typeset"))
_EXECUTABLE = re.compile(r"[ugoa]*\+\w*x\w*|0?[0-7]*[1357][0-7]{0,2}")
_ADDRESS = re.compile(r"(?:git\+)?(?:https?|ftp)://\S+")
_INSTALLERS = re.compile(
    r"(?:pip[\d.]*|pipx|uv|poetry|npm|pnpm|yarn|bun|gem|cargo|go|npx|bunx|uvx|deno|easy_install|conda|helm|code|brew)"
)
_INSTALLS = re.compile(r" (?:install|i|add|get|exec|dlx|ci|download|update|upgrade|sync|run|tap)(?= |$)")
_GIVES_SHELL = re.compile(r" -\w*[ec] ?\S*(?:sh|cmd)\b|exec:\S*sh", re.IGNORECASE)
_INSIDE = re.compile(r"10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.")
_TEMPORARY = re.compile(r"/(?:var/)?tmp\b")
_REMOTE_SHELL = re.compile(r"/dev/(?:tcp|udp)/(?P<host>[^/\s]+)/\S+")


class Commands(Protocol):
    """A text as its lexer gives it."""

    commands: list[Command]
    bodies: list[tuple[str, int]]


Lexer = Callable[[str], Commands]


class Seen(Struct, frozen=True):
    """A command with its words as far as they are known."""

    words: tuple[str, ...]
    line: int
    piped: bool
    writes: tuple[str, ...] = ()
    said: str = ""  # what it is given to write


class _Block(Struct):
    printed: ShellValue = NOTHING
    reads: list[str] = field(default_factory=list)


class _Frame(Struct):
    """What the commands of one pair of brackets print; `pending` is that of the last one, which another may take."""

    printed: ShellValue = NOTHING
    pending: ShellValue = NOTHING
    blocks: list[_Block] = field(default_factory=list)

    def flush(self) -> None:
        """Let the last command print for all: nobody takes it."""
        if self.pending is not NOTHING:
            self.printed = either(self.printed, self.pending)
            for block in self.blocks:
                block.printed = either(block.printed, self.pending)
            self.pending = NOTHING


class ShellFlow:
    """What is known of the names and files of one script.

    Args:
        source: Of the script.
        lexers: Name of a shell -> what reads the text that it runs; `shell` among them.
    """

    def __init__(self, source: SourceText, lexers: Mapping[str, Lexer]) -> None:
        self._source, self._lexers = source, lexers
        self._lines = source.text.split("\n")
        self._names: dict[str, ShellValue] = {}
        self._files: dict[str, ShellValue] = {}
        self._functions: set[str] = set()
        self._staged: ShellValue = NOTHING
        self._checked: set[str] = set()
        self._changed = False
        self._depth = 0
        self._line = 1
        self._shown_lines: dict[int, tuple[Position, str]] = {}
        self._asks = OWN_CHECKS.search(source.text[:200_000]) is not None
        self.concerns: dict[Concern, None] = {}
        self.seen: list[Seen] = []

    def read(self, commands: Commands) -> None:
        """Read the commands of the script until nothing new is learned."""
        for _ in range(_ROUNDS):
            self._changed, self.concerns, self.seen, self._checked = False, {}, [], set()
            self._run(commands, 0)
            if not self._changed:
                break

    @property
    def assigned(self) -> frozenset[str]:
        """The names that the script gives a value."""
        return frozenset(self._names)

    # Names.

    def get(self, name: str, default: ShellValue = NOTHING) -> ShellValue:
        """Return what is known of a variable: one that the script does not set has its value from outside."""
        known = self._names.get(name)
        if known is not None:
            return known
        if is_credential(name):
            return ShellValue("", frozenset([self._taint(AbilityKind.VARIABLE, plain(name) or "a key")]))
        if CONVERSATION_NAME.fullmatch(name):
            return ShellValue("", frozenset([self._taint(AbilityKind.CONVERSATION, name)]))
        return default

    def _assign(self, name: str, value: ShellValue) -> None:
        before = self._names.get(name)
        after = value if before is None else either(before, value)
        if after != before and len(self._names) < _FILES:
            self._names[name] = after
            self._changed = True

    def _write(self, path: str, value: ShellValue) -> None:
        where = own_path(path)
        if not where or where.startswith("/dev/") or len(self._files) >= _FILES:
            return
        before = self._files.get(where)
        after = value if before is None else either(before, value)
        if after != before:
            self._files[where] = after
            self._changed = True

    def content(self, path: str) -> ShellValue:
        """Return what the script wrote to a path, or into a folder above it."""
        where = own_path(path)
        if not where:
            return NOTHING
        if where in self._checked:
            return NOTHING
        known = self._files.get(where, NOTHING)
        parts = where.split("/")[:12]
        for count in range(len(parts)):
            known = either(known, self._files.get("/".join((*parts[:count], "")), NOTHING))
        return known

    def file(self, path: str) -> ShellValue:
        """Return what a file holds: what the script wrote there, and what people keep there."""
        found = private_file(path)
        known = self.content(path)
        if found:
            return ShellValue("", some((*known.taints, self._taint(found.kind, found.name))))
        return known

    def _taint(self, kind: AbilityKind, name: str) -> Taint:
        return Taint(kind, name, self._position())

    # Commands.

    def _run(self, text: Commands, shift: int) -> ShellValue:
        """Read the commands of a text, and return what they print."""
        frames: dict[int, _Frame] = {0: _Frame()}
        for command in text.commands[:_COMMANDS]:
            if command.defines:
                self._functions.add(command.defines)
        for command in text.commands[:_COMMANDS]:
            frame = frames.setdefault(command.frame, _Frame())
            self._line = command.line + shift if not self._depth else self._line
            self._command(command, frame, frames, text.bodies)
        frames[0].flush()
        return frames[0].printed

    def _command(
        self, command: Command, frame: _Frame, frames: dict[int, _Frame], bodies: Sequence[tuple[str, int]]
    ) -> None:
        stdin = frame.pending if command.piped or command.run else NOTHING
        if not command.piped and not command.run:
            frame.flush()
        values = [
            self._word(word, inner, frames)
            for word, inner in zip(command.words[:_WORDS], command.inner or ((),) * len(command.words), strict=False)
        ]
        for redirect in command.redirects:
            value = self._word(redirect.target, redirect.inner, frames)
            if redirect.operator == "<<<":
                stdin = either(stdin, value)
            elif redirect.operator == "<":
                given = value if redirect.inner else self.file(value.text)
                stdin = either(stdin, given)
        for number in command.heredocs:
            if number < len(bodies):
                stdin = either(stdin, expanded(bodies[number][0], (), self, {}))
        self._blocks(command, frame, stdin)
        at = program_at(command)
        for word, value in zip(command.words[:at], values[:at], strict=False):
            self._assigned(word, value, command, command.inner[command.words.index(word)] if command.inner else ())
        first_word = command.words[0]
        if at >= len(values) or first_word == "()":
            output = frame.blocks.pop().printed if first_word in _CLOSES and frame.blocks else NOTHING
            if first_word == "()":
                output = self._printed(frames, command.inner[0])
        else:
            output = self._program(command, at, values[at:], stdin, frames)
        self._redirected(command, output, frames)
        quiet = any(">" in each.operator and "&" not in each.operator for each in command.redirects)
        output = NOTHING if quiet else output
        frame.pending = either(frame.pending, output) if command.run else output

    def _word(self, word: str, inner: Sequence[int], frames: dict[int, _Frame]) -> ShellValue:
        printed = {each: self._printed(frames, (each,)) for each in inner}
        return expanded(word, inner, self, printed)

    def _printed(self, frames: dict[int, _Frame], numbers: Sequence[int]) -> ShellValue:
        value = NOTHING
        for number in numbers:
            frame = frames.get(number)
            if frame:
                frame.flush()
                value = either(value, frame.printed)
        return value

    def _blocks(self, command: Command, frame: _Frame, stdin: ShellValue) -> None:
        """Note where compound commands begin, and what those that end here are given to read."""
        for at, word in enumerate(command.words[:6]):
            if word in _OPENS:
                frame.blocks.append(_Block())
            elif word in _CLOSES and at == 0 and frame.blocks:
                for name in frame.blocks[-1].reads:
                    if stdin is not NOTHING:
                        self._assign(name, ShellValue("", stdin.taints))
            elif word not in {"then", "do", "else", "elif", "!"}:
                break
        del frame.blocks[:-40]

    def _assigned(self, word: str, value: ShellValue, command: Command, inner: Sequence[int]) -> None:
        found = ASSIGNMENT.match(word)
        if not found:
            return
        text = value.text[found.end() :]
        taints = value.taints
        if command.pieces >= 3 or (command.pieces > 1 and "$" in text):
            taints = some((*taints, self._taint(AbilityKind.DECODES, "pieces of texts")))
        if text == f"${found[1]}" and not inner:  # its own value, or a default
            return
        own = {taint for taint in taints if taint.kind is AbilityKind.VARIABLE and taint.name == found[1]}
        self._assign(
            found[1], ShellValue("" if "$()" in text else text, taints - own if len(own) < len(taints) else taints)
        )

    def _redirected(self, command: Command, output: ShellValue, frames: dict[int, _Frame]) -> None:
        for redirect in command.redirects:
            if ">" not in redirect.operator:
                continue
            target = self._word(redirect.target, redirect.inner, frames)
            remote = _REMOTE_SHELL.match(target.text)
            name = command.words[program_at(command) :][:1]
            if remote:
                if (
                    name
                    and name[0].rsplit("/", 1)[-1] in SHELLS | {"exec"}
                    and (name[0] != "exec" or "&" in redirect.operator)
                ):
                    self._remote_shell(remote["host"])
                for taint in output.taints:
                    self._report(flow(taint, host_in(remote["host"], bare=True), self._position(), self._quote()))
            elif "&" not in redirect.operator or redirect.operator == "&>":
                self._write(target.text, output)

    def _program(
        self, command: Command, at: int, values: list[ShellValue], stdin: ShellValue, frames: dict[int, _Frame]
    ) -> ShellValue:
        """Read a program with its arguments, and return what it prints."""
        first = values[0]
        raw = command.words[at]
        words = [value.text for value in values]
        if raw.startswith("$"):
            self._run_value(raw, first, command)
            split = first.text.split() if first.text and not first.text.startswith("$") else []
            if split:
                values = [*(ShellValue(part) for part in split), *values[1:]]
                words = [value.text for value in values]
        name = words[0].rsplit("/", 1)[-1].removesuffix(".exe")
        if name == "xargs":
            return self._xargs(command, values, stdin, frames)
        line = " ".join((name, *words[1:]))[:2000]
        self._see(command, words, stdin, frames)
        self._dangers(words)
        if name in self._functions:
            for number, value in enumerate(values[1:10], 1):
                self._assign(str(number), value)
                self._assign("@", value)
                self._assign("*", value)
            return ShellValue("", stdin.taints)
        if name in _DECLARES:
            for word, value, inner in zip(
                command.words[at + 1 :],
                values[1:],
                command.inner[at + 1 :] if command.inner else [()] * 99,
                strict=False,
            ):
                self._assigned(word, value, command, inner)
        if name in {"for", "select"}:
            for value in values[3:]:
                self._assign(words[1], ShellValue("", value.taints) if len(values) > 4 else value)
            return NOTHING
        if name in {"read", "mapfile", "readarray"}:
            names = [word for word in words[1:] if re.fullmatch(r"[A-Za-z_]\w*", word)]
            for each in names:
                self._assign(each, ShellValue("", stdin.taints))
            frame = frames[command.frame]
            if frame.blocks:
                frame.blocks[-1].reads += names
            return NOTHING
        self._check_files(name, line, words)
        self._check_run(name, line, command, values, stdin)
        self._check_sent(name, line, values, stdin)
        self._keep(name, line, words, stdin)
        return self._output(name, line, command, values, stdin)

    def _xargs(
        self, command: Command, values: list[ShellValue], stdin: ShellValue, frames: dict[int, _Frame]
    ) -> ShellValue:
        at = 1
        while at < len(values) and values[at].text.startswith("-"):
            at += 2 if re.fullmatch(r"-[InPLsdEa]", values[at].text) else 1
        inner = [*values[at:], ShellValue("", stdin.taints)]
        if at >= len(values):
            return stdin
        shown = Command(tuple(each.text or "$" for each in inner), command.line, piped=False, frame=command.frame)
        return self._program(shown, 0, inner, NOTHING, frames)

    # What a command does.

    def _output(
        self, name: str, line: str, command: Command, values: list[ShellValue], stdin: ShellValue
    ) -> ShellValue:
        words = [value.text for value in values]
        own = private_output(line)
        if own:
            return ShellValue("", some([self._taint(*own)]))
        listed = home_listed(name, words) if not stdin.taints or name not in READERS else ""
        taints = [self._taint(AbilityKind.HOME, listed)] if listed else []
        if name in PRINTS:
            said = [value for value in values[1:] if not re.fullmatch(r"-[neE]+", value.text)]
            text = " ".join(value.text for value in said)
            printed = [taint for value in said for taint in value.taints]
            hidden = next((how for pattern, how in DECODES if pattern.match(line)), "")
            if hidden or command.pieces >= 3:
                printed.append(self._taint(AbilityKind.DECODES, hidden or "pieces of texts"))
            return ShellValue(text, some(printed))
        if name in {"curl", "wget", "http", "https", "aria2c", "lynx", "nc", "ncat", "netcat", "socat", "fetch"}:
            saved = name == "wget" and not re.search(r"(?:^| )(?:-\w*O ?-|-\w*O-|--output-document[= ]-)(?: |$)", line)
            address = self._address(words)
            return NOTHING if saved else ShellValue("", frozenset([self._taint(AbilityKind.FETCHES, address)]))
        if name in {"dig", "nslookup", "host"} and re.search(r"\btxt\b", line, re.IGNORECASE):
            return ShellValue("", frozenset([self._taint(AbilityKind.FETCHES, "a TXT record of a domain")]))
        if name in SUMMARIES or (name in {"grep", "egrep"} and re.search(r" -\w*[cq]", line)):
            return NOTHING
        taints += stdin.taints
        if name in READERS or name in {"dd", "find"}:
            files = [
                self.file(word.partition("=")[2] if name == "dd" else word)
                for word in words[1:]
                if word and (name == "dd" or word[0] != "-")
            ]
            taints += [taint for each in files for taint in each.taints]
            taints += [
                taint for value in values[1:] for taint in value.taints if "()" in value.text or name == "envsubst"
            ]
            if name in {"grep", "egrep", "rg", "sed", "awk", "gawk", "jq", "cut", "yq"}:
                taints = [kept for taint in taints if (kept := extracted(taint, line))]
        if re.match(r"(?:python[\d.]*|perl|ruby|node|php)$", name):
            taints += [taint for value in values[1:] for taint in value.taints]
        decoded = next((how for pattern, how in DECODES if pattern.match(line)), "")
        literal = bool(stdin.text) or any(taint.kind is AbilityKind.DECODES for taint in taints)
        if decoded or (literal and UNPACKS_TEXT.match(line)):
            taints.append(self._taint(AbilityKind.DECODES, decoded or "packed text"))
        text = stdin.text if name in {"cat", "tee"} and len(words) == 1 else ""
        return ShellValue(text, some(taints))

    def _check_sent(self, name: str, line: str, values: list[ShellValue], stdin: ShellValue) -> None:
        if name not in SENDERS:
            return
        words = [value.text for value in values]
        if name == "git":
            if re.match(r"git (?:-C \S+ )?(?:add|commit|stash)\b", line):
                self._stage(line, values)
            elif re.match(r"git (?:-C \S+ )?push\b", line):
                for taint in self._staged.taints:
                    self._report(flow(taint, self._host(words), self._position(), self._quote()))
            return
        what: Sent | None = sent(name, line, values, stdin, self.file)
        if what is None:
            return
        host = self._host(words)
        if any(LOCAL.match(word) for word in words[1:]):
            return
        for taint in sorted(what.taints, key=lambda each: (each.kind, each.name)):
            self._report(flow(taint, host, self._position(), self._quote(), public=what.public))

    def _stage(self, line: str, values: list[ShellValue]) -> None:
        taints = [taint for value in values for taint in value.taints]
        if re.search(r" (?:-A|--all|\.|-am?|-\w*a\w*)(?: |$)", line):
            for path, content in self._files.items():
                if not _is_temporary(path):
                    taints += content.taints
        for value in values[2:]:
            taints += self.file(value.text).taints
        kept = [taint for taint in taints if taint.kind not in {AbilityKind.FETCHES, AbilityKind.DECODES}]
        self._staged = either(self._staged, ShellValue("", some(kept)))

    def _keep(self, name: str, line: str, words: list[str], stdin: ShellValue) -> None:
        """Learn what a program writes to files."""
        files = [word for word in words[1:] if word and not word.startswith("-")]
        if name == "tee":
            for file in files:
                self._write(file, stdin)
        elif name in {"cp", "mv", "install", "ln"} and len(files) > 1:
            content = NOTHING
            for file in files[:-1]:
                content = either(content, self.file(file))
            self._write(files[-1], content)
            if files[-1].endswith(("/", ".")) or "." not in files[-1].rsplit("/", 1)[-1]:
                self._write(f"{files[-1].rstrip('/')}/", content)
        elif name in {"curl", "wget", "aria2c"}:
            self._download(name, line, words)
        elif name in {"tar", "zip", "7z", "openssl", "gpg", "base64", "sqlite3", "gzip", "split", "age"}:
            self._pack(name, line, words, stdin)
        if name in {"unzip", "7z", "7za", "tar", "unrar", "bsdtar"}:
            self._unpack(name, line, words, stdin)
        if name == "git" and re.match(r"git clone\b", line):
            address = self._address(words)
            if unanswered(address):
                folder = files[-1] if "://" not in files[-1] else files[-1].rsplit("/", 1)[-1].removesuffix(".git")
                self._write(f"{folder}/", ShellValue("", frozenset([self._taint(AbilityKind.FETCHES, address)])))

    def _download(self, name: str, line: str, words: list[str]) -> None:
        address = self._address(words)
        value = ShellValue("", frozenset([self._taint(AbilityKind.FETCHES, address)]))
        saves = r"-[a-zA-Z]*o|--output" if name == "curl" else r"-\w*[oO]|--output-document"
        option = re.search(rf" (?:{saves})[= ]*(\S+)", line)
        if option and not (name == "wget" and option[1] == "-"):
            self._write(option[1], value)
        elif name == "wget" or re.search(r" (?:-\w*O\w*|--remote-name)(?: |$)", line):
            self._write(re.split(r"[?#]", address)[0].rstrip("/").rsplit("/", 1)[-1], value)

    def _pack(self, name: str, line: str, words: list[str], stdin: ShellValue) -> None:
        """Learn what is put into an archive, or into another file."""
        target = ""
        if name in {"zip", "7z"}:
            files = [word for word in words[1:] if word[:1] != "-" and not (name == "7z" and len(word) == 1)]
            target = files[0] if files else ""
        elif name == "tar":
            found = re.match(r"tar (?:-?\w*f|.* -\w*f|.*--file)[= ]+(\S+)", line)
            creates = re.match(r"tar (?:-?[a-zA-Z]*c|.*--create)", line)
            target = found[1] if found and creates else ""
        else:
            found = re.search(r" (?:-o|--output|-out)[= ](\S+)", line)
            target = found[1] if found else f"{words[-1]}.gz" if name == "gzip" else ""
        if target and target != "-":
            taints = [taint for word in words[1:] if word and word != target for taint in self.file(word).taints]
            listed = home_listed(name, words)
            if listed:
                taints.append(self._taint(AbilityKind.HOME, listed))
            self._write(target, ShellValue("", some((*taints, *stdin.taints))))

    def _unpack(self, name: str, line: str, words: list[str], stdin: ShellValue) -> None:
        creates = name == "tar" and not re.match(r"(?:bs)?tar (?:-?[a-zA-Z]*x|.*--extract)", line)
        if creates:
            return
        taints = [taint for word in words[1:] if word for taint in self.content(word).taints]
        taints += stdin.taints
        password = re.search(r" -P ?\S+| -p\S+|--password", line) and name != "tar"
        fetched = [
            taint for taint in taints if taint.kind is AbilityKind.FETCHES and (password or unanswered(taint.name))
        ]
        if not fetched:
            return
        folder = re.search(r" (?:-d|-C|-o|--directory)[= ]?(\S+)", line)
        name_of = "with a password" if password else ""
        value = ShellValue(
            "", frozenset(Taint(each.kind, f"{name_of} {each.name}".strip(), each.at) for each in fetched)
        )
        self._write(f"{folder[1].rstrip('/')}/" if folder else "./", value)
        if not folder:
            self._files.setdefault("", value)

    # What runs.

    def _check_files(self, name: str, line: str, words: Sequence[str]) -> None:
        """Note which downloaded files are compared with what somebody answers for."""
        if name not in CHECKS:
            return
        if name == "openssl" and not re.search(r"dgst|verify", line):
            return
        if name.startswith("gpg") and "verify" not in line and name != "gpgv":
            return
        named = {own_path(word) for word in words[1:]} & self._files.keys()
        self._checked |= named or set(self._files)

    def _check_run(self, name: str, line: str, command: Command, values: list[ShellValue], stdin: ShellValue) -> None:
        """Note what is run that was downloaded, decoded or put together."""
        words = [value.text for value in values]
        raw = command.words[program_at(command) :]
        if name in SHELLS or name in {"source", ".", "eval", "su", "exec"} or LANGUAGES.fullmatch(name):
            self._interpreted(name, raw, values, stdin)
        elif name == "chmod" and len(words) > 2 and _EXECUTABLE.fullmatch(words[1]):
            for word in words[2:]:
                self._report_run(self.content(word))
        elif words[0].startswith(("./", "/", "~", "$")) or own_path(words[0]) in self._files:
            self._report_run(self.content(words[0]))
        if name in {"dpkg", "rpm", "installer", "msiexec", "open", "start", "rundll32", "regsvr32", "hdiutil"}:
            for word in words[1:]:
                content = self.content(word)
                self._report_run(ShellValue("", frozenset(each for each in content.taints if unanswered(each.name))))
        if name == "crontab":
            self._report_run(stdin)
        self._packages(name, line, words)
        if name in {"nc", "ncat", "netcat", "socat"} and _GIVES_SHELL.search(line):
            self._remote_shell(self._host(words))

    def _interpreted(self, name: str, raw: Sequence[str], values: list[ShellValue], stdin: ShellValue) -> None:
        words = [value.text for value in values]
        code = next(
            (at for at, word in enumerate(words) if at and re.fullmatch(r"-\w*[ce]|-r|--eval|-Command", word)), 0
        )
        if name == "eval":
            self._run_text(raw, values, 1)
            return
        if code and name not in {"source", ".", "exec"}:
            self._run_text(raw, values, code + 1, shell=name in SHELLS | {"su"}, language=name)
            return
        files = [
            (at, word)
            for at, word in enumerate(words[1:], 1)
            if word and not word.startswith("-") and word != "/dev/stdin"
        ]
        if name in {"deno", "bun"}:
            files = [each for each in files if each[1] not in {"run", "x"}]
        takes = (
            any(re.fullmatch(r"-\w*s\w*|-|/dev/stdin|/proc/self/fd/0", word) for word in words[1:]) and name in SHELLS
        )
        if files and not takes:
            at, path = files[0]
            if "<()" in path or path.startswith("$()"):
                self._report_run(values[at], fetched_too="<()" in path)
            elif name != "exec" or path.startswith(("/", ".", "~", "$")) or own_path(path) in self._files:
                content = self.content(path)
                self._report_run(content)
                if content.text and "\n" in content.text and name in SHELLS | {"source", "."}:
                    self._nested(content.text)
            if path.startswith(("http://", "https://")):
                self._report_run(ShellValue("", frozenset([self._taint(AbilityKind.FETCHES, path)])))
        elif name not in {"source", ".", "exec", "su"}:
            self._report_run(stdin)
            if name in SHELLS and stdin.text:
                self._nested(stdin.text)

    def _run_text(
        self, raw: Sequence[str], values: list[ShellValue], at: int, *, shell: bool = True, language: str = ""
    ) -> None:
        """Read a text that is run as commands: all of it that begins with what a name or a command gives."""
        if at >= len(values):
            return
        start = (raw[at] if at < len(raw) else "").lstrip("\"' ")
        if start.startswith("$"):
            self._report_run(values[at])
        elif re.search(r"\beval\b|\bexec\b|\bsource\b", start[:40]) or not shell:
            hidden = [each for each in values[at].taints if each.kind is AbilityKind.DECODES]
            self._report_run(ShellValue("", frozenset(hidden)))
        if shell and values[at].text:
            self._nested(" ".join(value.text for value in values[at:]) if at == 1 else values[at].text)
        elif language in self._lexers:
            self._nested(values[at].text, language)

    def _run_value(self, raw: str, first: ShellValue, command: Command) -> None:
        """Note a command whose very name was decoded, downloaded or put together."""
        pieces = len(re.findall(r"\$\w+", raw)) > 1 and re.fullmatch(r"(?:\$\w+)+\w*", raw) is not None
        known = pieces and all(
            0 < len(self.get(each).text) < 5 and self.get(each).text.isalpha() for each in re.findall(r"\$(\w+)", raw)
        )
        if known or (command.pieces > 1 and pieces):
            self._conceals(self._taint(AbilityKind.DECODES, "pieces of texts"))
        self._report_run(first)

    def _nested(self, text: str, language: str = "shell") -> None:
        if self._depth >= _DEPTH or len(text) < 3 or language not in self._lexers:
            return
        try:
            commands = self._lexers[language](text[:20_000])
        except (SyntaxError, RecursionError):
            return
        self._depth += 1
        self._run(commands, 0)
        self._depth -= 1

    def _packages(self, name: str, line: str, words: Sequence[str]) -> None:
        if not _INSTALLERS.fullmatch(name) and not re.match(r"python[\d.]* -m pip\b", line):
            return
        if name not in {"npx", "bunx", "uvx", "easy_install"} and not _INSTALLS.search(line[:200]):
            return
        for word in words[1:]:
            found = _ADDRESS.search(word)
            source = unanswered(found[0]) if found else ""
            if source:
                self._downloads(source, self._taint(AbilityKind.FETCHES, found[0] if found else ""))

    def _report_run(self, value: ShellValue, *, fetched_too: bool = True) -> None:
        for taint in sorted(value.taints, key=lambda each: (each.kind, each.name)):
            if taint.kind is AbilityKind.DECODES:
                self._conceals(taint)
            elif taint.kind is AbilityKind.FETCHES and fetched_too:
                locked = taint.name.startswith("with a password")
                source = unanswered(taint.name) or ("in an archive with a password" if locked else "")
                self._downloads(source, taint)

    def _downloads(self, source: str, taint: Taint) -> None:
        level = AlarmLevel.STOP if source else AlarmLevel.READ_FIRST
        host = host_in(taint.name.rpartition(" ")[2], bare=True) or host_in(taint.name)
        facts = [("source", source)] if source else []
        facts += [("host", host)] if host else []
        if not source and taint.name and not re.search(r"://|[\w-]+\.\w|\$", taint.name):
            return
        if not source and re.match(r"https?://(?:localhost|127\.|\[::1\])|localhost|127\.", taint.name):
            return
        self._report(
            Concern(ConcernKind.RUNS_DOWNLOADED, level, self._position(), self._quote(), tuple(facts), taint.at)
        )

    def _conceals(self, taint: Taint) -> None:
        facts = (("what", taint.name),)
        self._report(
            Concern(ConcernKind.CONCEALED_CODE, AlarmLevel.STOP, self._position(), self._quote(), facts, taint.at)
        )

    def _remote_shell(self, host: str) -> None:
        facts = (("source", "from whoever answers at the other end"), *((("host", host),) if host else ()))
        level = AlarmLevel.READ_FIRST if _INSIDE.match(host) else AlarmLevel.STOP
        self._report(Concern(ConcernKind.RUNS_DOWNLOADED, level, self._position(), self._quote(), facts))

    def _see(self, command: Command, words: Sequence[str], stdin: ShellValue, frames: dict[int, _Frame]) -> None:
        """Note a command as it is known now, and what it writes that acts on its own later."""
        writes = tuple(
            self._word(each.target, each.inner, frames).text
            for each in command.redirects
            if ">" in each.operator and "&" not in each.operator
        )
        said = " ".join(words[1:]) if words[0] in PRINTS else stdin.text
        self.seen.append(Seen(tuple(words), self._line, command.piped, writes, said[:4000]))
        taints = stdin.taints
        self._report(payload_concern(self._position(), self._quote(), words, writes, said, taints))

    def _dangers(self, words: Sequence[str]) -> None:
        danger = destruction(words)
        if danger and danger.level and not self._asks:
            level = danger.level
            if self._source.origin is AbilityOrigin.SCRIPT and danger.kind is AbilityKind.FORCE_PUSHES:
                level = AlarmLevel.STOP
            facts = (("what", f"{danger.words} {danger.target}".strip()),)
            self._report(Concern(ConcernKind.DESTROYS, level, self._position(), self._quote(), facts))
        option = switch(words)
        if option:
            named = (("what", option), ("program", words[0].rsplit("/", 1)[-1]))
            self._report(Concern(ConcernKind.UNASKED, AlarmLevel.READ_FIRST, self._position(), self._quote(), named))

    def _address(self, words: Sequence[str]) -> str:
        named = [word for word in words[1:] if "://" in word]
        bare = [word for word in words[1:] if host_in(word, bare=True) or word.startswith("$")]
        found = (named or bare or [""])[0]
        at = found.find("://")
        start = found[max(0, at - 5) :] if at > 5 else found
        return start[:300]

    def _host(self, words: Sequence[str]) -> str:
        for word in words[1:]:
            if "://" in word:
                return host_in(word)
        hosts = (host_in(word, bare=True) for word in words[1:] if not word.startswith(("-", "@", "/", ".", "~")))
        return next((host for host in hosts if host), "")

    def _position(self) -> Position:
        return self._shown()[0]

    def _quote(self) -> str:
        return self._shown()[1]

    def _shown(self) -> tuple[Position, str]:
        """Return the place of the line that is read, and how it is quoted."""
        known = self._shown_lines.get(self._line)
        if known is None:
            text = self._lines[self._line - 1] if self._line <= len(self._lines) else ""
            first = self._source.first_line + self._line - 1
            line = " ".join(text[:_SHOWN].split())
            quote = line if len(line) <= _QUOTE else f"{line[: _QUOTE - 1]}…"
            known = Position(self._source.path, Span(first, 1, first, len(text) + 1)), quote
            self._shown_lines[self._line] = known
        return known

    def _report(self, concern: Concern | None) -> None:
        if concern is not None and len(self.concerns) < _CONCERNS:
            self.concerns[concern] = None


def _is_temporary(path: str) -> bool:
    return _TEMPORARY.match(path) is not None
