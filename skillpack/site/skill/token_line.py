"""What using a skill costs, version by version, as a small line."""

from collections.abc import Sequence

_WIDTH, _HEIGHT, _EDGE = 240, 44, 6


def token_line(costs: Sequence[int]) -> str:
    """Return an SVG of steps, the oldest version first; empty where there are not two that were counted.

    Args:
        costs: Tokens of each version, in their order; 0 for what nobody counted.
    """
    counted = [cost for cost in costs if cost]
    if len(counted) < 2:
        return ""
    low, high = min(counted), max(counted)
    across, down = (_WIDTH - 2 * _EDGE) / (len(counted) - 1), (_HEIGHT - 2 * _EDGE) / max(high - low, 1)
    places = [(_EDGE + at * across, _EDGE + (high - cost) * down) for at, cost in enumerate(counted)]
    (x, y), *others = places
    path = f"M{x:.4g} {y:.4g}" + "".join(f"H{x:.4g}V{y:.4g}" for x, y in others)
    dots = "".join(f'<circle cx="{x:.4g}" cy="{y:.4g}" r="3.5"/>' for x, y in places)
    return f'<svg class="spark" viewBox="0 0 {_WIDTH} {_HEIGHT}" aria-hidden="true"><path d="{path}"/>{dots}</svg>'
