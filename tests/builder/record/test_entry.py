"""A skill in small, and what its page says beyond that."""

import pytest

from skillpack import resources
from skillpack.builder.record.entry import make_details, make_entry
from skillpack.builder.record.files import file_records
from skillpack.check.run import check_skill
from skillpack.model.entry import Details, Entry, EntryState, Tokens
from skillpack.model.limits import Limits
from skillpack.model.release import Release
from skillpack.model.requirements import Requirements
from skillpack.model.tree import Form

RICH = b"""---
name: pdf
description: Reads PDF files. Use when the user has a PDF.
license: MIT
compatibility: needs poppler
allowed-tools: Bash(pdftotext:*) Read Bash(qpdf:*)
metadata:
  version: 1.2.0
  author: Ada, Grace
  tags: pdf, forms
  role: verifier
  updated: "2026-01-31"
  homepage: https://example.com/pdf
  related: docx
  depends: text ^1.0
  deprecated: use docx
  profiles: metis
  requires-bins: pdftotext
  disable-model-invocation: "true"
---

# PDF

<!-- one -->
<!-- two -->

Run !`pdftotext $ARGUMENTS` on $ARGUMENTS.
"""


@pytest.fixture
def entry(make_candidate, skill_of) -> Entry:
    candidate = make_candidate({"references/a.md": b"x" * 40, "assets/b.bin": b"\0" * 10}, skill=RICH)
    skill = skill_of(candidate)
    findings = check_skill(skill, candidate.tree, Limits(), ())
    release = Release("pdf", "1.2.0", skill.identity.digest, skill.identity.version, "", "", 0)
    profiles = resources.chosen_profiles(["publish", "agentskills"])
    return make_entry(skill, release, file_records(skill, candidate.tree), findings, profiles)


@pytest.fixture
def details(make_candidate, skill_of) -> Details:
    return make_details(skill_of(make_candidate(skill=RICH)))


def test_says_what_lists_show(entry: Entry) -> None:
    assert (entry.name, entry.path, entry.license) == ("pdf", "skills/pdf/SKILL.md", "MIT")
    assert (entry.tags, entry.authors, entry.role) == (("pdf", "forms"), ("Ada", "Grace"), "verifier")
    assert (entry.status, entry.updated) == ("deprecated", "2026-01-31")
    assert (entry.by_model, entry.by_user) == (False, True)
    assert entry.requires == Requirements(bins=("pdftotext",))
    assert entry.metaskill is False


def test_names_each_tool_once_without_its_pattern(entry: Entry) -> None:
    assert entry.tools == ("Bash", "Read")


def test_counts_files_bytes_and_tokens_by_level(entry: Entry) -> None:
    assert (entry.files, entry.size, entry.single) == (3, len(RICH) + 50, False)
    assert entry.tokens == Tokens(always=12, opened=19, on_demand=10)


def test_a_skill_of_one_file_is_single(make_candidate, loaded) -> None:
    assert loaded(make_candidate()).record.entry.single


def test_has_a_verdict_of_every_profile(entry: Entry) -> None:
    assert [(verdict.profile, verdict.loads) for verdict in entry.verdicts] == [
        ("publish", True),
        ("agentskills", True),
    ]


def test_state_and_counts_are_left_to_the_catalog(entry: Entry) -> None:
    assert (entry.state, entry.errors, entry.warnings, entry.infos) == (EntryState.PUBLISHED, 0, 0, 0)


def test_a_page_says_what_the_skill_declares(details: Details) -> None:
    assert (details.declared_name, details.declared_version) == ("pdf", "1.2.0")
    assert (details.compatibility, details.homepage) == ("needs poppler", "https://example.com/pdf")
    assert (details.related, details.depends, details.deprecated) == (("docx",), (("text", "^1.0"),), "use docx")
    assert details.allowed_tools == ("Bash(pdftotext:*)", "Read", "Bash(qpdf:*)")
    assert details.profiles == ("metis",)
    assert ("license", "MIT") in details.fields
    assert ("role", "verifier") in details.metadata


def test_a_page_says_what_the_body_hides_and_runs(details: Details) -> None:
    assert details.comments == 2
    assert details.placeholders == ("$ARGUMENTS",)
    assert details.shell_lines == ("pdftotext $ARGUMENTS",)


def test_one_comment_is_singular(make_candidate, skill_of) -> None:
    skill = skill_of(make_candidate(skill=b"---\nname: pdf\ndescription: x\n---\n\n<!-- a -->\n"))

    assert make_details(skill).comments == 1


def test_nothing_declared_is_nothing_said(make_candidate, skill_of) -> None:
    details = make_details(skill_of(make_candidate(skill=b"# Only a body\n")))

    assert (details.declared_name, details.declared_version, details.comments) == ("", "", 0)


def test_placeholders_and_shell_lines_have_their_first_line(details: Details, make_candidate, skill_of) -> None:
    assert [(mark.text, mark.span.line) for mark in details.marks] == [("$ARGUMENTS", 27), ("pdftotext $ARGUMENTS", 27)]
    flat = b"name: pdf\ndescription: Reads.\ninstructions: |\n  Read $ARGUMENTS.\n"
    said = make_details(skill_of(make_candidate(skill=flat, form=Form.YAML)))
    assert (said.placeholders, said.marks) == (("$ARGUMENTS",), ())
