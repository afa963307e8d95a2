"""What the reader of a language says of a text, in a line each."""

from collections.abc import Callable

import pytest

from skillpack.abilities.readers import read_source
from skillpack.abilities.source_text import Reading, SourceText
from skillpack.model.ability import Ability, AbilityOrigin, Concern

Said = Callable[..., list[str]]


def _readings(language: str, text: str, path: str, origin: AbilityOrigin) -> list[Reading]:
    source = SourceText(path, text, language, origin=origin)
    return list(dict.fromkeys(read_source(source)))


@pytest.fixture(scope="session")
def concerns() -> Said:
    """Return a function that names the concerns about a text of a language: kind, level and line."""

    def said(language: str, text: str, path: str = "s", origin: AbilityOrigin = AbilityOrigin.SCRIPT) -> list[str]:
        found = [each for each in _readings(language, text, path, origin) if isinstance(each, Concern)]
        return [f"{each.kind} {each.level.name.lower().replace('_', '-')} {each.at.span.line}" for each in found]

    return said


@pytest.fixture(scope="session")
def abilities() -> Said:
    """Return a function that names what a text of a language can do: kind, words and target."""

    def said(language: str, text: str, path: str = "s", origin: AbilityOrigin = AbilityOrigin.SCRIPT) -> list[str]:
        found = [each for each in _readings(language, text, path, origin) if isinstance(each, Ability)]
        return [f"{each.kind} {each.words} {each.target}".strip() for each in found]

    return said
