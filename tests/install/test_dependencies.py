"""What comes along because others depend on it: from beside them, from registries, or not at all."""

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path

import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from skillpack.cli.main import run
from skillpack.errors import ConflictError, GoneError
from skillpack.install.dependencies import download_dependencies, installed_choices
from skillpack.install.download import Download, fetch_available
from skillpack.install.install import install_downloads
from skillpack.install.root.root import Root, find_root
from skillpack.model.installed import Provenance, SourceKind
from skillpack.model.limits import Limits
from skillpack.sources.access import Access
from skillpack.sources.available import AvailableSkill
from skillpack.sources.sources import Fetching, Sources
from skillpack.sources.spec import Spec, SpecKind, parse_spec

LIMITS = Limits()
Write = Callable[..., Path]


class Asked(Sources):
    """Sources that note what they are asked."""

    def __init__(self, fetching: Fetching) -> None:
        super().__init__(fetching)
        self.names: list[str] = []

    def versions(self, name: str, first: str = "") -> tuple[AvailableSkill, ...]:
        self.names.append(name)
        return super().versions(name, first)


@pytest.fixture
def write(write_skill: Callable[..., Path]) -> Write:
    """Return a function that writes a skill of a version that depends on others."""

    def skill(name: str, version: str = "1.0.0", depends: str = "", root: str = "skills") -> Path:
        front = f"license: MIT\nmetadata:\n  version: {version}\n" + (f"  depends: {depends}\n" if depends else "")
        return write_skill(name, root=root, front_matter=front)

    return skill


@pytest.fixture
def root(tmp_path: Path) -> Root:
    return find_root(tmp_path / "root")


@pytest.fixture
def sources(tmp_path: Path) -> Iterator[Asked]:
    """Return sources without a registry."""
    with Asked(Fetching(LIMITS, (), Access({}), tmp_path, tmp_path)) as opened:
        yield opened


