"""Wherever a skill is listed, its signer is: `check`, `list` and `outdated`, of folders, sites and installed skills."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from skillpack.cli.main import run
from skillpack.evidence import bundle

SIGNATURE = "skill.oms.sig"


@pytest.fixture
def signer(made_signatures) -> Any:
    return made_signatures.make_signer()


@pytest.fixture(autouse=True)
def _home(catalog, monkeypatch) -> None:
    monkeypatch.setenv("HOME", str(catalog.folder / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(catalog.folder / "settings"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(catalog.folder / "cache"))
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def skills(catalog, signer) -> Path:
    """Give the folder of three skills: signed, changed since, and not signed."""
    for name in ("changed", "plain", "signed"):
        catalog.write(name, "1.0.0")
    folder = catalog.source / "skills"
    for name in ("changed", "signed"):
        signer.sign_folder(folder / name)
    (folder / "changed" / "SKILL.md").write_text((folder / "changed" / "SKILL.md").read_text() + "More.\n")
    return folder


def named(catalog, signer, more: str = "") -> None:
    (catalog.source / "root.pem").write_bytes(signer.root)
    catalog.configure(f'[signers]\nfiles = ["root.pem"]\n{more}')


def trusted(catalog, signer) -> None:
    folder = catalog.folder / "settings" / "skillpack"
    folder.mkdir(parents=True)
    (folder / "root.pem").write_bytes(signer.root)
    (folder / "config.toml").write_text('[signers]\nfiles = ["root.pem"]\n')


def columns(out: str) -> dict[str, list[str]]:
    """Return the cells of a table, by those of the first column; two blanks part them."""
    rows = [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in out.splitlines()]
    return {row[0]: row[1:] for row in rows}


class TestList:
    @pytest.mark.usefixtures("skills")
    def test_of_a_catalog_by_its_signers(self, catalog, signer, capsys) -> None:
        named(catalog, signer)
        assert run(["list", str(catalog.source)]) == 0
        found = columns(capsys.readouterr().out)
        assert found["name"][-2:] == ["signed by", "description"]
        assert found["signed"][2] == "Example Team"
        assert found["changed"][2] == "drifted: Example Team"
        assert len(found["plain"]) == len(found["signed"]) - 1

    def test_of_a_bare_folder_by_those_of_the_user(self, catalog, skills, signer, capsys) -> None:
        assert run(["list", str(skills)]) == 0
        assert columns(capsys.readouterr().out)["signed"][2] == "unknown-signer: Example Team"
        trusted(catalog, signer)
        assert run(["list", str(skills)]) == 0
        assert columns(capsys.readouterr().out)["signed"][2] == "Example Team"

    @pytest.mark.usefixtures("skills")
    def test_of_a_site_by_its_own_word(self, catalog, signer, capsys) -> None:
        named(catalog, signer)
        catalog.build("site")
        capsys.readouterr()
        assert run(["list", str(catalog.folder / "site")]) == 0
        found = columns(capsys.readouterr().out)
        assert found["name"][-2:] == ["says signed by", "description"]
        assert found["changed"][2] == "drifted: Example Team"

    def test_of_installed_skills(self, catalog, skills, signer, capsys) -> None:
        root = ["--root", str(catalog.folder / "root")]
        assert run(["install", str(skills), "--all", "--yes", *root]) == 0
        trusted(catalog, signer)
        capsys.readouterr()
        assert run(["list", *root]) == 0
        found = columns(capsys.readouterr().out)
        assert found["signed"][3] == "Example Team"
        assert found["changed"][3] == "drifted: Example Team"
        assert run(["list", "--json", *root]) == 0
        states = {each["name"]: each["signature"].get("state") for each in json.loads(capsys.readouterr().out)}
        assert states == {"changed": "drifted", "plain": None, "signed": "valid"}

    @pytest.mark.usefixtures("skills")
    def test_json_of_a_catalog(self, catalog, signer, capsys) -> None:
        named(catalog, signer)
        assert run(["list", str(catalog.source), "--json"]) == 0
        found = {each["name"]: each["signature"] for each in json.loads(capsys.readouterr().out)}
        assert found["plain"] == {}
        assert (found["signed"]["state"], found["signed"]["in_repository"]) == ("valid", True)
        assert [each["path"] for each in found["changed"]["changed"]] == ["SKILL.md"]

    def test_without_signatures_there_is_no_column(self, catalog, capsys) -> None:
        catalog.write("plain", "1.0.0")
        assert run(["list", str(catalog.source)]) == 0
        assert "signed by" not in capsys.readouterr().out


class TestCheck:
    def rules(self, catalog, capsys, *more: str) -> dict[str, list[str]]:
        run(["check", str(catalog.source), "--json", *more])
        rows = json.loads(capsys.readouterr().out)["findings"]
        found: dict[str, list[str]] = {}
        for each in (row for row in rows if row["code"].startswith("SG")):
            found.setdefault(each["skill"], []).append(each["code"])
        return found

    @pytest.mark.usefixtures("skills")
    def test_drift_of_a_skill_and_a_key_in_the_repository(self, catalog, signer, capsys) -> None:
        named(catalog, signer)
        assert self.rules(catalog, capsys, "--today", "2026-01-01") == {"changed": ["SG003"], "": ["SG009"]}

    @pytest.mark.usefixtures("skills")
    def test_certificates_are_judged_on_the_day(self, catalog, capsys) -> None:
        found = self.rules(catalog, capsys, "--today", "2036-01-01")
        assert found == {"changed": ["SG003", "SG008"], "signed": ["SG008"]}
        assert self.rules(catalog, capsys, "--today", "2026-01-01") == {"changed": ["SG003"]}

    @pytest.mark.usefixtures("skills")
    def test_a_build_asks_no_clock(self, catalog) -> None:
        assert catalog.build("one", "--today", "2026-01-01") == catalog.build("two", "--today", "2036-01-01")
        assert catalog.files("one") == catalog.files("two")
        assert "SG008" not in catalog.files("two")["checks/index.html"].decode()

    @pytest.mark.usefixtures("skills")
    def test_what_is_required_is_an_error_as_in_a_build(self, catalog, signer, capsys) -> None:
        named(catalog, signer, "require = true\n")
        assert self.rules(catalog, capsys)["plain"] == ["SG007"]
        assert catalog.build("site") == 1
        assert {name: row["state"] for name, row in catalog.listed("site").items()} == {
            "changed": "withheld",
            "plain": "withheld",
            "signed": "published",
        }

    def test_a_signature_that_is_not_valid_withholds(self, catalog, skills, signer, made_signatures) -> None:
        folder = skills / "signed"
        files = {"SKILL.md": (folder / "SKILL.md").read_bytes()}
        forged = made_signatures.make_signer("Example Team").bundle(made_signatures.statement(files))
        content, other = json.loads(forged), json.loads(signer.sign(files))
        content["verificationMaterial"] = other["verificationMaterial"]
        (folder / SIGNATURE).write_text(json.dumps(content))
        assert catalog.build("site") == 1
        assert catalog.listed("site")["signed"]["state"] == "withheld"
        page = catalog.files("site")["skills/signed/index.html"].decode()
        assert "was not made by the key of its certificate" in page

    @pytest.mark.usefixtures("skills")
    def test_without_the_extra_it_says_that_nothing_verified_it(self, catalog, signer, capsys, monkeypatch) -> None:
        named(catalog, signer)
        monkeypatch.setattr(bundle, "can_verify", lambda: False)
        found = self.rules(catalog, capsys)
        assert found["signed"] == ["SG006"]
        assert found["changed"] == ["SG003", "SG006"]


class TestOutdated:
    def publish(self, catalog, number: int, who: Any) -> None:
        """Publish another version at the same address, signed by somebody, or by nobody."""
        catalog.write("report", f"1.{number}.0", f"Text {number}.")
        skill = catalog.source / "skills" / "report"
        (skill / SIGNATURE).unlink(missing_ok=True)
        if who is not None:
            who.sign_folder(skill)
        assert catalog.build(f"site-{number}", previous=f"site-{number - 1}" if number else "") == 0
        shutil.rmtree(catalog.folder / "site", ignore_errors=True)
        shutil.copytree(catalog.folder / f"site-{number}", catalog.folder / "site")

    def outdated(self, catalog, capsys) -> tuple[str, str]:
        """Return what is said of a change of the signer, as JSON and in all that people see."""
        root = ["--root", str(catalog.folder / "root")]
        capsys.readouterr()
        assert run(["outdated", *root]) == 0
        text = capsys.readouterr()
        assert run(["outdated", "--json", *root]) == 0
        (row,) = json.loads(capsys.readouterr().out)
        return row["signer_change"], f"{text.out}{text.err}"

    @pytest.mark.parametrize("kind", ["registry", "folder"])
    @pytest.mark.parametrize(
        ("by", "words"),
        [("", "it was signed by Example Team, and now is not"), ("Others", "Others"), ("Example Team Again", "Again")],
    )
    def test_says_what_update_will_refuse(
        self, catalog, signer, made_signatures, capsys, kind: str, by: str, words: str
    ) -> None:
        source = {
            "registry": ["report", "--registry", str(catalog.folder / "site")],
            "folder": [str(catalog.source / "skills" / "report")],
        }[kind]
        root = ["--root", str(catalog.folder / "root")]
        self.publish(catalog, 0, signer)
        assert run(["install", *source, *root, "--yes"]) == 0
        self.publish(catalog, 1, made_signatures.make_signer(by) if by else None)

        change, text = self.outdated(catalog, capsys)
        assert words in change
        assert change in text
        assert "`skillpack update` refuses it until `--allow-signer-change report`" in text
        assert run(["update", *root, "--yes"]) != 0
        assert change.partition(",")[0] in capsys.readouterr().err

    def test_the_same_signer_is_no_news(self, catalog, signer, capsys) -> None:
        self.publish(catalog, 0, signer)
        root = ["--root", str(catalog.folder / "root")]
        assert run(["install", "report", "--registry", str(catalog.folder / "site"), *root, "--yes"]) == 0
        self.publish(catalog, 1, signer)
        change, text = self.outdated(catalog, capsys)
        assert (change, "allow-signer-change" in text) == ("", False)
        assert run(["update", *root, "--yes"]) == 0

    def test_who_was_not_signed_may_be_signed_by_anybody(self, catalog, signer, capsys) -> None:
        self.publish(catalog, 0, None)
        root = ["--root", str(catalog.folder / "root")]
        assert run(["install", "report", "--registry", str(catalog.folder / "site"), *root, "--yes"]) == 0
        self.publish(catalog, 1, signer)
        assert self.outdated(catalog, capsys)[0] == ""

    def test_drift_of_what_was_whole(self, catalog, signer, capsys) -> None:
        self.publish(catalog, 0, signer)
        root = ["--root", str(catalog.folder / "root")]
        assert run(["install", "report", "--registry", str(catalog.folder / "site"), *root, "--yes"]) == 0
        signature = (catalog.source / "skills" / "report" / SIGNATURE).read_bytes()
        catalog.write("report", "1.1.0", "Other.")
        (catalog.source / "skills" / "report" / SIGNATURE).write_bytes(signature)
        assert catalog.build("site-1", previous="site-0") == 0
        shutil.rmtree(catalog.folder / "site")
        shutil.copytree(catalog.folder / "site-1", catalog.folder / "site")
        change, _ = self.outdated(catalog, capsys)
        assert change == "it was signed by Example Team as a whole, and its source calls the signature drifted"
