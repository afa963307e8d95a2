"""The publication of every skill, remembered: the same as anew, and made anew only where something else follows."""

import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from skillpack.builder import publications as module
from skillpack.builder.history.history import CatalogHistory, NameHistory
from skillpack.builder.history.load import PublicationFacts
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inputs.inputs import gather
from skillpack.builder.load import Loader
from skillpack.builder.publication import SkillPublication, publish_all
from skillpack.builder.publications import publications
from skillpack.builder.resolve import contenders_of, shown_contenders
from skillpack.builder.store import BuildStore
from skillpack.files.discover import discover
from skillpack.model.progress import silent
from skillpack.model.release import Release

IN_MEMORY = SimpleNamespace(worker_staging=None)  # an output for which no worker writes
HEAD = '[[source]]\npath = "skills"\n'
NAMES = ["merge-pdf", "read-pdf", "write-csv"]
PURGED = Release("merge-pdf", "0.9.0", "d" * 64, "", "", "", 0, yanked="purged")
BEFORE = {"merge-pdf": NameHistory("merge-pdf", (), None, (PURGED,))}

Standing = Mapping[str, SkillPublication]


@pytest.fixture
def root(three_skills: Path) -> Path:
    (three_skills / "skillpack.toml").write_text(HEAD)
    return three_skills


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of the skills whose publication is made from here on."""
    found: list[str] = []

    def noted(winners, *given: object) -> Standing:
        every = tuple(winners)
        found.extend(each.name for each in every)
        return publish_all(every, *given)

    monkeypatch.setattr(module, "publish_all", noted)
    return found


def resolved(root: Path, store: BuildStore, history: CatalogHistory | None = None, date: str = "") -> Standing:
    inputs = gather(locate(root), today="2026-06-01", date=date)
    loader = Loader(inputs.settings, store, IN_MEMORY, lambda _: None, silent)
    records = loader.load_and_store(list(discover(inputs.configuration.sources, root))).records
    winners = [group[0] for group in shown_contenders(contenders_of(records), inputs)]
    return publications(winners, history or {}, inputs, PublicationFacts({}, frozenset()), store)


def edit(root: Path, old: str, new: str) -> None:
    file = root / "skills" / "merge-pdf" / "SKILL.md"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))


def configure(text: str) -> Callable[[Path], object]:
    return lambda root: (root / "skillpack.toml").write_text(f"{HEAD}{text}")


@pytest.mark.parametrize(
    ("change", "anew"),
    [
        (lambda _: None, []),
        (lambda root: edit(root, "\n# merge-pdf", "\n# merge-pdf\n\nMore words."), ["merge-pdf"]),
        (lambda root: (root / "skills" / "write-csv").rename(root / "gone"), []),
        (lambda root: (root / "skills" / "write-csv").rename(root / "skills" / "moved"), ["write-csv"]),
        (configure('[[suppress]]\nrule = "DS001"\nreason = "known"\n'), NAMES),
        (configure("[policy]\nwithhold = false\n"), NAMES),
        (configure('[catalog]\nprofiles = ["agentskills"]\n'), NAMES),
    ],
)
def test_is_made_anew_where_something_else_follows(
    root: Path, store: BuildStore, made: list[str], change: Callable[[Path], object], anew: list[str]
) -> None:
    resolved(root, store)
    made.clear()
    change(root)
    found = resolved(root, store)
    assert sorted(made) == anew
    with closing(BuildStore(None)) as empty:
        assert found == resolved(root, empty)


def test_another_day_of_the_build_is_another_publication(root: Path, store: BuildStore, made: list[str]) -> None:
    before = resolved(root, store, date="2026-01-01")["merge-pdf"]
    made.clear()
    after = resolved(root, store, date="2026-02-01")["merge-pdf"]
    assert sorted(made) == NAMES
    assert (before.entry.updated, after.entry.updated) == ("2026-01-01", "2026-02-01")
    assert before.mark != after.mark


def test_what_was_published_before_counts_in_every_build(root: Path, store: BuildStore, made: list[str]) -> None:
    alone = resolved(root, store)["merge-pdf"]
    made.clear()
    for _ in range(2):
        assert resolved(root, store, BEFORE)["merge-pdf"].purged == (PURGED,)
    assert made == ["merge-pdf", "merge-pdf"]
    made.clear()
    assert resolved(root, store)["merge-pdf"] == alone
    assert made == []


def test_a_link_to_another_skill_is_looked_at_in_every_build(root: Path, store: BuildStore, made: list[str]) -> None:
    edit(root, "\n# merge-pdf", "\n# merge-pdf\n\nSee [notes](../write-csv/SKILL.md).")
    beside = resolved(root, store)["merge-pdf"]
    (root / "skills" / "write-csv").rename(root / "gone")
    made.clear()
    assert resolved(root, store)["merge-pdf"] != beside
    (root / "gone").rename(root / "skills" / "write-csv")
    assert resolved(root, store)["merge-pdf"] == beside
    assert made.count("merge-pdf") == 2


def test_a_store_that_two_configurations_share_serves_each_its_own(root: Path, store: BuildStore) -> None:
    configured = (HEAD, f'{HEAD}[[suppress]]\nrule = "DS001"\nreason = "known"\n')
    found = []
    for text in configured * 2:
        (root / "skillpack.toml").write_text(text)
        found.append(resolved(root, store))
    assert found[:2] == found[2:]
    assert found[0]["merge-pdf"].mark == found[2]["merge-pdf"].mark


def write_result(root: Path, name: str, rate: float) -> None:
    file = root / "results" / name / "benchmark.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f'{{"run_summary": {{"with_skill": {{"pass_rate": {rate}}}}}}}')
    os.utime(file, ns=(10**18, 10**18 + int(rate * 1000)))  # long ago: no longer so young that it may change unseen


def test_a_result_of_one_skill_makes_that_one_anew(root: Path, store: BuildStore, made: list[str]) -> None:
    before = resolved(root, store)
    for rate in (0.5, 0.9):
        made.clear()
        write_result(root, "Merge-PDF", rate)
        found = resolved(root, store)
        assert made == ["merge-pdf"]
        assert found["merge-pdf"].results[0].measured[0].with_skill == rate
        assert found["merge-pdf"].mark != before["merge-pdf"].mark
        with closing(BuildStore(None)) as empty:
            assert found == resolved(root, empty)
    made.clear()
    assert resolved(root, store) == found
    assert made == []
    shutil.rmtree(root / "results")
    assert resolved(root, store) == before
    assert made == ["merge-pdf"]


def test_a_result_that_is_still_young_is_read_in_every_build(root: Path, store: BuildStore, made: list[str]) -> None:
    write_result(root, "merge-pdf", 0.5)
    os.utime(root / "results" / "merge-pdf" / "benchmark.json")
    resolved(root, store)
    made.clear()
    resolved(root, store)
    assert made == ["merge-pdf"]
