"""An accent colour is readable wherever it stands, or refused with the numbers."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack import resources
from skillpack.errors import UsageError
from skillpack.parse.settings.accent import GROUNDS, LEAST, contrast, nearest, set_accent

CSS = resources.theme().assets["site.css"].decode()
COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def _pair(css: str, name: str) -> tuple[str, str]:
    *_, last = re.findall(rf"--{name}: light-dark\((#\w+), (#\w+)\)", css)
    return last


def _refusal(css: str, accent: str, accent_dark: str = "") -> UsageError:
    with pytest.raises(UsageError) as caught:
        set_accent(css, accent, accent_dark)
    return caught.value


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [("#000", "#fff", 21), ("#777777", "#ffffff", 4.478), ("#767676", "#fff", 4.542), ("#0000ff", "#ffffff", 8.592)],
)
def test_contrast_is_that_of_the_standard(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == contrast(other, one) == pytest.approx(ratio, abs=0.001)


def test_our_own_accent_would_do() -> None:
    assert _pair(set_accent(CSS, *_pair(CSS, "accent")), "accent") == _pair(CSS, "accent")


def test_one_colour_gets_a_shade_for_dark_pages() -> None:
    light, dark = _pair(set_accent(CSS, "#7a1fa2", ""), "accent")
    assert light == "#7a1fa2"
    assert min(contrast(dark, _pair(CSS, ground)[1]) for ground in GROUNDS) >= LEAST


def test_a_colour_that_cannot_be_read_is_refused_with_a_shade_that_can() -> None:
    error = _refusal(CSS, "#ffd400")
    assert re.fullmatch(
        r"`\[theme\] accent` is `#ffd400`, whose contrast on `#fbe9a8` is 1\.1\d:1, but 4\.5:1 is needed", str(error)
    )
    near = re.search(r"`(#\w+)`", error.hint)
    assert near
    assert set_accent(CSS, near[1], "")


def test_the_dark_colour_is_checked_on_dark_pages() -> None:
    assert str(_refusal(CSS, "#7a1fa2", "#7a1fa2")).startswith("`[theme] accent_dark` is `#7a1fa2`, whose contrast on ")
    assert set_accent(CSS, "#7a1fa2", "#e0b8f2").endswith("{ --accent: light-dark(#7a1fa2, #e0b8f2) }\n")


def test_a_ratio_just_below_the_limit_is_not_rounded_up() -> None:
    css = "".join(f"--{ground}: light-dark(#fff, #000);" for ground in GROUNDS)
    assert "is 4.47:1, but 4.5:1 is needed" in str(_refusal(css, "#777777"))
    assert set_accent(css, "#767676", "")


def test_backgrounds_of_a_theme_of_ones_own_count() -> None:
    css = CSS.replace("--bg2: light-dark(#f3f5f2", "--bg2: light-dark(#7a1fa2")
    assert "contrast on `#7a1fa2` is 1.00:1" in str(_refusal(css, "#7a1fa2"))


def test_a_stylesheet_that_does_not_say_its_backgrounds_is_refused() -> None:
    error = _refusal("body { color: red }", "#7a1fa2")
    assert "has no `--bg: light-dark(#…, #…)`" in str(error)
    assert error.hint == "set `--accent` in that `site.css`"


@given(colour=COLOURS)
def test_there_is_always_a_shade_and_a_good_colour_stays(colour: str) -> None:
    for side in (0, 1):
        grounds = [_pair(CSS, ground)[side] for ground in GROUNDS]
        shade = nearest(colour, grounds)
        assert min(contrast(shade, ground) for ground in grounds) >= LEAST
        assert nearest(shade, grounds) == shade
