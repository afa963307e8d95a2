"""Every rule says who demands it, where a reader finds it."""

import tomllib
from pathlib import Path

import pytest

import skillpack.check
from skillpack.check.citations import ADDRESSES, REASONS, cite
from skillpack.check.run import rule_pages
from skillpack.model.finding import Citation, RulePage

PROFILES = sorted((Path(skillpack.check.__file__).parent / "profiles").glob("*.toml"))


@pytest.mark.parametrize("page", rule_pages(), ids=lambda page: page.code)
def test_every_rule_cites_a_published_text_or_gives_our_reason(page: RulePage) -> None:
    assert page.sources
    for each in page.sources:
        if each.title == "skillpack":
            assert each.reason
            assert not each.address
        else:
            assert each.address.startswith("https://")
            assert not each.reason


def test_a_text_is_cited_with_its_section_and_skillpack_with_its_reason() -> None:
    assert cite("metaSKILLs, section 3; skillpack, limits") == (
        Citation("metaSKILLs, section 3", address=ADDRESSES["metaSKILLs"]),
        Citation("skillpack", reason=REASONS["limits"]),
    )


@pytest.mark.parametrize("source", ["", "skillpack", "skillpack, taste", "wire formats, section 0"])
def test_what_nobody_can_find_is_no_source(source: str) -> None:
    with pytest.raises(KeyError):
        cite(source)


def test_every_text_and_every_reason_is_cited() -> None:
    cited = {each for page in rule_pages() for each in page.sources}

    assert {each.address for each in cited if each.address} == set(ADDRESSES.values())
    assert {each.reason for each in cited if each.reason} == set(REASONS.values())


def test_every_address_is_that_of_one_text() -> None:
    assert len(set(ADDRESSES.values())) == len(ADDRESSES)


@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.stem)
def test_a_profile_names_where_its_host_documents_its_requirements(path: Path) -> None:
    source = tomllib.loads(path.read_text(encoding="utf-8"))["source"]

    assert source == "skillpack" or all(each.startswith("https://") for each in source.split(", "))
