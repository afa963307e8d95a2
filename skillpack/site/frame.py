"""What every page shares: head, top bar, footer, and the way to other pages."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import cast

import jinja2
from jinja2.environment import TemplateModule
from markupsafe import Markup, escape

from skillpack.catalog import paths
from skillpack.errors import UsageError
from skillpack.model.output import OutputFile
from skillpack.model.settings import Configuration, Picture, Theme
from skillpack.parse.settings.interface import same_language
from skillpack.site.addresses import quoted, way
from skillpack.site.install_lines import PLACEHOLDER
from skillpack.site.theme import Same, Text, environment
from skillpack.site.trusted import trusted

_RIGHT_TO_LEFT = frozenset({"ar", "dv", "fa", "he", "ks", "ku", "ps", "sd", "ug", "ur", "yi"})
_NOTHING = Markup()
_SLASH = re.compile(r"(?<=[^/\s])/(?!/)")
_CODE = '<pre tabindex="0">'
_TABLE = '<div class="wide" tabindex="0">'
_SHEETS = {
    **dict.fromkeys(("index.html", "page", "tags", "authors", "bundles"), "list.css"),
    **dict.fromkeys(("checks", "rules", "agents", "pages"), "text.css"),
}
"""Folder at the top -> the stylesheet of its pages, beside the one that all have."""

_SKILL_DEPTH = paths.skill_page("").count("/")
"""How deep the page of a skill lies; those of its files and versions lie deeper."""

_CONTRIBUTE = frozenset({"contribute", "contributing"})
"""Names of the page that tells how to contribute, to which the footer leads."""

FRONT_PAGE = "index"
"""Stem of the page whose text stands on the home page."""


@dataclass(frozen=True, slots=True)
class _Bound:
    """What a theme and a configuration have in common, made once.

    Attributes:
        shells: What stands around the content of pages, by what decides it.
    """

    environment: jinja2.Environment
    text: Text
    direction: str
    shells: dict[tuple[str, int], TemplateModule] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Frame:
    """The theme and the catalog: all that a page needs beside what it shows."""

    theme: Theme
    configuration: Configuration
    _bound: _Bound = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_bound", _bound(Same(self.theme), Same(self.configuration)))

    def page(self, path: str, template: str, values: Mapping[str, object]) -> OutputFile:
        """Return a page at a path; `values` are what its template asks for.

        Raises:
            UsageError: The template is faulty: themes may override ours.
        """
        bound = self._bound
        try:
            text = bound.environment.get_template(template).render(
                {
                    "here": path,
                    "to": way(path),
                    "based": _based(path),
                    "site": self.configuration,
                    "language": self.theme.language,
                    "direction": bound.direction,
                    "own": self.lang(""),
                    "icon": self.theme.icon,
                    "shell": self._shell(path),
                    "canonical": self.absolute(path),
                    "picture": self.absolute(paths.CARD),
                    "alternates": (),
                    "structured": "",
                    **values,
                }
            )
        except jinja2.TemplateError as error:
            raise _faulty(template, error) from error
        return OutputFile(path, (text.encode("utf-8", "replace"),))

    def part(self, name: str) -> Callable[..., Markup]:
        """Return a macro of `parts.html`, for what stands on many pages and is made once.

        Raises:
            UsageError: The theme has no such macro.
        """
        template = "parts.html"
        try:
            found = getattr(self._bound.environment.get_template(template).module, name, None)
        except jinja2.TemplateError as error:
            raise _faulty(template, error) from error
        if found is None:
            raise UsageError(f"the template `{template}` has no macro `{name}`", hint="add it to the theme's template")
        return cast("Callable[..., Markup]", found)

    def t(self, key: str, n: int | None = None, **values: object) -> Markup:
        """Return a text of the theme; see `theme.texts`."""
        return self._bound.text(key, n, **values)

    def plain(self, key: str, n: int | None = None, **values: object) -> str:
        """Return a text of the theme without its HTML, for what is not a page."""
        text = self.t(key, n, **values)
        return text.striptags() if "<" in text or "&" in text else str(text)

    def lang(self, language: str) -> Markup:
        """Return the attribute of words in a language, after a space; empty where the page is in that language.

        Args:
            language: A tag; empty for the catalog's own.
        """
        said = self.foreign(language)
        return Markup(' lang="{}"').format(said) if said else _NOTHING

    def foreign(self, language: str) -> str:
        """Return the tag of words in a language, as `lang` takes it; empty where the page is in that language."""
        said, here = language or self.configuration.language, self.theme.language
        return "" if said == here or same_language(said, here) else said

    def absolute(self, path: str) -> str:
        """Return the public address of a path; empty where the site does not know its own."""
        url = self.configuration.site_url
        return url + quoted(path.removesuffix("index.html")) if url else ""

    def _shell(self, path: str) -> TemplateModule:
        """Return the frame around a page."""
        # Addresses in it depend on the depth and on the folder at the top, below `pages/` on all folders.
        section = path.rpartition("/")[0] if path.startswith("pages/") else path.partition("/")[0]
        key = (section, path.count("/"))
        if key not in self._bound.shells:
            to = way(path)
            sheet = _SHEETS.get(section.partition("/")[0]) or ("code.css" if key[1] > _SKILL_DEPTH else "page.css")
            guide = next((stem for stem in self._stems() if stem.rpartition("/")[2].casefold() in _CONTRIBUTE), "")
            values = {
                "here": path,
                "to": to,
                "site": self.configuration,
                "icon": self.theme.icon,
                "logo": self.theme.logo,
                "own": self.lang(""),
                "sections": self._sections(path, to),
                "contribute": to(paths.text_page(guide)) if guide else "",
                "sheet": sheet,
            }
            self._bound.shells[key] = self._bound.environment.get_template("shell.html").make_module(values)
        return self._bound.shells[key]

    def _sections(self, path: str, to: Callable[[str], str]) -> tuple[tuple[str, str, bool], ...]:
        """Return text key, address and whether the reader is there, for each entry of the top bar."""
        own = next((stem for stem in self._stems() if stem != FRONT_PAGE), "")
        entries = (
            ("nav.skills", paths.HOME, ("index.html", "page/", "skills/", "tags/", "authors/"), True),
            ("nav.bundles", paths.BUNDLES, ("bundles/",), bool(self.configuration.bundles)),
            ("nav.checks", paths.CHECKS, ("checks/", "rules/"), True),
            ("nav.agents", paths.AGENTS, ("agents/",), True),
            ("nav.pages", paths.text_page(own), ("pages/",), bool(own)),
        )
        return tuple((key, to(there), path.startswith(below)) for key, there, below, shown in entries if shown)

    def _stems(self) -> Iterator[str]:
        return map(page_stem, self.configuration.pages)


def name_regions(frame: Frame, html: str) -> str:
    """Return a rendered text whose code and tables, which scroll sideways, have a name in the language of the page.

    The text itself is rendered once for all languages, so names come when it is put on a page.
    """
    for tag, key in ((_CODE, "scrolls.code"), (_TABLE, "scrolls.table")):
        if tag in html:
            html = html.replace(tag, f'{tag[:-1]} role="group" aria-label="{frame.t(key)}">')
    return html


def page_stem(path: str) -> str:
    """Return the published name of one of the catalog's own pages: `how-to/publish` for `pages/how-to/publish.md`."""
    return path.removesuffix(".md").removeprefix("pages/")


