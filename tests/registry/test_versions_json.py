import json

import pytest

from skillpack.errors import IndexRefusedError
from skillpack.model.entry import EntryState
from skillpack.model.limits import Limits
from skillpack.model.release import Release
from skillpack.registry.versions_json import Latest, read, rows, write

URL = "https://x.org/versions.json"


def test_names_with_label_and_digest(make_entry, make_release, snapshot) -> None:
    entries = [
        make_entry("a"),
        make_entry("b", release=make_release("b", yanked="leaks")),
        make_entry("withheld", state=EntryState.WITHHELD),
        make_entry("refused", release=Release("refused", "", "", "", "", "", 0)),
    ]
    content = b"".join(write(rows(entries)))
    assert content.decode() == snapshot
    assert read(content, url=URL, limits=Limits()) == {
        "a": Latest("1.0.0", "d" * 64),
        "b": Latest("1.0.0", "d" * 64, "leaks"),
    }


def test_of_a_signed_version_the_signature_is_named(make_entry, make_release) -> None:
    content = b"".join(write(rows([make_entry("a", release=make_release("a", signature="5" * 64))])))
    assert read(content, url=URL, limits=Limits())["a"].signature == "5" * 64
    with pytest.raises(IndexRefusedError, match="`signature`"):
        read(content.replace(b"5" * 64, b"5" * 63), url=URL, limits=Limits())


def test_no_skills_are_an_empty_object() -> None:
    assert json.loads(b"".join(write([])))["skills"] == {}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[]", "not a JSON object"),
        (b"{}", "has format `None`"),
        (b'{"schema":1,"skills":[]}', "`skills` is not an object"),
        (b'{"schema":1,"skills":{"../x":{}}}', "not a usable name"),
        (b'{"schema":1,"skills":{"x":3}}', "`x` is not an object"),
        (b'{"schema":1,"skills":{"x":{"label":"1"}}}', "`digest` is not a text"),
    ],
)
def test_bad_versions_are_refused(content, message) -> None:
    with pytest.raises(IndexRefusedError, match=r"https://x\.org/versions\.json") as refused:
        read(content, url=URL, limits=Limits())
    assert message in str(refused.value)


def test_a_file_past_the_limit_is_refused() -> None:
    with pytest.raises(IndexRefusedError, match="larger than 10 bytes"):
        read(b"x" * 11, url=URL, limits=Limits(index=10))
