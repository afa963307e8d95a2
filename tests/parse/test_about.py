import pytest

from skillpack.model.limits import Limits
from skillpack.model.skill import About
from skillpack.parse.about import read_about, read_depends
from skillpack.parse.document import read_document
from skillpack.parse.skill import read_metadata


def about(candidate, front_matter: str) -> About:
    document = read_document(candidate(f"---\n{front_matter}---\n"), Limits())
    return read_about(document, read_metadata(document))


def test_reads_metadata(candidate) -> None:
    text = (
        "metadata:\n  author: Ann Example, Bob\n  updated: 2026-01-31\n  homepage: https://a.example\n"
        "  source: https://b.example\n  tags: machine learning, pdf\n  related: a, b c\n  deprecated: use b\n"
        "  depends: a ^1.2, b\n  role: Verifier\n  profiles: metis ash\n"
    )
    assert about(candidate, text) == About(
        authors=("Ann Example", "Bob"),
        updated="2026-01-31",
        homepage="https://a.example",
        source="https://b.example",
        tags=("machine learning", "pdf"),
        related=("a", "b", "c"),
        deprecated="use b",
        depends=(("a", "^1.2"), ("b", "")),
        role="verifier",
        profiles=("metis", "ash"),
    )


def test_a_yaml_list_is_as_good_as_commas(candidate) -> None:
    assert about(candidate, "metadata:\n  tags:\n  - a b\n  - c\n").tags == ("a b", "c")


def test_a_field_at_the_top_is_read_where_metadata_is_silent(candidate) -> None:
    """Decisions 24."""
    text = "author: Top\ntags: [a]\nmetadata:\n  author: Inner\n"
    assert about(candidate, text).authors == ("Inner",)
    assert about(candidate, text).tags == ("a",)


def test_deprecated_false_is_not_deprecated(candidate) -> None:
    assert about(candidate, "metadata: {deprecated: false}\n").deprecated == ""
    assert about(candidate, "metadata: {deprecated: true}\n").deprecated == "true"


def test_nothing_is_known_of_nothing(candidate) -> None:
    assert about(candidate, "name: a\n") == About()


def test_ranges_may_hold_several_comparators() -> None:
    assert read_depends("a >=1  <2 , b,, c ~3") == (("a", ">=1 <2"), ("b", ""), ("c", "~3"))


@pytest.mark.parametrize(
    ("written", "language"),
    [("fr", "fr"), ("pt-BR", "pt-BR"), ("zh-Hant-TW", "zh-Hant-TW"), ("python", ""), ("en us", ""), ('en" x="', "")],
)
def test_a_language_is_a_tag(candidate, written, language) -> None:
    assert about(candidate, f"metadata:\n  language: '{written}'\n").language == language


def test_an_author_is_a_name_without_an_address_and_a_company_keeps_its_form_to_itself(candidate) -> None:
    assert about(candidate, "metadata:\n  author: Ann <ann@a.example>, Bob (bob@b.example)\n").authors == ("Ann", "Bob")
    assert about(candidate, "metadata:\n  author: Ada & <Sons>\n").authors == ("Ada & <Sons>",)
    assert about(candidate, "metadata:\n  skill-author: Example Labs, Inc.\n").authors == ("Example Labs",)
