"""Profiles that are named on the command line."""

from collections.abc import Iterable

from skillpack import resources
from skillpack.check.rule import RETIRED
from skillpack.cli.console import say
from skillpack.model.profile import Profile


def named_profiles(names: Iterable[str]) -> tuple[Profile, ...]:
    """Return profiles by name, or of files, and warn of rules in them that are gone.

    Raises:
        UsageError: A name is unknown, or a file is no profile.
    """
    found = resources.named_profiles(names)
    for profile in found:
        for code in sorted(RETIRED & {*profile.severities, *profile.limits, *profile.messages}):
            say(f"warning: profile `{profile.name}`: the rule `{code}` is gone, and does nothing any more")
    return found
