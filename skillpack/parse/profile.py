"""A profile's TOML -> Profile."""

import tomllib

from skillpack.model.finding import Severity
from skillpack.model.profile import Profile


def parse_profile(text: str, name: str) -> Profile:
    """Return a profile from its TOML."""
    table = tomllib.loads(text)
    budget = table.get("budget", {})
    return Profile(
        name=name,
        title=table.get("title", name),
        source=table.get("source", ""),
        severities={code: Severity(word) for code, word in table.get("rules", {}).items()},
        limits=dict(table.get("limits", {})),
        messages=dict(table.get("messages", {})),
        fields=tuple(table.get("fields", ())),
        index_format=table.get("index_format", ""),
        load_format=table.get("load_format", ""),
        index_budget=budget.get("index", 0),
        entry_budget=budget.get("entry", 0),
    )
