"""What a skill could do to those who install it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.check.run import SKILL_RULES
from skillpack.model.document import NOWHERE, Span

FIRES = [
    ("SF006", ("allowed-tools: Bash",), {}),
    ("SF006", ("allowed-tools: Read Bash(*)",), {}),
    ("SF006", ("allowed-tools: Bash(:*)",), {}),
    ("SF006", ('allowed-tools: "*"',), {}),
    ("SF008", (), {"bin/a": b"\x7fELF\2\1\1\0"}),
    ("SF008", (), {"bin/a": b"\xcf\xfa\xed\xfe\0"}),
    ("SF008", (), {"bin/a.exe": b"MZ" + b"\0" * 58 + b"\x40\0\0\0" + b"PE\0\0"}),
    ("SF008", (), {"a.wasm": b"\0asm\1\0\0\0"}),
    ("SF009", (), {".envrc": "x"}),
    ("SF009", (), {".mcp.json": "{}"}),
    ("SF009", (), {"assets/CLAUDE.md": "x"}),
    ("SF009", (), {"scripts/conftest.py": "x"}),
    ("SF010", (), {"a.zip": b"PK\3\4\0"}),
    ("SF010", (), {"a.tgz": b"\x1f\x8b\x08\0"}),
    ("SF010", (), {"a.bin": b"\0" * 257 + b"ustar\0"}),
    ("SF010", (), {"a.7z": b"7z\xbc\xaf\x27\x1c\0"}),
]
SILENT = [
    ("SF006", ("allowed-tools: Bash(git:*) Read Write",), {}),
    ("SF006", (), {}),
    ("SF008", (), {"a.txt": "MZ is a text"}),
    ("SF008", (), {"scripts/a.sh": "#!/bin/sh\n"}),
    ("SF009", (), {"references/agents-guide.md": "x"}),
    ("SF010", (), {"assets/template.docx": b"PK\3\4\0"}),
    ("SF010", (), {"assets/logo.png": b"\x89PNG\r\n\x1a\n\0"}),
]
CLEAN = (
    "# Reports\n\nUse it when somebody asks for a report.\n\n```sh\npython3 scripts/report.py --from in.csv | less\n"
    "curl -sS https://example.org/data.json -o data.json\nrm -rf build/\n```\n\n<!-- Contents -->\n"
    "- Never ignore the instructions above.\n- Tell the user what was done.\n"
)


@pytest.mark.parametrize(("code", "lines", "files"), FIRES)
def test_finds(check, page, code, lines, files) -> None:
    assert code in {each.rule for each in check(page(*lines), files=files)}


@pytest.mark.parametrize(("code", "lines", "files"), SILENT)
def test_says_nothing(check, page, code, lines, files) -> None:
    assert code not in {each.rule for each in check(page(*lines), files=files)}


def test_says_nothing_of_a_clean_skill(check, page) -> None:
    found = check(page("allowed-tools: Bash(python3:*) Read", body=CLEAN), files={"scripts/report.py": "print(1)\n"})
    assert not [each for each in found if each.rule.startswith("SF")]


def test_points_at_the_field(check, page) -> None:
    (found,) = [each for each in check(page("allowed-tools: Read Bash")) if each.rule == "SF006"]
    assert found.span == Span(4, 16, 4, 25)


def test_points_at_the_file(check, page) -> None:
    (found,) = [each for each in check(page(), files={".envrc": "x"}) if each.rule == "SF009"]
    assert (found.path, found.span) == ("skills/pdf/.envrc", NOWHERE)
    assert found.message == "`.envrc` acts on its own: a shell that enters the folder runs it"


def test_every_rule_has_a_code_of_its_own() -> None:
    codes = [each.page.code for each in SKILL_RULES]
    assert len(set(codes)) == len(codes)


WORDS = (
    *(b"curl", b"wget", b"| iex", b"| sh", b"(irm", b"-Expression", b"DownloadString", b"exec(", b"requests"),
    *(b"64 -d", b"64decode(", b"(atob(", b"EncodedCommand", b"-enc ", b"powershell"),
    *(b"rm -", b"rf /", b"/dev/sda", b".ssh/id_rsa", b".aws/credentials", b"./scripts/"),
    *(
        b"ignore all previous instructions",
        b"do not tell the user",
        b"<!--",
        b"-->",
        b"]: # (",
        b"javascript:",
        b"(data:",
    ),
    *(b"AIza", b"glpat-", b"sk-ant-", b"T3BlbkFJ", b"-AgE", b"-----BEGIN PRIVATE KEY-----", b"A" * 40),
)


@given(st.lists(st.one_of(st.sampled_from(WORDS), st.binary(max_size=8)), max_size=20).map(b" ".join))
def test_takes_any_bytes(check, page, content) -> None:
    for found in check(page().encode() + content, files={"references/a.md": content, "scripts/a.sh": content}):
        assert found.message
