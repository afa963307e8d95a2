"""Skills that are looked at in other processes are looked at as here."""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from skillpack import resources
from skillpack.audit.run import audit_site, look_at_names
from skillpack.cli.main import run
from skillpack.files.folder import FolderOutput
from skillpack.model.output import OutputFile
from skillpack.pipeline.cache import Cache
from skillpack.pipeline.executor import chosen
from skillpack.pipeline.looking import LookChunk, look, looks_by
from skillpack.pipeline.written import Written
from skillpack.prompt.formats import published_formats

FORMATS = published_formats(resources.profiles().values()).values()


@pytest.fixture
def executor() -> Iterator[Executor]:
    pool = chosen("processes", 2, 1)
    assert pool is not None
    yield pool
    pool.shutdown()


@pytest.fixture
def site(write_skill, tmp_path: Path) -> dict[str, bytes]:
    """A site of two skills, of which one has an archive with other bytes than its record says."""
    for name in ("good", "bad"):
        write_skill(name, files={"x.md": name.encode()})
    assert run(["build", str(tmp_path / "skills"), "-o", str(tmp_path / "first"), "--no-cache"]) == 0
    top = tmp_path / "first"
    files = {path.relative_to(top).as_posix(): path.read_bytes() for path in top.rglob("*") if path.is_file()}
    files.pop(".skillpack-site")
    for path in files:
        if path.startswith("archives/bad/") and path.endswith(".zip"):
            files[path] += b"more"
    return files


def _put(written: Written, files: dict[str, bytes]) -> None:
    for name in ("good", "bad"):
        mine = [path for path in files if f"/{name}/" in path]
        written.put(f"{name}/own", "k", [OutputFile(path, (files[path],)) for path in mine])
    rest = [path for path in files if "/good/" not in path and "/bad/" not in path]
    written.put("/set", "k", [OutputFile(path, (files[path],)) for path in rest])


def test_they_find_the_same(site: dict[str, bytes], tmp_path: Path, executor: Executor) -> None:
    cache = Cache(None)
    with FolderOutput(tmp_path / "dist") as output:
        written = Written(output, cache, "x")
        _put(written, site)
        looks = looks_by(executor, written, output)
        assert looks is not None
        assert list(looks(["bad", "good"])) == list(look_at_names(output, ["bad", "good"]))
        found = audit_site(output, FORMATS, looks)
        assert found == audit_site(output, FORMATS)
        assert {finding.subject for finding in found} == {"bad"}
    cache.close()


def test_a_file_that_was_there_before_and_is_not_said_again_is_none(site: dict[str, bytes], tmp_path: Path) -> None:
    with FolderOutput(tmp_path / "dist") as output:
        for path, content in site.items():
            output.put(OutputFile(path, (content,)))
        output.commit()
    with FolderOutput(tmp_path / "dist") as output:
        kept = {path: output.digest(path) for path in site if "/good/" in path and not path.endswith(".zip")}
        assert output.workplace is not None
        ((_, found),) = look(LookChunk(output.workplace, ("good",), kept))

    assert [finding.rule for finding in found if ".zip" in f"{finding.path} {finding.message}"]


@pytest.mark.parametrize("elsewhere", [None, ThreadPoolExecutor(1)])
def test_who_cannot_be_known_to_see_the_disk_is_not_asked(tmp_path: Path, elsewhere: Executor | None) -> None:
    cache = Cache(None)
    with FolderOutput(tmp_path / "dist") as output:
        assert looks_by(elsewhere, Written(output, cache, "x"), output) is None
    cache.close()
