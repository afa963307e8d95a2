from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from skillpack import resources
from skillpack.model.settings import Configuration, Picture
from skillpack.registry.opensearch import SEARCHED, opensearch_files

ICON = resources.theme().icon
NAMES = {"o": "http://a9.com/-/spec/opensearch/1.1/"}


def _text(configuration: Configuration) -> str:
    (file,) = opensearch_files(configuration, ICON)
    return b"".join(file.chunks).decode()


def test_description_as_browsers_get_it(snapshot) -> None:
    assert (
        _text(Configuration(title="Acme & sons' skills", description="Reviewed", site_url="https://x.org/")) == snapshot
    )


def test_without_a_site_url_there_is_none() -> None:
    assert list(opensearch_files(Configuration(), ICON)) == []


def test_the_icon_is_that_of_the_site() -> None:
    (file,) = opensearch_files(Configuration(site_url="https://x.org/"), Picture("favicon.png", "image/png"))
    assert 'type="image/png">https://x.org/assets/favicon.png</Image>' in b"".join(file.chunks).decode()


def test_the_parameter_is_the_one_the_home_page_reads() -> None:
    theme = resources.theme()
    assert f'name="{SEARCHED}"' in theme.templates["home.html"]
    assert f'name="{SEARCHED}"' in theme.templates["shell.html"]


@given(title=st.text(), description=st.text())
def test_any_catalog_has_a_sound_description(title, description) -> None:
    text = _text(Configuration(title=title, description=description, site_url="https://x.org/?a=1&b=2/"))
    root = ET.fromstring(text)  # noqa: S314 our own
    assert 0 < len(root.findtext("o:ShortName", "", NAMES)) <= 16
    assert len(root.findtext("o:LongName", "", NAMES)) <= 48
    assert 0 < len(root.findtext("o:Description", "", NAMES)) <= 1024
    (page, own) = root.findall("o:Url", NAMES)
    assert page.get("template") == "https://x.org/?a=1&b=2/?q={searchTerms}"
    assert own.get("rel") == "self"
