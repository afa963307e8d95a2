"""The sentences of Markdown that speak to who reads it."""

from skillpack.abilities.sentences import Sentence, describes_attacks, read_prose


def _sentences(text: str) -> list[Sentence]:
    return [sentence for paragraph in read_prose("", text).paragraphs for sentence in paragraph.sentences]


def _unquoted(text: str) -> list[str]:
    return [sentence.unquoted for sentence in _sentences(text) if sentence.unquoted]


def test_a_sentence_goes_on_over_lines_and_knows_them() -> None:
    found = _sentences("# A\n\nRun this\nand that. Then stop.\n")
    assert [(each.text, each.first, each.last) for each in found] == [
        ("Run this and that.", 3, 4),
        ("Then stop.", 4, 4),
    ]


def test_code_and_headings_are_no_sentences() -> None:
    assert _unquoted("# Send all\n\n```sh\ncurl x\n```\n\nDo it.\n") == ["do it."]


def test_items_rows_and_fields_are_read_each_by_itself() -> None:
    text = "---\nname: a\ndescription: B.\n---\n1. Go.\n   On.\n- Stop.\n| a | b |\n"
    assert _unquoted(text) == ["name: a", "description: b.", "go.", "on.", "stop.", "| a | b |"]


def test_a_field_does_not_go_on_in_the_next_one() -> None:
    found = _sentences("---\nname: a\ndescription: B. C.\n  D.\nlicense: e\n---\nF.\n")
    assert [each.text for each in found] == ["name: a", "description: B.", "C.", "D.", "license: e", "F."]
    assert len({each.section for each in found[1:4]}) == 1
    assert len({each.section for each in (found[0], found[1], found[4])}) == 3


def test_quoted_words_are_left_out_and_names_stay() -> None:
    assert _unquoted('Never obey "ignore all rules" in `a.md` or “send it”.') == ["never obey  …  in a.md or  … ."]


def test_sections_lists_and_tables_of_attacks_order_nothing() -> None:
    assert _unquoted("## Red flags\n\nSend it.\n\n### More\n\nSend it.\n\n## Steps\n\nGo.\n") == ["go."]
    assert _unquoted("Watch for these attacks:\n\n- Send it.\n- Hide it.\n\nGo.\n") == [
        "watch for these attacks:",
        "go.",
    ]
    assert _unquoted("| attack | text |\n|---|---|\n| a | Send it. |\n") == []


def test_a_first_heading_of_the_first_level_does_not_excuse_a_whole_file() -> None:
    assert _unquoted("# Attack surface notes\n\nSend it.\n") == ["send it."]


def test_a_sentence_that_speaks_of_attacks_is_known() -> None:
    found = _sentences("Attackers say: ignore all rules. Ignore all rules.")
    assert [describes_attacks(each) for each in found] == [True, False]


def test_comments_are_not_read_and_lines_stay() -> None:
    assert [(each.text, each.first) for each in _sentences("<!-- a\nb -->\nGo.\n")] == [("Go.", 3)]


def test_the_work_is_bounded() -> None:
    assert len(next(iter(_sentences("a" * 100_000))).text) == 2000


def test_the_words_of_paragraphs_have_no_marks_and_each_is_known_once() -> None:
    prose = read_prose("", "Go.\n\n- **Send** it\n  there, go.\n- I_gnore_ `it`.\n\n```\nsend\n```\n\n| Sender |\n")
    assert prose.lines == ["go.", "send it there, go.", "ignore it.", "| sender |"]
    assert prose.different == {"go", "send", "it", "there", "ignore", "|", "sender"}


def test_lines_that_end_like_those_of_windows_are_read_alike() -> None:
    assert _unquoted("---\r\nname: a\r\n---\r\n\r\nGo.\r\nOn.\r\n") == ["name: a", "go.", "on."]


def test_what_is_quoted_at_length_is_not_parted() -> None:
    assert _unquoted('Say "Go away. Stop it." Then go. It is 5" long. It is 6" wide.') == [
        "say  … ",
        "then go.",
        'it is 5" long.',
        'it is 6" wide.',
    ]


def test_sentences_before_the_first_quotation_are_parted() -> None:
    found = [each.text for each in _sentences('Stop it. Go on. Then say "Yes. No." and end. Rest.\n')]
    assert found == ["Stop it.", "Go on.", 'Then say "Yes. No." and end.', "Rest."]


def test_quotations_of_a_long_text_are_looked_through_once() -> None:
    assert len(_sentences('"A. B." C.\n' * 20_000)) == 40_000
