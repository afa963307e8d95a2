"""What a skill can do, as records and `show --json` tell it (pure)."""

from skillpack.model.ability import Abilities, Ability, AbilityRow
from skillpack.parse.document import SKILL_FILE
from skillpack.registry.lines import Row


def recorded_abilities(abilities: Abilities) -> Row:
    """Return what a skill can do, by row, with every row: that nothing was found is a fact, too."""
    return {
        "rows": {str(row): [_ability(each) for each in abilities.of_row(row)] for row in AbilityRow},
        "left_out": abilities.left_out,
        "files": len(abilities.files),
        "unread": {each.path or SKILL_FILE: str(each.unread) for each in abilities.files if each.unread is not None},
    }


def _ability(each: Ability) -> Row:
    target = {"target": each.target} if each.target else {}
    where = {"file": each.path or SKILL_FILE, "line": each.line, "from": str(each.origin)}
    return {"kind": str(each.kind), "words": each.words, **target, **where}
