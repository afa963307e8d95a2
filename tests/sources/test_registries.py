"""What registries are asked for: a name alone, a bundle, a digest, all that they have."""

import shutil
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest

from skillpack.cli.main import run
from skillpack.errors import (
    AmbiguousError,
    FetchError,
    IndexRefusedError,
    IntegrityError,
    MissingError,
    SkillpackError,
    UsageError,
)
from skillpack.model.digest import sha256
from skillpack.model.install_settings import Registry
from skillpack.model.installed import SourceKind
from skillpack.model.limits import Limits
from skillpack.sources.access import Access
from skillpack.sources.available import AvailableSkill
from skillpack.sources.registries import resolve_registry
from skillpack.sources.sources import Fetching, Sources
from skillpack.sources.spec import parse_spec

NAMED = (Registry("a", "A"), Registry("b", "B", personal=False))
OFFERED = {"A": {"one", "both"}, "B": {"two", "both", "was-of-a"}}
ENDED = {("A", "was-of-a"), ("B", "one"), ("B", "gone")}


def resolved(name: str, *registries: str, recorded: Collection[str] = (), unread: Collection[str] = ()) -> str:
    def offered(location: str) -> Collection[str]:
        assert location not in unread
        if location not in OFFERED:
            raise FetchError(f"`{location}` does not answer")
        return OFFERED[location]

    asked = registries or ("A", "B")
    return resolve_registry(
        name,
        asked,
        NAMED,
        has_record=recorded.__contains__,
        names_of=offered,
        has_had=lambda location: (location, name) in ENDED,
    )


@pytest.mark.parametrize("registries", [("A",), ("A", "B"), ("A", "A", "B")])
def test_of_the_one_whose_record_has_it_no_list_is_read(registries) -> None:
    assert resolved("one", *registries, recorded={"A"}, unread={"A"}) == "A"


def test_others_are_asked_where_one_has_a_record() -> None:
    with pytest.raises(FetchError, match="`C` does not answer"):
        resolved("one", "A", "C", recorded={"A"})
    with pytest.raises(AmbiguousError, match="`both` is in 2 registries: `A`, `B`"):
        resolved("both", "A", "B", recorded={"A"})
    with pytest.raises(AmbiguousError, match="`both` is in 2 registries: `A`, `B`"):
        resolved("both", "A", "B", recorded={"A", "B"})


@pytest.mark.parametrize(
    ("name", "registry"),
    [("one", "A"), ("two", "B"), ("gone", "B"), ("was-of-a", "A")],
)
def test_the_one_that_has_it_or_says_what_became_of_it(name, registry) -> None:
    assert resolved(name) == registry


def test_several_are_no_answer() -> None:
    with pytest.raises(AmbiguousError, match="`both` is in 2 registries: `A`, `B`") as raised:
        resolved("both")
    assert (raised.value.places, raised.value.hint) == (("A", "B"), "say which: `a/both` or `registry:b/both`")


def test_one_that_is_listed_twice_is_one() -> None:
    assert resolved("both", "A", "A") == "A"


def test_one_that_does_not_answer_may_have_it_too() -> None:
    with pytest.raises(FetchError, match="`C` does not answer") as raised:
        resolved("one", "A", "C")
    assert raised.value.hint == "`a/one` asks only one registry"


@pytest.mark.parametrize(("name", "registries", "kind"), [("on", ("A", "B"), MissingError), ("one", (), UsageError)])
def test_none_has_it(name, registries, kind: type[SkillpackError]) -> None:
    with pytest.raises(kind):
        resolve_registry(
            name,
            registries,
            NAMED,
            has_record=lambda _: False,
            names_of=OFFERED.__getitem__,
            has_had=lambda _: False,
        )


SETTINGS = """\
[catalog]
name = "acme"
[[source]]
path = "skills"
[[bundle]]
name = "kit"
description = "To begin with"
skills = ["beta", "alpha"]
[[bundle]]
name = "none"
skills = ["gone"]
"""


