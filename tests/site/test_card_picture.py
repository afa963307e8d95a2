"""Cards as pixels."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from skillpack import resources
from skillpack.model.finding import AlarmLevel
from skillpack.site.card import Card, Figure, Segment
from skillpack.site.card_picture import SIZE, draw

CARD = Card(
    "pydeseq2",
    "pydeseq2",
    "1.1.1 · MIT",
    None,
    "Tells which genes differ.",
    (Figure("60", "tokens always", 1), Figure("4,027", "when opened", 2)),
    (Segment(0, 0.005, 1), Segment(0.005, 0.8, 2)),
    ((0.0, "0"), (0.5, "2,500"), (1.0, "5,000")),
    1.0,
    "5,000 advised",
    "Northwind skills",
    "skills.example.com",
)
RED, TEAL = (179, 34, 26), (23, 132, 130)


def pixels(card: Card) -> Image.Image:
    return Image.open(io.BytesIO(draw(card, resources.face()))).convert("RGB")


def near(colour: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return all(abs(one - other) < 24 for one, other in zip(colour, wanted, strict=True))


def has(picture: Image.Image, colour: tuple[int, ...]) -> bool:
    return any(near(each, colour) for _, each in picture.getcolors(2**20) or ())


def test_is_a_png_of_the_size_that_is_shown_whole() -> None:
    content = draw(CARD, resources.face())
    assert content.startswith(b"\x89PNG")
    assert Image.open(io.BytesIO(content)).size == SIZE == (1200, 630)
    assert len(content) < 60_000


def test_equal_cards_have_equal_bytes() -> None:
    assert draw(CARD, resources.face()) == draw(replace(CARD), resources.face())


def test_the_bar_is_as_long_as_what_it_shows() -> None:
    picture = pixels(CARD)
    teal = [x for x in range(80, 1120) if near(picture.getpixel((x, 460)), TEAL)]
    assert (min(teal), max(teal)) == (85, 909)


def test_what_is_not_safe_is_red() -> None:
    assert not has(pixels(CARD), RED)
    assert has(pixels(replace(CARD, about="1.0.0 · Stop", level=AlarmLevel.STOP)), RED)


def test_two_names_have_two_sigils() -> None:
    box = (80, 64, 212, 196)
    assert pixels(CARD).crop(box).tobytes() != pixels(replace(CARD, woven="pandas")).crop(box).tobytes()


@pytest.mark.parametrize("side", ["left", "right"])
def test_nothing_runs_out_of_the_picture(side) -> None:
    long = "a-name-without-end-" * 20
    card = replace(CARD, title=long, about=long, text=f"{long} {long} {long}", catalog=long, address=long)
    picture = pixels(card)
    box = (0, 0, 70, 630) if side == "left" else (1130, 0, 1200, 630)
    assert len(picture.crop(box).getcolors() or ()) == 1


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=300), st.text(max_size=80))
def test_draws_whatever_is_written(text: str, title: str) -> None:
    assert draw(replace(CARD, text=text, title=title), resources.face())


def test_the_card_that_needs_no_drawing_has_that_size_too() -> None:
    assert Image.open(io.BytesIO(resources.plain_card())).size == SIZE
