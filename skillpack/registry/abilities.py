"""What a skill can do, as records and `show --json` tell it (pure)."""

from collections.abc import Iterable

from skillpack.model.ability import Abilities, Ability, AbilityKind, AbilityOrigin, AbilityRow, FileReading
from skillpack.parse.document import SKILL_FILE
from skillpack.registry.lines import Row


def recorded_abilities(abilities: Abilities) -> Row:
    """Return the abilities of a skill by row, with every row: that nothing was found is a fact, too."""
    return {
        "rows": {str(row): [recorded_ability(each) for each in abilities.of_row(row)] for row in AbilityRow},
        "left_out": abilities.left_out,
        "files": len(abilities.files),
        "unread": {each.path or SKILL_FILE: str(each.unread) for each in abilities.files if each.unread is not None},
    }


def read_abilities_record(record: object, files: Iterable[str]) -> Abilities | None:
    """Return the abilities that a record tells of a version; None where it does not. Unknown kinds are left out.

    Args:
        record: As `recorded_abilities` writes it, from outside.
        files: Paths of its files.
    """
    rows = record.get("rows") if isinstance(record, dict) else None
    if not isinstance(rows, dict):
        return None
    readings = tuple(FileReading("" if path == SKILL_FILE else path) for path in files)
    lists = (found for found in rows.values() if isinstance(found, list))
    abilities = (_read_ability(each) for found in lists for each in found if isinstance(each, dict))
    return Abilities(tuple(each for each in abilities if each is not None), files=readings)


def _read_ability(row: Row) -> Ability | None:
    try:
        kind, origin = AbilityKind(str(row.get("kind"))), AbilityOrigin(str(row.get("from")))
    except ValueError:
        return None
    file, words, target = (
        value if isinstance(value := row.get(key), str) else "" for key in ("file", "words", "target")
    )
    line = row.get("line")
    where = "" if file == SKILL_FILE else file
    return Ability(kind, where, line if isinstance(line, int) else 0, words, target, origin)


def recorded_ability(each: Ability) -> Row:
    """Return one ability with the line that shows it."""
    target = {"target": each.target} if each.target else {}
    where = {"file": each.path or SKILL_FILE, "line": each.line, "from": str(each.origin)}
    return {"kind": str(each.kind), "words": each.words, **target, **where}
