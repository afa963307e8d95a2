import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from skillpack.model.document import Fault, FaultKind, Field, Node, NodeKind, ScalarType, Span
from skillpack.model.limits import Limits
from skillpack.parse.fields import read_fields, resolved_type

LIMITS = Limits()


def read(text: str) -> tuple[Field, ...]:
    fields, faults = read_fields(text, 1, LIMITS)
    assert faults == ()
    return fields


def faults_of(text: str, limits: Limits = LIMITS) -> tuple[Fault, ...]:
    return read_fields(text, 1, limits)[1]


def cut(text: str, span: Span) -> str:
    lines = text.split("\n")
    if span.line == span.end_line:
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]
    first, *middle, last = lines[span.line - 1 : span.end_line]
    return "\n".join([first[span.column - 1 :], *middle, last[: span.end_column - 1]])


class TestScalars:
    @pytest.mark.parametrize(
        ("source", "text", "kind"),
        [
            ("plain words", "plain words", ScalarType.TEXT),
            ("1.10", "1.10", ScalarType.FLOAT),
            ("007", "007", ScalarType.INTEGER),
            ("1_000", "1_000", ScalarType.INTEGER),
            ("on", "on", ScalarType.BOOLEAN),
            ("True", "True", ScalarType.BOOLEAN),
            ("~", "~", ScalarType.NULL),
            ("null", "null", ScalarType.NULL),
            ("", "", ScalarType.NULL),
            ("2026-01-31", "2026-01-31", ScalarType.DATE),
            ("'1.10'", "1.10", ScalarType.TEXT),
            ('"tr\\u0075e"', "true", ScalarType.TEXT),
            ("'it''s'", "it's", ScalarType.TEXT),
            ("=", "=", ScalarType.TEXT),
        ],
    )
    def test_keeps_the_text_and_says_what_yaml_makes_of_it(self, source: str, text: str, kind: ScalarType) -> None:
        (field,) = read(f"a: {source}\n")
        assert (field.value.text, field.value.type) == (text, kind)

    def test_only_what_has_no_quotes_is_plain(self) -> None:
        assert [field.value.plain for field in read("a: x\nb: 'x'\nc: |\n  x\n")] == [True, False, False]

    def test_blocks_keep_or_fold_their_lines(self) -> None:
        literal, folded = read("a: |\n  one\n   two\n\nb: >-\n  one\n  two\n")
        assert (literal.value.text, folded.value.text) == ("one\n two\n", "one two")

    def test_a_block_ends_with_its_last_words(self) -> None:
        text = "a: |\n  one\n\n\n# remark\nb: 1\n"
        assert cut(text, read(text)[0].value.span) == "|\n  one"

    def test_keys_have_types_too(self) -> None:
        (field,) = read("on: x\n")
        assert (field.name, field.key_type) == ("on", ScalarType.BOOLEAN)


class TestCollections:
    def test_maps_hold_their_fields_and_their_source(self) -> None:
        (field,) = read("metadata:\n  version: 1.10\n  nested:\n    a: b\n")
        assert field.value.kind is NodeKind.MAP
        assert [item.name for item in field.value.items] == ["version", "nested"]
        assert field.value.text == "version: 1.10\nnested:\n  a: b"

    def test_lists_hold_nameless_items(self) -> None:
        (field,) = read("tools:\n- a\n- b\n")
        assert [(item.name, item.value.text) for item in field.value.items] == [("", "a"), ("", "b")]
        assert field.value.text == "- a\n- b"

    def test_the_source_of_a_map_is_yaml_by_itself(self) -> None:
        schema = "type: object\nproperties:\n  a:\n    type: string\n    text: |\n      x\n\n      y\nrequired:\n  - a"
        (field,) = read("input_schema:\n  " + schema.replace("\n", "\n  ") + "\n")
        assert yaml.safe_load(field.value.text) == yaml.safe_load(schema)

    def test_remarks_behind_a_block_are_no_part_of_it(self) -> None:
        text = "a:\n  b: 1\n\n# remark\nc: 2\n"
        assert cut(text, read(text)[0].value.span) == "b: 1"

    def test_every_span_covers_its_source(self) -> None:
        text = "näme: 'x y'\nlist:\n  - 1\n  - é: 2\nempty:\nmap:\n  k: >\n    folded\n    text\n"

        def check(node: Node) -> None:
            for field in node.items:
                assert field.name in cut(text, field.span)
                check(field.value)
            if node.kind is NodeKind.SCALAR and node.plain:
                assert cut(text, node.span) == node.text

        for field in read(text):
            assert cut(text, field.span) == field.name
            check(field.value)

    def test_lines_count_from_the_first_line_of_the_text(self) -> None:
        fields, _ = read_fields("a: 1\nb: 2\n", 7, LIMITS)
        assert [field.span.line for field in fields] == [7, 8]

    def test_yaml_line_breaks_that_are_no_newlines_do_not_move_places(self) -> None:
        fields, _ = read_fields("a: 1\x85b: 2\u2028c: 3\rd: 4\ne: 5", 1, LIMITS)
        assert [(field.name, field.span.line, field.span.column) for field in fields] == [
            ("a", 1, 1),
            ("b", 1, 6),
            ("c", 1, 11),
            ("d", 1, 16),
            ("e", 2, 1),
        ]


