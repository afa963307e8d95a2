from collections.abc import Mapping, Sequence

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from skillpack.model.document import Field, Node, NodeKind
from skillpack.model.limits import Limits
from skillpack.model.tree import Form
from skillpack.parse.compose import Value, compose_skill, published_tree, quoted
from skillpack.parse.document import read_document
from skillpack.parse.fields import read_fields
from skillpack.parse.front_matter import decode, split

TEXTS = st.text(alphabet=st.characters(codec="utf-8"), max_size=30) | st.text(
    alphabet="ab -:#'\"\n\t1.[]{}&*!|>%@`", max_size=20
)
VALUES = st.recursive(
    TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS.filter(bool), inner, max_size=3),
    max_leaves=6,
)


def parsed(content: bytes) -> tuple[tuple[Field, ...], str]:
    text, faults = decode(content, len(content))
    parts = split(text)
    fields, more = read_fields(parts.front_matter, 2, Limits())
    assert [fault for fault in (*parts.faults, *more) if fault.kind.value != "flow"] == []
    assert {fault.kind.value for fault in faults} <= {"crlf"}
    return fields, parts.body


def plain(value: Value) -> object:
    if isinstance(value, str):
        return value
    if isinstance(value, Node):
        if value.kind is NodeKind.SCALAR:
            return value.text
        return [(field.name, plain(field.value)) for field in value.items]
    if isinstance(value, Mapping):
        return [(name, plain(inner)) for name, inner in value.items()]
    return [("", plain(inner)) for inner in value]


class TestComposeSkill:
    def test_reads_like_written_by_hand(self) -> None:
        fields: Sequence[tuple[str, Value]] = [
            ("name", "pdf"),
            ("description", "Reads PDF files: all of them. Use when #1 is asked"),
            ("license", "MIT"),
            ("metadata", {"version": "1.10", "tags": ["a", "b"], "none": []}),
        ]
        assert compose_skill(fields, "\n# PDF\n") == (
            b'---\nname: pdf\ndescription: "Reads PDF files: all of them. Use when #1 is asked"\nlicense: MIT\n'
            b'metadata:\n  version: "1.10"\n  tags:\n    - a\n    - b\n  none: []\n---\n\n# PDF\n'
        )

    @given(st.lists(st.tuples(TEXTS.filter(bool), VALUES), max_size=4, unique_by=lambda pair: pair[0]), TEXTS)
    @settings(deadline=None, max_examples=300)
    def test_parsing_gives_fields_and_body_back(self, fields: list[tuple[str, Value]], body: str) -> None:
        read, text = parsed(compose_skill(fields, body))
        assert [(field.name, plain(field.value)) for field in read] == [(name, plain(value)) for name, value in fields]
        assert text == body.replace("\r\n", "\n").lstrip("\n")

    @given(st.lists(st.tuples(st.sampled_from("abc"), VALUES), max_size=3, unique_by=lambda pair: pair[0]))
    @settings(deadline=None, max_examples=150)
    def test_values_as_read_come_back_with_their_types(self, fields: list[tuple[str, Value]]) -> None:
        once, body = parsed(compose_skill([*fields, ("n", _node("1.10")), ("t", _node("true"))], "x"))
        twice, _ = parsed(compose_skill([(field.name, field.value) for field in once], body))
        assert [_typed(field.value) for field in twice] == [_typed(field.value) for field in once]

    @given(TEXTS)
    @settings(deadline=None)
    def test_every_host_reads_the_same(self, text: str) -> None:
        content = compose_skill([("description", text)], "").decode()
        front_matter = content.split("---", 2)[1]
        assert yaml.safe_load(front_matter) == {"description": text}

    def test_a_lone_surrogate_cannot_be_written(self) -> None:
        with pytest.raises(UnicodeEncodeError):
            compose_skill([], "\ud800")


class TestQuoted:
    @pytest.mark.parametrize("text", ["pdf", "Use it (a lot), please!", "5 apples", "é", "a:b", "x#y", "it's"])
    def test_leaves_ordinary_words_alone(self, text: str) -> None:
        assert quoted(text) == text

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "true",
            "1.10",
            "null",
            "2026-01-01",
            "a: b",
            "a #b",
            "a:",
            " a",
            "a ",
            "- a",
            "[a]",
            "*a",
            "a\nb",
            "a\u2028b",
            "1_000",
        ],
    )
    def test_quotes_what_yaml_would_take_for_something_else(self, text: str) -> None:
        assert quoted(text).startswith('"')
        assert yaml.safe_load(quoted(text)) == text

    def test_hides_delimiters(self) -> None:
        """Requirements C22: one library cuts at the first `---` anywhere."""
        for text in ("a --- b", "-----", "---"):
            assert "---" not in quoted(text)
            assert yaml.safe_load(quoted(text)) == text


