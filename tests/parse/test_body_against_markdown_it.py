"""The line scanner and the Markdown parser that renders pages must see the same."""

import html
import re
from collections.abc import Iterable
from urllib.parse import unquote

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from skillpack.parse.markdown.body import scan_body

_MARKDOWN = MarkdownIt("commonmark").enable("table")
_MARKDOWN.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005

Seen = tuple[list[tuple[int, str]], list[tuple[str, str]], list[tuple[str, bool]]]

_WORDS = (
    "word",
    "*em*",
    "**strong**",
    "`code`",
    "[text](target.md)",
    "![image](image.png)",
    "<https://a.example>",
    "<me@a.example>",
    "`[no](link)`",
    "[text][ref]",
    "[ref]",
    "\\[no\\](link)",
    "snake_case",
    '[text](<a b> "title")',
    "<b>html</b>",
    "[text](a(b)c)",
    "``x`y``",
    "[![image](a)](b)",
    "[x [inner](a) y](b)",
    "a | b",
    "&amp; &lt;",
    "<!-- remark -->",
    "# not",
    "1986. not",
)
_inline = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=4).map(lambda words: "x " + " ".join(words))
_code = st.sampled_from([["# no"], ["[a](b)", "", "- x"], [], ["  indented"], ["```"[:2]]])


def _indented(lines: list[str], marker: str) -> list[str]:
    return [marker + lines[0], *(" " * len(marker) + line if line else "" for line in lines[1:])]


def _fenced(fence: str, info: str, code: list[str]) -> list[str]:
    return [fence + info, *code, fence]


def _item(marker: str, blocks: list[list[str]]) -> list[str]:
    lines = list(blocks[0])
    for block in blocks[1:]:
        lines += ["", *block]
    return _indented(lines, marker)


_leaf = st.one_of(
    st.lists(_inline, min_size=1, max_size=3),
    st.builds(
        lambda level, text, end: ["#" * level + " " + text + end],
        st.integers(1, 6),
        _inline,
        st.sampled_from(["", " #"]),
    ),
    st.builds(lambda text, line: [text, line], _inline, st.sampled_from(["===", "---"])),
    st.builds(_fenced, st.sampled_from(["```", "~~~", "````"]), st.sampled_from(["", "py", " sh x"]), _code),
    st.builds(lambda text: ["| a | b |", "|---|:-:|", f"| {text.replace('|', '/')} | `x` |"], _inline),
    st.sampled_from([["<!-- remark", "", "more -->"], ["<details><summary>x</summary>"], ["***"], ["    code [a](b)"]]),
)
_block = st.recursive(
    _leaf,
    lambda inner: (
        st.builds(lambda lines: [f"> {line}".rstrip() for line in lines], inner)
        | st.builds(_item, st.sampled_from(["- ", "* ", "1. ", "2) ", "+   "]), st.lists(inner, min_size=1, max_size=2))
    ),
    max_leaves=4,
)
_document = st.lists(_block, min_size=1, max_size=4).map(
    lambda blocks: "\n\n".join("\n".join(block) for block in [*blocks, ["[ref]: target.md 'title'"]]) + "\n"
)


def seen_by_markdown_it(text: str) -> Seen:
    tokens = _MARKDOWN.parse(text)
    found: Seen = ([], [], [])
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            found[0].append((int(token.tag[1]), tokens[index + 1].content))
        elif token.type == "fence":
            found[1].append(("".join(token.info.split()[:1]), token.content))
        elif token.type == "inline":
            found[2].extend(_links(token.children or []))
    return found


def _links(tokens: Iterable[Token]) -> Iterable[tuple[str, bool]]:
    for token in tokens:
        if token.type == "link_open":
            yield unquote(str(token.attrs["href"]).removeprefix("mailto:")), False
        elif token.type == "image":
            yield unquote(str(token.attrs["src"])), True
            yield from _links(token.children or [])


def seen_by_us(text: str) -> Seen:
    body = scan_body(text, 1)
    return (
        [(heading.level, heading.text) for heading in body.headings],
        [(fence.language, fence.text) for fence in body.fences],
        [(_read(link.target), link.image) for link in body.links],
    )


def _read(target: str) -> str:
    """Return a target as its reader does, without escapes and entities."""
    return unquote(html.unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", target)))


@given(_document)
@settings(deadline=None, max_examples=300)
def test_headings_fences_and_links_agree(text: str) -> None:
    assert seen_by_us(text) == seen_by_markdown_it(text)


def test_a_long_ordinary_body_agrees() -> None:
    text = _ORDINARY
    assert seen_by_us(text) == seen_by_markdown_it(text)
    assert all(seen_by_us(text))


_ORDINARY = """# Title

Intro with a [link](references/guide.md "Guide") over
two lines, an ![image](assets/a.png) and `code with [no](link)`.

## Steps

1. First, run:

   ```bash
   # not a heading
   ls -la
   ```

   Then see [the guide][guide].
2. Second
   - nested **item** with [a link](b.md)
   - ```python
     print("# no")
     ```

     > A quote in an item, with
     > ## a heading
- [ ] a task
- [x] done, see <https://example.org/x?y=z>

Setext heading
--------------

| Column | Link |
| ------ | ---- |
| `a \\| b` | [cell](c.md) |

> - item in a quote
>   ~~~
>   code
>   ~~~
> lazy
continuation [here](d.md)

<details>
<summary>[no](link)</summary>

[yes](e.md)

</details>

<!-- hidden
# no
-->

    # indented code

***

[guide]: <references/the guide.md>
  'The guide'
"""
