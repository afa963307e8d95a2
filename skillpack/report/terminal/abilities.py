"""What a skill can do, a row each: the briefest that is true, on a terminal."""

from collections.abc import Iterator

from msgspec.structs import replace

from skillpack.model.ability import CONCERN_ROWS, Abilities, AbilityKind, AbilityRow
from skillpack.report.quantity import quantity
from skillpack.versions.abilities import own_files, starts_own

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
_WORDS = {
    AbilityKind.LISTENS: "listens for connections",
    AbilityKind.PACKAGES: "installs packages",
    AbilityKind.STARTS_COMPUTED: "starts what it puts together",
    AbilityKind.FORMATS: "erases disks",
    AbilityKind.FORCE_PUSHES: "overwrites what others pushed",
    AbilityKind.DROPS: "drops databases",
    AbilityKind.PERSISTS: "starts by itself later",
    AbilityKind.VARIABLE: "variables",
    AbilityKind.ENVIRONMENT: "whole environment",
    AbilityKind.KEY_FILE: "key files",
    AbilityKind.BROWSER: "browser data",
    AbilityKind.WALLET: "wallets",
    AbilityKind.HOME: "lists the home folder",
    AbilityKind.CONVERSATION: "conversations",
    AbilityKind.EVALUATES: "runs text as code",
    AbilityKind.DECODES: "runs what it decodes",
    AbilityKind.UNPICKLES: "makes objects of bytes",
    AbilityKind.BYTECODE: "runs compiled code",
    AbilityKind.RUNS_DOWNLOADED: "runs what it downloads",
    AbilityKind.MCP: "MCP servers",
    AbilityKind.SKILLS: "other skills",
    AbilityKind.TOOLS: "asks for",
    AbilityKind.SWITCH: "acts without asking",
}
"""Words of kinds whose names do not say it beside the title of their row."""


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
        sent_to = {each.target for each in abilities.of_row(row) if each.kind is AbilityKind.SENDS}
        for each in abilities.of_row(row):
            if each.kind is not AbilityKind.FETCHES or not each.target or each.target not in sent_to:
                groups.setdefault(each.kind, {})[each.name] = None
        found = [_kind_words(kind, tuple(names)) for kind, names in groups.items()]
        if row is AbilityRow.PROGRAMS and commands:
            found.insert(0, "runs the commands above")
        if not found and any(row in CONCERN_ROWS.get(each.kind, ()) for each in abilities.concerns):
            found.append("see the findings")
        yield _TITLES[row], "; ".join(found) or _nothing(abilities, row, tools_known=tools_known), bool(found)


def found_rows(abilities: Abilities) -> tuple[str, ...]:
    """Return title and words of the rows of which something was found, but for tools and own scripts."""
    own = own_files(abilities)
    kept = (each for each in abilities.found if each.kind is not AbilityKind.TOOLS and not starts_own(each, own))
    rows = ability_rows(replace(abilities, found=tuple(kept)))
    return tuple(f"{title}: {words}" for title, words, found in rows if found)


def found_how(abilities: Abilities) -> str:
    """Return how this was found; empty where no file could be read."""
    if not abilities.read:
        return ""
    files = quantity(len(abilities.files), "file")
    return f"found by reading {abilities.read:,} of {files}; nothing was run"


def _kind_words(kind: AbilityKind, names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _NAMES:,} more" if len(names) > _NAMES else ""
    return f"{_WORDS.get(kind, str(kind))}: {', '.join(names[:_NAMES])}{more}"


def _nothing(abilities: Abilities, row: AbilityRow, *, tools_known: bool) -> str:
    if row is AbilityRow.UNASKED and not tools_known:
        return "not known: the front matter could not be read"
    asks = "asks for no tools; " if row is AbilityRow.UNASKED else ""
    read, count = abilities.read, len(abilities.files)
    if not read:
        return f"{asks}not known: no file could be read"
    words = f"{asks}none found in {read:,} of {quantity(count, 'file')}"
    if count > read:
        words += f"; {count - read:,} could not be read"
    partly = len({each.at.path for each in abilities.unlooked})
    return f"{words}; {partly:,} only in part" if partly else words
