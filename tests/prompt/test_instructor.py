from skillpack.prompt.instructor import entry, listing


def test_a_hint_stands_beside_the_name(make_skill) -> None:
    skill = make_skill("fix", "Fix it.", more="argument-hint: '[issue]'\n")
    assert entry(skill) == "- [fix [issue]]: Fix it."


def test_the_list_of_no_skills_says_so() -> None:
    assert listing([]) == "(no skills available)"


def test_the_list_has_one_skill_a_line(make_skill) -> None:
    assert listing([entry(make_skill()), entry(make_skill("b", "c"))]) == (
        "Available skills:\n- [pdf]: Extract text.\n- [b]: c"
    )
