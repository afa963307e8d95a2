"""Skills that are hard to tell apart, as arcs over a row of all skills, and in words."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from skillpack.model.entry import Rival

VERY = 0.42
"""Similarity from which an arc is amber."""

_WIDTH, _BASE, _HEIGHT = 1000, 150, 160
_MOST_TICKS = 500  # of the row; more would be one line


class Collision(Struct, frozen=True):
    """Two skills that are alike.

    Attributes:
        share: Similarity in per cent.
        words: What both say.
        very: Whether one is likely taken for the other.
    """

    first: str
    second: str
    share: int
    words: tuple[str, ...]
    very: bool


class CollisionMap(Struct, frozen=True):
    """Pairs of skills, the likest first, and an SVG of them."""

    pairs: tuple[Collision, ...]
    drawing: str


def collision_map(names: Sequence[str], closest: Sequence[tuple[str, Rival]]) -> CollisionMap:
    """Return the pairs and their drawing: a tick for each skill, by name, an arc for each pair.

    Args:
        names: Of all skills, sorted.
        closest: The pairs, the likest first.
    """
    pairs = tuple(
        Collision(name, rival.name, round(rival.similarity * 100), rival.words, rival.similarity >= VERY)
        for name, rival in closest
    )
    step = _WIDTH / max(len(names), 1)
    places = {name: (at + 0.5) * step for at, name in enumerate(names)}
    ticks = "".join(f"M{places[name]:.4g} {_BASE}v8" for name in names[:: -(-len(names) // _MOST_TICKS) or 1])
    arcs = "".join(_arcs(pairs, places))
    return CollisionMap(
        pairs, f'<svg class="arcs" viewBox="0 0 {_WIDTH} {_HEIGHT}" aria-hidden="true"><path d="{ticks}"/>{arcs}</svg>'
    )


def _arcs(pairs: Sequence[Collision], places: dict[str, float]) -> Iterator[str]:
    """Yield the arcs, the amber ones last and so on top; a wide one is flat, so that all stay in the picture."""
    for pair in sorted(pairs, key=lambda pair: pair.very):
        start, end = sorted((places[pair.first], places[pair.second]))
        high = min((end - start) / 2, _BASE - 6)
        name = ' class="very"' if pair.very else ""
        yield f'<path{name} d="M{start:.4g} {_BASE}A{(end - start) / 2:.4g} {high:.4g} 0 0 1 {end:.4g} {_BASE}"/>'
