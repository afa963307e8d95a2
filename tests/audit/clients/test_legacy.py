import json

import pytest

INDEX = ".well-known/skills/index.json"


def change(site: dict[str, bytes], name: str, **values: object) -> None:
    whole = json.loads(site[INDEX])
    next(row for row in whole["skills"] if row["name"] == name).update(values)
    site[INDEX] = json.dumps(whole).encode()


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"description": ""}, "AU013"),
        ({"files": ["scripts/run.sh"]}, "AU013"),
        ({"files": []}, "AU013"),
        ({"files": ["SKILL.md", "/etc/passwd"]}, "AU013"),
        ({"files": ["SKILL.md", "a..b"]}, "AU013"),
        ({"files": ["SKILL.md", ""]}, "AU013"),
        ({"files": ["SKILL.md", "not-there.md"]}, "AU002"),
        ({"files": "SKILL.md"}, "AU001"),
    ],
)
def test_an_entry_that_loses_something_is_told(values, code, site, findings) -> None:
    change(site, "folder", **values)
    ((found, _, path),) = findings()
    assert (found, path) == (code, INDEX)


def test_a_file_that_is_asked_for_under_another_name_is_told(site, findings) -> None:
    site[".well-known/skills/folder/a#b"] = b"x"
    change(site, "folder", files=["SKILL.md", "a#b"])
    assert findings() == [("AU013", "folder", INDEX)]


def test_a_file_that_is_not_served_is_told(site, findings) -> None:
    del site[".well-known/skills/folder/scripts/run.sh"]
    assert findings() == [("AU002", "folder", INDEX)]


def test_a_schema_makes_it_no_index_of_this_version(site, findings) -> None:
    site[INDEX] = json.dumps({"$schema": "x", **json.loads(site[INDEX])}).encode()
    assert findings() == [("AU001", "", INDEX)]


def test_a_site_without_the_index_has_nothing_to_lose(site, findings) -> None:
    del site[INDEX]
    assert findings() == []
