"""The accent colour of a catalog: checked where it stands, and set in the stylesheet."""

import colorsys
import math
import re
from collections.abc import Iterable
from functools import lru_cache

from skillpack.errors import UsageError

LEAST = 4.5
"""The contrast that text needs (WCAG 2.2, 1.4.3)."""

GROUNDS = ("bg", "bg2", "bg3", "mark")
"""Variables of `site.css` whose colours the accent stands on."""

_SHEET = "site.css"
_STEPS = 255  # of lightness, from black to white


def set_accent(css: str, accent: str, accent_dark: str) -> str:
    """Return a stylesheet that ends with an accent colour of its own.

    Args:
        css: With the colours it stands on, as `light-dark(#…, #…)`.
        accent: On light pages, as `#rrggbb`.
        accent_dark: On dark pages; where it is empty, the nearest shade of `accent` that can be read there.

    Raises:
        UsageError: A colour cannot be read well on one of the backgrounds, or these are not in the stylesheet.
    """
    grounds = tuple(_ground(css, name) for name in GROUNDS)
    light, dark = [pair[0] for pair in grounds], [pair[1] for pair in grounds]
    _check("accent", accent, light)
    if accent_dark:
        _check("accent_dark", accent_dark, dark)
    shade = accent_dark or nearest(accent, dark)
    if not shade:
        raise UsageError("no shade of `[theme] accent` can be read on dark pages", hint="set `[theme] accent_dark`")
    return f"{css}\n:root {{ --accent: light-dark({accent}, {shade}) }}\n"


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def nearest(colour: str, grounds: Iterable[str]) -> str:
    """Return the colour itself or the shade of it, by lightness, that can be read on all backgrounds; else empty."""
    behind = tuple(grounds)
    hue, lightness, saturation = colorsys.rgb_to_hls(*_rgb(colour))
    steps = sorted((step / _STEPS for step in range(_STEPS + 1)), key=lambda step: abs(step - lightness))
    shades = (_hex(colorsys.hls_to_rgb(hue, step, saturation)) for step in steps)
    return next((shade for shade in (colour, *shades) if _weakest(shade, behind)[0] >= LEAST), "")


def _check(key: str, colour: str, grounds: Iterable[str]) -> None:
    behind = tuple(grounds)
    measured, ground = _weakest(colour, behind)
    if measured < LEAST:
        near = nearest(colour, behind)
        raise UsageError(
            f"`[theme] {key}` is `{colour}`, whose contrast on `{ground}` is {math.floor(measured * 100) / 100:.2f}:1, "
            f"but {LEAST}:1 is needed",
            hint=f"the nearest shade that can be read is `{near}`" if near else "choose another colour",
        )


def _weakest(colour: str, grounds: Iterable[str]) -> tuple[float, str]:
    """Return the least contrast of a colour, and the background where it is so."""
    return min((contrast(colour, ground), ground) for ground in grounds)


def _ground(css: str, name: str) -> tuple[str, str]:
    found = re.search(rf"--{name}:\s*light-dark\(\s*(#[0-9a-fA-F]+)\s*,\s*(#[0-9a-fA-F]+)\s*\)", css)
    if not found:
        raise UsageError(
            f"`[theme] accent` cannot be checked: the theme's `assets/{_SHEET}` has no `--{name}: light-dark(#…, #…)`",
            hint=f"set `--accent` in that `{_SHEET}`",
        )
    return found[1], found[2]


def _rgb(colour: str) -> tuple[float, float, float]:
    digits = colour.removeprefix("#")
    width = len(digits) // 3
    red, green, blue = (int((digits[at : at + width] * 2)[:2], 16) / 255 for at in range(0, 3 * width, width))
    return red, green, blue


def _hex(rgb: Iterable[float]) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in rgb)


@lru_cache(maxsize=1024)
def _luminance(colour: str) -> float:
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _rgb(colour))
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))
