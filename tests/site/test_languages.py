"""The languages that travel with the product: whole, alike, and nothing on a page beside them."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace

from skillpack import resources
from skillpack.check.run import rule_pages
from skillpack.model.digest import sha256
from skillpack.model.entry import PageRecord, Relations
from skillpack.model.release import History
from skillpack.parse.settings.interface import FORMS
from skillpack.site.pages.skill import skill_page

TEMPLATES = Path(__file__).parents[2] / "templates"
OTHERS = sorted(file.name for file in TEMPLATES.glob("strings.*.toml"))
_BRACES, _TAG = re.compile(r"\{\w*\}"), re.compile(r"<[^>]*>")

NOTHING = Relations((), History(), (), (), (), ())

# What pages put together: a title of names, a name and its version, a sentence of a reason.
_JOINT = re.compile(r" · | → |→ |: | (?=\d)|(?<=\d) |\.$")
# A path, a file, an address, a digest, a number with its unit, a key.
_NAME = re.compile(r"\S*[/.\d:]\S*|sha256 \w+|[\d.,]+\s\w{1,2}|\w|")

SAME = frozenset(
    {
        # Keys.
        "Enter", "Esc",
        # Names of files, their kinds and a command.
        "SHA256SUMS", "explain", "zip",
        # A folder of the catalog's pages, as it is called: `how-to`.
        "How to",
        # Programs that start servers, by their names.
        "Copilot CLI", "Cursor", "Gemini CLI", "VS Code", "opencode",
        # What stayed of a description between two versions.
        "release notes",
    }
)  # fmt: skip
"""What a page in German says as the one in English does, though it is not text of ours and none of the catalog's."""


def texts(name: str) -> Mapping[str, str]:
    """Return the texts of one file, by key."""
    return dict(_flat(tomllib.loads((TEMPLATES / name).read_text(encoding="utf-8"))))


def _flat(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)


def meanings(strings: Mapping[str, str]) -> Mapping[str, frozenset[str]]:
    """Return key -> its plural forms; none for a text without a number."""
    found: dict[str, frozenset[str]] = {}
    for key in strings:
        stem, _, form = key.rpartition(".")
        if form in FORMS and f"{stem}.other" in strings and (f"{stem}.one" in strings or form != "other"):
            found[stem] = found.get(stem, frozenset()) | {form}
        else:
            found[key] = frozenset()
    return found


@pytest.mark.parametrize("name", OTHERS)
class TestLanguage:
    def test_has_every_text_of_english_and_no_other(self, name: str) -> None:
        english, own = meanings(texts("strings.toml")), meanings(texts(name))
        missing, strange = sorted(english.keys() - own.keys()), sorted(own.keys() - english.keys())
        assert not missing, f"templates/{name} has no {', '.join(missing)}"
        assert not strange, f"templates/strings.toml has no {', '.join(strange)}"

    def test_has_both_forms_of_each_text_with_a_number(self, name: str) -> None:
        own = {key: sorted(forms) for key, forms in meanings(texts(name)).items() if forms and forms != set(FORMS)}
        assert own == {}, f"templates/{name} must have {FORMS} for each text with a number"

    def test_has_the_braces_and_tags_of_english(self, name: str) -> None:
        english, own = texts("strings.toml"), texts(name)
        for key, text in own.items():
            model = english.get(key) or english[f"{key.rpartition('.')[0]}.other"]
            for pattern in (_BRACES, _TAG):
                assert Counter(pattern.findall(text)) == Counter(pattern.findall(model)), f"{name}: {key}"

    def test_has_no_quotes_that_would_end_an_attribute(self, name: str) -> None:
        assert [key for key, text in texts(name).items() if '"' in _TAG.sub("", text)] == []


def test_german_speaks_to_nobody() -> None:
    """It says what is, and what to do in the infinitive."""
    spoken_to = re.compile(r"\b(?:[Dd]u|[Dd]eine?[mnrs]?|Ihnen|Ihre?[mnrs]?)\b|(?<![.:!?]) Sie\b")
    assert [key for key, text in texts("strings.de.toml").items() if spoken_to.search(text)] == []


