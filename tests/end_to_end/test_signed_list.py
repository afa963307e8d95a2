"""A signed list: whoever can write to the host of a catalog, and cannot sign, can show only what was signed last."""

import base64
import hashlib
import json
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from skillpack import install_skills, load_catalog
from skillpack.cli.main import FINE, NO, REFUSED, USAGE, run
from skillpack.errors import ListRefusedError
from skillpack.install.trusted_lists import trusted_lists

# Later than any clock that runs these tests: 2096-10-02, 2096-10-03, 2098-01-08.
DAY, LATER, FAR = "4000000000", "4000086400", "4040000000"
YEARS = (2025, 2110)
LIST, PART = "signed-list.json", "signed-list/0000.json"
RECORD = "skills/alpha/skill.json"
ARCHIVE = "archives/alpha/alpha-1.0.0.zip"


class Team:
    """Whoever publishes the catalog, and whoever installs from it.

    Attributes:
        site: Folder of the published site, which an attacker changes.
        url: How the user names it.
    """

    def __init__(self, catalog: Any, signer: Any, settings: Path) -> None:
        self.catalog, self.signer, self.settings = catalog, signer, settings
        self.site: Path = catalog.folder / "one"
        self.url = str(self.site)
        self.keys = [str(path) for path in signer.write(catalog.folder / "keys")]
        settings.mkdir(parents=True)
        (settings / "team.pem").write_bytes(signer.root)
        (settings / "key.pem").write_bytes(signer.public_key)

    def sign(self, *more: str, site: str = "one", by_key: bool = False) -> int:
        key, certificate, chain = self.keys
        by = [] if by_key else ["--certificate", certificate, "--chain", chain]
        return run(["sign", "--site", str(self.catalog.folder / site), "--key", key, *by, *more])

    def trust(self, *more: str, signers: str = "team.pem") -> None:
        lines = [f'url = "{self.url}"', f'list_signers = ["{signers}"]', *more]
        (self.settings / "config.toml").write_text("[[registry]]\n" + "\n".join(lines) + "\n")

    def install(self, spec: str = "alpha", *more: str) -> int:
        return run(["install", spec, "--root", str(self.catalog.folder / "root"), "--yes", *more])

    @property
    def installed(self) -> list[str]:
        root = self.catalog.folder / "root"
        return sorted(path.name for path in root.iterdir() if not path.name.startswith(".")) if root.exists() else []

    @property
    def memory(self) -> list[dict[str, Any]]:
        folder = self.catalog.folder / "state" / "skillpack" / "lists"
        return [json.loads(path.read_bytes()) for path in folder.glob("*.json")]

    def statement(self) -> dict[str, Any]:
        return json.loads(base64.b64decode(json.loads((self.site / LIST).read_bytes())["dsseEnvelope"]["payload"]))

    def forge(self, **changed: Any) -> None:
        """Write a list with other words, signed as it should be: the key is the team's."""
        statement = self.statement()
        statement["predicate"] |= changed.pop("predicate", {})
        (self.site / LIST).write_bytes(self.signer.bundle(json.dumps(statement | changed).encode()))


@pytest.fixture(params=["folder", "web"])
def team(request, published, serve, made_signatures, tmp_path, monkeypatch) -> Team:
    """Return a team whose signed catalog somebody trusts, in a folder or on the web."""
    published.begin(DAY)
    for name in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.chdir(tmp_path)
    found = Team(published, made_signatures.make_signer(years=YEARS), tmp_path / "config" / "skillpack")
    if request.param == "web":
        found.url = serve(found.site)
    assert found.sign() == FINE
    found.trust()
    return found


def refused(capsys, team: Team, *words: str, spec: str = "alpha") -> None:
    """See that nothing is installed, that the exit status says so, and that the error names what it should."""
    before = team.installed
    capsys.readouterr()
    assert team.install(spec) == REFUSED
    told = capsys.readouterr().err
    assert [word for word in words if word not in told] == [], told
    assert "hint: " in told
    assert team.installed == before


