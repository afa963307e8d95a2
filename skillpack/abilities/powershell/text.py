"""PowerShell text, and batch files -> commands in the words of a Bourne shell, with what flows between them."""

import re

from msgspec import Struct, field

from skillpack.abilities.powershell.words import Translated, translated, translated_method
from skillpack.abilities.shell.text import Command, Redirect

_TOKEN = re.compile(
    r"""(?P<comment><\#.*?\#>|\#[^\n]*) | (?P<here>@'\n.*?\n'@|@"\n.*?\n"@) | (?P<single>'(?:[^']|'')*')
    | (?P<double>"(?:[^"`]|`.|"")*") | (?P<joined>`\n) | (?P<escape>`.) | (?P<blank>[ \t\r]+)
    | (?P<variable>\$(?:env:\w+|\w+:\w+|\w+|\{[^}\n]{1,80}\})|\$\?|\$\$)
    | (?P<open>\$\(|@\(|\() | (?P<close>\)) | (?P<begin>@\{|\{) | (?P<end>\}) | (?P<pipe>\|\|?) | (?P<stop>;|\n|&&)
    | (?P<comma>,) | (?P<type>\[[A-Za-z][\w.\[\],]*\](?:::)?) | (?P<redirect>[12*]?>>?(?:&1)?)
    | (?P<equals>[+]?=(?!=)) | (?P<call>&)
    | (?P<letters>[^\s'"`$()|;,{}&=>]+ | .)""",
    re.VERBOSE | re.DOTALL,
)
_IN_TEXT = re.compile(r"\$(?:env:)?(\w+)|\$\{(?:env:)?(\w+)\}|`(.)", re.IGNORECASE)
_PROGRAM = re.compile(r"[A-Za-z%?.][\w.\\:/-]*")
_METHOD = re.compile(r"(?:\.|::)(\w+)\Z")
_KEYWORDS = frozenset(
    [
        "if",
        "else",
        "elseif",
        "while",
        "do",
        "try",
        "catch",
        "finally",
        "switch",
        "function",
        "return",
        "begin",
        "process",
        "end",
        "param",
        "in",
        "throw",
        "trap",
    ]
)
_DEEPEST = 100


class _Frame(Struct):
    """Commands in brackets, or what a variable is given; `method` is what the brackets belong to."""

    number: int
    line: int
    method: str = ""
    target: str = ""
    words: list[str] = field(default_factory=list)
    inner: list[tuple[int, ...]] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)  # of words: `bare` or `value`
    pieces: list[str] | None = None
    word: list[int] = field(default_factory=list)
    kind: str = "bare"
    piped: bool = False
    pieced: int = 0
    redirect: str = ""
    redirects: list[Redirect] = field(default_factory=list)
    called: bool = False
    table: bool = False  # of names and values


