import json
import subprocess
from pathlib import Path

import pytest
from model_signing import verifying

from skillpack.cli.main import USAGE, run
from skillpack.evidence.signature import verify_signature
from skillpack.evidence.statement import signed_paths
from skillpack.model.evidence import SignatureState, Signer
from skillpack.model.signature import SIGNATURE
from skillpack.model.tree import make_tree

TEXT = "---\nname: report\ndescription: Writes a report. Use when the user asks for one.\n---\n\nWrite.\n"


@pytest.fixture
def skill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "skills" / "report"
    (folder / "scripts").mkdir(parents=True)
    (folder / "SKILL.md").write_text(TEXT)
    (folder / "scripts" / "a.py").write_text("print()\n")
    return folder


@pytest.fixture
def signer(made_signatures):  # noqa: ANN201 a class of that module
    return made_signatures.make_signer()


def sign(signer, skill: Path, *more: str) -> int:
    key, certificate, chain = (str(path) for path in signer.write(skill.parents[1] / "keys"))
    return run(["sign", str(skill), "--key", key, "--certificate", certificate, "--chain", chain, *more])


def state_of(skill: Path, *signers: Signer) -> SignatureState | None:
    paths = (path for path in skill.rglob("*") if path.is_file())
    found = verify_signature(
        make_tree({path.relative_to(skill).as_posix(): path.read_bytes() for path in paths}), signers
    )
    return found.state if found is not None else None


def test_a_skill_is_signed_by_certificates(skill: Path, signer, capsys) -> None:
    assert sign(signer, skill) == 0
    assert state_of(skill, Signer("t", signer.root)) is SignatureState.VALID
    assert "2 files  (signed)" in capsys.readouterr().out
    assert sign(signer, skill) == 0
    assert "(signed again)" in capsys.readouterr().out
    assert sorted(path.name for path in skill.iterdir()) == ["SKILL.md", "scripts", SIGNATURE]


def test_only_what_is_not_signed_as_it_is_can_be_asked_for(skill: Path, signer, capsys) -> None:
    assert sign(signer, skill, "--changed") == 0
    first = (skill / SIGNATURE).read_bytes()
    assert sign(signer, skill, "--changed", "--json") == 0
    assert json.loads(capsys.readouterr().out.partition("\n")[2]) == {"signed": []}
    assert (skill / SIGNATURE).read_bytes() == first
    (skill / "scripts" / "a.py").write_text("print(1)\n")
    assert sign(signer, skill, "--changed") == 0
    assert state_of(skill, Signer("t", signer.root)) is SignatureState.VALID
    (skill / "scripts" / "b.py").write_text("print(2)\n")
    assert sign(signer, skill, "--changed") == 0
    assert state_of(skill, Signer("t", signer.root)) is SignatureState.VALID
    (skill / SIGNATURE).write_text("{}")
    assert sign(signer, skill, "--changed") == 0
    assert state_of(skill, Signer("t", signer.root)) is SignatureState.VALID


def test_a_skill_is_signed_by_a_key_alone(skill: Path, signer) -> None:
    key, _, _ = signer.write(skill.parents[1] / "keys")
    assert run(["sign", str(skill), "--key", str(key)]) == 0
    assert state_of(skill, Signer("t", signer.public_key)) is SignatureState.VALID


def test_the_official_tool_takes_it(skill: Path, signer, tmp_path: Path) -> None:
    (skill / "evals").mkdir()
    (skill / "evals" / "evals.json").write_text("[]")
    assert sign(signer, skill) == 0
    (tmp_path / "root.pem").write_bytes(signer.root)
    config = verifying.Config().use_certificate_verifier(certificate_chain=[tmp_path / "root.pem"])
    config.verify(skill, skill / SIGNATURE)
    (skill / "SKILL.md").write_text("other")
    with pytest.raises(ValueError, match="mismatch"):
        config.verify(skill, skill / SIGNATURE)


def test_what_is_not_published_is_not_signed(skill: Path, signer) -> None:
    for path in ("evals/evals.json", "__pycache__/a.pyc", ".DS_Store"):
        (skill / path).parent.mkdir(exist_ok=True)
        (skill / path).write_text("x")
    (skill / ".gitignore").write_text("x")
    assert sign(signer, skill) == 0
    assert signed_paths((skill / SIGNATURE).read_bytes()) == {"SKILL.md", "scripts/a.py", ".gitignore"}


def test_evaluations_that_were_signed_are_signed_again(skill: Path, signer) -> None:
    (skill / "evals").mkdir()
    (skill / "evals" / "evals.json").write_text("[]")
    signer.sign_folder(skill)
    assert sign(signer, skill) == 0
    assert "evals/evals.json" in signed_paths((skill / SIGNATURE).read_bytes())