class TestAListThatHolds:
    def test_lets_its_skills_be_installed_and_is_remembered(self, team, capsys) -> None:
        assert team.install() == FINE
        assert "seen for the first time, serial 4000000000" in capsys.readouterr().err
        assert team.installed == ["alpha"]
        assert [each["serial"] for each in team.memory] == [4000000000]
        assert team.install("beta") == FINE
        assert "first time" not in capsys.readouterr().err

    def test_may_be_made_by_a_key_alone(self, team) -> None:
        assert team.sign(by_key=True) == FINE
        team.trust(signers="key.pem")
        assert team.install() == FINE

    def test_counts_to_the_last_day_of_its_validity(self, team, monkeypatch, capsys) -> None:
        assert team.sign("--valid-days", "1") == FINE
        monkeypatch.setenv("SOURCE_DATE_EPOCH", LATER)
        assert team.install() == FINE
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(LATER) + 86400))
        refused(capsys, team, "expired on 2096-10-03, and today is 2096-10-04", spec="beta")

    def test_a_later_one_takes_its_place(self, team) -> None:
        assert team.install() == FINE
        team.catalog.write("alpha", "1.1.0", "Other words.")
        assert team.catalog.build("one", previous="one", day=LATER) == FINE
        assert team.sign() == FINE
        assert team.install("alpha", "--force") == FINE
        assert [each["serial"] for each in team.memory] == [int(LATER)]

    def test_serials_rise_without_a_clock(self, team) -> None:
        assert team.sign() == FINE
        assert team.statement()["predicate"]["serial"] == int(DAY) + 1

    def test_covers_every_way_to_its_skills(self, team) -> None:
        ways = ["alpha", team.url] if "://" not in team.url else ["alpha", team.url, f"{team.url}{ARCHIVE}"]
        for spec in ways:
            shutil.rmtree(team.catalog.folder / "root", ignore_errors=True)
            assert team.install(spec) == FINE
        (team.site / LIST).unlink()
        for spec in ways:
            shutil.rmtree(team.catalog.folder / "root", ignore_errors=True)
            assert team.install(spec) == REFUSED

    @pytest.mark.parametrize(
        "command",
        [
            "outdated --root root",
            "update --root root --yes",
            "list --catalog URL",
            "search alpha --catalog URL",
            "prompt URL",
            "load alpha --catalog URL",
            "show URL --skill alpha",
        ],
    )
    def test_is_needed_by_every_command_that_reads_the_registry(self, team, capsys, command: str) -> None:
        assert team.install() == FINE
        arguments = command.replace("URL", team.url).split()
        assert run(arguments) == FINE
        (team.site / LIST).unlink()
        capsys.readouterr()
        assert run(arguments) == REFUSED
        assert "has no signed list" in capsys.readouterr().err

    def test_without_signers_it_is_ignored(self, team) -> None:
        (team.site / LIST).write_text("nothing")
        (team.settings / "config.toml").write_text(f'[[registry]]\nurl = "{team.url}"\n')
        assert team.install() == FINE
        assert team.memory == []


