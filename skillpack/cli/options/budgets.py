"""Budgets of hosts as this machine sets them: the environment wins over what a profile says."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from skillpack.model.profile import Profile


def with_budgets(profiles: Iterable[Profile], env: Mapping[str, str]) -> tuple[Profile, ...]:
    """Return profiles with the budgets that the environment sets; a value that is not a number counts as unset."""
    return tuple(_with_budget(profile, env.get(profile.index_variable, "")) for profile in profiles)


def _with_budget(profile: Profile, value: str) -> Profile:
    if not value.isascii() or not value.isdecimal() or not int(value):
        return profile
    return replace(profile, index_budget=int(value), index_share=(0, 0))
