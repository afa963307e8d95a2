"""Small grammars of the languages that skills are full of: one pattern each, run once over the code.

Pygments knows far more languages and their corners, and is asked for what is not here; it is also many times as slow,
and a catalog holds megabytes of code. A grammar marks comments, strings, numbers, keywords and definitions, no more.
Patterns run over text whose `&`, `<` and `>` are escaped already, and none of them can backtrack far. What no part can
be in, such as a word that is no keyword, is passed as a whole, with what follows up to the next place to look at.
"""

import re
from collections.abc import Callable, Mapping
from itertools import groupby
from string import ascii_letters, digits

from msgspec import Struct

COMMENT, STRING, NUMBER, KEYWORD, DEFINITION, NAME = "hc", "hs", "hn", "hk", "hf", "ha"
INSERTED, DELETED = "hi", "hd"

_ASCII = "".join(map(chr, range(128)))
_WORDS = f"{ascii_letters}{digits}_"


def _none_of(characters: str) -> str:
    """Return a class of all characters but these; sets of ASCII are searched fastest."""
    return f"[^{re.escape(characters)}]"


def _any_of(characters: str) -> str:
    return f"[{re.escape(characters)}]"


def _all_but(characters: str) -> str:
    """Return the ASCII characters that are not among these."""
    return "".join(character for character in _ASCII if character not in characters)


_W = _none_of(_all_but(_WORDS))
"""A character of a word; all beyond ASCII count as such."""

_DOUBLE = r'"[^"\\\n]*+(?>\\.[^"\\\n]*+)*"'
_SINGLE = r"'[^'\\\n]*+(?>\\.[^'\\\n]*+)*'"
_LONG = r'"""[\s\S]*?"""|' + r"'''[\s\S]*?'''"
_TEMPLATE = r"`[^`\\]*+(?>\\[\s\S][^`\\]*+)*`"
_NUMBER = rf"0[xX][0-9a-fA-F_]+(?!{_W})|[0-9][0-9_]*(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?!{_W})"
_BLOCK = r"/\*(?:[\s\S]*?\*/|[\s\S]*+)"
_REMARK = r"&lt;!--(?:[\s\S]*?--&gt;|[\s\S]*+)"
_NOTHING = "(?!)"
_ENTITY = "&(?:amp|lt|gt);"
"""One character of the code: no part begins inside of it."""

_ESCAPE = rf"\\(?:{_ENTITY}|{_W}++|[^\n])?"
"""Outside of a string too, what follows a backslash begins nothing."""

Piece = tuple[str, str, str, str, str, str, str, str]
"""Plain text, then what follows it: a comment, a name, a keyword, what that defines, a string, a number, a definition.

All but the plain text and one more are empty; what a keyword defines comes with the keyword and a blank between.
"""


class Grammar(Struct, frozen=True):
    """How one language is painted.

    Attributes:
        pattern: Matches a piece of the code, in groups as in `Piece`; the last piece is plain text alone.
        classes: Of each group after the first.
        by_line: Whether some part can only begin a line: the pattern then expects a line break before the code.
    """

    pattern: str
    classes: tuple[str, ...]
    by_line: bool

    def cut(self) -> Callable[[str], list[Piece]]:
        """Return the function that cuts escaped code into pieces."""
        return re.compile(self.pattern, re.MULTILINE).findall


def _grammar(
    *,
    begins: str,
    run: str = _WORDS,
    line: str = "",
    comment: str = _NOTHING,
    name: str = _NOTHING,
    keyword: str = _NOTHING,
    defines: str = "",
    string: str = _NOTHING,
    number: str = _NOTHING,
    definition: str = _NOTHING,
    classes: tuple[str, ...] = (COMMENT, NAME, KEYWORD, DEFINITION, STRING, NUMBER, DEFINITION),
) -> Grammar:
    """Return a grammar that looks for its parts only where one can begin.

    Args:
        begins: Characters, beside those of a run, at which a part can begin.
        run: Characters of a run: where no part matches at its start, none does inside of it.
        line: What follows a line break where a part begins that can only begin a line, perhaps with its indent.
        comment: Pattern of a part, as all that follow, in the order in which they are tried. It has no groups that
            capture. This part, a string and a definition begin with none of a run.
        name: Of keys, variables, links.
        keyword: Of words of the language; several in a row are one part.
        defines: The keywords that a name follows, after one blank.
        string: May span lines, as a comment.
        number: Also of constants.
        definition: Of other things than such names.
        classes: Of each of these.
    """
    in_words = "|".join(part for part in (keyword, number, name) if part != _NOTHING)
    any_part = "|".join(part for part in (comment, string, definition, in_words) if part not in {_NOTHING, ""})
    stops = f"{begins}\\&" + ("\n" if line else "")
    dull = _any_of(_all_but(run + stops)) if run else _none_of(stops)
    words = f"(?!{in_words}){_none_of(_all_but(run))}++{dull}*+" if run else ""
    others = "".join(mark for mark in begins if mark != "&")
    marks = f"(?!{any_part})(?:{_ENTITY}|{_any_of(others)})" if others else f"(?!{any_part}){_ENTITY}"
    breaks = rf"\n(?!{line})" if line else ""
    ways = filter(None, (words, f"{dull}++", marks, breaks, _ESCAPE))
    plain = f"(?>(?>{'|'.join(ways)})*)" + (r"\n?+" if line else "")
    above = "|".join(f"(?<={word})" for word in defines.split())
    defined = f"(?:(?:{above}) ({_W}++))?" if defines else "()"
    groups = f"({comment})|({name})|(?:({keyword}(?: ?{keyword})*){defined})|({string})|({number})|({definition})"
    return Grammar(rf"({plain})(?:{groups}|\Z)", classes, bool(line))


