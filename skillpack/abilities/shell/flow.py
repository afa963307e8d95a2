"""Where what the commands of a shell read goes to: through variables, pipes, substitution and files of the script.

The commands are read in order, a few times over, and nothing is run: a name stands for all that it is ever given. What
is said of a command is said by its words; other shells put their commands into the words of this one.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from msgspec import Struct, field

from skillpack.abilities.channels import file_channel, name_in, printed_by
from skillpack.abilities.flow import Stored, Used, Verification, flow
from skillpack.abilities.hosts import unanswered
from skillpack.abilities.known_files import started_file
from skillpack.abilities.names import host_in
from skillpack.abilities.shell.dangers import destruction, switch
from skillpack.abilities.shell.exposure import exposure
from skillpack.abilities.shell.output import output
from skillpack.abilities.shell.payload import may_put, payload_concern
from skillpack.abilities.shell.runs import report_named, report_remote_shell, report_run
from skillpack.abilities.shell.sends import report_sent
from skillpack.abilities.shell.state import ResolvedCommand, ShellState
from skillpack.abilities.shell.tables import PRINTS, SHELLS
from skillpack.abilities.shell.text import Command
from skillpack.abilities.shell.words import ASSIGNMENT, NOTHING, ShellValue, either, expanded, program_at, some
from skillpack.abilities.shell.written import learn_written
from skillpack.abilities.source_text import SourceText
from skillpack.model.ability import AbilityKind, AbilityOrigin, Concern, ConcernKind
from skillpack.model.finding import AlarmLevel

_ROUNDS = 3
_COMMANDS = 4000  # of one text, in which flows are followed
_WORDS = 200  # of one command
_DEPTH = 3  # of texts that are commands in the words of commands
_LONGEST_INNER = 20_000  # characters of one
_FAR = 400  # lines between a command and the text that it runs
_INNER = 100  # of them in other languages
_OPENS = frozenset(("{", "while", "until", "for", "if", "select"))
_CLOSES = frozenset(("}", "done", "fi"))
_DECLARES = frozenset(("export", "local", "declare", "readonly", "typeset"))
_NAMES_OF_HOSTS = re.compile(r"/(?:private/)?etc/(?:hosts|resolv\.conf)")
_REMOTE_SHELL = re.compile(r"/dev/(?:tcp|udp)/(?P<host>[^/\s]+)/\S+")


class Commands(Protocol):
    """A text as its lexer gives it."""

    commands: list[Command]
    bodies: list[tuple[str, int]]


Lexer = Callable[[str], Commands]


class _Block(Struct):
    """What the commands of a compound command print; `function` is the one whose body it is."""

    printed: ShellValue = NOTHING
    function: str = ""
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
    """The commands of one script, with what flows between them.

    Attributes:
        state: What is known of the script.
        inner: The texts in other languages that it runs, each once, by text, language and first line.

    Args:
        source: Of the script.
        lexers: Language -> what reads the text that a shell of it runs; `shell` among them.
    """

    def __init__(self, source: SourceText, lexers: Mapping[str, Lexer]) -> None:
        self.state = ShellState(source)
        self.inner: dict[tuple[str, str, int], SourceText] = {}
        self._lexers = lexers
        self._depth = 0
        self._printed_by_all = NOTHING

    def read(self, commands: Commands) -> None:
        """Read the commands of the script until nothing new is learned."""
        for _ in range(_ROUNDS):
            self.state.begin()
            self.inner.clear()
            self._printed_by_all = self._run(commands, 0)
            if not self.state.has_learned:
                break

    @property
    def shared(self) -> Iterator[Stored | Used | Verification]:
        """What the script leaves for other parts of the skill, and uses of them."""
        state = self.state
        yield from state.uses
        if state.verifies:
            yield Verification(state.source.path)
        for path, value in state.files.items():
            place = file_channel(path)
            for taint in value.taints if place else ():
                yield Stored(place, taint)
        for scope in sorted(state.scopes):
            for name, value in state.names.items():
                for taint in value.taints:
                    yield Stored(name_in(scope, name), taint)
        path = state.source.path
        for function in state.functions if state.scopes else ():
            for taint in state.printed(function).taints:
                yield Stored(printed_by(path, function), taint)
        if state.source.is_file:
            for taint in self._printed_by_all.taints:
                yield Stored(printed_by(path), taint)

    # Commands.

    def _run(self, text: Commands, shift: int | None) -> ShellValue:
        """Read the commands of a text, and return what they print; None where nobody knows on which line it starts."""
        frames: dict[int, _Frame] = {0: _Frame()}
        for command in text.commands[:_COMMANDS]:
            if command.defines:
                self.state.functions.add(command.defines)
        for command in text.commands[:_COMMANDS]:
            frame = frames.setdefault(command.frame, _Frame())
            if shift is not None:
                self.state.line = command.line + shift
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
                given = value if redirect.inner else self.state.file(value.text)
                stdin = either(stdin, given)
        for number in command.heredocs:
            if number < len(bodies):
                stdin = either(stdin, expanded(bodies[number][0], (), self.state, {}))
        self._blocks(command, frame, stdin)
        at = program_at(command)
        for word, value in zip(command.words[:at], values[:at], strict=False):
            self._assigned(word, value, command, command.inner[command.words.index(word)] if command.inner else ())
        first_word = command.words[0] if command.words else ""  # none behind a `-exec` at the end
        if at >= len(values) or first_word == "()":
            output = self._block_end(frame) if first_word in _CLOSES and frame.blocks else NOTHING
            if first_word == "()":
                output = self._printed(frames, command.inner[0])
        else:
            output = self._program(command, at, values[at:], stdin, frames)
        self._redirected(command, output, frames)
        quiet = any(each.operator[0] in ">&" and each.operator != ">&" for each in command.redirects)
        output = NOTHING if quiet else output
        frame.pending = either(frame.pending, output) if command.run else output

    def _block_end(self, frame: _Frame) -> ShellValue:
        """Return the output of a compound command; that of the body of a function is known where it is called."""
        block = frame.blocks.pop()
        if block.function:
            self.state.prints(block.function, block.printed)
        return block.printed

    def _word(self, word: str, inner: Sequence[int], frames: dict[int, _Frame]) -> ShellValue:
        printed = {each: self._printed(frames, (each,)) for each in inner}
        return expanded(word, inner, self.state, printed)

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
                frame.blocks.append(_Block(function=command.defines if at == 0 else ""))
            elif word in _CLOSES and at == 0 and frame.blocks:
                for name in frame.blocks[-1].reads:
                    if stdin is not NOTHING:
                        self.state.assign(name, ShellValue("", stdin.taints))
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
            taints = some((*taints, self.state.taint(AbilityKind.DECODES, "pieces of texts")))
        if text == f"${found[1]}" and not inner:  # its own value, or a default
            return
        own = {taint for taint in taints if taint.kind is AbilityKind.VARIABLE and taint.name == found[1]}
        self.state.assign(
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
                    report_remote_shell(self.state, remote["host"])
                for taint in output.taints:
                    self.state.report(
                        flow(taint, host_in(remote["host"], bare=True), self.state.position, self.state.quote)
                    )
            elif "&" not in redirect.operator or redirect.operator == "&>":
                self._check_fetched(target.text, output)
                self.state.write(target.text, output if redirect.operator[0] in ">&" else NOTHING)

    def _check_fetched(self, place: str, output: ShellValue) -> None:
        """Report that what nobody answers for is put where it takes effect by itself."""
        started = started_file(place)
        for taint in output.taints if started or _NAMES_OF_HOSTS.fullmatch(place) else ():
            if taint.kind is AbilityKind.FETCHES and unanswered(taint.name):
                facts = (("what", started.name if started else place),)
                at, quote = self.state.position, self.state.quote
                self.state.report(Concern(ConcernKind.PERSISTS, AlarmLevel.STOP, at, quote, facts, taint.at))

    def _program(
        self, command: Command, at: int, values: list[ShellValue], stdin: ShellValue, frames: dict[int, _Frame]
    ) -> ShellValue:
        """Read a program with its arguments, and return what it prints."""
        first = values[0]
        raw = command.words[at]
        words = [value.text for value in values]
        if raw.startswith("$"):
            report_named(self.state, raw, first, command.pieces)
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
        if name in self.state.functions:
            for number, value in enumerate(values[1:10], 1):
                self.state.assign(str(number), value)
                self.state.assign("@", value)
                self.state.assign("*", value)
            return ShellValue("", some((*stdin.taints, *self.state.printed(name).taints)))
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
                self.state.assign(words[1], ShellValue("", value.taints) if len(values) > 4 else value)
            return NOTHING
        if name in {"read", "mapfile", "readarray"}:
            names = [word for word in words[1:] if re.fullmatch(r"[A-Za-z_]\w*", word)]
            for each in names:
                self.state.assign(each, ShellValue("", stdin.taints))
            frame = frames[command.frame]
            if frame.blocks:
                frame.blocks[-1].reads += names
            return NOTHING
        report_run(self.state, line, command.words[at:], values, stdin)
        self._inner_texts()
        report_sent(self.state, line, values, stdin)
        learn_written(self.state, line, words, stdin)
        return output(self.state, line, values, stdin, command.pieces)

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

    # What a command runs, and what it does by itself.

    def _inner_texts(self) -> None:
        """Read the texts that the command runs: those of a shell as commands, others later by their own readers."""
        texts, self.state.inner = self.state.inner, []
        here = self.state.line
        for each in texts:
            text, start = each.text[:_LONGEST_INNER], self._line_of(each.text)
            if each.language in self._lexers:
                self._nested(text, each.language, start)
            elif len(self.inner) < _INNER and len(each.text) < _LONGEST_INNER:
                inner = self.state.source.inner(text, each.language, *((start,) if start else (here, here)))
                self.inner[text, each.language, inner.first_line] = inner

    def _nested(self, text: str, language: str, start: int) -> None:
        if self._depth >= _DEPTH or len(text) < 3:
            return
        try:
            commands = self._lexers[language](text)
        except (SyntaxError, RecursionError):
            return
        line = self.state.line
        self._depth += 1
        self._run(commands, start - 1 if start else None)
        self._depth -= 1
        self.state.line = line

    def _line_of(self, text: str) -> int:
        """Return the line of the script on which a text starts that stands in it as it is run; 0 for others."""
        shown = next((number for number, line in enumerate(text.split("\n")) if line.strip()), 0)
        first = text.split("\n")[shown].strip()
        lines, here = self.state.source.lines, self.state.line - 1
        ahead = range(here, min(here + _FAR, len(lines)))
        behind = range(max(here - _FAR, 0), min(here, len(lines)))  # of a file that the script wrote before
        at = next((at for at in (*ahead, *behind) if first in lines[at]), -1)
        return max(at + 1 - shown, 1) if at >= 0 else 0

    def _see(self, command: Command, words: Sequence[str], stdin: ShellValue, frames: dict[int, _Frame]) -> None:
        """Note a command as it is known now, and what it writes that acts on its own later."""
        writes = tuple(
            self._word(each.target, each.inner, frames).text
            for each in command.redirects
            if ">" in each.operator and "&" not in each.operator
        )
        said = " ".join(words[1:]) if words[0] in PRINTS else stdin.text
        known = (":",) if words[0] in self.state.functions else tuple(words)  # what a function does is seen in it
        self.state.seen.append(ResolvedCommand(known, self.state.line, command.piped, writes))
        if may_put(words, writes):
            at, quote = self.state.position, self.state.quote
            self.state.report(payload_concern(at, quote, words, writes, said, stdin.taints))

    def _dangers(self, words: Sequence[str]) -> None:
        if words[0] == "cd":
            self.state.folder = words[1] if len(words) > 1 else "~"
        danger = destruction(words, self.state.folder)
        if danger and danger.level and not self.state.asks:
            level = danger.level
            if self.state.source.origin is AbilityOrigin.SCRIPT and danger.kind is AbilityKind.FORCE_PUSHES:
                level = AlarmLevel.STOP
            facts = (("what", f"{danger.words} {danger.target}".strip()),)
            self.state.report(Concern(ConcernKind.DESTROYS, level, self.state.position, self.state.quote, facts))
        exposed = exposure(words)
        if exposed:
            what = (("what", exposed.what),) if exposed.what else ()
            self.state.report(Concern(exposed.kind, exposed.level, self.state.position, self.state.quote, what))
        option = switch(words)
        if option:
            named = (("what", option), ("program", words[0].rsplit("/", 1)[-1]))
            self.state.report(
                Concern(ConcernKind.UNASKED, AlarmLevel.READ_FIRST, self.state.position, self.state.quote, named)
            )
