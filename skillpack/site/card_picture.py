"""A card as a PNG of 1200 by 630 pixels, drawn by Pillow: an extra, so whoever draws loads this module then.

The bytes are the same for the same card, Pillow and face; another rasteriser draws others.
"""

import io
from collections.abc import Iterator
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from skillpack.model.finding import AlarmLevel
from skillpack.site.card import Card
from skillpack.site.sigil import GRID, sigil_bits

SIZE = (1200, 630)
_LEFT, _RIGHT = 80, 1120
_BESIDE = 246  # where the title starts, beside the sigil
_TOP, _BOTTOM = 436, 480  # of the bar
_PAPER, _GROUND, _INK, _INK2, _INK3, _EDGE = "#fcfcfa", "#e9ece8", "#13201f", "#43504d", "#5d6966", "#7b8784"
_TIERS = (_INK, "#0b3b3e", "#178482", "#a5d6d1")
_NUMBERS = (_INK, "#0b3b3e", "#0f6462", _INK)  # of the tiers; the third is too pale for text
_LEVELS = {None: _INK3, AlarmLevel.READ_FIRST: "#875000", AlarmLevel.STOP: "#b3221a"}
_REGULAR, _BOLD = 400, 700
_TITLES = (84, 72, 60, 48, 38)  # pixels; the largest in which a title fits
_SIGIL, _FINE = 132, 4  # pixels of a sigil; it is drawn larger and made smaller, for round strands


def draw(card: Card, face: bytes) -> bytes:
    """Return the PNG of a card.

    Args:
        card: What it says.
        face: A variable TrueType font with the axes of weight and width, in this order.
    """
    return _Picture(card, face).png()