def _words(text: str) -> str:
    """Return a pattern of any of these words, by first letters so that most other words fail at once."""
    ordered = sorted(text.split(), key=lambda word: (word[0], -len(word)))
    branches = (
        f"{letter}(?:{'|'.join(word[1:] for word in words)})"
        for letter, words in groupby(ordered, lambda word: word[0])
    )
    return rf"(?:{'|'.join(branches)})(?!{_W})"


def _like_c(
    keywords: str,
    defines: str,
    constants: str = "true false null",
    strings: str = f"{_DOUBLE}|{_SINGLE}",
    quotes: str = "\"'",
) -> Grammar:
    return _grammar(
        comment=rf"//[^\n]*|{_BLOCK}",
        keyword=_words(keywords),
        defines=defines,
        string=strings,
        number=f"{_NUMBER}|{_words(constants)}",
        begins=f"/{quotes}",
    )


def _like_shell(
    keywords: str, strings: str, variables: str = r"\$\{[^}\n]*+\}?+|\$[\w@#?*!$-]", begins: str = "$"
) -> Grammar:
    return _grammar(
        comment=r"#(?:(?<=\s#)|(?<=^#))[^\n]*",
        name=variables,
        keyword=_words(keywords),
        string=strings,
        number=_NUMBER,
        begins=f"#\"'{begins}",
    )


_PYTHON = _grammar(
    comment=r"#[^\n]*",
    keyword=_words(
        "and as assert async await break class continue def del elif else except finally for from global if import "
        "in is lambda match case nonlocal not or pass raise return try while with yield"
    ),
    defines="def class",
    string=f"{_LONG}|{_DOUBLE}|{_SINGLE}",
    number=f"{_NUMBER}|{_words('True False None')}",
    definition=r"@(?<![^\s]@)[\w.]+",
    begins="#\"'@",
)

