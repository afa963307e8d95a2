"""Which signs the words of lines hold."""

from skillpack.abilities.word_signs import WordSigns

SIGNS = WordSigns(["send", "end", "@", "://", " und ", "を ", "n't", "send"])


def test_each_sign_is_known_with_the_lines_that_hold_it() -> None:
    lines = ["go.", "send it there, don't wait", "a resending", "me@b.example https://b.example"]
    assert SIGNS.find_in(lines) == {"send": {1, 2}, "end": {1, 2}, "n't": {1}, "@": {3}, "://": {3}}


def test_a_blank_at_an_end_of_a_sign_is_the_end_of_a_word() -> None:
    assert SIGNS.find_in(["hund und", "rundum", "これを する", "をする"]) == {" und ": {0}, "を ": {2}}


def test_long_words_are_read_too() -> None:
    assert SIGNS.find_in(["x" * 10_000 + "send" + "x" * 10_000]) == {"send": {0}, "end": {0}}


def test_no_lines_hold_nothing() -> None:
    assert SIGNS.find_in([]) == SIGNS.find_in([""]) == {}
