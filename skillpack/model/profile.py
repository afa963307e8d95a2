"""What one host or standard demands: data, never code."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property

from msgspec import Struct, field

from skillpack.model.agent import Agent
from skillpack.model.finding import Severity
from skillpack.model.tree import Form

UNREAD_RULES = frozenset({"LY014", "FM012", "FM013", "FM014", "FM017", "FM018"})
"""Codes of what ends our reading of a front matter before its end, though a host may read on: errors of every profile.

What follows could forbid what the rest allows, and nobody here has seen it.
"""


class Overflow(StrEnum):
    """What gives way where the list of skills is larger than a host's budget."""

    UNKNOWN = ""
    DROP_LEAST_USED = "drop-least-used"  # names stay, whole descriptions go, of the skills that are used least first
    SHORTEN_ALL = "shorten-all"  # all descriptions are cut to one length
    SHORTEN_THEN_OMIT = (
        "shorten-then-omit"  # the same; where the names alone do not fit, the last skills are not listed
    )


class Repair(StrEnum):
    """What a reader forgives: it reads the front matter as if that had been written otherwise."""

    TABS = "tabs"  # tabs that start a line
    SEPARATORS = "separators"  # U+0085, U+2028 and U+2029, which end a line for YAML
    COLONS = "colons"  # a colon anywhere in a value of one line, where the key has no hyphen
    PROSE = "prose"  # a colon and a blank in a value of one line, or a bracket, brace, `@` or backtick that starts it
    NEXT_KEY = "next-key"  # a further field behind a closing quote or bracket, on the same line
    LINES = "lines"  # everything but a line `name:` and a line `description:`
    SPACED = "spaced-delimiters"  # white space of any kind behind a delimiter
    INDENTED = "indented-delimiters"  # blanks in front of a delimiter
    LANGUAGE = "language"  # `yaml` or `json` behind the first delimiter
    LONGER = "longer-delimiters"  # text behind the last delimiter
    UNCLOSED = "no-closing"  # fields up to the end of the file


class Types(StrEnum):
    """Which plain scalars are numbers, booleans, dates or nothing instead of text."""

    YAML_1_1 = "yaml-1.1"  # PyYAML: `yes` is a boolean, a date is a date, `1e3` is text
    JS = "js-yaml"  # js-yaml 3: `yes` is text, a date is a date, `1e3` is a number
    CORE = "core"  # YAML 1.2 as serde_yaml reads it: `yes` and dates are text, `1e3` and `0o17` are numbers
    WRITTEN = "written"  # every scalar but null is the text that is written


class ProfileKind(StrEnum):
    """Whose demands a profile states."""

    HOST = "host"
    SPECIFICATION = "specification"  # shown only in catalogs that name it
    CATALOG = "catalog"  # what a catalog asks of its skills, never a column of its own


class Profile(Struct, frozen=True, dict=True):
    """A profile: everything that is known of one host.

    Attributes:
        title: The name people know it by: `Claude Code`.
        source: Where its demands are written.
        severities: Code -> judgement; a code that is missing is OFF. Those of UNREAD_RULES are errors.
        kinds: Code and kind of a finding, `FM003.unquoted` -> judgement, where it differs from that of the rule.
        limits: Code -> the largest `size` of a finding that this profile still accepts in silence.
        messages: Code -> the host's own words, with `{fact}` placeholders, because hosts and their users compare them.
        fields: Extension fields that the host documents (lifting them is never offered).
        index_style: Name of the style in which its index is written; empty where that is not known.
        index_file: Name of the file below `prompt/` of a site that holds its index; empty for none.
        load_format: Name of its load dialect, or empty.
        index_budget: Characters of the skill index that the host shows, its own skills included; 0 for unknown.
        index_reserve: Characters of them that the host's own skills take first, and whole.
        index_share: The budget as per cent of the model's window in characters, and the host's default window as
            characters: `index_budget` is that of the default window; zeros where it is a number of its own.
        index_variable: The environment variable that sets the budget, or empty.
        seen_in: The version of the host in which all that is said of its budget was seen, with the day; or empty.
        entry_budget: Characters of one description that the host shows, 0 for unknown.
        overflow: What gives way where the index is larger than its budget.
        shown_fields: Extension fields that the host shows beside the description, and counts with it.
        hides: True where skills that only people may start are not in the index.
        line: The line of a skill in the index, with `{name}` and `{description}`; empty for unknown.
        agent: Its folders and how people install for it; None where it has no folders that are known.
        depth: Levels below its folder that it looks through for skills, 0 for unknown.
        lone: Forms of skills without a folder that it reads too.
        repairs: What its YAML reader forgives.
        types: Which values its YAML reader takes for numbers, booleans or dates.
        name_characters: Characters that it allows in a name beside ASCII letters and digits; empty for unknown.
        environment_file: Its settings, a TOML file whose `[env]` adds variables; empty where there are none.
        describes: Whose demands these are; of a specification, pages speak only where a catalog names it.
    """

    name: str
    title: str
    source: str
    severities: Mapping[str, Severity]
    limits: Mapping[str, int]
    messages: Mapping[str, str]
    fields: tuple[str, ...]
    index_style: str
    load_format: str
    index_budget: int
    entry_budget: int
    overflow: Overflow = Overflow.UNKNOWN
    shown_fields: tuple[str, ...] = ()
    hides: bool = False
    line: str = ""
    index_file: str = ""
    agent: Agent | None = None
    kinds: Mapping[str, Severity] = field(default_factory=dict)
    depth: int = 0
    lone: tuple[Form, ...] = ()
    repairs: tuple[Repair, ...] = ()
    types: Types = Types.YAML_1_1
    name_characters: str = ""
    index_reserve: int = 0
    index_share: tuple[int, int] = (0, 0)
    index_variable: str = ""
    seen_in: str = ""
    environment_file: str = ""
    describes: ProfileKind = ProfileKind.HOST

    @cached_property
    def error_codes(self) -> frozenset[str]:
        """The codes of what may keep this host from loading a skill."""
        judged = {**self.severities, **self.kinds}.items()
        return frozenset(code.partition(".")[0] for code, found in judged if found is Severity.ERROR)

    @property
    def listed_budget(self) -> int:
        """Characters of the index for skills that were added, at least 1; 0 for unknown."""
        return max(self.index_budget - self.index_reserve, 1) if self.index_budget else 0
