"""Shell text -> the words of its commands: comments, quoted texts, patterns and heredocs are no commands."""

import re
from collections.abc import Iterator

from msgspec import Struct, field

_CODE = re.compile(
    r"""(?P<blank>(?:[ \t\r]|\\\n)+) | (?P<comment>\#[^\n]*) | (?P<escape>\\.)
    | (?P<quoted>'[^']*' | \$'(?:[^'\\]|\\.)*') | (?P<double>\$?")
    | (?P<opening>\$\(\(? | ` | [<>]\() | (?P<parameter>\$\{[#!]?\w* | \$\w+)
    | (?P<heredoc><<-?[ \t]*(?:'[^'\n]+' | "[^"\n]+" | \\?[\w.-]+))
    | (?P<placeholder><[A-Za-z][^<>|&;`$"'\n]{0,60}(?<![ \t])>(?!>|~|\$|/(?:dev|etc|home|root|usr|Users|var)\b))
    | (?P<redirect>\d*(?:<<< | <> | >> | >\| | >& | <& | > | <) | &>>?)
    | (?P<function>\([ \t]*\)) | (?P<operator>\n | ;;&? | ;& | ; | && | \|\| | \|& | \| | & | \(\( | \( | \))
    | (?P<letters>[^\s;|&()<>"'`$\\\#{}]+ | .)""",
    re.VERBOSE | re.DOTALL,
)
_QUOTED = re.compile(
    r"""(?P<escape>\\.) | (?P<double>") | (?P<opening>\$\(\(? | `) | (?P<parameter>\$\{[#!]?\w* | \$\w+)
    | (?P<brace>\}) | (?P<letters>[^"\\$`}]+ | .)""",
    re.VERBOSE | re.DOTALL,
)
_VARIABLE = re.compile(r"(?<!\\)\$\{?([A-Z][A-Z0-9_]+)")
_NAME = re.compile(r"[\w-]+")
_EXEC = frozenset({"-exec", "-execdir", "-ok"})
_TEXT = frozenset({'"', "}"})
_DEFAULT = re.compile(r":?[-=](?=[~$/.\w])(.{1,200})\Z")
_SLICE = re.compile(r":[ \t]*\(?-?\d+\)?(?::-?\d+)?")
_SPELLED = re.compile(r"(?:\\(?:x[2-7][0-9a-fA-F]|0?[01][0-7]{2}|u00[2-7][0-9a-fA-F])){3}")


class Redirect(Struct, frozen=True):
    """A redirection of a command: its operator, its file, and the brackets whose commands write it.

    The operator begins with the number of what is redirected, where that is neither input nor output.
    """

    operator: str
    target: str
    inner: tuple[int, ...] = ()


class Command(Struct, frozen=True):
    """The words of one command, keywords and assignments included, without its redirections.

    Attributes:
        words: Without quotes; `$NAME` for a parameter, `$()` for what a command prints, `<()` for the file of one.
        line: Of its first word.
        piped: True where it reads what the command before it prints.
        inner: For each word the numbers of the brackets whose commands print it.
        frame: The number of the brackets in which it stands; 0 for none.
        redirects: Of its input and output.
        heredocs: Numbers of the texts that it reads.
        defines: The function whose body begins with it.
        pieces: How many of its words are cut out of variables, or spelled by numbers of characters.
        run: True for one that another runs for each file it finds.
    """

    words: tuple[str, ...]
    line: int
    piped: bool
    inner: tuple[tuple[int, ...], ...] = ()
    frame: int = 0
    redirects: tuple[Redirect, ...] = ()
    heredocs: tuple[int, ...] = ()
    defines: str = ""
    pieces: int = 0
    run: bool = False


class _Frame(Struct):
    """What is being read: commands up to `close`, or text in double quotes or braces.

    Attributes:
        data: True where words are no commands: arrays and arithmetic.
        pieces: Of the word that is being read; None between words.
        cases: How many `case` are open; `pattern` is True where one expects its next pattern.
        test: True within `[[ ]]`.
        redirect: The operator whose file comes next.
        number: That no other brackets have; those of a text have that of what they stand in.
        word: Numbers of the brackets in the word that is being read; `inner`: in those before it.
    """

    close: str
    data: bool
    line: int
    words: list[str] = field(default_factory=list)
    pieces: list[str] | None = None
    piped: bool = False
    cases: int = 0
    pattern: bool = False
    test: bool = False
    redirect: str = ""
    number: int = 0
    word: list[int] = field(default_factory=list)
    inner: list[tuple[int, ...]] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)
    heredocs: list[int] = field(default_factory=list)
    defines: str = ""
    cut: int = 0


