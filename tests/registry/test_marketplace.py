import json
from collections.abc import Iterable
from typing import Any

import pytest

from skillpack.errors import IndexRefusedError
from skillpack.model.entry import Entry, EntryState
from skillpack.model.limits import Limits
from skillpack.model.release import Tombstone
from skillpack.model.settings import Configuration, Owner
from skillpack.registry.marketplace import Plugin, exclusion, name_refusal, read, refusal, write

CONFIGURATION = Configuration(
    name="acme-skills", title="Acme", site_url="https://x.org/s/", owner=Owner("Acme", "https://acme.org", "a@x.org")
)
# All that the strict validator knows
TOP_KEYS = {"$schema", "name", "version", "description", "owner", "plugins", "renames"}
PLUGIN_KEYS = {
    "name", "description", "version", "author", "category", "keywords", "tags", "license", "homepage", "source",
    "strict", "skills",
}  # fmt: skip


def written(
    *entries: Entry, configuration: Configuration = CONFIGURATION, tombstones: Iterable[Tombstone] = ()
) -> dict[str, Any]:
    return json.loads(b"".join(write(entries, configuration, tombstones)))


def test_file_as_people_see_it(make_entry, snapshot) -> None:
    gone = [Tombstone("old", "pdf", "", None), Tombstone("ended", "", "", None)]
    entries = [make_entry("pdf"), make_entry("review", tags=(), authors=(), license="")]
    assert b"".join(write(entries, CONFIGURATION, gone)).decode() == snapshot


def test_only_known_keys(make_entry) -> None:
    whole = written(make_entry("pdf"), tombstones=[Tombstone("old", "", "", None)])
    assert set(whole) <= TOP_KEYS
    assert set(whole["plugins"][0]) <= PLUGIN_KEYS


def test_addresses_are_absolute_and_digests_bare(make_entry) -> None:
    (plugin,) = written(make_entry("pdf"))["plugins"]
    assert plugin["source"] == {
        "source": "archive",
        "url": "https://x.org/s/archives/pdf/pdf-1.0.0.zip",
        "sha256": "a" * 64,
    }
    assert (plugin["strict"], plugin["skills"]) == (False, ["./"])


def test_what_the_validator_demands_is_never_empty() -> None:
    whole = written(configuration=Configuration(name="x", title="Title", site_url="https://x.org/"))
    assert (whole["owner"], whole["description"]) == ({"name": "Title"}, "Title")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"site_url": ""}, "`site_url` is not set"),
        ({"site_url": "http://x.org/"}, "by https from a public host"),
        ({"site_url": "https://localhost:8000/"}, "by https from a public host"),
        ({"site_url": "https://127.0.0.1/"}, "by https from a public host"),
        ({"site_url": "https://x.org/", "name": "My skills"}, "is not lower-case"),
        ({"site_url": "https://x.org/", "name": "agent-skills"}, "is reserved"),
        ({"site_url": "https://x.org/", "name": "acme"}, ""),
    ],
)
def test_why_there_can_be_no_marketplace(changes, reason, make_entry) -> None:
    configuration = Configuration(**changes)
    assert reason in refusal(configuration)
    assert bool(list(write([make_entry()], configuration))) == (not reason)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"name": "é"}, "its name is not"),
        ({"name": "acme-skills"}, "it has the name of the catalog"),
        ({"state": EntryState.WITHHELD}, "it is not offered"),
        ({"description": ""}, "it has no description"),
        ({}, ""),
    ],
)
def test_why_a_skill_can_be_no_plugin(changes, reason, make_entry) -> None:
    entry = make_entry(**changes)
    assert reason in exclusion(entry, CONFIGURATION)
    assert bool(written(entry)["plugins"]) == (not reason)


URL = "https://x.org/s/marketplace.json"


RESERVED = ("claude-api", "anthropic-x", "anthropics-x", "cc-plugin-x", "claude", "claude-mods", "x-claude-official")


