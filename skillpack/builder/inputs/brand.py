"""A theme with the accent colour, the logo and the favicon of a catalog."""

from pathlib import Path

from msgspec.structs import replace

from skillpack.errors import UsageError
from skillpack.files.read import read_beneath
from skillpack.model.digest import sha256
from skillpack.model.limits import Limits
from skillpack.model.portable import path_problem, printable
from skillpack.model.settings import Picture, Theme, ThemeOptions
from skillpack.parse.settings.accent import set_accent
from skillpack.parse.settings.picture import read_picture

_SHEET = "site.css"
_PICTURE_LIMIT = 128 * 2**10  # bytes: every page loads them


def with_brand(theme: Theme, options: ThemeOptions, root: Path) -> Theme:
    """Return a theme with what a catalog sets; the theme itself where it sets nothing.

    Args:
        theme: With the overrides of the catalog's theme folder.
        options: Of the catalog.
        root: Its folder, which pictures do not leave.

    Raises:
        UsageError: The colour cannot be read on the theme's backgrounds, or a picture is missing or not safe.
        FetchError: A picture is unreadable or too large.
    """
    assets, icon, logo = dict(theme.assets), theme.icon, theme.logo
    if options.accent:
        css = assets.get(_SHEET, b"").decode("utf-8", "replace")
        assets[_SHEET] = set_accent(css, options.accent, options.accent_dark).encode()
    if options.logo:
        logo, content = _picture(root, options.logo, "logo")
        assets[logo.path] = content
    if options.favicon:
        icon, content = _picture(root, options.favicon, "favicon")
        assets[icon.path] = content
    if assets == theme.assets:
        return theme
    changed = sorted((path, sha256(content)) for path, content in assets.items() if theme.assets.get(path) != content)
    digest = sha256(repr((theme.digest, changed, icon, logo)).encode())
    return replace(theme, assets=assets, digest=digest, icon=icon, logo=logo)


def _picture(root: Path, path: str, key: str) -> tuple[Picture, bytes]:
    """Return a picture that the configuration names, and its bytes."""
    what = f"the {key} `{printable(path)}`"
    hint = f"correct `[theme] {key}`, or put a file there; it is relative to the catalog"
    problem = path_problem(path, Limits())
    if problem is not None:
        raise UsageError(f"{what} cannot be published: {problem}", hint=hint)
    content = read_beneath(root, path, _PICTURE_LIMIT, what=what, hint=hint)
    return read_picture(content, path, key, what=what), content
