import pytest
from msgspec.structs import replace

from skillpack.check.alarm import ALARMS, alarm_level, find_alarms, gravest_level, new_alarms
from skillpack.check.run import SKILL_RULES
from skillpack.model.document import NOWHERE
from skillpack.model.finding import AlarmLevel, Finding


def found(*codes: str) -> list[Finding]:
    return [Finding(code, "x", "SKILL.md", NOWHERE, "message") for code in codes]


@pytest.mark.parametrize(
    ("codes", "level"),
    [
        ((), None),
        (("DS003", "BD001"), None),
        (("SF016",), None),  # a script called without its interpreter harms nobody
        (("SF006", "BD001"), AlarmLevel.READ_FIRST),
        (("SF006", "SF004"), AlarmLevel.READ_FIRST),
        (("SF003", "PB018"), None),  # a leaked key harms its owner, and withholds the skill
        (("SF006", "SF005"), AlarmLevel.STOP),
    ],
)
def test_the_level_follows_from_the_codes(codes: tuple[str, ...], level: AlarmLevel | None) -> None:
    assert gravest_level(found(*codes)) is level


def test_the_shell_without_limits_is_told_and_raises_no_alarm() -> None:
    (tools,) = found("SF006")
    assert alarm_level(replace(tools, facts=(("quote", "Bash"), ("shell", "Bash")))) is None
    assert alarm_level(replace(tools, facts=(("quote", "*"),))) is AlarmLevel.READ_FIRST


def test_the_gravest_come_first_and_faults_of_style_are_none() -> None:
    named = [each.rule for each in find_alarms(found("SF006", "DS003", "SF005", "SF001", "SF015"))]
    assert named == ["SF015", "SF005", "SF001", "SF006"]


def test_every_alarm_is_a_rule_that_there_is() -> None:
    assert set(ALARMS.severities) <= {rule.page.code for rule in SKILL_RULES}
    assert all(alarm_level(each) is not None for each in found(*ALARMS.severities))


def test_a_download_from_where_anybody_may_write_is_a_stop() -> None:
    (plain,) = found("SF004")
    from_anywhere = replace(plain, facts=(("quote", "x"), ("source", "plain http")))
    assert (alarm_level(plain), alarm_level(from_anywhere)) == (AlarmLevel.READ_FIRST, AlarmLevel.STOP)
    assert find_alarms([plain, from_anywhere]) == (from_anywhere, plain)


def test_an_alarm_is_new_where_the_version_before_had_no_such_line_anywhere() -> None:
    old, new = found("SF005"), found("SF005", "SF006")
    moved = [replace(each, path="scripts/x.sh") for each in new]
    assert [each.rule for each in new_alarms(old, moved)] == ["SF006"]
