import json
from collections.abc import Callable
from typing import Any, BinaryIO

import pytest

from skillpack.errors import ListRefusedError, MissingError
from skillpack.model.digest import sha256
from skillpack.model.evidence import Signer
from skillpack.model.install_settings import ListTrust
from skillpack.model.installed import Provenance, SourceKind
from skillpack.model.limits import Limits
from skillpack.registry import discovery
from skillpack.registry.signed_list import write_parts, write_statement
from skillpack.sources.access import Access, open_catalog
from skillpack.sources.available import FetchedSkill
from skillpack.sources.list_memory import ListMemory, SeenList
from skillpack.sources.sources import Fetching, Sources
from skillpack.sources.spec import Spec, SpecKind
from skillpack.sources.trusted_list import TrustedList

TODAY = "2026-11-27"
FILES = {"versions.json": b"{}", "skills/a/skill.json": b"a", "archives/a/a-1.zip": b"z"}


@pytest.fixture
def signer(made_signatures) -> Any:
    return made_signatures.make_signer()


@pytest.fixture
def signed(signer) -> Callable[..., dict[str, bytes]]:
    """Return a function that returns files with their signed list."""

    def make(serial: int = 5, expires: str = "2026-11-27T00:00:00Z", **files: bytes) -> dict[str, bytes]:
        found = FILES | files
        digests = {path: sha256(content) for path, content in found.items()}
        parts = write_parts(digests)
        said = {"catalog": "acme", "serial": serial, "made": "2026-01-01T00:00:00Z", "expires": expires}
        statement = write_statement(digests, parts, **said)
        listed = {f"signed-list/{number:04d}.json": part for number, part in enumerate(parts)}
        return {**found, **listed, "signed-list.json": signer.bundle(statement), "page.html": b"page"}

    return make


@pytest.fixture
def trusted(signer, tmp_path) -> Callable[..., TrustedList]:
    def make(registry: str, said: list[str] | None = None, catalog: str = "") -> TrustedList:
        trust = ListTrust(registry, (Signer("team", signer.root),), catalog)
        report = (lambda _: None) if said is None else said.append
        return TrustedList(trust, ListMemory(tmp_path / "lists"), TODAY, report)

    return make


def reader(files: dict[str, bytes], asked: list[str]) -> Callable[[str, BinaryIO, int], bool]:
    def get(path: str, into: BinaryIO, most: int) -> bool:
        asked.append(path)
        assert most == 2**20
        if path not in files:
            return False
        into.write(files[path])
        return True

    return get


def test_a_list_and_each_part_are_read_once(signed, trusted) -> None:
    asked: list[str] = []
    listed, get = trusted("https://skills.example.com/"), reader(signed(), asked)
    for path, content in FILES.items():
        assert listed.digest(path, get) == sha256(content)
    assert listed.digest("page.html", get) == ""
    assert asked == ["signed-list.json", "signed-list/0000.json"]


def test_a_refusal_is_final(signed, trusted) -> None:
    asked: list[str] = []
    listed, files = trusted("https://skills.example.com/"), signed()
    content = files.pop("signed-list.json")
    for _ in range(2):
        with pytest.raises(ListRefusedError):
            listed.digest("versions.json", reader(files, asked))
        files["signed-list.json"] = content
    assert asked == ["signed-list.json"]


def test_the_first_list_is_told_and_later_ones_are_not(signed, trusted) -> None:
    said: list[str] = []
    for serial in (5, 5, 6):
        trusted("https://skills.example.com/", said).digest("versions.json", reader(signed(serial), []))
    assert len(said) == 1
    assert "serial 5 of `acme`" in said[0]


@pytest.mark.parametrize(("expires", "holds"), [("2026-11-27T00:00:00Z", True), ("2026-11-26T23:59:59Z", False)])
def test_a_list_holds_through_the_day_on_which_it_expires(signed, trusted, expires: str, *, holds: bool) -> None:
    listed, get = trusted("https://skills.example.com/"), reader(signed(expires=expires), [])
    if holds:
        assert listed.digest("versions.json", get)
    else:
        with pytest.raises(ListRefusedError, match="expired on 2026-11-26, and today is 2026-11-27"):
            listed.digest("versions.json", get)


def test_a_refused_list_is_not_remembered(signed, trusted, tmp_path) -> None:
    with pytest.raises(ListRefusedError):
        trusted("https://skills.example.com/").digest("a", reader(signed(9, expires="2020-01-01T00:00:00Z"), []))
    assert ListMemory(tmp_path / "lists").seen("https://skills.example.com/") is None


def test_whoever_names_another_catalog_begins_with_its_serials(signed, trusted, tmp_path) -> None:
    home = "https://skills.example.com/"
    ListMemory(tmp_path / "lists").note(SeenList(home, "before", 9))
    with pytest.raises(ListRefusedError, match="is that of `acme`, not of `before`"):
        trusted(home).digest("versions.json", reader(signed(5), []))
    assert trusted(home, catalog="acme").digest("versions.json", reader(signed(5), []))
    with pytest.raises(ListRefusedError, match="has serial 4, and 5 was seen"):
        trusted(home, catalog="acme").digest("versions.json", reader(signed(4), []))


