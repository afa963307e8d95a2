import json

import pytest

MARKET = "marketplace.json"


def test_what_a_build_writes_is_taken(findings) -> None:
    assert findings() == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"description": ""}, "AU014"),
        ({"x-ours": True}, "AU014"),
        ({"source": {"source": "archive", "url": "http://x.org/a.zip", "sha256": "a" * 64}}, "AU014"),
        ({"source": {"source": "archive", "url": "https://127.0.0.1/a.zip", "sha256": "a" * 64}}, "AU014"),
        ({"source": {"source": "archive", "url": "https://x.org/a.zip", "sha256": "sha256:" + "a" * 64}}, "AU014"),
        ({"source": {"source": "archive", "url": "https://x.org/a.zip", "sha256": "a" * 64}}, "AU004"),
        ({"source": {"source": "url", "url": "https://x.org/a.git"}}, "AU001"),
        ({"source": None}, "AU001"),
    ],
)
def test_what_is_refused_or_leads_elsewhere_is_told(change, code, site, findings) -> None:
    whole = json.loads(site[MARKET])
    whole["plugins"][0] |= change
    site[MARKET] = json.dumps(whole).encode()
    ((found, _, path),) = findings()
    assert (found, path) == (code, MARKET)


def test_a_plugin_may_not_have_the_name_of_the_marketplace(findings, edit) -> None:
    edit(MARKET, '"name":"acme-skills"', '"name":"folder"')
    assert findings() == [("AU014", "folder", MARKET)]


def test_a_skill_that_is_not_listed_is_told(site, findings) -> None:
    whole = json.loads(site[MARKET])
    whole["plugins"] = [plugin for plugin in whole["plugins"] if plugin["name"] != "folder"]
    site[MARKET] = json.dumps(whole).encode()
    assert findings() == [("AU004", "folder", MARKET)]


def test_a_plugin_of_what_cannot_be_installed_is_told(site, findings) -> None:
    whole = json.loads(site[MARKET])
    whole["plugins"].append({**whole["plugins"][0], "name": "withheld"})
    site[MARKET] = json.dumps(whole).encode()
    assert findings() == [("AU004", "withheld", MARKET)]


def test_a_site_without_a_marketplace_has_nothing_to_lose(site, findings) -> None:
    del site[MARKET]
    assert findings() == []


def test_a_marketplace_without_a_name_of_its_own_is_told(findings, edit) -> None:
    edit(MARKET, '"name":"acme-skills"', '"name":"skills"')
    assert findings() == [("AU016", "", MARKET)]
