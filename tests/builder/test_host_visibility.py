"""What hosts show of the skills of a set, for pages and rules."""

import pytest
from msgspec.structs import replace

from skillpack import resources
from skillpack.builder.host_visibility import visibility
from skillpack.model.document import NOWHERE
from skillpack.model.profile import Profile
from skillpack.model.selection import SelectionInput
from skillpack.model.settings import Bundle

MERGE = SelectionInput("merge-pdf", "Merges PDF files.", path="merge-pdf/SKILL.md", at=NOWHERE)
READ = SelectionInput("read-pdf", "Reads tables of PDF documents.", path="read-pdf/SKILL.md", at=NOWHERE)
OLD = 1.0  # seconds since 1970


@pytest.fixture(scope="session")
def host() -> Profile:
    """Give the host whose budget is known."""
    return resources.profiles()["claude-code"]


def test_each_host_shows_the_set_and_keeps_no_skills(host: Profile) -> None:
    found, findings = visibility([MERGE, READ], [host, resources.profiles()["codex"]])
    assert [(shown.host, shown.listed, shown.skills) for shown in found.hosts] == [
        ("claude-code", 2, ()),
        ("codex", 2, ()),
    ]
    assert findings == ()
    assert visibility([MERGE], [])[0].hosts == ()


def test_a_budget_that_is_too_small_is_found(host: Profile) -> None:
    small = replace(host, index_budget=50, index_reserve=0)
    _, findings = visibility([MERGE, READ], [small])
    assert [(one.rule, one.subject, one.path) for one in findings] == [
        ("SL001", "", ""),
        ("ST002", "", ""),
        ("SL001", "read-pdf", "read-pdf/SKILL.md"),
    ]


def test_a_bundle_is_measured_alone(host: Profile) -> None:
    kit = Bundle("kit", "", ("read-pdf", "gone", "read-pdf"))
    ((name, (shown,)),) = visibility([MERGE, READ], [host], [kit])[0].bundles
    assert (name, shown.listed, shown.needed) == ("kit", 1, len(f"- read-pdf: {READ.description}"))


def test_the_order_does_not_matter(host: Profile) -> None:
    assert visibility([MERGE, READ], [host]) == visibility([READ, MERGE], [host])
