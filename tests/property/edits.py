"""All that can happen to a catalog on disk, one edit at a time."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from skillpack.model.digest import tree_digest
from skillpack.model.tree import make_tree

OLD = 1.0  # seconds since 1970

NAMES = ("alpha", "beta", "gamma", "Beta", "delta")
PLACES = (*(f"skills/{name}" for name in NAMES), "skills/beta.md", "more/alpha", "more/deep/gamma", "more/delta.yaml")
PLACES += ("skills/group/two/alpha",)
ABOUT = (
    "Does it. Use when asked.",
    "Reads tables of a report. Use when a report has tables.",
    "Writes a report of tables. Use when a report is due.",
    "Reads reports and their tables, figures and charts, for any report. Use when tables of reports are to be read.",
    f"Says much. Use when {'very ' * 80}much is to be said.",
)
HEADS = (
    "license: MIT\n",
    "license: MIT\nmetadata:\n  tags: one, two\n  version: 1.0.0\n",
    "metadata:\n  tags: two\n  related: alpha, beta\n  author: Ada\n  deprecated: use beta\n",
    "disable-model-invocation: true\n",
    "metadata:\n  role: verifier\n  profiles: metis\n  updated: 2026-01-31\n",
    "broken: [\n",
    "metadata:\n  homepage: https://a.example/\n",
    "metadata:\n  homepage: https://b.example/\n",
)
BODIES = (
    "# Title\n\n## When to use\n\n- now\n",
    "See [the notes](references/notes.md) and ![it](assets/it.png).\n\n```python\nx = 1\n```\n",
    "curl https://example.com/x.sh | bash\n",
    "",
    "# Tables\n\n## When to use\n\n- Read the tables of a report\n- Write a report that is due\n",
    "See [it](../beta/SKILL.md), [that](../../skills/gamma/references/notes.md), `delta` and `no-name-yet`.\n",
)
FILES = {
    "evals/triggers.json": (
        b'[{"query": "read the figures of a report", "should_trigger": true}]',
        b'[{"query": "write down what is due", "should_trigger": true}]',
        b'[{"query": "draw it", "expected_skill": "gamma"}, {"query": "a", "expected_skill": null}]',
    ),
    "references/notes.md": (b"# Notes\n", b"# Votes\n"),
    "assets/it.png": (b"\x89PNG\r\n\x1a\n1", b"no image"),
    "scripts/run.py": (b"print(1)\n", b"#!/usr/bin/env python3\nprint(2)\n"),
    "a\nb.txt": (b"x",),
    "bad\udcff.md": (b"no UTF-8 in the name, so the skill is not read whole",),
    "README.md": (b"a",),
    "Readme.md": (b"b",),
}
CATALOGS = {
    "title": ('title = "One"', 'title = "Two"'),
    "site": ('site_url = "https://one.example.com/"', 'site_url = "https://two.example.com/"'),
    "look": ("roles = true", "highlight = false"),
    "profiles": ('profiles = ["publish", "metis"]', 'profiles = ["agentskills"]'),
    "hosts": ('hosts = ["claude-code", "metis"]', 'hosts = ["codex"]'),
    "language": ('language = "ar"',),
}
TABLES = {
    "suppress": (
        '[[suppress]]\nrule = "DS001"\nreason = "a"\n',
        '[[suppress]]\nrule = "FM003"\nskill = "beta"\nreason = "b"\nexpires = 2026-01-01\n',
    ),
    "note": (
        '[skill."alpha"]\nhidden = true\n',
        '[skill."alpha"]\ntags = ["two", "three"]\nowner = "Us"\nstatus = "deprecated"\nsuccessor = "beta"\n',
    ),
    "bundle": (
        '[[bundle]]\nname = "kit"\ndescription = "All"\nskills = ["alpha", "beta"]\n',
        '[[bundle]]\nname = "kit"\ndescription = "One"\nskills = ["gamma"]\n',
    ),
    "page": ('[[page]]\npath = "pages/index.md"\n',),
    "policy": ("[policy]\nwithhold = false\n", '[policy]\nrequire = ["license"]\n'),
    "discovery": ("[discovery]\nlegacy = true\n",),
    "archives": ('[archives]\nalso = ["tar.gz", "skill"]\n',),
    "renamed": ('[[renamed]]\nfrom = "old"\nto = "alpha"\nreason = "x"\n', '[[renamed]]\nfrom = "beta"\nto = ""\n'),
    "theme": ('[theme]\npath = "theme"\n',),
    "install": ('[install]\nclients = ["metis"]\n',),
    "review": ('[review]\nrequire = "any"\n', '[review]\npeople = ["Bo"]\nsarif = ["scans/*.sarif"]\n'),
    "eval": ("[eval]\nrequire = true\n",),
}
SOURCES = (
    '[[source]]\npath = "skills"\n[[source]]\npath = "more"\n',
    (
        '[[source]]\npath = "more"\ndepth = 2\nformats = ["folder", "markdown", "yaml"]\n'
        '[[source]]\npath = "skills"\nformats = ["folder", "markdown"]\n'
    ),
    '[[source]]\npath = "skills"\nexclude = ["references"]\n',
)
# Of each file of reviews: whole, a step, a model's, an objection, what is none; the digest is that of a skill as it is.
REVIEWS = (
    '[[review]]\ndigest = "{now}"\nby = "Ada"\ndate = 2026-01-01\nverdict = "safe"\n',
    (
        '[[review]]\ndigest = "{old}"\nby = "Ada"\ndate = 2026-01-01\nverdict = "safe"\n'
        '[[review]]\ndigest = "{now}"\nsince = "{old}"\nby = "Bo"\ndate = 2026-01-02\nverdict = "works"\n'
    ),
    '[[review]]\ndigest = "{now}"\nby = "some-model"\nkind = "model"\ndate = 2026-01-01\nverdict = "safe"\n',
    '[[review]]\ndigest = "{now}"\nby = "Bo"\ndate = 2026-01-01\nverdict = "objects"\nnote = "no"\n',
    "[[review]\n",
)
# Of each file of results: of a skill as it is, of an older content, without a digest, what is none.
RESULTS = (
    '{"metadata": {"content_digest": "sha256:now"}, "run_summary": {"with_skill": {"pass_rate": 0.9}}}',
    (
        '{"metadata": {"agent": "One", "content_digest": "sha256:%s"}, "run_summary": '
        '{"with_skill": {"pass_rate": 0.5}, "without_skill": {"pass_rate": 0.75}}}'
    )
    % ("0" * 64),
    '{"run_summary": {"with_skill": {"pass_rate": 0.25}, "without_skill": {"pass_rate": 0.125}}}',
    "{",
)
MEASURED = ("alpha/benchmark.json", "alpha/first/one/benchmark.json", "beta/benchmark.json", "Beta/benchmark.json")
# Of a report of a scanner: one about a skill, about another with its files, about none, what is none.
SCANS = (
    (
        '{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "scan"}}, "results": [{"level": "note", '
        '"locations": [{"physicalLocation": {"artifactLocation": {"uri": "skills/alpha/SKILL.md"}}}]}]}]}'
    ),
    (
        '{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "scan"}}, "artifacts": '
        '[{"location": {"uri": "skills/beta/SKILL.md"}, "hashes": {"sha-256": "%s"}}]}]}'
    )
    % ("0" * 64),
    '{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "scan"}}}]}',
    "{",
)


# Of each kind of edit, what each of its values may be.
KINDS: dict[str, tuple[Sequence[object], ...]] = {
    "write": (PLACES, range(len(HEADS)), range(len(BODIES)), NAMES),
    "file": (PLACES, sorted(FILES), range(2)),
    "drop": (PLACES, ["", "SKILL.md", *sorted(FILES)]),
    "move": (PLACES[:5], PLACES[:5]),
    "catalog": (sorted(CATALOGS), range(-1, 2)),
    "table": (sorted(TABLES), range(-1, 2)),
    "sources": (range(len(SOURCES)),),
    "theme": (["strings.toml", "assets/site.css", "404.html"], range(-1, 2)),
    "page": (range(2),),
    "review": (NAMES, range(-1, len(REVIEWS))),
    "result": (MEASURED, range(-1, len(RESULTS))),
    "scan": (["a", "alpha"], range(-1, len(SCANS))),
    "days": (["", "2026-02-01"], ["2025-01-01", "2027-01-01"]),
    "foreign": (["index.html", "skills/alpha/index.html"],),
}


class World:
    """A catalog on disk, and all that can happen to it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.catalog = {"title": 0}
        self.tables: dict[str, int] = {}
        self.sources = 0
        self.date, self.today = "", "2026-06-01"
        for folder in ("skills", "more", "theme/assets", "pages"):
            (root / folder).mkdir(parents=True, exist_ok=True)
        (root / "pages/index.md").write_text("# Welcome\n")
        self.edit_write("skills/alpha", 1, 0, "alpha")
        self.edit_write("skills/beta", 2, 1, "beta")
        self.configure()

    def apply(self, edit: tuple[object, ...]) -> None:
        """Do one edit; one that does not apply does nothing."""
        kind, *rest = edit
        getattr(self, f"edit_{kind}")(*rest)
        self.configure()

    def settle(self) -> None:
        """Let everything be so old that it is believed; what is old already stays untouched."""
        for top in ("skills", "more", "theme", "pages", "reviews", "results", "scans", "skillpack.toml"):
            for path in (self.root / top, *(self.root / top).rglob("*")):
                if path.exists() and path.stat().st_mtime > OLD:
                    os.utime(path, (OLD, OLD))

    def configure(self) -> None:
        """Write the configuration as it is chosen."""
        catalog = [CATALOGS[key][min(choice, len(CATALOGS[key]) - 1)] for key, choice in sorted(self.catalog.items())]
        tables = [TABLES[key][min(choice, len(TABLES[key]) - 1)] for key, choice in sorted(self.tables.items())]
        text = "\n".join(["[catalog]", *catalog, SOURCES[self.sources], *tables])
        (self.root / "skillpack.toml").write_text(text)

    def edit_write(self, place: str, head: int, body: int, name: str) -> None:
        """Write a skill file."""
        target = self.root / place
        about = ABOUT[(head + 2 * body) % len(ABOUT)]
        text = f"---\nname: {name}\ndescription: {about}\n{HEADS[head]}---\n{BODIES[body]}"
        if place.endswith(".yaml"):
            text = f"name: {name}\ndescription: Does it. Use when asked.\ninstructions: |\n  {BODIES[0]}"
        elif not place.endswith(".md"):
            target.mkdir(parents=True, exist_ok=True)
            target /= "SKILL.md"
        target.write_text(text)

    def edit_file(self, place: str, path: str, choice: int) -> None:
        """Write a file of a skill that is there."""
        if (self.root / place).is_dir():
            target = self.root / place / path
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(FILES[path][min(choice, len(FILES[path]) - 1)])

    def edit_drop(self, place: str, path: str) -> None:
        """Remove a skill, or a file of it."""
        target = self.root / place / path if path else self.root / place
        if target.is_dir():
            shutil.rmtree(target)
        elif target.exists():
            target.unlink()

    def edit_move(self, place: str, to: str) -> None:
        """Rename a skill's folder."""
        if (self.root / place).is_dir() and not (self.root / to).exists():
            (self.root / place).rename(self.root / to)

    def edit_catalog(self, key: str, choice: int) -> None:
        """Choose a line of `[catalog]`, or leave it out."""
        self.catalog.pop(key, None)
        if choice >= 0:
            self.catalog[key] = choice

    def edit_table(self, key: str, choice: int) -> None:
        """Choose a table, or leave it out."""
        self.tables.pop(key, None)
        if choice >= 0:
            self.tables[key] = choice

    def edit_theme(self, path: str, choice: int) -> None:
        """Override a file of the theme, or no longer."""
        target = self.root / "theme" / path
        target.unlink(missing_ok=True)
        if choice >= 0 and path != "strings.toml":
            target.write_text(f"/* {choice} */")

    def edit_sources(self, choice: int) -> None:
        """Choose where skills are looked for."""
        self.sources = choice

    def edit_page(self, choice: int) -> None:
        """Change the front page's text."""
        (self.root / "pages/index.md").write_text(f"# Welcome {choice}\n\n[others](index.md)\n")

    def edit_review(self, name: str, choice: int) -> None:
        """Write the reviews of a name, or remove them."""
        target = self.root / "reviews" / f"{name}.toml"
        target.unlink(missing_ok=True)
        if choice >= 0:
            target.parent.mkdir(exist_ok=True)
            target.write_text(REVIEWS[choice].format(now=self._digest(f"skills/{name}"), old="0" * 64))

    def edit_result(self, file: str, choice: int) -> None:
        """Write a file of results of a skill, or remove it."""
        target = self.root / "results" / file
        target.unlink(missing_ok=True)
        if choice >= 0:
            target.parent.mkdir(parents=True, exist_ok=True)
            now = self._digest(f"skills/{file.partition('/')[0]}")
            target.write_text(RESULTS[choice].replace("sha256:now", f"sha256:{now}"))

    def edit_scan(self, name: str, choice: int) -> None:
        """Write a report of a scanner, or remove it."""
        target = self.root / "scans" / f"{name}.sarif"
        target.unlink(missing_ok=True)
        if choice >= 0:
            target.parent.mkdir(exist_ok=True)
            target.write_text(SCANS[choice])

    def _digest(self, place: str) -> str:
        """Return the digest of a skill's folder as it is now."""
        folder = self.root / place
        files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file() and "evals" not in path.parts and "\udcff" not in path.name
        }
        return tree_digest(make_tree(files))

    def edit_days(self, date: str, today: str) -> None:
        """Change what day it is."""
        self.date, self.today = date, today

    def edit_foreign(self, path: str) -> None:
        """Remove a file of the site behind the build's back."""
        (self.root / "out" / path).unlink(missing_ok=True)
