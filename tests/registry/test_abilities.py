from skillpack.model.ability import Abilities, Ability, AbilityKind, AbilityOrigin, AbilityRow, FileReading, Unread
from skillpack.registry.abilities import recorded_abilities


def test_every_row_is_there_in_order() -> None:
    assert list(recorded_abilities(Abilities())["rows"]) == [str(row) for row in AbilityRow]


def test_each_ability_tells_where_it_stands_and_what_makes_it_do_so() -> None:
    found = (Ability(AbilityKind.DELETES, "", 4, "rm -rf", "build", AbilityOrigin.COMMAND),)
    files = (FileReading(""), FileReading("a.bin", unread=Unread.BINARY))
    told = recorded_abilities(Abilities(found=found, files=files, left_out=2))
    where = {"file": "SKILL.md", "line": 4, "from": "command"}
    assert told["rows"]["destroy"] == [{"kind": "deletes", "words": "rm -rf", "target": "build", **where}]
    assert (told["left_out"], told["files"], told["unread"]) == (2, 2, {"a.bin": "binary"})


def test_a_target_that_is_not_known_is_left_out() -> None:
    found = (Ability(AbilityKind.FETCHES, "a.sh", 1, "curl"),)
    (row,) = recorded_abilities(Abilities(found=found))["rows"]["network"]
    assert "target" not in row
