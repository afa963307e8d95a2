from skillpack.model.publication import Publication, SkillCounts, count_skills


def test_every_skill_is_counted_under_what_became_of_it() -> None:
    counts = count_skills(Publication(word) for word in ("published", "hidden", "published", "nameless"))

    assert counts == SkillCounts(published=2, hidden=1, nameless=1)
    assert counts.found == 4


def test_words_name_the_others_only_where_there_are_any() -> None:
    assert SkillCounts().parts() == ("0 skills",)
    assert SkillCounts(published=1).parts() == ("1 skill",)
    assert SkillCounts(published=1_400).parts() == ("1,400 skills",)
    assert SkillCounts(1, 2, 3, 4, 5, 6).parts() == (
        "1 of 21 skills",
        "2 yanked",
        "3 withheld",
        "4 hidden",
        "5 shadowed",
        "6 without a usable name",
    )
