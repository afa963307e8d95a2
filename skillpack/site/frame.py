"""What every page shares: head, top bar, footer, and the way to other pages."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import jinja2
from markupsafe import Markup

from skillpack.catalog import paths
from skillpack.errors import UsageError
from skillpack.model.output import OutputFile
from skillpack.model.settings import Configuration, Theme
from skillpack.site.install_lines import PLACEHOLDER
from skillpack.site.links import href, quoted
from skillpack.site.theme import environment, texts

_RIGHT_TO_LEFT = frozenset({"ar", "dv", "fa", "he", "ks", "ku", "ps", "sd", "ug", "ur", "yi"})
_SLASH = re.compile("(?<!/)/(?!/)")
FRONT_PAGE = "index"
"""Stem of the page whose text stands on the home page."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The theme and the catalog: all that a page needs beside what it shows."""

    theme: Theme
    configuration: Configuration

    def page(self, path: str, template: str, values: Mapping[str, object]) -> OutputFile:
        """Return a page at a path; `values` are what its template asks for.

        Raises:
            UsageError: The template is faulty: themes may override ours.
        """
        common = {
            "here": path,
            "to": lambda there: href(path, there),
            "based": lambda text: _based(text, path),
            "site": self.configuration,
            "direction": "rtl" if self.configuration.language.split("-")[0] in _RIGHT_TO_LEFT else "ltr",
            "nav": self._navigation(path),
            "canonical": self._absolute(path),
        }
        try:
            made = environment(self.theme, self.configuration.language).get_template(template)
            text = made.render({**common, **values})
        except jinja2.TemplateError as error:
            raise _faulty(template, error) from error
        return OutputFile(path, (text.encode("utf-8", "replace"),))

    def t(self, key: str, n: int | None = None, **values: object) -> Markup:
        """Return a text of the theme; see `theme.texts`."""
        return texts(self.theme.strings, self.configuration.language)(key, n, **values)

    def _absolute(self, path: str) -> str:
        """Return the public address of a path; empty where the site does not know its own (decisions 15)."""
        url = self.configuration.site_url
        return url + quoted(path.removesuffix("index.html")) if url else ""

    def _navigation(self, path: str) -> tuple[tuple[str, str, bool], ...]:
        """Return text key, address and whether the reader is there, for each entry of the top bar."""
        own = next((page_stem(page) for page in self.configuration.pages if page_stem(page) != FRONT_PAGE), "")
        entries = (
            ("nav.skills", paths.HOME, ("index.html", "page/", "skills/", "tags/", "authors/"), True),
            ("nav.bundles", paths.BUNDLES, ("bundles/",), bool(self.configuration.bundles)),
            ("nav.checks", paths.CHECKS, ("checks/", "rules/"), True),
            ("nav.agents", paths.AGENTS, ("agents/",), True),
            ("nav.pages", paths.text_page(own), ("pages/",), bool(own)),
        )
        return tuple((key, href(path, there), path.startswith(below)) for key, there, below, shown in entries if shown)


def page_stem(path: str) -> str:
    """Return the published name of one of the catalog's own pages: `how-to/publish` for `pages/how-to/publish.md`."""
    return path.removesuffix(".md").removeprefix("pages/")


def _faulty(template: str, error: jinja2.TemplateError) -> UsageError:
    """Return what is wrong with a template, and where as far as the error tells."""
    name = getattr(error, "name", None) or template
    line = getattr(error, "lineno", None)
    place = f"the template `{name}`, line {line}" if line else f"the template `{name}`"
    return UsageError(f"{place}: {error.message}", hint="correct it in the theme's folder")


def _based(text: str, here: str) -> Markup:
    """Return lines for a shell as HTML; where the site does not know its address, a script fills it in."""
    mark = Markup('<span data-base="{}">{}</span>').format(paths.up(here) or "./", PLACEHOLDER)
    return mark.join(_breakable(part) for part in text.split(PLACEHOLDER))


def _breakable(text: str) -> Markup:
    """Return text whose long addresses break after a slash, not in the middle of a word."""
    return Markup("/<wbr>").join(Markup.escape(piece) for piece in _SLASH.split(text))
