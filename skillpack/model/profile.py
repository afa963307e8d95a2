"""What one host or standard demands: data, never code (architecture, law 2)."""

from collections.abc import Mapping
from dataclasses import dataclass

from skillpack.model.finding import Severity


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile.

    Attributes:
        title: The name people know it by: `Claude Code`.
        source: Where its demands are written.
        severities: Code -> judgement; a code that is missing is OFF.
        limits: Code -> the largest `size` of a finding that this profile still accepts in silence.
        messages: Code -> the host's own words, with `{fact}` placeholders, because hosts and their users compare them.
        fields: Extension fields that the host documents (decisions 30: lifting them is never offered).
        index_format: Name of its prompt format, or empty.
        load_format: Name of its load dialect, or empty.
        index_budget: Characters of the skill index that the host shows, 0 for unknown.
        entry_budget: Characters of one description that the host shows, 0 for unknown.
    """

    name: str
    title: str
    source: str
    severities: Mapping[str, Severity]
    limits: Mapping[str, int]
    messages: Mapping[str, str]
    fields: tuple[str, ...]
    index_format: str
    load_format: str
    index_budget: int
    entry_budget: int
