import pytest

from skillpack.model.document import FaultKind
from skillpack.model.limits import Limits
from skillpack.model.tree import Form
from skillpack.parse.document import effective_name, read_document, skill_file

YAML_SKILL = """\
# a remark
description: Does it. Use when asked.
requires:
  bins: [jq]
instructions: |

  # Title

  See [it](a.md).
"""


class TestSkillFile:
    @pytest.mark.demand("B10")
    def test_prefers_the_upper_case_spelling(self, candidate) -> None:
        assert skill_file(candidate("x", {"skill.md": "y"})) == "SKILL.md"

    def test_takes_the_lower_case_one_and_no_other(self, candidate) -> None:
        assert skill_file(candidate(None, {"skill.md": "y"})) == "skill.md"
        assert skill_file(candidate(None, {"Skill.md": "y", "README.md": "z"})) == ""

    def test_is_the_file_itself_for_flat_skills(self, candidate) -> None:
        assert skill_file(candidate("x", form=Form.MARKDOWN)) == "pdf.md"
        assert skill_file(candidate("x", form=Form.YAML, path="pdf.yml")) == "pdf.yml"


class TestMarkdown:
    def test_holds_every_part_with_its_place(self, candidate) -> None:
        document = read_document(candidate("---\nname: pdf\n---\n\n# Title\n"))
        assert (document.path, document.front_matter, document.front_matter_line) == ("SKILL.md", "name: pdf\n", 2)
        assert [(field.name, field.span.line) for field in document.fields] == [("name", 2)]
        assert (document.body.text, document.body.first_line) == ("# Title\n", 5)
        assert document.body.headings[0].span.line == 5
        assert document.faults == ()

    def test_keeps_the_bytes_and_the_readable_text(self, candidate) -> None:
        raw = b"\xef\xbb\xbf---\r\nname: pdf\r\n---\r\nbody\r\n"
        document = read_document(candidate(raw))
        assert document.raw == raw
        assert document.text == "---\nname: pdf\n---\nbody\n"
        assert [fault.kind for fault in document.faults] == [FaultKind.BYTE_ORDER_MARK, FaultKind.CRLF]

    def test_a_field_given_twice_is_its_last(self, candidate) -> None:
        document = read_document(candidate("---\nname: a\nname: b\n---\n"))
        name = document.field("name")
        assert name is not None
        assert name.value.text == "b"

    def test_what_is_not_utf8_is_empty(self, candidate) -> None:
        document = read_document(candidate(b"---\nname: \xff\n---\n"))
        assert (document.text, document.fields, document.body.text) == ("", (), "")
        assert [fault.kind for fault in document.faults] == [FaultKind.NOT_UTF8]

    def test_front_matter_beyond_its_limit_is_not_parsed(self, candidate) -> None:
        made = candidate("---\nname: é\n---\nbody")
        assert read_document(made, Limits(front_matter=9)).fields
        document = read_document(made, Limits(front_matter=8))
        assert [(fault.kind, fault.detail) for fault in document.faults] == [(FaultKind.FRONT_MATTER_TOO_LARGE, "9")]
        assert (document.fields, document.body.text) == ((), "body")

    def test_a_file_beyond_its_limit_is_read_in_part(self, candidate) -> None:
        document = read_document(candidate("---\nname: a\n---\nbody"), Limits(skill_file=18))
        assert [(fault.kind, fault.detail) for fault in document.faults] == [(FaultKind.TOO_LARGE, "20")]
        assert document.body.text == "bo"

    def test_ten_megabytes_are_no_trouble(self, candidate) -> None:
        document = read_document(candidate(b"---\nname: a\n---\n" + b"word " * 2 * 2**20))
        assert [fault.kind for fault in document.faults] == [FaultKind.TOO_LARGE]
        assert document.field("name") is not None

    def test_a_file_that_was_not_read_is_empty(self, candidate) -> None:
        document = read_document(candidate(None, unread={"SKILL.md": 2**21}))
        assert [(fault.kind, fault.detail) for fault in document.faults] == [(FaultKind.TOO_LARGE, str(2**21))]
        assert read_document(candidate(None, unread={"SKILL.md": 10})).faults == ()

    def test_no_skill_file_is_an_empty_document(self, candidate) -> None:
        document = read_document(candidate(None, {"a.txt": "x"}))
        assert (document.path, document.raw, document.faults) == ("", b"", ())


class TestYaml:
    @pytest.mark.demand("A2")
    def test_instructions_are_the_body(self, candidate) -> None:
        document = read_document(candidate(YAML_SKILL, form=Form.YAML))
        assert document.body.text == "# Title\n\nSee [it](a.md).\n"
        assert [field.name for field in document.fields] == ["description", "requires", "instructions"]
        assert (document.front_matter, document.front_matter_line) == (YAML_SKILL, 1)

    def test_places_in_the_body_are_lines_of_the_file(self, candidate) -> None:
        body = read_document(candidate(YAML_SKILL, form=Form.YAML)).body
        assert (body.first_line, body.headings[0].span.line, body.links[0].span.line) == (7, 7, 9)

    def test_a_body_in_quotes_starts_on_its_own_line(self, candidate) -> None:
        assert read_document(candidate("instructions: 'a\n\n  b'\n", form=Form.YAML)).body.first_line == 1

    def test_without_instructions_the_body_is_empty(self, candidate) -> None:
        for text in ("description: a\n", "instructions: [a]\n", "- a\n"):
            assert read_document(candidate(text, form=Form.YAML)).body.text == ""


class TestEffectiveName:
    def test_is_the_declared_one(self, candidate) -> None:
        assert self.name(candidate, "name: ' other '\n") == "other"

    @pytest.mark.demand("I4", "A2")
    def test_is_else_the_folder(self, candidate) -> None:
        for text in ("", "name:\n", "name: ''\n", "name: ~\n", "name: [a]\n"):
            assert self.name(candidate, text) == "pdf"

    def test_is_normal(self, candidate) -> None:
        assert self.name(candidate, "name: ﬁles\n") == "files"

    def test_keeps_the_source_text_of_a_number(self, candidate) -> None:
        assert self.name(candidate, "name: 007\n") == "007"

    def name(self, candidate, front_matter: str) -> str:
        made = candidate(f"---\n{front_matter}---\n")
        return effective_name(read_document(made), made.origin)