def test_a_slash_at_its_end_makes_no_other_catalog(signed, trusted, tmp_path) -> None:
    home = "https://skills.example.com/"
    ListMemory(tmp_path / "lists").note(SeenList(home, "acme/", 9))
    with pytest.raises(ListRefusedError, match="has serial 5, and 9 was seen"):
        trusted(home, catalog="acme").digest("versions.json", reader(signed(5), []))
    assert trusted(home, catalog="acme").digest("versions.json", reader(signed(9), []))
    ListMemory(tmp_path / "lists").note(SeenList(home, "acme", 8))
    seen = ListMemory(tmp_path / "lists").seen(home)
    assert seen is not None
    assert seen.serial == 9


def test_registries_of_one_origin_are_judged_each_by_its_own_list(signed, trusted, web, tmp_path) -> None:
    files = {f"/one/{path}": content for path, content in signed().items()}
    files |= {f"/two/{path}": content for path, content in signed(**{"skills/a/skill.json": b"b"}).items()}
    files["/two/skills/a/skill.json"] = b"changed"
    files["/beside.txt"] = b"x"
    url, seen = web(files)
    access = Access({}, lists=(trusted(f"{url}one/"), trusted(f"{url}two/")))
    with open_catalog(url, Limits(), access, tmp_path) as site:
        assert site.read("one/skills/a/skill.json") == b"a"
        assert site.find("one/page.html") is None
        assert site.read("beside.txt") == b"x"
        with pytest.raises(ListRefusedError, match=r"`skills/a/skill\.json` of"):
            site.read("two/skills/a/skill.json")
    assert "/one/page.html" not in seen


@pytest.mark.parametrize("below", ["", "more/a/"])
def test_an_address_of_a_registry_leads_to_no_index_beside_it(signed, trusted, web, tmp_path, below: str) -> None:
    name = f"one/{below}".split("/")[-2]
    files = {f"/one/{path}": content for path, content in signed().items()}
    content = f"---\nname: {name}\ndescription: Does what somebody else wrote.\n---\nText.\n".encode()
    entry = {"name": name, "type": "skill-md", "description": "A.", "url": "/a.md"}
    index = {"$schema": discovery.SCHEMA_URL, "skills": [entry | {"digest": f"sha256:{sha256(content)}"}]}
    files |= {"/.well-known/agent-skills/index.json": json.dumps(index).encode(), "/a.md": content}
    url, seen = web(files)

    def names(*lists: TrustedList) -> list[str]:
        with Sources(Fetching(Limits(), (), Access({}, lists=lists), tmp_path, tmp_path)) as sources:
            return [each.name for each in sources.available(Spec(SpecKind.SITE, "", location=f"{url}one/{below}"))]

    assert names() == [name]
    seen.clear()
    with pytest.raises(MissingError):
        names(trusted(f"{url}one/"))
    assert [path for path in seen if not path.startswith("/one/")] == []


def test_what_lies_beside_a_registry_is_not_locked_as_its_own(signed, trusted, web, tmp_path) -> None:
    content = b"---\nname: a\ndescription: Does what somebody else wrote.\n---\nText.\n"
    url, _ = web({f"/one/{path}": each for path, each in signed().items()} | {"/a.md": content})
    source = Provenance(SourceKind.SITE, f"{url}one/")

    def fetch(*lists: TrustedList) -> FetchedSkill:
        with Sources(Fetching(Limits(), (), Access({}, lists=lists), tmp_path, tmp_path)) as sources:
            found = sources.site_skill("a", source, f"{url}a.md", sha256(content))
            assert found is not None
            return found.get()

    assert fetch().skill.name == "a"
    with pytest.raises(ListRefusedError, match="does not name"):
        fetch(trusted(f"{url}one/"))


def test_a_folder_is_known_behind_a_link(signed, trusted, tmp_path) -> None:
    for path, content in signed().items():
        (tmp_path / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / path).write_bytes(content)
    (tmp_path / "link").symlink_to("site")
    access = Access({}, lists=(trusted(str((tmp_path / "site").resolve())),))
    (tmp_path / "site" / "versions.json").write_bytes(b"[]")
    for location in ("link", "site", "site/../link"):
        with open_catalog(location, Limits(), access, tmp_path) as site, pytest.raises(ListRefusedError):
            site.read("versions.json")


def test_many_threads_read_one_list(signed, trusted, web, tmp_path) -> None:
    many = {f"skills/s{number}/skill.json": str(number).encode() for number in range(200)}
    url, seen = web({f"/{path}": content for path, content in signed(**many).items()})
    access = Access({}, lists=(trusted(url),))
    with open_catalog(url, Limits(), access, tmp_path) as site:
        assert dict(site.records(many, lambda path: path)) == many
    assert len(seen) == len(set(seen))


def test_what_is_asked_for_may_hold_anything(signed, trusted) -> None:
    listed, get = trusted("https://skills.example.com/"), reader(signed(), [])
    for path in ("", "/", "..", "\0", "skills/ä/skill.json", "half \ud800", json.dumps({"a": 1})):
        assert listed.digest(path, get) == ""
