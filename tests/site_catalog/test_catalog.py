"""The project's own skills are what they tell others to write."""

import re
from pathlib import Path

import click
import pytest

from skillpack import resources
from skillpack.builder.inputs.catalog import Located, locate
from skillpack.builder.inputs.inputs import make_settings
from skillpack.builder.inspection.inspection import Inspected, inspect, inspect_set, member_of
from skillpack.check.judge import severity, verdict
from skillpack.cli.main import ALIASES, group, run
from skillpack.model.finding import Severity
from skillpack.model.version import is_label
from skillpack.parse.markdown.body import scan_body

PROFILES = ("publish", "agentskills", "metis", "metaskill")
PROGRAMS = ("draft-description", "fix-skill-findings", "review-changes")
NAMES = sorted(path.parent.name for path in (Path(__file__).parents[2] / "site" / "skills").glob("*/SKILL.md"))
TAGS = {"authoring", "descriptions", "format", "publishing", "review", "safety", "versions", "workflow"}
HEADINGS = ("When to use", "When not to use", "Troubleshooting")
PROMISED = {"--previous", "--allow-downgrade"}  # of interfaces 2; they come with published history

_SCHEME = re.compile(r"[a-z]+:")
_COMMAND = re.compile(r"(?:^ *|`|&& )skillpack (?P<verb>[a-z-]+)(?P<rest>[^`\n]*)", re.MULTILINE)
_OPTION = re.compile(r"(?<=\s)--?[a-z][a-z-]*")


def test_there_are_ten_skills(skills: dict[str, Inspected]) -> None:
    assert sorted(skills) == NAMES
    assert len(NAMES) == 10


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("name", NAMES)
def test_every_skill_loads_without_a_warning(skills: dict[str, Inspected], name: str, profile: str) -> None:
    assert verdict(skills[name].findings, resources.profiles()[profile]).codes == ()


@pytest.mark.parametrize("name", NAMES)
def test_every_skill_claims_the_profiles_that_it_satisfies(skills: dict[str, Inspected], name: str) -> None:
    assert skills[name].skill.about.profiles == PROFILES


def test_the_set_has_no_finding(located: Located, skills: dict[str, Inspected]) -> None:
    members = [member_of(each, located.configuration, ()) for each in skills.values()]
    found = inspect_set(members, located.configuration, resources.profiles())
    publish = resources.profiles()["publish"]
    assert [each.message for each in found if severity(each, publish) is not Severity.OFF] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_link_resolves(site: Path, skills: dict[str, Inspected], name: str) -> None:
    folder = site / "skills" / name
    missing = []
    for file in folder.rglob("*.md"):
        links = (
            skills[name].skill.document.body.links
            if file.name == "SKILL.md"
            else scan_body(file.read_text(encoding="utf-8"), 1).links
        )
        targets = [link.target.partition("#")[0] for link in links if not _SCHEME.match(link.target)]
        missing += [target for target in targets if target and not (file.parent / target).is_file()]
    assert missing == []


@pytest.mark.parametrize("name", NAMES)
def test_every_file_is_named_in_the_body(skills: dict[str, Inspected], name: str) -> None:
    skill = skills[name].skill
    shipped = [resource.path for resource in skill.resources if resource.kind != "program"]
    assert [path for path in shipped if path not in skill.document.body.text] == []
    assert [path for path in shipped if path.count("/") != 1] == []


def test_the_guide_has_its_references(skills: dict[str, Inspected]) -> None:
    paths = {resource.path for resource in skills["skill-format"].skill.resources}
    assert paths == {f"references/{page}.md" for page in ("checklist", "fields", "hosts", "troubleshooting")}
    assert {link.target for link in skills["skill-format"].skill.document.body.links} == paths


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_program_runs(skills: dict[str, Inspected], name: str) -> None:
    program = skills[name].skill.program
    assert program is not None
    assert program.runs
    assert program.faults == ()


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_program_stays_below_the_default_budgets(skills: dict[str, Inspected], name: str) -> None:
    program = skills[name].skill.program
    assert program is not None
    spent = {kind: sum(call.times for call in program.calls if call.name == kind) for kind in ("ask", "command")}
    assert 0 < spent["ask"] <= 5
    assert spent["command"] <= 10
    assert all(call.times for call in program.calls)


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_input_key_is_listed(skills: dict[str, Inspected], name: str) -> None:
    skill = skills[name].skill
    assert skill.program is not None
    after = skill.document.body.text.partition("Input keys:")[2].partition("```")[0]
    listed = re.findall(r"^- `(\w+)`", after, re.MULTILINE)
    assert sorted(listed) == sorted(skill.program.input_keys)