def test_english_is_said_as_a_colleague_would_say_it() -> None:
    """Without the turns that readers stumbled over; `stands for` is an explanation."""
    odd = re.compile(
        r"\b(?:holds?|stands?(?! for\b)|whoever|blanks?|falls? off|of it|the door|goes on)\b", re.IGNORECASE
    )
    assert {key: text for key, text in texts("strings.toml").items() if odd.search(text)} == {}


def test_texts_with_a_number_have_both_english_forms() -> None:
    numbered = {key: sorted(forms) for key, forms in meanings(texts("strings.toml")).items() if forms}
    assert {key: forms for key, forms in numbered.items() if forms != ["one", "other"]} == {}


def test_every_family_of_rules_has_a_name(theme) -> None:
    families = {rule.family for rule in rule_pages()}
    assert sorted(family for family in families if f"family.{family}" not in theme.strings) == []


@dataclass
class Words(HTMLParser):
    """What a reader of a page sees or hears, with the language it is said to be in; no code.

    Attributes:
        found: Pairs of language and words; no language where it is that of the page.
    """

    found: list[tuple[str, str]] = field(default_factory=list)
    around: list[tuple[str, str]] = field(default_factory=list)

    _SPOKEN = ("aria-label", "title", "placeholder", "alt", "data-what", "data-copy", "data-copied")
    _EMPTY = frozenset({"meta", "link", "br", "input", "img", "hr", "wbr", "col"})
    _CODE = frozenset({"code", "pre", "script", "style", "ins", "del"})

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        spoken = values.get("lang") if tag != "html" else ""
        if tag not in self._EMPTY:
            self.around.append((tag, spoken or (self.around[-1][1] if self.around else "")))
        for name in self._SPOKEN:
            self._say(values.get(name, ""))
        if values.get("name") == "description":
            self._say(values["content"])

    def handle_endtag(self, tag: str) -> None:
        while self.around and self.around.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(tag in self._CODE for tag, _ in self.around):
            self._say(data)

    def _say(self, text: str) -> None:
        said = " ".join(text.split())
        if any(letter.isalpha() for letter in said):
            self.found.append((self.around[-1][1] if self.around else "", said))


def spoken(page: bytes) -> list[tuple[str, str]]:
    """Return pairs of language and words of a page."""
    words = Words()
    words.feed(page.decode())
    words.close()
    return words.found


@pytest.fixture(scope="module")
def german(configuration, rebuild) -> Mapping[str, bytes]:
    """The site in German: the interface alone, what its people wrote is as it was."""
    return rebuild(replace(configuration, language="de"), resources.theme(language="de"))


def unchanged(english: Mapping[str, bytes], german: Mapping[str, bytes], known: frozenset[str]) -> dict[str, str]:
    """Return what a German page says in the words of the English one and nobody is known to have written, by path."""
    left: dict[str, str] = {}
    for path in (path for path in german if path.endswith(".html")):
        before = {words for _, words in spoken(english[path])}
        for language, words in spoken(german[path]):
            if words in before and language != "en" and words not in known:
                pieces = (piece for piece in _JOINT.split(words) if piece not in known and not _NAME.fullmatch(piece))
                left |= dict.fromkeys(pieces, path)
    return left


@pytest.fixture(scope="module")
def known(written) -> frozenset[str]:
    """All that may be the same: what people wrote, texts that both languages have, and the list above."""
    english, own = texts("strings.toml"), texts("strings.de.toml")
    both = {piece for key, text in own.items() if english.get(key) == text for piece in (text, *_TAG.split(text))}
    return frozenset(" ".join(text.split()) for text in both) | SAME | written


def test_nothing_on_a_german_page_is_english_but_what_people_wrote(site, german, known) -> None:
    assert unchanged(site, german, known) == {}, "put these into the theme's texts; into `SAME` what is not text"


