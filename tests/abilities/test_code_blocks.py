"""Where code is fenced in Markdown."""

import pytest

from skillpack.abilities.code_blocks import block_around, code_blocks


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n```sh\nls\n```\nb\n", [("ls\n", "sh", 2, 0, "b\n")]),
        ("~~~ {.Python}\nx\n~~~", [("x\n", "python", 1, 0, "")]),
        ("- 1. > ```c++\n  x\n> ```  \n", [("  x\n", "c++", 1, 7, "")]),
        ("````\n```\n````\n```\n", [("```\n", "", 1, 0, "```\n"), ("", "", 4, 0, "")]),
        ("```\n~~~\n```x\nend", [("~~~\n```x\nend", "", 1, 0, "")]),
        ("```\r\nx\r\n```\r\ny\r\n", [("x\r\n", "", 1, 0, "y\r\n")]),
        ("```inline``` text\na ``` b\n", []),
    ],
)
def test_blocks_are_found_in_lists_and_quotations_and_without_an_end(
    text: str, expected: list[tuple[str, str, int, int, str]]
) -> None:
    content = text.encode()
    assert [
        (content[each.first : each.end].decode(), each.language, each.line, each.indent, content[each.after :].decode())
        for each in code_blocks(content)
    ] == expected


def test_a_position_is_in_the_block_behind_its_opening_line() -> None:
    blocks = code_blocks(b"a\n```\nx\n```\nb\n```\ny\n```\n")
    assert [block_around(blocks, at) in blocks for at in (0, 2, 6, 8, 12, 14, 18)] == [
        *(False, False, True, True, False, False, True),
    ]
    assert block_around((), 0) is None


def test_a_line_of_many_marks_is_read_once() -> None:
    assert code_blocks(b"``` " * 100_000) == ()
    assert len(code_blocks(b"> " * 100_000 + b"```\n")) == 1