class TestAnAttack:
    def test_an_older_state_is_refused(self, team, capsys) -> None:
        shutil.copytree(team.site, team.catalog.folder / "older")
        assert team.sign("--serial", "4000000009") == FINE
        assert team.install() == FINE
        shutil.rmtree(team.site)
        shutil.copytree(team.catalog.folder / "older", team.site)
        refused(capsys, team, "has serial 4000000000, and 4000000009 was seen here before", "lists/", spec="beta")

    def test_after_which_the_named_file_may_be_removed_to_begin_anew(self, team, capsys) -> None:
        assert team.sign("--serial", "4000000009") == FINE
        assert team.install() == FINE
        (team.site / LIST).unlink()
        assert team.sign("--serial", "3") == FINE
        capsys.readouterr()
        assert team.install("beta") == REFUSED
        told = capsys.readouterr().err.replace("\n", " ")
        Path(told.split("remove `")[1].split("`")[0]).unlink()
        assert team.install("beta") == FINE

    def test_an_expired_list_is_refused(self, team, capsys, monkeypatch) -> None:
        monkeypatch.setenv("SOURCE_DATE_EPOCH", FAR)
        refused(capsys, team, "expired on 2096-12-31, and today is 2098-01-08")

    def test_a_day_that_builds_are_told_brings_no_expired_list_back(self, team, capsys, monkeypatch) -> None:
        assert team.sign("--today", "2020-01-01", "--serial", DAY) == FINE
        monkeypatch.setenv("SOURCE_DATE_EPOCH", "1577836800")
        refused(capsys, team, "expired on 2020-03-31, and today is ")
        assert run(["audit", team.url]) == NO
        assert "expired on 2020-03-31" in capsys.readouterr().out

    def test_a_list_of_another_signer_is_refused(self, team, capsys, made_signatures) -> None:
        other = made_signatures.make_signer("Somebody Else")
        (team.site / LIST).write_bytes(other.bundle(json.dumps(team.statement()).encode()))
        refused(capsys, team, "made by `Somebody Else`, whom your settings do not name", "list_signers")

    def test_so_is_one_that_only_bears_the_name_of_the_signer(self, team, capsys, made_signatures) -> None:
        other = made_signatures.make_signer()
        (team.site / LIST).write_bytes(other.bundle(json.dumps(team.statement()).encode()))
        refused(capsys, team, "whom your settings do not name")

    def test_a_list_by_a_certificate_that_has_expired_is_refused(self, team, capsys, made_signatures) -> None:
        old = made_signatures.make_signer(years=(2020, 2025))
        (team.settings / "team.pem").write_bytes(old.root)
        (team.site / LIST).write_bytes(old.bundle(json.dumps(team.statement()).encode()))
        refused(capsys, team, "was made by a certificate that expired on 2025-01-01")

    def test_a_changed_list_is_refused(self, team, capsys) -> None:
        bundle = json.loads((team.site / LIST).read_bytes())
        statement = team.statement()
        statement["predicate"]["serial"] += 1
        bundle["dsseEnvelope"]["payload"] = base64.b64encode(json.dumps(statement).encode()).decode()
        (team.site / LIST).write_text(json.dumps(bundle))
        refused(capsys, team, "was not made by the key of its certificate, or was changed")

    def test_a_missing_list_is_refused(self, team, capsys) -> None:
        (team.site / LIST).unlink()
        refused(capsys, team, "has no signed list", "sign --site")

    @pytest.mark.parametrize("path", [RECORD, "versions.json"])
    def test_a_file_of_another_state_is_refused_and_named(self, team, capsys, path: str) -> None:
        content = (team.site / path).read_bytes()
        (team.site / path).write_bytes(content + b"\n")
        refused(capsys, team, f"`{path}` of", "is not what its signed list names", spec=team.url)

    def test_an_archive_that_is_swapped_with_its_digest_in_the_record_is_refused(self, team, capsys) -> None:
        record, archive = team.site / RECORD, team.site / ARCHIVE
        known = json.loads(record.read_bytes())["versions"][0]["archive"]["sha256"]
        archive.write_bytes((team.site / ARCHIVE.replace("alpha", "beta")).read_bytes())
        now = hashlib.sha256(archive.read_bytes()).hexdigest()
        record.write_text(record.read_text().replace(known, now))
        refused(capsys, team, f"`{RECORD}` of", "is not what its signed list names")

    def test_a_file_that_is_withheld_is_refused_and_named(self, team, capsys) -> None:
        (team.site / RECORD).unlink()
        refused(capsys, team, f"has no `{RECORD}`, which its signed list names")

    def test_a_part_that_is_missing_is_refused_and_named(self, team, capsys) -> None:
        (team.site / PART).unlink()
        refused(capsys, team, f"is not whole: there is no `{PART}`")

    def test_a_part_that_is_cut_off_is_refused_and_named(self, team, capsys) -> None:
        (team.site / PART).write_bytes((team.site / PART).read_bytes()[:-40])
        refused(capsys, team, f"`{PART}` of", "is not what its signed list names")

    def test_a_part_of_another_list_is_refused_and_named(self, team, capsys) -> None:
        before = (team.site / PART).read_bytes()
        team.catalog.write("alpha", "1.1.0", "Other words.")
        assert team.catalog.build("one", previous="one") == FINE
        assert team.sign() == FINE
        (team.site / PART).write_bytes(before)
        refused(capsys, team, f"`{PART}` of", "is not what its signed list names")

    def test_a_file_that_the_list_does_not_name_is_as_if_it_were_not_there(self, team, capsys) -> None:
        record = json.loads((team.site / RECORD).read_bytes())
        (team.site / "skills" / "evil").mkdir()
        (team.site / "skills" / "evil" / "skill.json").write_text(json.dumps(record | {"name": "evil"}))
        refused(capsys, team, "no registry has `evil`", spec="evil")

    def test_a_list_of_another_catalog_by_the_same_signer_is_refused(self, team, capsys) -> None:
        assert team.install() == FINE
        team.forge(predicate={"catalog": "Another catalog", "serial": 4000000009})
        refused(capsys, team, "is that of `Another catalog`, not of `acme`", spec="beta")
        assert [each["serial"] for each in team.memory] == [4000000000]

    @pytest.mark.parametrize(
        ("changed", "words"),
        [
            ({"predicateType": "https://model_signing/signature/v1.0"}, "it is signed, but no list of a catalog"),
            ({"subject": "all of them"}, "its signed text is no list of a catalog"),
            ({"subject": []}, "it does not name all of its parts"),
            ({"predicate": {"serial": "9"}}, "its signed text is no list of a catalog"),
            ({"predicate": {"serial": -1}}, "its serial or its number of parts cannot be"),
            ({"predicate": {"parts": 10**9}}, "its serial or its number of parts cannot be"),
            ({"predicate": {"expires": "never"}}, "it does not say when it was made and when it expires"),
            ({"predicate": {"catalog": ""}}, "it does not say of which catalog it is"),
        ],
    )
    def test_a_list_that_cannot_be_is_refused(self, team, capsys, changed, words: str) -> None:
        team.forge(**changed)
        refused(capsys, team, words)

    def test_a_list_that_names_a_file_twice_is_refused(self, team, capsys) -> None:
        subject = team.statement()["subject"]
        team.forge(subject=[*subject, {**subject[0], "digest": {"sha256": "0" * 64}}])
        refused(capsys, team, "it names a file twice")

    def test_a_list_without_end_is_not_read(self, team, capsys) -> None:
        (team.site / LIST).write_bytes(b" " * 50_000_000)
        refused_by_size = team.install()
        assert refused_by_size == REFUSED
        assert "1048576" in capsys.readouterr().err
        assert team.installed == []

    def test_a_list_of_a_million_files_is_not_read(self, team, capsys) -> None:
        subject = [{"name": f"archives/{number}", "digest": {"sha256": "0" * 64}} for number in range(1_000_000)]
        team.forge(subject=subject)
        assert team.install() == REFUSED
        assert "1048576" in capsys.readouterr().err


