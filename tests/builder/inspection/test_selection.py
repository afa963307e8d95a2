from pathlib import Path

from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inspection.selection import read_selection_inputs
from skillpack.model.limits import Limits

LIMITS = Limits()


def names(*folders: Path) -> list[str]:
    return [skill.name for skill in read_selection_inputs([locate(folder) for folder in folders], LIMITS)]


class TestReadSelectionInputs:
    def test_by_name(self, write_skill, tmp_path) -> None:
        write_skill("beta")
        write_skill("alpha")
        assert names(tmp_path / "skills") == ["alpha", "beta"]

    def test_of_two_with_one_name_the_first_counts(self, write_skill, tmp_path) -> None:
        write_skill("pdf", root="one", description="The first. Use when first.")
        write_skill("pdf", root="two", description="The second. Use when second.")
        located = [locate(tmp_path / "one"), locate(tmp_path / "two")]
        (found,) = read_selection_inputs(located, LIMITS)
        assert found.description == "The first. Use when first."

    def test_what_a_catalog_hides_and_what_has_no_usable_name_is_left_out(self, write_skill, tmp_path) -> None:
        write_skill("pdf")
        write_skill("old")
        write_skill("no name")
        (tmp_path / "skills" / "empty").mkdir()
        (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\n[skill."old"]\nhidden = true\n')
        assert names(tmp_path) == ["pdf"]
