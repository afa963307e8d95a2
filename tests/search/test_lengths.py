from hypothesis import given
from hypothesis import strategies as st

from skillpack.search.lengths import rounded, step, written
from skillpack.search.shards import numbers

LENGTHS = st.integers(0, 46_000)  # of more, no skill that people wrote has words


@given(LENGTHS)
def test_a_length_is_wrong_by_less_than_two_hundredths(length) -> None:
    assert abs(rounded(length) - length) * 50 <= length


def test_short_ones_are_exact() -> None:
    assert [rounded(length) for length in range(57)] == list(range(57))


@given(LENGTHS, LENGTHS)
def test_a_longer_one_is_never_taken_for_shorter(one, other) -> None:
    assert (step(one) <= step(other)) == (rounded(one) <= rounded(other))
    assert step(min(one, other)) <= step(max(one, other))


@given(LENGTHS)
def test_what_is_rounded_stays(length) -> None:
    assert rounded(rounded(length)) == rounded(length)


@given(st.integers(0, 10**30))
def test_any_length_fits_a_byte(length) -> None:
    assert 0 <= step(length) < 256


def test_those_of_most_skills_are_written_with_a_byte_each() -> None:
    assert all(len(numbers([written(length)]).encode()) == 1 for length in range(56, 1_000))


@given(LENGTHS)
def test_what_is_written_tells_the_step(length) -> None:
    assert (written(length) + 56) % 256 == step(length)


def test_of_two_that_are_as_near_the_longer_is_taken() -> None:
    assert rounded(57) == 58
