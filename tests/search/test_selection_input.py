from skillpack.model.document import Span
from skillpack.search.selection_input import mentions, selection_input


def test_a_skill_is_listed_by_its_texts(skill) -> None:
    found = selection_input(
        skill("Merge PDF files.", more="when_to_use: for broken archives\n"), "a.md", Span(1, 2, 3, 4)
    )
    assert (found.name, found.description, found.by_model) == ("pdf", "Merge PDF files.", True)
    assert found.fields == (("when_to_use", "for broken archives"),)
    assert (found.path, found.at) == ("a.md", Span(1, 2, 3, 4))


def test_a_skill_that_only_people_start_says_so(skill) -> None:
    assert not selection_input(skill("Merge PDF files.", more="disable-model-invocation: true\n")).by_model


def test_a_field_that_is_no_text_is_left_out(skill) -> None:
    assert selection_input(skill("Merge PDF files.", more="when_to_use: [a, b]\n")).fields == ()
    assert selection_input(skill("Merge PDF files.", more="when_to_use:\n")).fields == ()


def test_names_of_others_are_words_with_a_hyphen(skill) -> None:
    body = "See `ocr`, [forms](../pdf-forms/SKILL.md), release-notes and ocr-scans.\n"
    found = mentions(skill("Merge, unlike pdf-split.", body, name="ocr-scans", more="when_to_use: not for pdf-sign\n"))
    assert found == ("pdf-forms", "pdf-sign", "pdf-split", "release-notes")
