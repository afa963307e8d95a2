"""The picture of a card: when it is drawn again, and by what."""

from skillpack import resources
from skillpack.build.inputs.inputs import Inputs
from skillpack.build.outputs.output import digest
from skillpack.machine import library_versions
from skillpack.site.cards.card import Card


def card_key(card: Card, inputs: Inputs) -> str:
    """Return the key of a card: what it says, and what draws it."""
    return digest("card", card, inputs.settings.digest, library_versions())


def drawn(card: Card) -> bytes:
    """Return the PNG of a card; what draws is loaded for that alone."""
    from skillpack.site.cards.picture import draw

    return draw(card, resources.face())
