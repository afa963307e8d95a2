"""Examples of properties: the same for everybody, so that nothing is red by chance, and new ones for who explores."""

from hypothesis import settings


def test_everybody_tries_the_same_examples() -> None:
    assert settings().derandomize


def test_who_explores_tries_more_of_them_and_always_new_ones() -> None:
    explore = settings.get_profile("explore")
    assert not explore.derandomize
    assert explore.max_examples > settings().max_examples
    assert explore.print_blob
