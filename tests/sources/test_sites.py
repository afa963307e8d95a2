import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from skillpack.archive.write import write_zip
from skillpack.errors import FetchError, IndexRefusedError, IntegrityError, MissingError, SkillpackError
from skillpack.model.digest import sha256
from skillpack.model.installed import Assurance, Provenance, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.tree import make_tree
from skillpack.registry.discovery import SCHEMA_URL
from skillpack.sources.access import Access
from skillpack.sources.available import AvailableSkill
from skillpack.sources.http.timeouts import Timeouts
from skillpack.sources.sites import home_of, page_of
from skillpack.sources.sources import Fetching, Sources
from skillpack.sources.spec import Spec, SpecKind, parse_spec

INDEX = "/.well-known/agent-skills/index.json"
OLD = "/.well-known/skills/index.json"
HASTY = Timeouts(attempts=1, connect=60, silence=60, whole=60)


def skill(name: str, **files: str) -> bytes:
    text = f"---\nname: {name}\ndescription: Does {name}.\n---\n\n# {name}\n"
    return write_zip(make_tree({"SKILL.md": text.encode(), **{path: each.encode() for path, each in files.items()}}))


def markdown(name: str) -> bytes:
    return f"---\nname: {name}\ndescription: Does {name}.\n---\n\n# {name}\n".encode()


def entry(name: str, content: bytes, url: str = "", **more: object) -> dict[str, object]:
    digest = f"sha256:{sha256(content)}"
    return {
        "name": name,
        "type": "archive",
        "description": "d",
        "url": url or f"../../{name}.zip",
        "digest": digest,
        **more,
    }


def index(*rows: object, **more: object) -> bytes:
    return json.dumps({"$schema": SCHEMA_URL, "skills": list(rows), **more}).encode()


A, B = skill("a"), skill("b", **{"notes/x.md": "x"})
GOOD = {INDEX: index(entry("a", A), entry("b", B)), "/a.zip": A, "/b.zip": B}


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Callable[..., list[AvailableSkill]]]:
    """Return a function that asks an address, or what is given, for skills."""
    opened: list[Sources] = []

    def asked(text: str, *only: str, reach: Access | None = None, limits: Limits | None = None) -> list[AvailableSkill]:
        web = reach or Access({}, None, HASTY)
        sources = Sources(Fetching(limits or Limits(), (), web, tmp_path, tmp_path))
        opened.append(sources)
        return list(sources.available(parse_spec(text, is_there=lambda _: False), only))

    yield asked
    for sources in opened:
        sources.__exit__(None, None, None)


def raised(available: AvailableSkill) -> SkillpackError:
    """Return what getting an offer raises."""
    with pytest.raises(SkillpackError) as refused:
        available.get()
    return refused.value


class TestAddresses:
    @pytest.mark.parametrize(
        ("url", "home"),
        [
            *(("https://x.org", "https://x.org/"), ("https://x.org/a", "https://x.org/a/")),
            *(("https://x.org/a/index.html", "https://x.org/a/"), ("https://x.org/catalog.json", "https://x.org/")),
            ("https://x.org/a/.well-known/agent-skills/index.json", "https://x.org/a/"),
            ("https://x.org/a/.well-known/agent-skills/", "https://x.org/a/"),
            ("https://x.org/skills/a/SKILL.md", "https://x.org/skills/a/"),
        ],
    )
    def test_a_page_leads_to_its_site(self, url, home) -> None:
        assert home_of(url) == home

    def test_the_page_of_a_skill_names_it(self) -> None:
        assert page_of("https://x.org/sub/skills/%C3%A9/") == ("https://x.org/sub/", "é", "")
        assert page_of("https://x.org/skills/a/versions/1.2.0/") == ("https://x.org/", "a", "1.2.0")
        assert page_of("https://x.org/a/") == ("", "", "")


