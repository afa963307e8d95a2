"""A damaged receipt, which every command about installed skills says, and the command that heals it."""

import re
import shlex
from pathlib import Path

import pytest

from skillpack.report.schemas import OUTDATED

pytestmark = pytest.mark.usefixtures("at_home", "damaged")
ROOT = ("--root", "roots/skills")
RECEIPT = Path("roots/skills/alpha/.skillpack.json")
COMMANDS = {
    "update": 3,
    "update alpha": 3,
    "outdated": 0,
    "outdated --exit-code": 1,
    "list": 0,
    "verify": 1,
    "show alpha": 0,
    "uninstall alpha": 3,
    "rollback alpha": 3,
    "install alpha --registry site --yes": 3,
    "install --yes": 3,
    "install --frozen": 3,
}


@pytest.fixture
def damaged(cli, publish) -> bytes:  # noqa: ARG001 the site is there
    """Install two skills, damage the receipt of one, and return it as it was."""
    assert cli("install", "alpha", "gamma", "--registry", "site", *ROOT, "--yes").status == 0
    before = RECEIPT.read_bytes()
    RECEIPT.write_text("{")
    return before


def healing(text: str) -> list[str]:
    """Return the command that a message names."""
    found = re.search(r"`skillpack (adopt alpha [^`]*)`", re.sub(r"\s+", " ", text))
    assert found, text
    return shlex.split(found[1])


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_it_and_names_what_heals_it(cli, damaged: bytes, command: str) -> None:
    ran = cli(*command.split(), *ROOT)

    assert ran.status == COMMANDS[command]
    assert "alpha" in ran.out + ran.err
    assert "receipt" in ran.out + ran.err
    assert cli(*healing(ran.out + ran.err), "--yes").status == 0
    assert damaged == RECEIPT.read_bytes()
    assert cli("verify", *ROOT).status == 0


def test_so_does_the_doctor(cli) -> None:
    ran = cli("install", "beta", "--registry", "site", "--agent", "claude-code", "--yes", "--accept-powers")
    assert ran.status == 0, ran.err
    receipt = next(Path().rglob("beta/.skillpack.json"))
    receipt.write_text("{")
    said = cli("doctor").out

    assert "receipt" in said
    found = re.search(r"skillpack (adopt beta --force [^\n]*)", said)
    assert found, said
    assert cli(*shlex.split(found[1]), "--yes").status == 0
    assert cli("verify", "--agent", "claude-code").status == 0


def test_json_says_it(cli, told_json) -> None:
    rows = told_json(cli("outdated", *ROOT, "--json"), OUTDATED)
    assert [row["standing"] for row in rows if row["name"] == "alpha"] == ["damaged"]
    assert '"hint": "`skillpack adopt alpha --force' in cli("update", *ROOT, "--json").out


def test_a_receipt_that_is_gone_is_damage_where_the_lock_file_names_the_skill(cli, damaged: bytes) -> None:
    RECEIPT.unlink()
    ran = cli("update", *ROOT)

    assert "its receipt is missing" in ran.err
    assert cli(*healing(ran.err), "--yes").status == 0
    assert damaged == RECEIPT.read_bytes()
