"""Cheap evidence about an output."""

from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.files.folder import FolderOutput
from skillpack.files.trace import holds, trace_output
from skillpack.model.digest import sha256
from skillpack.model.output import OutputFile

PATHS = ("index.html", "skills/a/index.html", "skills/a/raw/x.png", "archives/a/a-1.zip")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a site."""
    with FolderOutput(tmp_path / "dist") as output:
        for path in PATHS:
            output.put(OutputFile(path, (b"x",)))
        output.commit()
    return tmp_path / "dist"


def _state(site: Path) -> str:
    return sha256((site / ".skillpack-site").read_bytes())


def test_is_believed_though_it_is_young(site: Path) -> None:
    trace = trace_output(site, _state(site))
    assert trace.believed
    assert holds(trace.stored())


@pytest.mark.parametrize(
    "change",
    [
        lambda site: (site / "index.html").unlink(),
        lambda site: (site / "index.html").write_bytes(b"y"),
        lambda site: (site / "skills/a/raw/x.png").touch(),
        lambda site: (site / "skills/a/raw/x.png").unlink(),
        lambda site: (site / "skills/a/more").mkdir(),
        lambda site: (site / "skills/a/index.html").unlink(),
        lambda site: (site / "archives/a/a-1.zip").rename(site / "archives/a/b.zip"),
        lambda site: (site / "skills/b").mkdir(),
        lambda site: (site / "skills/a/raw/more.png").write_bytes(b"y"),
        lambda site: (site / ".skillpack-site").touch(),
        lambda site: site.rename(site.with_name("other")),
    ],
)
def test_notices_what_comes_and_goes(site: Path, change: Callable[[Path], object]) -> None:
    trace = trace_output(site, _state(site)).stored()
    change(site)
    assert not holds(trace)


def test_doubts_a_site_that_another_build_wrote(site: Path) -> None:
    assert not trace_output(site, sha256(b"another list")).believed
