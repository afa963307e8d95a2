import json
from typing import Any

import pytest

from skillpack.catalog import paths
from skillpack.model.digest import sha256
from skillpack.registry.signed_list import (
    LONGEST_LIST,
    MOST_PARTS,
    part_of,
    parts_for,
    read_list,
    read_part,
    write_parts,
    write_statement,
)

SAID = {
    "catalog": "https://skills.example.com/",
    "serial": 7,
    "made": "2026-11-27T05:00:00Z",
    "expires": "2027-02-25T05:00:00Z",
}


def digests_of(skills: int) -> dict[str, str]:
    """Return path -> some digest of all that installers read of so many skills."""
    found = {path: sha256(path.encode()) for path in (paths.CATALOG, paths.VERSIONS, paths.DISCOVERY)}
    for number in range(skills):
        name = f"a-skill-with-a-longer-name-{number:06d}"
        more = (paths.archive(name, "1.0.0", suffix) for suffix in ("zip", "skill", "md"))
        for path in (paths.skill_record(name), paths.skill_discovery(name), *more):
            found[path] = sha256(path.encode())
    return found


@pytest.fixture
def bundle(made_signatures) -> Any:
    return made_signatures.make_signer().bundle


def test_what_is_written_is_read(bundle) -> None:
    digests = digests_of(3)
    parts = write_parts(digests)
    _, said = read_list(bundle(write_statement(digests, parts, **SAID)))
    assert (said.catalog, said.serial, said.made, said.expires) == tuple(SAID.values())
    assert {path: said.files[path] for path in digests if paths.is_index(path)} == {
        path: digest for path, digest in digests.items() if paths.is_index(path)
    }
    assert read_part(parts[0]) == {path: digest for path, digest in digests.items() if not paths.is_index(path)}
    assert said.files[paths.signed_part(0)] == sha256(parts[0])


@pytest.mark.parametrize(("skills", "most"), [(1, 5_000), (1000, 35_000), (5000, 70_000)])
def test_who_installs_one_skill_reads_little(bundle, skills: int, most: int) -> None:
    digests = digests_of(skills)
    parts = write_parts(digests)
    content = bundle(write_statement(digests, parts, **SAID))
    assert len(content) + max(map(len, parts)) < most


def test_every_file_is_in_its_part() -> None:
    digests = digests_of(500)
    parts = [read_part(each) for each in write_parts(digests)]
    assert len(parts) > 1
    for path, digest in digests.items():
        if not paths.is_index(path):
            assert parts[part_of(path, len(parts))][path] == digest


def test_the_number_of_parts_grows_to_a_limit() -> None:
    assert [parts_for(files) for files in (0, 100, 10_000, 400_000, 10**9)] == [1, 1, 100, 1000, MOST_PARTS]


def test_the_largest_list_is_one_that_is_read(bundle) -> None:
    parts = tuple(b"" for _ in range(MOST_PARTS))
    content = bundle(write_statement(digests_of(0), parts, **SAID))
    assert len(content) < LONGEST_LIST
    assert read_list(content)[1].parts == MOST_PARTS


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not a signed sigstore bundle"),
        (b"{}", "not a signed sigstore bundle"),
        (b"[" * 100_000, "not a signed sigstore bundle"),
        (b" " * (LONGEST_LIST + 1), "larger than"),
    ],
)
def test_what_is_no_bundle_is_refused(content: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_list(content)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda found: found.update(_type="https://in-toto.io/Statement/v0.1"), "no list of a catalog"),
        (lambda found: found.update(predicateType=None), "no list of a catalog"),
        (lambda found: found.update(predicate=[]), "no list of a catalog"),
        (lambda found: found["predicate"].pop("expires"), "no list of a catalog"),
        (lambda found: found["predicate"].update(serial=1.5), "no list of a catalog"),
        (lambda found: found["predicate"].update(serial=2**70), "no list of a catalog|cannot be"),
        (lambda found: found["predicate"].update(parts=0), "cannot be"),
        (lambda found: found["predicate"].update(parts=2), "name all of its parts"),
        (lambda found: found["predicate"].update(catalog="x" * 5000), "of which catalog"),
        (lambda found: found["predicate"].update(expires="2027-02-30T00:00:00Z"), "when it expires"),
        (lambda found: found["predicate"].update(made="2027-02-03 00:00:00Z"), "when it was made"),
        (lambda found: found["subject"][0].update(digest={"sha512": "0" * 128}), "other than SHA-256"),
        (lambda found: found["subject"][0].update(digest={"sha256": "G" * 64}), "other than SHA-256"),
        (lambda found: found["subject"].append(found["subject"][0]), "a file twice"),
    ],
)
def test_what_contradicts_itself_is_refused(bundle, change, words: str) -> None:
    digests = digests_of(1)
    found = json.loads(write_statement(digests, write_parts(digests), **SAID))
    change(found)
    with pytest.raises(ValueError, match=words):
        read_list(bundle(json.dumps(found).encode()))


def test_a_payload_that_is_not_json_is_refused(bundle) -> None:
    with pytest.raises(ValueError, match="no list of a catalog"):
        read_list(bundle(b"\xff\xfe"))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no part"),
        (b'{"files": {}}', "no part"),
        (b'{"files": [["a"]]}', "no part"),
        (b'{"files": [["a", "0"]]}', "SHA-256"),
        (b'{"files": [["a", "' + b"0" * 64 + b'"], ["a", "' + b"1" * 64 + b'"]]}', "twice"),
        (b"[" * 100_000, "no part"),
    ],
)
def test_what_is_no_part_is_refused(content: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_part(content)
