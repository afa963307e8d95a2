"""Other readings of a text, and where their bytes stand in it."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.check.spellings import BASE64, ESCAPED, SPLIT, long_runs, readings


def read(content: bytes) -> list[tuple[str, bytes]]:
    return [(each.how, each.text) for each in readings(content, long_runs(content))]


@pytest.mark.parametrize(
    "spelled",
    [
        "a&#98;c", "a&#x62;c", "a&#X0062;c", "a\\u0062c", "a\\u{62}c", "a\\U00000062c", "a\\x62c", "a\\142c", "a%62c",
        "a\u200bbc", "a\u00adbc", "a\u2060b\ufeffc", "a\ufe0fbc", "ab&shy;c", "a&#8203;bc", "a\\u200bbc",
        "ab%E2%80%8Bc",
        "\uff41\uff42\uff43", "\U0001d5ba\U0001d5bb\U0001d5bc",
    ],
)  # fmt: skip
def test_an_escape_is_read_as_what_it_stands_for(spelled) -> None:
    assert read(f"({spelled})".encode()) == [(ESCAPED, b"(abc)")]


@pytest.mark.parametrize(
    "split",
    ['"ab" "cd"', '"ab" + "cd"', "'ab'+'cd'", '"ab"\n    "cd"', '"ab" \\\n "cd"', "`ab` + `cd`", '"ab" . "cd"',
     'b"ab" b"cd"', '"ab" & "cd"', "\"ab\"'cd'"],
)  # fmt: skip
def test_literals_that_are_joined_are_read_as_one(split) -> None:
    ((how, text),) = read(split.encode())
    assert how == SPLIT
    assert b"abcd" in text


@pytest.mark.parametrize(
    "text", ['["ab", "cd"]', '{"ab": "cd"}', 'a="b" c="d"', '"ab" "', "`ab` `cd`", '""', "'''a'''"]
)
def test_other_literals_stay_apart(text) -> None:
    assert read(text.encode()) == []


@pytest.mark.parametrize(
    "text", ["", "plain", "100% of it", "a & b", "C:\\new", "caf\u00e9 \u26a0\ufe0f", "\\d+", "a\u00e9"]
)
def test_most_texts_have_no_other_reading(text) -> None:
    assert read(text.encode()) == []


def test_base64_is_decoded_wherever_it_begins() -> None:
    said = b"A sentence with a-word-of-25-characters, long enough for 3 lines: " * 3
    for packed in (base64.b64encode(said), base64.urlsafe_b64encode(said), b"/" + base64.b64encode(said[:90])):
        assert any(how == BASE64 and said[:80] in text for how, text in read(b"x: " + packed + b"\n"))
    assert (BASE64, said) in read(base64.encodebytes(said))


@given(st.lists(st.sampled_from(['" "', "&#97;", "\u200b", "\\x62", "%63", "abc", '" + "', "\n", "é", '"'])))
def test_every_byte_of_a_reading_has_its_place(parts) -> None:
    content = "".join(parts).encode()
    for each in readings(content, long_runs(content)):
        last = 0
        for at in range(len(each.text)):
            start, end = each.origin(at, at + 1)
            assert last <= start < end <= len(content) or each.text[at : at + 1] == b"\n"
            assert content[start:end] == each.text[at : at + 1] or end - start > 1 or each.text[at : at + 1] == b"\n"
            last = start
