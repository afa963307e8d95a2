"""What a rule finds, as it is shown, and as TOML has it."""

import pytest

from skillpack.parse.rule_example import ExampleFile, RuleExample, parse_rule_examples


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, ünïcödé and 你好\n\tindented\n", "plain, ünïcödé and 你好\n\tindented\n"),
        ("a\u200bb", "a«U+200B»b"),
        ("\ufeff---\n", "«U+FEFF»---\n"),
        ("a\r\n", "a«U+000D»\n"),
        ("a\x1b[2J\x00", "a«U+001B»[2J«U+0000»"),
        ("--- \nb\t\n", "---«U+0020»\nb«U+0009»\n"),
        ("a\u00a0b\U000e0041", "a«U+00A0»b«U+E0041»"),
        ("the token `«a GitHub token»`", "the token `«a GitHub token»`"),
    ],
)
def test_nothing_stays_unseen(text, shown) -> None:
    assert ExampleFile("SKILL.md", text).shown == shown


@pytest.mark.parametrize(
    ("path", "text", "marked"),
    [
        ("SKILL.md", "plain\n", False),
        ("SKILL.md", "a\u200b\n", True),
        ("SKILL.md", "«501 lines: a»\n", True),
        ("assets/«1 to 9».txt", "a\n", True),
    ],
)
def test_knows_whether_something_is_not_shown_as_it_is(path, text, marked) -> None:
    plain, odd = ExampleFile("SKILL.md", "a\n"), ExampleFile(path, text)
    assert RuleExample((odd,), (plain,)).marked is marked
    assert RuleExample((plain,), (odd,)).marked is marked


def test_knows_a_step_from_one_version_to_the_next() -> None:
    before, after = ExampleFile("before/SKILL.md", "a\n"), ExampleFile("after/SKILL.md", "b\n")
    assert RuleExample((before, after), (before, after)).stepwise
    assert not RuleExample((ExampleFile("SKILL.md", "a\n"),), (ExampleFile("SKILL.md", "b\n"),)).stepwise


def test_a_text_is_a_skill_file_and_a_table_has_one_for_each_path() -> None:
    text = "[XX001]\nbad = 'a'\n[XX001.good]\n'SKILL.md' = 'b'\n'scripts/c.sh' = 'c'\n"
    assert parse_rule_examples(text) == {
        "XX001": RuleExample(
            (ExampleFile("SKILL.md", "a"),), (ExampleFile("SKILL.md", "b"), ExampleFile("scripts/c.sh", "c"))
        )
    }