class TestIndex:
    def test_all_its_skills_are_offered_and_fetched_when_they_are_wanted(self, web, ask) -> None:
        url, seen = web(GOOD)
        a, b = ask(url)
        assert [each.name for each in (a, b)] == ["a", "b"]
        assert (a.provenance.kind, a.provenance.location, a.provenance.assurance) == (
            SourceKind.SITE,
            url,
            Assurance.DIGEST,
        )
        assert (a.url, a.archive_sha256) == (f"{url}a.zip", sha256(A))
        assert "/a.zip" not in seen
        assert b.get().tree.tree.files["notes/x.md"] == b"x"

    def test_a_skill_that_is_one_file_is_read(self, web, ask) -> None:
        content = markdown("a")
        url, _ = web({INDEX: index(entry("a", content, "../../a.md", type="skill-md")), "/a.md": content})
        (a,) = ask(url)
        assert dict(a.get().tree.tree.files) == {"SKILL.md": content}

    def test_below_a_path_its_own_index_comes_first(self, web, ask) -> None:
        url, _ = web({INDEX: index(entry("b", B)), f"/sub{INDEX}": index(entry("a", A)), "/sub/a.zip": A})
        (a,) = ask(f"{url}sub")
        assert a.name == "a"
        assert a.get()

    def test_without_one_the_index_of_the_origin_gives_the_skill_of_that_name_alone(self, web, ask) -> None:
        url, _ = web(GOOD)
        (b,) = ask(f"{url}skills/b/")
        assert b.name == "b"
        assert b.get()
        with pytest.raises(MissingError, match=r"has no index of skills, and .* does not list this name") as missing:
            ask(f"{url}dist/x")
        assert missing.value.hint == f"`{url}` with `--skill NAME` installs one of its skills"

    def test_only_what_is_wanted_is_offered(self, web, ask) -> None:
        url, _ = web(GOOD)
        assert [each.name for each in ask(url, "b")] == ["b"]
        assert ask(url, "c") == []

    def test_no_index_is_said_with_a_hint(self, web, ask) -> None:
        url, _ = web({})
        with pytest.raises(MissingError, match="publishes no skills: it has neither") as missing:
            ask(url)
        assert missing.value.hint

    def test_a_page_that_is_sent_for_everything_is_no_index(self, web, ask) -> None:
        page = b"\n<!doctype html><title>App</title>"
        url, _ = web({"/versions.json": page, INDEX: page, OLD: page})
        with pytest.raises(MissingError, match="publishes no skills"):
            ask(url)

    def test_an_empty_index_is_said(self, web, ask) -> None:
        url, _ = web({INDEX: index()})
        with pytest.raises(MissingError, match=r"index.json` lists no skills"):
            ask(url)


