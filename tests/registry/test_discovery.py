import json

import pytest
from msgspec.structs import replace

from skillpack.errors import IndexRefusedError
from skillpack.model.entry import EntryState
from skillpack.model.limits import Limits
from skillpack.registry.discovery import (
    SCHEMA_URL,
    Discovered,
    OldEntry,
    exclusion,
    read,
    read_legacy,
    rows,
    unfit_file,
    write,
    write_legacy,
    write_single,
)

URL = "https://x.org/.well-known/agent-skills/index.json"


def test_index_of_the_site(make_entry, make_release, snapshot) -> None:
    single = make_release("code-review", markdown_sha256="c" * 64)
    entries = [make_entry("code-review", release=single), make_entry("pdf")]
    assert b"".join(write(rows(entries))).decode() == snapshot


def test_index_of_one_skill_is_relative_to_its_page(make_entry, make_release) -> None:
    (row,) = json.loads(write_single(make_entry("pdf", release=make_release("pdf", markdown_sha256="c" * 64))))[
        "skills"
    ]
    assert row["url"] == "../../../../archives/pdf/pdf-1.0.0.md"
    assert row["digest"] == "sha256:" + "c" * 64


def test_a_description_is_cut_where_clients_stop_reading(make_entry) -> None:
    (row,) = json.loads(b"".join(write(rows([make_entry(description="x" * 2000)]))))["skills"]
    assert len(row["description"]) == 1024


@pytest.mark.parametrize(
    ("description", "shown"),
    [
        ("\N{ROCKET}" * 512, "\N{ROCKET}" * 512),
        ("\N{ROCKET}" * 600, "\N{ROCKET}" * 512),
        ("x" + "\N{ROCKET}" * 512, "x" + "\N{ROCKET}" * 511),
        ("é" * 1025, "é" * 1024),
    ],
)
def test_clients_count_units_of_utf_16(description, shown, make_entry) -> None:
    entry = make_entry(description=description)
    for content in (write(rows([entry])), write_legacy([(entry, ["SKILL.md"])])):
        (row,) = json.loads(b"".join(content))["skills"]
        assert row["description"] == shown


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"name": "développer"}, "its name is not lower-case ASCII letters, digits and single hyphens"),
        ({"name": "a--b"}, "its name is not lower-case ASCII letters, digits and single hyphens"),
        ({"name": "A"}, "its name is not lower-case ASCII letters, digits and single hyphens"),
        ({"description": ""}, "it has no description"),
        ({"state": EntryState.WITHHELD}, "it is not offered"),
        ({}, ""),
    ],
)
def test_what_clients_would_drop_is_left_out_and_told(changes, reason, make_entry) -> None:
    entry = make_entry(**changes)
    assert exclusion(entry) == reason
    assert bool(json.loads(b"".join(write(rows([entry]))))["skills"]) == (not reason)


def test_the_old_index_lists_files_and_has_no_other_key(make_entry) -> None:
    content = b"".join(write_legacy([(make_entry("pdf"), ["references/a.md", "SKILL.md", "LICENSE"])]))
    assert json.loads(content) == {
        "skills": [{"name": "pdf", "description": "Extract text.", "files": ["SKILL.md", "LICENSE", "references/a.md"]}]
    }


def test_what_is_written_is_read(make_entry, make_release) -> None:
    entries = [make_entry("a"), make_entry("b", release=make_release("b", markdown_sha256="c" * 64))]
    found, passed = read(b"".join(write(rows(entries))), url=URL, limits=Limits())
    assert found == (
        Discovered("a", "Extract text.", "archive", "../../archives/a/a-1.0.0.zip", "a" * 64),
        Discovered("b", "Extract text.", "skill-md", "../../archives/b/b-1.0.0.md", "c" * 64),
    )
    assert passed == ()


def index(*rows: object, schema: str = SCHEMA_URL) -> bytes:
    return json.dumps({"$schema": schema, "skills": list(rows)}).encode()


