"""A profile's TOML -> Profile (decisions 2)."""

import re

from skillpack.model.finding import Severity
from skillpack.model.profile import Overflow, Profile
from skillpack.parse.toml import Table, read_toml

_CODE = re.compile(r"[A-Z]{2}[0-9]{3}")


def parse_profile(text: str, name: str) -> Profile:
    """Return the profile of that name.

    Raises:
        UsageError: The text is no TOML, a key is unknown, or a value is of the wrong kind; the message names the key.
    """
    top = read_toml(text, f"the profile `{name}`")
    rules, limits, messages, budget = (top.table(key) for key in ("rules", "limits", "messages", "budget"))
    profile = Profile(
        name=name,
        title=top.text("title", name),
        source=top.text("source", ""),
        severities={code: Severity(rules.choice(code, tuple(Severity), Severity.OFF)) for code in _codes(rules)},
        limits={code: limits.count(code) for code in _codes(limits)},
        messages={code: messages.text(code) for code in _codes(messages)},
        fields=top.texts("fields"),
        index_format=top.text("index_format", ""),
        load_format=top.text("load_format", ""),
        index_budget=budget.count("index"),
        entry_budget=budget.count("entry"),
        overflow=Overflow(budget.choice("overflow", tuple(Overflow), Overflow.UNKNOWN)),
        shown_fields=budget.texts("fields"),
        hides=budget.flag("hides", default=False),
        line=budget.text("line", ""),
    )
    for table in (budget, top):
        table.close()
    return profile


def _codes(table: Table) -> tuple[str, ...]:
    """Return the keys of a table whose keys are codes of rules."""
    codes = table.keys()
    for code in codes:
        if not _CODE.fullmatch(code):
            raise table.wrong(code, "no code of a rule", "one such as `NM001`")
    return codes