class ShellText:
    """A text of a Bourne shell in one pass, nothing of it looked at twice.

    Args:
        text: To read.
        shown: True where people are shown it, who write `<name>` for what they do not know.

    Attributes:
        commands: In the order in which they end.
        redirects: Operator, file and line of each redirection.
        variables: Name and line of each parameter that is read.
        functions: Names that the text defines.
        defaults: Name -> the text that stands for it where it has no value.
        bodies: Text and first line of each heredoc.

    Raises:
        SyntaxError: A quote or bracket is not closed; what is shown has a bracket where a shell allows none.
    """

    def __init__(self, text: str, *, shown: bool = False) -> None:
        self.commands: list[Command] = []
        self.redirects: list[tuple[str, str, int]] = []
        self.variables: list[tuple[str, int]] = []
        self.functions: set[str] = set()
        self.defaults: dict[str, str] = {}
        self.bodies: list[tuple[str, int]] = []
        self._numbers, self._shown = 0, shown
        self._text, self._line = text, 1
        self._frames = [_Frame("", data=False, line=1)]
        self._heredocs: list[tuple[str, bool, bool]] = []
        at = 0
        while at < len(text):
            frame = self._frames[-1]
            found = (_QUOTED if frame.close in _TEXT else _CODE).match(text, at)
            kind, part = (found.lastgroup or "", found.group()) if found else ("letters", text[at])
            if (kind == "comment" and frame.pieces is not None) or (frame.data and kind in {"comment", "heredoc"}):
                kind, part = "letters", part[0]
            if kind == "placeholder":
                kind, part = ("letters", part) if self._shown else ("redirect", "<")
            if frame.pieces is None and not frame.words:
                frame.line = self._line
            at += len(part)
            if kind == "letters" and part != "'":  # most of a text
                _add(frame, part)
            else:
                self._take(frame, kind, part)
            if "\n" in part:
                self._line += part.count("\n")
            if kind == "operator" and part == "\n" and self._heredocs:
                at = self._behind_bodies(at)
        if len(self._frames) > 1:
            raise SyntaxError("a quote or bracket is not closed")
        self._end_command(self._frames[0])

    def _take(self, frame: _Frame, kind: str, part: str) -> None:
        match kind:
            case "letters" if part == "'" and frame.close not in _TEXT:
                raise SyntaxError("a quote is not closed")
            case "letters":
                _add(frame, part)
            case "escape":
                _add(frame, part[1:])
            case "quoted":
                frame.cut += part.startswith("$") and _SPELLED.search(part) is not None
                _add(frame, part.removeprefix("$")[1:-1])
            case "blank":
                self._end_word(frame)
            case "double" if frame.close == '"':
                self._close()
            case "double":
                self._open(frame, '"', "")
            case "brace" if frame.close == "}":
                self._close()
            case "brace":
                _add(frame, part)
            case "parameter":
                name = part.lstrip("${#!")
                self.variables.append((name, self._line))
                _add(frame, f"${name}")
                if part.startswith("${"):
                    self._open(frame, "}", "")
            case "opening" if part == frame.close:  # the second backtick
                self._close()
            case "opening":
                self._open(frame, "`" if part == "`" else ")", "<(" if part[0] in "<>" else "$(", twice=part == "$((")
            case "heredoc":
                self._end_word(frame)
                end = part.lstrip("<-").strip()
                frame.heredocs.append(len(self.bodies) + len(self._heredocs))
                self._heredocs.append((end.strip("'\"\\"), end[0] in "'\"\\", part.startswith("<<-")))
            case "redirect":
                self._end_word(frame)
                frame.redirect = "" if frame.test or frame.data else part.lstrip("01")
            case "function":
                self._function(frame)
            case "operator":
                self._operator(frame, part)

    def _open(self, frame: _Frame, close: str, shown: str, *, twice: bool = False, data: bool = False) -> None:
        """Begin what ends with a quote or bracket; arithmetic ends with two."""
        _add(frame, shown)
        number = frame.number if close in _TEXT else self._number()
        if close not in _TEXT:
            frame.word.append(number)
        self._frames += [_Frame(close, data or twice, self._line, number=number) for _ in range(1 + twice)]

    def _number(self) -> int:
        self._numbers += 1
        return self._numbers

    def _close(self) -> None:
        inner = self._frames[-1]
        if inner.close not in _TEXT:
            self._end_command(inner)
        outer = self._frames[-2]
        self._frames.pop()
        if inner.close in _TEXT:
            outer.word += inner.word
            outer.cut += inner.cut
        if inner.close == '"':
            _add(outer, "".join(inner.pieces or ()))
        elif inner.close == "}":
            self._default(outer, "".join(inner.pieces or ()))
            outer.cut += _SLICE.match("".join(inner.pieces or ())) is not None
        elif outer.pieces is not None:
            _add(outer, ")")
        elif not inner.data and not outer.data:  # commands in brackets are one command
            outer.line = inner.line
            outer.words.append("()")
            outer.inner.append((inner.number,))

    def _default(self, outer: _Frame, text: str) -> None:
        """Keep what stands for a parameter that has no value: `${NAME:-text}`."""
        found = _DEFAULT.match(text)
        before = next((piece for piece in reversed(outer.pieces or ()) if piece), "")
        name = before[1:] if before.startswith("$") else ""
        if found and name:
            self.defaults.setdefault(name, found[1])

    def _function(self, frame: _Frame) -> None:
        if frame.pieces and frame.pieces[-1].endswith("="):  # an empty array
            return
        self._end_word(frame)
        if not frame.data and not frame.test:
            self.functions.update(frame.words[-1:])
            frame.defines = "".join(frame.words[-1:])
            frame.words, frame.inner = [], []

    def _operator(self, frame: _Frame, part: str) -> None:
        array = frame.pieces is not None and frame.pieces[-1].endswith("=")
        words = frame.test or frame.pattern
        if part in {"(", "(("} and not words and (array or frame.data or part == "(("):
            self._open(frame, ")", "", twice=part == "((", data=True)
            return
        if self._shown and part == "(" and frame.pieces is not None and not words and _NAME.fullmatch(frame.pieces[-1]):
            raise SyntaxError("a bracket behind a word")
        self._end_word(frame)
        if frame.pattern:
            frame.pattern, frame.words, frame.inner = part != ")", [], []
        elif part == ")" and frame.close == ")" and not frame.test:
            self._close()
        elif part == "(" and not frame.test:
            self._end_command(frame)
            self._frames.append(_Frame(")", data=False, line=self._line, number=self._number()))
        elif not frame.data and not frame.test:
            self._end_command(frame)
            frame.piped = part in {"|", "|&"}
            frame.pattern = part.startswith(";;") and frame.cases > 0

    def _end_word(self, frame: _Frame) -> None:
        if frame.pieces is None:
            return
        word, frame.pieces = "".join(frame.pieces), None
        inner, frame.word = tuple(frame.word), []
        if frame.redirect:
            self.redirects.append((frame.redirect, word, self._line))
            frame.redirects.append(Redirect(frame.redirect, word, inner))
            frame.redirect = ""
            return
        if word == "esac" and frame.cases and (frame.pattern or not frame.words):
            frame.cases, frame.pattern = frame.cases - 1, False
        elif word == "in" and len(frame.words) > 1 and frame.words[-2] == "case":
            frame.cases, frame.pattern, frame.words, frame.inner = frame.cases + 1, True, [], []
            return
        elif word in {"[[", "]]"}:
            frame.test = word == "[["
        frame.words.append(word)
        frame.inner.append(inner)

    def _end_command(self, frame: _Frame) -> None:
        self._end_word(frame)
        words, frame.words, frame.redirect, frame.test = frame.words, [], "", False
        inner, frame.inner = tuple(frame.inner), []
        redirects, frame.redirects = tuple(frame.redirects), []
        heredocs, frame.heredocs, cut, frame.cut = tuple(frame.heredocs), [], frame.cut, 0
        if (words or redirects) and not frame.data:
            if words[:1] == ["function"]:
                self.functions.update(words[1:2])
                frame.defines = "".join(words[1:2])
            defines, frame.defines = frame.defines, ""
            if words:
                self.commands.append(
                    Command(
                        tuple(words), frame.line, frame.piped, inner, frame.number, redirects, heredocs, defines, cut
                    )
                )
            run = (words[at + 1 : at + 20] for at, word in enumerate(words) if word in _EXEC)
            self.commands += [
                Command(tuple(each), frame.line, piped=False, frame=frame.number, run=True) for each in run
            ]

    def _behind_bodies(self, at: int) -> int:
        """Return where the text goes on behind the heredocs that begin here."""
        for end, literal, indented in self._heredocs:
            tabs = r"\t*" if indented else ""
            last = re.compile(rf"^{tabs}{re.escape(end)}$\n?", re.MULTILINE).search(self._text, at)
            stop, after = last.span() if last else (len(self._text), len(self._text))
            self.bodies.append((self._text[at:stop], self._line))
            if not literal:
                self.variables += _variables(self._text, at, stop, self._line)
            self._line += self._text.count("\n", at, after)
            at = after
        self._heredocs = []
        return at


def _add(frame: _Frame, piece: str) -> None:
    if frame.pieces is None:
        frame.pieces = []
    frame.pieces.append(piece)


def _variables(text: str, at: int, stop: int, line: int) -> Iterator[tuple[str, int]]:
    """Yield name and line of the variables in a heredoc."""
    for found in _VARIABLE.finditer(text, at, stop):
        line += text.count("\n", at, found.start())
        at = found.start()
        yield found[1], line
