from skillpack.model.document import NOWHERE, Span
from skillpack.model.finding import Finding, Judged, SecretIdentity, Severity
from skillpack.report.findings.github import github_commands
from skillpack.report.findings.report import Report


def commands(**fields: object) -> list[str]:
    finding = Finding(**{"rule": "XX001", "subject": "a", "path": "a", "span": NOWHERE, "message": "m"} | fields)
    return list(github_commands(Report((Judged(finding, Severity.INFO),), {}, {}, (), "1")))


def test_github(report, snapshot) -> None:
    assert "\n".join(github_commands(report)) == snapshot


def test_escapes_properties() -> None:
    assert commands(path="a:b,c%d\n.md") == ["::notice file=a%3Ab%2Cc%25d%0A.md,title=XX001::m"]


def test_escapes_the_message_but_keeps_its_colons() -> None:
    assert commands(message="100% of a::b, c\r\nd") == ["::notice file=a,title=XX001::100%25 of a::b, c<U+000D> d"]


def test_gives_no_columns_for_several_lines() -> None:
    assert commands(span=Span(1, 2, 3, 4)) == ["::notice file=a,line=1,endLine=3,title=XX001::m"]


def test_gives_no_file_for_the_set() -> None:
    assert commands(path="") == ["::notice title=XX001::m"]


def test_says_where_else_the_same_was_found(repeated) -> None:
    assert "also: in lines 5, 6, 7, 8, 9, 10, 11, 12 and 3 more places" in "\n".join(github_commands(repeated))


def test_says_what_accepts_a_secret() -> None:
    (line,) = commands(rule="SF003", secret=SecretIdentity("b.md", "0" * 16))
    assert '%0A[[suppress]]%0Arule = "SF003"%0Askill = "a"%0Afile = "b.md"%0Afingerprint = ' in line
