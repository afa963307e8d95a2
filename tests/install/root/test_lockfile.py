import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack.errors import IntegrityError
from skillpack.install.root.lockfile import MOST, Locked, is_locked, read_lock, write_lock
from skillpack.model.installed import Assurance, Pin, Provenance, SignerKind, SourceKind
from skillpack.model.portable import usable_name

TEXTS = st.text(max_size=30)
LOCKED = st.builds(
    Locked,
    st.from_regex(r"[a-z][a-z0-9-]{0,20}x", fullmatch=True).filter(usable_name),  # `aux` is a device
    st.from_regex(r"[0-9a-z][0-9a-z.-]{0,20}", fullmatch=True),
    st.text("0123456789abcdef", min_size=64, max_size=64),
    st.builds(Provenance, st.sampled_from(SourceKind), TEXTS, TEXTS, TEXTS, TEXTS, st.sampled_from(Assurance)),
    st.just(()),
    st.sampled_from(["", "a" * 64]),
    TEXTS,
    TEXTS,
    st.sampled_from(["", "b" * 64]),
    st.none() | st.builds(Pin, st.sampled_from(SignerKind), st.just("c" * 64), TEXTS, st.booleans()),
)


def locked(name: str, label: str = "1.0.0") -> Locked:
    return Locked(
        name,
        label,
        "0" * 64,
        Provenance(SourceKind.REGISTRY, "https://example.com/"),
        (),
        "1" * 64,
        "https://example.com/x",
    )


@given(st.lists(LOCKED, unique_by=lambda each: each.name, max_size=5))
def test_what_is_written_is_read_sorted(skills: list[Locked]) -> None:
    assert read_lock(write_lock(skills), where="skills.lock") == tuple(sorted(skills, key=lambda each: each.name))


@given(st.lists(LOCKED, unique_by=lambda each: each.name, max_size=5), st.randoms())
def test_the_order_of_installing_does_not_show(skills: list[Locked], random: st.DataObject) -> None:
    shuffled = list(skills)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert write_lock(shuffled) == write_lock(skills)


def test_is_text_that_a_person_reads() -> None:
    assert write_lock([locked("pdf")]).decode() == (
        '{\n "schema": 1,\n "skills": {\n  "pdf": {\n   "label": "1.0.0",\n'
        f'   "digest": "{"0" * 64}",\n'
        '   "source": {"kind": "registry", "location": "https://example.com/", "assurance": "none"},\n'
        f'   "archive": {{"url": "https://example.com/x", "sha256": "{"1" * 64}"}}\n'
        "  }\n }\n}\n"
    )
    assert write_lock([]) == b'{\n "schema": 1,\n "skills": {\n }\n}\n'


def test_who_signed_is_a_line_of_its_own() -> None:
    signed = replace(locked("pdf"), signature_sha256="2" * 64, signer=Pin(SignerKind.KEY, "3" * 64, "Team", whole=True))
    assert write_lock([signed]).decode().splitlines()[-5:-2] == [
        f'   "archive": {{"url": "https://example.com/x", "sha256": "{"1" * 64}", "signature": "{"2" * 64}"}},',
        f'   "signer": {{"kind": "publicKey", "identity": "{"3" * 64}", "name": "Team", "whole": true}}',
        "  }",
    ]


def test_one_that_names_no_signer_holds_for_every_signer() -> None:
    plain, signed = locked("pdf"), replace(locked("pdf"), signer=Pin(SignerKind.KEY, "3" * 64, "Team", whole=True))
    assert is_locked(signed, plain)
    assert is_locked(signed, signed)
    assert not is_locked(plain, signed)
    assert not is_locked(replace(signed, signer=Pin(SignerKind.KEY, "4" * 64, "Team", whole=True)), signed)
    assert not is_locked(replace(signed, signature_sha256="5" * 64), signed)


def test_a_signer_with_more_is_refused() -> None:
    row = json.loads(write_lock([replace(locked("pdf"), signer=Pin(SignerKind.KEY, "3" * 64, "Team", whole=True))]))
    row["skills"]["pdf"]["signer"]["note"] = ""
    with pytest.raises(IntegrityError, match="`signer` has an unknown key `note`"):
        read_lock(json.dumps(row).encode(), where="skills.lock")


