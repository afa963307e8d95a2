import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillpack.model.digest import tree_digest
from skillpack.model.document import FaultKind
from skillpack.model.requirements import Requirements
from skillpack.model.skill import Invocation, Resource
from skillpack.model.tree import Form, Origin, SourceTree, Trust, make_tree
from skillpack.parse.skill import KNOWN_FIELDS, parse_skill

FULL = """\
---
name: pdf
description: >
  Reads PDF files.
  Use when somebody has one.
license: MIT
compatibility: needs poppler
metadata:
  version: 1.10.0
  author: Ann
  tags: [a, b]
  nested: {x: 1}
allowed-tools: Bash(pdftotext *) Read
metaskill: SKILL.star
metaskill_language: starlark
disable-model-invocation: false
user-invocable: false
argument-hint: "[file]"
model: small
context: fork
agent: reader
requires:
  bins: [pdftotext]
required_tools: [bash]
input_schema:
  type: object
x_host: 1
when_to_use: always
---

# PDF

Read $0.
"""


class TestFields:
    @pytest.mark.demand("I4", "A2", "A6")
    def test_every_field_of_the_specifications_is_read(self, candidate) -> None:
        skill = parse_skill(candidate(FULL, {"SKILL.star": "def run(input):\n    pass\n"}))
        assert skill.name == skill.declared_name == "pdf"
        assert skill.description == "Reads PDF files. Use when somebody has one."
        assert (skill.license, skill.compatibility) == ("MIT", "needs poppler")
        assert skill.metadata == (("version", "1.10.0"), ("author", "Ann"), ("tags", "a, b"), ("nested", "{x: 1}"))
        assert skill.allowed_tools == ("Bash(pdftotext *)", "Read")
        assert skill.about.tags == ("a", "b")
        assert skill.invocation == Invocation(
            by_user=False, hint="[file]", model="small", context="fork", agent="reader"
        )
        assert skill.requires == Requirements(bins=("pdftotext",))
        assert (skill.required_tools, skill.input_schema) == (("bash",), "type: object")
        assert skill.program is not None
        assert skill.program.runs
        assert [mark.text for mark in skill.document.body.placeholders] == ["$0"]

    @pytest.mark.demand("K9", "I17")
    def test_unknown_fields_are_kept(self, candidate) -> None:
        """Architecture, law 3."""
        skill = parse_skill(candidate(FULL))
        assert [field.name for field in skill.extra] == ["x_host", "when_to_use"]
        assert {field.name for field in skill.document.fields} == KNOWN_FIELDS | {"x_host", "when_to_use"}

    def test_instructions_are_known_in_yaml_alone(self, candidate) -> None:
        assert parse_skill(candidate("instructions: a\n", form=Form.YAML)).extra == ()
        assert len(parse_skill(candidate("---\ninstructions: a\n---\n")).extra) == 1

    def test_an_empty_skill_has_nothing(self, candidate) -> None:
        skill = parse_skill(candidate(""))
        assert (skill.name, skill.declared_name, skill.description) == ("pdf", None, "")
        assert (skill.license, skill.compatibility, skill.metadata, skill.input_schema) == (None, None, (), None)
        assert [fault.kind for fault in skill.document.faults] == [FaultKind.NO_OPENING]

    def test_the_declared_name_is_its_source(self, candidate) -> None:
        skill = parse_skill(candidate("---\nname: ﬁle\n---\n"))
        assert (skill.name, skill.declared_name) == ("file", "ﬁle")
        assert parse_skill(candidate("---\nname:\n---\n")).declared_name == ""

    def test_values_that_are_no_text_keep_their_source(self, candidate) -> None:
        skill = parse_skill(candidate("---\ndescription: [a, b]\nlicense: 1.10\n---\n"))
        assert (skill.description, skill.license) == ("[a, b]", "1.10")

    def test_null_is_nothing(self, candidate) -> None:
        skill = parse_skill(candidate("---\ndescription:\nlicense: ~\nmetadata:\nallowed-tools:\n---\n"))
        assert (skill.description, skill.license, skill.metadata, skill.allowed_tools) == ("", None, (), ())

    def test_the_last_of_equal_metadata_keys_counts(self, candidate) -> None:
        skill = parse_skill(candidate("---\nmetadata:\n  a: 1\n  b: 2\n  a: 3\n---\n"))
        assert skill.metadata == (("a", "3"), ("b", "2"))


