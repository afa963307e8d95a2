import pytest

from skillpack.check.ability_words import ability_words, kind_words
from skillpack.model.ability import Ability, AbilityKind, AbilityOrigin


@pytest.mark.parametrize("kind", AbilityKind)
def test_every_kind_has_words_with_and_without_a_target(kind: AbilityKind) -> None:
    assert kind_words(kind, "")
    assert "`" not in kind_words(kind, "")
    assert "thing" in ability_words(Ability(kind, "a.py", 1, "thing"))


@pytest.mark.parametrize(("ability", "words"), [
    (Ability(AbilityKind.SENDS, "a.py", 1, "requests.post", "api.example"), "sends data to `api.example`"),
    (Ability(AbilityKind.SENDS, "a.py", 1, "git push"), "sends data (`git push`)"),
    (Ability(AbilityKind.STARTS, "a.py", 1, "git"), "starts `git`"),
    (Ability(AbilityKind.STARTS_COMPUTED, "a.sh", 1, "| sh"), "starts what it puts together at run time (`| sh`)"),
    (Ability(AbilityKind.ENVIRONMENT, "a", 1, "env", "the whole environment"), "reads the whole environment (`env`)"),
    (
        Ability(AbilityKind.SWITCH, "a.sh", 1, "--yolo", "agent"),
        "lets an agent act without asking, `agent --yolo`",
    ),
    (
        Ability(AbilityKind.SWITCH, "", 1, "does not ask", "without asking", AbilityOrigin.ORDER),
        "lets an agent act without asking",
    ),
])  # fmt: skip
def test_what_it_does_is_told_with_its_target_else_with_its_words(ability: Ability, words: str) -> None:
    assert ability_words(ability) == words
