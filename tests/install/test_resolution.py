"""What depends on what: the highest versions that fit, and what is said where there are none."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from skillpack.install.resolution import (
    AvailableVersions,
    Conflict,
    Resolution,
    SkillVersion,
    Unknown,
    Unmet,
    dependents,
    fits,
    resolve,
    unmet_depends,
)

PLACE = "skills.northwind.example"


def offered(name: str, label: str, *depends: tuple[str, str]) -> SkillVersion:
    return SkillVersion(name, label, depends, PLACE)


def there(name: str, label: str, *depends: tuple[str, str]) -> SkillVersion:
    return SkillVersion(name, label, depends)


def shelves(*choices: SkillVersion) -> dict[str, AvailableVersions]:
    found: dict[str, AvailableVersions] = {}
    for each in choices:
        before = found.get(each.name, AvailableVersions())
        found[each.name] = (
            AvailableVersions(before.installed, (*before.offered, each))
            if each.place
            else AvailableVersions(each, before.offered)
        )
    return found


def told(found: Resolution | Conflict | Unknown) -> str:
    """Return an answer as people read it."""
    if isinstance(found, Conflict):
        return "\n".join((found.message, *(f"  {reason}" for reason in found.reasons), f"hint: {found.hint}"))
    assert isinstance(found, Resolution)
    come = ", ".join(f"{each.name} {each.label}" for each in found.come)
    stay = ", ".join(f"{each.name} {each.label}" for each in found.stay)
    return f"come: {come}\nstay: {stay}"


KIT = offered("release-kit", "1.0.0", ("notes", "^1.2"))


def test_the_best_version_that_fits_comes_along() -> None:
    every = shelves(*(offered("notes", label) for label in ("2.0.0", "1.4.0", "1.2.0")))

    assert resolve([KIT], every) == Resolution((offered("notes", "1.4.0"),), ())


def test_what_is_installed_and_fits_stays() -> None:
    every = shelves(there("notes", "1.2.0"), offered("notes", "1.4.0"))

    assert resolve([KIT], every) == Resolution((), (there("notes", "1.2.0"),))


def test_what_is_installed_and_does_not_fit_is_replaced() -> None:
    every = shelves(there("notes", "1.0.0"), offered("notes", "1.4.0"))

    assert resolve([KIT], every) == Resolution((offered("notes", "1.4.0"),), ())


def test_circles_are_fine() -> None:
    one, other = offered("one", "1.0.0", ("other", "")), offered("other", "1.0.0", ("one", "^1"), ("other", "^1"))

    assert resolve([one], shelves(other)) == Resolution((other,), ())


def test_a_version_is_never_lowered_for_what_it_depends_on_itself() -> None:
    every = shelves(offered("notes", "1.4.0", ("gone", "")), offered("notes", "1.3.0"))

    assert isinstance(resolve([KIT], every), Conflict)
    assert told(resolve([KIT, offered("notes", "1.3.0")], every)) == "come: \nstay: "


def test_what_is_wanted_later_lowers_a_version() -> None:
    """`style` is chosen for the kit before `notes` says what it needs; what its best version lacks is no conflict."""
    kit = offered("kit", "1.0.0", ("style", ""), ("notes", ""))
    best, lower = offered("style", "3.0.0", ("gone", "")), offered("style", "2.0.0")
    every = shelves(best, lower, offered("notes", "1.0.0", ("style", "<3")))

    assert told(resolve([kit], every)) == "come: notes 1.0.0, style 2.0.0\nstay: "


def test_what_an_installed_skill_keeps_lowers_a_version() -> None:
    kit, site = offered("kit", "1.0.0", ("notes", ">=1.1")), there("site", "1.0.0", ("notes", "^1"))
    every = shelves(site, there("notes", "1.0.0"), offered("notes", "2.0.0", ("gone", "")), offered("notes", "1.1.0"))

    assert told(resolve([kit], every)) == "come: notes 1.1.0\nstay: "


def test_an_installed_skill_keeps_what_it_depends_on() -> None:
    """Where a newer version can take its place, that one does; else nothing is done."""
    old, new = there("site", "1.0.0", ("notes", "^1")), offered("notes", "2.0.0")

    assert isinstance(resolve([new], shelves(old, there("notes", "1.0.0"))), Conflict)
    assert isinstance(resolve([new], shelves(old, there("notes", "3.0.0"))), Resolution)  # it had not what it wants


def test_any_version_is_one_without_a_number_too() -> None:
    every = shelves(there("notes", "6d1f0c3a9b2e"))

    assert isinstance(resolve([offered("kit", "1.0.0", ("notes", ""))], every), Resolution)
    assert isinstance(resolve([offered("kit", "1.0.0", ("notes", "*"))], every), Resolution)
    assert isinstance(resolve([offered("kit", "1.0.0", ("notes", ">=0"))], every), Conflict)


CONFLICTS: Mapping[str, tuple[list[SkillVersion], dict[str, AvailableVersions]]] = {
    "nobody has it": ([KIT], {}),
    "it was withdrawn": ([KIT], {"notes": AvailableVersions(note="and `notes` was withdrawn: it leaked")}),
    "no such version": ([KIT], shelves(offered("notes", "2.0.0"), offered("notes", "1.1.0"))),
    "the one that is installed must stay": ([KIT], shelves(there("notes", "1.0.0"))),
    "two want what differs": (
        [KIT, offered("site", "3.1.0", ("notes", ">=2"))],
        shelves(there("notes", "1.2.0"), offered("notes", "2.0.0"), offered("notes", "1.3.0")),
    ),
    "it is asked for itself": ([KIT, offered("notes", "2.0.0")], {}),
    "far below": (
        [KIT],
        shelves(offered("notes", "1.3.0", ("style", "^1")), offered("style", "1.0.0", ("words", "~2.1"))),
    ),
    "what stays would lose it": (
        [offered("notes", "2.0.0")],
        shelves(there("site", "1.1.0", ("notes", "^1")), there("notes", "1.2.0")),
    ),
    "below the best": ([KIT], shelves(offered("notes", "1.4.0", ("gone", "^1")), offered("notes", "1.3.0"))),
    "no range": ([offered("kit", "1.0.0", ("notes", "newest"))], shelves(offered("notes", "1.0.0"))),
    "control characters": ([offered("kit", "1.0.0", ("no\x1b[31mtes`", "^1"))], {}),
    "many versions": ([KIT], shelves(*(offered("notes", f"2.{minor}.0") for minor in range(20)))),
}


@pytest.mark.parametrize("case", CONFLICTS)
def test_conflicts_are_told_in_words(case: str, snapshot: SnapshotAssertion) -> None:
    assert told(resolve(*CONFLICTS[case])) == snapshot


def test_what_is_too_tangled_is_given_up() -> None:
    """A knot that would take ages: every name has many versions, and the last one has none that fits."""
    names = [f"n{index}" for index in range(12)]
    knot = shelves(*(offered(name, f"1.{minor}.0") for name in names for minor in range(9)))
    start = offered("start", "1.0.0", *((name, "^1") for name in names), ("last", ""))
    found = resolve([start], knot)

    assert isinstance(found, Conflict)
    assert found.name == "last"


def test_more_skills_than_anybody_needs_are_refused() -> None:
    chain = (offered(f"n{index}", "1.0.0", (f"n{index + 1}", "")) for index in range(400))
    found = resolve([offered("start", "1.0.0", ("n0", ""))], shelves(*chain))

    assert isinstance(found, Conflict)
    assert found.message == "it has more than 256 dependencies"


def test_a_name_that_nobody_was_asked_for_is_named() -> None:
    every = shelves(offered("notes", "1.4.0", ("style", "")))

    assert resolve([KIT], every, lambda name: name == "style") == Unknown("style")
    assert isinstance(resolve([KIT], every, lambda name: name == "other"), Conflict)
    assert resolve([KIT], shelves(there("notes", "1.0.0")), lambda name: name == "notes") == Unknown("notes")
    assert resolve([KIT], shelves(there("notes", "1.2.0")), lambda _: True) == Resolution(
        (), (there("notes", "1.2.0"),)
    )


def test_what_installed_skills_lack_is_listed() -> None:
    every = [there("b", "1.0.0", ("c", "^2"), ("d", "")), there("a", "1.0.0", ("b", "^1")), there("c", "1.5.0")]

    assert unmet_depends(every) == (Unmet("b", "c", "^2", "1.5.0"), Unmet("b", "d", ""))


def test_who_depends_on_what_leaves_is_known() -> None:
    every = [there("b", "1.0.0"), there("a", "1.0.0", ("b", "^1")), there("c", "1.0.0", ("b", ""), ("a", ""))]

    assert dependents(["b"], every) == (("a", "b"), ("c", "b"))
    assert dependents(["b", "a"], every) == (("c", "a"), ("c", "b"))
    assert dependents(["c"], every) == ()


NAMES = "abcd"
LABELS = ("1.0.0", "1.1.0", "2.0.0", "6d1f0c3a9b2e")
RANGES = ("", "^1", "~1.1", ">=1.1", "2.x", "*")
depending = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(RANGES)), max_size=3).map(tuple)


@st.composite
def sets(draw: st.DrawFn) -> tuple[list[SkillVersion], dict[str, AvailableVersions]]:
    found = {}
    for name in NAMES:
        labels = draw(st.lists(st.sampled_from(LABELS), max_size=3, unique=True))
        lying = SkillVersion(name, draw(st.sampled_from(LABELS)), draw(depending)) if draw(st.booleans()) else None
        found[name] = AvailableVersions(
            lying, tuple(SkillVersion(name, label, draw(depending), PLACE) for label in labels)
        )
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True))
    return [SkillVersion(name, draw(st.sampled_from(LABELS)), draw(depending), PLACE) for name in names], found


def holds(
    chosen: Mapping[str, SkillVersion], wanted: list[SkillVersion], every: Mapping[str, AvailableVersions]
) -> bool:
    """Return whether a set is an answer: all that it needs and nothing more, and nobody else loses anything."""
    reached, waiting = set(), [each.name for each in wanted]
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        if name not in chosen:
            return False
        for needed, versions in chosen[name].depends:
            if needed not in chosen or not fits(chosen[needed].label, versions):
                return False
            waiting.append(needed)
    after = {name: shelf.installed for name, shelf in every.items() if shelf.installed is not None} | dict(chosen)
    return reached == set(chosen) and not any(
        name not in chosen and was is not None and fits(was.label, versions) and not fits(after[needed].label, versions)
        for name, shelf in every.items()
        if shelf.installed is not None
        for needed, versions in shelf.installed.depends
        for was in [every[needed].installed]
    )


@given(sets())
@settings(max_examples=400, deadline=None)
def test_an_answer_holds(asked: tuple[list[SkillVersion], dict[str, AvailableVersions]]) -> None:
    wanted, every = asked
    found = resolve(wanted, every)

    if isinstance(found, Conflict):
        assert found.name in NAMES
        assert found.message
    else:
        assert isinstance(found, Resolution)
        chosen = {each.name: each for each in (*wanted, *found.come, *found.stay)}
        assert holds(chosen, wanted, every)


@given(sets())
@settings(deadline=None)
def test_where_any_version_will_do_only_what_nobody_has_is_missing(
    asked: tuple[list[SkillVersion], dict[str, AvailableVersions]],
) -> None:
    def easy(choice: SkillVersion) -> SkillVersion:
        return replace(choice, depends=tuple((name, "") for name, _ in choice.depends))

    wanted = [easy(each) for each in asked[0]]
    every = {
        name: AvailableVersions(shelf.installed and easy(shelf.installed), tuple(easy(each) for each in shelf.offered))
        for name, shelf in asked[1].items()
    }
    found = resolve(wanted, every)

    if isinstance(found, Conflict):
        assert not every[found.name].choices
    else:
        assert isinstance(found, Resolution)
        assert all(each == every[each.name].choices[0] for each in (*found.come, *found.stay))


@given(sets(), st.permutations(NAMES))
@settings(max_examples=200, deadline=None)
def test_asking_for_one_name_at_a_time_gives_the_same_answer(
    asked: tuple[list[SkillVersion], dict[str, AvailableVersions]], names: list[str]
) -> None:
    wanted, every = asked
    known = {name: AvailableVersions(shelf.installed) for name, shelf in every.items()}
    hidden = set(names) - {each.name for each in wanted}
    while isinstance(found := resolve(wanted, known, hidden.__contains__), Unknown):
        hidden.remove(found.name)
        known[found.name] = every[found.name]
    whole = resolve(wanted, every)

    assert isinstance(found, Conflict) == isinstance(whole, Conflict)
    assert isinstance(found, Conflict) or found == whole


@given(sets(), st.randoms())
@settings(max_examples=100, deadline=None)
def test_the_order_in_which_names_are_known_does_not_matter(
    asked: tuple[list[SkillVersion], dict[str, AvailableVersions]], random: object
) -> None:
    wanted, every = asked
    names = list(every)
    random.shuffle(names)  # type: ignore[attr-defined]

    assert resolve(wanted, every) == resolve(wanted, {name: every[name] for name in names})
