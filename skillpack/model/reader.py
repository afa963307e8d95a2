"""What the YAML readers of hosts differ in: what they forgive, and what they take for text."""

from enum import StrEnum


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