@lru_cache(maxsize=4)
def _bound(theme: Same[Theme], configuration: Same[Configuration]) -> _Bound:
    pictures = (theme.value.icon, theme.value.logo)
    return _bound_paths(Same(environment(theme.value)), configuration.value, pictures)


@lru_cache(maxsize=4)
def _bound_paths(
    templates: Same[jinja2.Environment],
    configuration: Configuration,
    _: tuple[Picture | None, ...],  # its shells show them
) -> _Bound:
    language, made = configuration.language, templates.value
    text = cast(Text, made.globals["t"])
    return _Bound(made, text, "rtl" if language.split("-")[0] in _RIGHT_TO_LEFT else "ltr")


def _faulty(template: str, error: jinja2.TemplateError) -> UsageError:
    """Return the error for a template that is wrong, and where as far as it tells."""
    name = getattr(error, "name", None) or template
    line = getattr(error, "lineno", None)
    place = f"the template `{name}`, line {line}" if line else f"the template `{name}`"
    return UsageError(f"{place}: {error.message}", hint="correct it in the theme's folder")


def _based(here: str) -> Callable[[str], Markup]:
    """Return the function that gives lines for a shell as HTML, with long addresses that break after a slash.

    Where the site does not know its address, a script fills it in.
    """
    mark = f'<span data-base="{paths.up(here) or "./"}">{PLACEHOLDER}</span>'

    def based(text: str) -> Markup:
        html = _SLASH.sub("/<wbr>", str(escape(text)))
        return trusted(html.replace(PLACEHOLDER, mark))  # escaped here

    return based
