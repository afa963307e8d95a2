"""Two versions of a skill -> what the new one can do and the old one could not (pure)."""

from skillpack.model.ability import Abilities, Ability, AbilityKind

Identity = tuple[AbilityKind, str]
"""What makes two abilities the same: kind, and what is reached, started, deleted, written or read."""

_ALONE = frozenset({AbilityKind.ENVIRONMENT, AbilityKind.CLIPBOARD, AbilityKind.HOME, AbilityKind.KEYCHAIN})
"""Kinds of which there is but one thing to reach, whatever its words."""

_BY_WORDS = frozenset({AbilityKind.SENDS, AbilityKind.STARTS, AbilityKind.STARTS_COMPUTED, AbilityKind.SWITCH})
"""Kinds that count anew with other words where no target is known."""

_PERMITTED = frozenset({AbilityKind.TOOLS})
"""Kinds that the permissions of a version say already."""

_USUAL = frozenset({AbilityKind.STARTS, AbilityKind.VARIABLE})
"""Kinds that nobody is asked about: most versions start another program or read another variable."""

_OUTSIDE = ("~", "/", "$HOME", "${HOME", "%", "..")
"""How a path outside the work folder begins."""


def added_abilities(old: Abilities, new: Abilities) -> tuple[Ability, ...]:
    """Return the abilities of a new version that the old one lacks, those to ask about first; each where it is first.

    Neither another file or line nor other words for the same thing make an ability a new one.
    """
    known = {_identity(each) for each in old.found}
    known |= {(AbilityKind.FETCHES, target) for kind, target in known if kind is AbilityKind.SENDS}
    own = own_files(new)
    added: dict[Identity, Ability] = {}
    for each in new.found:
        identity = _identity(each)
        if each.kind not in _PERMITTED and identity not in known and not starts_own(each, own):
            added.setdefault(identity, each)
    return tuple(sorted(added.values(), key=lambda each: not is_notable(each)))


def is_notable(ability: Ability) -> bool:
    """Return whether people are asked before they get a version that gains an ability."""
    if ability.kind is AbilityKind.WRITES:
        return ability.target.startswith(_OUTSIDE)
    return ability.kind not in _USUAL


def _identity(each: Ability) -> Identity:
    if each.kind in _ALONE:
        return each.kind, ""
    return each.kind, each.target or (each.words if each.kind in _BY_WORDS else "")


def own_files(abilities: Abilities) -> frozenset[str]:
    """Return the files of a skill beside its skill file."""
    return frozenset(file.path for file in abilities.files if file.path)


def starts_own(each: Ability, own: frozenset[str]) -> bool:
    """Return whether a skill starts a file of its own, which is among its scripts."""
    if each.kind not in {AbilityKind.STARTS, AbilityKind.STARTS_COMPUTED}:
        return False
    parts = each.name.split("/")
    return any("/".join(parts[first:]) in own for first in range(len(parts)))
