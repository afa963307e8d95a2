from skillpack.report.findings.formats import FORMATS
from skillpack.report.findings.report import Report
from skillpack.report.terminal.paint import Paint


def test_holds_the_formats_of_check() -> None:
    assert list(FORMATS) == ["full", "concise", "json", "github", "gitlab", "sarif", "junit", "checklist"]


def test_every_format_yields_lines(report) -> None:
    for write in FORMATS.values():
        for given in (report, Report((), {}, {}, (), "1")):
            assert all("\n" not in line for line in write(given, Paint()))


def test_formats_for_machines_do_not_look_at_the_terminal(report) -> None:
    for name in ("json", "github", "gitlab", "sarif", "junit"):
        assert list(FORMATS[name](report, Paint())) == list(FORMATS[name](report, Paint(color=True, unicode=False)))
