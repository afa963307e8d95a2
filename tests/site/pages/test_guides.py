import json
import re

import pytest

from skillpack.model.limits import Limits
from skillpack.site.pages.guides import TextPage, guides_file, has_guides, page_links, read_page

IMAGE = True
STEMS = ("index", "publish", "how-to/ask", "how-to/tell")


def _page(text: str, stem: str = "publish") -> TextPage:
    return read_page(stem, text, STEMS, limits=Limits(), highlight=True)


def test_the_first_heading_is_the_title() -> None:
    page = _page("\n# How to *publish* #\n\nText.\n")
    assert page.title == "How to *publish*"
    assert page.html == "<p>Text.</p>\n"


def test_a_page_without_one_is_called_by_its_name() -> None:
    assert _page("Text.", "how-to/ask-us").title == "Ask us"


@pytest.mark.parametrize("text", ["# T\n\n## A\n\n### B", "# T\n\n# A\n\n## B"])
def test_headings_begin_below_the_title(text) -> None:
    html = _page(text).html
    assert '<h2 id="s-a">' in html
    assert '<h3 id="s-b">' in html


def test_links_lead_from_page_to_page() -> None:
    link = page_links("how-to/ask", "pages/how-to/ask/index.html", STEMS)
    assert link("tell.md", not IMAGE) == "../tell/index.html"
    assert link("../publish.md#Part one", not IMAGE) == "../../publish/index.html#s-part-one"
    assert link("../index.md", not IMAGE) == "../../../index.html"
    assert link("gone.md", not IMAGE) is None
    assert link("tell.md", IMAGE) is None


def test_links_from_the_root_lead_into_the_site() -> None:
    link = page_links("publish", "pages/publish/index.html", STEMS)
    assert link("/", not IMAGE) == "../../index.html"
    assert link("/skills/pdf/", not IMAGE) == "../../skills/pdf/index.html"
    assert link("/catalog.json", not IMAGE) == "../../catalog.json"


def test_the_source_of_a_page_leads_from_source_to_source() -> None:
    text = "[a](tell.md) [b](../publish.md#Part-one) [c](ask.md) [d](../index.md) [e](/skills/pdf/) [f](gone.md)"
    assert _page(text, "how-to/ask").source == (
        "[a](../tell/index.md) [b](../../publish/index.md#s-part-one) [c](index.md) [d](../../../index.html)"
        " [e](../../../skills/pdf/index.md) [f](gone.md)"
    )
    assert _page("# T\n", "index").source == ""


def test_code_stays_plain_where_the_catalog_wants_it() -> None:
    page = read_page("a", "```python\nimport x\n```", (), limits=Limits(), highlight=False)
    assert "import x" in page.html


PUBLISH = "# Publish a catalog\n\nRun it in a workflow.\n\n## GitHub Pages\n"
SIGN = "# Sign releases\n\nKeys & <certificates> rotate.\n"


def _written(**texts: str) -> tuple[dict[str, object], str]:
    """Return what the script hands over: the table and the terms."""
    stems = [stem.replace("__", "/") for stem in texts]
    pages = [
        (read_page(stem, text, stems, limits=Limits(), highlight=False), text)
        for stem, text in zip(stems, texts.values(), strict=True)
    ]
    file = guides_file(pages)
    assert file.path == "assets/search/guides.js"
    found = re.fullmatch(r"skillpackPages\((.*)\);\n", b"".join(file.chunks).decode())
    assert found is not None
    table, terms = json.loads(f"[{found[1]}]")
    return table, terms


def test_titles_and_addresses_of_all_pages() -> None:
    table, _ = _written(how_to__publish=PUBLISH, sign=SIGN)
    assert table["names"] == "Publish a catalog\nSign releases"
    assert table["addresses"] == ["pages/how_to/publish/index.html", "pages/sign/index.html"]
    assert len(str(table["lengths"])) == 2
    assert table["borders"] == []


def test_title_headings_and_text_are_found() -> None:
    _, terms = _written(publish=PUBLISH, sign=SIGN)
    assert {"publish", "github", "workflow", "certificat"} <= {term.partition("!")[0] for term in terms.split(" ")}


def test_a_front_page_alone_is_no_guide() -> None:
    assert not has_guides(("pages/index.md",))
    assert has_guides(("pages/index.md", "pages/publish.md"))
