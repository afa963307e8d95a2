"""The small grammars: right on ordinary code, harmless and quick on any other."""

import re
import tomllib
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pygments.lexers import get_all_lexers

from skillpack.site.grammars import GRAMMARS
from skillpack.site.highlight import highlighted

_TAG = re.compile(r"<[^>]+>")

CASES = [
    (
        "python",
        "@cache\ndef f(x):  # why\n    return 'a' + 1",
        {"hf": ["@cache", "f"], "hc": ["# why"], "hs": ["'a'"], "hn": ["1"]},
    ),
    (
        "python",
        "class A:\n    @cache\n    def f(x): pass",
        {"hf": ["A", "@cache", "f"], "hk": ["class", "def", "pass"]},
    ),
    ("python", "a @ b", {"hf": []}),
    ("python", "señor = así_es = 'é' if isé else 3é", {"hk": ["if", "else"], "hs": ["'é'"], "hn": []}),
    ("bash", "export A=\"$B\" # set\necho ${HOME} 'x'", {"hk": ["export"], "hc": ["# set"], "ha": ["${HOME}"]}),
    ("bash", "curl https://x.example/#part", {"hc": []}),
    ("json", '{"a": "b", "c": [1, true]}', {"ha": ['"a"', '"c"'], "hs": ['"b"'], "hn": ["1", "true"]}),
    ("yaml", "name: x # y\non: true\n- 12", {"ha": ["name", "on"], "hc": ["# y"], "hn": ["true", "12"]}),
    ("toml", '[tool.x]\nkey = "v" # c', {"hk": ["[tool.x]"], "ha": ["key"], "hs": ['"v"'], "hc": ["# c"]}),
    ("sql", "SELECT a FROM t -- c\nWHERE b = 'x'", {"hk": ["SELECT", "FROM", "WHERE"], "hc": ["-- c"], "hs": ["'x'"]}),
    ("typescript", "const a = `x${b}`; // c", {"hk": ["const"], "hs": ["`x${b}`"], "hc": ["// c"]}),
    ("typescript", 'const u = "https://x.example";', {"hs": ['"https://x.example"'], "hc": []}),
    ("go", 'func Run() error { return nil } // "c"', {"hf": ["Run"], "hn": ["nil"], "hc": ['// "c"']}),
    ("rust", "fn f<'a>(x: &'a str) -> char { 'c' }", {"hf": ["f"], "hs": ["'c'"]}),
    ("html", '<a href="x">t</a><!-- c -->', {"ha": ["href"], "hs": ['"x"'], "hc": ["<!-- c -->"]}),
    ("css", "a { color: #fff; }", {"ha": ["color"], "hn": ["#fff"]}),
    ("toml", "  [a]\n  k = 1\n[b", {"hk": ["  [a]"], "ha": ["  k"], "hn": ["1"]}),
    ("html", "<b>x</b>", {"hk": ["<b>", "</b>"]}),
    ("sql", "a -- b\n'c''d' 1", {"hc": ["-- b"], "hs": ["'c''d'"], "hn": ["1"]}),
    ("bash", r'echo \"a\" "b" \if ${c', {"hs": ['"b"'], "hk": [], "ha": ["${c"]}),
    ("css", "a { margin: -1px var(--space-4); }", {"ha": ["margin"], "hn": ["-1px"]}),
    ("css", "a {} /* never", {"hc": ["/* never"]}),
    ("javascript", "class A {} // x\nfunction f() {}", {"hf": ["A", "f"], "hk": ["class", "function"]}),
    ("diff", "@@ -1 +1 @@\n-a\n+b\n c", {"hk": ["@@ -1 +1 @@"], "hd": ["-a"], "hi": ["+b"]}),
    ("markdown", "# T\n`c` [l](u) **b**", {"hk": ["# T"], "hs": ["`c`"], "ha": ["[l](u)"], "hf": ["**b**"]}),
    ("dockerfile", "FROM x AS y\n# c", {"hk": ["FROM", "AS"], "hc": ["# c"]}),
]


@pytest.mark.parametrize(("language", "code", "wanted"), CASES)
def test_marks_what_people_expect(language: str, code: str, wanted: dict[str, list[str]]) -> None:
    html = highlighted(code, language)

    for name, texts in wanted.items():
        assert [unescape(text) for text in re.findall(rf"<i class={name}>(.*?)</i>", html)] == texts