GOOD = {"name": "a", "type": "archive", "description": "d", "url": "a.zip", "digest": "sha256:" + "a" * 64}


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({**GOOD, "name": "Ä"}, "is not a name"),
        ({**GOOD, "type": "plugin"}, "the type `plugin` is unknown"),
        ({**GOOD, "digest": "a" * 64}, "`digest` is not `sha256:`"),
        ({**GOOD, "digest": "sha256:" + "A" * 64}, "`digest` is not `sha256:`"),
        ({**GOOD, "url": None}, "`url` is not a text"),
        ({**GOOD, "name": "b"}, "`b` is listed twice"),
    ],
)
def test_a_bad_entry_is_passed_over_and_told(row, reason) -> None:
    found, passed = read(index({**GOOD, "name": "b"}, row, GOOD), url=URL, limits=Limits())
    assert [entry.name for entry in found] == ["b", "a"]
    assert len(passed) == 1
    assert reason in passed[0]
    assert "entry 2" in passed[0]


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", index(schema="https://schemas.agentskills.io/discovery/0.3.0/schema.json"), b'{"skills":[]}'],
)
def test_another_index_is_refused(content) -> None:
    with pytest.raises(IndexRefusedError):
        read(content, url=URL, limits=Limits())


def test_limits_hold() -> None:
    with pytest.raises(IndexRefusedError, match="larger than 10 bytes"):
        read(b"x" * 11, url=URL, limits=Limits(index=10))
    with pytest.raises(IndexRefusedError, match="has 2 entries, at most 1 are read"):
        read(index(GOOD, {**GOOD, "name": "b"}), url=URL, limits=replace(Limits(), index_entries=1))


@pytest.mark.parametrize(
    ("file", "unfit"),
    [
        *(("notes...md", True), ("a#b", True), ("a?b", True), ("50%25", True), ("a\\b", True)),
        *(("50% off", False), ("a b", False), ("größe.md", False), (".hidden/a.b.c", False)),
    ],
)
def test_a_skill_with_a_file_that_cannot_be_asked_for_is_not_in_the_old_index(file, unfit, make_entry) -> None:
    files = ["SKILL.md", file]
    assert unfit_file(files) == (file if unfit else "")
    assert bool(json.loads(b"".join(write_legacy([(make_entry(), files)])))["skills"]) == (not unfit)


def test_the_old_index_is_read_as_it_was_written(make_entry) -> None:
    content = b"".join(write_legacy([(make_entry("pdf"), ["SKILL.md", "a.md"])]))
    assert read_legacy(content, url=URL, limits=Limits()) == (OldEntry("pdf", "Extract text.", ("SKILL.md", "a.md")),)


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"[]", b"{}", b'{"skills":1}', b'{"$schema":"x","skills":[]}'),
        *(b'{"skills":[{}]}', b'{"skills":[{"name":"a","description":"d","files":"SKILL.md"}]}'),
    ],
)
def test_one_bad_entry_voids_the_old_index(content) -> None:
    with pytest.raises(IndexRefusedError):
        read_legacy(content, url=URL, limits=Limits())


def test_an_old_index_that_is_too_large_is_refused() -> None:
    with pytest.raises(IndexRefusedError, match="larger than 10 bytes"):
        read_legacy(b"x" * 11, url=URL, limits=Limits(index=10))


def test_a_signature_is_said_beside_what_clients_read(make_entry) -> None:
    content = b"".join(write(rows([make_entry("pdf", signature="drifted", signer="Team"), make_entry("plain")])))
    signed, plain = json.loads(content)["skills"]
    assert (signed["signature"], signed["signer"]) == ("drifted", "Team")
    assert plain.keys() == {"name", "type", "description", "url", "digest"}
    found, passed = read(content, url=URL, limits=Limits())
    assert [(each.signature, each.signer) for each in found] == [("drifted", "Team"), ("", "")]
    assert passed == ()


@pytest.mark.parametrize("value", [1, None, {"sig": "x"}, ["valid"]])
def test_what_others_call_a_signature_is_no_fault(value, make_entry) -> None:
    index = json.loads(b"".join(write(rows([make_entry("pdf")]))))
    index["skills"][0] |= {"signature": value, "signer": value}
    (found,), passed = read(json.dumps(index).encode(), url=URL, limits=Limits())
    assert (found.signature, found.signer, passed) == ("", "", ())
