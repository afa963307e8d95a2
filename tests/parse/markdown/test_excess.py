"""Whether a body is shown as source: the rule that says so and the page that does it agree."""

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from skillpack.check.rules.body import body_not_rendered
from skillpack.check.subject import Subject
from skillpack.model.limits import Limits
from skillpack.model.tree import Form, Origin, SourceTree, Trust, make_tree
from skillpack.parse.markdown.body import bare_body
from skillpack.parse.markdown.excess import Excess, find_excess
from skillpack.parse.skill import parse_skill
from skillpack.site.markdown.render import AS_SOURCE, render_body

DEEPEST = 202
"""Ten times what a page nests."""


def _lines(line: Callable[[int], str]) -> Callable[[int], str]:
    return lambda depth: "".join(line(level) for level in range(depth))


NESTED: dict[str, tuple[int, Callable[[int], str]]] = {
    "quotes": (21, lambda depth: "> " * depth + "deep"),
    "quotes without blanks": (21, lambda depth: ">" * depth + "deep"),
    "quotes line by line": (21, _lines(lambda level: "> " * (level + 1) + "quoted\n\n")),
    "quotes in an item": (21, lambda depth: "- " + "> " * depth + "deep"),
    "quotes below an unknown tag": (21, lambda depth: "<example>\n" + "> " * depth + "deep\n</example>"),
    "lists": (33, lambda depth: "- " * depth + "deep"),
    "ordered lists": (33, lambda depth: "1. " * depth + "deep"),
    "lists line by line": (33, _lines(lambda level: "  " * level + "- item\n")),
    "lists by tabs": (33, _lines(lambda level: "\t" * level + "* item\n")),
    "lists in a quote": (33, lambda depth: "> " + "- " * depth + "deep"),
    "lists below definitions": (33, _lines(lambda level: "  " * level + "[a]: b\n" + "  " * level + "-\n")),
    "quotes and lists": (21, lambda depth: "> - " * depth + "deep"),
    "lists and quotes": (21, lambda depth: "- > " * depth + "deep"),
    "two lists and a quote": (17, lambda depth: "- 1. > " * depth + "deep"),
    "quotes and lists line by line": (21, _lines(lambda level: "> - " * (level + 1) + "deep\n\n")),
    "tags": (21, lambda depth: "<div>\n" * depth),
    "tags in a line": (21, lambda depth: "words " + "<b>" * depth),
    "tags in upper case": (21, lambda depth: "<DIV\nTITLE=x>\n" * depth),
    "tags under another name": (21, lambda depth: "<section>\n\n" * depth),
    "tags in quotes": (21, lambda depth: "> <div>\n" * depth),
    "tags in items": (21, lambda depth: "- <div>\n" * depth),
    "tags behind an open comment": (21, lambda depth: "words <!-- " + "<b>" * depth),
}
"""What lies in each other, and the depth from which on no page renders it."""

FLAT: dict[str, Callable[[int], str]] = {
    "quotes in a fence": lambda depth: f"~~~\n{'> ' * depth}deep\n~~~\n",
    "lists in a fence": lambda depth: f"~~~\n{'- ' * depth}deep\n~~~\n",
    "quotes and lists in a fence": lambda depth: f"~~~\n{'> - ' * depth}deep\n~~~\n",
    "indented lists in a fence": lambda depth: f"~~~\n{'  ' * depth}- deep\n~~~\n",
    "tags in a fence": lambda depth: "~~~\n" + "<div>\n" * depth + "~~~\n",
    "quotes in indented code": lambda depth: "    " + "> " * depth + "code",
    "tags in code": lambda depth: "`" + "<b>" * depth + "`",
    "tags in a comment": lambda depth: "<!--\n" + "<div>\n" * depth + "-->",
    "tags that are closed": lambda depth: "<div>\n</div>\n" * depth,
    "tags that close by themselves": lambda depth: "<br>" * depth,
    "tags that nobody knows": lambda depth: "<example>\n" * depth,
    "a line": lambda depth: "-" * depth,
}
"""What only looks so."""

TREE = make_tree({"SKILL.md": b"---\nname: pdf\ndescription: Reads PDF files.\n---\nRead it.\n"})
SKILL = parse_skill(
    SourceTree(
        Origin("skills", 0, "pdf", "pdf", Form.FOLDER, Trust.LOCAL), (("SKILL.md", 50),), TREE, whole=True, skipped=()
    )
)


def _promised(body: str) -> bool:
    """Return whether the rule says that the page shows the source."""
    document = replace(SKILL.document, body=bare_body(body, 5))
    return any(body_not_rendered.run(Subject(replace(SKILL, document=document), TREE, Limits())))


def _shown_as_source(body: str) -> bool:
    html = render_body(body, link=lambda *_: None, highlight=lambda code, _: code, limits=Limits(), shift=2).html
    return html.startswith(AS_SOURCE)


def _depths_as_source(text: Callable[[int], str]) -> Iterator[int]:
    for depth in range(1, DEEPEST + 1):
        body = text(depth)
        shown = _shown_as_source(body)
        assert _promised(body) is shown, depth
        if shown:
            yield depth


@pytest.mark.parametrize("kind", NESTED)
def test_the_rule_promises_what_the_page_does_at_every_depth(kind: str) -> None:
    first, text = NESTED[kind]

    assert list(_depths_as_source(text)) == list(range(first, DEEPEST + 1))


@pytest.mark.parametrize("kind", FLAT)
def test_neither_takes_for_deep_what_only_looks_so(kind: str) -> None:
    assert not list(_depths_as_source(FLAT[kind]))


@pytest.mark.parametrize(
    ("text", "excess"),
    [
        ("> " * 30 + "deep", Excess("quotes in quotes", 30, 20)),
        ("> - " * 200 + "deep", Excess("quotes in quotes", 128, 20)),
        ("".join("  " * level + "- item\n" for level in range(40)), Excess("lists in lists", 40, 32)),
        ("<div>\n" * 25, Excess("tags in tags", 25, 20)),
        ("<div></div>\n" * 6, Excess("tags", 12, 10)),
        ("\r".join(["<div>"] * 25), Excess("tags in tags", 25, 20)),
        ("> " * 20 + "- " * 32 + "deep", None),
    ],
)
def test_names_what_is_beyond_its_limit(text: str, excess: Excess | None) -> None:
    limits = Limits(table_cells=10) if excess and excess.what == "tags" else Limits()

    assert find_excess(text, limits) == excess


def test_hidden_characters_count_as_they_are_written_on_the_page() -> None:
    assert find_excess("\u200b" * 5, Limits(body=39)) == Excess("characters", 40, 39)
