"""A catalog with a skill in each state that a signature can be in, and what its page says."""

import dataclasses
import json
from pathlib import Path
from types import ModuleType

CONFIGURATION = """\
[catalog]
name = "states"
[signers]
files = ["keys/team.pem", "keys/own.pem"]
[policy]
withhold = false
[[source]]
path = "vendor"
trust = "external"
[[source]]
path = "skills"
"""
SIGNATURE = "skill.oms.sig"


def make_states(folder: Path, made: ModuleType) -> None:
    """Write the catalog; its skills are named for their states."""
    team, own, rsa = made.make_signer(), made.make_signer("Repository Team"), made.make_signer(with_rsa=True)
    old = dataclasses.replace(made.make_signer("Old Team", years=(2021, 2022)))
    forger = dataclasses.replace(made.make_signer(), chain=team.chain)
    makers = {
        "valid": team,
        "in-part": team,
        "drifted": team,
        "unknown-signer": made.make_signer("Somebody"),
        "unknown-and-drifted": made.make_signer("Somebody"),
        "unchecked": rsa,
        "invalid": forger,
        "expired": old,
        "in-repository": own,
    }
    for place, signers in (("keys/team.pem", (team, old)), ("keys/own.pem", (own,))):
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_bytes(b"".join(each.root for each in signers))
    (folder / "skillpack.toml").write_text(CONFIGURATION)
    for name, maker in makers.items():
        skill = _write(folder / ("skills" if name == "in-repository" else "vendor") / name)
        maker.sign_folder(skill)
        if name in {"drifted", "unknown-and-drifted"}:
            (skill / "SKILL.md").write_text((skill / "SKILL.md").read_text() + "\nMore than was signed.\n")
            (skill / "references" / "rows.md").unlink()
        if name in {"drifted", "in-part"}:
            (skill / "references" / "added.md").write_text("# Added\n")
    (_write(folder / "vendor" / "malformed") / SIGNATURE).write_text(json.dumps({"signed": "by the team"}))
    _write(folder / "vendor" / "plain")


def _write(skill: Path) -> Path:
    (skill / "references").mkdir(parents=True)
    name = skill.name
    (skill / "SKILL.md").write_text(
        f"---\nname: {name}\ndescription: Shows a signature that is {name}. Use it to see one.\nlicense: MIT\n---\n\n"
        "# Rows\n\nCount the rows as [rows](references/rows.md) says.\n"
    )
    (skill / "references" / "rows.md").write_text("# Rows\n\nThey end in a newline.\n")
    return skill