class PowershellText:
    """A text of PowerShell in one pass.

    Attributes:
        commands: In the words of a Bourne shell, in the order in which they end.
        bodies: None: texts that stand on lines of their own are words here.
        variables: Name and line of each variable of the environment.

    Raises:
        SyntaxError: A bracket is not closed.
        RecursionError: Brackets are nested too deeply.
    """

    def __init__(self, text: str) -> None:
        self.commands: list[Command] = []
        self.bodies: list[tuple[str, int]] = []
        self.variables: list[tuple[str, int]] = []
        self._numbers, self._line = 0, 1
        self._frames = [_Frame(0, 1)]
        self._blocks: list[int] = []  # how many frames there were where each block began
        for found in _TOKEN.finditer(text):
            self._take(found.lastgroup or "", found[0])
            self._line += found[0].count("\n")
        self._statement_ends()
        if len(self._frames) > 1:
            raise SyntaxError("a bracket is not closed")

    def _take(self, kind: str, part: str) -> None:
        frame = self._frames[-1]
        match kind:
            case "single" | "double" | "here":
                self._text(frame, kind, part)
            case "variable":
                name = part.strip("${}")
                if name.lower().startswith("env:"):
                    name = name[4:]
                    self.variables.append((name, self._line))
                self._piece(frame, f"${name}", value=frame.pieces is None)
            case "escape":
                self._piece(frame, part[1:])
            case "blank" | "joined":
                self._word_ends(frame)
            case "type":
                frame.pieced += part.lower() == "[char]"
                self._piece(frame, part if part.endswith("::") else "", value=frame.pieces is None)
            case "open":
                self._open(frame, part)
            case "close":
                self._statement_ends()
                self._close()
            case "begin" if part == "@{":
                self._open(frame, part)
            case "begin":
                self._statement_ends()
                self._blocks.append(len(self._frames))
            case "end":
                self._statement_ends()
                if self._frames[-1].table and (not self._blocks or self._blocks[-1] < len(self._frames)):
                    self._close()
                elif self._blocks:
                    self._blocks.pop()
            case "pipe" | "stop":
                self._operator(part)
            case "comma":
                self._word_ends(frame)
            case "redirect":
                self._word_ends(frame)
                frame.redirect = "" if "&" in part or part[0] == "2" else part
            case "equals" if len(frame.words) + (frame.pieces is not None) == 1 and self._is_target(frame):
                self._assign(frame)
            case "call":
                self._word_ends(frame)
                frame.called = True
            case "letters":
                self._letters(frame, part)
            case "equals":
                self._piece(frame, part)

    def _letters(self, frame: _Frame, part: str) -> None:
        if part == "+" and (frame.kinds[-1:] == ["value"] or (frame.pieces is not None and frame.kind == "value")):
            self._word_ends(frame)
            frame.words.append("+")
            frame.inner.append(())
            frame.kinds.append("plus")
        else:
            frame.pieced += 3 * (
                part.startswith("[-1..")
                or (part.lower() in {"-join", "-f", "-bxor"} and len(frame.words) > 0 and frame.pieced > 1)
            )
            self._piece(frame, part)

    def _text(self, frame: _Frame, kind: str, part: str) -> None:
        inside = part[2:-2].strip("\n") if kind == "here" else part[1:-1]
        if kind == "single" or part.startswith("@'"):
            shown = inside.replace("''", "'")
        else:
            shown = _IN_TEXT.sub(lambda found: found[3] or f"${found[1] or found[2]}", inside)
            if "$(" in inside:
                self._inside(frame, inside)
        if re.search(r"\{[1-9]\}\{\d\}", shown):
            frame.pieced += 3
        self._piece(frame, shown, value=frame.pieces is None)

    def _inside(self, frame: _Frame, text: str) -> None:
        """Read what a text in double quotes puts in."""
        for found in re.finditer(r"\$\(([^()]*(?:\([^()]*\)[^()]*)*)\)", text[:4000]):
            try:
                inner = PowershellText(found[1])
            except (SyntaxError, RecursionError):
                continue
            numbers: dict[int, int] = {}
            for command in inner.commands:
                for number in (command.frame, *(each for group in command.inner for each in group)):
                    numbers.setdefault(number, self._number())
            for command in inner.commands:
                moved = tuple(tuple(numbers[each] for each in group) for group in command.inner)
                self.commands.append(
                    Command(
                        command.words,
                        self._line,
                        command.piped,
                        moved,
                        numbers[command.frame],
                        (),
                        (),
                        "",
                        command.pieces,
                    )
                )
            if 0 in numbers:
                frame.word.append(numbers[0])

    def _piece(self, frame: _Frame, text: str, *, value: bool = False) -> None:
        if frame.pieces is None:
            frame.pieces, frame.kind = [], "value" if value else "bare"
            if not frame.words:
                frame.line = self._line
        frame.pieces.append(text)

    def _number(self) -> int:
        self._numbers += 1
        return self._numbers

    def _open(self, frame: _Frame, part: str) -> None:
        before = "".join(frame.pieces[-3:]) if frame.pieces else ""
        method = _METHOD.search(before[-80:]) if part == "(" else None
        if method and frame.pieces:
            frame.pieces[-3:] = [before[: -len(method[0])]]
        elif part == "(" and frame.pieces is not None:
            self._word_ends(frame)
        if len(self._frames) > _DEEPEST:
            raise RecursionError("brackets are nested too deeply")
        number = self._number()
        self._piece(frame, "$()", value=True)
        frame.word.append(number)
        self._frames.append(_Frame(number, self._line, method=method[1] if method else "", table=part == "@{"))

    def _close(self) -> None:
        if len(self._frames) < 2:
            raise SyntaxError("a bracket is not open")
        self._frames.pop()

    def _is_target(self, frame: _Frame) -> bool:
        first = frame.words[0] if frame.words else "".join(frame.pieces or ())
        return re.fullmatch(r"\$\w+", first) is not None

    def _assign(self, frame: _Frame) -> None:
        self._word_ends(frame)
        name = frame.words[0][1:]
        frame.words, frame.inner, frame.kinds = [], [], []
        self._frames.append(_Frame(self._number(), self._line, target=name))

    def _word_ends(self, frame: _Frame) -> None:
        if frame.pieces is None:
            return
        word, frame.pieces = "".join(frame.pieces), None
        inner, frame.word = tuple(frame.word), []
        if frame.redirect:
            frame.redirects.append(Redirect(frame.redirect, word, inner))
            frame.redirect = ""
        elif not (not frame.words and frame.kind == "bare" and word.lower() in _KEYWORDS):
            frame.words.append(word)
            frame.inner.append(inner)
            frame.kinds.append(frame.kind)

    def _operator(self, part: str) -> None:
        frame = self._frames[-1]
        self._word_ends(frame)
        if part == "\n" and not frame.words and frame.piped:  # a pipe goes on
            return
        if part == "\n" and (frame.method or (frame.number and not frame.target and not frame.words)):
            return
        if part == "|":
            self._command_ends(frame)
            frame.piped = True
        else:
            self._statement_ends()

    def _statement_ends(self) -> None:
        frame = self._frames[-1]
        self._word_ends(frame)
        self._command_ends(frame)
        frame.piped = False
        while frame.target:
            self._frames.pop()
            outer = self._frames[-1]
            self.commands.append(
                Command((f"{frame.target}=$()",), frame.line, piped=False, inner=((frame.number,),), frame=outer.number)
            )
            frame = outer

    def _command_ends(self, frame: _Frame) -> None:
        words, inner, kinds = frame.words, frame.inner, frame.kinds
        frame.words, frame.inner, frame.kinds = [], [], []
        redirects, frame.redirects, called, frame.called = tuple(frame.redirects), [], frame.called, False
        pieced, frame.pieced = frame.pieced, 0
        if not words and not frame.method:
            return
        outer_inner = tuple(number for group in inner for number in group)
        joined = _joined(words, kinds)
        if frame.method:
            made: Translated = translated_method(frame.method, [word for word in words if word != "+"])
        elif frame.table:
            made = (("echo", *words),)
        elif called:
            made = translated(words) if _PROGRAM.fullmatch(words[0]) else (tuple(words),)
        elif kinds[0] == "value" or not _PROGRAM.match(words[0]):
            pieced += 3 * (joined is not None)
            made = (("echo", joined),) if joined is not None else (("echo", *(word for word in words if word != "+")),)
        elif words[0] == ".":
            made = (tuple(words),)
        else:
            made = translated(words)
        self._emit(frame, made, outer_inner, redirects, pieced)

    def _emit(
        self, frame: _Frame, made: Translated, inner: tuple[int, ...], redirects: tuple[Redirect, ...], pieced: int
    ) -> None:
        for number, each in enumerate(made):
            used = list(inner)
            groups: list[tuple[int, ...]] = []
            for word in each:
                count = word.count("$()")
                groups.append(tuple(used[:count]) if count else ())
                used = used[count:]
            if used and each and number == 0:
                groups[-1] = (*groups[-1], *used)
            last = number == len(made) - 1
            self.commands.append(
                Command(
                    each,
                    frame.line,
                    frame.piped or number > 0,
                    tuple(groups),
                    frame.number,
                    redirects if last else (),
                    (),
                    "",
                    pieced,
                )
            )