class TestFaults:
    def test_duplicate_keys_are_kept_and_told_by_their_path(self) -> None:
        fields, faults = read_fields("a: 1\nm:\n  b: 1\n  b: 2\na: 3\n", 1, LIMITS)
        assert [field.name for field in fields] == ["a", "m", "a"]
        assert [(fault.kind, fault.detail, fault.span.line) for fault in faults] == [
            (FaultKind.DUPLICATE_KEY, "m.b", 4),
            (FaultKind.DUPLICATE_KEY, "a", 5),
        ]

    def test_flow_is_read_and_told_once_for_the_outermost(self) -> None:
        fields, faults = read_fields("m:\n  x: {a: [1, 2]}\n", 1, LIMITS)
        assert fields[0].value.items[0].value.flow
        assert [(fault.kind, fault.detail) for fault in faults] == [(FaultKind.FLOW, "m.x")]

    @pytest.mark.parametrize("text", ["a: 1\nb: &x 2\nc: 3\n", "a: 1\nb: *x\nc: 3\n"])
    def test_reading_stops_at_an_anchor(self, text: str) -> None:
        fields, faults = read_fields(text, 1, LIMITS)
        assert [field.name for field in fields] == ["a"]
        assert [(fault.kind, fault.span.line) for fault in faults] == [(FaultKind.ANCHOR, 2)]

    @pytest.mark.parametrize("tag", ["!!python/object/apply:os.system", "!x", "!!str", "!"])
    def test_reading_stops_at_a_tag(self, tag: str) -> None:
        fields, faults = read_fields(f"a: 1\nb: {tag} [x]\n", 1, LIMITS)
        assert [field.name for field in fields] == ["a"]
        assert [fault.kind for fault in faults] == [FaultKind.TAG]

    def test_reading_stops_at_a_second_document(self) -> None:
        fields, faults = read_fields("a: 1\n---\nb: 2\n", 1, LIMITS)
        assert [field.name for field in fields] == ["a"]
        assert [fault.kind for fault in faults] == [FaultKind.SEVERAL_DOCUMENTS]

    def test_reading_stops_at_a_depth(self) -> None:
        deepest = "a: " + "[" * 31 + "]" * 31
        assert {fault.kind for fault in faults_of(deepest)} == {FaultKind.FLOW}
        assert [fault.kind for fault in faults_of("a: " + "[" * 32)] == [FaultKind.YAML_TOO_DEEP]

    @pytest.mark.parametrize("bomb", ["[" * 30_000, "- " * 30_000, "? " * 30_000, "{a: " * 30_000])
    def test_deep_nesting_harms_nobody(self, bomb: str) -> None:
        assert [fault.kind for fault in faults_of(bomb)] == [FaultKind.YAML_TOO_DEEP]

    def test_reading_stops_at_a_number_of_nodes(self) -> None:
        limits = Limits(yaml_nodes=6)
        assert faults_of("a: [1, 2, 3]\n", limits) == faults_of("a: [1, 2, 3]\n")
        assert [fault.kind for fault in faults_of("a: [1, 2, 3, 4]\n", limits)] == [FaultKind.YAML_TOO_MANY_NODES]

    def test_billions_of_laughs_stop_at_the_first(self) -> None:
        bomb = "a: &a [x, x]\n" + "".join(
            f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefg", "bcdefgh", strict=True)
        )
        assert [fault.kind for fault in faults_of(bomb)] == [FaultKind.ANCHOR]

    @pytest.mark.parametrize(("text", "kind"), [("- a\n", "list"), ("words\n", "scalar"), ("[a]", "list")])
    def test_what_is_no_mapping_is_told(self, text: str, kind: str) -> None:
        fault = faults_of(text)[-1]
        assert (fault.kind, fault.detail) == (FaultKind.NOT_MAPPING, kind)

    @pytest.mark.parametrize("text", ["", "\n", "# remark\n", "~", "null"])
    def test_an_empty_document_is_an_empty_mapping(self, text: str) -> None:
        assert read_fields(text, 1, LIMITS) == ((), ())

    def test_a_collection_as_a_key_is_told_and_named_by_its_source(self) -> None:
        fields, faults = read_fields("? [a, b]\n: 1\nc: 2\n", 1, LIMITS)
        assert [field.name for field in fields] == ["[a, b]", "c"]
        assert FaultKind.COMPLEX_KEY in [fault.kind for fault in faults]

    def test_what_is_no_yaml_is_told_in_the_words_of_the_reader_with_its_place(self) -> None:
        fields, faults = read_fields("name: a\ndescription: Use when: always\n", 5, LIMITS)
        assert [(fault.kind, fault.detail) for fault in faults] == [
            (FaultKind.YAML, "mapping values are not allowed in this context")
        ]
        assert (faults[0].span.line, faults[0].span.column) == (6, 22)
        assert [field.name for field in fields] == ["name"]

    def test_half_a_value_is_never_given(self) -> None:
        for text in ("d: a: b", "d: 'a' b", "d: 'a\n", "d: a\n  b: c\n"):
            assert read_fields(text, 1, LIMITS)[0] == ()

    @pytest.mark.parametrize("character", ["\0", "\x01", "\x1b", "\x7f", "\ufffe"])
    def test_characters_that_yaml_refuses_are_told_with_their_place(self, character: str) -> None:
        (fault,) = faults_of(f"a: é\nb: {character}\n")
        assert (fault.kind, fault.span.line, fault.span.column) == (FaultKind.YAML, 2, 4)
        assert fault.detail == f"the character U+{ord(character):04X} is not allowed"

    def test_a_lone_surrogate_is_told(self) -> None:
        assert [fault.kind for fault in faults_of("a: \ud800")] == [FaultKind.YAML]


