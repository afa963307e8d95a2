"""The TOML of a family's examples -> RuleExample."""

import tomllib
from collections.abc import Mapping

from skillpack.model.rule_example import ExampleFile, RuleExample
from skillpack.parse.document import SKILL_FILE


def parse_rule_examples(text: str) -> Mapping[str, RuleExample]:
    """Return code -> example: a text alone is a skill file, a table has a text for each path."""
    rows = tomllib.loads(text)
    return {code: RuleExample(_files(row["bad"]), _files(row["good"])) for code, row in rows.items()}


def _files(given: str | Mapping[str, str]) -> tuple[ExampleFile, ...]:
    files = {SKILL_FILE: given} if isinstance(given, str) else given
    return tuple(ExampleFile(path, text) for path, text in files.items())
