"""A site as it was built has no fault; whatever is damaged afterwards is found."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skillpack import resources
from skillpack.archive.write import write_zip
from skillpack.audit.run import audit_names, audit_site
from skillpack.model.digest import sha256
from skillpack.model.tree import make_tree
from skillpack.prompt.formats import published_formats

FORMATS = published_formats(resources.profiles().values()).values()

DISCOVERY = ".well-known/agent-skills/index.json"
SINGLE = "skills/folder/.well-known/agent-skills/index.json"
RECORD = "skills/folder/skill.json"


def test_a_site_as_it_was_built_has_no_fault(findings) -> None:
    assert findings() == []


def test_findings_are_about_files_of_the_site(site) -> None:
    del site["archives/folder/" + next(path for path in site if path.startswith("archives/folder/")).split("/")[-1]]
    assert all(found.path in site or not found.path for found in audit_site(site, FORMATS))


@pytest.mark.parametrize("suffix", [".zip", ".tar.gz", ".SHA256SUMS"])
def test_a_missing_artifact_is_told(suffix, site, findings, archive_of) -> None:
    del site[archive_of("folder", suffix)]
    assert ("AU002", "folder", RECORD) in findings()


@pytest.mark.parametrize(
    "path",
    [
        *("skills/folder/index.html", "skills/folder/SKILL.md", "skills/folder/SHA256SUMS"),
        *("schema/record.json", "sitemap.xml", "versions.json", "catalog.json"),
    ],
)
def test_a_missing_file_is_told(path, site, findings) -> None:
    del site[path]
    assert {code for code, _, _ in findings()} == {"AU002"}


def test_a_missing_list_of_names_is_told(site, findings) -> None:
    site["llms.txt"] = b"# A\n\n- [a](llms/1.txt)\n- [pdf](llms/2.txt)\n"
    site["llms/1.txt"] = b"a, b\n"
    assert findings() == [("AU002", "", "llms.txt")]


def test_a_missing_record_is_told_by_every_index(site, findings) -> None:
    del site[RECORD]
    codes = findings()
    assert ("AU002", "folder", "catalog.json") in codes
    assert ("AU004", "folder", DISCOVERY) in codes
    assert ("AU005", "folder", "prompt/metis.md") in codes


@pytest.mark.parametrize("path", [DISCOVERY, SINGLE])
def test_a_missing_discovery_index_is_told(path, site, findings) -> None:
    del site[path]
    assert ("AU004", "folder", path) in findings()


@pytest.mark.parametrize("suffix", [".zip", ".tar.gz"])
def test_an_archive_with_other_bytes_is_told(suffix, site, findings, archive_of) -> None:
    path = archive_of("folder", suffix)
    site[path] = site[path][:-1] + b"?"
    assert ("AU003", "folder", path) in findings()


def test_an_artifact_with_other_line_ends_is_told(site, findings, archive_of) -> None:
    path = archive_of("alone", ".md")
    site[path] = site[path].replace(b"\n", b"\r\n")
    assert findings() == [("AU003", "alone", path)]


def test_a_skill_file_for_people_that_differs_is_told(site, findings) -> None:
    site["skills/folder/SKILL.md"] += b"\n"
    assert findings() == [("AU003", "folder", "skills/folder/SKILL.md")]


@pytest.mark.parametrize("path", [DISCOVERY, SINGLE])
def test_a_digest_in_an_index_that_differs_is_told(path, site, findings, archive_of, edit) -> None:
    edit(path, sha256(site[archive_of("folder")]), "0" * 64)
    assert findings() == [("AU003", "folder", archive_of("folder"))]


def test_an_archive_with_other_files_than_the_record_lists_is_told(site, findings, archive_of, republish) -> None:
    tree = make_tree({"SKILL.md": site["skills/folder/SKILL.md"], "more.txt": b"more"})
    republish(archive_of("folder"), write_zip(tree))
    assert {code for code, _, _ in findings()} == {"AU003"}


def test_an_archive_that_a_strict_reader_refuses_is_told(findings, archive_of, republish) -> None:
    republish(archive_of("folder"), b"PK no zip")
    assert findings() == [("AU006", "folder", archive_of("folder"))]


def test_a_skill_file_whose_mark_is_lost_is_told(site, archive_of, republish, findings) -> None:
    republish(archive_of("alone", ".md"), b"\xef\xbb\xbf" + site[archive_of("alone", ".md")])
    assert ("AU010", "alone", archive_of("alone", ".md")) in findings()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"description":"Does folder. Use it."', '"description":""', "AU007"),
        ('"type":"archive","description":"Does folder', '"type":"plugin","description":"Does folder', "AU007"),
        ('"type":"archive","description":"Does folder', '"type":"skill-md","description":"Does folder', "AU007"),
        ('"url":"../../archives/folder/', '"url":"/archives/folder/', "AU011"),
        ('"url":"../../archives/folder/', '"url":"https://x.org/archives/folder/', "AU011"),
        ('"url":"../../archives/folder/', '"url":"../../archives/alone/', "AU002"),
        ('"url":"../../archives/folder/', '"url":"../../../archives/folder/', "AU002"),
    ],
)
def test_an_entry_that_clients_lose_is_told(old, new, code, findings, edit) -> None:
    edit(DISCOVERY, old, new)
    assert findings() == [(code, "folder", DISCOVERY)]


def test_an_entry_that_leads_to_another_skill_is_told(findings, edit, archive_of) -> None:
    edit(DISCOVERY, f"../../{archive_of('folder')}", f"../../{archive_of('alone')}")
    assert findings() == [("AU004", "folder", DISCOVERY)]


@pytest.mark.parametrize(
    ("path", "old", "new", "code"),
    [
        ("catalog.json", '"name":"withheld","description":"","state":"withheld"',
         '"name":"withheld","description":"","state":"published"', "AU004"),
        ("catalog.json", '"label":"1.2.0"', '"label":"1.3.0"', "AU004"),
        ("catalog.json", '"label":"1.2.0",', "", "AU004"),
        ("catalog.json", '"label":"1.2.0"', '"label":"a b"', "AU001"),
        ("versions.json", '"label":"1.2.0"', '"label":"1.3.0"', "AU004"),
        ("versions.json", '"label":"1.2.0"', '"label":"1.2.0","yanked":"why"', "AU004"),
        ("versions.json", '"schema":1', '"schema":2', "AU001"),
        ("skills/alone/skill.json", '"label":"1.2.0"', '"label":"1.3.0"', "AU004"),
    ],
)  # fmt: skip
def test_indexes_that_disagree_are_told(path, old, new, code, findings, edit) -> None:
    edit(path, old, new)
    assert code in {found for found, _, _ in findings()}


@pytest.mark.parametrize(
    ("path", "key"),
    [(DISCOVERY, "skills"), ("marketplace.json", "plugins"), (".well-known/skills/index.json", "skills")],
)
def test_a_name_that_the_catalog_does_not_have_is_told(path, key, site, findings) -> None:
    whole = json.loads(site[path])
    whole[key].append({**whole[key][0], "name": "stranger"})
    site[path] = json.dumps(whole).encode()
    assert ("AU004", "stranger", path) in findings()


@pytest.mark.parametrize(
    ("skills", "found"),
    [
        (["folder", "alone"], []),
        (["folder", "withheld"], [("AU004", "withheld", "bundles.json")]),
        (["stranger"], [("AU004", "stranger", "bundles.json")]),
        (["../x"], [("AU001", "", "bundles.json")]),
    ],
)
def test_a_bundle_of_what_cannot_be_installed_is_told(skills, found, site, findings) -> None:
    bundle = {"label": "1.0.0", "skills": skills}
    site["bundles.json"] = json.dumps({"schema": 1, "bundles": {"kit": bundle}}).encode()
    assert findings() == found


def test_a_name_that_only_a_prompt_file_has_is_told(site, findings) -> None:
    site["prompt/metis.md"] += b"- stranger: Forged.\n"
    assert findings() == [("AU005", "stranger", "prompt/metis.md")]


def test_a_withheld_skill_is_in_no_index(site, findings) -> None:
    whole = json.loads(site[DISCOVERY])
    whole["skills"].append({**whole["skills"][0], "name": "withheld"})
    site[DISCOVERY] = json.dumps(whole).encode()
    assert findings() == [("AU004", "withheld", DISCOVERY)]


@pytest.mark.parametrize(
    "path", ["catalog.json", "versions.json", DISCOVERY, "marketplace.json", ".well-known/skills/index.json", RECORD]
)
@pytest.mark.parametrize("content", [b"", b"null", b"\xff\xfe", b"[" * 100_000, b'{"skills":{}}'])
def test_an_index_that_cannot_be_read_is_told(path, content, site, findings) -> None:
    site[path] = content
    assert ("AU001", "", path) in findings()


def test_one_name_is_audited_as_in_the_whole(site, archive_of) -> None:
    path = archive_of("folder")
    site[path] = site[path][:-1] + b"?"
    assert audit_names(site, ["folder"], FORMATS) == audit_site(site, FORMATS)
    assert audit_names(site, ["alone"], FORMATS) == ()


def test_a_name_that_is_gone_may_be_in_no_index(site) -> None:
    gone = {path: content for path, content in site.items() if not path.startswith("skills/folder/")}
    codes = {(found.rule, found.path) for found in audit_names(gone, ["folder"], FORMATS)}
    assert {("AU002", "catalog.json"), ("AU004", DISCOVERY), ("AU005", "prompt/metis.md")} <= codes
    assert audit_names(site, ["never-was-there"], FORMATS) == ()


LIGHT = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
WATCHED = ("archives/", "skills/alone/skill", "skills/folder/skill", "catalog.json", "versions.json", ".well-known/")


@LIGHT
@given(st.data())
def test_whatever_is_damaged_is_no_crash_and_no_archive_changes_unseen(built, data) -> None:
    path = data.draw(st.sampled_from([path for path in built if path.startswith(WATCHED)]))
    content = built[path]
    at = data.draw(st.integers(0, len(content) - 1))
    byte = data.draw(st.binary(min_size=1, max_size=1).filter(lambda one: one != content[at : at + 1]))
    found = audit_site({**built, path: content[:at] + byte + content[at + 1 :]}, FORMATS)
    if path.startswith("archives/"):
        assert found


def test_nothing_that_an_installer_needs_can_be_missing_unseen(built) -> None:
    needed = {path for path in built if path.startswith((*WATCHED, "prompt/"))}
    # A site need not have the old index, and that one does not list every skill whose files are served.
    needed -= {".well-known/skills/index.json"}
    needed -= {f".well-known/skills/{name}/SKILL.md" for name in ("withheld", "développer")}
    for path in sorted(needed):
        assert audit_site({other: content for other, content in built.items() if other != path}, FORMATS), path
