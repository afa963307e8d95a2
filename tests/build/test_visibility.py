"""What hosts show of the skills of a set, for pages and rules."""

import os
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from skillpack import resources
from skillpack.files.folder import FolderOutput
from skillpack.model.document import NOWHERE
from skillpack.model.profile import Profile
from skillpack.model.progress import silent
from skillpack.model.selection import SelectionInput
from skillpack.model.settings import Bundle
from skillpack.build import overview
from skillpack.build.build import build_site
from skillpack.build.store import BuildStore
from skillpack.build.inputs.inputs import gather, locate
from skillpack.build.visibility import visibility

MERGE = SelectionInput("merge-pdf", "Merges PDF files.", path="merge-pdf/SKILL.md", at=NOWHERE)
READ = SelectionInput("read-pdf", "Reads tables of PDF documents.", path="read-pdf/SKILL.md", at=NOWHERE)
OLD = 1.0  # seconds since 1970


@pytest.fixture(scope="session")
def host() -> Profile:
    """Give the host whose budget is known."""
    return resources.profiles()["claude-code"]


def test_each_host_shows_the_set_and_keeps_no_skills(host: Profile) -> None:
    found, findings = visibility([MERGE, READ], [host, resources.profiles()["codex"]])
    assert [(shown.host, shown.listed, shown.skills) for shown in found.hosts] == [
        ("claude-code", 2, ()),
        ("codex", 2, ()),
    ]
    assert findings == ()
    assert visibility([MERGE], [])[0].hosts == ()


def test_a_budget_that_is_too_small_is_found(host: Profile) -> None:
    small = replace(host, index_budget=50, index_reserve=0)
    _, findings = visibility([MERGE, READ], [small])
    assert [(one.rule, one.subject, one.path) for one in findings] == [
        ("SL001", "", ""),
        ("ST002", "", ""),
        ("SL001", "read-pdf", "read-pdf/SKILL.md"),
    ]


def test_a_bundle_is_measured_alone(host: Profile) -> None:
    kit = Bundle("kit", "", ("read-pdf", "gone", "read-pdf"))
    ((name, (shown,)),) = visibility([MERGE, READ], [host], [kit])[0].bundles
    assert (name, shown.listed, shown.needed) == ("kit", 1, len(f"- read-pdf: {READ.description}"))


def test_the_order_does_not_matter(host: Profile) -> None:
    assert visibility([MERGE, READ], [host]) == visibility([READ, MERGE], [host])


def test_is_worked_out_where_something_of_it_changed(
    tmp_path: Path, write_skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    sets: list[list[str]] = []

    def noting(skills, hosts, bundles):  # noqa: ANN202 as `visibility`
        known = list(skills)
        sets.append([one.name for one in known])
        return visibility(known, hosts, bundles)

    monkeypatch.setattr(overview, "visibility", noting)
    read = write_skill("read-pdf", description="Reads PDF files. Use when asked.") / "SKILL.md"
    write_skill("merge-pdf", description="Merges PDF files. Use when asked.")
    write_skill("hidden-pdf", description="Reads PDF files. Use when nobody is to know.")
    with closing(BuildStore(tmp_path / "cache.sqlite")) as cache:

        def build(top: str = "") -> None:
            (tmp_path / "skillpack.toml").write_text(
                f'{top}[[source]]\npath = "skills"\n[skill."hidden-pdf"]\nhidden = true\n'
            )
            for file in (tmp_path / "skills").rglob("*"):
                os.utime(file, (OLD, OLD))
            inputs = gather(locate(tmp_path), today="2026-06-01", date="")
            with FolderOutput(tmp_path / "out") as target:
                build_site(inputs, target, cache, folder="out", pool=lambda _: None, report=silent)

        build()
        read.write_text(f"{read.read_text()}\n| a | b |\n|---|---|\n")
        build()
        assert sets == [["merge-pdf", "read-pdf"]]
        read.write_text(read.read_text().replace("Reads PDF", "Reads old PDF"))
        build()
        assert len(sets) == 2
        build('[catalog]\nhosts = ["codex"]\n')
        assert len(sets) == 3
