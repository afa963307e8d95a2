"""Where links lead."""

import pytest

from skillpack.model.document import Span

GUIDE = {"references/guide.md": "x"}
FIRES = [
    ("RS001", "See [guide](references/guide.md).", {}),
    ("RS001", "![shot](assets/shot.png)", {}),
    ("RS001", "[guide](./references/guide.md#top)", {}),
    ("RS001", "[guide](<references/the%20guide.md>)", {}),
    ("RS001", "[guide]\n\n[guide]: references/guide.md\n", {}),
    ("RS002", "[other](../other/SKILL.md)", {}),
    ("RS002", "[other](references/../../other.md)", GUIDE),
    ("RS002", "[hosts](/etc/hosts)", {}),
    ("RS002", "[notes](~/notes.md)", {}),
    ("RS002", "[notes](file:///home/me/notes.md)", {}),
    ("RS002", "[notes](C:/notes.md)", {}),
    ("RS002", "Read `../../etc/passwd` first.", {}),
    ("RS002", "Common errors: `references/../../other.md`", GUIDE),
    ("RS002", "The tools are in `../other-skill/references/`.", {}),
    ("RS002", "[x](references/../../x)", {}),
    ("RS002", "[path](../path)", {}),
    ("RS002", "Read `references/../../x`.", {}),
    ("RS002", "See references/../../x for more.", {}),
    ("RS002", "![x](../../x.png)", {}),
    ("RS002", '<img alt="x" src="../../x.png">', {}),
    ("RS002", "Read <a class=a href='references/../../x'>it</a> first.", {}),
    ("RS002", '<p align="center">\n  <img src=/usr/share/x.png>\n</p>', {}),
    ("RS002", "```bash\ncat references/../../x\n```", {}),
    ("RS002", "```bash\ncat ../../etc/passwd\n```", {}),
    ("RS002", "Run `python scripts/../../x.py in.pdf`.", {}),
    ("RS002", "    cat ../other-skill/SKILL.md\n", {}),
    ("RS001", "[it](path)", {}),
    ("RS001", "[it](references/x)", {}),
    ("RS001", '<img src="assets/shot.png">', {}),
    ("RS003", "[all](assets/all.bin)", {"assets/all.bin": b"\0\1"}),
    ("RS003", "[long](assets/long.txt)", {"assets/long.txt": "x" * (2**18 + 1)}),
    ("RS003", "[files](assets/)", {"assets/a.txt": "x"}),
    ("RS003", "[image](assets/a.png)", {"assets/a.png": b"\0 no image"}),
    ("RS004", "[guide](references/Guide.md)", GUIDE),
    ("RS005", "See `references/other.md` for more.", {}),
    ("RS005", "Then run `scripts/make.py`.", {}),
    ("RS005", "**Reference:** see the file `assets/a.json.template`", {}),
    ("RS005", "Solutions in `references/TROUBLESHOOTING.md`", {}),
    ("RS005", "Each step is described in `references/steps.md`.", {}),
    ("RS005", "Files:\n\n- `references/other.md`: the rest\n", GUIDE),
    ("RS005", "| file | use |\n|---|---|\n| `references/other.md` | the rest |\n", GUIDE),
    ("RS005", "```bash\npython scripts/make.py in.pdf\n```", {"scripts/other.py": "x"}),
]
SILENT = [
    ("RS001", "[guide](references/guide.md)", GUIDE),
    ("RS001", "[guide](references/guide.md?plain#top)", GUIDE),
    ("RS001", "[guide](references/the%20guide.md)", {"references/the guide.md": "x"}),
    ("RS001", "[folder](references/)", GUIDE),
    ("RS001", "[self](SKILL.md#top) [self](#top) [self](.)", {}),
    ("RS001", "[web](https://example.org/x.md) [mail](mailto:a@example.org) [web](//example.org/x)", {}),
    ("RS001", "`[guide](references/guide.md)`", {}),
    ("RS001", "```\n[guide](references/guide.md)\n```", {}),
    ("RS001", "[a](path/to/file.md) [b](<your file>) [c](references/{topic}.md) [d](references/filename.md)", {}),
    ("RS001", "[e](references/$NAME.md) [f](references/*.md) [g](references/….md) [h](url)", {}),
    ("RS001", "[guide](references/Guide.md)", GUIDE),
    ("RS002", "[guide](references/../references/guide.md)", GUIDE),
    ("RS002", "Read `references/../references/guide.md`, and go to `../` then.", GUIDE),
    ("RS002", "Never read `../../etc/passwd`.", {}),
    ("RS002", "## Path traversal\n\nTry these:\n\n- `../../etc/passwd`\n- `../../../etc/passwd`\n", {}),
    ("RS002", "```js\n// see `../utils/x.js`\nimport x from '../utils/x.js'\n```", {}),
    ("RS002", "Run `cp ../a.txt b.txt`, then `cd ../..`.", {}),
    ("RS002", "```bash\npython src/scripts/../../x.py && cat docs/references/../../x\n```", {}),
    ("RS002", "```bash\ncat references/../references/guide.md ../home.md ../etc.md\n```", GUIDE),
    ("RS002", "Never run:\n```bash\ncat ../../etc/passwd\n```", {}),
    ("RS002", '<img src="https://example.org/../x.png"> <a href="#x">x</a> <a name="../x">x</a> <a href="">x</a>', {}),
    ("RS002", '`<img src="../../x.png">`', {}),
    ("RS001", '<img src="assets/shot.png">', {"assets/shot.png": b"\x89PNG\r\n\x1a\n"}),
    ("RS003", "[guide](references/guide.md)", GUIDE),
    ("RS003", "![image](a.png)", {"a.png": b"\x89PNG\r\n\x1a\n\0"}),
    ("RS003", "[self](SKILL.md)", {}),
    ("RS004", "[guide](references/guide.md)", GUIDE),
    ("RS005", "See `references/guide.md`.", GUIDE),
    ("RS005", "Write the report to `references/other.md`.", GUIDE),
    ("RS005", "See `references/<topic>.md` and `references/{topic}.md`.", GUIDE),
    ("RS005", "See `docs/references/other.md` and https://example.org/references/other.md.", GUIDE),
    ("RS005", "See `other-skill`'s `references/other.md`.", GUIDE),
    ("RS005", "Write these:\n\n- `references/other.md`: the rest\n", {"scripts/a.py": "x"}),
    ("RS005", "- **Example**: `references/other.md` holds schemas", GUIDE),
    ("RS005", "```yaml\nrun: python scripts/make.py\n```", {}),
]