def _joined(words: list[str], kinds: list[str]) -> str | None:
    """Return short texts that are put together with plus signs; None for anything else."""
    texts = [word for word, kind in zip(words, kinds, strict=True) if kind == "value"]
    plain = all(kind in {"value", "plus"} for kind in kinds) and not any("$" in text for text in texts)
    return (
        "".join(texts)
        if plain and len(texts) > 1 and all(len(text) < 12 for text in texts) and "plus" in kinds
        else None
    )


_BATCH_WORD = re.compile(r'"[^"\n]*"|[^\s"]+')
_BATCH_VARIABLE = re.compile(r"%~?(\w+)%?|!(\w+)!")


class BatchText:
    """A batch file, line by line."""

    def __init__(self, text: str) -> None:
        self.commands: list[Command] = []
        self.bodies: list[tuple[str, int]] = []
        self.variables: list[tuple[str, int]] = []
        for number, line in enumerate(text.split("\n"), 1):
            self._line(line.strip().lstrip("@").strip(), number)

    def _line(self, line: str, number: int) -> None:
        if not line or re.match(r"(?:rem\b|::|:\w|echo\b(?![^\n]*[>|]))", line, re.IGNORECASE):
            return
        parts = re.split(r"(\|\|?|&&?)", re.sub(r"\^(.)", r"\1", line)[:4000])
        for at in range(0, len(parts), 2):
            words = [
                _BATCH_VARIABLE.sub(lambda found: f"${found[1] or found[2]}", word.strip('"'))
                for word in _BATCH_WORD.findall(parts[at])
            ]
            piped = at > 0 and parts[at - 1] == "|"
            if not words:
                continue
            assigned = (
                re.match(r"(?i:set)$", words[0]) and len(words) > 1 and re.match(r"(\w+)=(.*)", " ".join(words[1:]))
            )
            if assigned:
                self.commands.append(Command((f"{assigned[1]}={assigned[2]}",), number, piped=False))
                continue
            made: Translated = (("env",),) if [word.lower() for word in words] == ["set"] else translated(words)
            for step, each in enumerate(made):
                self.commands.append(Command(tuple(each), number, piped or step > 0))