class TestAUser:
    """What goes wrong on the side of the user is no reason to take a list."""

    def test_whose_memory_cannot_be_read_or_written_takes_nothing(self, team, capsys) -> None:
        state = team.catalog.folder / "state" / "skillpack"
        state.mkdir(parents=True)
        (state / "lists").write_text("no folder")
        assert team.install() == REFUSED
        (state / "lists").unlink()
        assert team.install() == FINE
        [memory] = (state / "lists").glob("*.json")
        memory.write_text("{")
        refused(capsys, team, "cannot be read, which holds the highest serial", "remove it", spec="beta")

    def test_who_names_no_certificate_is_told(self, team, capsys) -> None:
        (team.settings / "team.pem").write_text("nothing")
        assert team.install() == USAGE
        assert "`team.pem` is no certificate and no public key" in capsys.readouterr().err

    def test_who_names_a_file_that_is_not_there_is_told(self, team, capsys) -> None:
        team.trust(signers="nope.pem")
        assert team.install() == REFUSED
        assert "nope.pem" in capsys.readouterr().err


class TestAnAddress:
    """What is only there on the web: a catalog that knows its own address."""

    @pytest.fixture
    def team(self, published, serve, made_signatures, tmp_path, monkeypatch) -> Team:
        published.begin(DAY)
        for name in ("CONFIG", "STATE", "CACHE"):
            monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
        monkeypatch.chdir(tmp_path)
        found = Team(published, made_signatures.make_signer(years=YEARS), tmp_path / "config" / "skillpack")
        found.url = serve(found.catalog.folder) + "one/"  # so that there is something beside it
        found.trust()
        return found

    def test_that_the_list_does_not_name_is_refused_at_once(self, team, capsys) -> None:
        assert team.catalog.build("one", "--site-url", "https://other.example/") == FINE
        assert team.sign() == FINE
        refused(capsys, team, "is that of `https://other.example/`, not of `http://127.0.0.1:", "list_catalog")
        team.trust('list_catalog = "https://other.example/"')
        assert team.install() == FINE

    def test_of_its_own_is_taken(self, team) -> None:
        assert team.catalog.build("one", "--site-url", team.url) == FINE
        assert team.sign() == FINE
        assert team.install() == FINE

    def test_in_another_spelling_leads_around_nothing(self, team, capsys) -> None:
        assert team.sign() == FINE
        (team.site / LIST).unlink()
        root = team.url.removesuffix("one/")
        for address in (
            f"{root}on%65/",
            f"{root}x/../one/",
            f"{root}./one/",
            f"{root}one/skills/alpha/",
            f"{root}ONE/",
        ):
            refused(capsys, team, "has no signed list", spec=address)
        refused(capsys, team, "has no signed list", spec=f"{root}one/{ARCHIVE}")

    def test_in_another_spelling_is_audited_by_its_signers(self, team, capsys) -> None:
        assert team.sign() == FINE
        (team.site / LIST).unlink()
        for address in (team.url, team.url.replace("/one/", "//on%65"), team.url.replace("http", "HTTP")):
            assert run(["audit", address]) == NO
            assert "your settings name signers" in capsys.readouterr().out

    @pytest.mark.parametrize("url", [f"one/{ARCHIVE}", f"one/../evil/{ARCHIVE}"])
    def test_that_a_lock_file_names_gives_only_what_the_list_names(self, team, capsys, url: str) -> None:
        assert team.sign() == FINE
        assert team.install() == FINE
        evil = self.evil(team)
        lock = team.catalog.folder / "root.lock"
        found = json.loads(lock.read_bytes())
        root = team.url.removesuffix("one/")
        found["skills"]["alpha"] |= {
            "digest": evil["digest"],
            "archive": {"url": f"{root}{url}", "sha256": evil["archive"]["sha256"]},
        }
        lock.write_text(json.dumps(found))
        for spec in ("--frozen", "--offline"):
            capsys.readouterr()
            assert run(["install", "--frozen", spec, "--root", "root", "--yes"]) == REFUSED
            assert f"does not name `{root}{url}` with the SHA-256" in capsys.readouterr().err
        assert "Evil words." not in (team.catalog.folder / "root" / "alpha" / "SKILL.md").read_text()

    def test_with_a_digest_of_what_is_kept_gives_only_what_the_list_names(self, team, capsys) -> None:
        assert team.sign() == FINE
        digest = self.evil(team)["archive"]["sha256"]
        refused(capsys, team, "does not name", spec=f"{team.url}{ARCHIVE}#sha256={digest}")
        (team.site / LIST).unlink()
        refused(capsys, team, "has no signed list", spec=f"{team.url}{ARCHIVE}#sha256={digest}")

    def evil(self, team: Team) -> Any:
        """Let the user look at a skill of another site, which is kept since; return what its record says."""
        team.catalog.write("alpha", "1.0.0", "Evil words.")
        assert team.catalog.build("evil") == FINE
        assert run(["show", team.url.replace("/one/", f"/evil/{ARCHIVE}")]) == FINE
        return json.loads((team.catalog.folder / "evil" / RECORD).read_bytes())["versions"][0]

    def test_beside_it_is_let_alone(self, team) -> None:
        shutil.copytree(team.site, team.catalog.folder / "beside")
        assert team.install(team.url.replace("/one/", "/beside/"), "--skill", "alpha") == FINE

    def test_that_is_not_asked_is_judged_by_what_is_kept(self, team) -> None:
        assert team.sign() == FINE
        assert team.install() == FINE
        shutil.rmtree(team.catalog.folder / "root")
        shutil.rmtree(team.site)
        assert team.install("alpha", "--offline") == FINE
        assert team.install("beta", "--offline") == REFUSED

    def test_that_is_mirrored_is_judged_the_same_way(self, team, capsys) -> None:
        assert team.sign() == FINE
        host = team.url.split("/")[2]
        copy = team.catalog.folder / "mirror" / host / "one"
        shutil.copytree(team.site, copy)
        shutil.rmtree(team.site)
        mirror = ("--mirror", str(team.catalog.folder / "mirror"))
        assert team.install("alpha", *mirror) == FINE
        (copy / RECORD.replace("alpha", "beta")).write_bytes((copy / RECORD).read_bytes())
        assert team.install("beta", *mirror) == REFUSED
        assert "is not what its signed list names" in capsys.readouterr().err

    def test_is_read_anew_with_its_list_by_a_store_that_stays_open(self, team) -> None:
        assert team.sign() == FINE
        store = load_catalog(team.url, lists=partial(trusted_lists, print))
        team.catalog.write("new", "1.0.0")
        assert team.catalog.build("one", previous="one") == FINE
        assert team.sign() == FINE
        assert "new" in store.refresh()
        (team.site / LIST).unlink()
        with pytest.raises(ListRefusedError):
            store.refresh()

    def test_is_judged_the_same_way_by_installs_from_python(self, team, tmp_path: Path) -> None:
        assert team.sign() == FINE
        (done,) = install_skills("alpha", tmp_path / "root", registries=[team.url])
        assert (done.changed, done.problem) == (True, "")
        (team.site / LIST).unlink()
        with pytest.raises(ListRefusedError):
            install_skills("beta", tmp_path / "root", registries=[team.url])

    def test_costs_a_request_for_the_list_and_one_for_each_part_that_is_needed(self, team, sent) -> None:
        assert team.sign() == FINE
        assert team.install() == FINE
        assert sent == [f"/one/{path}" for path in (LIST, PART, RECORD, ARCHIVE)]

    def test_of_what_was_published_gives_a_build_only_what_was_signed(self, team, capsys) -> None:
        assert team.sign() == FINE
        assert team.catalog.build("two", previous=team.url) == FINE
        record = team.site / RECORD
        record.write_text(record.read_text().replace("2025-", "2024-"))  # of a day that nobody signed
        capsys.readouterr()
        assert team.catalog.build("three", previous=team.url) == REFUSED
        assert f"`{RECORD}` of" in capsys.readouterr().err
        assert not (team.catalog.folder / "three").exists()


