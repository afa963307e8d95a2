from skillpack.model.selection import IntentSource
from skillpack.search.described import described


def test_a_skill_is_described_by_its_texts(skill) -> None:
    found = described(
        skill(
            "Merge PDF files. Use when joining scans.",
            "## When to use\n\n- Putting pages together\n\nSee `ocr`, [forms](../pdf-forms/SKILL.md), release-notes.\n",
            more="when_to_use: for broken archives\n",
        )
    )
    assert (found.name, found.description) == ("pdf", "Merge PDF files. Use when joining scans.")
    assert found.fields == (("when_to_use", "for broken archives"),)
    assert [one.text for one in found.intents] == [
        "Putting pages together", "Merge PDF files", "joining scans", "for broken archives",
    ]  # fmt: skip
    assert {"ocr", "pdf-forms", "release-notes"} <= set(found.mentions)
    assert found.by_model


def test_labelled_queries_take_the_place_of_own_lines(skill) -> None:
    triggers = '[{"query": "join two scans", "should_trigger": true}]'
    found = described(skill("Merge PDF files."), triggers=triggers)
    assert [(one.text, one.source) for one in found.intents] == [("join two scans", IntentSource.LABELLED)]
    assert described(skill("Merge PDF files."), triggers="{}").intents[0].source is IntentSource.DESCRIPTION


def test_labelled_queries_against_a_skill_stand_beside_its_own_lines(skill) -> None:
    found = described(skill("Merge PDF files."), triggers='[{"query": "cook dinner", "should_trigger": false}]')
    assert [(one.text, one.wanted) for one in found.intents] == [("cook dinner", False), ("Merge PDF files", True)]


def test_a_skill_that_only_people_start_says_so(skill) -> None:
    assert not described(skill("Merge PDF files.", more="disable-model-invocation: true\n")).by_model


def test_a_field_that_is_no_text_is_left_out(skill) -> None:
    assert described(skill("Merge PDF files.", more="when_to_use: [a, b]\n")).fields == ()
    assert described(skill("Merge PDF files.", more="when_to_use:\n")).fields == ()


def test_its_own_name_is_no_mention(skill) -> None:
    assert described(skill("Merge files with `pdf`.")).mentions == ()


def test_the_words_that_its_body_says_most_are_its_topics(skill) -> None:
    found = described(skill("Merge files.", "Reading scans: scan, rescan. Pages, page. Queries query the Scanner.\n"))
    assert found.topics == ("scans", "pages", "query", "reading", "rescan")
    assert described(skill("Merge files.")).topics == ()
