"""What `import skillpack` gives: the names, and each job once."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import skillpack
from skillpack.errors import SkillpackError

SKILL = "---\nname: {0}\ndescription: Does {0}. Use when the user asks for {0}.\nlicense: MIT\n---\n\n# {0}\n\nDo it.\n"


@pytest.fixture
def skills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    for name in ("alpha", "beta"):
        (tmp_path / "skills" / name).mkdir(parents=True)
        (tmp_path / "skills" / name / "SKILL.md").write_text(SKILL.format(name))
    return tmp_path / "skills"


def test_every_public_name_is_there_and_documented() -> None:
    for name in skillpack.__all__:
        value = getattr(skillpack, name)
        assert name.startswith("__") or name.isupper() or value.__doc__
    assert set(dir(skillpack)) == set(skillpack.__all__)


def test_type_checkers_see_the_same_names() -> None:
    stub = Path(skillpack.__file__).with_suffix(".pyi").read_text()

    assert set(re.findall(r"import \w+ as (\w+)", stub)) | {"__version__"} == set(skillpack.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = skillpack.nothing


@pytest.mark.parametrize(
    ("code", "never"),
    [
        ("import skillpack", ("skillpack.runtime", "skillpack.api", "yaml", "click")),
        (
            "from skillpack import load_skills, Session; load_skills(workspace_dir='nowhere')",
            ("markdown_it", "jinja2", "pygments", "nh3", "click", "urllib3", "sqlite3", "skillpack.sources"),
        ),
    ],
)
def test_nothing_is_loaded_that_is_not_needed(code: str, never: tuple[str, ...]) -> None:
    told = f"{code}; import sys; print([name for name in {never!r} if name in sys.modules])"

    assert subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_skills_are_checked(skills: Path) -> None:
    (skills / "beta" / "SKILL.md").write_text("---\nname: other\n---\n")

    alpha, beta = skillpack.check_skills(skills, profiles=["metis", "publish"])

    assert (alpha.name, alpha.path, alpha.loads) == ("alpha", "alpha/SKILL.md", True)
    assert not beta.loads
    assert {each.finding.rule for each in beta.findings if each.severity == "error"} >= {"DS001"}
    assert [verdict.loads for verdict in beta.verdicts] == [False, False]


def test_a_site_is_built_and_used(skills: Path, tmp_path: Path) -> None:
    built = skillpack.build_site(skills, tmp_path / "dist", site_url="https://skills.example.com/")

    assert (built.names, built.failed) == (("alpha", "beta"), False)
    assert (built.folder / "index.html").is_file()
    assert "https://skills.example.com/" in (built.folder / "sitemap.xml").read_text()

    installed = skillpack.install_skills(str(built.folder), tmp_path / "root")

    assert [(each.name, each.changed, each.problem) for each in installed] == [("alpha", True, ""), ("beta", True, "")]
    assert (installed[0].path / "SKILL.md").is_file()
    again = skillpack.install_skills(str(built.folder), tmp_path / "root")
    assert [each.changed for each in again] == [False, False]
    assert skillpack.load_skills(global_dir=tmp_path / "root").get("alpha").source == "global"
    assert len(skillpack.load_catalog(built.folder)) == 2


def test_what_was_edited_is_not_replaced(skills: Path, tmp_path: Path) -> None:
    skillpack.install_skills(str(skills), tmp_path / "root")
    (tmp_path / "root" / "alpha" / "SKILL.md").write_text(SKILL.format("alpha") + "Mine.\n")
    (skills / "alpha" / "SKILL.md").write_text(SKILL.format("alpha") + "Theirs.\n")

    alpha, beta = skillpack.install_skills([str(skills)], tmp_path / "root")

    assert "Mine." in (tmp_path / "root" / "alpha" / "SKILL.md").read_text()
    assert alpha.problem
    assert not beta.problem
    assert skillpack.install_skills([str(skills)], tmp_path / "root", force=True)[0].changed


def test_a_proposal_can_be_declined(skills: Path, tmp_path: Path) -> None:
    done = skillpack.install_skills(str(skills), tmp_path / "root", accept=lambda each: each.step.name != "alpha")

    assert [(each.name, each.problem) for each in done] == [("alpha", "not accepted"), ("beta", "")]


def test_failures_are_exceptions(tmp_path: Path) -> None:
    with pytest.raises(SkillpackError):
        skillpack.check_skills(tmp_path / "nowhere")
    with pytest.raises(SkillpackError):
        skillpack.install_skills(str(tmp_path / "nowhere"), tmp_path / "root")