class TestAnAudit:
    def test_says_who_made_the_list(self, team, capsys) -> None:
        capsys.readouterr()
        assert run(["audit", team.url, "--json"]) == FINE
        found = json.loads(capsys.readouterr().out)
        assert (found["signed_list"]["state"], found["signed_list"]["serial"]) == ("valid", 4000000000)
        (team.settings / "config.toml").unlink()
        assert run(["audit", team.url]) == FINE
        assert "whom nobody named" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("path", "kind"), [(RECORD, "differs"), (PART, "differs"), (ARCHIVE, "differs"), (LIST, "signed-list")]
    )
    def test_names_a_file_that_differs(self, team, capsys, path: str, kind: str) -> None:
        (team.site / path).write_bytes((team.site / path).read_bytes() + b"\n{")
        capsys.readouterr()
        assert run(["audit", team.url, "--json"]) == NO
        problems = json.loads(capsys.readouterr().out)["problems"]
        assert (path, kind) in [(each["path"], each["kind"]) for each in problems]

    def test_names_what_is_wanted_and_missing_or_expired(self, team, capsys, monkeypatch) -> None:
        monkeypatch.setenv("SOURCE_DATE_EPOCH", FAR)
        capsys.readouterr()
        assert run(["audit", team.url]) == NO
        assert "expired on 2096-12-31" in capsys.readouterr().out
        (team.site / LIST).unlink()
        assert run(["audit", team.url]) == NO
        assert "your settings name signers" in capsys.readouterr().out

    def test_names_a_file_that_the_list_does_not(self, team, capsys) -> None:
        team.catalog.write("new", "1.0.0")
        kept = {path: (team.site / path).read_bytes() for path in (LIST, PART)}
        assert team.catalog.build("one", previous="one") == FINE
        (team.site / PART).parent.mkdir(exist_ok=True)
        for path, content in kept.items():
            (team.site / path).write_bytes(content)
        capsys.readouterr()
        assert run(["audit", team.url]) == NO
        out = capsys.readouterr().out
        assert "skills/new/skill.json: signed-list: `signed-list.json` does not name it" in out
        assert "catalog.json: differs" in out


