"""When a member of the set that was remembered is believed."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from skillpack import resources
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inputs.inputs import make_settings
from skillpack.builder.inspection.inspection import SetMember, inspect, member_of
from skillpack.builder.inspection.member_cache import MemberCache
from skillpack.builder.inspection.scope import discovered
from skillpack.model.finding import Suppression
from skillpack.model.review import CatalogReviews, SkillReviews
from skillpack.model.settings import Configuration, FindingPolicy

OLD = 1_700_000_000


@pytest.fixture
def place(write_skill, tmp_path: Path) -> Path:
    for path in write_skill("alpha").iterdir():
        os.utime(path, (OLD, OLD))
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\n')
    return tmp_path


def look(top: Path, configuration: Configuration | None = None) -> SetMember | None:
    """Return what is remembered of the one skill, and remember it."""
    located = locate(top)
    configuration = configuration or located.configuration
    settings = make_settings(configuration, resources.profiles())
    cache = MemberCache(top / "cache", located.root, settings, configuration)
    (location,) = discovered(located).locations
    (inspected,) = inspect(located, settings)
    cache.put([location], {location.path: member_of(inspected, configuration, ())})
    return cache.get(location)


def test_a_member_is_as_it_was(place) -> None:
    assert look(place) is None
    member = look(place)
    assert member is not None
    assert (member.name, member.entry is not None, member.listed is not None) == ("alpha", True, True)


@pytest.mark.parametrize(
    "other",
    [
        {"suppressions": (Suppression("DS004", "alpha", "known", ""),)},
        {"policy": FindingPolicy(withhold=False)},
        {"profiles": ("publish", "codex")},
    ],
)
def test_one_of_another_configuration_is_none(place, other) -> None:
    look(place)
    assert look(place, replace(locate(place).configuration, **other)) is None


def test_one_of_whom_reviews_said_something_else_is_none(place) -> None:
    located = locate(place)
    settings = make_settings(located.configuration, resources.profiles())
    (location,) = discovered(located).locations
    (inspected,) = inspect(located, settings)

    def cache(said: str) -> MemberCache:
        reviews = CatalogReviews({"alpha": SkillReviews("reviews/alpha.toml", digest=said)} if said else {})
        return MemberCache(place / "cache", located.root, settings, located.configuration, reviews)

    cache("1").put([location], {location.path: member_of(inspected, located.configuration, ())})
    assert cache("1").get(location) is not None
    assert (cache("2").get(location), cache("").get(location)) == (None, None)