class TestHostile:
    def test_other_bytes_are_refused_and_the_old_index_is_not_asked(self, web, ask) -> None:
        old = json.dumps({"skills": [{"name": "a", "description": "d", "files": ["SKILL.md"]}]}).encode()
        files = {**GOOD, "/a.zip": B, OLD: old, "/.well-known/skills/a/SKILL.md": markdown("a")}
        url, seen = web(files)
        a, b = ask(url)
        error = raised(a)
        assert isinstance(error, IntegrityError)
        assert str(error) == f"`{url}a.zip` does not match its digest: its SHA-256 is {sha256(B)}, not {sha256(A)}"
        assert b.get()
        assert OLD not in seen

    def test_an_index_that_changes_between_the_requests_is_noticed(self, web, ask) -> None:
        changing = {"/a.zip": [(200, {}, skill("a", more="new"))]}
        url, _ = web({INDEX: index(entry("a", A))}, changing)
        error = raised(ask(url)[0])
        assert isinstance(error, IntegrityError)
        assert "the site may be changing: try again" in error.hint

    def test_an_unknown_version_is_refused_although_an_old_index_is_there(self, web, ask) -> None:
        old = json.dumps({"skills": [{"name": "a", "description": "d", "files": ["SKILL.md"]}]}).encode()
        content = index(entry("a", A)).replace(b"0.2.0", b"0.3.0")
        url, seen = web({INDEX: content, OLD: old})
        with pytest.raises(IndexRefusedError, match=r"is not a discovery index of version 0.2") as refused:
            ask(url)
        assert "`$schema` is not" in refused.value.hint
        assert OLD not in seen

    def test_beside_a_new_index_of_the_origin_the_old_one_is_not_read(self, web, ask) -> None:
        old = json.dumps({"skills": [{"name": "c", "description": "d", "files": ["SKILL.md"]}]}).encode()
        url, seen = web({**GOOD, OLD: old, "/.well-known/skills/c/SKILL.md": markdown("c")})
        with pytest.raises(MissingError, match="does not list this name"):
            ask(f"{url}c")
        assert OLD not in seen

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (b'{"$schema":"x","$schema":"y","skills":[]}', r"the key `\$schema` occurs twice"),
            (index().replace(b"[]", b'[{"name":"a","name":"b"}]'), "the key `name` occurs twice"),
            (index().replace(b"[]", b"[" * 100_000), "is not readable as JSON"),
            (index().replace(b"[]", b'[{"name":NaN}]'), "`NaN` is not JSON"),
            (index()[:-2], "is not readable as JSON"),
            (index().replace(b"[]", b"{}"), "`skills` is not a list of objects"),
            (b"\xff{", "is not readable as JSON"),
            (b"null", "is not a JSON object"),
        ],
    )
    def test_a_spoiled_index_is_refused(self, web, ask, content, words) -> None:
        url, _ = web({INDEX: content})
        with pytest.raises(IndexRefusedError, match=words) as refused:
            ask(url)
        assert url in str(refused.value)

    def test_an_index_of_a_million_entries_is_refused(self, web, ask) -> None:
        files = {INDEX: index(*[{}] * 1_000_001)}
        url, _ = web(files)
        with pytest.raises(IndexRefusedError, match="has 1,000,001 entries, at most 1,000,000 are read"):
            ask(url)
        files[INDEX] = index(*[{}] * 999_999)
        with pytest.raises(
            IndexRefusedError, match=r"has more than 100 entries that cannot be; first, .*, entry 1: `name`"
        ):
            ask(url)

    def test_a_large_index_is_not_read(self, web, ask) -> None:
        url, _ = web(GOOD)
        size = len(GOOD[INDEX])
        with pytest.raises(FetchError, match=rf"has {size} bytes, at most 100 are read"):
            ask(url, limits=replace(Limits(), index=100))

    @pytest.mark.parametrize(
        ("row", "words"),
        [
            (entry("../a", A), "entry 1: `../a` is not a name"),
            (entry("A", A), "entry 1: `A` is not a name"),
            (entry("a" * 65, A), "is not a name"),
            (entry("a\u202eb\x1b[2J", A), r"entry 1: `a\\u202eb\\x1b\[2J` is not a name"),
            (entry("a", A, type="plugin"), r"entry 1 \(`a`\): the type `plugin` is unknown"),
            (entry("a", A, digest="sha256:" + "A" * 64), r"\(`a`\): `digest` is not `sha256:` and 64 lower-case"),
            (entry("a", A, digest="md5:" + "a" * 32), r"\(`a`\): `digest` is not"),
            (entry("a", A, description=7), "entry 1: `description` is not a text"),
            (entry("a", A, "file:///etc/passwd"), r"\(`a`\): `file:///etc/passwd` is not an address"),
            (entry("a", A, "//evil.example.com/a.zip"), r"\(`a`\): .* is not encrypted"),
            (entry("a", A, "https://us:pw@127.0.0.1/a.zip"), "contains a user name or password"),
            (entry("a", A, "https://169.254.169.254/latest"), "`169.254.169.254` is not an address for a site"),
            (entry("a", A, "https://evil.example.com/a.zip"), "its file is at `https://evil.example.com`, not at"),
            (entry("a", A, "http://127.0.0.1:1/a.zip"), "its file is at `http://127.0.0.1:1`, not at"),
            (entry("a", A, "https://["), r"\(`a`\): "),
            (entry("a", A, "javascript:alert(1)"), r"\(`a`\): "),
            (entry("a", A, "../../a b.zip"), r"\(`a`\): .* is not an address"),
            (entry("a", A, "..\\..\\a.zip"), r"\(`a`\): .* is not an address"),
        ],
    )
    def test_a_bad_entry_is_named_and_the_others_can_be_had(self, web, ask, row, words) -> None:
        url, _ = web({**GOOD, INDEX: index(row, entry("b", B))})
        releases = ask(url)
        (bad,) = (each for each in releases if each.name != "b")
        with pytest.raises(IndexRefusedError, match=words) as refused:
            bad.get()
        assert f"{url}.well-known" in str(refused.value)
        assert "pw" not in str(refused.value)
        assert "\x1b" not in str(refused.value)
        (good,) = (each for each in releases if each.name == "b")
        assert good.get()
        assert ask(url, "b")[0].get()

    def test_of_a_name_that_is_there_twice_neither_is_taken(self, web, ask) -> None:
        url, _ = web({**GOOD, INDEX: index(entry("a", A), entry("a", B, "../../b.zip"), entry("b", B))})
        names = [each.name for each in ask(url)]
        assert names == ["b", ""]
        with pytest.raises(IndexRefusedError, match="entry 2: `a` is listed twice"):
            ask(url, "a")

    def test_a_skill_of_another_name_is_refused(self, web, ask) -> None:
        url, _ = web({INDEX: index(entry("a", B, "../../b.zip")), "/b.zip": B})
        error = raised(ask(url)[0])
        assert isinstance(error, IntegrityError)
        assert str(error) == f"`{url}b.zip` is named `b`, but its source calls it `a`"

    def test_an_origin_that_the_user_allows_is_asked(self, web, ask) -> None:
        there, _ = web({"/a.zip": A})
        here, _ = web({INDEX: index(entry("a", A, f"{there}a.zip"))})
        error = raised(ask(here)[0])
        assert error.hint.startswith(f"`--allow-origin {there.rstrip('/')}` where you trust it")
        (a,) = ask(here, reach=Access({}, None, HASTY, origins=(there,)))
        assert a.get()


