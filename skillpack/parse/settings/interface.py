"""Files of texts -> the interface in one language: `strings.toml` is English and the base of `strings.de.toml`.

What rules say stands apart, in `rules.de.toml`; in English it is in their docstrings.

A file may hold few texts or all. What a more special one says counts: that of `de-AT` before that of `de` before
English, and in each a theme's own before ours.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from skillpack.errors import UsageError
from skillpack.parse.settings.toml import describe_error

ENGLISH = "en"
FORMS = ("one", "other")
"""Plural forms of a text with a number: `one` for 1, `other` for every other number."""

_UNUSED_FORMS = ("zero", "two", "few", "many")

_FILE = re.compile(r"(?:strings|rules)(?:\.([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*))?\.toml")


class Interface(Struct, frozen=True):
    """The texts of one language.

    Attributes:
        language: The tag that was asked for; `en` where nobody has texts for it.
        languages: All that there are texts for, sorted.
        strings: Key -> text; what the language does not say, in English.
    """

    language: str
    languages: tuple[str, ...]
    strings: Mapping[str, str]


def language_of(path: str) -> str:
    """Return the language of a file of texts, in lower case; empty for any other file."""
    found = _FILE.fullmatch(path)
    return (found[1] or ENGLISH).lower() if found else ""


def interface(folders: Sequence[Mapping[str, str]], language: str) -> Interface:
    """Return the texts of a language.

    Args:
        folders: Files of texts by name, ours before those of a theme.
        language: A tag such as `de` or `de-AT`.

    Raises:
        UsageError: A file is not TOML, or holds something else than texts.
    """
    known = {language_of(path) for folder in folders for path in folder}
    parts = language.lower().split("-")
    # A tag and what it belongs to, the general first: `zh`, `zh-hant`, `zh-hant-tw`.
    steps = [tag for at in range(len(parts)) if (tag := "-".join(parts[: at + 1])) in known]
    english, own = _table(folders, (ENGLISH,)), _table(folders, [step for step in steps if step != ENGLISH])
    strings = {**english, **own} if parts[0] == ENGLISH else _substituted(english, own)
    return Interface(language if steps else ENGLISH, tuple(sorted(known)), strings)


def unused_forms(strings: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys of plural forms that no number takes, sorted."""
    forms = (key.rpartition(".") for key in strings)
    numbered = (each for each in forms if any(f"{each[0]}.{form}" in strings for form in FORMS))
    return tuple(sorted(f"{stem}.{form}" for stem, _, form in numbered if form in _UNUSED_FORMS))


def same_language(one: str, other: str) -> bool:
    """Return whether two tags are of one language, which a voice that reads aloud speaks the same way."""
    return one.lower().split("-")[0] == other.lower().split("-")[0]


def _table(folders: Sequence[Mapping[str, str]], tags: Iterable[str]) -> dict[str, str]:
    table: dict[str, str] = {}
    for tag in tags:
        for folder in folders:
            for path in sorted(folder, key=len):
                if language_of(path) == tag:
                    table |= _texts(path, folder[path])
    return table


def _substituted(english: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """Return English texts with those of another language in their place.

    Where that has one form of a text, no form of the English one stays: a language may need only `other`.
    """
    said = {stem for stem, _, form in (key.rpartition(".") for key in own) if form in FORMS}
    kept = {}
    for key, text in english.items():
        stem, _, form = key.rpartition(".")
        if form not in FORMS or stem not in said:
            kept[key] = text
    return {**kept, **own}


@lru_cache(maxsize=8)
def _texts(path: str, text: str) -> Mapping[str, str]:
    try:
        return dict(_flat(path, tomllib.loads(text)))
    except tomllib.TOMLDecodeError as error:
        detail, hint = describe_error(text, error)
        raise UsageError(f"the theme's `{path}` is not TOML: {detail}", hint=hint or "correct it") from error


def _flat(path: str, table: Mapping[str, object], prefix: str = "") -> Iterable[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(path, value, f"{prefix}{key}.")
        elif isinstance(value, str):
            yield f"{prefix}{key}", value
        else:
            raise UsageError(f"the theme's `{path}` has no text under `{prefix}{key}`", hint="put it into quotes")
