import pytest

from skillpack.prompt.comments import without_comments


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a<!-- b -->c", "ac"),
        ("a<!-- b\n\nc -->d<!---->e", "ade"),
        ("a<!-- b", "a<!-- b"),
        ("a --> b <!-- c --> d", "a --> b  d"),
        ("<!-->a-->", ""),
        ("```\n<!-- in code -->\n```", "```\n\n```"),
        ("", ""),
    ],
)
def test_comments_go_and_unclosed_ones_stay(text, kept) -> None:
    assert without_comments(text) == kept


def test_many_openings_without_an_end_stay() -> None:
    assert without_comments("<!--" * 250_000) == "<!--" * 250_000