class TestLedInwards:
    """What an index or a lock file says of a site leads to no other origin, so to no private network either."""

    @pytest.mark.parametrize(
        "url", ["https://10.0.0.5/a.zip", "https://[::ffff:10.0.0.5]/a.zip", "https://localhost/a"]
    )
    def test_an_index_names_its_own_origin(self, web, ask, network, url) -> None:
        here, _ = web({INDEX: index(entry("a", A, url))})
        (a,) = ask(here)
        assert "`--allow-origin https://" in raised(a).hint
        assert {ip for ip, _ in network.tried} == {"127.0.0.1"}

    @pytest.mark.parametrize("url", ["https://2130706433/a.zip", "https://0x7f.1/a.zip", "https://u@127.0.0.1/a.zip"])
    def test_in_no_spelling_another_one(self, web, ask, url) -> None:
        here, seen = web({INDEX: index(entry("a", A, url))})
        (a,) = ask(here)
        assert isinstance(raised(a), IndexRefusedError)
        assert seen == ["/versions.json", INDEX]

    def test_a_lock_file_names_the_origin_of_its_site(self, tmp_path, network) -> None:
        with Sources(Fetching(Limits(), (), Access({}), tmp_path, tmp_path)) as sources:
            site = Provenance(SourceKind.SITE, "https://public.example/")
            assert sources.site_skill("a", site, "https://10.0.0.5/a.zip", "0" * 64) is None
        assert not network.tried


