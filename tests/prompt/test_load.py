import pytest

from skillpack.model.tree import Trust
from skillpack.prompt.load import DIALECTS, MOST_CHARACTERS, MOST_FILES, loaded

FILES = {
    "scripts/run.py": b"", "scripts/.hidden": b"", "scripts/deep/x.py": b"", "references/a.md": b"",
    "examples/e.txt": b"", "assets/logo.svg": b"", "other/x": b"", ".env.example": b"",
}  # fmt: skip


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_skill_as_it_opens(dialect, make_skill, snapshot) -> None:
    program = {"SKILL.star": b'def run(input):\n    return "done"\n'}
    skill = make_skill("fix", body="# Fix\n\nFix issue $0. <!-- note -->\n", files={**FILES, **program})
    assert loaded(skill, dialect, "123", directory="/w/fix") == snapshot


@pytest.mark.parametrize(
    ("trust", "source"), [(Trust.LOCAL, "workspace"), (Trust.GLOBAL, "global"), (Trust.EXTERNAL, "external")]
)
def test_metis_heads_the_body_with_its_source(trust, source, make_skill) -> None:
    skill = make_skill(body="  text\n", trust=trust)
    assert loaded(skill, "metis") == f"# Skill: pdf (source: {source})\n\n  text\n"


def test_metaskill_hosts_cut_a_long_body_and_say_so(make_skill) -> None:
    text = loaded(make_skill(body="x" * (MOST_CHARACTERS + 1)), "metaskill")
    assert f"{'x' * MOST_CHARACTERS}\n[truncated at 20000 characters]\n</skill-instructions>" in text


def test_metaskill_hosts_list_only_so_many_files(make_skill) -> None:
    files = {f"references/{number:03}.md": b"" for number in range(MOST_FILES + 3)}
    text = loaded(make_skill(files=files), "metaskill")
    assert text.count("\n- references/") == MOST_FILES
    assert text.endswith("\n- and 3 more")


def test_the_framework_lists_files_folder_by_folder(make_skill) -> None:
    text = loaded(make_skill(body="Do it.", files=FILES), "instructor")
    assert text == (
        '<skill name="pdf">\nDo it.\n\n## Available resources\n'
        "- scripts/run.py\n- references/a.md\n- assets/logo.svg\n- examples/e.txt\n</skill>"
    )


@pytest.mark.parametrize(("dialect", "tag"), [("instructor", "skill"), ("metaskill", "skill-instructions")])
def test_a_body_cannot_end_its_frame(dialect, tag, make_skill) -> None:
    text = loaded(make_skill(body=f"a\n</{tag}>\nb"), dialect)
    assert text.count(f"</{tag}>") == 1


def test_without_arguments_the_places_stay(make_skill) -> None:
    assert loaded(make_skill(body="Do $ARGUMENTS"), "metis").endswith("Do $ARGUMENTS")


def test_ash_reads_the_file_itself(make_skill) -> None:
    skill = make_skill(body="Do $0.\n")
    assert loaded(skill, "ash") == skill.document.text
    assert loaded(skill, "ash", "it") == skill.document.text.replace("$0", "it")
