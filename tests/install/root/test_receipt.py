import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack.errors import IntegrityError
from skillpack.install.root.receipt import MOST, placed_files, read_receipt, write_receipt
from skillpack.model.digest import tree_digest
from skillpack.model.installed import Assurance, Pin, Provenance, Receipt, SignerKind, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.portable import collisions, path_problem
from skillpack.model.tree import Tree, make_tree

LIMITS = Limits()
ROOM = Path(__file__).parent


def receipt_of(tree: Tree, provenance: Provenance, **more: Any) -> Receipt:
    return Receipt("pdf", "1.0.0", tree_digest(tree), provenance, placed_files(tree), **more)


TEXTS = st.text(max_size=30)
PROVENANCES = st.builds(Provenance, st.sampled_from(SourceKind), TEXTS, TEXTS, TEXTS, TEXTS, st.sampled_from(Assurance))
PATHS = st.lists(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12), min_size=1, max_size=4
).map("/".join)
TREES = (
    st.dictionaries(PATHS.filter(lambda path: path_problem(path, LIMITS) is None), st.binary(max_size=8), max_size=6)
    .filter(lambda files: not collisions(files))
    .map(make_tree)
)


SIGNERS = st.none() | st.builds(Pin, st.sampled_from(SignerKind), st.just("b" * 64), TEXTS, st.booleans())


@given(TREES, PROVENANCES, TEXTS, TEXTS, SIGNERS)
def test_what_is_written_is_read(tree: Tree, provenance: Provenance, url: str, date: str, signer: Pin | None) -> None:
    receipt = receipt_of(
        tree, provenance, url=url, date=date, archive_sha256="a" * 64, signature_sha256="c" * 64, signer=signer
    )
    assert read_receipt(write_receipt(receipt), LIMITS) == receipt


def test_is_text_that_a_person_reads(changes: ModuleType) -> None:
    _, receipt = changes.version("pdf", "1")
    assert write_receipt(receipt).decode() == (
        '{\n "schema": 1,\n "name": "pdf",\n "label": "1.0.0",\n'
        f' "digest": "{receipt.digest}",\n'
        ' "source": {"kind": "folder", "location": "/skills", "assurance": "none"},\n "files": [\n'
        + ",\n".join(f'  ["{file.path}", "{file.sha256}", {file.size}]' for file in receipt.files)
        + "\n ]\n}\n"
    )


@pytest.mark.parametrize(
    "signer",
    [
        {"kind": "publicKey", "name": "Team", "whole": True},
        {"identity": "a" * 64, "name": "Team", "whole": True},
        {"kind": "other", "identity": "a" * 64, "name": "Team", "whole": True},
        {"kind": "publicKey", "identity": "a" * 63, "name": "Team", "whole": True},
        {"kind": "publicKey", "identity": "a" * 64, "name": "Team"},
        {"kind": "publicKey", "identity": "a" * 64, "name": "Team", "whole": "yes"},
        {"kind": "publicKey", "identity": "a" * 64, "name": "T" * 201, "whole": True},
        {"kind": "publicKey", "identity": "a" * 64, "name": 1, "whole": True},
        ["a" * 64],
        "Team",
    ],
)
def test_a_signer_that_cannot_be_is_refused(changes: ModuleType, signer: object) -> None:
    row = json.loads(write_receipt(changes.version("pdf", "1")[1]))
    with pytest.raises(IntegrityError):
        read_receipt(json.dumps({**row, "signer": signer}).encode(), LIMITS)
    whole = {"kind": "publicKey", "identity": "a" * 64, "name": "Team", "whole": True}
    found = read_receipt(json.dumps({**row, "signer": whole}).encode(), LIMITS)
    assert found.signer == Pin(SignerKind.KEY, "a" * 64, "Team", whole=True)


