from skillpack.catalog.notes import is_hidden, notes_by_name, with_note
from skillpack.model.settings import SkillNote

NOTES = notes_by_name(
    [
        SkillNote("pdf", owner="Docs", tags=("forms", "pdf", "forms"), status="deprecated", successor="pdf-tools"),
        SkillNote("draft", hidden=True),
    ]
)


def test_tags_of_the_catalog_join_the_skills_own(make_entry) -> None:
    assert with_note(make_entry("pdf", tags=("pdf", "text")), NOTES).tags == ("pdf", "text", "forms")


def test_the_catalog_has_the_last_word_on_owner_and_status(make_entry) -> None:
    entry = with_note(make_entry("pdf", status="stable", owner="Ann"), NOTES)
    assert (entry.owner, entry.status, entry.successor) == ("Docs", "deprecated", "pdf-tools")


def test_a_note_that_says_nothing_changes_nothing(make_entry) -> None:
    entry = make_entry("draft", status="stable", owner="Ann", tags=("x",))
    assert with_note(entry, NOTES) == entry


def test_a_skill_without_a_note_stays_as_it_is(make_entry) -> None:
    entry = make_entry("other")
    assert with_note(entry, NOTES) is entry


def test_hidden_is_what_the_catalog_hides() -> None:
    assert is_hidden("draft", NOTES)
    assert not is_hidden("pdf", NOTES)
    assert not is_hidden("other", NOTES)