def test_a_word_that_stands_in_a_template_would_be_seen(configuration, rebuild, known) -> None:
    def made(language: str) -> Mapping[str, bytes]:
        theme = resources.theme(language=language)
        page = theme.templates["404.html"].replace("<main", '<button aria-label="Go away">x</button>Nothing: this<main')
        return rebuild(
            replace(configuration, language=language), replace(theme, templates={**theme.templates, "404.html": page})
        )

    assert unchanged(made("en"), made("de"), known) == {
        "Go away": "404.html",
        "Nothing": "404.html",
        "this": "404.html",
    }


def test_what_findings_say_is_marked_as_english_wherever_it_stands(german) -> None:
    ours = {"the field", "is unknown", "is in no specification", "lines", "split it", "move it", "unknown-field"}
    ours |= {"body-too-long", "tool", "script"}
    found: dict[str, set[str]] = {words: set() for words in ours}
    for path, page in german.items():
        for language, words in spoken(page) if path.endswith(".html") else ():
            if words.rstrip(".") in ours:
                found[words.rstrip(".")].add(language)
    assert {words: languages for words, languages in found.items() if languages != {"en"}} == {}


def test_markdown_beside_a_german_page_is_german(german) -> None:
    strings = texts("strings.de.toml")
    text = german["skills/release-notes/index.md"].decode()
    for key in ("install.title", "files.short", "versions.title", "details.updated"):
        assert strings[key] in text, key


def test_a_skill_says_its_language(theme, configuration, profiles, make_record) -> None:
    def page(skill: PageRecord) -> str:
        made = skill_page(skill, NOTHING, frozenset(), theme, configuration, profiles)
        return b"".join(made.chunks).decode()

    html = page(make_record("notes", entry={"language": "fr"}))
    assert '<p class="lead" dir="auto" lang="fr">' in html
    assert '<div class="md" dir="auto" lang="fr">' in html
    assert "lang=" not in page(make_record("notes", entry={"language": "en-GB"})).partition("<body>")[2]


RULES = sorted(file.name for file in TEMPLATES.glob("rules.*.toml"))
_LITERAL = re.compile(r"``.+?``|`[^`]+`")


def digest_of(text: str) -> str:
    """Return the first digits of the SHA-256 of a rule's English text, however its lines are broken."""
    return sha256(" ".join(text.split()).encode())[:8]


@pytest.mark.parametrize("name", RULES)
class TestRules:
    """What rules say, in other languages than theirs."""

    @pytest.fixture
    def own(self, name) -> Mapping[str, Mapping[str, str]]:
        (top,) = tomllib.loads((TEMPLATES / name).read_text(encoding="utf-8")).items()
        assert top[0] == "rules"
        return top[1]

    def test_every_rule_has_its_words_and_none_is_made_up(self, own) -> None:
        assert sorted(own) == sorted(page.code for page in rule_pages())
        assert {tuple(words) for words in own.values()} == {("of", "what", "why", "fix")}

    def test_they_are_those_of_the_english_text_as_it_is(self, own) -> None:
        stale = {
            page.code: digest_of(page.text) for page in rule_pages() if own[page.code]["of"] != digest_of(page.text)
        }
        assert stale == {}, "read these again, and write the new digest as `of`"

    def test_they_have_its_code_and_its_numbers(self, own) -> None:
        for page in rule_pages():
            said = " ".join(own[page.code][key] for key in ("what", "why", "fix"))
            assert set(_LITERAL.findall(said)) == set(_LITERAL.findall(" ".join(page.text.split()))), page.code
            numbers = [
                sorted(re.findall(r"\d+", re.sub(r"(?<=\d)[.,](?=\d)", "", _LITERAL.sub("", text))))
                for text in (said, page.text)
            ]
            assert numbers[0] == numbers[1], page.code


def test_a_german_page_of_a_rule_speaks_german(configuration, rebuild, read) -> None:
    language = {"language": "de"}
    page = rebuild(replace(configuration, **language), resources.theme(**language))["rules/FM006/index.html"]
    words = read(page).words
    assert "Ein Feld ist keines der sechs der Spezifikation, und kein bekannter Host liest es." in words
    assert "A field is none of the six" not in words
