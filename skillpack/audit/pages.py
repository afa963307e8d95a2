"""The pages of all rules: those of `check` and those of this room."""

from skillpack.audit.faults import fault_pages
from skillpack.check.run import rule_pages
from skillpack.model.finding import RulePage


def all_rule_pages() -> tuple[RulePage, ...]:
    """Return the page of every code that a finding can have, sorted by code."""
    return tuple(sorted((*rule_pages(), *fault_pages()), key=lambda page: page.code))
