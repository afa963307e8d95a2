"""Which profiles people see beside a skill: hosts, and the specifications that a catalog names."""

from collections.abc import Iterable

from skillpack.model.profile import Profile, ProfileKind
from skillpack.model.settings import Configuration


def shown_hosts(profiles: Iterable[Profile], configuration: Configuration) -> tuple[Profile, ...]:
    """Return the profiles that tables of hosts name, the catalog's own hosts first, the others by title."""
    shown = shown_profiles(profiles, configuration)
    return tuple(profile for profile in shown if profile.describes is not ProfileKind.CATALOG)


def shown_profiles(profiles: Iterable[Profile], configuration: Configuration) -> tuple[Profile, ...]:
    """Return the same, with those that state what a catalog asks."""
    rank = {name: number for number, name in enumerate(configuration.hosts)}
    shown = (profile for profile in profiles if _is_shown(profile, configuration))
    return tuple(sorted(shown, key=lambda profile: (rank.get(profile.name, len(rank)), profile.title.casefold())))


def hidden_profiles(profiles: Iterable[Profile], configuration: Configuration) -> frozenset[str]:
    """Return the names of the specifications that no page mentions, because the catalog does not name them."""
    return frozenset(profile.name for profile in profiles if not _is_shown(profile, configuration))


def _is_shown(profile: Profile, configuration: Configuration) -> bool:
    """Return whether a profile is a specification that the catalog names, or no specification."""
    named = (*configuration.profiles, *configuration.hosts)
    installs = profile.agent is not None and profile.agent.name in configuration.clients
    return profile.describes is not ProfileKind.SPECIFICATION or profile.name in named or installs
