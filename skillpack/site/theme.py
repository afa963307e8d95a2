"""A theme -> compiled templates that speak one language."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from html import escape

import jinja2
from markupsafe import Markup

from skillpack.catalog import paths
from skillpack.errors import UsageError
from skillpack.model.settings import Theme
from skillpack.site.plurals import plural
from skillpack.site.sigil import sigil
from skillpack.site.slugs import address

Text = Callable[..., Markup]
"""Key of a text, perhaps a number that decides its form, values for its placeholders -> the text, safe."""


def environment(theme: Theme, language: str) -> jinja2.Environment:
    """Return the templates of a theme, compiled once per process, theme and language."""
    return _environment(tuple(sorted(theme.templates.items())), tuple(sorted(theme.strings.items())), language)


def texts(strings: Mapping[str, str], language: str) -> Text:
    """Return the function that finds the texts of the interface.

    `t("tokens", 1940)` takes `tokens.one` or `tokens.other` by the plural rule of the language and fills `{n}`. Texts
    belong to the theme and may hold HTML; values are escaped. `default` is the answer for a key that may be missing.

    Raises:
        UsageError: When the returned function meets a key that the theme does not have.
    """

    def t(key: str, n: int | None = None, *, default: str | None = None, **values: object) -> Markup:
        form = key if n is None else f"{key}.{plural(language, n)}"
        text = strings.get(form) or strings.get(f"{key}.other")
        if text is None:
            if default is not None:
                return Markup.escape(default)
            raise UsageError(f"the theme has no text `{key}`", hint="add it to the theme's `strings.toml`")
        if n is None and not values:
            return Markup(text)  # noqa: S704 a theme's own text is as trusted as its templates
        return Markup(text).format(n=number(n or 0, strings), **values)  # noqa: S704

    return t


def number(value: int, strings: Mapping[str, str]) -> str:
    """Return a whole number with the language's separator of thousands."""
    return f"{value:,}".replace(",", strings.get("format.thousands", ","))


def size(value: int, strings: Mapping[str, str]) -> str:
    """Return a size for people: `640 B`, `3.1 kB`, `2.0 MB`; a kilobyte is 1,000 bytes."""
    amount, unit = float(value), "B"
    for larger in ("kB", "MB", "GB"):
        if amount < 1000:  # noqa: PLR2004 decimal units
            break
        amount, unit = amount / 1000, larger
    digits = f"{amount:.0f}" if unit == "B" else f"{amount:.1f}"
    return f"{digits}\u00a0{unit}".replace(".", strings.get("format.decimal", "."))


def ticked(text: str) -> Markup:
    """Return a message as HTML, what stands in backticks as code."""
    parts = escape(text).split("`")
    if len(parts) % 2 == 0:  # an odd backtick is only a backtick
        parts[-2:] = [f"{parts[-2]}`{parts[-1]}"]
    pieces = (f'<code dir="auto">{part}</code>' if index % 2 else part for index, part in enumerate(parts))
    return Markup("".join(pieces))  # noqa: S704 every part is escaped


@lru_cache(maxsize=4)
def _environment(
    templates: tuple[tuple[str, str], ...], strings: tuple[tuple[str, str], ...], language: str
) -> jinja2.Environment:
    known = dict(strings)
    made = jinja2.Environment(
        loader=jinja2.DictLoader(dict(templates)),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    made.globals |= {
        "t": texts(known, language),
        "paths": paths,
        "sigil": lambda name: Markup(sigil(name)),  # noqa: S704 drawn by us
        "address": address,
    }
    made.filters |= {"number": partial(number, strings=known), "size": partial(size, strings=known), "ticked": ticked}
    return made