@pytest.fixture
def registry(tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    """Return sources with a registry that has two versions of `notes`, and `style`."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    write("style", "2.1.0", root="catalog")
    write("notes", "1.1.0", root="catalog")
    assert run(["build", str(tmp_path / "catalog"), "-o", str(tmp_path / "old"), "--no-cache"]) == 0
    (tmp_path / "catalog/notes/SKILL.md").unlink()
    (tmp_path / "catalog/notes").rmdir()
    write("notes", "2.0.0", "style ^2", root="catalog")
    built = ["build", str(tmp_path / "catalog"), "-o", str(tmp_path / "site"), "--no-cache"]
    assert run([*built, "--previous", str(tmp_path / "old")]) == 0
    with Asked(Fetching(LIMITS, (str(tmp_path / "site"),), Access({}), tmp_path, tmp_path)) as opened:
        yield opened


def from_folder(folder: Path, sources: Sources) -> Download:
    (available,) = sources.available(parse_spec(str(folder), is_there=lambda _: True))
    return fetch_available(available, LIMITS)


def place(root: Root, *downloads: Download) -> None:
    install_downloads(downloads, root, LIMITS, accept=lambda _: True)


def labels(downloads: tuple[Download, ...]) -> Mapping[str, str]:
    return {each.skill.name: each.receipt.label for each in downloads}


def test_what_depends_on_nothing_asks_nobody(write: Write, root: Root, sources: Asked) -> None:
    assert download_dependencies([from_folder(write("alone"), sources)], root, sources, LIMITS) == ()
    assert sources.names == []


def test_what_lies_beside_it_comes_along_with_what_that_depends_on(write: Write, root: Root, sources: Asked) -> None:
    kit = write("kit", depends="notes ^1")
    write("notes", "1.4.0", "style")
    write("style", "2.1.0")
    found = download_dependencies([from_folder(kit, sources)], root, sources, LIMITS)

    assert labels(found) == {"notes": "1.4.0", "style": "2.1.0"}
    assert sources.names == []


def test_a_registry_is_asked_for_what_does_not(write: Write, root: Root, registry: Asked) -> None:
    found = download_dependencies([from_folder(write("kit", depends="notes"), registry)], root, registry, LIMITS)

    assert labels(found) == {"notes": "2.0.0", "style": "2.1.0"}
    assert registry.names == ["notes", "style"]


def test_an_older_version_is_taken_where_the_range_says_so(write: Write, root: Root, registry: Asked) -> None:
    found = download_dependencies([from_folder(write("kit", depends="notes <2"), registry)], root, registry, LIMITS)

    assert labels(found) == {"notes": "1.1.0"}


def test_what_is_installed_and_fits_stays_and_nobody_is_asked(write: Write, root: Root, registry: Asked) -> None:
    place(root, from_folder(write("notes", "1.0.5"), registry))
    kit = from_folder(write("kit", depends="notes ^1"), registry)

    assert download_dependencies([kit], root, registry, LIMITS) == ()
    assert registry.names == []


def test_what_is_installed_and_does_not_fit_is_replaced(write: Write, root: Root, registry: Asked) -> None:
    place(root, from_folder(write("notes", "1.0.5", root="other"), registry))
    found = download_dependencies([from_folder(write("kit", depends="notes >=2"), registry)], root, registry, LIMITS)

    assert labels(found) == {"notes": "2.0.0", "style": "2.1.0"}


def test_skills_that_are_asked_for_together_serve_each_other(write: Write, root: Root, sources: Asked) -> None:
    kit, notes = write("kit", depends="notes ^1", root="one"), write("notes", "1.0.0", "kit", root="two")

    assert download_dependencies([from_folder(each, sources) for each in (kit, notes)], root, sources, LIMITS) == ()


def conflict(downloads: list[Download], root: Root, sources: Sources) -> str:
    with pytest.raises(ConflictError) as caught:
        download_dependencies(downloads, root, sources, LIMITS)
    return f"{caught.value}\nhint: {caught.value.hint}"


def test_without_a_registry_that_is_the_reason(
    write: Write, root: Root, sources: Asked, snapshot: SnapshotAssertion
) -> None:
    assert conflict([from_folder(write("kit", depends="notes"), sources)], root, sources) == snapshot


def test_what_somebody_changed_is_not_replaced(
    write: Write, root: Root, registry: Asked, snapshot: SnapshotAssertion
) -> None:
    place(root, from_folder(write("notes", "1.0.5", root="other"), registry))
    Path(root.skill("notes"), "SKILL.md").write_text("---\nname: notes\nmetadata:\n  version: 1.0.6\n---\nmine\n")
    kit = from_folder(write("kit", depends="notes >=2"), registry)

    assert conflict([kit], root, registry) == snapshot
    assert labels(download_dependencies([kit], root, registry, LIMITS, force=True))["notes"] == "2.0.0"


def test_what_is_not_ours_is_not_replaced(
    write: Write, root: Root, registry: Asked, snapshot: SnapshotAssertion
) -> None:
    write("notes", "1.0.5", root="root")

    assert conflict([from_folder(write("kit", depends="notes >=2"), registry)], root, registry) == snapshot


def test_names_that_nothing_can_have_are_asked_nowhere(write: Write, root: Root, registry: Asked) -> None:
    said = conflict([from_folder(write("kit", depends="../../etc"), registry)], root, registry)

    assert said.startswith("`kit` 1.0.0 depends on `../../etc`, which is not a name of a skill\n")
    assert registry.names == []


def test_what_a_record_says_is_held_against_the_skill(write: Write, root: Root, registry: Asked) -> None:
    """An index that hides what a version depends on is not believed."""

    class Hiding(Asked):
        def versions(self, name: str, first: str = "") -> tuple[AvailableSkill, ...]:
            return tuple(msgspec.structs.replace(each, depends=()) for each in super().versions(name, first))

    with Hiding(registry.fetching) as hiding:
        found = download_dependencies([from_folder(write("kit", depends="notes ^2"), hiding)], root, hiding, LIMITS)

    assert labels(found) == {"notes": "2.0.0", "style": "2.1.0"}


def test_what_is_installed_is_known_with_what_it_depends_on(write: Write, root: Root, sources: Asked) -> None:
    place(root, from_folder(write("kit", depends="notes ^1, style"), sources))
    write("mine", "3.0.0", root="root")

    assert [(each.name, each.label, each.depends) for each in installed_choices(root, LIMITS)] == [
        ("kit", "1.0.0", (("notes", "^1"), ("style", ""))),
        ("mine", "3.0.0", ()),
    ]


def test_a_name_that_is_gone_says_so(write: Write, root: Root, sources: Asked) -> None:
    class Telling(Asked):
        def versions(self, name: str, first: str = "") -> tuple[AvailableSkill, ...]:  # noqa: ARG002 as its base
            raise GoneError(f"`{name}` is called `style` now", successor="style", reason="")

    with Telling(sources.fetching) as telling:
        said = conflict([from_folder(write("kit", depends="notes"), telling)], root, telling)

    assert said.startswith("`kit` 1.0.0 depends on `notes`, and `notes` is called `style` now\n")


def test_a_registry_that_does_not_have_it_is_said(write: Write, root: Root, registry: Asked) -> None:
    said = conflict([from_folder(write("kit", depends="nobody-has-this"), registry)], root, registry)

    assert said.startswith("`kit` 1.0.0 depends on `nobody-has-this`, which no source has\n")


def test_what_is_too_young_is_passed_over(write: Write, root: Root, registry: Asked) -> None:
    kit = from_folder(write("kit", depends="notes"), registry)

    def old(available: AvailableSkill) -> bool:
        return available.label == "1.1.0"

    def none(_: AvailableSkill) -> bool:
        return False

    assert labels(download_dependencies([kit], root, registry, LIMITS, takes=old)) == {"notes": "1.1.0"}
    with pytest.raises(ConflictError, match="of which every version is too new"):
        download_dependencies([kit], root, registry, LIMITS, takes=none)


def test_what_came_from_a_registry_finds_the_rest_there(root: Root, registry: Asked, tmp_path: Path) -> None:
    """Also where that registry is not configured any more: it is where the skill that wants it came from."""
    (available,) = registry.available(parse_spec("notes@^2", is_there=lambda _: False))
    with Asked(Fetching(LIMITS, (), Access({}), tmp_path, tmp_path)) as alone:
        assert labels(download_dependencies([fetch_available(available, LIMITS)], root, alone, LIMITS)) == {
            "style": "2.1.0"
        }


@pytest.mark.parametrize(
    ("kind", "place"),
    [
        (SourceKind.SITE, "https://skills.northwind.example/"),
        (SourceKind.GIT, "https://git.northwind.example/team/skills"),
    ],
)
def test_a_site_or_repository_is_asked_for_the_others_of_its_own(
    write: Write, root: Root, sources: Asked, kind: SourceKind, place: str
) -> None:
    """As it was asked for the first: of a repository at the same branch."""
    kit, notes = from_folder(write("kit", depends="notes"), sources), write("notes", "1.4.0")
    provenance = Provenance(kind, place, wanted="main" if kind is SourceKind.GIT else "")
    kit = msgspec.structs.replace(kit, receipt=msgspec.structs.replace(kit.receipt, provenance=provenance))
    asked: list[tuple[Spec, Collection[str]]] = []

    class There(Asked):
        def available(self, spec: Spec, only: Collection[str] = ()) -> Iterator[AvailableSkill]:
            asked.append((spec, list(only)))
            return super().available(parse_spec(str(notes), is_there=lambda _: True))

    with There(sources.fetching) as opened:
        assert labels(download_dependencies([kit], root, opened, LIMITS)) == {"notes": "1.4.0"}
    assert asked == [(Spec(SpecKind(kind), place, wanted=provenance.wanted, location=place), ["notes"])]