@pytest.mark.demand("B9", "B14")
@pytest.mark.parametrize(("code", "body", "files"), FIRES)
def test_finds(check, page, code, body, files) -> None:
    assert code in {each.rule for each in check(page(body=body), files=files)}


@pytest.mark.parametrize(("code", "body", "files"), SILENT)
def test_says_nothing(check, page, code, body, files) -> None:
    assert code not in {each.rule for each in check(page(body=body), files=files)}


def test_points_at_the_link(check, page) -> None:
    (found,) = [each for each in check(page(body="# A\n\nSee [it](references/a.md).\n")) if each.rule == "RS001"]
    assert found.span == Span(7, 5, 7, 26)
    assert found.message == "there is no `references/a.md` in the skill"


def test_points_at_the_mention_once(check, page) -> None:
    body = "# A\n\nSee `references/a.md`. Read `references/a.md`.\n"
    (found,) = [each for each in check(page(body=body)) if each.rule == "RS005"]
    assert found.span == Span(7, 6, 7, 21)


def test_points_into_other_files(check, page) -> None:
    files = {"references/a.md": "x\n\n[b](gone.md)\n[c](../SKILL.md)\n[d](../../other.md)\n"}
    found = {each.rule: each for each in check(page(), files=files)}
    assert (found["RS001"].path, found["RS001"].span.line) == ("skills/pdf/references/a.md", 3)
    assert found["RS001"].message == "there is no `references/gone.md` in the skill"
    assert found["RS002"].span.line == 5


def test_points_at_what_html_of_other_files_leads_to(check, page) -> None:
    files = {"references/a.md": 'x\n\n<img src="gone.png">\n<a href="../../x">x</a>\n'}
    found = {each.rule: each for each in check(page(), files=files)}
    assert (found["RS001"].path, found["RS001"].span) == ("skills/pdf/references/a.md", Span(3, 1, 3, 21))
    assert found["RS002"].span.line == 4


def test_a_path_is_found_once_a_line(check, page) -> None:
    body = "Read `references/../../x`, [here](references/../../x) and `references/../../x`.\n\n`references/../../x`\n"
    assert [each.span.line for each in check(page(body=body)) if each.rule == "RS002"] == [5, 7]


def test_points_at_a_path_in_backticks_in_any_file(check, page) -> None:
    files = {"references/a.md": "# A\n\nThe core is in `../SKILL.md`, the rest in `../../other/a.md`.\n"}
    (found,) = [each for each in check(page(), files=files) if each.rule == "RS002"]
    assert (found.path, found.span) == ("skills/pdf/references/a.md", Span(3, 43, 3, 61))
    assert found.message == "the path `../../other/a.md` leaves the skill"


def test_takes_paths_of_other_files_from_the_root_as_agents_do(check, page) -> None:
    files = {"references/a.md": "[b](references/b.md)", "references/b.md": "x"}
    assert "RS001" not in {each.rule for each in check(page(), files=files)}


def test_says_how_the_file_is_called(check, page) -> None:
    (found,) = [each for each in check(page(body="[g](references/GUIDE.md)"), files=GUIDE) if each.rule == "RS004"]
    assert found.hint == "write `references/guide.md`"