class _Text(HTMLParser):
    """What a browser shows: a reference to a character ends where an element begins."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)


def _shown(html: str) -> str:
    reader = _Text()
    reader.feed(html)
    reader.close()
    return "".join(reader.pieces)


FOREIGN = ("php", "perl", "lua", "swift", "console", "pycon", "powershell", "nginx", "make", "http", "tex")
"""Languages that Pygments paints."""

EVERY_KIND = '# a & b\n/* c */ def f(x) { "q\\"" <b a=\'1\'> `t` 0x1F; } // end\n-- s\n\treturn if é\n'
"""Code of no language, and a little of each."""

HOSTILE = st.lists(
    st.sampled_from(
        [
            *"ab'\"`#/*-<>&\\\n\r{}()[]$@:;=0 \t\0|!%+~\ud800\u2028é",
            *("&amp;", "&lt", "&#59;", "<!--", "-->", "</i>", "?a=1&b=2", "\\&", "&;", "# ", "; ", "a=", "def ", "```"),
        ]
    ),
    max_size=40,
).map("".join)


@given(st.sampled_from([*sorted(GRAMMARS), *FOREIGN]), HOSTILE)
@example("toml", "?a=1&b=2")
@example("ini", "x = a\\&b")
@example("dotenv", "URL=https://x.example/?a=1&lt=2")
def test_shows_the_code_as_it_is(language: str, code: str) -> None:
    assert _shown(highlighted(code, language)) == code


EXAMPLES = tomllib.loads(Path(__file__).with_name("grammars.toml").read_text(encoding="utf-8"))


def test_each_grammar_has_an_example() -> None:
    assert {id(GRAMMARS[name]) for name in EXAMPLES} == {id(grammar) for grammar in GRAMMARS.values()}


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_shows_an_example_of_each_language_as_it_is(language: str) -> None:
    code = next(code for name, code in EXAMPLES.items() if GRAMMARS[name] is GRAMMARS[language])
    html = highlighted(code, language)
    assert html.count("<i class=") > 4
    assert unescape(_TAG.sub("", html)) == code


@pytest.mark.parametrize("language", sorted(EXAMPLES))
@given(data=st.data())
def test_shows_any_cut_of_an_example_as_it_is(language: str, data: st.DataObject) -> None:
    """What is near to real code goes further into a grammar than what is made of characters."""
    code = EXAMPLES[language]
    places = st.integers(0, len(code))
    piece = st.tuples(places, places).map(lambda cut: code[min(cut) : max(cut)])
    text = data.draw(st.lists(st.one_of(piece, st.text(max_size=8)), max_size=6).map("".join))
    assert unescape(_TAG.sub("", highlighted(text, language))) == text


def test_shows_code_as_it_is_in_every_language_that_pygments_paints() -> None:
    for name in [aliases[0] for _, aliases, _, _ in get_all_lexers(plugins=False) if aliases]:
        assert _shown(highlighted(EVERY_KIND, name)) == EVERY_KIND, name


@pytest.mark.parametrize("language", [*sorted(GRAMMARS), *FOREIGN])
def test_no_language_begins_a_part_in_a_character_that_is_escaped(language: str) -> None:
    for code in ("?a=1&b=2", "a<b>c&d;e", "\\&; \\<; &&;;", "\"&\" '<' `>` &#59; &amp; &amp"):
        assert _shown(highlighted(code, language)) == code


@given(st.sampled_from(sorted(GRAMMARS)), st.text(alphabet="a'\"`#/*<&\\\n$0"))
def test_no_element_spans_a_line(language: str, code: str) -> None:
    for line in highlighted(code, language).split("\n"):
        assert line.count("<i ") == line.count("</i>")


@pytest.mark.parametrize(
    "piece",
    [
        '"', "'", "`", "/*", "<!--", "\\", "[", "**", "$ {", "# ", "a=", "'''", '"""', "- ", '\\"', "\\`", "/* a ",
        "<!-- b ", "${", "--",
    ],
)  # fmt: skip
def test_what_opens_and_never_closes_ends_soon(piece: str) -> None:
    code = "\n".join([(piece * 4000)[:4000]] * 4)

    for language in dict.fromkeys(GRAMMARS):
        assert unescape(_TAG.sub("", highlighted(code, language))) == code
