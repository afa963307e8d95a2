"""What a skill can do, in English words: on a terminal, in findings, in feeds."""

from collections.abc import Mapping

from skillpack.model.ability import Ability, AbilityKind, AbilityOrigin
from skillpack.parse.document import SKILL_FILE

_WORDS: Mapping[AbilityKind, tuple[str, str]] = {
    AbilityKind.SENDS: ("sends data to", "sends data"),
    AbilityKind.FETCHES: ("fetches from", "fetches"),
    AbilityKind.LISTENS: ("listens for connections on", "listens for connections"),
    AbilityKind.PACKAGES: ("installs", "installs packages"),
    AbilityKind.STARTS: ("starts", "starts other programs"),
    AbilityKind.STARTS_COMPUTED: ("starts", "starts what it puts together at run time"),
    AbilityKind.DELETES: ("deletes", "deletes"),
    AbilityKind.FORMATS: ("erases", "erases disks"),
    AbilityKind.FORCE_PUSHES: ("overwrites what others pushed to", "overwrites what others pushed"),
    AbilityKind.DROPS: ("deletes the database", "deletes databases or tables"),
    AbilityKind.WRITES: ("writes", "writes files"),
    AbilityKind.PERSISTS: ("sets up what starts later by itself, in", "sets up what starts later by itself"),
    AbilityKind.VARIABLE: ("reads the variable", "reads variables"),
    AbilityKind.ENVIRONMENT: ("", "reads the whole environment"),
    AbilityKind.KEY_FILE: ("reads the key file", "reads key files"),
    AbilityKind.KEYCHAIN: ("reads the keychain", "reads a keychain"),
    AbilityKind.BROWSER: ("reads browser data,", "reads browser data"),
    AbilityKind.WALLET: ("reads the wallet", "reads wallets"),
    AbilityKind.CLIPBOARD: ("", "reads the clipboard"),
    AbilityKind.MAIL: ("reads mail,", "reads mail"),
    AbilityKind.HOME: ("lists", "lists the home folder"),
    AbilityKind.CONVERSATION: ("reads conversations,", "reads conversations"),
    AbilityKind.EVALUATES: ("runs text as code,", "runs text as code"),
    AbilityKind.DECODES: ("runs what it decodes or puts together,", "runs what it decodes or puts together"),
    AbilityKind.UNPICKLES: ("makes objects of bytes,", "makes objects of bytes"),
    AbilityKind.BYTECODE: ("runs compiled code,", "runs compiled code"),
    AbilityKind.RUNS_DOWNLOADED: ("runs code downloaded from", "runs code that it downloads"),
    AbilityKind.SETTINGS: ("changes settings of the agent,", "changes settings of the agent"),
    AbilityKind.HOOKS: ("changes hooks of the agent,", "changes hooks of the agent"),
    AbilityKind.PERMISSIONS: ("changes permissions of the agent,", "changes permissions of the agent"),
    AbilityKind.MEMORY: ("changes instructions or memory of the agent,", "changes instructions or memory of the agent"),
    AbilityKind.MCP: ("changes MCP servers of the agent,", "changes MCP servers of the agent"),
    AbilityKind.SKILLS: ("changes other skills,", "changes other skills"),
    AbilityKind.TOOLS: ("asks for the tool", "asks for tools"),
    AbilityKind.SWITCH: ("lets an agent act without asking,", "lets an agent act without asking"),
}
"""Kind -> what stands before its target, and what is said where none is known."""


def kind_words(kind: AbilityKind, target: str) -> str:
    """Return the words for a kind of ability and its target, or for the kind where that is empty."""
    aimed, alone = _WORDS[kind]
    return f"{aimed} `{target}`" if aimed and target else alone


def ability_words(ability: Ability) -> str:
    """Return the words for an ability, with those of the skill where no target is known."""
    kind, words = ability.kind, ability.words
    if kind is AbilityKind.SWITCH:
        return kind_words(kind, "" if ability.origin is AbilityOrigin.ORDER else ability.name)
    if kind is AbilityKind.STARTS:
        return kind_words(kind, ability.name)
    said = kind_words(kind, ability.target)
    return said if ability.target and _WORDS[kind][0] else f"{said} (`{words}`)"


def ability_position(ability: Ability) -> str:
    """Return the file and the line of an ability, the file alone where it is about that as a whole."""
    file = ability.path or SKILL_FILE
    return f"{file}:{ability.line}" if ability.line else file