_SHELL = _like_shell(
    "if then else elif fi for in do done while until case esac function return export local readonly set unset exit "
    "source trap shift break continue declare",
    r'"[^"\\]*+(?>\\[\s\S][^"\\]*+)*"|' + r"'[^']*'",
    r"\$\{[^}\n]*+\}?+|\$\w+|\$[@#?*!$-]",
)
_JSON = _grammar(
    comment=r"//[^\n]*",
    name=rf"{_DOUBLE}(?=\s*:)",
    string=_DOUBLE,
    number=f"-?(?:{_NUMBER})|{_words('true false null')}",
    begins='"/-',
)
_YAML = _grammar(
    comment=r"#(?:(?<=\s#)|(?<=^#))[^\n]*",
    name=r"[\w./$-]+(?=:(?:\s|$))",
    keyword=r"^(?:---|\.\.\.)[ \t]*$",
    string=f"{_DOUBLE}|'[^'\n]*'",
    number=rf"(?<=[:\-] )(?:true|false|null|yes|no|on|off|~|{_NUMBER})(?=\s|$)",
    begins="#\"'~",
    run=f"{_WORDS}./$-",
)
_TOML = _grammar(
    line=r"[ \t]*+(?:\[[^\]\n]*+\]|[\w.-]++[ \t]*+=)",
    comment=r"[#;][^\n]*",
    name=r"^[ \t]*[\w.-]+(?=[ \t]*=)",
    keyword=r"^[ \t]*\[[^\]\n]*\]+",
    string=f"{_LONG}|{_DOUBLE}|'[^'\n]*'",
    number=f"{_NUMBER}|{_words('true false')}",
    begins="#;\"'[",
)
_SQL = _grammar(
    comment=rf"--[^\n]*|{_BLOCK}",
    keyword="(?i:"
    + _words(
        "select from where join left right inner outer full on group by order having limit offset insert into "
        "values update set delete create table view index alter drop add column primary key foreign references "
        "unique not null and or in is as distinct union all case when then else end exists between like with "
        "begin commit rollback default constraint check cascade returning explain analyze if replace function "
        "returns language trigger grant to using partition over desc asc"
    )
    + ")",
    string=r"'(?:[^']|'')*'",
    number=_NUMBER,
    begins="/'-",
)
_HTML = _grammar(
    comment=_REMARK,
    name=r"[\w:@.-]+(?==[\"'{])",
    keyword=r"(?:&lt;[/!?]?[A-Za-z][\w:.-]*|[/?]?&gt;)",
    string=r"[\"'](?<==[\"'])(?:(?<=\")[^\"\n]*\"|(?<=')[^'\n]*')",
    begins="&/?\"'",
    run=f"{_WORDS}:@.-",
)
_CSS = _grammar(
    comment=_BLOCK,
    name=r"[\w-]++(?=\s*+:[^:{}]*;)",
    keyword=r"@[\w-]+",
    string=f"{_DOUBLE}|{_SINGLE}",
    number=r"#[\da-fA-F]{3,8}\b|-?\b\d+(?:\.\d+)?(?:[a-z]{1,4}\b|%)?",
    begins="/\"'@#",
    run=f"{_WORDS}-",
)
_DIFF = _grammar(
    line=r"[-+]|@@|diff |index ",
    keyword=r"^(?:@@[^\n]*|diff [^\n]*|index [^\n]*|(?:\+\+\+|---) [^\n]*)",
    string=r"^\+[^\n]*",
    number=r"^-[^\n]*",
    begins="",
    run="",
    classes=("", "", KEYWORD, "", INSERTED, DELETED, ""),
)
_MARKDOWN = _grammar(
    line=r"[ \t]*+(?:```|~~~)|#{1,6}[ \t]",
    comment=rf"{_REMARK}|^[ \t]*(?:```|~~~)[^\n]*",
    name=r"!?\[[^\[\]\n]*\]\([^()\n]*\)",
    keyword=r"^#{1,6}[ \t][^\n]*",
    string=r"`[^`\n]+`",
    definition=r"\*\*[^*\n]+\*\*",
    begins="&`!*[",
    run="",
)
_DOCKER = _like_shell(
    "FROM RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL HEALTHCHECK SHELL AS",
    f"{_DOUBLE}|{_SINGLE}",
)
_SCRIPT = _like_c(
    "abstract any as async await boolean break case catch class const continue debugger declare default delete do else "
    "enum export extends finally for from function get if implements import in instanceof interface keyof "
    "let namespace never new number of private protected public readonly return satisfies set static string super "
    "switch this throw try type typeof unknown var void while yield",
    "function class",
    "true false null undefined NaN",
    f"{_DOUBLE}|{_SINGLE}|{_TEMPLATE}",
    "\"'`",
)
_GO = _like_c(
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package "
    "range return select struct switch type var",
    "func",
    "true false nil iota",
    f"{_DOUBLE}|`[^`]*`|{_SINGLE}",
    "\"'`",
)
_RUST = _like_c(
    "as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub "
    "ref return self Self static struct super trait type unsafe use where while",
    "fn",
    "true false None Some Ok Err",
    rf"{_DOUBLE}|'(?:[^'\\\n]|\\.)'",
)
_JAVA = _like_c(
    "abstract assert boolean break byte case catch char class const continue data default do double else enum extends "
    "final finally float for fun if implements import in instanceof int interface internal is long native new object "
    "open operator override package private protected public record return sealed short static super suspend switch "
    "synchronized this throw throws transient try val var void volatile when while with yield",
    "class fun",
    strings=f"{_LONG}|{_DOUBLE}|{_SINGLE}",
)
_C = _like_c(
    "auto bool break case char class const constexpr continue default delete do double else enum explicit extern float "
    "for friend goto if inline int long mutable namespace new noexcept operator override private protected public "
    "register return short signed sizeof static struct switch template this throw try typedef typename union unsigned "
    "using virtual void volatile while async await foreach in internal is lock out params partial readonly record ref "
    "sealed string get set var where yield abstract base event",
    "class",
    "true false null nullptr NULL",
)
_RUBY = _like_shell(
    "alias and begin break case class def do else elsif end ensure for if in module next not or redo rescue retry "
    "return self super then undef unless until when while yield require attr_reader attr_accessor",
    f"{_DOUBLE}|{_SINGLE}",
    r"@{1,2}\w+|(?<![\w:]):\w+",
    "@:",
)

_TABLE: tuple[tuple[str, Grammar], ...] = (
    ("python py python3 starlark star bazel", _PYTHON),
    ("bash sh shell zsh console shell-session", _SHELL),
    ("json jsonc json5 jsonl", _JSON),
    ("yaml yml", _YAML),
    ("toml ini cfg conf properties dotenv env", _TOML),
    ("sql postgresql postgres mysql sqlite", _SQL),
    ("html xml svg vue jinja django", _HTML),
    ("css scss less", _CSS),
    ("diff patch udiff", _DIFF),
    ("markdown md mdx", _MARKDOWN),
    ("dockerfile docker", _DOCKER),
    ("javascript js jsx mjs typescript ts tsx", _SCRIPT),
    ("go golang", _GO),
    ("rust rs", _RUST),
    ("java kotlin kt scala groovy", _JAVA),
    ("c cpp c++ csharp cs c# h hpp objective-c", _C),
    ("ruby rb", _RUBY),
)

GRAMMARS: Mapping[str, Grammar] = {name: grammar for names, grammar in _TABLE for name in names.split()}
"""Name of a language -> its grammar."""
