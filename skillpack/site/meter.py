"""Tokens as drawings: how much an agent reads always, when a skill opens, and on demand; and version by version."""

from collections.abc import Sequence

from msgspec import Struct

from skillpack.model.entry import Tokens

ADVISED = 5000
"""Tokens that opening a skill costs at most, as the Agent Skills specification advises: the end of a row's bar."""

_LEAST = 1.5  # per cent: a level that exists can be seen
_GAP = 0.8
_MARKS = 6  # labels of a ruler at most, the one at 0 not counted
_WIDE, _HIGH, _EDGE = 240, 44, 6  # of the line of versions
_STEPS = (100, 250, 500, 1000, 2500)


class Ruler(Struct, frozen=True):
    """The bar of a skill's page, with a scale below it.

    Attributes:
        bar: SVG.
        ticks: SVG.
        marks: Tokens at the labels below it, from 0 to the end of the scale, evenly apart.
    """

    bar: str
    ticks: str
    marks: tuple[int, ...]


def meter(tokens: Tokens) -> str:
    """Return the bar of a row as SVG: what using the skill costs, on one scale for all; amber where it passes it."""
    past = tokens.always + tokens.opened > ADVISED
    pieces, x = [], 0.0
    for number, count in enumerate((tokens.always, tokens.opened), 1):
        if count and x < 100:
            width = min(max(count / ADVISED * 100, _LEAST), 100 - x)
            pieces.append(_rect("past" if past and number == 2 else f"i{number}", x, width, 5))
            x += width + _GAP
    return _svg("meter", 100, 8, "".join(pieces))


def ruler(tokens: Tokens) -> Ruler:
    """Return the bar of a skill's page: its three levels, one after the other, and a line at what is advised."""
    levels = (tokens.always, tokens.opened, tokens.on_demand)
    marks = ruler_labels(tokens)
    step = marks[1]
    scale, x, pieces = marks[-1] / 1000, 0.0, []
    for number, count in enumerate(levels, 1):
        if count:
            width = min(max(count / scale, 4.0), 1000 - x)
            pieces.append(_rect(f"i{number}", x, width, 20))
            x = min(x + width + 1.5, 999)
    limit = f'<path class="limit" d="M{ADVISED / scale:.4g} 0v26"/>'
    ticks = "".join(
        f"M{place * step / 5 / scale:.4g} 0v{4 if place % 5 else 10}" for place in range(len(marks) * 5 - 4)
    )
    return Ruler(
        _svg("rb", 1000, 26, "".join(pieces) + limit), _svg("rt", 1000, 10, f'<path class="tick" d="{ticks}"/>'), marks
    )


def ruler_labels(tokens: Tokens) -> tuple[int, ...]:
    """Return the labels of a skill's scale, from 0 to its end, evenly apart: at least to what is advised."""
    end = max(tokens.always + tokens.opened + tokens.on_demand, ADVISED)
    step = _step(end)
    return tuple(range(0, end + step, step))


def token_line(costs: Sequence[int]) -> str:
    """Return an SVG of steps, the oldest version first; empty where there are not two that were counted.

    Args:
        costs: Tokens of each version, in their order; 0 for what nobody counted.
    """
    counted = [cost for cost in costs if cost]
    if len(counted) < 2:
        return ""
    low, high = min(counted), max(counted)
    across, down = (_WIDE - 2 * _EDGE) / (len(counted) - 1), (_HIGH - 2 * _EDGE) / max(high - low, 1)
    places = [(_EDGE + at * across, _EDGE + (high - cost) * down) for at, cost in enumerate(counted)]
    (x, y), *others = places
    path = f"M{x:.4g} {y:.4g}" + "".join(f"H{x:.4g}V{y:.4g}" for x, y in others)
    dots = "".join(f'<circle cx="{x:.4g}" cy="{y:.4g}" r="3.5"/>' for x, y in places)
    return f'<svg class="spark" viewBox="0 0 {_WIDE} {_HIGH}" aria-hidden="true"><path d="{path}"/>{dots}</svg>'


def _step(end: int) -> int:
    """Return how far apart the labels of a scale are: a round number that leaves few of them."""
    power = 1
    while True:
        for step in _STEPS:
            if end <= step * power * _MARKS:
                return step * power
        power *= 10


def _rect(name: str, x: float, width: float, height: int) -> str:
    return f'<rect class="{name}" x="{x:.4g}" width="{width:.4g}" height="{height}"/>'


def _svg(name: str, width: int, height: int, pieces: str) -> str:
    box = f'viewBox="0 0 {width} {height}" preserveAspectRatio="none" aria-hidden="true"'
    return f'<svg class="{name}" {box}>{pieces}</svg>'
