"""The picture of a card: when it is drawn again, and by what."""

from skillpack import resources
from skillpack.builder.inputs.inputs import Inputs
from skillpack.builder.outputs.output import digest
from skillpack.machine import library_versions
from skillpack.site.card import Card


def cards_key(inputs: Inputs) -> str:
    """Return a digest of what all cards of a catalog show beside their skills, and of what draws them."""
    configuration, theme = inputs.configuration, inputs.theme
    shown = (configuration.title, configuration.description, configuration.owner.name, configuration.site_url)
    return digest(shown, theme.digest, theme.language, inputs.settings.digest, library_versions())


def drawn(card: Card) -> bytes:
    """Return the PNG of a card; what draws is loaded for that alone."""
    from skillpack.site.card_picture import draw

    return draw(card, resources.face())
