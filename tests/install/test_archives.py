"""Archives of other tools are installed as they are; one that is refused leaves no trace."""

import importlib.util
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from skillpack.cli.main import run
from skillpack.errors import ArchiveError
from skillpack.install.download import fetch_available
from skillpack.install.install import PlacingRules, install_downloads
from skillpack.install.root.root import find_root
from skillpack.model.limits import Limits
from skillpack.sources.access import Access
from skillpack.sources.sources import Fetching, Sources
from skillpack.sources.spec import parse_spec

TESTS = Path(__file__).parents[1]
ARCHIVES = TESTS / "data" / "archives"
HONEST = sorted(path for path in (ARCHIVES / "honest").iterdir() if path.suffix != ".md" and path.is_file())
WIDE = sorted((ARCHIVES / "honest" / "wide").iterdir())
REFUSED = sorted(path for path in (ARCHIVES / "refused").iterdir() if path.suffix != ".md")


def neighbour(name: str) -> ModuleType:
    """Return a module of the tests of archives, whose tables these tests go by."""
    spec = importlib.util.spec_from_file_location(f"archive_{name}", TESTS / "archive" / f"test_{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # a dataclass looks its module up
    spec.loader.exec_module(module)
    return module


honest, zips, tars, paths = (neighbour(name) for name in ("honest", "zip_refusals", "tar_refusals", "read_paths"))


def hostile() -> Iterator[tuple[str, bytes, Limits]]:
    """Yield every archive that the tests of the reader refuse: what it is called, its bytes, the limits it breaks."""
    for kind, module in (("zip", zips), ("tar", tars)):
        for case, (content, _) in module.REFUSED.items():
            yield f"{kind}: {case}", content, module.SMALL
    for kind, pack in (("zip", paths.zipped), ("tar", paths.tarred)):
        for case, (path, _) in paths.PATHS.items():
            yield f"{kind} path: {case}", pack([("SKILL.md", paths.SKILL), (path, b"")]), Limits()
        for case, (files, _) in paths.LAYOUTS.items():
            yield f"{kind} layout: {case}", pack(files), Limits()
    for path in REFUSED:
        yield path.name, path.read_bytes(), Limits()


HOSTILE = {case: (content, limits) for case, content, limits in hostile()}


@pytest.fixture
def holding(base: Path) -> Path:
    """Give a folder with a root that holds a skill of the name that the archives have, and one of somebody else's."""
    skill = base / "given" / "sample"
    skill.mkdir(parents=True)
    (skill / "SKILL.md").write_bytes(zips.SKILL)
    root = base / "root"
    assert run(["install", str(skill), "--root", str(root), "--yes"]) == 0
    (root / "mine").mkdir()
    (root / "mine" / "SKILL.md").write_bytes(b"My own.\n")
    return root


def everything(folder: Path) -> dict[str, bytes | str | None]:
    """Return what lies below a folder: contents of files, aims of links, None for folders."""
    found: dict[str, bytes | str | None] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        found[name] = str(path.readlink()) if path.is_symlink() else path.read_bytes() if path.is_file() else None
    return found


def install(archive: Path, root: Path, limits: Limits) -> None:
    """Install an archive as the command does, within limits of the test's own."""
    here = archive.parent
    with Sources(Fetching(limits, (), Access({}), here=here, home=here)) as sources:
        found = [*sources.available(parse_spec(str(archive), is_there=lambda _: True))]
        downloads = [fetch_available(available, limits) for available in found]
    install_downloads(downloads, find_root(root), limits, PlacingRules(force=True), accept=lambda _: True)


def installed(root: Path, name: str) -> dict[str, bytes]:
    folder = root / name
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert files.pop(".skillpack.json")
    return files


@pytest.mark.parametrize("archive", HONEST, ids=lambda path: path.name)
def test_what_other_tools_pack_is_installed(archive: Path, base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["install", str(archive), "--root", str(base / "root"), "--yes"]) == 0

    assert installed(base / "root", "honest-sample") == dict(honest.TREE.files)
    assert "honest-sample 1.2.0" in capsys.readouterr().out
    assert run(["verify", "--root", str(base / "root")]) == 0


@pytest.mark.parametrize("archive", WIDE, ids=lambda path: path.name)
def test_names_beyond_ascii_and_beyond_100_bytes_are_installed(archive: Path, base: Path) -> None:
    assert run(["install", str(archive), "--root", str(base / "root"), "--yes"]) == 0
    assert installed(base / "root", "honest-sample") == dict(honest.WIDE_TREE.files)


def test_one_tools_archive_after_anothers_changes_no_file(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same files have the same digest, whatever they came in."""
    digests = set()
    for archive in HONEST[::5]:
        assert run(["install", str(archive), "--root", str(base / "root"), "--yes", "--json"]) == 0
        (row,) = json.loads(capsys.readouterr().out)
        digests.add(row["digest"])
        assert installed(base / "root", "honest-sample") == dict(honest.TREE.files)

    assert len(digests) == 1


@pytest.mark.parametrize("case", HOSTILE)
def test_a_refused_archive_changes_no_byte_of_a_root(case: str, base: Path, holding: Path) -> None:
    content, limits = HOSTILE[case]
    archive = base / "sample.zip"
    archive.write_bytes(content)
    before = everything(base)

    with pytest.raises(ArchiveError):
        install(archive, holding, limits)

    assert everything(base) == before


@pytest.mark.parametrize("case", [case for case in HOSTILE if HOSTILE[case][1] == Limits()])
def test_where_nothing_was_installed_a_refused_archive_makes_no_folder(
    case: str, base: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = base / "sample.zip"
    archive.write_bytes(HOSTILE[case][0])

    assert run(["install", str(archive), "--root", str(base / "root"), "--yes", "--force"]) == 3

    assert [*everything(base)] == ["sample.zip"]
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("error: ")
    assert "\x1b" not in shown.err


def test_the_cases_are_all_there() -> None:
    assert len(HONEST) == 38
    assert len(WIDE) == 12
    assert len(HOSTILE) > 350


Pack = Callable[[object], bytes]


@pytest.mark.parametrize("name", ["../evil", "..", "/evil", "a/b", "c:evil", "con", "\\\\\\\\server"])
@pytest.mark.parametrize("pack", [paths.zipped, paths.tarred], ids=["zip", "tar"])
def test_a_skill_whose_name_leads_away_is_not_installed(pack: Pack, name: str, base: Path) -> None:
    archive = base / "sample.zip"
    archive.write_bytes(pack([("SKILL.md", f'---\nname: "{name}"\ndescription: x\n---\n'.encode())]))

    assert run(["install", str(archive), "--root", str(base / "root"), "--yes"]) == 3
    assert [*everything(base)] == ["sample.zip"]
