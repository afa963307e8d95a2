"""Skills that are hard to tell apart, drawn."""

import re

from skillpack.model.entry import Rival
from skillpack.site.collisions import collision_map

CLOSEST = (("a", Rival("c", 0.61, ("pdf", "forms"))), ("b", Rival("c", 0.3, ())))


def test_has_a_tick_for_each_skill_and_an_arc_for_each_pair() -> None:
    drawn = collision_map(["a", "b", "c", "d"], CLOSEST).drawing
    assert drawn.count("v8") == 4
    assert re.findall(r'd="M(\S+) 150A.*? (\S+) 150"', drawn) == [("375", "625"), ("125", "625")]


def test_the_likest_are_amber_and_on_top() -> None:
    drawn = collision_map(["a", "b", "c", "d"], CLOSEST).drawing
    assert re.findall(r"<path( class=\"very\")? d=\"M[^v]*?A", drawn) == ["", ' class="very"']


def test_says_it_in_words_too() -> None:
    first, second = collision_map(["a", "b", "c"], CLOSEST).pairs
    assert (first.first, first.second, first.share, first.words, first.very) == ("a", "c", 61, ("pdf", "forms"), True)
    assert not second.very


def test_many_skills_stay_a_small_picture() -> None:
    names = [f"s{number:05}" for number in range(10_000)]
    drawn = collision_map(names, (("s00000", Rival("s09999", 0.5, ())),)).drawing
    assert drawn.count("v8") == 500
    assert len(drawn) < 10_000