class TestResources:
    def test_kinds_come_from_the_place(self, candidate) -> None:
        files = {
            "scripts/a.py": "1234",
            "references/deep/b.md": "12345",
            "assets/c.png": b"\x89PNG\0",
            "examples/d.txt": "",
            "other/e": b"\xff",
            "LICENSE.txt": "MIT!",
            "scripts": "x",
            "SKILL.star": "#",
        }
        assert parse_skill(candidate(FULL, files)).resources == (
            Resource("LICENSE.txt", 4, "other", 1),
            Resource("SKILL.star", 1, "program", 1),
            Resource("assets/c.png", 5, "asset", 0),
            Resource("examples/d.txt", 0, "example", 0),
            Resource("other/e", 1, "other", 0),
            Resource("references/deep/b.md", 5, "reference", 2),
            Resource("scripts", 1, "other", 1),
            Resource("scripts/a.py", 4, "script", 1),
        )

    def test_the_program_is_one_wherever_it_lies(self, candidate) -> None:
        skill = parse_skill(candidate("---\nmetaskill: scripts/a.star\n---\n", {"scripts/a.star": "x"}))
        assert [resource.kind for resource in skill.resources] == ["program"]

    def test_both_spellings_of_the_skill_file_leave_one_resource(self, candidate) -> None:
        skill = parse_skill(candidate("x", {"skill.md": "y"}))
        assert [resource.path for resource in skill.resources] == ["skill.md"]

    def test_what_was_not_read_has_no_tokens(self, candidate) -> None:
        skill = parse_skill(candidate(FULL, unread={"references/big.md": 2**25}))
        assert skill.resources == (Resource("references/big.md", 2**25, "reference", 0),)


class TestIdentity:
    def test_version_is_the_hash_of_the_body_as_metis_cuts_it(self, candidate) -> None:
        assert parse_skill(candidate("---\nname: a\n---\n\nbody\n")).identity.version == "9e2ec912af5dff2a"
        assert parse_skill(candidate("---\r\nname: b\r\n---\r\n\r\nbody\r\n")).identity.version == "9e2ec912af5dff2a"
        sloppy = parse_skill(candidate("---\nname: a\n--- \nbody\n"))
        assert sloppy.document.body.text == "body\n"
        assert sloppy.identity.version != "9e2ec912af5dff2a"

    def test_version_of_a_yaml_skill_is_of_its_instructions(self, candidate) -> None:
        text = "description: a\ninstructions: |\n  body\n"
        assert parse_skill(candidate(text, form=Form.YAML)).identity.version == "9e2ec912af5dff2a"

    @pytest.mark.parametrize(
        ("front_matter", "declared"),
        [
            ("metadata:\n  version: 1.10\n", "1.10"),
            ("metadata:\n  version: 1.0.0\nversion: 2.0.0\n", "1.0.0"),
            ("version: 2.0.0\n", "2.0.0"),
            ("name: a\n", ""),
        ],
    )
    def test_declared_is_written_in_metadata_or_at_the_top(self, candidate, front_matter: str, declared: str) -> None:
        assert parse_skill(candidate(f"---\n{front_matter}---\n")).identity.declared == declared

    def test_label_is_the_declared_version_or_the_digest(self, candidate) -> None:
        """Decisions 4."""
        labelled = parse_skill(candidate("---\nmetadata: {version: 1.2.0}\n---\n")).identity
        assert labelled.label == "1.2.0"
        unlabelled = parse_skill(candidate("---\nmetadata: {version: 1.2}\n---\n")).identity
        assert unlabelled.label == unlabelled.digest[:12]

    def test_digest_is_of_the_published_tree(self, candidate) -> None:
        upper, lower = candidate(FULL), candidate(None, {"skill.md": FULL})
        assert parse_skill(upper).identity.digest == parse_skill(lower).identity.digest == tree_digest(upper.tree)

    def test_there_is_none_for_a_tree_that_was_not_read_whole(self, candidate) -> None:
        identity = parse_skill(candidate(FULL, unread={"big": 2**25})).identity
        assert (identity.digest, identity.label) == ("", "")
        assert identity.version


class TestLaws:
    @given(
        st.binary(max_size=80)
        | st.lists(
            st.sampled_from(
                [
                    "---\n",
                    "---",
                    "name: a\n",
                    "name:",
                    "description: x: y\n",
                    "metadata:\n  a: 1\n",
                    "- ",
                    "[",
                    "{",
                    "&a ",
                    "*a",
                    "!t ",
                    "|\n  x\n",
                    "\r\n",
                    "\ufeff",
                    "# T\n",
                    "```\n",
                    "<!--",
                    "\0",
                    "instructions: |\n  b\n",
                    "metaskill: ../x\n",
                    "allowed-tools: [a]\n",
                ]
            ),
            max_size=14,
        ).map(lambda parts: "".join(parts).encode()),
        st.sampled_from(Form),
    )
    @settings(deadline=None, max_examples=300)
    def test_any_bytes_are_a_skill(self, raw: bytes, form: Form) -> None:
        file = {Form.FOLDER: "SKILL.md", Form.MARKDOWN: "pdf.md", Form.YAML: "pdf.yaml"}[form]
        origin = Origin("skills", 0, "pdf", "pdf", form, Trust.LOCAL)
        skill = parse_skill(SourceTree(origin, ((file, len(raw)),), make_tree({file: raw}), whole=True, skipped=()))
        assert skill.document.raw == raw
        assert skill.name
        assert len(skill.identity.digest) == 64
        assert len(skill.identity.version) == 16
