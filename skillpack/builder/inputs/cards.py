"""Whether the cards of skills are drawn: an extra does it, and only an address that is known can be pasted."""

from msgspec.structs import replace

from skillpack import machine, resources
from skillpack.errors import UsageError
from skillpack.model.settings import Configuration
from skillpack.parse.tool_source import install_extra


def with_cards(configuration: Configuration) -> Configuration:
    """Return the configuration with `cards` decided.

    Raises:
        UsageError: They are asked for, and cannot be drawn.
    """
    asked, able = configuration.cards, resources.has_face()
    if asked and not configuration.site_url:
        raise UsageError(
            "`[catalog] cards = true` needs the site's address: pictures need full URLs",
            hint="set `[catalog] site_url`, or give `--site-url`",
        )
    if asked and not able:
        raise UsageError(
            "`[catalog] cards = true` needs the extra `cards`, which is not installed",
            hint=install_extra(machine.installed_from(), "cards"),
        )
    return replace(configuration, cards=asked is not False and able and bool(configuration.site_url))
