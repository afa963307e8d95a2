"""Findings and profiles -> severities, verdicts, words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack.check.judge import judge, open_findings, portable, severity, verdict, words
from skillpack.model.document import NOWHERE
from skillpack.model.finding import SEVERITY_ORDER, Finding, Judged, Severity, Suppression
from skillpack.model.profile import Profile

ERROR, WARNING, INFO, OFF = Severity.ERROR, Severity.WARNING, Severity.INFO, Severity.OFF
NOBODY = Profile("nobody", "Nobody", "", {}, {}, {}, (), "", "", 0, 0)
CODES = ("AA001", "AA002", "AA003", "AA004")


def profile(name: str = "host", **codes: Severity) -> Profile:
    return replace(NOBODY, name=name, severities=codes)


def finding(rule: str, subject: str = "pdf", **facts: str) -> Finding:
    return Finding(rule, subject, "skills/pdf/SKILL.md", NOWHERE, f"our words for {rule}", facts=tuple(facts.items()))


class TestSeverity:
    def test_is_off_for_a_rule_that_the_profile_does_not_name(self) -> None:
        assert severity(finding("AA001"), NOBODY) is OFF

    def test_is_what_the_profile_says(self) -> None:
        assert severity(finding("AA001"), profile(AA001=WARNING)) is WARNING

    @pytest.mark.parametrize(("size", "expected"), [("1024", ERROR), ("1536", OFF), ("1537", ERROR)])
    def test_is_off_up_to_the_limit(self, size, expected) -> None:
        limit = {"AA001": 1536} if size != "1024" else {}
        assert severity(finding("AA001", size=size), replace(profile(AA001=ERROR), limits=limit)) is expected

    def test_a_limit_means_nothing_without_a_size(self) -> None:
        assert severity(finding("AA001"), replace(profile(AA001=ERROR), limits={"AA001": 9})) is ERROR

    def test_is_off_for_a_field_that_the_profile_documents(self) -> None:
        documented = replace(profile(AA001=ERROR), fields=("model",))
        assert severity(finding("AA001", field="model"), documented) is OFF
        assert severity(finding("AA001", field="modell"), documented) is ERROR


class TestVerdict:
    def test_names_the_errors_where_the_host_would_not_load_it(self) -> None:
        found = [finding("AA002"), finding("AA001"), finding("AA001"), finding("AA003")]
        asked = profile(AA001=ERROR, AA002=ERROR, AA003=WARNING)
        assert verdict(found, asked).codes == ("AA001", "AA002")
        assert not verdict(found, asked).loads

    def test_names_the_warnings_where_it_would(self) -> None:
        assert verdict([finding("AA001"), finding("AA002")], profile(AA001=WARNING, AA002=INFO)).codes == ("AA001",)
        assert verdict([finding("AA001")], profile(AA001=WARNING)).loads

    def test_is_good_without_findings(self) -> None:
        assert verdict([], profile(AA001=ERROR)).loads


class TestWords:
    HOST = replace(
        profile(AA001=ERROR, AA002=ERROR, AA003=ERROR, AA004=WARNING, AA005=ERROR),
        messages={"AA003": "third {what}", "AA001": "first", "AA002": "| second", "AA004": "never"},
    )

    def test_come_in_the_order_of_the_host(self) -> None:
        found = [finding("AA001"), finding("AA003", what="x")]
        assert words(found, self.HOST) == ("third x", "first")

    def test_an_alternative_is_left_out_after_the_one_before(self) -> None:
        assert words([finding("AA001"), finding("AA002")], self.HOST) == ("first",)
        assert words([finding("AA002")], self.HOST) == ("second",)

    def test_an_alternative_of_another_message_is_kept(self) -> None:
        assert words([finding("AA003"), finding("AA002")], self.HOST) == ("third {what}", "second")

    def test_nothing_follows_a_message_that_stands_alone(self) -> None:
        alone = replace(self.HOST, messages={"AA002": "! unreadable", "AA001": "first"})
        assert words([finding("AA001"), finding("AA002")], alone) == ("unreadable",)

    def test_are_ours_and_last_where_the_host_has_none(self) -> None:
        assert words([finding("AA005"), finding("AA001")], self.HOST) == ("first", "our words for AA005")

    def test_hold_errors_only(self) -> None:
        assert words([finding("AA004")], self.HOST) == ()

    def test_say_nothing_twice(self) -> None:
        found = [finding("AA003", what="x"), finding("AA003", what="x"), finding("AA003", what="y")]
        assert words(found, self.HOST) == ("third x", "third y")

    def test_a_fact_is_never_read_as_a_place(self) -> None:
        assert words([finding("AA003", what="{what} {0} {", more="x")], self.HOST) == ("third {what} {0} {",)


class TestJudge:
    def test_the_strictest_profile_counts(self) -> None:
        asked = (profile(AA001=WARNING), profile(AA001=ERROR), profile(AA001=INFO))
        assert [one.severity for one in judge([finding("AA001")], asked)] == [ERROR]

    def test_what_nobody_minds_is_left_out(self) -> None:
        assert judge([finding("AA001"), finding("AA002")], (profile(AA002=INFO, AA001=OFF),)) == (
            Judged(finding("AA002"), INFO),
        )
        assert judge([finding("AA001")], ()) == ()

    def test_a_suppression_covers_its_rule_and_skill(self) -> None:
        mine, all_, other = (Suppression("AA001", skill, "why", "") for skill in ("pdf", "", "docx"))
        asked = (profile(AA001=ERROR, AA002=ERROR),)
        assert judge([finding("AA001")], asked, (mine,))[0].suppression is mine
        assert judge([finding("AA001")], asked, (all_,))[0].suppression is all_
        assert judge([finding("AA001")], asked, (other,))[0].suppression is None
        assert judge([finding("AA002")], asked, (mine,))[0].suppression is None

    def test_of_several_suppressions_the_one_that_holds_longest_counts(self) -> None:
        dates = ("2026-01-01", "2027-01-01")
        suppressions = tuple(Suppression("AA001", "pdf", date, date) for date in dates)
        (one,) = judge([finding("AA001")], (profile(AA001=ERROR),), suppressions)
        assert one.suppression is suppressions[1]
        forever = Suppression("AA001", "", "always", "")
        (one,) = judge([finding("AA001")], (profile(AA001=ERROR),), (*suppressions, forever))
        assert one.suppression is forever


class TestOpenFindings:
    ONE = Judged(finding("AA001"), ERROR)

    def suppressed(self, expires) -> Judged:
        return replace(self.ONE, suppression=Suppression("AA001", "", "why", expires))

    def test_what_is_not_suppressed_is_open(self) -> None:
        assert open_findings([self.ONE], today="2026-11-20") == (self.ONE,)

    @pytest.mark.parametrize("expires", ["", "2026-11-20", "2026-11-21"])
    def test_a_suppression_holds_through_its_last_day(self, expires) -> None:
        assert open_findings([self.suppressed(expires)], today="2026-11-20") == ()

    def test_an_expired_suppression_no_longer_counts(self) -> None:
        assert open_findings([self.suppressed("2026-11-19")], today="2026-11-20") == (self.suppressed("2026-11-19"),)


class TestLowerLimit:
    @pytest.mark.parametrize(("limits", "expected"), [({}, OFF), ({"DS005": 500}, ERROR), ({"DS005": 700}, OFF)])
    def test_a_size_within_the_rules_own_threshold_is_minded_by_a_lower_limit_alone(self, limits, expected) -> None:
        profile = replace(NOBODY, severities={"DS005": ERROR}, limits=limits)
        assert severity(finding("DS005", size="600", within="1024"), profile) is expected


SEVERITIES = st.dictionaries(st.sampled_from(CODES), st.sampled_from(list(Severity)))
LIMITS = st.dictionaries(st.sampled_from(CODES), st.integers(0, 9))
PROFILES = st.lists(
    st.builds(lambda severities, limits: replace(NOBODY, severities=severities, limits=limits), SEVERITIES, LIMITS),
    max_size=4,
)


class TestPortable:
    @given(PROFILES, st.sampled_from(CODES), st.integers(0, 12))
    def test_is_never_milder_than_any_other(self, asked, code, size) -> None:
        found = finding(code, size=str(size))
        strictest = min((SEVERITY_ORDER[severity(found, one)] for one in asked), default=SEVERITY_ORDER[OFF])
        assert SEVERITY_ORDER[severity(found, portable(asked))] <= strictest

    @given(PROFILES, st.sampled_from(CODES))
    def test_is_as_strict_as_the_strictest(self, asked, code) -> None:
        found = finding(code)
        strictest = min((SEVERITY_ORDER[severity(found, one)] for one in asked), default=SEVERITY_ORDER[OFF])
        assert SEVERITY_ORDER[severity(found, portable(asked))] == strictest

    def test_has_the_tightest_budgets_that_are_known(self) -> None:
        tight = replace(NOBODY, index_budget=8000, entry_budget=100)
        assert portable([NOBODY, tight, replace(tight, index_budget=900)]).index_budget == 900
        assert portable([NOBODY]).entry_budget == 0


@pytest.mark.parametrize(("name", "code"), [("publish", "NM012"), ("agentskills", "NM005")])
def test_one_bad_name_is_one_finding(check, page, profiles, name, code) -> None:
    found = check(page(name='name: "-My  Skill!"'))
    assert len({each.rule for each in found if each.rule.startswith("NM")}) >= 4
    judged = judge(found, [profiles[name]])
    assert [each.finding.rule for each in judged if each.finding.rule.startswith("NM")] == [code]
    accepted = judge(found, [profiles[name]], [Suppression(code, "", "known", "")])
    assert len([each for each in accepted if each.finding.rule.startswith("NM")]) == 2
