"""Which signs the words of lines hold."""

from skillpack.abilities.word_signs import WordSigns

SIGNS = WordSigns({" send ": 1, "end": 2, " un": 4, "ed ": 8, "发送": 16})


def _of(*lines: str) -> list[int]:
    return SIGNS.of_lines([set(line.split()) for line in lines])


def test_a_blank_at_an_end_of_a_sign_is_the_end_of_a_word() -> None:
    assert _of("go on", "send it", "resending", "until", "rerun", "ended", "edges") == [0, 3, 2, 4, 0, 10, 0]


def test_what_stands_around_and_between_words_is_none_of_them() -> None:
    assert _of("(send)", "**send**,", "to-send/it", "un-ended", "«send»", "请发送到") == [3, 3, 3, 14, 3, 16]


def test_words_are_read_with_and_without_their_marks() -> None:
    assert _of("s**end**", "`s`end", "_send_", "s_end") == [3, 3, 3, 3]


def test_long_words_are_read_too_each_time() -> None:
    long = "x" * 10_000 + "-send-" + "x" * 10_000
    assert _of(long, "go", f"until {long}") == _of(long, "go", f"until {long}") == [3, 0, 7]


def test_no_lines_hold_nothing() -> None:
    assert SIGNS.of_lines([]) == []
    assert _of("") == [0]


def test_more_words_than_are_remembered_hold_the_same() -> None:
    signs = WordSigns({" send ": 1, "end": 2})
    assert [signs.of_lines([{f"w{number}x{each}" for each in range(9_000)}, {"send"}])[1] for number in range(5)] == [
        3
    ] * 5
