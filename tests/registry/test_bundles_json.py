import json

import pytest
from msgspec.structs import replace

from skillpack.errors import IndexRefusedError
from skillpack.model.entry import EntryState
from skillpack.model.limits import Limits
from skillpack.model.settings import Bundle
from skillpack.registry.bundles_json import Bundled, read, write

URL = "https://x.org/bundles.json"
BOTH = Bundle("kit", "For a\u202e start", ("b", "a", "b", "gone"))


def test_members_that_are_offered_are_listed_in_their_order(make_entry, make_release) -> None:
    entries = [make_entry("a"), make_entry("b", release=make_release("b", digest="b" * 64)), make_entry("other")]
    content = b"".join(write((BOTH, Bundle("alone", "", ("a",), "1.2.0")), entries))
    whole = json.loads(content)
    assert whole["$schema"] == "schema/bundles.json"
    assert list(whole["bundles"]) == ["alone", "kit"]
    assert whole["bundles"]["kit"]["skills"] == ["b", "a"]
    assert whole["bundles"]["alone"] == {"label": "1.2.0", "skills": ["a"]}
    assert len(content.splitlines()) == 4


def test_a_bundle_without_a_version_is_another_one_when_a_member_is(make_entry, make_release) -> None:
    def label(*entries: object) -> str:
        return str(json.loads(b"".join(write((BOTH,), entries)))["bundles"]["kit"]["label"])

    a, b = make_entry("a"), make_entry("b", release=make_release("b", digest="b" * 64))
    assert label(a, b) == label(b, a)
    assert label(a, b) != label(a, replace(b, release=make_release("b", digest="c" * 64)))
    assert label(a, b) != label(a)
    assert len(label(a, b)) == 12


def test_what_is_withheld_is_no_member(make_entry) -> None:
    content = b"".join(write((BOTH,), [make_entry("a"), replace(make_entry("b"), state=EntryState.WITHHELD)]))
    assert json.loads(content)["bundles"]["kit"]["skills"] == ["a"]


def test_what_is_written_is_read(make_entry) -> None:
    content = b"".join(write((BOTH,), [make_entry("a")]))
    (found,) = read(content, url=URL, limits=Limits()).values()
    assert found == Bundled("kit", found.label, "For a\u202e start", ("a",))
    assert b"\xe2\x80\xae" not in content


def bundles(**rows: object) -> bytes:
    return json.dumps({"schema": 1, "bundles": rows}).encode()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is not readable as JSON"),
        (b'{"schema":2,"bundles":{}}', "has format `2`, this program reads 1"),
        (b'{"schema":1,"bundles":[]}', "`bundles` is not an object"),
        (b'{"schema":1,"bundles":{"a":{},"a":{}}}', "the key `a` occurs twice"),
        (bundles(**{"../a": {}}), "`name` is `../a`, not a usable name"),
        (bundles(kit={"label": "/", "skills": []}), r"\(`kit`\): `label` is `/`"),
        (bundles(kit={"label": "1", "skills": ["../a"]}), r"\(`kit`\): `skills` is `../a`, not a usable name"),
        (bundles(kit={"label": "1", "skills": ["a", "a"]}), r"\(`kit`\): a skill is listed twice"),
        (bundles(kit={"label": "1", "skills": "a"}), r"\(`kit`\): `skills` is not a list of texts"),
    ],
)
def test_a_spoiled_file_is_refused(content, words) -> None:
    with pytest.raises(IndexRefusedError, match=words):
        read(content, url=URL, limits=Limits())


def test_a_large_file_is_refused() -> None:
    with pytest.raises(IndexRefusedError, match="larger than 10 bytes"):
        read(b"x" * 11, url=URL, limits=Limits(index=10))
