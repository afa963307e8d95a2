"""What the contracts of the imports name is there, and what calls itself pure is held to it."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTRACTS = {
    each["id"]: each
    for each in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
}


@cache
def _modules() -> dict[str, str]:
    """Return the name of every module -> its docstring."""
    found = {}
    for file in (ROOT / "skillpack").rglob("*.py"):
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[name] = ast.get_docstring(ast.parse(file.read_bytes())) or ""
    return found


def _says_pure(docstring: str) -> bool:
    return docstring.partition("\n")[0].endswith("(pure).")


def test_every_floor_has_its_rooms() -> None:
    rooms = {room.strip(" ()") for floor in CONTRACTS["floors"]["layers"] for room in floor.split("|")}
    there = {name.split(".")[1] for name in _modules() if "." in name} - {"__main__"}
    assert rooms == there


def test_what_calls_itself_pure_is_held_to_it_and_nothing_else() -> None:
    listed = set(CONTRACTS["pure"]["source_modules"])
    rooms = {name for name in listed if name.count(".") == 1}
    outside = {name: docstring for name, docstring in _modules().items() if ".".join(name.split(".")[:2]) not in rooms}
    assert listed - rooms == {name for name, docstring in outside.items() if _says_pure(docstring)}


@pytest.mark.parametrize("contract", ["click", "http"])
def test_a_library_of_one_room_is_forbidden_in_every_room_above_the_disk(contract: str) -> None:
    floors = [floor.split("|") for floor in CONTRACTS["floors"]["layers"]]
    above = {f"skillpack.{room.strip(' ()')}" for floor in floors[: floors.index(["files"]) + 1] for room in floor}
    (knows,) = above - set(CONTRACTS[contract]["source_modules"])
    assert knows == {"click": "skillpack.cli", "http": "skillpack.sources"}[contract]


def test_what_is_loaded_late_by_its_name_leads_back_to_nobody() -> None:
    back = []
    for file in (ROOT / "skillpack").rglob("*.py"):
        loader = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for target in re.findall(r'import_module\("(skillpack[\w.]*)"\)', file.read_text()):
            tree = ast.parse((ROOT / f"{target.replace('.', '/')}.py").read_text())
            imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
            back += [f"{target} imports {loader}, which loads it"] if loader in imported else []
    assert back == []
