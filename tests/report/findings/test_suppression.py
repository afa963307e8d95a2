import tomllib

import pytest

from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding, SecretIdentity, Suppression
from skillpack.report.findings.suppression import suppression_lines

KNOWN = "0123456789abcdef"


def finding(file: str = "references/api.md", subject: str = "pdf") -> Finding:
    return Finding("SF003", subject, "a", NOWHERE, "m", secret=SecretIdentity(file, KNOWN))


def read(*given: object) -> dict[str, object]:
    (table,) = tomllib.loads("\n".join(suppression_lines(*given)))["suppress"]
    return table


def test_is_what_the_configuration_takes() -> None:
    assert read(finding()) == {
        "rule": "SF003",
        "skill": "pdf",
        "file": "references/api.md",
        "fingerprint": KNOWN,
        "reason": "",
    }
    assert "skill" not in read(finding(subject=""))


@pytest.mark.parametrize("file", ['a "b".md', "a\\b.md", "ü/\U0001f600.md", "a\x7fb\x01.md"])
def test_any_name_is_written_so_that_it_is_read_again(file) -> None:
    assert read(finding(file))["file"] == file


def test_keeps_reason_and_end_of_one_that_named_no_file() -> None:
    old = Suppression("SF003", "", 'the "sample"', "2027-01-31")
    table = read(finding(), [old])
    assert (table["reason"], str(table["expires"])) == ('the "sample"', "2027-01-31")


def test_there_is_none_for_what_is_no_secret() -> None:
    assert list(suppression_lines(Finding("BD003", "pdf", "a", NOWHERE, "m"))) == []