class TestABuild:
    """What a build makes of the list that lies in its output."""

    @pytest.fixture
    def team(self, published, made_signatures, tmp_path, monkeypatch) -> Team:
        monkeypatch.chdir(tmp_path)
        found = Team(published, made_signatures.make_signer(years=YEARS), tmp_path / "config" / "skillpack")
        assert found.sign() == FINE
        return found

    def test_with_nothing_new_keeps_it(self, team) -> None:
        before = (team.site / LIST).read_bytes()
        assert team.catalog.build("one") == FINE
        assert (team.site / LIST).read_bytes() == before
        assert (team.site / PART).is_file()

    def test_that_changes_pages_alone_keeps_it(self, team) -> None:
        (team.catalog.source / "pages").mkdir()
        (team.catalog.source / "pages" / "help.md").write_text("# Help\n\nAsk.\n")
        team.catalog.configure('[[page]]\npath = "pages/help.md"\n')
        assert team.catalog.build("one") == FINE
        assert (team.site / LIST).is_file()

    @pytest.mark.parametrize("more", [[], ["--json"]])
    def test_that_changes_what_it_names_removes_it_and_says_so(self, team, capsys, more: list[str]) -> None:
        team.catalog.write("alpha", "1.1.0", "Other words.")
        capsys.readouterr()
        assert team.catalog.build("one", *more, previous="one") == FINE
        assert not (team.site / LIST).exists()
        assert not (team.site / PART).exists()
        told = capsys.readouterr()
        assert json.loads(told.out)["signed_list_removed"] if more else "sign --site" in told.err

    def test_of_another_folder_has_none(self, team) -> None:
        assert team.catalog.build("two", previous="one") == FINE
        assert not (team.catalog.folder / "two" / LIST).exists()


