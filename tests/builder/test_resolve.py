"""What the catalog adds to a skill: names that it had, skills that use it, and who wins a name."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from skillpack.builder.history.history import CatalogHistory, NameHistory
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inputs.inputs import Inputs, gather
from skillpack.builder.load import Loader
from skillpack.builder.publication import publish_all
from skillpack.builder.resolve import Catalog, claimed_errors, contenders_of, resolve, shown_contenders
from skillpack.builder.set_facts import set_facts
from skillpack.builder.store import BuildStore
from skillpack.errors import UsageError
from skillpack.files.discover import discover
from skillpack.model.entry import Relations
from skillpack.model.finding import Severity
from skillpack.model.progress import silent
from skillpack.model.release import History, Release, Tombstone
from skillpack.registry.skill_json import PublishedVersion

IN_MEMORY = SimpleNamespace(worker_staging=None)  # an output for which no worker writes
HEAD = '[[source]]\npath = "skills"\n'


LONG = f"{'Long. ' * 180}Use it."  # 1087 characters: an error for the specification, a warning for `publish`
CLAIM = "license: MIT\nmetadata:\n  profiles: {0}\n"


def _inputs(root: Path, allowed: tuple[str, ...] = ()) -> Inputs:
    return gather(locate(root), today="2026-06-01", date="", allowed=allowed)


@pytest.fixture
def catalog(tmp_path: Path) -> Callable[..., Catalog]:
    """Return a function that resolves the catalog with some configuration."""

    def made(more: str = "", history: CatalogHistory | None = None, allowed: tuple[str, ...] = ()) -> Catalog:
        (tmp_path / "skillpack.toml").write_text(HEAD + more)
        inputs = _inputs(tmp_path, allowed)
        with closing(BuildStore(None)) as store:
            loader = Loader(inputs.settings, store, IN_MEMORY, lambda _: None, silent)
            records = loader.load_and_store(list(discover(inputs.configuration.sources, tmp_path))).records
        contenders = contenders_of(records)
        shown = shown_contenders(contenders, inputs)
        winners = [group[0] for group in shown]
        past = history or {}
        publications = publish_all(winners, past, inputs, {}, ())
        with closing(BuildStore(None)) as store:
            facts = set_facts(winners, publications, inputs, store)
            return resolve(records, contenders, publications, {}, past, facts, store, inputs)

    return made


@pytest.fixture
def relations_of(catalog: Callable[..., Catalog]) -> Callable[..., Relations]:
    """Return a function that gives what the catalog adds to a skill."""

    def of(name: str, more: str = "") -> Relations:
        return next(each.relations for each in catalog(more).entries if each.entry.name == name)

    return of


def _renamed(*pairs: tuple[str, str]) -> str:
    return "".join(f'[[renamed]]\nfrom = "{old}"\nto = "{new}"\n' for old, new in pairs)


def test_names_that_a_skill_had_are_found_through_others_in_between(relations_of, write_skill) -> None:
    write_skill("new-name")
    write_skill("other-name")
    told = _renamed(
        ("older", "old"), ("old", "new-name"), ("a", "b"), ("b", "a"), ("gone", ""), ("other-name", "new-name")
    )
    assert relations_of("new-name", told).former_names == ("old", "older")
    assert relations_of("other-name", told).former_names == ()
    assert relations_of("new-name").former_names == ()


def test_another_skill_that_names_it_changes_what_a_page_says(relations_of, write_skill) -> None:
    write_skill("merge-pdf")
    assert relations_of("merge-pdf").dependents == ()
    write_skill("read-pdf", body="First use merge-pdf.")
    assert relations_of("merge-pdf").dependents == ("read-pdf",)
    assert relations_of("read-pdf").dependents == ()


def test_names_come_in_order_and_losers_are_shown(catalog, write_skill) -> None:
    write_skill("b-skill")
    write_skill("a-skill")
    other = write_skill("other") / "SKILL.md"
    other.write_text(other.read_text().replace("name: other", "name: B-Skill"))
    found = catalog()
    assert [each.entry.name for each in found.entries] == ["a-skill", "b-skill"]
    assert found.entries[1].relations.shadowed == ("skills/other/SKILL.md",)
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
    assert found.entries[0].relations.former_names == ("old",)
    assert [each.name for each in found.ended] == ["old"]


def test_leave_for_a_skill_that_is_not_there_is_refused(catalog, write_skill) -> None:
    write_skill("merge-pdf")
    with pytest.raises(UsageError, match="no skill is named `merge-pfd`") as refused:
        catalog(allowed=("merge-pfd",))
    assert refused.value.hint == "did you mean `merge-pdf`?"


def test_a_skill_knows_the_bundles_that_name_it_and_no_other(relations_of, write_skill) -> None:
    for name in ("merge-pdf", "read-pdf", "write-pdf"):
        write_skill(name)
    told = (
        '[[bundle]]\nname = "pdf"\nskills = ["merge-pdf", "read-pdf"]\n'
        '[[bundle]]\nname = "all"\nskills = ["read-pdf", "gone"]\n'
    )
    assert relations_of("merge-pdf", told).bundles == ("pdf",)
    assert relations_of("read-pdf", told).bundles == ("pdf", "all")
    assert relations_of("write-pdf", told).bundles == ()
    assert relations_of("merge-pdf").bundles == ()


class TestEndedNames:
    PAST = Release("old", "1.0.0", "a" * 64, "", "archives/old/old-1.0.0.zip", "b" * 64, 5, "2025-01-01")

    def _ended(self, found: Catalog) -> dict[str, tuple[str, str]]:
        return {each.name: (each.successor, each.reason) for each in found.overview.tombstones}

    def test_a_name_that_was_published_and_has_no_skill_now_leaves_a_tombstone(self, catalog, write_skill) -> None:
        write_skill("new-name")
        published = NameHistory("old", (PublishedVersion(self.PAST, "{}"),), None)
        assert self._ended(catalog(history={"old": published})) == {"old": ("", "")}
        never = NameHistory("never", (), None)
        assert self._ended(catalog(history={"never": never})) == {}

    def test_what_the_configuration_says_wins_over_what_was_said_then(self, catalog, write_skill) -> None:
        write_skill("new-name")
        write_skill("newer-name")
        said = NameHistory("old", (PublishedVersion(self.PAST, "{}"),), Tombstone("old", "new-name", "then", None))
        assert self._ended(catalog(history={"old": said})) == {"old": ("new-name", "then")}
        told = '[[renamed]]\nfrom = "old"\nto = "newer-name"\nreason = "now"\n'
        assert self._ended(catalog(told, history={"old": said})) == {"old": ("newer-name", "now")}

    def test_a_chain_leads_to_the_skill_at_its_end_and_a_circle_nowhere(self, catalog, write_skill) -> None:
        write_skill("c-skill")
        told = _renamed(("a", "b"), ("b", "c-skill"), ("x", "y"), ("y", "x"), ("gone", "nobody"), ("c-skill", "a"))
        assert {name: successor for name, (successor, _) in self._ended(catalog(told)).items()} == {
            "a": "c-skill",
            "b": "c-skill",
            "gone": "",
            "x": "",
            "y": "",
        }


def test_the_days_of_a_skill_are_those_of_git_else_of_its_releases(relations_of, write_skill) -> None:
    write_skill("dated", front_matter="license: MIT\nmetadata:\n  updated: 2026-01-31\n")
    write_skill("undated")
    assert relations_of("dated").history == History("2026-01-31", "2026-01-31")
    assert relations_of("undated").history == History("", "")


class TestCounts:
    @pytest.fixture
    def claimed(self, catalog, tmp_path: Path) -> Callable[..., dict[str, list[str]]]:
        """Return a function that gives the rules that each skill breaks by its own claim alone."""

        def of(more: str = "") -> dict[str, list[str]]:
            entries, inputs = catalog(more).entries, _inputs(tmp_path)
            found = {each.entry.name: list(claimed_errors(each, inputs, set())) for each in entries}
            assert {one.severity for each in found.values() for one in each} <= {Severity.ERROR}
            return {name: [one.finding.rule for one in each] for name, each in found.items()}

        return of

    def test_errors_and_warnings_are_those_of_the_catalogs_profiles(self, catalog, write_skill) -> None:
        write_skill("fine")
        write_skill("long", description=LONG)
        write_skill("withheld", front_matter="license: MIT\nlicense: MIT\n")
        found = catalog()
        counts = {each.entry.name: (each.entry.errors, each.entry.warnings) for each in found.entries}
        assert counts == {"fine": (0, 0), "long": (0, 1), "withheld": (1, 0)}
        assert (found.overview.errors, found.overview.warnings) == (1, 1)
        strict = catalog('[catalog]\nprofiles = ["publish", "agentskills"]\n')
        assert {each.entry.name: each.entry.errors for each in strict.entries} == {"fine": 0, "long": 1, "withheld": 1}
        accepted = catalog('[[suppress]]\nrule = "DS005"\nskill = "long"\nreason = "known"\n')
        assert (accepted.overview.errors, accepted.overview.warnings) == (1, 0)

    def test_a_claim_adds_the_errors_that_the_catalogs_profiles_do_not_have(self, claimed, write_skill) -> None:
        write_skill("claims", description=LONG, front_matter=CLAIM.format("agentskills"))
        write_skill("claims-less", description=LONG, front_matter=CLAIM.format("publish"))
        write_skill("claims-nothing", description=LONG)
        write_skill("claims-rubbish", description=LONG, front_matter=CLAIM.format("no-such-host"))
        write_skill("keeps-it", front_matter=CLAIM.format("agentskills"))
        nothing = {"claims-less": [], "claims-nothing": [], "claims-rubbish": [], "keeps-it": []}
        assert claimed() == {"claims": ["DS005"], **nothing}

    def test_an_error_of_both_is_counted_once(self, claimed, write_skill) -> None:
        write_skill("claims", description=LONG, front_matter=CLAIM.format("agentskills"))
        assert claimed('[catalog]\nprofiles = ["publish", "agentskills"]\n') == {"claims": []}
