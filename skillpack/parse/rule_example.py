"""What a rule finds, and the same put right: small files, as a rule's page shows them, read from TOML."""

import re
import tomllib
from collections.abc import Mapping

from msgspec import Struct

from skillpack.parse.document import SKILL_FILE

_UNSEEN = re.compile(r"[ \t]+$|[^\S \n\t]", re.MULTILINE)
"""What is not seen at the end of a line, and white space that looks like a blank or breaks a line."""


_SPACED = {ord("\n"): " ", ord("\t"): " "}
"""Blanks that are seen, for what tells which characters are not."""


class ExampleFile(Struct, frozen=True):
    """A file of an example.

    Attributes:
        path: Relative to the skill's folder where that holds `SKILL.md` directly, else to the catalog's.
        text: What cannot be written as text, or is too long, stands between « and », in words that the test of the
            examples understands.
    """

    path: str
    text: str

    @property
    def shown(self) -> str:
        """The text with what nobody sees named: `«U+200B»` in place of a zero-width space."""
        text = _UNSEEN.sub(lambda found: "".join(map(_named, found[0])), self.text)
        if text.translate(_SPACED).isprintable():
            return text  # as most are
        return "".join(mark if mark.isprintable() or mark in "\n\t" else _named(mark) for mark in text)


class RuleExample(Struct, frozen=True):
    """What a rule finds and what it does not, as little apart as can be."""

    bad: tuple[ExampleFile, ...]
    good: tuple[ExampleFile, ...]

    @property
    def marked(self) -> bool:
        """Whether something in it is named between « and » instead of shown."""
        return any("«" in f"{file.path}{file.shown}" for file in (*self.bad, *self.good))

    @property
    def stepwise(self) -> bool:
        """Whether it is a step from what was published, in `before/`, to what shall be, in `after/`."""
        return any(file.path.startswith("before/") for file in self.bad)


def parse_rule_examples(text: str) -> Mapping[str, RuleExample]:
    """Return code -> example of one family: a text alone is a skill file, a table has a text for each path."""
    rows = tomllib.loads(text)
    return {code: RuleExample(_files(row["bad"]), _files(row["good"])) for code, row in rows.items()}


def _files(given: str | Mapping[str, str]) -> tuple[ExampleFile, ...]:
    files = {SKILL_FILE: given} if isinstance(given, str) else given
    return tuple(ExampleFile(path, text) for path, text in files.items())


def _named(mark: str) -> str:
    return f"«U+{ord(mark):04X}»"
