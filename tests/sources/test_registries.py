"""Which registry a name alone means: the only one that has it."""

from collections.abc import Collection

import pytest

from skillpack.errors import AmbiguousError, FetchError, MissingError, SkillpackError, UsageError
from skillpack.model.install_settings import Registry
from skillpack.sources.registries import resolve_registry

NAMED = (Registry("a", "A"), Registry("b", "B", personal=False))
OFFERED = {"A": {"one", "both"}, "B": {"two", "both", "was-of-a"}}
ENDED = {("A", "was-of-a"), ("B", "one"), ("B", "gone")}


def resolved(name: str, *registries: str) -> str:
    def offered(location: str) -> Collection[str]:
        if location not in OFFERED:
            raise FetchError(f"`{location}` does not answer")
        return OFFERED[location]

    asked = registries or ("A", "B")
    return resolve_registry(name, asked, NAMED, names_of=offered, has_had=lambda location: (location, name) in ENDED)


@pytest.mark.parametrize(
    ("name", "registry"),
    [("one", "A"), ("two", "B"), ("gone", "B"), ("was-of-a", "A")],
)
def test_the_one_that_has_it_or_says_what_became_of_it(name, registry) -> None:
    assert resolved(name) == registry


def test_several_are_no_answer() -> None:
    with pytest.raises(AmbiguousError, match="`both` is in 2 registries: `A`, `B`") as raised:
        resolved("both")
    assert (raised.value.places, raised.value.hint) == (("A", "B"), "say which: `a/both` or `registry:b/both`")


def test_one_that_is_listed_twice_is_one() -> None:
    assert resolved("both", "A", "A") == "A"


def test_one_that_does_not_answer_may_have_it_too() -> None:
    with pytest.raises(FetchError, match="`C` does not answer") as raised:
        resolved("one", "A", "C")
    assert raised.value.hint == "`a/one` asks only one registry"


@pytest.mark.parametrize(("name", "registries", "kind"), [("on", ("A", "B"), MissingError), ("one", (), UsageError)])
def test_none_has_it(name, registries, kind: type[SkillpackError]) -> None:
    with pytest.raises(kind):
        resolve_registry(name, registries, NAMED, names_of=OFFERED.__getitem__, has_had=lambda _: False)
