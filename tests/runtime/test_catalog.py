"""A built site as a store: verified, unpacked nowhere, external."""

import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from skillpack.cli.main import run
from skillpack.errors import IntegrityError, LoadRefusedError, SkillpackError, UsageError
from skillpack.model.tree import Trust
from skillpack.runtime.catalog import load_catalog
from skillpack.runtime.session import Session


@pytest.fixture
def site(write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a site with two skills, one with a file beside it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = write("pdf", root="skills", body="Read it.\n")
    (folder / "references").mkdir()
    (folder / "references" / "a.md").write_text("A\n")
    write("letters", root="skills")
    build(tmp_path)
    return tmp_path / "dist"


def build(folder: Path) -> None:
    assert run(["build", str(folder / "skills"), "-o", str(folder / "dist")]) == 0


def test_a_site_is_a_store(site: Path) -> None:
    store = load_catalog(site)
    made = Session(store)

    assert [(skill.name, skill.source, skill.trust) for skill in store] == [
        ("letters", "catalog", Trust.EXTERNAL),
        ("pdf", "catalog", Trust.EXTERNAL),
    ]
    assert made.activate("pdf").text == "# Skill: pdf (source: catalog)\n\nRead it.\n"
    assert made.resources("pdf") == ("references/a.md",)
    assert made.resource("pdf", "references/a.md") == b"A\n"
    with pytest.raises(UsageError):
        made.resource("pdf", "../letters/SKILL.md")


def test_a_file_of_another_version_is_not_given_out(site: Path, tmp_path: Path) -> None:
    made = Session(load_catalog(site))
    (tmp_path / "skills" / "pdf" / "references" / "a.md").write_text("B\n")
    build(tmp_path)

    with pytest.raises(LoadRefusedError, match="changed since it was loaded"):
        made.resource("pdf", "references/a.md")
    made.refresh()
    assert made.resource("pdf", "references/a.md") == b"B\n"


def test_files_of_a_skill_are_fetched_once(site: Path) -> None:
    made = Session(load_catalog(site))
    assert made.resources("pdf") == ("references/a.md",)
    shutil.rmtree(site)
    assert made.resource("pdf", "references/a.md") == b"A\n"


def test_an_archive_that_was_changed_is_refused(site: Path) -> None:
    (archive,) = (site / "archives" / "pdf").glob("*.zip")
    archive.write_bytes(archive.read_bytes().replace(b"Read it.", b"Read me."))

    with pytest.raises(IntegrityError):
        load_catalog(site)


def test_archives_are_fetched_side_by_side(site: Path) -> None:
    both = threading.Barrier(2, timeout=20)

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            if "/archives/" in self.path:
                both.wait()  # broken where the second one waits for the first
            super().do_GET()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        names = [skill.name for skill in load_catalog(f"http://127.0.0.1:{server.server_port}/")]
        server.shutdown()
    assert names == ["letters", "pdf"]


def test_a_host_loads_what_it_loads(write, site: Path, tmp_path: Path) -> None:
    write("odd", root="skills", more="license: 3\n")
    build(tmp_path)

    store = load_catalog(site)

    assert "odd" not in store
    assert [each.errors for each in store.invalid] == [("license: must be a string",)]
    assert "odd" in load_catalog(site, host="agentskills")


def test_a_place_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SkillpackError):
        load_catalog(tmp_path / "nowhere")
