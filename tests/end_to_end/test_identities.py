"""Skills signed by an identity of sigstore: on pages, in records, and where they are installed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509

from skillpack.cli.main import REFUSED, run

SIGNATURE = "skill.oms.sig"
ISSUER = "https://accounts.example.test"
REPOSITORY = "https://github.com/example/skills"


@pytest.fixture
def instance(made_sigstore) -> Any:
    return made_sigstore.Instance()


@pytest.fixture
def skill(catalog) -> Path:
    catalog.write("report", "1.0.0")
    return catalog.source / "skills" / "report"


@pytest.fixture
def sign(instance, made_signatures) -> Callable[..., None]:
    """Return a function that signs the files of a folder, with what the certificate says of who does."""

    def signing(folder: Path, **certified: Any) -> None:
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        files.pop(SIGNATURE, None)
        bundle = instance.bundle(made_signatures.statement(files), **certified)
        (folder / SIGNATURE).write_text(json.dumps(bundle))

    return signing


def signers(subject: str = "release@example.test", more: str = "") -> str:
    row = f'{{ issuer = "{ISSUER}", identity = "{subject}" }}'
    return f'[signers]\nsigstore = [{row}]\nsigstore_root = "trusted_root.json"\n{more}'


class TestPublishing:
    @pytest.fixture(autouse=True)
    def _root(self, catalog, instance) -> None:
        (catalog.source / "trusted_root.json").write_bytes(instance.trusted_root())

    def page(self, catalog, site: str) -> str:
        return str(catalog.files(site)["skills/report/index.html"].decode())

    def test_the_identity_and_the_day_are_on_the_page_and_in_the_record(self, catalog, skill, sign) -> None:
        sign(skill)
        catalog.configure(signers())
        assert catalog.build("one") == 0
        said = (
            "Every file is as it was signed. The signer is release@example.test, by the word of "
            "https://accounts.example.test; this catalog names them. It was signed on 2026-11-20, as log.example.test "
            "records."
        )
        assert said in self.page(catalog, "one")
        record = catalog.json("one", "skills/report/skill.json")["signature"]
        assert {key: value for key, value in record.items() if key != "identity"} == {
            "state": "valid",
            "known_as": "release@example.test",
            "signer": "release@example.test",
            "root": ISSUER,
            "signed_on": "2026-11-20",
            "recorded_by": "log.example.test",
            "in_repository": False,
        }
        row = catalog.listed("one")["report"]
        assert (row["signature"], row["signer"]) == ("valid", "release@example.test")

    def test_a_stranger_is_said_to_be_one(self, catalog, skill, sign) -> None:
        sign(skill)
        catalog.configure(signers("somebody@example.test", "require = true\n"))
        catalog.build("one")
        assert "The signer is release@example.test" in self.page(catalog, "one")
        assert "this catalog names no such signer. It was signed on 2026-11-20" in self.page(catalog, "one")
        listed = catalog.listed("one")["report"]
        assert (listed["signature"], listed["state"]) == ("unknown-signer", "withheld")

    def test_what_was_changed_proves_nobody(self, catalog, skill, sign) -> None:
        sign(skill)
        bundle = json.loads((skill / SIGNATURE).read_text())
        bundle["verificationMaterial"]["tlogEntries"][0]["integratedTime"] = "1795176001"
        (skill / SIGNATURE).write_text(json.dumps(bundle))
        catalog.configure(signers())
        catalog.build("one")
        assert "It proves nobody" in self.page(catalog, "one")
        assert catalog.listed("one")["report"]["signature"] == "invalid"

    def test_who_names_an_identity_later_sees_it_in_the_next_build(self, catalog, skill, sign) -> None:
        sign(skill)
        catalog.build("one")
        assert "Nothing verified who made the signature" in self.page(catalog, "one")
        catalog.configure(signers())
        catalog.build("one")
        assert "this catalog names them" in self.page(catalog, "one")


class TestInstalling:
    @pytest.fixture(autouse=True)
    def _home(self, catalog, instance, monkeypatch) -> None:
        monkeypatch.setenv("HOME", str(catalog.folder / "home"))
        monkeypatch.setenv("XDG_CONFIG_HOME", str(catalog.folder / "settings"))
        folder = catalog.folder / "settings" / "skillpack"
        folder.mkdir(parents=True)
        (folder / "trusted_root.json").write_bytes(instance.trusted_root())
        (folder / "config.toml").write_text(signers(more="require = true\n"))

    def publish(self, catalog, skill: Path, *signing: Callable[[Path], object]) -> None:
        for number, (site, before, sign) in enumerate(zip(("one", "two"), ("", "one"), signing, strict=True)):
            catalog.write("report", f"1.{number}.0", f"Text {number}.")
            sign(skill)
            assert catalog.build(site, previous=before) == 0

    def take(self, catalog, site: str, *more: str, into: str = "root") -> int:
        root = ["--root", str(catalog.folder / into)]
        return run(["install", "report", "--registry", str(catalog.folder / site), *root, "--yes", *more])

    def test_an_identity_that_is_required_is_said_with_its_day(self, catalog, skill, sign, capsys) -> None:
        self.publish(catalog, skill, sign, sign)
        assert self.take(catalog, "one") == 0
        assert "release@example.test, by the word of" in " ".join(capsys.readouterr().err.split())
        assert self.take(catalog, "two") == 0, "a fresh certificate of the same identity is the same signer"
        for words in (["verify"], ["show", "report"]):
            capsys.readouterr()
            assert run([*words, "--root", str(catalog.folder / "root")]) == 0
            assert "signed on 2026-11-20, as log.example.test records" in " ".join(capsys.readouterr().out.split())

    def test_another_identity_is_refused(self, catalog, skill, sign, capsys) -> None:
        other = x509.RFC822Name("other@example.test")
        self.publish(catalog, skill, sign, lambda folder: sign(folder, identity=other))
        assert self.take(catalog, "two") == REFUSED
        assert "other@example.test" in capsys.readouterr().err
        (catalog.folder / "settings" / "skillpack" / "config.toml").write_text(signers())
        assert self.take(catalog, "one") == 0
        assert self.take(catalog, "two") == REFUSED
        said = " ".join(capsys.readouterr().err.split())
        assert "it was signed by release@example.test, and now is signed by other@example.test" in said

    def test_a_repository_is_one_signer_whatever_its_tag(self, catalog, skill, sign) -> None:
        row = f'[[signers.sigstore]]\nissuer = "{ISSUER}"\nrepository = "{REPOSITORY}"\n'
        (catalog.folder / "settings" / "skillpack" / "config.toml").write_text(
            f'[signers]\nsigstore_root = "trusted_root.json"\nrequire = true\n{row}'
        )

        def tagged(tag: str) -> Callable[[Path], None]:
            workflow = x509.UniformResourceIdentifier(f"{REPOSITORY}/.github/workflows/sign.yml@refs/tags/{tag}")
            return lambda folder: sign(folder, identity=workflow, repository=REPOSITORY)

        self.publish(catalog, skill, tagged("v1"), tagged("v2"))
        assert self.take(catalog, "one") == 0
        assert self.take(catalog, "two") == 0

    def test_an_identity_may_count_for_one_registry_alone(self, catalog, skill, sign, capsys) -> None:
        self.publish(catalog, skill, sign, sign)
        named = signers().replace("[signers]", f'[[registry]]\nurl = "{catalog.folder / "one"}"\nrequire_signer = true')
        settings = catalog.folder / "settings" / "skillpack" / "config.toml"
        settings.write_text(named)
        assert self.take(catalog, "one") == 0
        assert "which your `[signers]` names" in " ".join(capsys.readouterr().err.split())
        settings.write_text(named.replace("release@", "other@"))
        assert self.take(catalog, "one", into="second") == REFUSED
        settings.write_text(named.replace(f'{catalog.folder / "one"}"', f'{catalog.folder / "two"}"', 1))
        assert self.take(catalog, "one", into="second") == 0
