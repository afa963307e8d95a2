import json
import re

from skillpack.model.limits import Limits
from skillpack.site.pages.guide_search import guides_file, has_guides
from skillpack.site.pages.guides import read_page

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
