"""Findings of a catalog, without pages and without anything written."""

import pickle
from contextlib import closing
from pathlib import Path

import pytest

from skillpack import resources
from skillpack.builder.build import build_site
from skillpack.builder.inputs.catalog import Located, locate
from skillpack.builder.inputs.inputs import gather, make_settings
from skillpack.builder.inspection.inspection import Inspected, SetMember, inspect, inspect_set, member_of
from skillpack.builder.store import BuildStore
from skillpack.files.folder import FolderOutput
from skillpack.model.finding import Finding
from skillpack.model.progress import silent


def _inspected(located: Located) -> list[Inspected]:
    return list(inspect(located, make_settings(located.configuration, resources.profiles())))


def _members(located: Located) -> list[SetMember]:
    gate = [profile for name, profile in resources.profiles().items() if name in located.configuration.profiles]
    return [member_of(each, located.configuration, gate) for each in _inspected(located)]


def build_site_findings(root: Path) -> list[Finding]:
    """Return what a build finds of selection."""
    inputs = gather(locate(root), today="2026-06-01", date="")
    with FolderOutput(root / "out") as output, closing(BuildStore(None)) as cache:
        built = build_site(inputs, output, cache, folder="", pool=lambda _: None, report=silent)
    return [one.finding for one in built.findings if one.finding.rule.startswith("SL")]


@pytest.fixture
def look(tmp_path: Path):  # noqa: ANN201 a function
    return lambda: _inspected(locate(tmp_path / "skills"))


def test_every_candidate_is_looked_at_in_order(write_skill, look, tmp_path: Path) -> None:
    write_skill("b")
    write_skill("a")
    (tmp_path / "skills/notes").mkdir()
    (tmp_path / "skills/notes/a.txt").write_text("x")

    assert [(each.skill.name, each.entry is None) for each in look()] == [("a", False), ("b", False), ("notes", True)]


def test_many_candidates_come_in_order_too(write_skill, look) -> None:
    names = [f"skill-{number:03}" for number in range(130)]
    for name in names:
        write_skill(name)

    assert [(each.location.path.rsplit("/", 1)[1], each.skill.name) for each in look()] == [
        (name, name) for name in names
    ]


def test_findings_are_those_of_a_build(write_skill, look) -> None:
    write_skill("a", front_matter="version: 1.2\n")
    (found,) = look()

    assert {"FM006", "MD007"} <= {finding.rule for finding in found.findings}


def test_two_forms_of_one_skill_say_so_once(write_skill, look, tmp_path: Path) -> None:
    text = (write_skill("pdf") / "SKILL.md").read_bytes()
    (tmp_path / "skills/pdf.md").write_bytes(text)
    (tmp_path / "skills/other.md").write_bytes(text)
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\nformats = ["folder", "markdown"]\n')

    flat = {each.skill.origin.path: [one.rule for one in each.findings] for each in look()}
    assert "LY004" in flat["other.md"]
    assert "LY004" not in flat["pdf.md"]


def test_contents_are_those_of_the_files_that_findings_point_at(write_skill, look) -> None:
    write_skill("a", front_matter="version: 1.2\n", files={"references/fine.md": b"# Fine\n"})
    (found,) = look()

    assert set(found.contents) == {"a/SKILL.md"}
    assert found.contents["a/SKILL.md"].startswith(b"---\nname: a\n")


def test_a_member_of_a_set_holds_no_text(write_skill, tmp_path: Path) -> None:
    write_skill("a", front_matter="version: 1.2\n", files={"references/fine.md": b"# Fine\n"})
    located = locate(tmp_path)
    ((found,), (member,)) = _inspected(located), _members(located)

    assert (member.name, member.origin, member.entry, member.listed) == (
        found.skill.name,
        found.skill.origin,
        found.entry,
        found.listed,
    )
    assert b"Fine" not in pickle.dumps(member)
    assert found.skill.document.raw not in pickle.dumps(member)


def test_a_name_that_cannot_be_used_has_no_entry(write_skill, look) -> None:
    folder = write_skill("a")
    (folder / "SKILL.md").write_text("---\nname: a/b\ndescription: x\n---\n")
    (found,) = look()

    assert found.entry is None
    assert "NM012" in {finding.rule for finding in found.findings}


def test_nothing_is_written(write_skill, look, tmp_path: Path) -> None:
    write_skill("a")
    before = sorted(tmp_path.rglob("*"))
    look()

    assert sorted(tmp_path.rglob("*")) == before


