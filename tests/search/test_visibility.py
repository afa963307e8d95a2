import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.profile import Overflow, Profile
from skillpack.model.selection import SelectionInput, Visibility
from skillpack.search.visibility import listing, lists_shown, shared_length, shown


def host(
    budget: int, entry: int = 0, overflow: Overflow = Overflow.DROP_LEAST_USED, *, hides: bool = True, line: str = ""
) -> Profile:
    return Profile(
        "host", "Host", "", {}, {}, {}, (), "", "", budget, entry, overflow, ("when_to_use",), hides=hides, line=line
    )


def some(**lengths: int) -> list[SelectionInput]:
    return [SelectionInput(name, "x" * length) for name, length in lengths.items()]


def sights(found) -> dict[str, tuple[Visibility, Visibility]]:
    return {one.name: (one.best, one.worst) for one in found.skills}


def test_within_the_budget_all_is_shown() -> None:
    found = shown(some(a=10, b=20), host(100))
    assert found.needed == len("- a: ") + 10 + 1 + len("- b: ") + 20
    assert (found.fewest, found.most, found.even) == (2, 2, 2)
    assert sights(found) == {"a": (Visibility.WHOLE, Visibility.WHOLE), "b": (Visibility.WHOLE, Visibility.WHOLE)}
    assert [one.chance for one in found.skills] == [1.0, 1.0]


def test_the_budget_may_be_met_exactly() -> None:
    needed = shown(some(a=10, b=20), host(100)).needed
    assert shown(some(a=10, b=20), host(needed)).fewest == 2
    assert shown(some(a=10, b=20), host(needed - 1)).fewest == 1


def test_beyond_it_names_stay_and_descriptions_go_by_use() -> None:
    found = shown(some(a=10, b=20, c=100, d=10), host(4 * 6 - 1 + 45))
    assert sights(found) == {
        "a": (Visibility.WHOLE, Visibility.NAME),
        "b": (Visibility.WHOLE, Visibility.NAME),
        "c": (Visibility.NAME, Visibility.NAME),
        "d": (Visibility.WHOLE, Visibility.NAME),
    }
    assert (found.fewest, found.most) == (0, 3)
    assert found.skills[2].chance == 0.0
    assert found.skills[0].chance == round(35 / 130, 3)


def test_where_names_alone_are_too_many_nothing_else_is_shown() -> None:
    found = shown(some(a=10, b=20), host(5))
    assert {one.best for one in found.skills} == {Visibility.NAME}
    assert (found.fewest, found.most, found.even) == (0, 0, 0)


def test_a_host_that_shortens_cuts_all_to_one_length() -> None:
    found = shown(some(a=10, b=40, c=40), host(3 * 6 - 1 + 50, overflow=Overflow.SHORTEN_ALL))
    assert sights(found) == {
        "a": (Visibility.WHOLE, Visibility.WHOLE),
        "b": (Visibility.CUT, Visibility.CUT),
        "c": (Visibility.CUT, Visibility.CUT),
    }
    assert (found.fewest, found.most, found.even) == (1, 1, 1)


def test_one_entry_is_cut_to_what_it_may_have() -> None:
    found = shown(some(a=10, b=40), host(1000, 30))
    assert sights(found)["b"] == (Visibility.CUT, Visibility.CUT)
    assert [one.text for one in listing(some(b=40), host(1000, 30))] == ["x" * 30]


def test_further_fields_count_where_the_host_shows_them() -> None:
    skill = SelectionInput("a", "merge", (("other", "no"), ("when_to_use", "for scans")))
    assert listing([skill], host(0))[0].text == "merge for scans"
    assert listing([skill], None)[0].text == "merge"


def test_skills_that_only_people_start_are_absent_where_the_host_hides_them() -> None:
    hidden = SelectionInput("a", "merge", by_model=False)
    assert sights(shown([hidden], host(100))) == {"a": (Visibility.ABSENT, Visibility.ABSENT)}
    assert shown([hidden], host(100)).listed == 0
    assert shown([hidden], host(100, hides=False)).listed == 1
    assert len(listing([hidden], None)) == 1


