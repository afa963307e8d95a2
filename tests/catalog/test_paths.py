from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.catalog import paths

PATHS = st.lists(st.sampled_from(["a", "b", "c.html", ".well-known"]), min_size=1, max_size=5).map("/".join)


@pytest.mark.parametrize(
    ("here", "there", "expected"),
    [
        (paths.HOME, paths.skill_page("pdf"), "skills/pdf/index.html"),
        (paths.skill_page("pdf"), paths.skill_page("xlsx"), "../xlsx/index.html"),
        (paths.skill_page("pdf"), paths.HOME, "../../index.html"),
        (paths.DISCOVERY, paths.archive("pdf", "1.0.0"), "../../archives/pdf/pdf-1.0.0.zip"),
        (paths.skill_discovery("pdf"), paths.archive("pdf", "1.0.0", "md"), "../../../../archives/pdf/pdf-1.0.0.md"),
        (paths.skill_record("pdf"), paths.schema("record.json"), "../../schema/record.json"),
        (paths.prompt("metis.md"), paths.skill_markdown("pdf"), "../skills/pdf/SKILL.md"),
    ],
)
def test_relative_url_between_published_paths(here, there, expected) -> None:
    assert paths.relative(here, there) == expected


@given(here=PATHS, there=PATHS)
def test_a_relative_url_leads_there_under_any_base(here, there) -> None:
    base = "https://x.org/some/base/"
    assert urljoin(base + here, paths.relative(here, there)) == base + there


@given(PATHS)
def test_the_way_up_leads_to_the_root(path) -> None:
    assert urljoin("https://x.org/base/" + path, paths.up(path) or ".") == "https://x.org/base/"


@pytest.mark.parametrize(
    ("path", "is_card"),
    [
        (paths.CARD, True),
        (paths.skill_card("pdf"), True),
        (paths.skill_card("développer"), True),
        (paths.skill_page("pdf"), False),
        (f"skills/pdf/files/{paths.CARD}", False),
        (f"skills/{paths.CARD}", False),
        (f"guides/pdf/{paths.CARD}", False),
        (f"skills/pdf/old-{paths.CARD}", False),
        (f"assets/{paths.CARD}", False),
    ],
)
def test_cards_are_that_of_the_catalog_and_one_of_each_skill(path, is_card) -> None:
    assert paths.is_card(path) is is_card
