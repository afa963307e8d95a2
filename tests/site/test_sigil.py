from hypothesis import given
from hypothesis import strategies as st

from skillpack.site.sigil import sigil, sigil_bits


def test_a_sigil_is_drawn_from_the_name_alone(snapshot) -> None:
    assert sigil("pdf-forms") == snapshot


def test_names_alike_look_unlike() -> None:
    names = [f"skill-{number}" for number in range(2000)]
    assert len({sigil(name) for name in names}) > 1980


@given(st.text())
def test_a_sigil_is_small_and_holds_nothing_of_the_name(name) -> None:
    drawn = sigil(name)
    assert len(drawn) < 700
    assert drawn.startswith('<svg class="sigil" viewBox="-3 -3 42 42" aria-hidden="true"><path d="M')
    assert 0 <= sigil_bits(name) < 4**9