class TestLaws:
    @given(st.text(max_size=80) | st.text(alphabet="ab:-[]{}'\"|>&*!#,? \n\t%@`", max_size=60))
    @settings(deadline=None, max_examples=300)
    def test_nothing_is_raised_for_any_text(self, text: str) -> None:
        fields, faults = read_fields(text, 1, LIMITS)
        assert all(field.span.line >= 1 for field in fields)
        assert all(isinstance(fault, Fault) for fault in faults)

    @given(
        st.dictionaries(
            st.text(alphabet="abcxyz", min_size=1, max_size=5),
            st.recursive(
                st.text(alphabet=st.characters(codec="utf-8"), max_size=20) | st.integers() | st.booleans(),
                lambda inner: (
                    st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", min_size=1), inner, max_size=3)
                ),
                max_leaves=8,
            ),
            max_size=5,
        ),
        st.booleans(),
    )
    @settings(deadline=None, max_examples=150)
    def test_agrees_with_the_reader_that_builds_texts(self, value: dict[str, object], flow: bool) -> None:  # noqa: FBT001
        text = yaml.safe_dump(value, default_flow_style=flow)
        fields, faults = read_fields(text, 1, LIMITS)
        assert {fault.kind for fault in faults} <= {FaultKind.FLOW}
        assert {field.name: _plain(field.value) for field in fields} == yaml.load(text, Loader=yaml.CBaseLoader)  # noqa: S506

    @given(st.text(max_size=12))
    def test_types_are_those_of_the_safe_loader(self, text: str) -> None:
        kinds: dict[type, ScalarType] = {
            int: ScalarType.INTEGER,
            float: ScalarType.FLOAT,
            bool: ScalarType.BOOLEAN,
            type(None): ScalarType.NULL,
        }
        tag = yaml.SafeLoader("").resolve(yaml.ScalarNode, text, (True, False))
        expected = {"int": int, "float": float, "bool": bool, "null": type(None)}.get(tag.rpartition(":")[2], str)
        found = resolved_type(text)
        assert found is kinds.get(expected, found)
        assert (found in kinds.values()) == (expected in kinds)


def _plain(node: Node) -> object:
    if node.kind is NodeKind.SCALAR:
        return node.text
    if node.kind is NodeKind.LIST:
        return [_plain(item.value) for item in node.items]
    return {item.name: _plain(item.value) for item in node.items}