class TestTheSet:
    def _rules(self, root: Path) -> dict[str, str]:
        located = locate(root)
        found = inspect_set(_members(located), located.configuration, resources.profiles())
        return {finding.rule: finding.message for finding in found}

    def test_two_of_one_name(self, write_skill, tmp_path: Path) -> None:
        write_skill("a", root="one")
        folder = write_skill("b", root="one")
        (folder / "SKILL.md").write_text("---\nname: a\ndescription: x\n---\n")

        assert self._rules(tmp_path / "one") == {"LY012": "`b/SKILL.md` has the same name as `a/SKILL.md`, `a`"}

    def test_a_source_may_shadow_another_one(self, write_skill, tmp_path: Path) -> None:
        write_skill("a", root="one")
        write_skill("a", root="two", body="\n# Another\n")
        (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "one"\n[[source]]\npath = "two"\n')

        assert set(self._rules(tmp_path)) == {"ST008"}

    def test_a_copy_in_another_source_shadows_nothing(self, write_skill, tmp_path: Path) -> None:
        for root in ("one", "two"):
            write_skill("a", root=root)
        (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "one"\n[[source]]\npath = "two"\n')

        assert self._rules(tmp_path) == {}

    def test_a_folder_that_two_sources_reach_is_one_skill(self, write_skill, tmp_path: Path) -> None:
        write_skill("a", root="skills/inner")
        (tmp_path / "skillpack.toml").write_text(
            '[[source]]\npath = "skills"\ndepth = 2\n[[source]]\npath = "skills/inner"\n'
        )
        (found,) = _inspected(locate(tmp_path))

        assert found.skill.origin.rank == 0
        assert self._rules(tmp_path) == {}

    def test_names_that_differ_by_case(self, write_skill, tmp_path: Path) -> None:
        write_skill("a", root="one")
        write_skill("A", root="one")

        assert "ST001" in self._rules(tmp_path / "one")

    def test_an_index_over_budget(self, write_skill, tmp_path: Path) -> None:
        for number in range(40):
            write_skill(f"s{number}", description="word " * 200)

        assert "Codex with its default context window shows 21,260" in self._rules(tmp_path / "skills")["ST002"]

    def test_the_index_holds_what_a_build_would_offer(self, write_skill, tmp_path: Path) -> None:
        for number in range(40):
            folder = write_skill(f"s{number}", description="word " * 160)
        said = self._rules(tmp_path / "skills")["ST002"]
        (folder / "SKILL.md").write_text("---\nname: s39\n---\n\n# Nobody says what it does\n")
        withheld = self._rules(tmp_path / "skills")["ST002"]

        assert "the index of 40 skills" in said
        assert "the index of 39 skills" in withheld
        sizes = [int(text.partition("about ")[2].split()[0].replace(",", "")) for text in (said, withheld)]
        assert sizes[0] - sizes[1] == len(f"- s39: {('word ' * 160).strip()} (file: r0/s39/SKILL.md)\n")

    def test_names_that_the_configuration_mentions_and_nobody_has(self, write_skill, tmp_path: Path) -> None:
        write_skill("a")
        (tmp_path / "skillpack.toml").write_text(
            '[[bundle]]\nname = "kit"\ndescription = "x"\nskills = ["a", "gone"]\n'
        )

        assert [message for message in self._rules(tmp_path).values() if "`gone`" in message]

    def test_skills_are_shown_as_a_build_shows_them(self, write_skill, tmp_path: Path) -> None:
        for number in range(40):
            write_skill(f"long-{number:02}", description=f"Says much. Use when {'very ' * 190}long.")
        write_skill("hidden", description=f"Says much. Use when {'very ' * 190}long.")
        withheld = write_skill("withheld", description=f"Says much. Use when {'very ' * 190}long.")
        (withheld / "a b\\c.txt").write_text("no archive holds this name")
        (tmp_path / "skillpack.toml").write_text('[skill."hidden"]\nhidden = true\n')
        built = build_site_findings(tmp_path)
        located = locate(tmp_path)
        found = inspect_set(_members(located), located.configuration, resources.profiles())

        assert [one for one in found if one.rule.startswith("SL")] == built
        assert [(one.rule, dict(one.facts)["host"]) for one in built] == [("SL001", "claude-code"), ("SL001", "codex")]
        assert "of 40 descriptions whole" in built[0].message
        assert "cuts descriptions to about" in built[1].message

    def test_a_good_set_has_no_findings(self, write_skill, tmp_path: Path) -> None:
        write_skill("a")

        assert self._rules(tmp_path / "skills") == {}
