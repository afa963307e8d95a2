"""The examples of rules as TOML."""

from skillpack.model.rule_example import ExampleFile, RuleExample
from skillpack.parse.rule_examples import parse_rule_examples


def test_a_text_is_a_skill_file_and_a_table_has_one_for_each_path() -> None:
    text = "[XX001]\nbad = 'a'\n[XX001.good]\n'SKILL.md' = 'b'\n'scripts/c.sh' = 'c'\n"
    assert parse_rule_examples(text) == {
        "XX001": RuleExample(
            (ExampleFile("SKILL.md", "a"),), (ExampleFile("SKILL.md", "b"), ExampleFile("scripts/c.sh", "c"))
        )
    }
