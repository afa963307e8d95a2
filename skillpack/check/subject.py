"""What rules are given."""

from collections.abc import Mapping
from dataclasses import dataclass

from skillpack.model.entry import Overview
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.settings import Configuration
from skillpack.model.skill import Skill
from skillpack.model.tree import Tree


@dataclass(frozen=True, slots=True)
class Subject:
    """One skill with its files.

    Attributes:
        tree: As read; may hold less than the listing where something was too large.
        limits: What we are willing to read; what a host accepts is judged by its profile.
        require: Fields that the catalog demands (`[policy] require`).
    """

    skill: Skill
    tree: Tree
    limits: Limits
    require: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CatalogSubject:
    """The set as a whole."""

    overview: Overview
    configuration: Configuration
    profiles: Mapping[str, Profile]
