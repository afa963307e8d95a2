"""A theme -> templates that speak one language."""

import hashlib
from base64 import b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from html import escape
from string import Formatter
from typing import Generic, TypeVar

import jinja2
from jinja2.bccache import Bucket
from markupsafe import Markup
from msgspec import Struct

from skillpack.catalog import paths
from skillpack.errors import UsageError
from skillpack.model.hidden_characters import revealed
from skillpack.model.settings import Theme
from skillpack.parse.settings.interface import ENGLISH, FORMS, same_language
from skillpack.site.addresses import address
from skillpack.site.sigil import sigil
from skillpack.site.trusted import trusted

T = TypeVar("T")

Text = Callable[..., Markup]
"""Key of a text, perhaps a number that decides its form, values for its placeholders -> the text, safe."""


class Same(Struct, Generic[T], frozen=True, eq=False):
    """A key of a cache that equals itself alone: comparing what it holds would take longer than the cache saves."""

    value: T

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


class Bytecode(jinja2.BytecodeCache):
    """The bytecode of templates, in memory; whoever stores it answers for who may write there.

    Attributes:
        codes: Key of Jinja -> bytecode. That of another text, or of another Jinja, is never run.
        new: Keys of what was compiled here.
    """

    def __init__(self) -> None:
        self.codes: dict[str, bytes] = {}
        self.new: set[str] = set()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template its bytecode, where it is known, of this theme or of another in the process."""
        for known in (self.codes, _COMPILED):
            if bucket.key in known:
                bucket.bytecode_from_string(known[bucket.key])
                if bucket.code is not None:
                    if known is _COMPILED:
                        self.dump_bytecode(bucket)
                    return

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the bytecode of a template."""
        self.codes[bucket.key] = _COMPILED[bucket.key] = bucket.bytecode_to_string()
        self.new.add(bucket.key)


_COMPILED: dict[str, bytes] = {}
"""Key of Jinja -> bytecode, compiled in this process last: a theme in another language has the same templates, and
one that changes a template has all the others."""


def environment(theme: Theme) -> jinja2.Environment:
    """Return the templates of a theme, the same of each theme in a process."""
    return _known_templates(Same(theme))[0]


def compile_all(theme: Theme) -> Mapping[str, bytes]:
    """Return the bytecode of all templates of a theme, for processes that shall not compile them again.

    A faulty template is left out, and reported where it is used.
    """
    templates, bytecode = _known_templates(Same(theme))
    for name in theme.templates:
        with suppress(jinja2.TemplateError):
            templates.get_template(name)
    return bytecode.codes


def compile_to(theme: Theme, folder: str) -> None:
    """Write the templates of a theme to a folder as Python modules, for environments that name it.

    Raises:
        jinja2.TemplateError: A template is faulty.
    """
    environment(theme).compile_templates(folder, zip=None, ignore_errors=False)


def compiled(theme: Theme) -> Mapping[str, bytes]:
    """Return the bytecode of the templates that were compiled in this process; empty where all was at hand."""
    bytecode = _known_templates(Same(theme))[1]
    return {key: bytecode.codes[key] for key in bytecode.new}


def supply(theme: Theme, codes: Mapping[str, bytes]) -> None:
    """Take the bytecode of a theme's templates from another process, or from one that has ended."""
    _known_templates(Same(theme))[1].codes.update(codes)


def texts(strings: Mapping[str, str], language: str) -> Text:
    """Return the function that finds the texts of the interface.

    `t("tokens", 1940)` fills `{n}` of `tokens.other`, `t("tokens", 1)` of `tokens.one` where there is one. Texts belong
    to the theme and may hold HTML; values are escaped. `default` is the answer for a key that may be missing.

    Raises:
        UsageError: When the returned function meets a key that the theme does not have.
    """
    plain: dict[str, Markup] = {}

    def t(key: str, n: int | None = None, *, default: str | None = None, **values: object) -> Markup:
        if n is None and not values and key in plain:
            return plain[key]
        exact = key if n is None else f"{key}.{'one' if n == 1 else 'other'}"
        text = strings.get(exact)
        if text is None:
            text = strings.get(f"{key}.other")
        if text is None:
            if default is not None:
                return Markup.escape(shown(default))
            file = "strings.toml" if language.split("-", maxsplit=1)[0] == ENGLISH else f"strings.{language}.toml"
            raise UsageError(f"the theme has no text `{exact}`", hint=f"add it to the theme's `{file}`")
        if n is not None:
            around = _around_number(text) if not values else None
            if around is not None:
                return trusted(f"{around[0]}{Markup.escape(number(n, strings))}{around[1]}")  # as below
            values["n"] = number(n, strings)
        filled = _filled(key, text, values)
        if not values:
            plain[key] = filled
        return filled

    return t


