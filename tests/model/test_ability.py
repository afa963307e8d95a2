from skillpack.model.ability import ROWS, Abilities, Ability, AbilityKind, AbilityRow, rows_of


def able(kind: AbilityKind, words: str = "it", target: str = "", path: str = "a.py") -> Ability:
    return Ability(kind, path, 1, words, target)


def test_every_kind_has_a_row_and_every_row_kinds() -> None:
    assert set(ROWS) == set(AbilityKind)
    assert set(ROWS.values()) == set(AbilityRow)
    assert {able(kind).row for kind in AbilityKind} == set(AbilityRow)


def test_an_ability_is_named_by_its_target_else_by_its_words() -> None:
    assert able(AbilityKind.FETCHES, "curl", "a.example").name == "a.example"
    assert able(AbilityKind.FETCHES, "curl").name == "curl"


def test_a_switch_is_named_with_its_program() -> None:
    assert able(AbilityKind.SWITCH, "--yolo", "codex").name == "codex --yolo"
    assert able(AbilityKind.SWITCH, "--yolo").name == "--yolo"


def test_abilities_of_a_row_and_of_a_file() -> None:
    found = (able(AbilityKind.SENDS), able(AbilityKind.DELETES, path=""))
    assert Abilities(found=found).of_row(AbilityRow.NETWORK) == found[:1]
    assert Abilities(found=found).of_file("") == found[1:]
    assert rows_of(reversed(found)) == (AbilityRow.NETWORK, AbilityRow.DESTROY)
