"""Every output knows the digest of what it will show."""

from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.files.compared import ComparedOutput
from skillpack.files.folder import FolderOutput
from skillpack.files.output import MemoryOutput, Output
from skillpack.model.digest import sha256
from skillpack.model.output import OutputFile

BEFORE = {"kept": b"kept", "changed": b"old", "dropped": b"dropped"}


def _memory(folder: Path) -> Output:  # noqa: ARG001 the others have one
    return MemoryOutput(BEFORE)


def _file(path: str, content: bytes) -> OutputFile:
    return OutputFile(path, (content,))


@pytest.fixture(params=[_memory, FolderOutput, ComparedOutput], ids=["memory", "folder", "compared"])
def output(request, tmp_path: Path) -> Output:
    make: Callable[[Path], Output] = request.param
    with FolderOutput(tmp_path / "dist") as first:
        for path, content in BEFORE.items():
            first.put(_file(path, content))
        first.commit()
    return make(tmp_path / "dist")


def test_a_fingerprint_is_the_digest_of_what_is_got(output: Output) -> None:
    with output:
        assert output.keep("kept")
        output.put(_file("changed", b"new"))
        output.put(_file("folder/added", b"added"))

        for path in ("kept", "changed", "folder/added"):
            content = output.get(path)
            assert content is not None
            assert output.fingerprint(path) == sha256(content)


def test_of_what_will_not_be_there_it_is_empty(output: Output) -> None:
    with output:
        assert output.get("dropped") is None
        assert output.fingerprint("dropped") == output.fingerprint("never there") == ""
        assert output.digest("dropped") == sha256(b"dropped")  # as it was before
