"""What the catalog adds to a skill: names that it had, skills that use it, and who wins a name."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from skillpack.builder.history.history import CatalogHistory, NameHistory
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inputs.inputs import gather
from skillpack.builder.load import Loader
from skillpack.builder.publication import publish_all
from skillpack.builder.resolve import Catalog, contenders_of, resolve, shown_contenders
from skillpack.builder.store import BuildStore
from skillpack.errors import UsageError
from skillpack.files.discover import discover
from skillpack.model.entry import Relations
from skillpack.model.progress import silent
from skillpack.model.release import Tombstone

IN_MEMORY = SimpleNamespace(worker_staging=None)  # an output for which no worker writes
HEAD = '[[source]]\npath = "skills"\n'


@pytest.fixture
def catalog(tmp_path: Path) -> Callable[..., Catalog]:
    """Return a function that resolves the catalog with some configuration."""

    def made(more: str = "", history: CatalogHistory | None = None, allowed: tuple[str, ...] = ()) -> Catalog:
        (tmp_path / "skillpack.toml").write_text(HEAD + more)
        inputs = gather(locate(tmp_path), today="2026-06-01", date="", allowed=allowed)
        with closing(BuildStore(None)) as store:
            loader = Loader(inputs.settings, store, IN_MEMORY, lambda _: None, silent)
            records = loader.load(list(discover(inputs.configuration.sources, tmp_path))).records
        contenders = contenders_of(records)
        winners = [group[0] for group in shown_contenders(contenders, inputs)]
        past = history or {}
        publications = publish_all(winners, past, inputs, {}, ())
        return resolve(records, contenders, publications, {}, past, inputs)

    return made


@pytest.fixture
def surroundings(catalog: Callable[..., Catalog]) -> Callable[..., Relations]:
    """Return a function that gives what the catalog adds to a skill."""

    def of(name: str, more: str = "") -> Relations:
        return next(each.around for each in catalog(more).entries if each.entry.name == name)

    return of


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


def test_names_come_in_order_and_losers_are_shown(catalog, write_skill) -> None:
    write_skill("b-skill")
    write_skill("a-skill")
    other = write_skill("other") / "SKILL.md"
    other.write_text(other.read_text().replace("name: other", "name: B-Skill"))
    found = catalog()
    assert [each.entry.name for each in found.entries] == ["a-skill", "b-skill"]
    assert found.entries[1].around.shadowed == ("skills/other/SKILL.md",)
    assert found.overview.duplicates == (("b-skill", ("skills/b-skill/SKILL.md", "skills/other/SKILL.md")),)


def test_what_has_no_usable_name_is_kept_apart(catalog, write_skill, tmp_path: Path) -> None:
    write_skill("a-skill")
    (tmp_path / "skills/empty").mkdir()
    (tmp_path / "skills/empty/skill.txt").write_text("no skill")
    found = catalog()
    assert [each.entry.name for each in found.entries] == ["a-skill"]
    assert [path for path, _, _ in found.nameless] == [path for path, _ in found.overview.nameless]


def test_a_hidden_skill_is_no_entry_and_is_counted(catalog, write_skill) -> None:
    write_skill("a-skill")
    write_skill("b-skill")
    found = catalog('[skill."b-skill"]\nhidden = true\n')
    assert [each.entry.name for each in found.entries] == ["a-skill"]
    assert found.overview.hidden == 1


def test_a_name_that_ended_leads_to_the_skill_that_it_became(catalog, write_skill) -> None:
    write_skill("new-name")
    history = {"old": NameHistory("old", (), Tombstone("old", "new-name", "clearer", None))}
    found = catalog(history=history)
    assert [(each.name, each.successor) for each in found.overview.tombstones] == [("old", "new-name")]
    assert found.entries[0].around.formerly == ("old",)
    assert [each.name for each in found.ended] == ["old"]


def test_leave_for_a_skill_that_is_not_there_is_refused(catalog, write_skill) -> None:
    write_skill("merge-pdf")
    with pytest.raises(UsageError, match="no skill is called `merge-pfd`") as refused:
        catalog(allowed=("merge-pfd",))
    assert refused.value.hint == "did you mean `merge-pdf`?"
