import json

import pytest
from jsonschema import Draft202012Validator

from skillpack.model.entry import EntryState
from skillpack.model.limits import Limits
from skillpack.model.release import Release, Tombstone
from skillpack.model.settings import Configuration
from skillpack.registry import catalog_json, skill_json, versions_json
from skillpack.registry.schemas import SCHEMAS, schema_files


def errors(file: str, content: bytes) -> list[str]:
    return [error.message for error in Draft202012Validator(SCHEMAS[file]).iter_errors(json.loads(content))]


@pytest.mark.parametrize("file", SCHEMAS)
def test_each_is_a_schema(file) -> None:
    Draft202012Validator.check_schema(SCHEMAS[file])


def test_the_site_gets_each_as_a_file() -> None:
    files = {file.path: json.loads(b"".join(file.chunks)) for file in schema_files({})}
    assert files == {f"schema/{name}": schema for name, schema in SCHEMAS.items()}


def test_the_catalog_obeys_its_schema(make_entry, make_release) -> None:
    entries = [
        make_entry("pdf", status="deprecated", successor="x", updated="2026-11-20"),
        make_entry("bare", description="", tags=(), authors=(), license=""),
        make_entry("withheld", state=EntryState.WITHHELD, release=Release("withheld", "", "", "", "", "", 0)),
    ]
    gone = [Tombstone("old", "new", "clearer", make_release("old")), Tombstone("ended", "", "", None)]
    assert errors("catalog.json", b"".join(catalog_json.write(catalog_json.rows(entries), Configuration(), gone))) == []
    assert errors("catalog.json", b"".join(catalog_json.write([], Configuration()))) == []


def test_the_versions_obey_their_schema(make_entry, make_release) -> None:
    entries = [make_entry("a"), make_entry("b", release=make_release("b", yanked="leaks"))]
    assert errors("versions.json", b"".join(versions_json.write(versions_json.rows(entries)))) == []


def test_a_record_obeys_its_schema(make_record, make_release) -> None:
    releases = [make_release("pdf", markdown_sha256="c" * 64), make_release("pdf", label="0.1.0", digest="e" * 64)]
    content = skill_json.write(make_record(), releases)
    assert errors("record.json", content) == []
    earlier = skill_json.read(content, url="x", limits=Limits()).versions
    assert errors("record.json", skill_json.write_tombstone(Tombstone("pdf", "", "", None), earlier)) == []


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("catalog.json", b'{"schema":1,"skills":[{"name":"a/b","description":"","state":"published"}]}'),
        ("catalog.json", b'{"schema":1,"skills":[{"name":"a","description":"","state":"fine"}]}'),
        ("versions.json", b'{"schema":1,"skills":{"a":{"label":"1.0.0"}}}'),
        ("record.json", b'{"schema":1,"name":"a","state":"published","versions":[{"label":"1"}]}'),
        ("index.json", b'{"skills":[{"name":"a"}]}'),
    ],
)
def test_a_schema_refuses_what_is_wrong(file, content) -> None:
    assert errors(file, content)
