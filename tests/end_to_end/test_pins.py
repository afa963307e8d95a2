"""Whose signature a skill must have once it is installed, and whose signatures count for what comes from where."""

import importlib
import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import skillpack
from skillpack.cli.main import REFUSED, USAGE, run

SIGNATURE = "skill.oms.sig"
RECEIPT = ".skillpack.json"


@pytest.fixture(autouse=True)
def _home(catalog, monkeypatch) -> None:
    monkeypatch.setenv("HOME", str(catalog.folder / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(catalog.folder / "settings"))


@pytest.fixture
def signer(made_signatures) -> Any:
    return made_signatures.make_signer()


@pytest.fixture
def other(made_signatures) -> Any:
    return made_signatures.make_signer("Others")


@pytest.fixture
def root(catalog) -> Path:
    return catalog.folder / "root" / "skills"


@pytest.fixture
def live(catalog) -> Path:
    """Return the folder of the registry, which has what was published last."""
    return catalog.folder / "live"


@pytest.fixture
def publish(catalog, live: Path) -> Callable[..., None]:
    """Return a function that publishes a version signed by somebody, or by nobody.

    An empty version is the one that is there; None publishes it with the signature that is there.
    """
    count = 0

    def published(version: str | None, by: Any = None) -> None:
        nonlocal count
        skill = catalog.source / "skills" / "report"
        if version:
            catalog.write("report", version, f"Text of {version}.")
        if version is not None:
            (skill / SIGNATURE).unlink(missing_ok=True)
        if by is not None:
            by.sign_folder(skill)
        assert catalog.build(str(count + 1), previous=str(count) if count else "") == 0
        count += 1
        shutil.rmtree(live, ignore_errors=True)
        shutil.copytree(catalog.folder / str(count), live)

    return published


@pytest.fixture
def take(live: Path, root: Path) -> Callable[..., int]:
    """Return a function that installs the newest version."""

    def taken(*more: str) -> int:
        return run(["install", "report", "--registry", str(live), "--root", str(root), "--yes", *more])

    return taken


def words(text: str) -> str:
    return " ".join(text.split())


def receipt(root: Path) -> dict[str, Any]:
    return json.loads((root / "report" / RECEIPT).read_text())


def locked(root: Path) -> dict[str, Any]:
    return json.loads((root.parent / "skills.lock").read_text())["skills"]["report"]


def test_the_first_use_pins_the_signer_in_receipt_and_lock_file(publish, take, root, signer, capsys) -> None:
    publish("1.0.0", signer)
    assert take() == 0
    pin = receipt(root)["signer"]
    assert (pin["name"], pin["whole"], len(pin["identity"])) == ("Example Team", True, 64)
    assert locked(root)["signer"] == pin
    said = words(capsys.readouterr().err)
    assert "nobody here vouches for them; later versions must be signed by the same" in said


@pytest.mark.parametrize(
    ("part", "key", "value", "why"),
    [
        ("signer", "name", "Others", "the lock file has another signer for it, Others"),
        ("signer", "name", "Team\x1b[2J", "the lock file has another signer for it, Team\\x1b[2J"),
        ("archive", "signature", "0" * 64, "the lock file has another signature for it"),
        ("source", "wanted", "1.0.0", "the lock file has another source for it"),
    ],
)
def test_verify_says_what_the_lock_file_has_instead(
    publish, take, root, signer, capsys, part: str, key: str, value: str, why: str
) -> None:
    publish("1.0.0", signer)
    take()
    lock = root.parent / "skills.lock"
    whole = json.loads(lock.read_text())
    whole["skills"]["report"][part][key] = value
    lock.write_text(json.dumps(whole))
    capsys.readouterr()
    assert run(["verify", "--root", str(root)]) == 1
    assert why in words(capsys.readouterr().out)


def test_of_several_skills_the_signers_are_said(catalog, signer, other, root, live, capsys) -> None:
    for name, by in (("alpha", signer), ("beta", signer), ("gamma", other), ("delta", None)):
        catalog.write(name, "1.0.0")
        if by is not None:
            by.sign_folder(catalog.source / "skills" / name)
    assert catalog.build("live") == 0
    assert run(["install", str(live), "--root", str(root), "--yes"]) == 0
    said = words(capsys.readouterr().err)
    assert "2 skills signed by somebody who calls themselves Example Team" in said
    assert "1 skill signed by somebody who calls themselves Others" in said
    assert "1 skill not signed" in said


def test_a_later_install_does_not_say_it_again(publish, take, signer, capsys) -> None:
    publish("1.0.0", signer)
    take()
    publish("1.1.0", signer)
    capsys.readouterr()
    assert take() == 0
    assert "later versions" not in words(capsys.readouterr().err)


def test_an_unsigned_skill_has_no_pin(publish, take, root) -> None:
    publish("1.0.0")
    take()
    assert "signer" not in receipt(root)


def test_another_key_under_the_same_root_is_the_same_signer(publish, take, signer) -> None:
    publish("1.0.0", signer)
    take()
    publish("1.1.0", signer.rotated())
    assert take() == 0


def test_another_root_of_the_same_name_is_another_signer(publish, take, signer, made_signatures, capsys) -> None:
    publish("1.0.0", signer)
    take()
    publish("1.1.0", made_signatures.make_signer())
    assert take() == REFUSED
    assert "now is signed by another Example Team" in words(capsys.readouterr().err)


class TestWhatSomebodyDidToThePlacedSignature:
    def test_an_edited_one_does_not_speak_for_another_signer(self, publish, take, root, signer, other, capsys) -> None:
        publish("1.0.0", signer)
        take()
        other.sign_folder(root / "report")
        publish("1.1.0", other)
        assert take("--force") == REFUSED
        assert "signed by Example Team, and now is signed by Others" in words(capsys.readouterr().err)

    def test_a_deleted_one_is_not_forgotten(self, publish, take, root, signer, capsys) -> None:
        publish("1.0.0", signer)
        take()
        (root / "report" / SIGNATURE).unlink()
        assert run(["verify", "--root", str(root)]) == 1
        assert "signed Example Team, not verified: the signature is not as it was placed" in capsys.readouterr().out
        publish("1.1.0")
        assert take("--force") == REFUSED
        assert "it was signed by Example Team, and now is not" in words(capsys.readouterr().err)
        publish("1.2.0", signer)
        assert take("--force") == 0

    def test_a_receipt_from_before_signers_were_pinned_tells_by_it(self, publish, take, root, signer, other) -> None:
        publish("1.0.0", signer)
        take()
        unpinned(root)
        publish("1.1.0", other)
        assert take() == REFUSED
        publish("1.2.0", signer)
        assert take() == 0
        assert receipt(root)["signer"]["name"] == "Example Team"


def unpinned(root: Path) -> None:
    """Take the pin out of a receipt and a lock file, as if a program had written them that knew of none."""
    lock = root.parent / "skills.lock"
    for file in (root / "report" / RECEIPT, lock):
        kept = [line for line in file.read_text().splitlines() if '"signer"' not in line]
        file.write_text("\n".join(kept).replace(",\n  }", "\n  }") + "\n")


def test_a_change_that_is_allowed_pins_the_new_signer(publish, take, root, signer, other) -> None:
    publish("1.0.0", signer)
    take()
    publish("1.1.0", other)
    assert take("--allow-signer-change", "report") == 0
    assert receipt(root)["signer"]["name"] == "Others"
    publish("1.2.0", signer)
    assert take() == REFUSED
    publish("1.3.0", other)
    assert take() == 0


def test_a_rollback_brings_back_the_signer_of_that_version(publish, take, root, signer, other) -> None:
    publish("1.0.0", signer)
    take()
    publish("1.1.0", other)
    take("--allow-signer-change", "report")
    assert run(["rollback", "report", "--root", str(root)]) == 0
    assert receipt(root)["signer"]["name"] == "Example Team"
    assert locked(root)["signer"] == receipt(root)["signer"]
    assert run(["update", "report", "--unhold", "--yes", "--root", str(root)]) == REFUSED
    assert receipt(root)["label"] == "1.0.0"


def test_what_is_adopted_is_pinned_as_well(publish, take, root, live, signer, other, catalog) -> None:
    publish("1.0.0", signer)
    take()
    by_hand = catalog.folder / "by-hand"
    shutil.copytree(root, by_hand)
    (by_hand / "report" / RECEIPT).unlink()
    assert run(["adopt", "report", "--registry", str(live), "--root", str(by_hand), "--yes"]) == 0
    assert receipt(by_hand)["signer"] == receipt(root)["signer"]
    publish("1.1.0", other)
    assert run(["update", "--yes", "--root", str(by_hand)]) == REFUSED


class TestASignatureThatIsPublishedLater:
    def test_comes_with_the_next_install(self, publish, take, root, signer, other, capsys) -> None:
        publish("1.0.0")
        take()
        publish("", signer)
        assert take() == 0
        assert (root / "report" / SIGNATURE).exists()
        assert receipt(root)["signer"]["name"] == "Example Team"
        assert "report 1.0.0, same files with another signature" in capsys.readouterr().out
        publish("", other)
        assert take() == REFUSED

    def test_comes_with_the_next_update(self, publish, take, root, signer, capsys) -> None:
        publish("1.0.0")
        take()
        assert run(["outdated", "--root", str(root), "--exit-code"]) == 0
        publish("", signer)
        capsys.readouterr()
        assert run(["outdated", "--root", str(root), "--exit-code"]) == 1
        assert "the same files, with a new signature" in capsys.readouterr().out
        assert run(["update", "--root", str(root)]) == 0
        assert "report 1.0.0, same files with another signature" in capsys.readouterr().out
        assert receipt(root)["signer"]["name"] == "Example Team"
        assert run(["outdated", "--root", str(root), "--exit-code"]) == 0

    def test_by_another_is_told_by_outdated_and_refused_by_update(
        self, publish, take, root, signer, other, capsys
    ) -> None:
        publish("1.0.0", signer)
        take()
        publish("", other)
        capsys.readouterr()
        assert run(["outdated", "--root", str(root), "--json"]) == 0
        (told,) = json.loads(capsys.readouterr().out)
        assert (told["standing"], told["offered"]) == ("signed", "1.0.0")
        assert told["signer_change"] == "it was signed by Example Team, and its source says that it is now by Others"
        assert run(["outdated", "--root", str(root)]) == 0
        said = words(capsys.readouterr().err)
        assert "refuses it until `--allow-signer-change report`" in said
        assert "takes the signatures" not in said
        assert run(["update", "--root", str(root), "--yes"]) == REFUSED
        assert receipt(root)["signer"]["name"] == "Example Team"
        assert run(["update", "--root", str(root), "--yes", "--allow-signer-change", "report"]) == 0
        assert receipt(root)["signer"]["name"] == "Others"

    def test_is_kept_where_it_is_taken_back(self, publish, take, root, signer) -> None:
        publish("1.0.0")
        publish("", signer)
        take()
        publish("")
        assert take() == 0
        assert (root / "report" / SIGNATURE).exists()

    @pytest.mark.parametrize("more", [(), ("--frozen",)])
    def test_comes_with_what_is_locked(self, publish, take, root, signer, more) -> None:
        publish("1.0.0")
        publish("", signer)
        take()
        before = {path.name: path.read_bytes() for path in (root / "report").iterdir()}
        assert locked(root)["archive"]["signature"] == receipt(root)["archive"]["signature"]
        shutil.rmtree(root / "report")
        assert run(["install", "--root", str(root), "--yes", *more]) == 0
        assert {path.name: path.read_bytes() for path in (root / "report").iterdir()} == before

    @pytest.mark.parametrize("more", [(), ("--frozen",)])
    @pytest.mark.parametrize("by", ["Others", ""])
    def test_of_another_or_of_nobody_is_refused_by_the_lock_file(
        self, publish, take, root, signer, made_signatures, capsys, more, by: str
    ) -> None:
        publish("1.0.0")
        publish("", signer)
        take()
        shutil.rmtree(root / "report")
        publish("", made_signatures.make_signer(by) if by else None)
        assert run(["install", "--root", str(root), "--yes", *more]) == REFUSED
        why = "now is signed by Others" if by else "now is not"
        assert f"it was signed by Example Team, and {why}" in words(capsys.readouterr().err)
        assert not (root / "report").exists()
        allowing = ["--allow-signer-change", "report"]
        assert run(["install", "--root", str(root), "--yes", *more, *allowing]) == USAGE
        assert take(*allowing) == 0
        shutil.rmtree(root / "report")
        assert run(["install", "--root", str(root), "--yes", *more]) == 0

    def test_a_lock_file_from_before_signers_were_pinned_still_holds(self, publish, take, root, signer) -> None:
        publish("1.0.0", signer)
        take()
        pin = receipt(root)["signer"]
        before = (root / "report" / RECEIPT).read_bytes()
        unpinned(root)
        (root / "report" / RECEIPT).write_bytes(before)
        assert run(["install", "--frozen", "--root", str(root)]) == 0
        assert run(["verify", "--root", str(root)]) == 0
        assert receipt(root)["signer"] == pin, "what is there stays"
        shutil.rmtree(root / "report")
        assert run(["install", "--frozen", "--root", str(root)]) == 0
        assert receipt(root)["signer"] == pin, "what comes is pinned"

    @pytest.mark.parametrize("more", [(), ("--frozen",)])
    def test_what_is_there_decides_where_the_lock_file_is_from_before(
        self, publish, take, root, signer, other, capsys, catalog, more
    ) -> None:
        publish("1.0.0", signer)
        take()
        publish("1.1.0", other)
        elsewhere = catalog.folder / "elsewhere" / "skills"
        assert (
            run(["install", "report", "--registry", str(catalog.folder / "live"), "--root", str(elsewhere), "-y"]) == 0
        )
        unpinned(elsewhere)
        shutil.copy(elsewhere.parent / "skills.lock", root.parent / "skills.lock")
        assert run(["install", "--root", str(root), "--yes", *more]) == REFUSED
        assert "signed by Example Team, and now is signed by Others" in words(capsys.readouterr().err)
        assert receipt(root)["label"] == "1.0.0"

    def test_is_found_from_the_address_of_the_archive(self, publish, root, signer, serve, live) -> None:
        publish("1.0.0")
        publish("", signer)
        url = f"{serve(live)}archives/report/report-1.0.0.zip"
        assert run(["install", url, "--root", str(root), "--yes"]) == 0
        assert receipt(root)["signer"]["name"] == "Example Team"
        shutil.rmtree(root / "report")
        assert run(["install", "--frozen", "--root", str(root)]) == 0
        assert (root / "report" / SIGNATURE).exists()

    def test_of_an_archive_elsewhere_there_is_none_to_see(self, publish, root, signer, serve, live, catalog) -> None:
        publish("1.0.0")
        publish("", signer)
        copy = catalog.folder / "copy"
        copy.mkdir()
        shutil.copy(live / "archives" / "report" / "report-1.0.0.zip", copy)
        assert run(["install", f"{serve(copy)}report-1.0.0.zip", "--root", str(root), "--yes"]) == 0
        assert "signer" not in receipt(root)


class TestWithoutTheExtra:
    @pytest.fixture
    def lacking(self, monkeypatch) -> Callable[[bool], None]:
        """Return a function that hides what verifies signatures, and brings it back."""
        there = {name: importlib.import_module(name) for name in ("cryptography", "OpenSSL")}

        def lack(*, now: bool) -> None:
            for name, module in there.items():
                monkeypatch.setitem(sys.modules, name, None if now else module)

        return lack

    def test_nobody_is_pinned(self, publish, take, root, signer, other, lacking, capsys) -> None:
        publish("1.0.0", signer)
        lacking(now=True)
        assert take() == 0
        assert "signer" not in receipt(root)
        assert "nothing here can tell whose signature it is" in words(capsys.readouterr().err)
        publish("1.1.0", other)
        assert take() == 0
        publish("1.2.0")
        assert take() == REFUSED

    def test_who_only_looks_is_told_that_nothing_is_verified_where_that_is_required(
        self, publish, take, root, signer, lacking, capsys, catalog
    ) -> None:
        folder = catalog.folder / "settings" / "skillpack"
        folder.mkdir(parents=True)
        (folder / "root.pem").write_bytes(signer.root)
        (folder / "config.toml").write_text('[signers]\nfiles = ["root.pem"]\nrequire = true\n')
        publish("1.0.0", signer)
        assert take() == 0
        lacking(now=True)
        capsys.readouterr()
        for command in ("list", "verify", "outdated"):
            assert run([command, "--root", str(root), "--json"]) == 0
        assert '"state": "unchecked"' in capsys.readouterr().out
        assert take() == USAGE
        assert "signatures are required, and the extra `signatures`" in words(capsys.readouterr().err)

    def test_who_was_pinned_is_not_replaced_by_somebody_unknown(self, publish, take, signer, lacking, capsys) -> None:
        publish("1.0.0", signer)
        take()
        publish("1.1.0", signer)
        lacking(now=True)
        assert take() == REFUSED
        assert "who signed it now is not verified: the extra `signatures`" in words(capsys.readouterr().err)
        lacking(now=False)
        assert take() == 0

    def test_what_is_locked_is_taken_and_its_signer_not_forgotten(
        self, publish, take, root, signer, other, lacking
    ) -> None:
        publish("1.0.0")
        publish("", signer)
        take()
        pin = receipt(root)["signer"]
        shutil.rmtree(root / "report")
        publish("", other)
        lacking(now=True)
        assert run(["install", "--frozen", "--root", str(root)]) == 0
        assert receipt(root)["signer"] == pin
        lacking(now=False)
        publish("1.1.0", other)
        assert take() == REFUSED, "the signature that was placed is not that of the pinned signer"
        publish("1.2.0", signer)
        assert take() == 0


def test_a_signer_is_the_same_once_the_root_of_its_chain_is_known(publish, take, root, catalog, signer, other) -> None:
    rootless, impostor = without_root(signer), without_root(other)
    publish("1.0.0", rootless)
    take()
    before = receipt(root)["signer"]
    settings = catalog.folder / "settings" / "skillpack"
    settings.mkdir(parents=True)
    (settings / "root.pem").write_bytes(signer.root)
    (settings / "config.toml").write_text('[signers]\nfiles = ["root.pem"]\n')
    publish("1.1.0", impostor)
    assert take() == REFUSED
    publish("1.2.0", rootless)
    assert take() == 0
    assert receipt(root)["signer"] == before, "all have the same receipts"
    publish("1.3.0", without_root(signer.rotated()))
    assert take() == 0, "another key under the root that is named"
    shutil.rmtree(settings)
    publish("1.4.0", rootless)
    assert take() == REFUSED, "without the root, another certificate is another signer"


def without_root(signer: Any) -> Any:
    """Return a signer whose signatures do not hold their root, as those of many publishers."""
    return replace(signer, chain=signer.chain[:-1])


def test_a_lock_file_holds_for_those_who_named_other_signers(publish, take, root, catalog, signer) -> None:
    settings = catalog.folder / "settings" / "skillpack"
    settings.mkdir(parents=True)
    (settings / "root.pem").write_bytes(signer.root)
    (settings / "config.toml").write_text('[signers]\nfiles = ["root.pem"]\n')
    publish("1.0.0", without_root(signer))
    take()
    before = receipt(root)
    shutil.rmtree(settings)
    shutil.rmtree(root / "report")
    assert run(["install", "--frozen", "--root", str(root)]) == 0
    assert receipt(root) == before


def test_a_lock_file_holds_for_those_who_did_not_name_the_key(
    publish, take, root, catalog, signer, other, made_signatures
) -> None:
    settings = catalog.folder / "settings" / "skillpack"
    settings.mkdir(parents=True)
    (settings / "key.pem").write_bytes(signer.public_key)
    (settings / "config.toml").write_text('[signers]\nfiles = ["key.pem"]\n')
    publish("1.0.0")
    by_key(catalog, made_signatures, signer)
    publish(None)
    take()
    assert receipt(root)["signer"]["kind"] == "publicKey"
    shutil.rmtree(settings)
    shutil.rmtree(root / "report")
    assert run(["install", "--frozen", "--root", str(root)]) == 0
    shutil.rmtree(root / "report")
    by_key(catalog, made_signatures, other)
    publish(None)
    assert run(["install", "--frozen", "--root", str(root)]) == REFUSED
    publish("", signer)
    assert run(["install", "--frozen", "--root", str(root)]) == REFUSED, "certificates in the place of a key"


@pytest.mark.parametrize("more", [(), ("--frozen",)])
def test_a_key_that_nobody_named_does_not_stand_for_certificates(
    publish, take, root, catalog, signer, made_signatures, more
) -> None:
    publish("1.0.0")
    publish("", signer)
    take()
    shutil.rmtree(root / "report")
    by_key(catalog, made_signatures, signer)
    publish(None)
    assert run(["install", "--root", str(root), "--yes", *more]) == REFUSED


def by_key(catalog, made_signatures, signer: Any) -> None:
    """Sign what is to be published by a key alone."""
    skill = catalog.source / "skills" / "report"
    files = {"SKILL.md": (skill / "SKILL.md").read_bytes()}
    (skill / SIGNATURE).write_bytes(signer.bundle(made_signatures.statement(files), by_key=True))


class TestSignersOfARegistry:
    @pytest.fixture
    def settings(self, catalog, signer, live) -> Callable[[str], None]:
        def write(more: str = "") -> None:
            folder = catalog.folder / "settings" / "skillpack"
            (folder / "keys").mkdir(parents=True, exist_ok=True)
            (folder / "keys" / "team.pem").write_bytes(signer.root)
            head = f'[[registry]]\nname = "team"\nurl = "{live}"\nsigners = ["keys/team.pem"]\n'
            (folder / "config.toml").write_text(f"{head}{more}")

        return write

    def state(self, capsys, *arguments: str) -> tuple[str, str]:
        capsys.readouterr()
        assert run([*arguments, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        row = (found[0] if isinstance(found, list) else found)["signature"]
        return row["state"], row.get("known_as", "")

    def test_count_for_its_skills(self, publish, take, root, signer, settings, capsys) -> None:
        settings()
        publish("1.0.0", signer)
        assert take() == 0
        said = words(capsys.readouterr().err)
        assert "Example Team, known by `keys/team.pem`" in said
        assert "later versions must be signed by the same" in said
        assert "nobody here vouches" not in said
        known = ("valid", "keys/team.pem")
        assert self.state(capsys, "verify", "--root", str(root)) == known
        assert self.state(capsys, "show", "report", "--root", str(root)) == known
        assert self.state(capsys, "show", "team/report") == known

    def test_count_for_nothing_else(self, publish, root, signer, settings, capsys, catalog, live) -> None:
        settings()
        publish("1.0.0", signer)
        elsewhere = catalog.folder / "live-too"
        shutil.copytree(live, elsewhere)
        assert run(["install", "report", "--registry", str(elsewhere), "--root", str(root), "--yes"]) == 0
        assert "nobody here vouches for them" in words(capsys.readouterr().err)
        unknown = ("unknown-signer", "")
        assert self.state(capsys, "verify", "--root", str(root)) == unknown
        assert self.state(capsys, "show", "report", "--registry", str(elsewhere)) == unknown

    def test_are_required_of_its_skills_alone(
        self, publish, take, root, signer, other, settings, capsys, catalog, live
    ) -> None:
        settings("require_signer = true\n")
        publish("1.0.0", other)
        assert take() == REFUSED
        said = words(capsys.readouterr().err)
        assert "refused report: signed by somebody who calls themselves Others" in said
        assert "`[signers]` names no such signer" in said
        elsewhere = catalog.folder / "elsewhere"
        shutil.copytree(live, elsewhere)
        assert run(["install", "report", "--registry", str(elsewhere), "--root", str(root), "--yes"]) == 0
        shutil.rmtree(root / "report")
        publish("1.1.0", signer)
        assert take("--allow-signer-change", "report") == 0

    def test_the_global_ones_count_as_well(self, publish, take, root, other, settings, capsys, catalog) -> None:
        settings('require_signer = true\n[signers]\nfiles = ["other.pem"]\n')
        (catalog.folder / "settings" / "skillpack" / "other.pem").write_bytes(other.root)
        publish("1.0.0", other)
        assert take() == 0
        assert self.state(capsys, "verify", "--root", str(root)) == ("valid", "other.pem")


class TestTheFunction:
    def place(self, live: Path, root: Path, **more: Any) -> Any:
        (found,) = skillpack.install_skills("report", root, registries=[str(live)], **more)
        return found

    def test_refuses_another_signer_until_it_is_allowed(self, publish, live, root, signer, other) -> None:
        publish("1.0.0", signer)
        assert self.place(live, root).changed
        publish("1.1.0", other)
        found = self.place(live, root)
        assert not found.changed
        assert found.problem == "it was signed by Example Team, and now is signed by Others"
        assert receipt(root)["label"] == "1.0.0"
        assert self.place(live, root, allow_signer_change=["report"]).changed
        assert receipt(root)["signer"]["name"] == "Others"

    def test_requires_the_signers_of_the_users_settings(self, publish, live, root, signer, other, catalog) -> None:
        folder = catalog.folder / "settings" / "skillpack"
        folder.mkdir(parents=True)
        (folder / "root.pem").write_bytes(signer.root)
        (folder / "config.toml").write_text('[signers]\nfiles = ["root.pem"]\nrequire = true\n')
        publish("1.0.0", other)
        assert "`[signers]` names no such signer" in self.place(live, root).problem
        publish("1.1.0", signer)
        assert self.place(live, root).changed
