"""Accent, logo and favicon of a catalog, from the configuration to the theme."""

from pathlib import Path

import pytest

from skillpack import resources
from skillpack.builder.inputs.brand import with_brand
from skillpack.errors import FetchError, SkillpackError, UsageError
from skillpack.model.settings import Theme, ThemeOptions

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 16"><path d="M0 0h9v9z"/></svg>'


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    (tmp_path / "catalog/brand").mkdir(parents=True)
    (tmp_path / "catalog/brand/logo.svg").write_bytes(SVG)
    return tmp_path / "catalog"


def _branded(catalog: Path, **options: str) -> Theme:
    return with_brand(resources.theme(), ThemeOptions(**options), catalog)


def test_a_theme_without_settings_is_itself(catalog: Path) -> None:
    assert _branded(catalog) == resources.theme()


def test_pictures_and_the_colour_are_among_the_assets(catalog: Path) -> None:
    theme = _branded(catalog, accent="#7a1fa2", logo="brand/logo.svg", favicon="brand/logo.svg")

    assert theme.assets["logo.svg"] == theme.assets["favicon.svg"] == SVG
    assert theme.logo is not None
    assert (theme.logo.path, theme.icon.path) == ("logo.svg", "favicon.svg")
    assert b"#7a1fa2" in theme.assets["site.css"]


def test_each_of_them_names_other_pages(catalog: Path) -> None:
    digests = {_branded(catalog).digest}
    digests |= {_branded(catalog, accent=colour).digest for colour in ("#7a1fa2", "#7a1fa3")}
    digests |= {_branded(catalog, **{key: "brand/logo.svg"}).digest for key in ("logo", "favicon")}
    (catalog / "brand/logo.svg").write_bytes(SVG.replace(b"9v9", b"8v8"))
    digests |= {_branded(catalog, **{key: "brand/logo.svg"}).digest for key in ("logo", "favicon")}

    assert len(digests) == 7


@pytest.mark.parametrize(
    ("path", "kind", "message"),
    [
        ("brand/none.svg", UsageError, "the logo `brand/none.svg` does not exist"),
        ("../secret.svg", UsageError, "the logo `../secret.svg` cannot be published: "),
        ("brand", FetchError, "the logo `brand` is not a file"),
        ("brand/out.svg", UsageError, "the logo `brand/out.svg` is a link to "),
        ("brand/large.svg", FetchError, "the logo `brand/large.svg` is larger than 131072 bytes"),
        ("brand/script.svg", UsageError, "the logo `brand/script.svg` holds `<script>` on line 1"),
    ],
)
def test_what_may_not_be_published_is_refused(
    catalog: Path, path: str, kind: type[SkillpackError], message: str
) -> None:
    (catalog.parent / "secret.svg").write_bytes(SVG)
    (catalog / "brand/out.svg").symlink_to(catalog.parent / "secret.svg")
    (catalog / "brand/large.svg").write_bytes(SVG + b" " * 2**17)
    (catalog / "brand/script.svg").write_bytes(SVG.replace(b"<path", b"<script/><path"))

    with pytest.raises(kind) as caught:
        _branded(catalog, logo=path)
    assert str(caught.value).startswith(message)
