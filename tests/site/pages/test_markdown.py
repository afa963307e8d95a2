import posixpath
import re
from collections.abc import Callable
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack import resources
from skillpack.model.entry import FileRecord, Relations
from skillpack.model.release import History
from skillpack.model.settings import Configuration
from skillpack.site.frame import Frame
from skillpack.site.pages.markdown import page_source, skill_summary

THEME = resources.theme()
LINKS = {"publish.md": "../publish/index.md", "/agents/": "../../agents/index.html"}


def _links(text: str) -> int:
    """Return how many links a Markdown text has, outside of code."""
    return len(
        re.findall(
            r"(?<!\\)\]\(", re.sub(r"(?s)(`+)(?!`).*?(?<!`)\1(?!`)", "", text.replace("\\\\", "").replace("\\`", ""))
        )
    )


@pytest.fixture
def summary(theme, configuration) -> Callable[..., str]:
    def made(skill, relations: Relations, **changes: object) -> str:
        frame = Frame(theme, replace(configuration, **changes))
        return b"".join(skill_summary(skill, relations, frame, ()).chunks).decode()

    return made


@pytest.fixture(scope="session")
def read_links() -> Callable[[str, str], list[str]]:
    """Return the function that gives the paths to which the Markdown at a path links."""

    def links(here: str, text: str) -> list[str]:
        found = re.findall(r"\]\(([^)#]+)", re.sub(r"(?s)```.*?```|`[^`]*`", "", text))
        return [
            posixpath.normpath(posixpath.join(posixpath.dirname(here), unquote(url)))
            for url in found
            if "://" not in url
        ]

    return links


@pytest.mark.parametrize("name", ["release-notes", "timeline", "vague"])
def test_a_page_as_agents_read_it(name, site, snapshot) -> None:
    assert site[f"skills/{name}/index.md"].decode() == snapshot


def test_pages_name_what_says_the_same_in_markdown(site) -> None:
    for path in ("skills/release-notes/index.html", "pages/contribute/index.html"):
        assert b'<link rel="alternate" type="text/markdown" href="index.md">' in site[path]
        assert path.replace("index.html", "index.md") in site


def test_every_link_leads_to_something_that_is_written(site, elsewhere, read_links) -> None:
    found = [path for path in site if path.endswith("/index.md")]
    assert found
    for path in found:
        for target in read_links(path, site[path].decode()):
            assert target in site or target in elsewhere, f"{path} links to {target}"


def test_a_page_costs_few_tokens(make_record, relations_of, summary) -> None:
    many = tuple(
        FileRecord(f"references/{number}.md", 1, "1" * 64, "reference", 1, text=True, mode=0o644, runs="", language="")
        for number in range(5000)
    )
    skill = make_record("release-notes")
    text = summary(replace(skill, files=many), relations_of(skill))
    assert "- … 4900, [skill.json](skill.json)\n" in text
    assert len(text) // 4 < 2000


def test_without_an_address_a_placeholder_stands_for_it(make_record, relations_of, summary) -> None:
    skill = make_record("release-notes")
    text = summary(skill, relations_of(skill), site_url="")
    assert "npx skills add SITE_URL/skills/release-notes" in text


@given(
    text=st.text()
    | st.sampled_from(["[a](b)", "\n# a", "\n- a", "```\n", "`](`", "<script>", "\\](x)", "``a`", "[a]: b"])
)
def test_no_text_forges_a_line_or_a_link(text, make_record) -> None:
    nothing = Relations((), History(), (), (), (), ())
    frame = Frame(THEME, Configuration(clients=()))
    hostile = make_record(
        "x", entry={"description": text, "license": text, "status": text}, details={"allowed_tools": (text,)}
    )
    plain = make_record(
        "x", entry={"description": "a", "license": "a", "status": "a"}, details={"allowed_tools": ("a",)}
    )
    made, known = (b"".join(skill_summary(skill, nothing, frame, ()).chunks).decode() for skill in (hostile, plain))
    assert len(re.findall("^(?:#|- |```)", made, re.MULTILINE)) <= len(re.findall("^(?:#|- |```)", known, re.MULTILINE))
    assert _links(made) == _links(known)
    assert "<" not in re.sub(r"(`+) ?.*? ?\1(?!`)|\\<", "", made)


@pytest.mark.parametrize("start", ["# a", "- a", "+ a", "* a", "=== a", "~~~ a", "> a", "``` a", "<a>"])
def test_a_description_is_a_paragraph(start, make_record, relations_of, summary) -> None:
    skill = make_record("timeline", entry={"description": start, "status": ""})
    assert f"\n\n\\{start}" in summary(skill, relations_of(skill)).replace("\\`\\`\\`", "\\```").replace("\\>\n", ">\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "See [it](publish.md) and [for agents](/agents/).",
            "See [it](../publish/index.md) and [for agents](../../agents/index.html).",
        ),
        ("[out](https://example.com/) [here](#x)", "[out](https://example.com/) [here](#x)"),
        ("[it]: publish.md\n", "[it]: ../publish/index.md\n"),
        ("```md\n[it](publish.md)\n```\n[it](publish.md)", "```md\n[it](publish.md)\n```\n[it](../publish/index.md)"),
        ("````\n```\n[it](publish.md)\n````\n", "````\n```\n[it](publish.md)\n````\n"),
        ("~~~\n[it](publish.md)", "~~~\n[it](publish.md)"),
    ],
)
def test_links_of_a_page_lead_on_from_where_it_is_published(text, expected) -> None:
    assert page_source(text, LINKS.get) == expected
