"""What a good body tells."""

import pytest

PLAIN = "Read the file line by line and count. "
LONG = PLAIN * 40
FIRES = [
    ("BG001", LONG, {}),
    ("BG002", "# A\n\n" + LONG, {}),
    ("BG003", "# A\n\n" + PLAIN * 200, {}),
    ("BG004", "# A\n\n" + LONG, {}),
    ("BG005", "# A\n\n" + LONG, {"scripts/a.py": "x"}),
    ("BG006", "# A\n\n" + PLAIN * 400, {}),
]
SILENT = [
    ("BG001", "# A\n\n" + LONG, {}),
    ("BG001", PLAIN, {}),
    ("BG002", "# A\n\n" + LONG + "\n\n## When to use\n", {}),
    ("BG002", PLAIN, {}),
    ("BG003", "# A\n\n" + PLAIN * 200 + "Do not use it for images.", {}),
    ("BG003", "# A\n\n" + LONG, {}),
    ("BG004", "# A\n\n" + LONG + "\n\n```sh\nls\n```\n", {}),
    ("BG004", "# A\n\n" + LONG + "For example, a list.", {}),
    ("BG004", "# A\n\n" + LONG, {"examples/a.txt": "x"}),
    ("BG005", "# A\n\n" + LONG, {}),
    ("BG005", "# A\n\n" + LONG + "If it fails, stop.", {"scripts/a.py": "x"}),
    ("BG006", "# A\n\n" + PLAIN * 400, {"references/a.md": "x"}),
]


@pytest.mark.demand("B7")
@pytest.mark.parametrize(("code", "body", "files"), FIRES)
def test_finds(check, page, code, body, files) -> None:
    text = page(description="description: Counts the lines of files.", body=body)
    assert code in {each.rule for each in check(text, files=files)}


@pytest.mark.parametrize(("code", "body", "files"), SILENT)
def test_says_nothing(check, page, code, body, files) -> None:
    text = page(description="description: Counts the lines of files.", body=body)
    assert code not in {each.rule for each in check(text, files=files)}


def test_the_description_may_say_when(check, page) -> None:
    assert "BG002" not in {each.rule for each in check(page(body="# A\n\n" + LONG))}


def test_points_at_the_title(check, page) -> None:
    text = page(description="description: Counts the lines of files.", body="# A\n\n" + LONG)
    (found,) = [each for each in check(text) if each.rule == "BG002"]
    assert (found.span.line, found.span.column) == (5, 1)
