from collections import Counter

import pytest

from skillpack.search.terms import stems
from skillpack.search.thesaurus import groups, synonyms


def _for(text: str) -> set[str]:
    return {" ".join(other) for _, other in synonyms(list(stems(text)))}


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Deploys to Kubernetes", "k8s"),
        ("k8s", "kubernet"),
        ("opens a pull request", "pr"),
        ("answers PR comments", "pull request"),
        ("end-to-end tests", "e2e"),
        ("color", "colour"),
        ("catalogues", "catalog"),
    ],
)
def test_what_others_say(text, other) -> None:
    assert other in _for(text)


def test_words_of_a_phrase_stand_beside_each_other() -> None:
    assert not {"pr", "mr"} & _for("a request to pull, and a pull of one")


def test_groups_do_not_join() -> None:
    assert "cicd" in _for("ci")
    assert "cicd" in _for("cd")
    assert not {"cd", "continuou delivery"} & _for("ci")


def test_what_nobody_else_names_stands_alone() -> None:
    assert _for("") == set()
    assert _for("zebra crossing") == set()


def test_each_group_has_different_things_to_say() -> None:
    for group in groups():
        assert len(set(group)) == len(group) > 1, group
        assert all(group), group


def test_each_group_stands_once() -> None:
    assert [group for group, count in Counter(map(frozenset, groups())).items() if count > 1] == []