def test_the_largest_one_can_be_read() -> None:
    limits = replace(LIMITS, depth=400)
    files = {f"{n:04}/{'/'.join(['é' * 90, 'é' * 90])}": b"" for n in range(limits.files)}
    receipt = receipt_of(make_tree(files), Provenance(SourceKind.FOLDER, "/skills"))
    assert len(write_receipt(receipt)) < MOST
    assert read_receipt(write_receipt(receipt), limits) == receipt


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"name": "../x"}, "no usable skill"),
        ({"name": ""}, "no usable skill"),
        ({"name": 1}, "is not a text"),
        ({"label": "a b"}, "`label` is"),
        ({"label": "x" * 65}, "`label` is"),
        ({"digest": "0" * 64}, "does not match its files"),
        ({"digest": "abc"}, "`digest` is"),
        ({"source": {"kind": "elsewhere"}}, "unknown kind"),
        ({"source": []}, "is not an object"),
        ({"archive": {"sha256": "abc"}}, "`sha256` is"),
        ({"files": {}}, "lists no files"),
        ({"files": [["SKILL.md"]]}, "is not a file of a skill"),
        ({"files": [["SKILL.md", "0" * 64, -1]]}, "is not a file of a skill"),
        ({"files": [["SKILL.md", "0" * 64, True]]}, "is not a file of a skill"),
        ({"files": [["SKILL.md", "0" * 64, 1.5]]}, "is not a file of a skill"),
        ({"files": [["SKILL.md", "0" * 64, 1]] * 2}, "lists a file twice"),
        ({"files": [["SKILL.md", "0" * 64, 1]] * 5000}, "or too many"),
        ({"files": [[".skillpack.json", "0" * 64, 1]]}, "is not a file of a skill"),
        ({"files": [["SHA256SUMS", "0" * 64, 1]]}, "is not a file of a skill"),
        ({"files": [["a\u202eb", "0" * 64, 1]]}, "is not a file of a skill"),
        ({"files": [["\ud800", "0" * 64, 1]]}, "is not a file of a skill"),
        ({"schema": "\x1b[31m"}, r"format `\\x1b\[31m`"),
    ],
)
def test_a_forged_one_is_refused(changes: ModuleType, change: dict[str, object], fault: str) -> None:
    _, receipt = changes.version("pdf", "1")
    row = {**json.loads(write_receipt(receipt)), **change}
    with pytest.raises(IntegrityError, match=fault) as caught:
        read_receipt(json.dumps(row).encode(), LIMITS)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("change", "said", "hint"),
    [
        ({"schema": 2}, "the receipt has format `2`, this program reads 1", "update skillpack"),
        ({"schema": "x" * 21}, f"the receipt has format `{'x' * 19}…`, this program reads 1", "update skillpack"),
        ({"name": ""}, "the receipt has no usable skill name", ""),
        ({"name": []}, "`name` is not a text", ""),
        ({"url": 1, "archive": 1}, "`archive` is not an object", ""),
        ({"label": " " * 81}, f"`label` is `{' ' * 79}…`, which is not valid", ""),
        ({"files": None}, "the receipt lists no files, or too many", ""),
        ({"files": ["x" * 90]}, f"the receipt lists `{'x' * 79}…`, which is not a file of a skill", ""),
        ({"files": [["a", "0" * 64, 0]]}, "the receipt's digest does not match its files", ""),
    ],
)
def test_a_refusal_says_what_was_found(changes: ModuleType, change: dict[str, object], said: str, hint: str) -> None:
    _, receipt = changes.version("pdf", "1")
    row = {**json.loads(write_receipt(receipt)), **change}
    with pytest.raises(IntegrityError) as caught:
        read_receipt(json.dumps(row).encode(), LIMITS)
    assert (str(caught.value), caught.value.hint) == (said, hint)


def test_as_many_bytes_and_files_and_as_long_a_label_as_the_limits_are_read(changes: ModuleType) -> None:
    _, receipt = changes.version("pdf", "1")
    longest = replace(receipt, label="9" + "x" * 63)
    assert read_receipt(write_receipt(longest).ljust(MOST), replace(LIMITS, files=len(receipt.files))) == longest
    with pytest.raises(IntegrityError, match="the receipt is larger than 8388608 bytes"):
        read_receipt(write_receipt(longest).ljust(MOST + 1), LIMITS)
    with pytest.raises(IntegrityError, match="or too many"):
        read_receipt(write_receipt(receipt), replace(LIMITS, files=len(receipt.files) - 1))


@given(
    st.binary(max_size=60)
    | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps).map(str.encode)
)
def test_anything_else_is_refused_and_nothing_worse(content: bytes) -> None:
    with pytest.raises(IntegrityError):
        read_receipt(content, LIMITS)
