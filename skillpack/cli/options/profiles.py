"""Profiles that are named on the command line, with the budgets that this machine sets: the environment wins."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

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
            notify(
                f"warning: the profile `{profile.name}` names {names}: these rules no longer exist, remove the lines"
            )
    return found


def with_budgets(profiles: Iterable[Profile], env: Mapping[str, str]) -> tuple[Profile, ...]:
    """Return profiles with the budgets that the environment sets; a value that is not a number counts as unset."""
    found = []
    for profile in profiles:
        value = env.get(profile.index_variable, "")
        is_set = value.isascii() and value.isdecimal() and int(value)
        found.append(replace(profile, index_budget=int(value), index_share=(0, 0)) if is_set else profile)
    return tuple(found)