def test_only_metaskills_have_programs(skills: dict[str, Inspected]) -> None:
    assert sorted(name for name, each in skills.items() if each.skill.program) == sorted(PROGRAMS)


@pytest.mark.parametrize("name", NAMES)
def test_every_description_is_one_short_line_with_when(skills: dict[str, Inspected], name: str) -> None:
    description = skills[name].skill.description
    assert len(description) <= 300
    assert "\n" not in description
    assert ". Use when " in description


def test_no_two_descriptions_begin_alike(skills: dict[str, Inspected]) -> None:
    beginnings = [" ".join(each.skill.description.split()[:4]) for each in skills.values()]
    assert len(set(beginnings)) == len(beginnings)


@pytest.mark.parametrize("name", NAMES)
def test_every_skill_is_described_alike(skills: dict[str, Inspected], name: str) -> None:
    skill = skills[name].skill
    assert skill.license == "MIT"
    assert is_label(skill.identity.declared)
    assert skill.about.authors == ("skillpack",)
    assert skill.about.updated >= "2026-11-20"
    assert set(skill.about.tags) <= TAGS
    assert skill.about.tags


@pytest.mark.parametrize("name", NAMES)
def test_related_skills_exist(skills: dict[str, Inspected], name: str) -> None:
    related = skills[name].skill.about.related
    assert related
    assert set(related) <= skills.keys() - {name}


@pytest.mark.parametrize("name", NAMES)
def test_every_body_has_its_boundaries_and_examples(skills: dict[str, Inspected], name: str) -> None:
    body = skills[name].skill.document.body
    titles = [heading.text for heading in body.headings]
    assert [title for title in HEADINGS if title not in titles] == []
    assert any(title in {"Example", "Examples", "Before and after"} for title in titles)
    assert 60 <= body.text.count("\n") <= 180


@pytest.mark.parametrize("name", NAMES)
def test_neighbours_that_a_body_names_exist(skills: dict[str, Inspected], name: str) -> None:
    text = skills[name].skill.document.body.text.partition("## When not to use")[2].partition("\n## ")[0]
    assert [each for each in skills if each != name and f"`{each}`" in text], "no neighbour is named"


def test_only_the_release_takes_arguments(skills: dict[str, Inspected]) -> None:
    with_arguments = [name for name, each in skills.items() if each.skill.document.body.placeholders]
    assert with_arguments == ["release-a-skill"]
    assert skills["release-a-skill"].skill.invocation.hint == "[skill-folder]"


def test_needs_are_read_from_their_portable_form(skills: dict[str, Inspected]) -> None:
    assert skills["publish-a-catalog"].skill.requires.bins == ("git", "skillpack")


def test_bundles_hold_every_skill_once(located: Located) -> None:
    bundled = [name for bundle in located.configuration.bundles for name in bundle.skills]
    assert sorted(bundled) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_commands_that_the_texts_show_exist(site: Path, name: str) -> None:
    unknown = []
    for file in (site / "skills" / name).rglob("*.md"):
        for found in _COMMAND.finditer(file.read_text(encoding="utf-8")):
            unknown += _unknown(found["verb"], found["rest"])
    assert unknown == []


def _unknown(verb: str, rest: str) -> list[str]:
    """Return the verb or the options of one command line that the product does not have."""
    with click.Context(group) as context:
        command = group.get_command(context, ALIASES.get(verb, verb))
    if command is None:
        return [verb]
    known = {option for parameter in command.params for option in parameter.opts} | PROMISED
    return [f"{verb} {option}" for option in _OPTION.findall(rest) if option not in known]


def test_the_template_makes_a_skill_once_it_is_filled_in(site: Path, tmp_path: Path) -> None:
    template = (site / "skills" / "write-a-skill" / "assets" / "skill-template.md").read_text(encoding="utf-8")
    folder = tmp_path / "skills" / "draft-letters"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(template.replace("name: NAME", "name: draft-letters"), encoding="utf-8")
    located = locate(tmp_path / "skills", use_config=False)
    (inspected,) = inspect(located, make_settings(located.configuration, resources.profiles()))
    for profile in PROFILES:
        assert verdict(inspected.findings, resources.profiles()[profile]).codes == ()


def test_its_site_is_sound(site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["build", str(site), "-o", str(tmp_path / "dist"), "--no-cache", "--site-url", "https://x.example/"]
    assert run(command) == 0
    assert run(["audit", str(tmp_path / "dist")]) == 0, capsys.readouterr().out