def write(folder: Path, name: str, version: str) -> None:
    head = f"name: {name}\ndescription: Does {name}. Use when asked for {name}.\nmetadata:\n  version: {version}\n"
    (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / name / "SKILL.md").write_text(f"---\n{head}---\n\n# {name}\n\n{version}\n", encoding="utf-8")


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site of two skills, of which one has two versions, and two bundles."""
    folder = tmp_path_factory.mktemp("catalog")
    (folder / "skillpack.toml").write_text(SETTINGS, encoding="utf-8")
    for name in ("alpha", "beta"):
        write(folder / "skills", name, "1.0.0")
    assert run(["build", str(folder), "-o", str(folder / "old"), "--no-cache"]) == 0
    write(folder / "skills", "beta", "1.1.0")
    command = ["build", str(folder), "-o", str(folder / "new"), "--no-cache", "--previous", str(folder / "old")]
    assert run(command) == 0
    return folder


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Callable[..., list[AvailableSkill]]]:
    """Return a function that asks registries."""
    opened: list[Sources] = []

    def asked(text: str, *registries: Path, store: Path | None = None) -> list[AvailableSkill]:
        named = tuple(map(str, registries))
        sources = Sources(Fetching(Limits(), named, Access({}, store), tmp_path, tmp_path))
        opened.append(sources)
        return list(sources.available(parse_spec(text, is_there=lambda _: False)))

    yield asked
    for sources in opened:
        sources.__exit__(None, None, None)


class TestBundles:
    def test_its_skills_come_in_its_order(self, catalog: Path, ask) -> None:
        releases = ask("bundle:kit", catalog / "new")
        assert [(each.name, each.label) for each in releases] == [("beta", "1.1.0"), ("alpha", "1.0.0")]
        assert {each.provenance.kind for each in releases} == {SourceKind.REGISTRY}
        assert all(each.get() for each in releases)

    def test_the_registry_that_has_it_gives_it(self, catalog: Path, ask, tmp_path: Path) -> None:
        (tmp_path / "empty").mkdir()
        releases = ask("bundle:kit", tmp_path / "empty", catalog / "old")
        assert [each.label for each in releases] == ["1.0.0", "1.0.0"]

    def test_two_that_have_it_must_be_told_apart(self, catalog: Path, ask) -> None:
        with pytest.raises(AmbiguousError, match="`kit` is in 2 registries") as raised:
            ask("bundle:kit", catalog / "old", catalog / "new")
        assert f"`bundle:kit --registry {catalog / 'new'}`" in raised.value.hint

    def test_without_a_registry_nobody_is_asked(self, ask) -> None:
        with pytest.raises(UsageError, match="no registry is configured to find the bundle `kit`"):
            ask("bundle:kit")

    @pytest.mark.parametrize(
        ("name", "words", "hint"),
        [
            ("bundle:kits", "no registry has a bundle `kits`", "there is `kit`, `none`"),
            ("bundle:none", r"the bundle `none` of .* has no available skills", ""),
        ],
    )
    def test_what_is_not_there_is_said(self, catalog: Path, ask, name, words, hint) -> None:
        with pytest.raises(MissingError, match=words) as missing:
            ask(name, catalog / "new")
        assert missing.value.hint == hint

    def test_a_spoiled_list_is_refused(self, ask, tmp_path: Path) -> None:
        (tmp_path / "bundles.json").write_text('{"schema":1,"bundles":{"kit":{"skills":["../x"]}}}', encoding="utf-8")
        with pytest.raises(IndexRefusedError, match=r"`skills` is `\.\./x`, not a usable name"):
            ask("bundle:kit", tmp_path)


class TestDigests:
    @pytest.mark.parametrize("label", ["1.0.0", "1.1.0"])
    def test_an_archive_is_found_by_its_digest_and_its_trees(self, catalog: Path, ask, label) -> None:
        content = (catalog / "new" / "archives" / "beta" / f"beta-{label}.zip").read_bytes()
        (found,) = ask(f"sha256:{sha256(content)}", catalog / "new")
        assert (found.name, found.label, found.archive_sha256) == ("beta", label, sha256(content))
        (same,) = ask(f"sha256:{found.digest}", catalog / "new")
        assert (same.label, same.digest) == (label, found.digest)
        # So that it stays what it is when it is asked for again.
        assert same.provenance.wanted == found.digest

    def test_what_nobody_has_is_said(self, catalog: Path, ask) -> None:
        with pytest.raises(MissingError, match="is cached, nor does a registry list it"):
            ask(f"sha256:{'0' * 64}", catalog / "new")


def test_all_of_a_catalog_leaves_out_what_is_not_offered(catalog: Path, web, ask) -> None:
    site = catalog / "new"
    files = {f"/{path.relative_to(site).as_posix()}": path.read_bytes() for path in site.rglob("*") if path.is_file()}
    url, seen = web(files)
    assert [(each.name, each.label) for each in ask(url)] == [("alpha", "1.0.0"), ("beta", "1.1.0")]
    assert sorted(seen) == ["/skills/alpha/skill.json", "/skills/beta/skill.json", "/versions.json"]
    (beta,) = ask(f"{url}skills/beta/versions/1.0.0/")
    assert (beta.name, beta.label, beta.provenance.kind) == ("beta", "1.0.0", SourceKind.REGISTRY)


def test_a_record_of_another_skill_gives_nothing(catalog: Path, ask, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(catalog / "new", site)
    record = (site / "skills" / "beta" / "skill.json").read_bytes()
    (site / "skills" / "alpha" / "skill.json").write_bytes(record.replace(b'"name":"beta"', b'"name":"alpha"', 1))
    (alpha,) = ask("alpha", site)
    with pytest.raises(IntegrityError, match="is named `beta`, but its source calls it `alpha`"):
        alpha.get()
