import pytest
from msgspec.structs import replace

from skillpack import resources
from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding
from skillpack.model.tree import Form
from skillpack.prompt.exclusion import Exclusion, Reason, exclusion, exclusions_line
from skillpack.prompt.formats import formats

PROFILES = resources.profiles()
FORMATS = formats(PROFILES.values())
GATE = (PROFILES["publish"],)


def found(*codes: str) -> list[Finding]:
    return [Finding(code, "pdf", "pdf/SKILL.md", NOWHERE, "x") for code in codes]


@pytest.mark.parametrize(
    ("name", "codes", "expected"),
    [
        ("metis", (), None),
        ("metis", ("NM009", "FM006", "DS005"), Exclusion(Reason.NOT_LOADED, ("DS005", "NM009"))),
        ("metis", ("LY002",), Exclusion(Reason.NOT_LOADED, ("LY002",))),
        ("ash", ("NM001", "NM009", "DS003"), None),
        ("instructor", ("NM001", "DS001"), None),
        ("metaskill", ("DS003",), Exclusion(Reason.NOT_LOADED, ("DS003",))),
        ("json", ("NM009", "DS005"), None),
        ("json", ("NM001",), Exclusion(Reason.NOT_PUBLISHED, ("NM001",))),
    ],
)
def test_a_host_is_asked_by_its_own_profile_and_all_else_by_the_catalogs(name, codes, expected, make_skill) -> None:
    assert exclusion(FORMATS[name], make_skill(), found(*codes), GATE, lacks=False) == expected


@pytest.mark.parametrize(
    ("name", "path", "form", "expected"),
    [
        ("metis", "pdf", Form.FOLDER, None),
        ("metis", ".", Form.FOLDER, None),
        ("metis", "office/pdf", Form.FOLDER, Reason.TOO_DEEP),
        ("metaskill", "a/b/pdf", Form.FOLDER, None),
        ("metaskill", "a/b/c/pdf", Form.FOLDER, Reason.TOO_DEEP),
        ("metis", "pdf.md", Form.MARKDOWN, Reason.LONE),
        ("ash", "pdf.md", Form.MARKDOWN, None),
        ("ash", "pdf.yaml", Form.YAML, None),
        ("json", "a/b/c/pdf.md", Form.MARKDOWN, None),
    ],
)
def test_a_host_looks_as_deep_as_it_does(name, path, form, expected, make_skill) -> None:
    skill = make_skill()
    skill = replace(skill, origin=replace(skill.origin, path=path, form=form))
    why = exclusion(FORMATS[name], skill, [], GATE, lacks=False)
    assert (why and why.reason) == expected


def test_needs_count_where_the_host_knows_of_them(make_skill) -> None:
    skill = make_skill()
    kept = [name for name, form in FORMATS.items() if exclusion(form, skill, [], GATE, lacks=True) is None]
    assert sorted(kept) == ["gemini", "instructor", "metaskill", "metis"]


def test_one_line_counts_what_is_left_out_and_why() -> None:
    excluded = [
        Exclusion(Reason.NOT_LOADED, ("DS005", "NM009")),
        Exclusion(Reason.PEOPLE_ONLY),
        Exclusion(Reason.NOT_LOADED, ("NM009",)),
    ]
    assert exclusions_line(FORMATS["metis"], 12, excluded) == (
        "3 of 12 left out: 2 that Metis does not load (NM009, DS005), 1 that only people may start"
    )
    assert exclusions_line(FORMATS["metis"], 12, []) == ""


def test_many_codes_are_counted() -> None:
    many = [Exclusion(Reason.NOT_PUBLISHED, tuple(f"FM00{number}" for number in range(1, 8)))]
    assert exclusions_line(FORMATS["json"], 1, many).endswith("(FM001, FM002, FM003, FM004, FM005, 2 more)")
