"""A small woven picture of a name, so that lists can be scanned: about 300 bytes of SVG in the colour of the text."""

from functools import cache

GRID = 3
"""Tiles of a row, and rows."""

_SIZE = 12  # units of a tile


def sigil(name: str) -> str:
    """Return an inline SVG of 3x3 tiles chosen by a hash of the name; the stylesheet sets stroke and size."""
    bits, rows = sigil_bits(name), _rows()
    tiles = "".join([rows[row][bits >> 2 * GRID * row & len(rows[row]) - 1] for row in range(GRID)])
    return f'<svg class="sigil" viewBox="-3 -3 42 42" aria-hidden="true"><path d="{tiles}"/></svg>'


def sigil_bits(name: str) -> int:
    """Return the bits that a sigil is drawn from: two a tile, the first tile lowest."""
    return hashed(name) & (1 << 2 * GRID * GRID) - 1


@cache
def _rows() -> tuple[tuple[str, ...], ...]:
    """Return, for each row, the strands of its tiles by their bits."""
    return tuple(
        tuple(
            "".join(_tile(bits >> 2 * column & 3, column * _SIZE, row * _SIZE) for column in range(GRID))
            for bits in range(4**GRID)
        )
        for row in range(GRID)
    )


def _tile(kind: int, x: int, y: int) -> str:
    """Return the strands of a tile; each enters and leaves in the middle of an edge, so that neighbours join."""
    if kind == 0:
        return f"M{x + 6} {y}a6 6 0 0 1-6 6m12 0a6 6 0 0 0-6 6"
    if kind == 1:
        return f"M{x + 6} {y}a6 6 0 0 0 6 6M{x} {y + 6}a6 6 0 0 1 6 6"
    if kind == 2:
        return f"M{x + 6} {y}v12m-6-6h12"
    return f"M{x + 6} {y}v2m0 8v2m-6-6h2m8 0h2m-7.4 0a1.4 1.4 0 1 0 2.8 0 1.4 1.4 0 1 0-2.8 0"


def hashed(name: str) -> int:
    """Return 32 well mixed bits: FNV-1a and the finish of MurmurHash3, so that `pdf` and `pdfs` look unlike."""
    value = 0x811C9DC5
    for byte in name.encode("utf-8", "replace"):
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    value = (value ^ value >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    value = (value ^ value >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return value ^ value >> 16