class TestOldIndex:
    def site(self, *files: str, name: str = "a", **more: object) -> dict[str, bytes]:
        row = {"name": name, "description": "d", "files": list(files), **more}
        return {
            OLD: json.dumps({"skills": [row]}).encode(),
            "/.well-known/skills/a/SKILL.md": markdown("a"),
            "/.well-known/skills/a/notes/%C3%A9%20x.md": b"x",
        }

    def test_its_files_are_read_as_they_lie_there(self, web, ask) -> None:
        url, _ = web(self.site("SKILL.md", "notes/é x.md"))
        (a,) = ask(url)
        assert dict(a.get().tree.tree.files) == {"SKILL.md": markdown("a"), "notes/é x.md": b"x"}
        assert (a.provenance.assurance, a.archive_sha256, a.url) == (Assurance.NONE, "", "")
        assert a.digest

    def test_it_is_taken_in_the_place_of_a_new_one_too(self, web, ask) -> None:
        files = self.site("SKILL.md")
        url, _ = web({INDEX: files[OLD], "/.well-known/agent-skills/a/SKILL.md": markdown("a")})
        assert ask(url)[0].get()

    def test_below_a_path_the_index_of_the_origin_gives_one_skill(self, web, ask) -> None:
        url, _ = web(self.site("SKILL.md"))
        assert ask(f"{url}a")[0].get()

    @pytest.mark.parametrize(
        ("files", "more", "words"),
        [
            (["SKILL.md", "../../x"], {}, r"\(`a`\): `../../x` is not a usable file path"),
            (["SKILL.md", "/etc/passwd"], {}, "`/etc/passwd` is not a usable file path"),
            (["SKILL.md", "a?b"], {}, r"`a\?b` is not a usable file path"),
            (["SKILL.md", "%2e%2e/x"], {}, "`%2e%2e/x` is not a usable file path"),
            (["SKILL.md", "a\\b"], {}, "is not a usable file path"),
            (["SKILL.md", "a\u202eb"], {}, r"`a\\u202eb` is not a usable file path"),
            (["SKILL.md", ".skillpack.json"], {}, "`.skillpack.json` is not a usable file path"),
            (["SKILL.md", "skill.md"], {}, "`skill.md` conflicts with `SKILL.md`"),
            (["SKILL.md", "SKILL.md"], {}, "`SKILL.md` conflicts with `SKILL.md`"),
            (["x.md"], {}, "it has no `SKILL.md`"),
            ([], {}, "it has no `SKILL.md`"),
            (["SKILL.md", *map(str, range(4096))], {}, "it has 4097 files, at most 4096 are read"),
            (["SKILL.md"], {"name": "../a"}, r"\(`../a`\): that is not a name"),
            (["SKILL.md"], {"files": "SKILL.md"}, "`files` is not a list of texts"),
        ],
    )
    def test_a_bad_entry_is_refused(self, web, ask, files, more, words) -> None:
        url, seen = web(self.site(*files, **more))
        with pytest.raises(IndexRefusedError, match=words):
            ask(url)
        assert not [path for path in seen if path.startswith("/.well-known/skills/a/")]

    def test_a_name_that_is_there_twice_is_refused(self, web, ask) -> None:
        row = {"name": "a", "description": "d", "files": ["SKILL.md"]}
        url, _ = web({OLD: json.dumps({"skills": [row, row]}).encode()})
        with pytest.raises(IndexRefusedError, match=r"\(`a`\): it is listed twice"):
            ask(url)

    def test_a_file_that_is_not_there_is_a_failure(self, web, ask) -> None:
        url, _ = web(self.site("SKILL.md", "gone.md"))
        with pytest.raises(FetchError, match=r"`.*/a/gone.md` is missing, though its index lists it"):
            ask(url)

    def test_all_files_together_have_a_limit(self, web, ask) -> None:
        url, _ = web(self.site("SKILL.md", "notes/é x.md"))
        with pytest.raises(FetchError, match=r"has more than [0-9]+ bytes"):
            ask(url, limits=replace(Limits(), tree=len(markdown("a"))))


