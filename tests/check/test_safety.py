import pytest

from skillpack.check.run import SKILL_RULES
from skillpack.check.safety import HAZARDS, hazard_level, hazards, safety_level
from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding
from skillpack.model.safety import SafetyLevel


def found(*codes: str) -> list[Finding]:
    return [Finding(code, "x", "SKILL.md", NOWHERE, "message") for code in codes]


@pytest.mark.parametrize(
    ("codes", "level"),
    [
        ((), SafetyLevel.CLEAR),
        (("DS003", "BD001"), SafetyLevel.CLEAR),
        (("SF016",), SafetyLevel.CLEAR),  # a script called without its interpreter harms nobody
        (("SF006", "BD001"), SafetyLevel.CAUTION),
        (("SF006", "SF004"), SafetyLevel.UNSAFE),
    ],
)
def test_the_level_follows_from_the_codes(codes: tuple[str, ...], level: SafetyLevel) -> None:
    assert safety_level(found(*codes)) is level


def test_the_gravest_come_first_and_faults_of_style_are_none() -> None:
    named = [each.rule for each in hazards(found("SF006", "DS003", "SF005", "SF001", "SF015"))]
    assert named == ["SF015", "SF005", "SF001", "SF006"]


def test_every_hazard_is_a_rule_that_there_is() -> None:
    assert set(HAZARDS.severities) <= {rule.page.code for rule in SKILL_RULES}
    assert all(hazard_level(each) is not SafetyLevel.CLEAR for each in found(*HAZARDS.severities))
