"""`[theme] accent, logo, favicon`, from `skillpack.toml` to the pages."""

from collections.abc import Callable
from pathlib import Path

import pytest

LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 10"><path d="M0 0h9v9z"/></svg>'


@pytest.fixture
def configure(tmp_path: Path, write_skill) -> Callable[[str], None]:
    """Return a function that writes the settings of the theme."""
    write_skill("a")
    (tmp_path / "logo.svg").write_text(LOGO.format(width=30))

    def write(theme: str) -> None:
        (tmp_path / "skillpack.toml").write_text(
            f'[catalog]\ntitle = "Northwind"\n[[source]]\npath = "skills"\n[theme]\n{theme}\n'
        )

    return write


def test_every_page_shows_them_and_still_loads_nothing_else(cli, configure, tmp_path: Path) -> None:
    configure('accent = "#7a1fa2"\nlogo = "logo.svg"\nfavicon = "logo.svg"')
    assert cli("build").status == 0

    dist = tmp_path / "dist"
    for path, up in (("index.html", ""), ("skills/a/index.html", "../../"), ("checks/index.html", "../")):
        page = (dist / path).read_text()
        assert f'<img src="{up}assets/logo.svg" alt="Northwind" width="96" height="32">' in page
        assert f'<link rel="icon" href="{up}assets/favicon.svg" type="image/svg+xml">' in page
        assert "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:" in page
        assert "style=" not in page.partition("<main")[0]
    assert "--accent:light-dark(#7a1fa2,#d7a4ee)" in (dist / "assets/site.css").read_text()
    assert (dist / "assets/logo.svg").read_bytes() == (tmp_path / "logo.svg").read_bytes()


def test_a_picture_that_changed_is_on_every_page_after_the_next_build(cli, configure, tmp_path: Path) -> None:
    configure('logo = "logo.svg"')
    assert cli("build").status == 0
    (tmp_path / "logo.svg").write_text(LOGO.format(width=20))
    assert cli("build").status == 0

    assert 'width="64"' in (tmp_path / "dist/skills/a/index.html").read_text()
    configure("")
    assert cli("build").status == 0
    assert not (tmp_path / "dist/assets/logo.svg").exists()
    assert "<img" not in (tmp_path / "dist/skills/a/index.html").read_text().partition("<main")[0]


def test_a_colour_that_cannot_be_read_is_refused(cli, configure, tmp_path: Path) -> None:
    configure('accent = "#ffd400"')
    ran = cli("build")
    assert ran.status == 2
    assert "`[theme] accent` is `#ffd400`, whose contrast on `#fbe9a8` is " in ran.err
    assert "but 4.5:1 is needed" in ran.err
    assert "hint: the nearest shade that can be read is `#" in ran.err
    assert not (tmp_path / "dist").exists()
