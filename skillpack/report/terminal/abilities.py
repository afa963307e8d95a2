"""What a skill can do, a row each: the briefest that is true, on a terminal."""

from collections.abc import Iterator

from skillpack.model.ability import Abilities, AbilityKind, AbilityRow
from skillpack.report.quantity import quantity

_NAMES = 4  # of one kind that are named

_TITLES = {
    AbilityRow.NETWORK: "network",
    AbilityRow.PROGRAMS: "programs",
    AbilityRow.DESTROY: "destroys",
    AbilityRow.WRITE: "writes",
    AbilityRow.READ: "reads",
    AbilityRow.CODE: "code",
    AbilityRow.AGENT: "agent",
    AbilityRow.UNASKED: "unasked",
}


def ability_rows(
    abilities: Abilities, *, commands: bool = False, tools_known: bool = True
) -> Iterator[tuple[str, str, bool]]:
    """Yield title and words of each row, and whether something was found.

    Args:
        abilities: Of the skill.
        commands: Whether its program or its text runs commands, which are named elsewhere.
        tools_known: Whether its front matter was read to its end.
    """
    for row in AbilityRow:
        groups: dict[AbilityKind, dict[str, None]] = {}
        for each in abilities.of_row(row):
            groups.setdefault(each.kind, {})[each.name] = None
        found = [_said(kind, tuple(names)) for kind, names in groups.items()]
        if row is AbilityRow.PROGRAMS and commands:
            found.insert(0, "runs the commands above")
        yield _TITLES[row], "; ".join(found) or _nothing(abilities, row, tools_known=tools_known), bool(found)


def found_how(abilities: Abilities) -> str:
    """Return how this was found; empty where no file could be read."""
    if not abilities.read:
        return ""
    files = quantity(len(abilities.files), "file")
    return f"found by reading {abilities.read:,} of {files}; nothing was run"


def _said(kind: AbilityKind, names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _NAMES:,} more" if len(names) > _NAMES else ""
    return f"{kind.replace('-', ' ')}: {', '.join(names[:_NAMES])}{more}"


def _nothing(abilities: Abilities, row: AbilityRow, *, tools_known: bool) -> str:
    if row is AbilityRow.UNASKED:
        asks = "asks for no tools; your agent's own rules apply"
        return asks if tools_known else "not known: the front matter could not be read"
    read, count = abilities.read, len(abilities.files)
    if not read:
        return "not known: no file could be read"
    unread = f"; {count - read:,} could not be read" if count > read else ""
    return f"none found in {read:,} of {quantity(count, 'file')}{unread}"
