"""Where a search did not look at everything -> the hits of SF018."""

from skillpack.abilities.scan import REACH
from skillpack.check.rule import Hit
from skillpack.model.ability import Unlooked

NOT_ALL_CHECKED = "SF018"


def unlooked_hit(stretch: Unlooked) -> Hit:
    """Return the hit about a stretch that a search did not look at."""
    if stretch.gave_up:
        message = f"this is not checked for `{stretch.search}`: it is too large, or nested too deeply"
    elif stretch.whole:
        why = "what comes before it holds too many places to look at"
        message = f"the rest of the file is not checked for `{stretch.search}`: {why}"
    else:
        why = f"only {REACH:,} bytes to each side are read"
        message = f"this line is not checked whole for `{stretch.search}`: {why}"
    hint = "read it yourself: break long lines, take out what is repeated"
    return Hit(message, at=stretch.at.span, path=stretch.at.path, hint=hint, rule=NOT_ALL_CHECKED)
