import json
from collections.abc import Iterable
from typing import Any

import pytest

from skillpack.model.entry import Entry, State
from skillpack.model.release import Tombstone
from skillpack.model.settings import Configuration, Owner
from skillpack.registry.marketplace import exclusion, refusal, write

CONFIGURATION = Configuration(
    name="acme-skills", title="Acme", site_url="https://x.org/s/", owner=Owner("Acme", "https://acme.org", "a@x.org")
)
# All that the strict validator knows (wire formats 3.3)
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
        ({"site_url": "https://x.org/", "name": "anthropic-agent-skills"}, "is reserved"),
        ({"site_url": "https://x.org/", "name": "claude-plugins-official"}, "is reserved"),
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
        ({"state": State.WITHHELD}, "it is not offered"),
        ({}, ""),
    ],
)
def test_why_a_skill_can_be_no_plugin(changes, reason, make_entry) -> None:
    entry = make_entry(**changes)
    assert reason in exclusion(entry, CONFIGURATION)
    assert bool(written(entry)["plugins"]) == (not reason)
