"""Signed skills: a signature is not content, what it names is shipped, and it may come after the skill."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from skillpack.archive.read import read_archive
from skillpack.cli.main import REFUSED, run
from skillpack.model.digest import checksums, sha256, tree_digest
from skillpack.model.limits import Limits
from skillpack.model.tree import Tree

BEFORE = Path(__file__).parents[1] / "data" / "signed-before"
"""Two signed skills, and the site that skillpack built of them while a signature was content."""

SIGNATURE = "skill.oms.sig"


@pytest.fixture
def signer(made_signatures) -> Any:
    return made_signatures.make_signer()


@pytest.fixture
def skill(catalog) -> Path:
    catalog.write("report", "1.0.0")
    return catalog.source / "skills" / "report"


def version(catalog, site: str, name: str = "report") -> dict[str, Any]:
    (found,) = catalog.json(site, f"skills/{name}/skill.json")["versions"]
    return found


def archived(catalog, site: str, name: str = "report", label: str = "1.0.0") -> Tree:
    return read_archive(catalog.files(site)[f"archives/{name}/{name}-{label}.zip"], Limits())


def install(catalog, site: str, *more: str) -> Path:
    root = catalog.folder / f"root-{site}"
    arguments = ["install", "report", "--registry", str(catalog.folder / site), "--root", str(root), "--yes"]
    assert run([*arguments, *more]) == 0
    return root / "report"


class TestASkillThatIsSignedLater:
    def test_keeps_its_version_and_every_byte_of_its_archive(self, catalog, skill, signer) -> None:
        assert catalog.build("one") == 0
        signer.sign_folder(skill)
        assert catalog.build("two", previous="one") == 0

        before, after = version(catalog, "one"), version(catalog, "two")
        assert "signature" not in before
        assert {**after, "signature": None} == {**before, "signature": None}
        one, two = catalog.files("one"), catalog.files("two")
        archives = {path: content for path, content in one.items() if path.startswith("archives/")}
        assert archives.items() <= two.items()

    def test_has_its_signature_beside_the_archive_and_in_the_record(self, catalog, skill, signer) -> None:
        catalog.build("one")
        signer.sign_folder(skill)
        catalog.build("two", previous="one")

        content, row = (skill / SIGNATURE).read_bytes(), version(catalog, "two")["signature"]
        assert row["sha256"] == sha256(content)
        assert catalog.files("two")[row["url"].removeprefix("../../")] == content
        assert run(["audit", str(catalog.folder / "two")]) == 0

    def test_is_installed_with_its_signature(self, catalog, skill, signer) -> None:
        catalog.build("one")
        signer.sign_folder(skill)
        catalog.build("two", previous="one")

        assert (install(catalog, "two") / SIGNATURE).read_bytes() == (skill / SIGNATURE).read_bytes()
        assert not (install(catalog, "one") / SIGNATURE).exists()
        assert run(["verify", "--root", str(catalog.folder / "root-two")]) == 0

    def test_keeps_its_version_where_the_signature_names_evaluations(self, catalog, skill, signer) -> None:
        (skill / "evals").mkdir()
        (skill / "evals" / "evals.json").write_text("[]\n")
        catalog.build("one")
        signer.sign_folder(skill)
        assert catalog.build("two", previous="one") == 0

        assert version(catalog, "two")["digest"] == version(catalog, "one")["digest"]
        assert archived(catalog, "two") == archived(catalog, "one")
        assert run(["audit", str(catalog.folder / "two")]) == 0

    def test_says_which_evaluations_of_the_signature_its_archive_lacks(self, catalog, skill, signer, capsys) -> None:
        (skill / "evals").mkdir()
        (skill / "evals" / "evals.json").write_text("[]\n")
        (catalog.source / "team.pem").write_bytes(signer.root)
        catalog.configure('[signers]\nfiles = ["team.pem"]\n')
        catalog.build("one")
        signer.sign_folder(skill)
        assert catalog.build("two", previous="one") == 0

        found = catalog.json("two", "skills/report/skill.json")["signature"]
        assert (found["state"], found["missing"]) == ("drifted", ["evals/evals.json"])
        assert catalog.listed("two")["report"]["signature"] == "drifted"
        assert "evals/evals.json" in catalog.files("two")["skills/report/index.html"].decode()
        capsys.readouterr()
        install(catalog, "two")
        assert "evals/evals.json" in " ".join(capsys.readouterr().err.split())
        catalog.write("report", "1.1.0", "Another text.")
        signer.sign_folder(skill)
        assert catalog.build("three", previous="two") == 0
        assert catalog.listed("three")["report"]["signature"] == "valid"


class TestASkillThatIsSignedAnew:
    def test_changes_the_signature_and_nothing_else(self, catalog, skill, signer, made_signatures) -> None:
        signer.sign_folder(skill)
        catalog.build("one")
        made_signatures.make_signer("Another").sign_folder(skill)
        assert catalog.build("two", previous="one") == 0

        before, after = version(catalog, "one"), version(catalog, "two")
        assert before["signature"] != after["signature"]
        assert {**after, "signature": None} == {**before, "signature": None}
        assert archived(catalog, "two") == archived(catalog, "one")
        assert (install(catalog, "two") / SIGNATURE).read_bytes() == (skill / SIGNATURE).read_bytes()

    def test_stays_as_it_is_without_a_change(self, catalog, skill, signer) -> None:
        catalog.build("one")
        signer.sign_folder(skill)
        catalog.build("two", previous="one")
        catalog.build("three", previous="two")
        assert catalog.files("three") == catalog.files("two")

    def test_keeps_the_signature_of_an_earlier_version(self, catalog, skill, signer) -> None:
        catalog.build("one")
        signer.sign_folder(skill)
        catalog.build("two", previous="one")
        catalog.write("report", "1.1.0", "Another text.")
        assert catalog.build("three", previous="two") == 0

        new, old = catalog.json("three", "skills/report/skill.json")["versions"]
        assert "signature" not in new
        assert old["signature"]["url"].removeprefix("../../") in catalog.files("three")


class TestShippedFiles:
    def test_every_file_that_the_signature_names_is_shipped(self, catalog, skill, signer) -> None:
        (skill / "evals").mkdir()
        (skill / "evals" / "evals.json").write_text("[]\n")
        signer.sign_folder(skill)
        (skill / "evals" / "more.json").write_text("[]\n")
        catalog.build("one")

        tree = archived(catalog, "one")
        assert sorted(tree.files) == ["SKILL.md", "evals/evals.json", SIGNATURE]
        assert version(catalog, "one")["digest"] == tree_digest(tree) == sha256(checksums(tree).encode())
        assert SIGNATURE not in checksums(tree)
        assert (install(catalog, "one") / "evals" / "evals.json").exists()

    @pytest.mark.parametrize("content", [b"{}", b"[" * 10_000, b"\xff", b"x" * 70_000])
    def test_without_a_well_formed_signature_evaluations_stay_at_home(self, catalog, skill, content: bytes) -> None:
        (skill / "evals").mkdir()
        (skill / "evals" / "evals.json").write_text("[]\n")
        (skill / SIGNATURE).write_bytes(content)
        catalog.build("one")

        tree = archived(catalog, "one")
        assert sorted(tree.files) == ["SKILL.md", SIGNATURE]
        assert SIGNATURE in checksums(tree), "it is a file like any other"
        assert "signature" not in version(catalog, "one")


class TestWhatWasPublishedBefore:
    @pytest.fixture(autouse=True)
    def _published(self, catalog) -> None:
        shutil.copytree(BEFORE / "skills", catalog.source / "skills", dirs_exist_ok=True)
        shutil.copytree(BEFORE / "site", catalog.folder / "before")

    def known(self, name: str) -> dict[str, object]:
        (found,) = json.loads((BEFORE / "site" / "skills" / name / "skill.json").read_text())["versions"]
        return found

    def test_keeps_digests_labels_and_archives(self, catalog) -> None:
        assert catalog.build("after", previous="before") == 0

        for name in ("notes", "report"):
            found = version(catalog, "after", name)
            assert {key: found[key] for key in self.known(name)} == self.known(name)
        files = catalog.files("after")
        for path, content in catalog.files("before").items():
            if path.startswith("archives/"):
                assert files[path] == content
        assert run(["audit", str(catalog.folder / "after")]) == 0

    def test_stays_the_same_version_with_another_signature(self, catalog, signer) -> None:
        for name in ("notes", "report"):
            signer.sign_folder(catalog.source / "skills" / name)
        assert catalog.build("after", previous="before") == 0
        assert catalog.build("again", previous="after") == 0

        assert catalog.files("again") == catalog.files("after")
        for name in ("notes", "report"):
            found = version(catalog, "after", name)
            assert {key: found[key] for key in self.known(name)} == self.known(name)
            content = (catalog.source / "skills" / name / SIGNATURE).read_bytes()
            assert found["signature"]["sha256"] == sha256(content)
        assert run(["audit", str(catalog.folder / "after")]) == 0

    def test_is_installed_and_verified(self, catalog) -> None:
        catalog.build("after", previous="before")
        for site in ("before", "after"):
            folder = install(catalog, site)
            receipt = json.loads((folder / ".skillpack.json").read_text())
            assert receipt["digest"] == self.known("report")["digest"]
            assert run(["verify", "--root", str(folder.parent)]) == 0
            assert run(["update", "--root", str(folder.parent), "--dry-run"]) == 0

    def test_a_change_is_a_change(self, catalog) -> None:
        text = catalog.source / "skills" / "report" / "SKILL.md"
        text.write_text(text.read_text() + "More.\n")
        assert catalog.build("after", previous="before") == 1, "the label is published with other content"


class TestWhoSigned:
    def configure(self, catalog, signer, more: str = "") -> None:
        (catalog.source / "root.pem").write_bytes(signer.root)
        catalog.configure(f'[signers]\nfiles = ["root.pem"]\n{more}')

    def test_is_said_on_the_page_in_the_record_and_in_the_catalog(self, catalog, skill, signer) -> None:
        signer.sign_folder(skill)
        self.configure(catalog, signer)
        assert catalog.build("one") == 0

        page = catalog.files("one")["skills/report/index.html"].decode()
        assert "Every file is as it was signed. The signer is Example Team, under root.pem of this catalog." in page
        assert "The certificate is valid from 2025-01-01 until 2035-01-01." in page
        record = catalog.json("one", "skills/report/skill.json")["signature"]
        assert (record["state"], record["known_as"]) == ("valid", "root.pem")
        row = catalog.listed("one")["report"]
        assert (row["signature"], row["signer"]) == ("valid", "Example Team")
        (listed,) = catalog.json("one", ".well-known/agent-skills/index.json")["skills"]
        assert (listed["signature"], listed["signer"]) == ("valid", "Example Team")

    def test_without_signers_is_somebodys_own_word(self, catalog, skill, signer) -> None:
        signer.sign_folder(skill)
        catalog.build("one")
        page = catalog.files("one")["skills/report/index.html"].decode()
        assert "Signed by somebody who calls themselves Example Team, under the root Example Team Root" in page
        assert catalog.listed("one")["report"]["signature"] == "unknown-signer"

    def test_a_file_that_changed_since_is_named(self, catalog, skill, signer) -> None:
        signer.sign_folder(skill)
        (skill / "SKILL.md").write_text((skill / "SKILL.md").read_text() + "More.\n")
        self.configure(catalog, signer)
        catalog.build("one")
        page = catalog.files("one")["skills/report/index.html"].decode()
        assert "Changed since it was signed: SKILL.md." in page

    def test_what_is_required_and_not_there_is_withheld(self, catalog, skill, signer) -> None:
        catalog.write("plain", "1.0.0")
        signer.sign_folder(skill)
        self.configure(catalog, signer, "require = true\n")
        catalog.build("one")
        listed = catalog.listed("one")
        assert {name: row["state"] for name, row in listed.items()} == {"plain": "withheld", "report": "published"}
        page = catalog.files("one")["skills/plain/index.html"].decode()
        assert (
            "The skill is not signed, and this catalog publishes only what a signer that it names has signed." in page
        )
        assert "Nobody whose signature counts here" not in page, "the finding says it"

    def test_a_profile_that_does_not_mind_publishes_nothing_more(self, catalog, signer) -> None:
        catalog.write("plain", "1.0.0")
        self.configure(catalog, signer, 'require = true\n[[suppress]]\nrule = "SG007"\nreason = "Later."\n')
        catalog.build("one")
        assert catalog.listed("one")["plain"]["state"] == "withheld"
        assert (
            "Nobody whose signature counts here signed it" in catalog.files("one")["skills/plain/index.html"].decode()
        )

    def test_a_skill_without_a_signature_says_nothing(self, catalog) -> None:
        catalog.write("report", "1.0.0")
        catalog.build("one")
        assert 'href="#signature"' not in catalog.files("one")["skills/report/index.html"].decode()
        assert "signature" not in catalog.listed("one")["report"]


class TestAudit:
    def test_counts_states_and_names_drift(self, catalog, skill, signer, capsys) -> None:
        signer.sign_folder(skill)
        (skill / "SKILL.md").write_text((skill / "SKILL.md").read_text() + "More.\n")
        catalog.write("whole", "1.0.0")
        signer.sign_folder(catalog.source / "skills" / "whole")
        catalog.build("one")
        capsys.readouterr()

        assert run(["audit", str(catalog.folder / "one")]) == 0
        said = capsys.readouterr()
        assert "report 1.0.0: drifted: changed: SKILL.md\n" in said.out
        assert (
            "2 signatures by Example Team under the root Example Team Root, whom your `[signers]` do not name"
            in said.out
        )
        assert "2 signatures: 1 drifted, 1 unknown-signer" in said.err
        assert run(["audit", str(catalog.folder / "one"), "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)["signatures"]
        assert [(each["name"], each["label"], each["state"]) for each in rows] == [
            ("report", "1.0.0", "drifted"),
            ("whole", "1.0.0", "unknown-signer"),
        ]
        assert [each["path"] for each in rows[0]["changed"]] == ["SKILL.md"]

    @pytest.mark.parametrize(
        ("path", "old", "new", "words"),
        [
            ("catalog.json", '"signature":"drifted"', '"signature":"valid"', "has another signature here"),
            ("catalog.json", '"signer":"Example Team"', '"signer":"Others"', "has another signature here"),
            (
                ".well-known/agent-skills/index.json",
                '"signature":"drifted"',
                '"signature":"valid"',
                "another signature",
            ),
            ("skills/report/skill.json", '"path":"SKILL.md","signed"', '"path":"x.md","signed"', "names other files"),
        ],
    )
    def test_what_an_index_says_otherwise_is_a_problem(
        self, catalog, skill, signer, capsys, path: str, old: str, new: str, words: str
    ) -> None:
        signer.sign_folder(skill)
        (skill / "SKILL.md").write_text((skill / "SKILL.md").read_text() + "More.\n")
        catalog.build("one")
        file = catalog.folder / "one" / path
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new))
        capsys.readouterr()

        assert run(["audit", str(catalog.folder / "one"), "--json"]) == 1
        problems = json.loads(capsys.readouterr().out)["problems"]
        assert any(each["kind"] == "disagrees" and words in each["message"] for each in problems)

    def test_the_list_of_versions_names_the_signatures_of_the_records(self, catalog, skill, signer, capsys) -> None:
        signer.sign_folder(skill)
        catalog.build("one")
        file = catalog.folder / "one" / "versions.json"
        listed = json.loads(file.read_text())
        assert listed["skills"]["report"]["signature"] == sha256((skill / SIGNATURE).read_bytes())
        listed["skills"]["report"]["signature"] = "0" * 64
        file.write_text(json.dumps(listed))
        capsys.readouterr()
        assert run(["audit", str(catalog.folder / "one")]) == 1
        assert "`report` has another signature here than in `skills/report/skill.json`" in capsys.readouterr().out


class TestInstalling:
    @pytest.fixture(autouse=True)
    def _home(self, catalog, monkeypatch) -> None:
        monkeypatch.setenv("HOME", str(catalog.folder / "home"))
        monkeypatch.setenv("XDG_CONFIG_HOME", str(catalog.folder / "settings"))

    def settings(self, catalog, signer, more: str = "") -> None:
        folder = catalog.folder / "settings" / "skillpack"
        folder.mkdir(parents=True)
        (folder / "root.pem").write_bytes(signer.root)
        (folder / "config.toml").write_text(f'[signers]\nfiles = ["root.pem"]\n{more}')

    def take(self, catalog, site: str, *more: str) -> int:
        root = ["--root", str(catalog.folder / "root")]
        return run(["install", "report", "--registry", str(catalog.folder / site), *root, "--yes", *more])

    def publish(self, catalog, skill: Path, *signers: Any) -> None:
        """Publish two versions, each signed by somebody, or by nobody."""
        for number, (site, before, who) in enumerate(zip(("one", "two"), ("", "one"), signers, strict=True)):
            catalog.write("report", f"1.{number}.0", f"Text {number}.")
            if who is not None:
                who.sign_folder(skill)
            assert catalog.build(site, previous=before) == 0

    def test_the_signer_is_said(self, catalog, skill, signer, capsys) -> None:
        self.settings(catalog, signer)
        self.publish(catalog, skill, signer, signer)
        assert self.take(catalog, "one") == 0
        said = capsys.readouterr().err
        assert "signed Example Team, known by `root.pem`" in " ".join(said.split())
        assert "not signed" not in said
        assert run(["verify", "--root", str(catalog.folder / "root")]) == 0
        assert "Example Team, known by `root.pem`" in capsys.readouterr().out
        assert run(["show", "report", "--root", str(catalog.folder / "root")]) == 0
        assert "Example Team, known by `root.pem`" in capsys.readouterr().out

    def test_the_same_signer_may_come_again(self, catalog, skill, signer) -> None:
        self.publish(catalog, skill, signer, signer)
        assert self.take(catalog, "one") == 0
        assert self.take(catalog, "two") == 0

    @pytest.mark.parametrize(("by", "why"), [("Others", "now is signed by Others"), ("", "now is not")])
    def test_a_change_is_refused_until_a_flag_allows_it(
        self, catalog, skill, signer, made_signatures, capsys, by: str, why: str
    ) -> None:
        self.publish(catalog, skill, signer, made_signatures.make_signer(by) if by else None)
        assert self.take(catalog, "one") == 0
        assert self.take(catalog, "two") == REFUSED
        assert f"it was signed by Example Team, and {why}" in " ".join(capsys.readouterr().err.split())
        assert self.take(catalog, "two", "--allow-signer-change", "report") == 0

    def test_what_is_required_and_not_there_is_refused(self, catalog, skill, signer, made_signatures, capsys) -> None:
        self.settings(catalog, signer, "require = true\n")
        self.publish(catalog, skill, signer, made_signatures.make_signer("Others"))
        assert self.take(catalog, "two") == REFUSED
        assert "`[signers]` names no such signer" in " ".join(capsys.readouterr().err.split())
        assert self.take(catalog, "one") == 0

    def test_a_lock_file_does_not_do_without(self, catalog, skill, signer, made_signatures, capsys) -> None:
        self.publish(catalog, skill, signer, made_signatures.make_signer("Others"))
        assert self.take(catalog, "two") == 0
        shutil.rmtree(catalog.folder / "root" / "report")
        self.settings(catalog, signer, "require = true\n")
        for frozen in ([], ["--frozen"]):
            assert run(["install", "--root", str(catalog.folder / "root"), "--yes", *frozen]) == REFUSED
            assert "`[signers]` names no such signer" in " ".join(capsys.readouterr().err.split())
            assert not (catalog.folder / "root" / "report").exists()