def merged(folder: Path, base: Sequence[Locked], ours: Sequence[Locked], theirs: Sequence[Locked]) -> tuple[int, bytes]:
    for name, skills in (("base", base), ("ours", ours), ("theirs", theirs)):
        (folder / name).write_bytes(write_lock(skills))
    done = subprocess.run(
        ["git", "merge-file", "-p", folder / "ours", folder / "base", folder / "theirs"],
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_branches_that_install_different_skills_merge_by_lines(tmp_path: Path) -> None:
    base = [locked(name) for name in ("docx", "pdf", "pptx", "xlsx")]
    ours, theirs = [*base, locked("excel")], [*base, locked("powerpoint")]
    status, content = merged(tmp_path, base, ours, theirs)
    assert status == 0
    assert read_lock(content, where="skills.lock") == tuple(
        sorted([*base, locked("excel"), locked("powerpoint")], key=lambda each: each.name)
    )


def test_a_branch_that_updates_and_one_that_takes_out_merge(tmp_path: Path) -> None:
    base = [locked(name) for name in ("docx", "pdf", "pptx", "xlsx")]
    ours = [locked("docx", "2.0.0"), *base[1:]]
    status, content = merged(tmp_path, base, ours, [*base[:2], base[3]])
    assert status == 0
    assert read_lock(content, where="skills.lock") == (ours[0], base[1], base[3])


def test_a_conflict_is_named_as_one(tmp_path: Path) -> None:
    base = [locked("pdf")]
    status, content = merged(tmp_path, base, [locked("pdf", "2.0.0")], [locked("pdf", "3.0.0")])
    assert status == 1
    with pytest.raises(IntegrityError, match="has merge conflict markers") as caught:
        read_lock(content, where="skills.lock")
    assert caught.value.hint == "keep the skills you want and delete the markers"


def test_two_lines_of_one_skill_are_named(tmp_path: Path) -> None:
    content = write_lock([locked("pdf"), locked("xlsx")]).replace(b'"xlsx"', b'"pdf"')
    with pytest.raises(IntegrityError, match="a key occurs twice"):
        read_lock(content, where=str(tmp_path))


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "not readable as JSON"),
        (b"[" * 200_000, "not readable as JSON"),
        (b"[]", "`skills.lock` is not a JSON object"),
        (b'{"schema": 2, "skills": {}}', "not a lock file of format 1"),
        (b'{"schema": 1}', "not a lock file of format 1"),
        (b'{"schema": 1, "skills": []}', "not a lock file of format 1"),
        (b'{"schema": 1, "skills": {}, "later": 1}', "has an unknown key `later`"),
        (b" " * (MOST + 1), "larger than"),
        (b'{"schema": 1, "skills": {"../x": {}}}', r"`skills.lock`, `../x`: that is not a skill"),
        (b'{"schema": 1, "skills": {"\\u001b": 1}}', r"`\\x1b`: that is not a skill"),
        (b'{"schema": 1, "skills": {"pdf": {}}}', "`pdf`: its source is of an unknown kind"),
    ],
)
def test_what_is_none_is_refused_and_the_entry_named(content: bytes, fault: str) -> None:
    with pytest.raises(IntegrityError, match=fault):
        read_lock(content, where="skills.lock")


@pytest.mark.parametrize(
    ("content", "said", "hint"),
    [
        (
            b'{"schema": 2, "skills": {}}',
            "`skills.lock` is not a lock file of format 1",
            "update skillpack, or create it again with `skillpack install`",
        ),
        (
            b'{"schema": 1, "skills": {}, "' + b"x" * 81 + b'": 1}',
            f"`skills.lock` has an unknown key `{'x' * 79}…`",
            "update skillpack, or delete the line",
        ),
        (
            b'{"schema": 1, "skills": {"pdf": {"pinned": 1}}}',
            "`skills.lock`, `pdf`: `entry` has an unknown key `pinned`",
            "update skillpack, or delete the line",
        ),
        (
            b'{"schema": 1, "skills": {"pdf": {"archive": {"size": 1}}}}',
            "`skills.lock`, `pdf`: `archive` has an unknown key `size`",
            "update skillpack, or delete the line",
        ),
        (
            b'{"schema": 1, "skills": {"pdf": {"source": {"token": 1}}}}',
            "`skills.lock`, `pdf`: `source` has an unknown key `token`",
            "update skillpack, or delete the line",
        ),
        (
            b'{"schema": 1, "skills": {"' + b"/" * 81 + b'": 1}}',
            f"`skills.lock`, `{'/' * 79}…`: that is not a skill",
            "",
        ),
        (b"[]", "`skills.lock` is not a JSON object", ""),
        (b" " * (MOST + 1), "`skills.lock` is larger than 16777216 bytes", ""),
    ],
)
def test_a_refusal_says_what_was_found_and_what_to_do(content: bytes, said: str, hint: str) -> None:
    with pytest.raises(IntegrityError) as caught:
        read_lock(content, where="skills.lock")
    assert (str(caught.value), caught.value.hint) == (said, hint)


@pytest.mark.parametrize("marker", [b"<<<<<<< ours", b"=======", b">>>>>>> theirs"])
def test_each_marker_of_a_conflict_is_known(marker: bytes) -> None:
    with pytest.raises(IntegrityError, match=r"^`skills\.lock` has merge conflict markers$"):
        read_lock(write_lock([locked("pdf")]).replace(b"\n", b"\n" + marker + b"\n", 1), where="skills.lock")


def test_as_many_bytes_as_the_limit_are_read() -> None:
    content = write_lock([locked("pdf")])
    assert read_lock(content.ljust(MOST), where="skills.lock") == (locked("pdf"),)


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("label",), "a b", "`label` is `a b`, which is not valid"),
        (("digest",), "", "`digest` is ``, which is not valid"),
        (("archive", "sha256"), "abc", "`sha256` is `abc`, which is not valid"),
        (("source", "kind"), "moon", "unknown kind"),
        (("date",), 1, "is not a text"),
        (("pinned",), "yes", "unknown key `pinned`"),
        (("source", "token"), "x", "unknown key `token`"),
        (("archive", "size"), "x", "unknown key `size`"),
    ],
)
def test_a_bad_entry_is_named(path: tuple[str, ...], value: object, fault: str) -> None:
    whole = json.loads(write_lock([locked("pdf")]))
    row = whole["skills"]["pdf"]
    for key in path[:-1]:
        row = row[key]
    row[path[-1]] = value
    with pytest.raises(IntegrityError, match=fault) as caught:
        read_lock(json.dumps(whole).encode(), where="skills.lock")
    assert str(caught.value).startswith("`skills.lock`, `pdf`: ")
