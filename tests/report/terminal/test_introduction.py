"""What a first install shows, and the one sentence of trust."""

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding, Judged, Severity
from skillpack.model.installed import Assurance, Provenance, SourceKind
from skillpack.report.terminal.introduction import Introduction, introduction_lines, origin_lines, published, trust
from skillpack.report.terminal.paint import PLAIN, Paint
from skillpack.report.terminal.visible_text import width

SITE = Provenance(SourceKind.SITE, "https://skills.northwind.example/", assurance=Assurance.DIGEST)
SKILL = Introduction(
    name="pdf-forms",
    label="2.3.0",
    description="Fills in PDF forms and pulls tables out of reports. Use when the user has a PDF, a form to fill in, "
    "or asks for the numbers of a scanned report.",
    provenance=SITE,
    permissions=("tool `Bash(qpdf:*)`", "script `scripts/fill.py`"),
    hidden=("a comment: skip the part about uploads",),
    needs=("program qpdf",),
    files=3,
    size=9_412,
    findings=tuple(
        Judged(
            Finding(f"BD00{number}", "pdf-forms", "SKILL.md", NOWHERE, f"the body has {number} words too many " * 3),
            severity,
        )
        for number, severity in enumerate([Severity.ERROR, *[Severity.WARNING] * 6, Severity.INFO])
    ),
    date="2026-11-02",
    age=18,
    compatibility="Requires Python 3.10+ and qpdf",
    depends=("house-style ^1.2",),
)
HOSTILE = replace(
    SKILL,
    name="\x1b[2J",
    description="日本語の説明 \u202e turned \x1b]0;x\x07 " * 9,
    permissions=("tool `\x9b31m`",),
    label="",
)


@pytest.mark.parametrize("columns", [80, 120])
def test_what_a_first_install_shows(columns: int, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(introduction_lines(SKILL, Paint(width=columns))) == snapshot


def test_little_is_shown_of_what_does_little(snapshot: SnapshotAssertion) -> None:
    plain = replace(
        SKILL,
        permissions=(),
        hidden=(),
        needs=(),
        findings=(),
        date="",
        age=None,
        compatibility="",
        depends=(),
        files=1,
    )

    assert "\n".join(introduction_lines(plain, Paint(width=80))) == snapshot


def test_alarms_come_first_and_are_called_by_their_level() -> None:
    rules = ("BD001", "SF004", "SF015")
    findings = tuple(
        Judged(Finding(rule, "pdf-forms", "SKILL.md", NOWHERE, f"says {rule}"), Severity.WARNING) for rule in rules
    )
    lines = list(introduction_lines(replace(SKILL, findings=findings), Paint(width=80)))
    assert lines[-3:] == ["  stop SF015 says SF015", "  read first SF004 says SF004", "  warning BD001 says BD001"]


def test_what_it_can_do_is_shown() -> None:
    lines = list(introduction_lines(replace(SKILL, abilities=("network: sends: a.example",)), Paint(width=80)))
    assert "  can    network: sends: a.example" in lines


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("skill", [SKILL, HOSTILE])
def test_lines_fit_and_command_no_terminal(skill: Introduction, columns: int) -> None:
    for unicode in (True, False):
        lines = list(introduction_lines(skill, Paint(unicode=unicode, width=columns)))

        assert max(map(width, lines)) <= columns
        assert all(line.isprintable() and (unicode or line.isascii()) for line in lines)


@pytest.mark.parametrize(
    ("provenance", "sentence"),
    [
        (SITE, "skills.northwind.example, digest checked, not signed"),
        (
            Provenance(SourceKind.REGISTRY, "https://n.example/team", assurance=Assurance.DIGEST),
            "n.example/team, digest checked, not signed",
        ),
        (
            Provenance(SourceKind.ARCHIVE, "https://n.example/a.zip"),
            "n.example/a.zip, not checked against a digest, not signed",
        ),
        (Provenance(SourceKind.ARCHIVE, "/home/ana/a.zip"), "/home/ana/a.zip, on this machine"),
        (Provenance(SourceKind.FOLDER, "/home/ana/a"), "/home/ana/a, on this machine"),
        (
            Provenance(
                SourceKind.GIT,
                "https://github.com/northwind/skills",
                "pdf",
                revision="38e0d44a13e5" + "0" * 28,
                assurance=Assurance.DIGEST,
            ),
            "github.com/northwind/skills/pdf at commit 38e0d44a13e5, checked against it (SHA-1), not signed",
        ),
    ],
)
def test_trust_is_one_sentence(provenance: Provenance, sentence: str) -> None:
    assert trust(provenance) == sentence


@pytest.mark.parametrize(
    ("age", "words"), [(None, ""), (0, ", today"), (1, ", yesterday"), (18, ", 18 days ago"), (-2, ", today")]
)
def test_a_date_says_how_long_ago_it_is(age: int | None, words: str) -> None:
    assert published("2026-11-02", age) == f"2026-11-02{words}"


REGISTRY = Provenance(SourceKind.REGISTRY, "https://skills.example/", assurance=Assurance.DIGEST)
ALPHA, BETA = Provenance(SourceKind.FOLDER, "/skills/alpha"), Provenance(SourceKind.FOLDER, "/skills/beta")


def test_one_is_told_whole() -> None:
    assert list(origin_lines([ALPHA], PLAIN)) == ["from /skills/alpha, on this machine"]


def test_folders_side_by_side_are_one_place() -> None:
    assert list(origin_lines([ALPHA, BETA], PLAIN)) == ["from /skills, on this machine"]


def test_folders_of_a_repository_are_one_place() -> None:
    one, two = (Provenance(SourceKind.GIT, "https://git.example/x", path=f"skills/{name}") for name in ("a", "b"))

    assert len(list(origin_lines([one, two], PLAIN))) == 1


def test_several_places_are_counted_the_most_first() -> None:
    assert list(origin_lines([ALPHA, REGISTRY, REGISTRY], PLAIN)) == [
        "2 from skills.example, digest checked, not signed",
        "1 from /skills, on this machine",
    ]


def test_many_places_are_left_out() -> None:
    many = [Provenance(SourceKind.FOLDER, f"/{number}/skill") for number in range(5)]

    assert list(origin_lines(many, PLAIN))[-1] == "and from 2 more places"


def test_nothing_comes_from_nowhere() -> None:
    assert list(origin_lines([], PLAIN)) == []
