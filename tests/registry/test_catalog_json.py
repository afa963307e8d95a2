import json
from contextlib import suppress
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack.errors import IndexRefusedError
from skillpack.model.entry import EntryState, Tokens
from skillpack.model.limits import Limits
from skillpack.model.release import Release, Tombstone
from skillpack.model.settings import Configuration
from skillpack.registry.catalog_json import CatalogLine, read, rows, write

URL = "https://x.org/catalog.json"
CONFIGURATION = Configuration(name="acme", title="Acme skills", site_url="https://x.org/")
HEAD = b'{"schema":1,"skills":[\n'


def lines_of(content: bytes) -> list[bytes]:
    return content.splitlines(keepends=True)


def read_all(content: bytes, limits: Limits | None = None) -> list[CatalogLine]:
    return list(read(lines_of(content), url=URL, limits=limits or Limits()))


def test_file_as_people_see_it(make_entry, snapshot) -> None:
    entries = [
        make_entry("code-review", description="Review <a> diff.\nWell.", status="deprecated", successor="review"),
        make_entry("pdf", updated="2026-11-20", tags=(), authors=(), license=""),
        make_entry("withheld", state=EntryState.WITHHELD, release=Release("withheld", "", "", "", "", "", 0)),
    ]
    gone = [Tombstone("old", "pdf", "clearer", None), Tombstone("ended", "", "", None)]
    assert b"".join(write(rows(entries), CONFIGURATION, gone)).decode() == snapshot


def test_one_entry_a_line(make_entry) -> None:
    content = b"".join(write(rows([make_entry("a", description="x\ny\u2028z"), make_entry("b")]), CONFIGURATION))
    assert len(lines_of(content)) == 4
    assert [row["name"] for row in json.loads(content)["skills"]] == ["a", "b"]


def test_an_empty_catalog_is_readable() -> None:
    content = b"".join(write([], CONFIGURATION))
    assert json.loads(content)["skills"] == []
    assert read_all(content) == []


def test_what_is_written_is_read(make_entry) -> None:
    entry = make_entry("pdf", description="é\ud800 <x>", status="stable", updated="2026-11-20")
    (listed,) = read_all(b"".join(write(rows([entry]), CONFIGURATION)))
    assert listed == CatalogLine(
        name="pdf",
        description="é? <x>",
        label="1.0.0",
        digest="d" * 64,
        state="published",
        tags=("forms", "pdf"),
        authors=("Ann",),
        license="MIT",
        status="stable",
        tokens=Tokens(10, 100, 0),
        updated="2026-11-20",
        page="skills/pdf/index.html",
        record="skills/pdf/skill.json",
        successor="",
        reason="",
    )


def test_a_name_that_is_gone_is_listed_with_its_successor(make_release) -> None:
    gone = [Tombstone("old", "new", "clearer", make_release("old")), Tombstone("ended", "", "", None)]
    renamed, withdrawn = read_all(b"".join(write([], CONFIGURATION, gone)))
    assert (renamed.state, renamed.successor, renamed.reason) == ("renamed", "new", "clearer")
    assert renamed.record == "skills/old/skill.json"
    assert (withdrawn.state, withdrawn.record) == ("withdrawn", "")


def test_a_withheld_skill_has_no_version(make_entry) -> None:
    (listed,) = read_all(b"".join(write(rows([make_entry("pdf", state=EntryState.WITHHELD)]), CONFIGURATION)))
    assert (listed.state, listed.label, listed.digest) == ("withheld", "", "")


def test_entries_stream(make_entry) -> None:
    endless = (make_entry(f"s{number}") for number in count())
    stream = read(write(rows(endless), CONFIGURATION), url=URL, limits=Limits())
    assert [next(stream).name for _ in range(3)] == ["s0", "s1", "s2"]


def row(**changes: object) -> bytes:
    plain = {"name": "pdf", "description": "d", "state": "published", "label": "1.0.0", "digest": "d" * 64}
    return json.dumps({**plain, **changes}).encode()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a catalog"),
        (b"<html>\n", "is not a catalog"),
        (b'{"schema":2,"skills":[\n]}\n', "has format `2`"),
        (b'{"skills":[\n]}\n', "has format `None`"),
        (HEAD, "is cut off after 0 entries"),
        (HEAD + row() + b",\n", "is cut off after 1 entries"),
        (HEAD + b"{\n]}\n", "entry 1 is not readable as JSON"),
        (HEAD + b"[1]\n]}\n", "entry 1 is not a JSON object"),
        (HEAD + b"[" * 60_000 + b"\n]}\n", "entry 1 is not readable as JSON"),
        (HEAD + b'{"a":NaN}\n]}\n', "`NaN` is not JSON"),
        (HEAD + b'{"a":' + b"9" * 5000 + b"}\n]}\n", "entry 1 is not readable as JSON"),
        (HEAD + b"\xff\xfe\n]}\n", "entry 1 is not readable as JSON"),
        (HEAD + row(name="../x") + b"\n]}\n", "`name` is `../x`, not a usable name"),
        (HEAD + row(name=5) + b"\n]}\n", "`name` is not a text"),
        (HEAD + row(state="fine") + b"\n]}\n", "`state` is `fine`"),
        (HEAD + row(digest="D" * 64) + b"\n]}\n", "not 64 lower-case hex digits"),
        (HEAD + row(label="../../x") + b"\n]}\n", "not a usable label"),
        (HEAD + row(tags="pdf") + b"\n]}\n", "`tags` is not a list of texts"),
        (HEAD + row(tokens=[1]) + b"\n]}\n", "`tokens` is not an object"),
        (HEAD + row(tokens={"always": -1}) + b"\n]}\n", "`always` is not a whole number"),
        (HEAD + row(tokens={"always": True}) + b"\n]}\n", "`always` is not a whole number"),
        (HEAD + row() + b",\n" + row() + b"\n]}\n", "lists `pdf` twice"),
        *(
            (HEAD + row(record=path) + b"\n]}\n", "not a path below the site")
            for path in ("../x", "/x", "https://evil.org/x", "a//b", "a/./b", "a\\b", "a?b", "a%2e", "a#b", "a\x00b")
        ),
    ],
)
def test_a_bad_catalog_is_refused_in_words(content, message) -> None:
    with pytest.raises(IndexRefusedError, match=r"https://x\.org/catalog\.json") as refused:
        read_all(content)
    assert message in str(refused.value)


def test_a_catalog_past_the_limits_is_refused() -> None:
    rows = b",\n".join(row(name=f"s{number}") for number in range(4))
    with pytest.raises(IndexRefusedError, match="limits of an index at entry 4"):
        read_all(HEAD + rows + b"\n]}\n", replace(Limits(), index_entries=3))
    with pytest.raises(IndexRefusedError, match="limits of an index at entry 1"):
        read_all(HEAD + row(description="x" * 500) + b"\n]}\n", replace(Limits(), index_line=200))


def test_the_longest_entry_that_we_write_is_read(make_entry) -> None:
    # 64 KiB of front matter, every character of it escaped
    entry = make_entry("pdf", description="\x00" * 2**16)
    (listed,) = read_all(b"".join(write(rows([entry]), CONFIGURATION)))
    assert listed.description == entry.description


@given(st.binary(max_size=300), st.integers(0, 200))
def test_any_bytes_are_read_or_refused(noise, at) -> None:
    whole = HEAD + row() + b",\n" + row(name="b") + b"\n]}\n"
    content = whole[:at] + noise + whole[at:]
    with suppress(IndexRefusedError):
        assert all(isinstance(listed, CatalogLine) for listed in read_all(content))
