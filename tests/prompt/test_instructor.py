import pytest

from skillpack.prompt.instructor import entry


@pytest.mark.demand("I12")
def test_a_hint_stands_beside_the_name(make_skill) -> None:
    skill = make_skill("fix", "Fix it.", more="argument-hint: '[issue]'\n")
    assert entry(skill) == "- [fix [issue]]: Fix it."