class _Picture:
    """A card on its way to pixels."""

    def __init__(self, card: Card, face: bytes) -> None:
        self._card, self._face = card, face
        self._image = Image.new("RGB", SIZE, _PAPER)
        self._pen = ImageDraw.Draw(self._image)

    def png(self) -> bytes:
        """Return the card, drawn and packed."""
        self._head()
        for line, text in enumerate(self._wrapped(self._card.text, 40, _REGULAR, _RIGHT - _LEFT, 2)):
            self._text(_LEFT, 272 + 52 * line, text, _INK, 40, _REGULAR)
        self._figures()
        self._bar()
        self._foot()
        packed = io.BytesIO()
        few = self._image.quantize(64, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(packed, "PNG", compress_level=6)
        return packed.getvalue()

    def _head(self) -> None:
        """Draw the sigil, or the mark of a catalog, and the title beside it."""
        card, wide = self._card, _RIGHT - _BESIDE
        if card.woven:
            self._pen.rounded_rectangle((_LEFT, 64, _LEFT + _SIGIL - 1, 64 + _SIGIL - 1), 18, "#e3efec")
            self._image.paste(_TIERS[1], (_LEFT, 64), _sigil(card.woven))
        else:
            self._mark(_LEFT, 84, 6)
        size = next((size for size in _TITLES if self._wide(card.title, size, _BOLD) <= wide), _TITLES[-1])
        for text in self._wrapped(card.title, size, _BOLD, wide, 1):
            self._text(_BESIDE, 143 if card.about else 162, text, _INK, size, _BOLD)
        for text in self._wrapped(card.about, 26, _REGULAR, wide, 1):
            self._text(_BESIDE + 1, 188, text, _LEVELS[card.level], 26, _REGULAR)

    def _figures(self) -> None:
        """Draw the numbers above the bar."""
        x = float(_LEFT)
        for figure in self._card.figures:
            if figure.number:
                self._text(x, 412, figure.number, _NUMBERS[figure.tier], 24, _BOLD)
                x += self._wide(figure.number, 24, _BOLD) + 7
            self._text(x, 412, figure.words, _INK2, 24, _REGULAR)
            x += self._wide(figure.words, 24, _REGULAR) + 28

    def _bar(self) -> None:
        """Draw the bar, its scale and the line across it."""
        card, rectangle = self._card, self._pen.rectangle
        rectangle((_LEFT, _TOP, _RIGHT - 1, _BOTTOM - 1), _GROUND)
        gap = 2 if len(card.segments) < 200 else 1
        for segment in card.segments:
            start, end = _position(segment.start), _position(segment.end)
            rectangle((start, _TOP, max(end - 1 - gap, start), _BOTTOM - 1), _TIERS[segment.tier])
        steps = max(len(card.marks) - 1, 0) * 5
        for step in range(steps + 1 if steps else 0):
            x = _position(step / steps)
            rectangle((x, _BOTTOM + 8, x + 1, _BOTTOM + (16 if step % 5 else 28)), _EDGE)
        if card.limit:
            x = _position(card.limit)
            rectangle((x - 1, _TOP - 10, x + 1, _BOTTOM + 28), _INK)
        for place, label in _labels(card):
            anchor = "ls" if place == 0 else "rs" if place == 1 else "ms"
            self._text(_position(place), _BOTTOM + 54, label, _INK3, 20, _REGULAR, anchor)

    def _foot(self) -> None:
        """Draw whose catalog it is, and where."""
        self._mark(_LEFT, 584, 1)
        for text in self._wrapped(self._card.catalog, 22, _BOLD, 560, 1):
            self._text(118, 602, text, _INK, 22, _BOLD)
        for text in self._wrapped(self._card.address, 22, _REGULAR, 440, 1):
            self._text(_RIGHT, 602, text, _INK3, 22, _REGULAR, "rs")

    def _mark(self, x: int, y: int, scale: int) -> None:
        """Draw the mark of the site: three bars, each longer than the one before."""
        for tier, length in enumerate((9, 18, 25), 1):
            top = y + (tier - 1) * 8 * scale
            self._pen.rectangle((x, top, x + length * scale - 1, top + 5 * scale - 1), _TIERS[tier])

    def _text(self, x: float, y: float, text: str, colour: str, size: int, weight: int, anchor: str = "ls") -> None:
        self._pen.text((x, y), text, colour, _font(self._face, size, weight), anchor)

    def _wide(self, text: str, size: int, weight: int) -> float:
        return float(_font(self._face, size, weight).getlength(text))

    def _wrapped(self, text: str, size: int, weight: int, wide: int, most: int) -> tuple[str, ...]:
        """Return a text in at most so many lines; one that is longer ends in dots."""
        lines, words = [""], text.split()
        for place, word in enumerate(words):
            longer = f"{lines[-1]} {word}".strip()
            if self._wide(longer, size, weight) <= wide:
                lines[-1] = longer
            elif len(lines) < most and lines[-1]:
                lines.append(word)
            else:
                lines[-1] = self._cut(" ".join((lines[-1], *words[place:])).strip(), size, weight, wide)
                break
        if self._wide(lines[-1], size, weight) > wide:
            lines[-1] = self._cut(lines[-1], size, weight, wide)
        return tuple(filter(None, lines))

    def _cut(self, text: str, size: int, weight: int, wide: int) -> str:
        """Return as much of a text as fits before dots: whole words, unless that would be too little."""
        ends = range(min(len(text), 200), 0, -1)
        fitting = next(end for end in ends if self._wide(f"{text[:end]} …", size, weight) <= wide)
        whole = text[:fitting].rpartition(" ")[0]
        kept = whole if len(whole) > fitting * 2 // 3 else text[:fitting]
        return f"{kept.rstrip(' ,;:.')} …"


def _position(share: float) -> int:
    """Return the pixel of a place on the bar."""
    return _LEFT + round(share * (_RIGHT - _LEFT))


def _labels(card: Card) -> Iterator[tuple[float, str]]:
    """Yield place and text of each label; what the line across the bar says stands for the numbers near it."""
    near = 0.2 if card.limit == 1 else 0.08
    yield from ((place, label) for place, label in card.marks if not card.limit or abs(place - card.limit) > near)
    if card.limit:
        yield card.limit if card.limit == 1 else min(max(card.limit, 0.2), 0.8), card.limit_text


def _sigil(name: str) -> Image.Image:
    """Return the strands of a sigil as a mask."""
    unit = _SIGIL / 42 * _FINE
    mask = Image.new("L", (_SIGIL * _FINE, _SIGIL * _FINE), 0)
    pen, bits, wide = ImageDraw.Draw(mask), sigil_bits(name), round(2.5 * unit)

    def around(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
        reach = radius * unit + wide / 2
        return (x * unit - reach, y * unit - reach, x * unit + reach, y * unit + reach)

    def line(x: float, y: float, across: float, down: float) -> None:
        pen.line((x * unit, y * unit, (x + across) * unit, (y + down) * unit), 255, wide)

    for place in range(GRID * GRID):
        x, y, kind = 3 + place % GRID * 12, 3 + place // GRID * 12, bits >> 2 * place & 3
        if kind == 0:
            pen.arc(around(x, y, 6), 0, 90, 255, wide)
            pen.arc(around(x + 12, y + 12, 6), 180, 270, 255, wide)
        elif kind == 1:
            pen.arc(around(x + 12, y, 6), 90, 180, 255, wide)
            pen.arc(around(x, y + 12, 6), 270, 360, 255, wide)
        else:
            length = 12 if kind == 2 else 2
            for far in (0, 12 - length):
                line(x + 6, y + far, 0, length)
                line(x + far, y + 6, length, 0)
            if kind == 3:
                pen.ellipse(around(x + 6, y + 6, 1.4), None, 255, wide)
    return mask.resize((_SIGIL, _SIGIL), Image.Resampling.BOX)


@lru_cache(maxsize=16)
def _font(face: bytes, size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(io.BytesIO(face), size, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([weight, 100])
    return font
