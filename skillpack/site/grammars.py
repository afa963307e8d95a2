"""Small grammars of the languages that skills are full of: one pattern each, run once over the code.

Pygments knows far more languages and their corners, and is asked for what is not here; it is also ten times as slow,
and a catalog holds megabytes of code. A grammar marks comments, strings, numbers, keywords and definitions, no more.
Patterns run over text whose `&`, `<` and `>` are escaped already, and none of them can backtrack far. What no part can
be in, such as a word that is no keyword, is passed as a whole.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

COMMENT, STRING, NUMBER, KEYWORD, DEFINITION, NAME = "hc", "hs", "hn", "hk", "hf", "ha"
INSERTED, DELETED = "hi", "hd"

_DOUBLE = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"'
_SINGLE = r"'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'"
_LONG = r'"""[\s\S]*?"""|' + r"'''[\s\S]*?'''"
_TEMPLATE = r"`[^`\\]*+(?:\\[\s\S][^`\\]*+)*+`"
_NUMBER = r"\b(?:0[xX][\da-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)\b"
_BLOCK = r"/\*[\s\S]*?\*/"

Part = tuple[str, str]
"""Class and pattern; the first part that matches at a place wins. A pattern has no groups that capture."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """How one language is painted.

    Attributes:
        pattern: Matches a piece of the code: plain text in group 1, then what one part matched in that part's group;
            the last piece is plain text alone.
        flags: Of the pattern.
        classes: Of each group; empty for the plain text.
    """

    pattern: str
    flags: int
    classes: tuple[str, ...]


def _grammar(*parts: Part, begins: str, run: str = r"\w", indented: bool = False, flags: int = 0) -> Grammar:
    """Return a grammar that looks for its parts only where one can begin.

    Args:
        parts: In the order in which they are tried.
        begins: Characters, beside those of a run, at which a part can begin; as in a character class.
        run: Characters of a run: where no part matches at its start, none does inside of it.
        indented: Whether a part can begin with the blanks at the start of a line.
        flags: Of `re`.
    """
    any_part = "|".join(pattern for _, pattern in parts)
    dull = rf"(?!^)[^{run}{begins}\n]++" if indented else f"[^{run}{begins}]++"
    plain = rf"(?:{dull}|(?!{any_part})(?:[{run}]++|[\s\S]))*+"
    groups = "|".join(f"({pattern})" for _, pattern in parts)
    return Grammar(rf"({plain})(?:{groups}|\Z)", re.MULTILINE | flags, ("", "", *(name for name, _ in parts)))


def _words(text: str) -> str:
    """Return a pattern of any of these words, by first letters so that most other words fail at once."""
    ordered = sorted(text.split(), key=lambda word: (word[0], -len(word)))
    branches = (
        f"{letter}(?:{'|'.join(word[1:] for word in words)})"
        for letter, words in groupby(ordered, lambda word: word[0])
    )
    return rf"\b(?:{'|'.join(branches)})\b"


def _like_c(
    keywords: str, constants: str = "true false null", strings: str = f"{_DOUBLE}|{_SINGLE}", quotes: str = "\"'"
) -> Grammar:
    return _grammar(
        (COMMENT, rf"//[^\n]*|{_BLOCK}"),
        (STRING, strings),
        (DEFINITION, r"(?<=[cns] )(?:(?<=\bfunc )|(?<=\bfn )|(?<=\bfunction )|(?<=\bclass )|(?<=\bfun ))\w+"),
        (KEYWORD, _words(keywords)),
        (NUMBER, f"{_words(constants)}|{_NUMBER}"),
        begins=f"/{quotes}",
    )


def _like_shell(
    keywords: str, strings: str, variables: str = r"\$\{[^}\n]*\}|\$[\w@#?*!$-]", begins: str = "$"
) -> Grammar:
    return _grammar(
        (COMMENT, r"#(?:(?<=\s#)|(?<=^#))[^\n]*"),
        (STRING, strings),
        (NAME, variables),
        (KEYWORD, _words(keywords)),
        (NUMBER, _NUMBER),
        begins=f"#\"'{begins}",
    )


_PYTHON = _grammar(
    (COMMENT, r"#[^\n]*"),
    (STRING, f"{_LONG}|{_DOUBLE}|{_SINGLE}"),
    (DEFINITION, r"(?<=[fs] )(?:(?<=\bdef )|(?<=\bclass ))\w+|^[ \t]*@[\w.]+"),
    (
        KEYWORD,
        _words(
            "and as assert async await break class continue def del elif else except finally for from global if import "
            "in is lambda match case nonlocal not or pass raise return try while with yield"
        ),
    ),
    (NUMBER, rf"\b(?:True|False|None)\b|{_NUMBER}"),
    begins="#\"'@",
    indented=True,
)

_SHELL = _like_shell(
    "if then else elif fi for in do done while until case esac function return export local readonly set unset exit "
    "source trap shift break continue declare",
    r'"[^"\\]*+(?:\\[\s\S][^"\\]*+)*+"|' + r"'[^']*'",
    r"\$\{[^}\n]*\}|\$\w+|\$[@#?*!$-]",
)
_JSON = _grammar(
    (NAME, rf"{_DOUBLE}(?=\s*:)"),
    (STRING, _DOUBLE),
    (COMMENT, r"//[^\n]*"),
    (NUMBER, rf"\b(?:true|false|null)\b|-?{_NUMBER}"),
    begins='"/\\-',
)
_YAML = _grammar(
    (COMMENT, r"(?:(?<=\s)|^)#[^\n]*"),
    (STRING, f"{_DOUBLE}|'[^'\n]*'"),
    (KEYWORD, r"^(?:---|\.\.\.)[ \t]*$"),
    (NAME, r"[\w./$-]+(?=:(?:\s|$))"),
    (NUMBER, rf"(?<=[:\-] )(?:true|false|null|yes|no|on|off|~)(?=\s|$)|(?<=[:\-] ){_NUMBER}(?=\s|$)"),
    begins="#\"'~",
    run=r"\w./$\-",
)
_TOML = _grammar(
    (COMMENT, r"[#;][^\n]*"),
    (STRING, f"{_LONG}|{_DOUBLE}|'[^'\n]*'"),
    (KEYWORD, r"^[ \t]*\[[^\]\n]*\]+"),
    (NAME, r"^[ \t]*[\w.-]+(?=[ \t]*=)"),
    (NUMBER, rf"\b(?:true|false)\b|{_NUMBER}"),
    begins="#;\"'\\[",
    indented=True,
)
_SQL = _grammar(
    (COMMENT, rf"--[^\n]*|{_BLOCK}"),
    (STRING, r"'(?:[^']|'')*'"),
    (
        KEYWORD,
        _words(
            "select from where join left right inner outer full on group by order having limit offset insert into "
            "values update set delete create table view index alter drop add column primary key foreign references "
            "unique not null and or in is as distinct union all case when then else end exists between like with "
            "begin commit rollback default constraint check cascade returning explain analyze if replace function "
            "returns language trigger grant to using partition over desc asc"
        ),
    ),
    (NUMBER, _NUMBER),
    begins="/'\\-",
    flags=re.IGNORECASE,
)
_HTML = _grammar(
    (COMMENT, r"&lt;!--[\s\S]*?--&gt;"),
    (KEYWORD, r"&lt;[/!?]?[A-Za-z][\w:.-]*|[/?]?&gt;"),
    (NAME, r"[\w:@.-]+(?==[\"'{])"),
    (STRING, r"(?<==)(?:\"[^\"\n]*\"|'[^'\n]*')"),
    begins="&/?\"'",
    run=r"\w:@.\-",
)
_CSS = _grammar(
    (COMMENT, _BLOCK),
    (STRING, f"{_DOUBLE}|{_SINGLE}"),
    (KEYWORD, r"@[\w-]+"),
    (NAME, r"[\w-]+(?=\s*:[^:{}]*;)"),
    (NUMBER, r"#[\da-fA-F]{3,8}\b|-?\b\d+(?:\.\d+)?(?:[a-z]{1,4}\b|%)?"),
    begins="/\"'@#\\-",
)
_DIFF = _grammar(
    (KEYWORD, r"^(?:@@[^\n]*|diff [^\n]*|index [^\n]*|(?:\+\+\+|---) [^\n]*)"),
    (INSERTED, r"^\+[^\n]*"),
    (DELETED, r"^-[^\n]*"),
    begins="",
    run=r"\S \t",
)
_MARKDOWN = _grammar(
    (COMMENT, r"&lt;!--[\s\S]*?--&gt;|^[ \t]*(?:```|~~~)[^\n]*"),
    (KEYWORD, r"^#{1,6}[ \t][^\n]*"),
    (STRING, r"`[^`\n]+`"),
    (NAME, r"!?\[[^\[\]\n]*\]\([^()\n]*\)"),
    (DEFINITION, r"\*\*[^*\n]+\*\*"),
    begins="&`~#!*\\[",
    run=r"\w \t.,:;\-",
    indented=True,
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
    "true false null undefined NaN",
    f"{_DOUBLE}|{_SINGLE}|{_TEMPLATE}",
    "\"'`",
)
_GO = _like_c(
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package "
    "range return select struct switch type var",
    "true false nil iota",
    f"{_DOUBLE}|`[^`]*`|{_SINGLE}",
    "\"'`",
)
_RUST = _like_c(
    "as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub "
    "ref return self Self static struct super trait type unsafe use where while",
    "true false None Some Ok Err",
    rf"{_DOUBLE}|'(?:[^'\\\n]|\\.)'",
)
_JAVA = _like_c(
    "abstract assert boolean break byte case catch char class const continue data default do double else enum extends "
    "final finally float for fun if implements import in instanceof int interface internal is long native new object "
    "open operator override package private protected public record return sealed short static super suspend switch "
    "synchronized this throw throws transient try val var void volatile when while with yield",
    strings=f"{_LONG}|{_DOUBLE}|{_SINGLE}",
)
_C = _like_c(
    "auto bool break case char class const constexpr continue default delete do double else enum explicit extern float "
    "for friend goto if inline int long mutable namespace new noexcept operator override private protected public "
    "register return short signed sizeof static struct switch template this throw try typedef typename union unsigned "
    "using virtual void volatile while async await foreach in internal is lock out params partial readonly record ref "
    "sealed string get set var where yield abstract base event",
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