class TestSigning:
    @pytest.fixture
    def team(self, published, made_signatures, tmp_path, monkeypatch) -> Team:
        monkeypatch.chdir(tmp_path)
        return Team(published, made_signatures.make_signer(years=YEARS), tmp_path / "config" / "skillpack")

    def test_a_dry_run_writes_nothing(self, team, capsys) -> None:
        assert team.sign("--dry-run", "--json") == FINE
        assert json.loads(capsys.readouterr().out)["written"] is False
        assert not (team.site / LIST).exists()

    def test_says_what_it_signed(self, team, capsys) -> None:
        assert team.sign("--json", "--valid-days", "7", "--today", "2025-10-01") == FINE
        found = json.loads(capsys.readouterr().out)
        assert (found["catalog"], found["expires"]) == ("acme", "2025-10-08T00:00:00Z")
        names = {each["name"] for each in team.statement()["subject"]}
        assert {"catalog.json", "versions.json", PART} <= names
        listed = json.loads((team.site / PART).read_bytes())["files"]
        assert found["files"] == len(listed) + len(names) - 1
        assert {RECORD, ARCHIVE} <= {path for path, _ in listed}
        assert not [path for path, _ in listed if path.endswith(".html")]

    def test_a_file_that_is_not_as_it_was_built_is_not_signed(self, team, capsys) -> None:
        (team.site / RECORD).write_text("{}")
        assert team.sign() == REFUSED
        assert f"`{RECORD}` in" in capsys.readouterr().err
        assert not (team.site / LIST).exists()

    def test_a_list_that_has_expired_when_it_is_made_is_signed_with_a_warning(self, team, capsys) -> None:
        assert team.sign("--today", "2020-01-01") == FINE
        assert "warning: the list expires on 2020-03-31, and today is " in capsys.readouterr().err

    def test_a_lower_serial_is_refused(self, team, capsys) -> None:
        assert team.sign("--serial", "9") == FINE
        assert team.sign("--serial", "5") == USAGE
        assert "lower than 9" in capsys.readouterr().err

    @pytest.mark.parametrize("serial", [2**53, 9_000_000_000])
    def test_a_forged_list_does_not_use_up_the_serials(self, team, capsys, made_signatures, serial: int) -> None:
        assert team.sign() == FINE
        team.signer, mine = made_signatures.make_signer("Somebody Else"), team.signer
        team.forge(predicate={"serial": serial})
        team.signer = mine
        assert team.sign() == USAGE
        assert f"has serial {serial}" in capsys.readouterr().err
        assert team.statement()["predicate"]["serial"] == serial
        (team.site / LIST).unlink()
        assert team.sign() == FINE

    def test_parts_that_are_no_longer_there_are_removed(self, team) -> None:
        assert team.sign() == FINE
        (team.site / "signed-list" / "0001.json").write_text("{}")
        assert team.sign() == FINE
        assert [path.name for path in (team.site / "signed-list").iterdir()] == ["0000.json"]

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--serial", "3", "--key", "k"], "need `--site`"),
            (["--site", "one", "source", "--key", "k"], "no SKILL"),
            (["--site", "source", "--key", "k"], "holds no site"),
            (["--site", "one", "--key", "k", "--today", "soon"], "not a day"),
            (["--site", "one", "--key", "source/skillpack.toml"], "no private key"),
        ],
    )
    def test_what_cannot_be_meant_is_refused(self, team, capsys, arguments: list[str], words: str) -> None:
        shutil.copy(team.keys[0], "k")
        assert run(["sign", *arguments]) == USAGE
        assert words in capsys.readouterr().err

    def test_a_certificate_of_another_key_is_refused(self, team, capsys, made_signatures, tmp_path) -> None:
        _, certificate, _ = made_signatures.make_signer().write(tmp_path / "others")
        assert run(["sign", "--site", "one", "--key", team.keys[0], "--certificate", str(certificate)]) == USAGE
        assert "cannot be used" in capsys.readouterr().err
