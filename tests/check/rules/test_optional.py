"""License and compatibility."""

import pytest

FIRES = [
    ("OP001", "license: 2"),
    ("OP001", "license: [MIT]"),
    ("OP002", "compatibility: 3.11"),
    ("OP002", "compatibility:\n  python: '3.11'"),
    ("OP003", "compatibility:"),
    ("OP003", "compatibility: ''"),
    ("OP004", f"compatibility: {'x' * 501}"),
    ("OP005", "license: Apache 2.0"),
    ("OP005", "license: The MIT License"),
    ("OP005", "license: free to use"),
    ("OP005", "license: MIT AND"),
    ("OP005", "license: (MIT"),
    ("OP005", "license: MIT Apache-2.0"),
    ("OP006", "license: Complete terms in LICENSE.txt"),
]
SILENT = [
    ("OP001", "license: MIT"),
    ("OP001", "license:"),
    ("OP002", "compatibility: Python 3.11"),
    ("OP002", "compatibility:"),
    ("OP003", "compatibility: any"),
    ("OP004", f"compatibility: {'x' * 500}"),
    ("OP005", "license: MIT"),
    ("OP005", "license: MIT OR Apache-2.0"),
    ("OP005", "license: GPL-2.0-or-later WITH Classpath-exception-2.0"),
    ("OP005", "license: (MIT OR apache-2.0) AND GPL-2.0+"),
    ("OP005", "license: LicenseRef-own"),
    ("OP005", "license: Proprietary"),
    ("OP005", "license: Proprietary. LICENSE.txt has complete terms"),
    ("OP005", "license: See LICENSE"),
    ("OP005", "license: 2"),
    ("OP006", "license: MIT"),
    ("OP006", "license: See LICENSE"),
]


@pytest.mark.demand("B5")
@pytest.mark.parametrize(("code", "line"), FIRES)
def test_fires(code, line, check, page) -> None:
    assert code in {finding.rule for finding in check(page(line))}


@pytest.mark.parametrize(("code", "line"), SILENT)
def test_is_silent(code, line, check, page) -> None:
    assert code not in {finding.rule for finding in check(page(line))}


def test_a_license_file_in_the_skill_is_found(check, page) -> None:
    found = check(page("license: Complete terms in LICENSE.txt"), files={"LICENSE.txt": "MIT"})
    assert "OP006" not in {finding.rule for finding in found}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Apache 2.0", "Apache-2.0"),
        ("Apache License, Version 2.0", "Apache-2.0"),
        ("mit license", "MIT"),
        ("BSD 3 Clause", "BSD-3-Clause"),
        ("MPL 2", "MPL-2.0"),
        ("GPLv3", "GPL-3.0"),
    ],
)
def test_names_the_license_that_was_meant(text, meant, check, page) -> None:
    (finding,) = [one for one in check(page(f"license: {text}")) if one.rule == "OP005"]
    assert meant in finding.hint


def test_a_long_hostile_license_takes_no_time(check, page) -> None:
    assert "OP005" in {finding.rule for finding in check(page(f"license: {'a' * 60_000}"))}
