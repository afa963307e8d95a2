"""What prose warns of, or shows as an attack."""

import pytest

from skillpack.abilities.quoted import is_quoted, quoted_lines
from skillpack.abilities.texts import TextFile


def _file(text: str, *, markdown: bool = True) -> TextFile:
    content = text.encode()
    return TextFile("", content, content, with_nul=False, markdown=markdown, signs=frozenset(), rare=b"")


@pytest.mark.parametrize(
    "text",
    [
        "Never do:\n\n```sh\nX\n```\n",
        "## Attacks\n\nThese:\n\n```sh\nX\n```\n",
        "```sh bad\nX\n```\n",
        "```sh\n# Malicious:\nls\nX\n```\n",
        "Bad:\n\n```sh\n" + "ls\n" * 2000 + "# Wrong\nX\n```\n",
        "Payloads:\n\n- a\n- X\n",
        "## Indicators\n\nSome.\n\n- X\n",
        "| attack | text |\n|---|---|\n| a | X |\n",
        "Do not run X\n",
    ],
)
def test_what_is_introduced_headed_commented_or_listed_as_bad_is_quoted(text: str) -> None:
    assert is_quoted(_file(text), text.index("X"))
    assert not is_quoted(_file(text, markdown=False), text.index("X"))


@pytest.mark.parametrize(
    "text",
    [
        "Do:\n\n```sh\nX\n```\n",
        "```sh\n# Attack\nls\n```\n\nThen:\n\n```sh\nX\n```\n",
        "```sh\n# Malicious\nls\n# Good\nls\nX\n```\n",
        "## Attacks\n\nSome.\n\n## Steps\n\n- X\n",
        "Bad:\n\n```sh\nls\n```\n\nThen it goes on.\nAnd on.\nX\n",
    ],
)
def test_what_only_stands_behind_bad_examples_is_not(text: str) -> None:
    assert not is_quoted(_file(text), text.index("X"))


def test_lines_of_a_block_are_bad_behind_a_comment_that_says_so() -> None:
    file = _file("```sh\nls\n# Bad\na\n\nb\n# Good\nc\nd  # dangerous\ne\n```\n")
    assert quoted_lines(file, file.code_blocks[0]) == {2, 3, 4, 8}
