"""What has a day: feeds hold it and nothing else."""

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache

from skillpack.model.release import Release
from skillpack.model.settings import Configuration

_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def is_listed(release: Release) -> bool:
    """Return whether feeds hold a release: it was published on a day that is known."""
    return bool(release.archive) and is_day(release.date)


def has_feed(releases: Iterable[Release], configuration: Configuration) -> bool:
    """Return whether there is a feed of some releases; addresses in it are absolute."""
    return bool(configuration.site_url) and any(map(is_listed, releases))


@lru_cache(maxsize=256)
def is_day(text: str) -> bool:
    """Return whether a text is a day of the calendar: `2026-02-31` is none."""
    try:
        return _DAY.fullmatch(text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False
