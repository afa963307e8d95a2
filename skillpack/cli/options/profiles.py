"""Profiles that are named on the command line."""

from collections.abc import Iterable

from skillpack import resources
from skillpack.check.rule import RETIRED
from skillpack.cli.console import notify
from skillpack.model.profile import Profile


def named_profiles(names: Iterable[str]) -> tuple[Profile, ...]:
    """Return profiles by name, or of files, and warn of rules in them that are gone.

    Raises:
        UsageError: A name is unknown, or a file is not a profile.
    """
    found = resources.named_profiles(names)
    for profile in found:
        codes = sorted(RETIRED.intersection((*profile.severities, *profile.limits, *profile.messages)))
        if codes:
            names = ", ".join(f"`{code}`" for code in codes)
            notify(f"warning: the profile `{profile.name}` names {names}: these rules are gone, remove the lines")
    return found
