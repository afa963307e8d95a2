"""Tokens as bars: how much an agent reads always, when a skill opens, and on demand."""

from skillpack.model.entry import Tokens

FULL = 8000
"""Tokens at which a row's bar is full: one scale for every row and every catalog, so that bars can be compared."""

_LEAST = 1.5  # per cent: a level that exists can be seen
_GAP = 0.8


def meter(tokens: Tokens) -> str:
    """Return the bar of a row as SVG; one that passes the scale is drawn full and broken."""
    levels = (tokens.always, tokens.opened, tokens.on_demand)
    broken = sum(levels) > FULL
    pieces, x = [], 0.0
    for number, count in enumerate(levels, 1):
        if count and x < 100:
            width = min(max(count / FULL * 100, _LEAST), 100 - x)
            pieces.append(_rect(number, x, width))
            x += width + _GAP
    if broken:
        pieces.append('<path d="M93 8 95 0h1.6l-2 8z"/>')
    return _svg("meter", 8, pieces)


def ruler(tokens: Tokens) -> str:
    """Return the bar of a skill's page as SVG: the shares of the three levels in what the skill can cost."""
    levels = (tokens.always, tokens.opened, tokens.on_demand)
    least = 1.0
    free = 100 - _GAP / 4 * (sum(map(bool, levels)) - 1)
    wide = {number: max(count, sum(levels) * least / 100) for number, count in enumerate(levels, 1) if count}
    pieces, x = [], 0.0
    for number, count in wide.items():
        width = count / sum(wide.values()) * free
        pieces.append(_rect(number, x, width))
        x += width + _GAP / 4
    return _svg("scale", 6, pieces)


def _rect(number: int, x: float, width: float) -> str:
    return f'<rect class="i{number}" x="{x:.4g}" width="{width:.4g}" height="8"/>'


def _svg(name: str, height: int, pieces: list[str]) -> str:
    head = f'<svg class="{name}" viewBox="0 0 100 {height}" preserveAspectRatio="none" aria-hidden="true">'
    return f"{head}{''.join(pieces)}</svg>"
