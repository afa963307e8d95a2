"""Placeholder until the real one lands."""

import tomllib

from skillpack.model.settings import Bundle, Configuration, Source


def parse_configuration(text: str) -> Configuration:
    """Return the configuration."""
    table = tomllib.loads(text)
    catalog = table.get("catalog", {})
    return Configuration(
        title=catalog.get("title", "Skills"),
        name=catalog.get("name", "skills"),
        description=catalog.get("description", ""),
        sources=tuple(Source(each["path"]) for each in table.get("source", ())),
        bundles=tuple(Bundle(b["name"], b.get("description", ""), tuple(b["skills"])) for b in table.get("bundle", ())),
        pages=tuple(page["path"] for page in table.get("page", ())),
    )
