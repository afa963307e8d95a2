"""A catalog with a skill in each state that its reviews can come to, with scans and another catalog's reviews."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from skillpack.files.read import read_tree
from skillpack.model.digest import sha256, tree_digest
from skillpack.model.limits import Limits

CONFIGURATION = """\
[catalog]
name = "reviewed"
{more}
[review]
people = ["Ada Brook", "Jo Stone"]
sarif = "scans/*.sarif"
from = ["others"]
[[source]]
path = "skills"
"""
NAMES = (
    *("none", "whole", "used", "steps", "older", "model", "scanned", "scanned-before"),
    *("objected", "objected-by-others", "imported"),
)


def make_reviews(folder: Path, build: Callable[[Path, Path], None], more: str = "") -> None:
    """Write the catalog; its skills are named for their states, and `before` is the site with their first versions.

    Args:
        folder: Of the catalog.
        build: Builds a catalog into a folder.
        more: Lines of `[catalog]`.
    """
    for name in NAMES:
        _write(folder / "skills" / name)
    (folder / "skillpack.toml").write_text('[[source]]\npath = "skills"\n')
    build(folder, folder / "before")
    first = {name: digest_of(folder, name) for name in NAMES}
    for name in ("steps", "older"):
        skill = folder / "skills" / name
        text = (skill / "SKILL.md").read_text().replace("1.0.0", "1.1.0")
        (skill / "SKILL.md").write_text(f"{text}\nA second paragraph.\n")
        (skill / "references" / "rows.md").unlink()
        (skill / "references" / "lines.md").write_text("# Lines\n")
    now = {name: digest_of(folder, name) for name in NAMES}
    _review(folder, "whole", _said(now, "whole", "Ada Brook", note="Every step asks first."))
    _review(folder, "whole", _said(now, "whole", "reader-5", kind="model"))
    _review(folder, "used", _said(now, "used", "Jo Stone", verdict="works"))
    _review(folder, "steps", _said(first, "steps", "Jo Stone", date="2026-09-04", version="1.0.0"))
    _review(folder, "steps", _said(now, "steps", "Ada Brook", since=first["steps"], version="1.1.0"))
    _review(folder, "older", _said(first, "older", "Jo Stone", date="2026-09-04", version="1.0.0"))
    _review(folder, "model", _said(now, "model", "reader-5", kind="model"))
    _review(folder, "objected", _said(now, "objected", "Jo Stone", date="2026-09-04"))
    against = {"verdict": "objects", "date": "2026-11-21", "note": "It takes <b>keys</b>."}
    _review(folder, "objected", _said(now, "objected", "Ada Brook", **against))
    _review(folder, "objected-by-others", _said(now, "objected-by-others", "Jo Stone"))
    _review(folder, "objected-by-others", _said(now, "objected-by-others", "Somebody", **against))
    (folder / "scans").mkdir()
    _report(folder, "whole", "reader", files=True)
    _report(folder, "model", "reader", files=True)
    _report(folder, "scanned", "reader", files=True, levels=("error", "note", "note"))
    _report(folder, "scanned-before", "reader", files=False)
    (folder / "others").mkdir()
    _review(folder / "others", "imported", _said(now, "imported", "Kim Reed", note="Read line by line."))
    (folder / "skillpack.toml").write_text(CONFIGURATION.format(more=more))


def digest_of(folder: Path, name: str) -> str:
    """Return the content digest of a skill of the catalog."""
    return tree_digest(read_tree(folder / "skills" / name, Limits()))


def _said(digests: dict[str, str], name: str, by: str, **more: str) -> dict[str, str]:
    return {"digest": digests[name], "by": by, "date": "2026-11-20", "verdict": "safe", **more}


def _review(folder: Path, name: str, said: dict[str, str]) -> None:
    file = folder / "reviews" / f"{name}.toml"
    file.parent.mkdir(exist_ok=True)
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in said.items())
    with file.open("a") as to:
        to.write(f"[[review]]\n{lines}\n")


def _report(folder: Path, name: str, tool: str, *, files: bool, levels: tuple[str, ...] = ()) -> None:
    """Write a report of a scanner about a skill; with the hashes of its files where they are to be named."""
    skill = folder / "skills" / name
    place = {"artifactLocation": {"uri": f"skills/{name}/SKILL.md"}}
    run: dict[str, Any] = {
        "tool": {"driver": {"name": tool, "version": "2.3"}},
        "invocations": [{"executionSuccessful": True, "endTimeUtc": "2026-11-19T10:00:00Z"}],
        "results": [
            {"level": level, "message": {"text": "x"}, "locations": [{"physicalLocation": place}]} for level in levels
        ],
    }
    if files:
        run["artifacts"] = [
            {
                "location": {"uri": f"skills/{name}/{file.relative_to(skill).as_posix()}"},
                "hashes": {"sha-256": sha256(file.read_bytes())},
            }
            for file in sorted(skill.rglob("*.md"))
        ]
    (folder / "scans" / f"{name}.sarif").write_text(json.dumps({"version": "2.1.0", "runs": [run]}))


def _write(skill: Path) -> None:
    (skill / "references").mkdir(parents=True)
    name = skill.name
    (skill / "SKILL.md").write_text(
        f"---\nname: {name}\ndescription: Shows reviews that are {name}. Use it to see them.\nlicense: MIT\n"
        "version: 1.0.0\n---\n\n# Rows\n\nCount the rows as [rows](references/rows.md) says.\n"
    )
    (skill / "references" / "rows.md").write_text("# Rows\n\nThey end in a newline.\n")