def test_what_is_not_known_is_said() -> None:
    found = shown(some(a=10), host(0, overflow=Overflow.UNKNOWN))
    assert found.unknown == ("budget", "overflow", "line")
    assert sights(found) == {"a": (Visibility.WHOLE, Visibility.WHOLE)}
    assert shown(some(a=10), host(9, line="{name} {description}")).unknown == ()
    assert sights(shown(some(a=50), host(9, overflow=Overflow.UNKNOWN)))["a"] == (Visibility.WHOLE, Visibility.WHOLE)


def test_another_budget_may_be_asked_for() -> None:
    assert shown(some(a=10, b=10), host(1000), budget=25).most == 1


def test_a_skill_without_a_description_shows_its_name() -> None:
    assert sights(shown(some(a=0), host(100))) == {"a": (Visibility.NAME, Visibility.NAME)}


@pytest.mark.parametrize(
    ("lengths", "room", "most"),
    [((), 5, 0), ((3, 9), 20, 9), ((3, 9), 12, 9), ((3, 9), 11, 8), ((9, 9), 10, 5), ((9, 9), 1, 0), ((9,), -4, 0)],
)
def test_the_length_to_which_all_are_cut(lengths, room, most) -> None:
    assert shared_length(lengths, room) == most


LENGTHS = st.lists(st.integers(0, 60), max_size=8)


def test_where_names_do_not_fit_the_last_skills_are_not_listed() -> None:
    omitting = host(3 * 6 - 1, overflow=Overflow.SHORTEN_THEN_OMIT)
    found = shown(some(a=10, b=40, c=40, d=5, e=5), omitting)
    assert (found.each, found.omitted, found.listed) == (0, 2, 5)
    assert [name for name, how in sights(found).items() if how[0] is Visibility.ABSENT] == ["d", "e"]
    assert lists_shown(some(a=10, b=40, c=40, d=5, e=5), omitting) == ({"a": "", "b": "", "c": ""},)


@given(LENGTHS, st.integers(1, 400), st.sampled_from(list(Overflow)))
def test_more_room_never_shows_less(lengths, budget, overflow) -> None:
    skills = [SelectionInput(f"s{number}", "x" * length) for number, length in enumerate(lengths)]
    less, more = (shown(skills, host(size, overflow=overflow)) for size in (budget, budget + 20))
    assert less.fewest <= less.even <= less.most <= len(skills)
    assert less.fewest <= more.fewest
    assert less.most <= more.most
    assert all(one.chance <= two.chance for one, two in zip(less.skills, more.skills, strict=True))
    assert shown(list(reversed(skills)), host(budget, overflow=overflow)) == less


class TestLists:
    def test_what_fits_is_one_list(self) -> None:
        assert lists_shown(some(a=1, b=2), host(100)) == ({"a": "x", "b": "xx"},)

    def test_use_decides_which_descriptions_are_left(self) -> None:
        lists = lists_shown(some(a=10, b=20, c=10), host(3 * 6 - 1 + 20))
        assert len(lists) > 1
        assert all(sum(map(len, one.values())) <= 20 for one in lists)
        assert {name for one in lists for name, text in one.items() if text} == {"a", "b", "c"}
        assert lists == lists_shown(some(c=10, b=20, a=10), host(3 * 6 - 1 + 20))

    def test_a_host_that_shortens_shows_one_list(self) -> None:
        (one,) = lists_shown(some(a=10, b=40, c=40), host(3 * 6 - 1 + 50, overflow=Overflow.SHORTEN_ALL))
        assert {name: len(text) for name, text in one.items()} == {"a": 10, "b": 20, "c": 20}

    def test_where_it_is_not_known_which_go_all_are_shown(self) -> None:
        assert lists_shown(some(a=50), host(9, overflow=Overflow.UNKNOWN)) == ({"a": "x" * 50},)
        assert lists_shown(some(a=50), host(0)) == ({"a": "x" * 50},)
        assert lists_shown(some(a=50), host(0), budget=9) != ({"a": "x" * 50},)