def test_every_skill_of_the_catalog_is_signed(skill: Path, signer, capsys) -> None:
    other = skill.with_name("notes")
    other.mkdir()
    (other / "SKILL.md").write_text(TEXT.replace("report", "notes"))
    key, _, _ = signer.write(skill.parents[1] / "keys")
    assert run(["sign", "--key", str(key), "--json"]) == 0
    signed = json.loads(capsys.readouterr().out)["signed"]
    assert {each["name"] for each in signed} == {"notes", "report"}
    assert (other / SIGNATURE).exists()


def test_what_others_sign_is_left_to_them_unless_it_is_named(skill: Path, signer, made_signatures, capsys) -> None:
    vendor = skill.parents[1] / "vendor" / "notes"
    vendor.mkdir(parents=True)
    (vendor / "SKILL.md").write_text(TEXT.replace("report", "notes"))
    made_signatures.make_signer("Others").sign_folder(vendor)
    made = (vendor / SIGNATURE).read_bytes()
    (skill.parents[1] / "skillpack.toml").write_text(
        '[[source]]\npath = "skills"\n\n[[source]]\npath = "vendor"\ntrust = "external"\n'
    )
    key, _, _ = signer.write(skill.parents[1] / "keys")
    assert run(["sign", ".", "--key", str(key), "--dry-run"]) == 0
    assert "vendor" not in capsys.readouterr().out
    assert run(["sign", "--key", str(key)]) == 0
    said = capsys.readouterr().err
    assert 'note: 1 skill of sources with `trust = "external"` left to whom they come from' in said
    assert "signed 1 skill by key " in said
    assert (vendor / SIGNATURE).read_bytes() == made
    assert run(["sign", "vendor/notes", "--key", str(key)]) == 0
    assert "(signed again, in place of Others)" in capsys.readouterr().out
    assert (vendor / SIGNATURE).read_bytes() != made


def test_what_cannot_be_signed_is_named_and_keeps_nobody_else_from_it(skill: Path, signer, capsys) -> None:
    for name in ("a-bad", "b-bad"):
        (skill.with_name(name)).mkdir()
        (skill.with_name(name) / "SKILL.md").write_text("---\nname: ../x\ndescription: Nothing.\n---\n")
    key, _, _ = signer.write(skill.parents[1] / "keys")
    assert run(["sign", "--key", str(key)]) not in {0, USAGE}
    assert (skill / SIGNATURE).exists()
    said = " ".join(capsys.readouterr().err.split())
    assert "signed 1 skill by key " in said
    assert "2 skills cannot be signed" in said
    assert "`skills/a-bad`, `skills/b-bad`" in said
    assert not (skill.with_name("a-bad") / SIGNATURE).exists()


def test_a_dry_run_writes_nothing(skill: Path, signer, capsys) -> None:
    assert sign(signer, skill, "--dry-run") == 0
    assert not (skill / SIGNATURE).exists()
    assert "(would be signed)" in capsys.readouterr().out


def test_what_cannot_be_used_is_refused(skill: Path, signer, made_signatures, tmp_path: Path, monkeypatch) -> None:
    key, certificate, chain = signer.write(tmp_path / "keys")
    other, _, _ = made_signatures.make_signer().write(tmp_path / "others")
    assert run(["sign", str(skill), "--key", str(certificate)]) == USAGE
    assert run(["sign", str(skill), "--key", str(key), "--chain", str(chain)]) == USAGE
    assert run(["sign", str(skill), "--key", str(other), "--certificate", str(certificate)]) == USAGE
    assert run(["sign", str(tmp_path / "keys"), "--key", str(key)]) == USAGE
    locked = tmp_path / "locked.pem"
    words = ["openssl", "pkcs8", "-topk8", "-v2", "aes256", "-passout", "pass:x", "-in", str(key), "-out", str(locked)]
    subprocess.run(words, check=True, capture_output=True)
    assert run(["sign", str(skill), "--key", str(locked)]) == USAGE
    monkeypatch.setitem(__import__("sys").modules, "model_signing", None)
    assert run(["sign", str(skill), "--key", str(key)]) == USAGE
    assert not (skill / SIGNATURE).exists()


def test_the_signature_of_too_many_files_is_refused(skill: Path, signer) -> None:
    for number in range(600):
        (skill / "scripts" / f"{number}.txt").write_text("")
    assert sign(signer, skill) not in {0, USAGE}
    assert not (skill / SIGNATURE).exists()
