"""What a version adds to another one, as `--json` of commands tells it (pure)."""

from skillpack.check.alarm import alarm_level, new_alarms
from skillpack.model.ability import Ability
from skillpack.model.release import Changes
from skillpack.registry.abilities import recorded_ability
from skillpack.registry.lines import Row


def recorded_additions(changes: Changes) -> Row:
    """Return the new alarms, permissions and abilities, each the gravest first."""
    return {
        "new_alarms": [
            {
                "level": str(alarm_level(each)),
                "rule": each.rule,
                "message": each.message,
                "path": each.path,
                "line": each.span.line,
            }
            for each in new_alarms(*changes.alarms)
        ],
        "added_permissions": list(changes.added_permissions),
        "added_abilities": [recorded_addition(each) for each in changes.added_abilities],
    }


def recorded_addition(added: Ability) -> Row:
    """Return an ability that a version gains, with its row."""
    return {"row": str(added.row), **recorded_ability(added)}