@pytest.mark.parametrize("name", RESERVED)
def test_a_name_that_claude_code_reserves_among_plugins_is_left_out(name, make_entry) -> None:
    assert exclusion(make_entry(name), CONFIGURATION) == "Claude Code keeps such names for Anthropic's plugins"
    assert [plugin["name"] for plugin in written(make_entry(name), make_entry("pdf"))["plugins"]] == ["pdf"]


@pytest.mark.parametrize("name", ["claudette", "my-claude", "our-anthropic", "x-official"])
def test_other_names_with_its_words_are_plugins(name, make_entry) -> None:
    assert exclusion(make_entry(name), CONFIGURATION) == ""


def test_what_is_written_is_read(make_entry) -> None:
    market = read(b"".join(write([make_entry("pdf")], CONFIGURATION)), url=URL, limits=Limits())
    assert (market.name, market.owner) == ("acme-skills", "Acme")
    (plugin,) = market.plugins
    assert plugin == Plugin(
        name="pdf",
        description="Extract text.",
        version="1.0.0",
        url="https://x.org/s/archives/pdf/pdf-1.0.0.zip",
        sha256="a" * 64,
        keys=plugin.keys,
    )
    assert set(plugin.keys) <= PLUGIN_KEYS


@pytest.mark.parametrize(
    "plugin",
    [
        {},
        {"name": "a"},
        {"name": "a", "source": "./a"},
        {"name": "a", "source": {"source": "github", "repo": "a/b"}},
        {"name": "a", "source": {"source": "archive", "url": "https://x.org/a.zip"}},
    ],
)
def test_a_plugin_that_is_no_archive_is_refused(plugin) -> None:
    content = json.dumps({"name": "x", "owner": {"name": "y"}, "plugins": [plugin]}).encode()
    with pytest.raises(IndexRefusedError):
        read(content, url=URL, limits=Limits())


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"name":"x","plugins":[]}'])
def test_what_is_no_marketplace_is_refused(content) -> None:
    with pytest.raises(IndexRefusedError):
        read(content, url=URL, limits=Limits())


def test_a_marketplace_that_is_too_large_is_refused() -> None:
    with pytest.raises(IndexRefusedError, match="larger than 10 bytes"):
        read(b"x" * 11, url=URL, limits=Limits(index=10))


OFFICIAL = (
    *("agent-skills", "anthropic-agent-skills", "anthropic-marketplace", "anthropic-plugins", "claude-community"),
    *("claude-code-marketplace", "claude-code-plugins", "claude-for-financial-services", "claude-for-legal"),
    *("claude-plugins-community", "claude-plugins-official", "financial-services-plugins", "first-party-plugins"),
    *("healthcare", "knowledge-work-plugins", "life-sciences", "claude-tag-plugins", "anthropic-plugin-directory"),
    *("claude-plugin-directory", "builtin", "inline", "skills-dir", "synced", "claude-plugin-test", "org"),
    *("org-provisioned", "unknown"),
)


@pytest.mark.parametrize("name", OFFICIAL)
def test_what_claude_code_keeps_for_itself_is_refused(name) -> None:
    assert name_refusal(name) == "is reserved by Claude Code"


@pytest.mark.parametrize(
    "name",
    [
        *("official-claude-skills", "my-claude-official", "anthropicofficial", "claude-plugins-of-acme"),
        *("anthropic-plugins-v2", "claudemarketplace", "an-thropic-plugins", "claude-directories-of-acme"),
    ],
)
def test_what_looks_like_one_of_them_is_refused(name) -> None:
    assert "looks like" in name_refusal(name)


@pytest.mark.parametrize("name", ["acme", "skills", "anthropic-friends", "claude-tools", "our-claude-plugins"])
def test_other_names_are_free(name) -> None:
    assert name_refusal(name) == ""


@pytest.mark.parametrize("name", ["My skills", "a--b", "-a", ""])
def test_a_name_is_in_kebab_case(name) -> None:
    assert "is not lower-case" in name_refusal(name)
