"""What a skill can do, as seen without running it, and what of that gives reason to stop or to read first."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec import Struct

from skillpack.model.finding import AlarmLevel, Position


class AbilityRow(StrEnum):
    """The rows in which people are shown what a skill can do, in this order."""

    NETWORK = "network"
    PROGRAMS = "programs"
    DESTROY = "destroy"
    WRITE = "write"
    READ = "read"
    CODE = "code"
    AGENT = "agent"
    UNASKED = "unasked"


class AbilityKind(StrEnum):
    """What exactly it can do; the row of each is in `ROWS`."""

    SENDS = "sends"
    FETCHES = "fetches"
    LISTENS = "listens"
    PACKAGES = "packages"  # installs them
    STARTS = "starts"
    STARTS_COMPUTED = "starts-computed"  # from text made at run time
    DELETES = "deletes"
    FORMATS = "formats"
    FORCE_PUSHES = "force-pushes"
    DROPS = "drops"
    WRITES = "writes"
    PERSISTS = "persists"  # start-up, schedules, hooks, shell profiles
    VARIABLE = "variable"
    ENVIRONMENT = "environment"  # all of it
    KEY_FILE = "key-file"
    KEYCHAIN = "keychain"
    BROWSER = "browser"
    WALLET = "wallet"
    CLIPBOARD = "clipboard"
    MAIL = "mail"
    HOME = "home"  # lists it
    CONVERSATION = "conversation"  # what people and agents said
    EVALUATES = "evaluates"
    DECODES = "decodes"  # runs what it decoded or put together
    UNPICKLES = "unpickles"  # makes objects of bytes
    BYTECODE = "bytecode"
    RUNS_DOWNLOADED = "runs-downloaded"
    SETTINGS = "settings"
    HOOKS = "hooks"
    PERMISSIONS = "permissions"
    MEMORY = "memory"  # and instruction files
    MCP = "mcp"
    SKILLS = "skills"  # other ones
    TOOLS = "tools"  # `allowed-tools`
    SWITCH = "switch"  # one that skips questions


_KINDS_OF_ROWS = {
    AbilityRow.NETWORK: "sends fetches listens packages",
    AbilityRow.PROGRAMS: "starts starts-computed",
    AbilityRow.DESTROY: "deletes formats force-pushes drops",
    AbilityRow.WRITE: "writes persists",
    AbilityRow.READ: "variable environment key-file keychain browser wallet clipboard mail home conversation",
    AbilityRow.CODE: "evaluates decodes unpickles bytecode runs-downloaded",
    AbilityRow.AGENT: "settings hooks permissions memory mcp skills",
    AbilityRow.UNASKED: "tools switch",
}
ROWS: Mapping[AbilityKind, AbilityRow] = {
    AbilityKind(kind): row for row, kinds in _KINDS_OF_ROWS.items() for kind in kinds.split()
}
"""Kind -> its row."""

PRIVATE = frozenset(
    {
        AbilityKind.ENVIRONMENT,
        AbilityKind.KEY_FILE,
        AbilityKind.KEYCHAIN,
        AbilityKind.BROWSER,
        AbilityKind.WALLET,
        AbilityKind.CLIPBOARD,
        AbilityKind.MAIL,
        AbilityKind.HOME,
        AbilityKind.CONVERSATION,
    }
)
"""Kinds of what people keep to themselves; a single variable is private only where its name says so."""


_SAID_BY_KIND = frozenset({AbilityKind.ENVIRONMENT, AbilityKind.CLIPBOARD})


class AbilityOrigin(StrEnum):
    """What makes it do so."""

    SCRIPT = "script"
    COMMAND = "command"  # that the instructions tell an agent to run
    ORDER = "order"  # in prose
    FRONT_MATTER = "front-matter"


class Ability(Struct, frozen=True, array_like=True):
    """One thing that a skill can do; no text of a file but names, so that no secret is in it.

    Attributes:
        path: File, relative to the skill; empty for the skill file.
        line: From 1; lines end with LF; 0 for the file as a whole.
        words: The shortest that show it: `requests.get`, `curl`, `rm -rf`.
        target: Host, path, variable, program or package, as far as it is written there; a long label of a host as `*`.
        origin: What makes it do so.
    """

    kind: AbilityKind
    path: str
    line: int
    words: str
    target: str = ""
    origin: AbilityOrigin = AbilityOrigin.SCRIPT

    @property
    def row(self) -> AbilityRow:
        """The row that it belongs to."""
        return ROWS[self.kind]

    @property
    def name(self) -> str:
        """What people are told of it in a word: its target, else its words; of a switch, both.

        The target of some kinds is what the kind says already.
        """
        if self.kind in _SAID_BY_KIND:
            return self.words
        if self.kind is AbilityKind.SWITCH:
            if self.origin is AbilityOrigin.ORDER:
                return self.words
            return f"{self.target} {self.words}".strip()
        return self.target or self.words


class ConcernKind(StrEnum):
    """What gives reason to stop or to read first."""

    SENDS_PRIVATE = "sends-private"  # what was read reaches what sends
    KEY_TO_OTHER = "key-to-other"  # a named key, to a host that is not known to be its service
    READS_PRIVATE = "reads-private"  # what other programs keep, of which its description says nothing
    CONCEALED_CODE = "concealed-code"  # assembled or decoded, then run
    CONCEALED_ORDER = "concealed-order"  # where readers do not see it
    UNREADABLE = "unreadable"  # a program, macro or archive that nobody can read
    DESTROYS = "destroys"  # without asking
    PERSISTS = "persists"  # stays on the machine after the task
    TAMPERS = "tampers"  # with the agent's settings, memory, other skills
    AGAINST_USER = "against-user"  # orders against instructions or user
    OBEYS_REMOTE = "obeys-remote"  # fetches instructions and follows them
    RUNS_DOWNLOADED = "runs-downloaded"
    FALSE_CLAIM = "false-claim"  # it says of itself what its files contradict
    MORE_TOOLS = "more-tools"  # asks for far more than its files use
    UNASKED = "unasked"  # runs without asking


CONCERN_ROWS: Mapping[ConcernKind, tuple[AbilityRow, ...]] = {
    ConcernKind.SENDS_PRIVATE: (AbilityRow.NETWORK, AbilityRow.READ),
    ConcernKind.KEY_TO_OTHER: (AbilityRow.NETWORK, AbilityRow.READ),
    ConcernKind.READS_PRIVATE: (AbilityRow.READ,),
    ConcernKind.OBEYS_REMOTE: (AbilityRow.NETWORK,),
    ConcernKind.DESTROYS: (AbilityRow.DESTROY,),
    ConcernKind.PERSISTS: (AbilityRow.WRITE,),
    ConcernKind.CONCEALED_CODE: (AbilityRow.CODE,),
    ConcernKind.RUNS_DOWNLOADED: (AbilityRow.CODE,),
    ConcernKind.TAMPERS: (AbilityRow.AGENT,),
    ConcernKind.MORE_TOOLS: (AbilityRow.UNASKED,),
    ConcernKind.UNASKED: (AbilityRow.UNASKED,),
}
"""Kind -> the rows in which it says that something was found; those of no row are about the skill as a whole."""


class Concern(Struct, frozen=True, array_like=True):
    """One reason to stop or to read first.

    Attributes:
        at: Where the line stands that does it, or orders it; the path is relative to the skill, empty for its file.
        quote: Of the file, on one line; empty where nothing can be quoted.
        facts: What a sentence about it names: `what`, `host`, `claim`, `source`.
        other: Where the other line stands: where what is sent was read, or what the skill says of itself.
    """

    kind: ConcernKind
    level: AlarmLevel
    at: Position
    quote: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    other: Position | None = None


class Unread(StrEnum):
    """Why nothing can be said of a file."""

    LANGUAGE = "language"  # none of those that are read
    SIZE = "size"
    BINARY = "binary"
    ENCODING = "encoding"  # it declares one other than UTF-8
    SYNTAX = "syntax"  # it does not parse
    NESTING = "nesting"  # it is nested too deeply to be looked at


class Unlooked(Struct, frozen=True, array_like=True):
    """A stretch of a file that one of the searches did not look at, since its work is bounded.

    Attributes:
        search: What was looked for: name of the rule that would say it.
        whole: True for the rest of the file, False for a part of a long line.
        gave_up: True where it is nested too deeply, or too large, for the search to end.
    """

    at: Position
    search: str
    whole: bool
    gave_up: bool = False


class FileReading(Struct, frozen=True, array_like=True):
    """How a file was read: its language, empty for none, and why nothing can be said of it, None where it was read."""

    path: str
    language: str = ""
    unread: Unread | None = None


class Abilities(Struct, frozen=True):
    """What one reading of a skill gives.

    Attributes:
        found: Sorted by row, file and line; each once.
        concerns: Sorted by file and line.
        files: Every file of the skill, in its order.
        unlooked: What was not looked at although its file was read.
        left_out: How many more abilities there are; of each kind in each file some are kept.
    """

    found: tuple[Ability, ...] = ()
    concerns: tuple[Concern, ...] = ()
    files: tuple[FileReading, ...] = ()
    unlooked: tuple[Unlooked, ...] = ()
    left_out: int = 0

    @property
    def read(self) -> int:
        """How many files were read."""
        return sum(file.unread is None for file in self.files)

    def of_row(self, row: AbilityRow) -> tuple[Ability, ...]:
        """Return the abilities of a row."""
        return tuple(each for each in self.found if ROWS[each.kind] is row)

    def of_file(self, path: str) -> tuple[Ability, ...]:
        """Return the abilities that stand in a file."""
        return tuple(each for each in self.found if each.path == path)


def rows_of(found: Iterable[Ability]) -> tuple[AbilityRow, ...]:
    """Return the rows that some abilities belong to, in the order of `AbilityRow`."""
    rows = {ROWS[each.kind] for each in found}
    return tuple(row for row in AbilityRow if row in rows)
