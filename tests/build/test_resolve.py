"""What the set adds to a skill: names that it had, skills that use it, what its versions gained."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from skillpack.files.folder import FolderOutput
from skillpack.model.entry import Surroundings
from skillpack.model.progress import silent
from skillpack.build import resolve as settle
from skillpack.build.build import build_site
from skillpack.build.store import BuildStore
from skillpack.build.inputs.inputs import gather, locate
from skillpack.build.related import related

HEAD = '[[source]]\npath = "skills"\n'


@pytest.fixture
def surroundings(tmp_path: Path) -> Iterator[Callable[[str, str], Surroundings]]:
    """Build the catalog with some configuration, and return what the set adds to a skill."""
    with closing(BuildStore(tmp_path / "cache.sqlite")) as cache:

        def made(name: str, more: str = "") -> Surroundings:
            (tmp_path / "skillpack.toml").write_text(HEAD + more)
            inputs = gather(locate(tmp_path), today="2026-06-01", date="")
            with FolderOutput(tmp_path / "out") as target:
                build_site(inputs, target, cache, folder="out", pool=lambda _: None, report=silent)
            return cache.sheet(name).read()[1]

        yield made


def _renamed(*pairs: tuple[str, str]) -> str:
    return "".join(f'[[renamed]]\nfrom = "{old}"\nto = "{new}"\n' for old, new in pairs)


def test_names_that_a_skill_had_are_found_through_others_in_between(surroundings, write_skill) -> None:
    write_skill("new-name")
    write_skill("other-name")
    told = _renamed(
        ("older", "old"), ("old", "new-name"), ("a", "b"), ("b", "a"), ("gone", ""), ("other-name", "new-name")
    )
    assert surroundings("new-name", told).formerly == ("old", "older")
    assert surroundings("other-name", told).formerly == ()
    assert surroundings("new-name").formerly == ()


def test_another_skill_that_names_it_changes_what_a_page_says(surroundings, write_skill) -> None:
    write_skill("merge-pdf")
    assert surroundings("merge-pdf").users == ()
    write_skill("read-pdf", body="First use merge-pdf.")
    assert surroundings("merge-pdf").users == ("read-pdf",)
    assert surroundings("read-pdf").users == ()


def test_other_words_of_a_body_compare_no_skills_anew(surroundings, write_skill, monkeypatch) -> None:
    compared: list[list[str]] = []

    def noting(kin):  # noqa: ANN202 as `related`
        compared.append(sorted(kin))
        return related(kin)

    monkeypatch.setattr(settle, "related", noting)
    write_skill("merge-pdf")
    folder = write_skill("read-pdf")
    assert surroundings("merge-pdf").users == ()
    (folder / "SKILL.md").write_text((folder / "SKILL.md").read_text() + "\nSee merge-pdf.\n")
    assert surroundings("merge-pdf").users == ("read-pdf",)
    assert compared == [["merge-pdf", "read-pdf"]]
    write_skill("sort-pdf")
    assert surroundings("merge-pdf").users == ("read-pdf",)
    assert len(compared) == 2