class TestArchives:
    def test_an_archive_by_its_address(self, web, ask) -> None:
        url, _ = web({"/dist/a.zip": A})
        (a,) = ask(f"{url}dist/a.zip")
        assert (a.name, a.url, a.archive_sha256) == ("a", f"{url}dist/a.zip", sha256(A))
        assert (a.provenance.kind, a.provenance.location, a.provenance.assurance) == (
            SourceKind.ARCHIVE,
            f"{url}dist/a.zip",
            Assurance.NONE,
        )

    def test_a_digest_after_its_address_is_held_to(self, web, ask) -> None:
        url, _ = web({"/a.zip": A})
        (a,) = ask(f"{url}a.zip#sha256={sha256(A)}")
        assert (a.provenance.assurance, a.provenance.wanted) == (Assurance.DIGEST, sha256(A))
        with pytest.raises(IntegrityError, match="does not match its digest"):
            ask(f"{url}a.zip#sha256={sha256(B)}")

    def test_what_is_not_there_is_said(self, web, ask) -> None:
        url, _ = web({})
        with pytest.raises(MissingError, match="there is no `http://127"):
            ask(f"{url}a.zip")

    def test_what_was_downloaded_is_found_by_its_digest(self, web, ask, tmp_path: Path) -> None:
        reach = Access({}, tmp_path / "store", HASTY)
        url, _ = web({"/a.zip": A})
        ask(f"{url}a.zip", reach=reach)
        (a,) = ask(f"sha256:{sha256(A)}", reach=reach)
        assert (a.name, a.provenance.location) == ("a", f"sha256:{sha256(A)}")
        with pytest.raises(MissingError, match="is cached, and no registry is configured"):
            ask(f"sha256:{sha256(B)}", reach=reach)


class TestOffline:
    def test_what_was_fetched_is_there_and_nobody_is_asked(self, web, ask, tmp_path: Path) -> None:
        url, seen = web(GOOD)
        there = Access({}, tmp_path / "store", HASTY)
        for available in ask(url, reach=there):
            available.get()
        seen.clear()
        again = ask(url, reach=replace(there, offline=True))
        assert [each.get().tree.tree for each in again] == [each.get().tree.tree for each in ask(url)]
        assert [path for path in seen if path != "/versions.json"] == [INDEX, "/a.zip", "/b.zip"]

    def test_what_was_not_fetched_is_named(self, web, ask, tmp_path: Path) -> None:
        url, seen = web(GOOD)
        reach = Access({}, tmp_path / "store", HASTY, offline=True)
        with pytest.raises(FetchError, match="is not in the cache, and `--offline` sends no request") as failed:
            ask(url, reach=reach)
        assert "--mirror DIR" in failed.value.hint
        with pytest.raises(FetchError, match="is not in the cache"):
            ask(f"{url}a.zip", reach=reach)
        assert seen == []

    def test_a_mirror_is_read_instead_of_its_host(self, ask, tmp_path: Path) -> None:
        for path, content in GOOD.items():
            place = tmp_path / "mirror" / "skills.example.com" / path.lstrip("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        reach = Access({}, tmp_path / "store", HASTY, offline=True, mirror=tmp_path / "mirror")
        a, _ = ask("https://skills.example.com/", reach=reach)
        assert a.get()
        assert a.url == "https://skills.example.com/a.zip"


def test_an_installed_skill_is_asked_for_again_by_its_name(web, tmp_path: Path) -> None:
    url, seen = web(GOOD)
    spec = Spec(SpecKind.SITE, url, name="b", location=url)
    with Sources(Fetching(Limits(), (), Access({}, None, HASTY), tmp_path, tmp_path)) as sources:
        (b,) = sources.available(spec)
    assert (b.name, b.archive_sha256) == ("b", sha256(B))
    assert "/b.zip" not in seen