class TestPublishedTree:
    TEXT = "---\nname: pdf\ndescription: a\n---\nbody"

    def test_a_folder_stays_as_it_is(self, candidate) -> None:
        made = candidate(self.TEXT, {"a.txt": "x", "skill.md": "y"})
        assert published_tree(made) is made.tree

    def test_a_folder_without_skill_file_stays_as_it_is(self, candidate) -> None:
        made = candidate(None, {"a.txt": "x"})
        assert published_tree(made) is made.tree

    def test_the_lower_case_file_is_renamed(self, candidate) -> None:
        tree = published_tree(candidate(None, {"skill.md": self.TEXT, "a.txt": "x", "Z": "z"}))
        assert list(tree.files) == ["SKILL.md", "Z", "a.txt"]
        assert tree.files["SKILL.md"] == self.TEXT.encode()

    def test_a_complete_markdown_file_keeps_its_bytes(self, candidate) -> None:
        for text in (self.TEXT, self.TEXT.replace("\n", "\r\n"), "\ufeff" + self.TEXT, "---\nname:\n---\n"):
            assert published_tree(candidate(text, form=Form.MARKDOWN)).files == {"SKILL.md": text.encode()}

    @pytest.mark.parametrize(
        ("text", "published"),
        [
            ("---\ndescription: a\n---\nb", "---\nname: pdf\ndescription: a\n---\nb"),
            ("---\r\nx: a\r\n---\r\n", "---\r\nname: pdf\r\nx: a\r\n---\r\n"),
            ("\ufeff--- \nx: 1\n---\n", "\ufeff--- \nname: pdf\nx: 1\n---\n"),
            ("---\n---\n", "---\nname: pdf\n---\n"),
        ],
    )
    def test_a_markdown_file_without_name_gets_one(self, candidate, text: str, published: str) -> None:
        assert published_tree(candidate(text, form=Form.MARKDOWN)).files == {"SKILL.md": published.encode()}

    def test_the_name_that_it_gets_is_the_effective_one(self, candidate) -> None:
        tree = published_tree(candidate("---\nx: 1\n---\n", form=Form.MARKDOWN, stem="1.0 ﬁx"))
        assert tree.files["SKILL.md"] == b"---\nname: 1.0 fix\nx: 1\n---\n"

    @pytest.mark.parametrize(
        "text", ["# Title\n", "---\nx: 1\n", "---\nx: [\n---\n", b"---\nx: \xff\n---\n", "---\n- a\n---\n"]
    )
    def test_a_markdown_file_that_cannot_be_read_keeps_its_bytes(self, candidate, text: str | bytes) -> None:
        raw = text.encode() if isinstance(text, str) else text
        assert published_tree(candidate(raw, form=Form.MARKDOWN)).files == {"SKILL.md": raw}

    def test_a_yaml_file_is_written_anew(self, candidate) -> None:
        text = (
            "# remark\ndescription: 'Does: it'\nversion: 1.10\nrequires:\n  bins: [jq]\n"
            "instructions: |\n\n  # Title\n\n  text\nlast: true\n"
        )
        assert published_tree(candidate(text, form=Form.YAML)).files["SKILL.md"].decode() == (
            '---\nname: pdf\ndescription: "Does: it"\nversion: 1.10\nrequires:\n  bins:\n    - jq\nlast: true\n---\n\n'
            "# Title\n\ntext\n"
        )

    def test_a_yaml_file_keeps_its_own_name(self, candidate) -> None:
        tree = published_tree(candidate("description: a\nname: other\ninstructions: b\n", form=Form.YAML))
        assert tree.files["SKILL.md"] == b"---\ndescription: a\nname: other\n---\n\nb"

    def test_a_yaml_file_that_cannot_be_read_keeps_its_bytes(self, candidate) -> None:
        assert published_tree(candidate("a: [\n", form=Form.YAML)).files == {"SKILL.md": b"a: [\n"}

    def test_takes_the_document_that_was_read(self, candidate) -> None:
        made = candidate("---\nx: 1\n---\n", form=Form.MARKDOWN)
        assert published_tree(made, read_document(made)) == published_tree(made)


def _node(text: str) -> Node:
    return read_fields(f"a: {text}", 1, Limits())[0][0].value


def _typed(node: Node) -> object:
    if node.kind is NodeKind.SCALAR:
        return node.text, node.type
    return node.kind, [(field.name, _typed(field.value)) for field in node.items]


def test_what_an_installer_left_is_not_published(candidate) -> None:
    files = {".skillpack.json": "{}", "SHA256SUMS": "", "a/SHA256SUMS": "kept"}

    assert set(published_tree(candidate("---\nname: pdf\n---\n", files)).files) == {"SKILL.md", "a/SHA256SUMS"}