def forms(strings: Mapping[str, str]) -> Callable[[str], tuple[tuple[str, Markup], ...]]:
    """Return the function that gives each plural form of a text with its braces: a script chooses and fills them."""

    def of(key: str) -> tuple[tuple[str, Markup], ...]:
        named = ((form, strings.get(f"{key}.{form}")) for form in FORMS)
        return tuple((form, trusted(text)) for form, text in named if text is not None)  # the theme's own

    return of


def _filled(key: str, text: str, values: Mapping[str, object]) -> Markup:
    """Return a text with escaped values in place of the names in braces.

    Raises:
        UsageError: It has other braces.
    """
    try:
        pieces = [
            literal if name is None else f"{literal}{Markup.escape(shown(values[name]))}"
            for literal, name in _pieces(text)
        ]
    except (KeyError, ValueError) as error:
        known = ", ".join(f"{{{name}}}" for name in sorted(values)) or "none; a brace is written twice"
        raise UsageError(f"the theme's text `{key}` has unknown braces", hint=f"it may use {known}") from error
    return trusted("".join(pieces))  # the theme's words and escaped values


@lru_cache(maxsize=1024)
def _around_number(text: str) -> tuple[str, str] | None:
    """Return the texts before and after the number of a text that has no other braces, as most have."""
    before, _, after = text.partition("{n}")
    return (before, after) if text.count("{") == text.count("}") == text.count("{n}") == 1 else None


@lru_cache(maxsize=1024)
def _pieces(text: str) -> tuple[tuple[str, str | None], ...]:
    """Return pairs of literal text and the name that follows it, None at the end."""
    return tuple((literal, name) for literal, name, _, _ in Formatter().parse(text))


def number(value: int, strings: Mapping[str, str]) -> str:
    """Return a whole number with the language's separator of thousands."""
    text = f"{value:,}"
    return text.replace(",", strings.get("format.thousands", ",")) if "," in text else text


def size(value: int, strings: Mapping[str, str]) -> str:
    """Return a size for people: `640 B`, `3.1 kB`, `2.0 MB`; a kilobyte is 1,000 bytes."""
    amount, unit = float(value), "B"
    for larger in ("kB", "MB", "GB"):
        if amount < 1000:
            break
        amount, unit = amount / 1000, larger
    digits = f"{amount:.0f}" if unit == "B" else f"{amount:.1f}"
    return f"{digits}\u00a0{unit}".replace(".", strings.get("format.decimal", "."))


@lru_cache(maxsize=1024)
def ticked(text: str) -> Markup:
    """Return a message as HTML, what stands in backticks as code."""
    parts = escape(revealed(text)).split("`")
    if len(parts) % 2 == 0:  # an odd backtick is only a backtick
        parts[-2:] = [f"{parts[-2]}`{parts[-1]}"]
    pieces = (f'<code dir="auto">{part}</code>' if index % 2 else part for index, part in enumerate(parts))
    return trusted("".join(pieces))  # every part is escaped


def source_digest(text: str) -> str:
    """Return how a Content Security Policy names a style or script that stands in the page: `sha256-…`."""
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def shown(value: object) -> object:
    """Return a value of which nothing is hidden: text with what is invisible in it written out, `⟦U+202E⟧`."""
    return revealed(value) if type(value) is str else value


@lru_cache(maxsize=4)
def _known_templates(same: Same[Theme]) -> tuple[jinja2.Environment, Bytecode]:
    theme = same.value
    templates, strings = (tuple(sorted(texts.items())) for texts in (theme.templates, theme.strings))
    return _templates(templates, strings, theme.language, theme.compiled, theme.overriding)


@lru_cache(maxsize=4)
def _templates(
    templates: tuple[tuple[str, str], ...],
    strings: tuple[tuple[str, str], ...],
    language: str,
    modules: str,
    overriding: tuple[str, ...],
) -> tuple[jinja2.Environment, Bytecode]:
    known, bytecode = dict(strings), Bytecode()
    made = jinja2.Environment(
        loader=_loader(dict(templates), modules, overriding),
        autoescape=True,
        finalize=shown,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
        bytecode_cache=bytecode,
    )
    made.globals |= {
        "t": texts(known, language),
        "forms": forms(known),
        "sigil": lambda name: trusted(sigil(name)),  # drawn by us
        "address": address,
        "paths": paths,
        # What is English by nature says so on pages in another language.
        "english": Markup() if same_language(language, ENGLISH) else Markup(' lang="en"'),
    }
    made.filters |= {
        "number": partial(number, strings=known),
        "size": partial(size, strings=known),
        "source_digest": source_digest,
        "ticked": ticked,
    }
    return made, bytecode


def _loader(templates: dict[str, str], modules: str, overriding: tuple[str, ...]) -> jinja2.BaseLoader:
    """Return the loader of templates: what overrides ours as it is, of ours the modules where there are some."""
    given = jinja2.DictLoader(templates)
    if not modules:
        return given
    own = jinja2.DictLoader({name: templates[name] for name in overriding})
    return jinja2.ChoiceLoader([own, jinja2.ModuleLoader(modules), given])
