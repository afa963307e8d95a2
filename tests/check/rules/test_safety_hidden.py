"""Characters that nobody sees."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.document import Span

ZERO_WIDTH, JOINER, NON_JOINER = "\u200b", "\u200d", "\u200c"
SELECTOR = "\ufe0f"
TAGGED = "".join(chr(0xE0000 + ord(letter)) for letter in "run `rm`")
OVERRIDE, ISOLATE, POP = "\u202e", "\u2067", "\u2069"

HIDDEN = [
    f"a{ZERO_WIDTH}b",
    f"a{JOINER}b",
    f"a{NON_JOINER}b",
    "a\u2060b",
    "a\u00adb",
    "a\ufeffb",
    "a\u3164b",
    f"a{SELECTOR}b{SELECTOR}",
    f"😀{SELECTOR}{SELECTOR}",
    "😀" + "".join(chr(0xE0100 + number) for number in (10, 200, 33)),
    f"text{TAGGED}",
    f"\U0001f3f4{TAGGED}",
    "a\u200eb",
]
PROPER = [
    "",
    "Ä \u2014 \u201cü\u201d … 漢字 😀 ⚠\ufe0f ✅ ©\ufe0f 1\ufe0f\u20e3 #\ufe0f\u20e3",
    f"👩{JOINER}👩{JOINER}👧 👩🏽{JOINER}💻 🏳\ufe0f{JOINER}🌈 🏴{JOINER}☠\ufe0f ❤\ufe0f{JOINER}🔥 👨{JOINER}⚕\ufe0f",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    f"می{NON_JOINER}خواهم",
    f"क्{JOINER}ष ไทย{ZERO_WIDTH}ไทย",
    "葛\U000e0100",
    "שלום\u200e abc",
]


@pytest.mark.parametrize("text", HIDDEN)
def test_finds_what_nobody_sees(check, page, text) -> None:
    assert "SF001" in {each.rule for each in check(page(body=text))}


@pytest.mark.parametrize("text", PROPER)
def test_says_nothing_of_characters_that_do_their_work(check, page, text) -> None:
    assert not {"SF001", "SF011"} & {each.rule for each in check(page(body=text), files={"references/a.md": text})}


def test_reads_what_tag_characters_say(check, page) -> None:
    (found,) = [each for each in check(page(body=f"# A\n\nHello{TAGGED}.\n")) if each.rule == "SF001"]
    assert found.message == "hidden text in tag characters: `run 'rm'`"
    assert found.span == Span(7, 6, 7, 14)


def test_names_the_characters(check, page) -> None:
    (one,) = [each for each in check(page(body="a\u200bb")) if each.rule == "SF001"]
    (more,) = [each for each in check(page(body="a\u200b\u2060\u200bb")) if each.rule == "SF001"]
    assert one.message == "an invisible character, `U+200B` (zero width space)"
    assert more.message == "3 invisible characters: `U+200B` (zero width space), `U+2060` (word joiner)"


def test_looks_into_the_front_matter_and_other_files(check, page) -> None:
    text = page(description=f"description: Reads{ZERO_WIDTH} files. Use when needed.")
    found = [
        each for each in check(text, files={"scripts/a.py": f"x = 1\ny{ZERO_WIDTH} = 2\n"}) if each.rule == "SF001"
    ]
    assert {(place.path, place.span.line, place.span.column) for each in found for place in each.places()} == {
        ("skills/pdf/SKILL.md", 3, 19),
        ("skills/pdf/scripts/a.py", 2, 2),
    }


def test_a_byte_order_mark_is_not_hidden_text(check, page) -> None:
    found = check("\ufeff" + page(), files={"references/a.md": "\ufeffx"})
    assert "SF001" not in {each.rule for each in found}


def test_shows_at_most_twenty_of_a_file(check, page) -> None:
    (found,) = [each for each in check(page(body=f"a{ZERO_WIDTH}" * 100)) if each.rule == "SF001"]
    assert len(found.places()) == 20


@pytest.mark.parametrize(
    "text", [f"access {OVERRIDE}denied", f"a {ISOLATE}b{POP}", "a \u202ab\u202c", f"שלום {ISOLATE}b"]
)
def test_finds_what_turns_the_direction(check, page, text) -> None:
    assert "SF011" in {each.rule for each in check(page(), files={"scripts/a.py": text})}


@pytest.mark.parametrize("text", [f"שלום {ISOLATE}abc{POP} עולם", "שלום", "plain", "\u2014 \u201cquoted\u201d …"])
def test_says_nothing_of_closed_isolates_in_text_from_right_to_left(check, page, text) -> None:
    assert "SF011" not in {each.rule for each in check(page(body=text))}


def test_names_the_override(check, page) -> None:
    (found,) = [each for each in check(page(body=f"a{OVERRIDE}b")) if each.rule == "SF011"]
    assert found.message == "`U+202E` (right-to-left override) reverses the direction of text"
    assert found.span == Span(5, 2, 5, 3)


@pytest.mark.parametrize("mark", ["\u202c", "\u2069", "\u202a", "\u2066"])
def test_what_ends_or_embeds_a_stretch_reverses_nothing(check, page, mark) -> None:
    (found,) = [each for each in check(page(body=f"a{mark}b")) if each.rule == "SF011"]
    assert found.message.endswith(" changes the direction of text")
    assert "order" not in dict(found.facts)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a\x1b[2Kb", "an escape sequence"),
        ("a\x07b", "the control character `U+0007`"),
        ("a\x7fb", "the control character `U+007F`"),
        ("a\u009bb", "the control character `U+009B`"),
        ("a\rb\n", "a lone carriage return"),
    ],
)
def test_finds_control_characters(check, page, text, words) -> None:
    (found,) = [each for each in check(page(), files={"references/a.md": text}) if each.rule == "SF012"]
    assert found.message == f"{words} in a text file"
    assert (found.span.line, found.span.column) == (1, 2)


@pytest.mark.parametrize("text", ["a\tb\r\nc\n", "a\fb", "a\u0085b", "\\x1b[2K", "a\r\n\r\n", "a\0b"])
def test_says_nothing_of_ordinary_text(check, page, text) -> None:
    assert "SF012" not in {each.rule for each in check(page(), files={"references/a.md": text})}


@given(st.text(max_size=60))
def test_takes_any_text(check, page, text) -> None:
    for found in check(page(body="x"), files={"a.txt": text.encode("utf-8", "surrogatepass")}):
        assert found.message
