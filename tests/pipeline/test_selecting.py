from pathlib import Path

import pytest

from skillpack.model.limits import Limits
from skillpack.model.selection import IntentSource
from skillpack.pipeline.inputs import locate
from skillpack.pipeline.selecting import read_described

LIMITS = Limits()
TRIGGERS = b'[{"query": "fill in this form", "should_trigger": true}, {"query": "a poem", "should_trigger": false}]'


def names(*folders: Path) -> list[str]:
    return [skill.name for skill in read_described([locate(folder) for folder in folders], LIMITS)]


class TestReadDescribed:
    def test_by_name(self, write_skill, tmp_path) -> None:
        write_skill("beta")
        write_skill("alpha")
        assert names(tmp_path / "skills") == ["alpha", "beta"]

    def test_labelled_queries_take_the_place_of_own_lines(self, write_skill, tmp_path) -> None:
        write_skill("pdf", files={"evals/triggers.json": TRIGGERS})
        (found,) = read_described([locate(tmp_path / "skills")], LIMITS)
        assert [(one.text, one.source, one.wanted) for one in found.intents] == [
            ("fill in this form", IntentSource.LABELLED, True),
            ("a poem", IntentSource.LABELLED, False),
        ]

    @pytest.mark.parametrize(
        "content", [b"", b"\xff\xfe", b"[" * 100_000, b'{"a": 1}', b'[{"query": 1, "should_trigger": true}]', b"null"]
    )
    def test_a_hostile_file_of_queries_is_none(self, content, write_skill, tmp_path) -> None:
        write_skill("pdf", files={"evals/triggers.json": content})
        (found,) = read_described([locate(tmp_path / "skills")], LIMITS)
        assert {one.source for one in found.intents} <= {IntentSource.BODY, IntentSource.DESCRIPTION}

    def test_a_link_is_not_followed_for_queries(self, write_skill, tmp_path) -> None:
        folder = write_skill("pdf")
        (tmp_path / "elsewhere.json").write_bytes(TRIGGERS)
        (folder / "evals").mkdir()
        (folder / "evals" / "triggers.json").symlink_to(tmp_path / "elsewhere.json")
        (found,) = read_described([locate(tmp_path / "skills")], LIMITS)
        assert all(one.source is not IntentSource.LABELLED for one in found.intents)

    def test_a_file_of_queries_that_is_too_large_is_none(self, write_skill, tmp_path) -> None:
        write_skill("pdf", files={"evals/triggers.json": TRIGGERS + b" " * 2**20})
        (found,) = read_described([locate(tmp_path / "skills")], LIMITS)
        assert all(one.source is not IntentSource.LABELLED for one in found.intents)

    def test_of_two_with_one_name_the_first_counts(self, write_skill, tmp_path) -> None:
        write_skill("pdf", root="one", description="The first. Use when first.")
        write_skill("pdf", root="two", description="The second. Use when second.")
        located = [locate(tmp_path / "one"), locate(tmp_path / "two")]
        (found,) = read_described(located, LIMITS)
        assert found.description == "The first. Use when first."

    def test_what_a_catalog_hides_and_what_has_no_usable_name_is_left_out(self, write_skill, tmp_path) -> None:
        write_skill("pdf")
        write_skill("old")
        write_skill("no name")
        (tmp_path / "skills" / "empty").mkdir()
        (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\n[skill."old"]\nhidden = true\n')
        assert names(tmp_path) == ["pdf"]
