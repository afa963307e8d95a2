"""Catalogs for the browser: every kind of page, rich and hostile, with a past, and one from right to left."""

from pathlib import Path

import made_up

SETTINGS = """
[[bundle]]
name = "kit"
description = "What one needs on the first day"
skills = ["rich", "program", "plain"]
version = "1.0.0"

[[page]]
path = "pages/index.md"

[[page]]
path = "pages/guide.md"

[[page]]
path = "pages/more/deeper.md"

[[suppress]]
rule = "LY009"
skill = "rich"
reason = "as its authors want it"

[skill."tagged"]
status = "deprecated"
successor = "rich"
tags = ["writing", "review"]

[skill."plain"]
tags = ["writing"]

[install]
clients = ["claude-code", "codex", "metis"]

[theme]
accent = "#7a1fa2"
favicon = "brand/icon.svg"
"""

LOGO = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 24" fill="#7a1fa2">
<style>@media (prefers-color-scheme: dark) { svg { fill: #daabef } }</style>
<path d="M2 3h60v4H2zM2 10h40v4H2zM2 17h20v4H2z"/>
</svg>
"""

RENAMED = """
[[renamed]]
from = "old-name"
to = "new-name"
reason = "clearer"

[[renamed]]
from = "retired"
to = ""
reason = "nobody asked for it"
"""

PROGRAM = """\
# Tests until they pass, at most three times.
def run(input):
    for i in range(3):
        result = command(input.get("test_command", ["pytest", "-q"]), {"timeout": 120})
        trace("test-run", {"attempt": i + 1})
        if result["ok"]:
            return {"status": "accepted"}
        ask("The tests failed. Fix the problem: " + result["stderr"])
    return {"status": "exhausted"}
"""

_FIELDS = """\
argument-hint: "[folder] [--dry-run]"
allowed-tools: Read Write Bash(git:*) Bash(curl:*) WebFetch
compatibility: Needs git, Python 3.11 and a network
metadata:
  version: "{version}"
  author: Ada & <Sons>
  updated: "2026-01-31"
  tags: writing, review, "<b>bold</b>"
  requires-bins: git, python3
  related: program, plain
"""

_BODY = """\
Turn {words} into notes. See [the checklist](references/checklist.md), [the program](scripts/run.py#L2),
[another skill](../plain/SKILL.md), [what is missing](references/missing.md) and [elsewhere](https://example.com/?a=b&c).

## Steps

1. Read `git log --oneline v1..HEAD`, then **sort** by *weight*:
   - features
   - fixes ~~and noise~~
2. Write.

- [x] asked
- [ ] answered

| change | number | place |
|:--|--:|:-:|
| a demand of a very long specification that fills its column | 12345 | `check/rules/a/very/long/path/that/goes/on.py` |
| `a_word_without_any_place_to_break_it_that_goes_on_and_on_and_on_and_on_and_on` | 1 | x |

## Steps

> Quoted, **loudly**,
> on two lines.

```python
def main(argument: str) -> None:
    \"\"\"Do it, on a line that is longer than a narrow screen is wide, and then some more, to be sure.\"\"\"
    print(f"{{argument}} & <tag>")  # a comment
```

```bash
git push --force origin HEAD && rm -rf "$FOLDER"
```

    indented code

## Program

### [A link](https://example.com/) in a heading with `code`

##### A step too deep

## body

# Another title

مرحبا بالعالم، هذا سطر من اليمين إلى اليسار مع `code` و English.

<details><summary>Folded</summary>

Text that paper needs too.

</details>

<script>document.title = "broken in"</script>
<iframe src="https://evil.example/"></iframe>
<img src="https://evil.example/x.png" onerror="alert(1)" alt="remote"> <style>body {{ display: none }}</style>
<a href="javascript:alert(1)" id="live">raw link</a> [disguised](java&#10;script:alert(1)) [data](data:text/html,x)
<!-- a comment that nobody sees --> zero\N{ZERO WIDTH SPACE}width
and \N{RIGHT-TO-LEFT OVERRIDE}bidi\N{POP DIRECTIONAL FORMATTING}

![local](assets/dot.png) ![remote](https://evil.example/y.png)

https://example.com/{path}

{more}
"""

_PAGE = """\
# Guide

Words for people. [A heading below](#second-part), [a skill](/skills/rich/), [a rule](/rules/DS001/),
[deeper](more/deeper.md#there) and `code`.

## Second part

```bash
skillpack build .
```

| a | b |
|---|---|
| 1 | 2 |

### Third part

More.
"""

_ARABIC = {
    "kitaba": "يكتب ملاحظات الإصدار من سجل التغييرات. استخدمه عندما يطلب أحد ملاحظات الإصدار أو سجل التغييرات.",
    "murajaa": "يراجع التغييرات في المهارات قبل نشرها. استخدمه عند مراجعة طلب سحب يمس ملف SKILL.md.",
}


def _rich(version: str, words: str, more: str) -> bytes:
    body = _BODY.format(words=words, more=more, path="long/" * 30)
    fields = _FIELDS.format(version=version)
    description = f"Writes release notes from {words}. Use when somebody asks for release notes, a changelog or news."
    return f"---\nname: rich\ndescription: {description}\nlicense: MIT\n{fields}---\n\n# Rich\n\n{body}".encode()


def _plain(name: str, version: str) -> bytes:
    said = f"Does what {name} says, in version {version}. Use when somebody asks for {name}."
    return f'---\nname: {name}\ndescription: {said}\nmetadata:\n  version: "{version}"\n---\n\nDo it.\n'.encode()


def _write(folder: Path, files: dict[str, bytes]) -> None:
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def write_first(folder: Path, address: str) -> None:
    """Write the made-up catalog as it was published first.

    Args:
        folder: For the sources.
        address: Of the site that will be built.
    """
    made_up.write_sources(folder)
    settings = made_up.CONFIGURATION.replace("https://skills.example.com/some/where/", address)
    settings = settings.replace('name = "Nobody"', 'name = "Nobody & <Sons>"')
    (folder / "skillpack.toml").write_text(settings + SETTINGS, encoding="utf-8")
    program = (
        _plain("program", "1.0.0")
        .replace(b"metadata:", b"metaskill: SKILL.star\nmetadata:")
        .replace(b"Do it.", b"It tests until tests pass.")
    )
    _write(
        folder,
        {
            "skills/rich/SKILL.md": _rich("1.0.0", "merged work", "The last words."),
            "skills/rich/references/checklist.md": b"# Checklist\n\n- one\n- two\n",
            "skills/rich/references/old.md": b"# Old\n\nThis goes away.\n",
            "skills/rich/scripts/run.py": b'"""Run."""\nprint("a line that is long enough to be scrolled", 2)\n' * 40,
            "skills/rich/assets/dot.png": _DOT,
            "skills/program/SKILL.md": program,
            "skills/program/SKILL.star": PROGRAM.encode(),
            "skills/leaky/SKILL.md": _plain("leaky", "1.0.0"),
            "skills/old-name/SKILL.md": _plain("old-name", "1.0.0"),
            "skills/retired/SKILL.md": _plain("retired", "1.0.0"),
            "brand/icon.svg": LOGO.encode(),
            "pages/index.md": b"# Welcome\n\nThe [guide](guide.md) says more. Ask *anybody*.\n",
            "pages/guide.md": _PAGE.encode(),
            "pages/more/deeper.md": b"# Deeper\n\n## There\n\n[Back](../guide.md).\n",
        },
    )


def write_second(folder: Path) -> None:
    """Change what a day changes: new versions, a new name, a file more and one less."""
    made_up.change(folder)
    (folder / "skills" / "rich" / "references" / "old.md").unlink()
    for name in ("old-name", "retired"):
        (folder / "skills" / name / "SKILL.md").unlink()
        (folder / "skills" / name).rmdir()
    changed = _rich("2.0.0", "merged and reviewed work", "The very last words, which are new.")
    _write(
        folder,
        {
            "skills/rich/SKILL.md": changed.replace(b"WebFetch", b"WebFetch Bash(rm:*)"),
            "skills/rich/references/new.md": b"# New\n\nThis came.\n",
            "skills/new-name/SKILL.md": _plain("new-name", "1.0.1"),
            "skills/leaky/SKILL.md": _plain("leaky", "1.1.0"),
            "skills/leaky/.env": b"NOBODY=reads this\n",
            "skills/program/SKILL.star": PROGRAM.replace("range(3)", "range(5)").encode(),
            "skills/program/SKILL.md": (folder / "skills/program/SKILL.md").read_bytes().replace(b"1.0.0", b"1.1.0"),
        },
    )
    with (folder / "skillpack.toml").open("a", encoding="utf-8") as settings:
        settings.write(RENAMED)


def write_long(folder: Path) -> None:
    """Write a catalog of which the home page shows a part."""
    head = '[catalog]\nname = "long"\ntitle = "A long catalog"\n[[source]]\npath = "skills"\n'
    _write(folder, {"skillpack.toml": head.encode()})
    for number in range(320):
        tag = f"metadata:\n  tags: tag-{number % 30}\n"
        text = _plain(f"skill-{number:03}", "1.0.0").replace(b"metadata:\n", f"license: MIT\n{tag}".encode())
        _write(folder, {f"skills/skill-{number:03}/SKILL.md": text})


def write_right_to_left(folder: Path) -> None:
    """Write a catalog in Arabic, with a logo."""
    head = '[catalog]\nname = "maharat"\ntitle = "مهارات"\ndescription = "مهارات للجميع"\nlanguage = "ar"\n'
    texts = {
        f"skills/{name}/SKILL.md": (
            f"---\nname: {name}\ndescription: {said}\nlicense: MIT\nmetadata:\n  tags: review\n---\n\n"
            f"# {name}\n\n{said}\n\n## الخطوات\n\n1. اقرأ `git log`.\n\n```bash\ngit log --oneline\n```\n"
        ).encode()
        for name, said in _ARABIC.items()
    }
    settings = f'{head}[[source]]\npath = "skills"\n[theme]\nlogo = "brand/logo.svg"\n'
    _write(folder, {"skillpack.toml": settings.encode(), "brand/logo.svg": LOGO.encode(), **texts})


_DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360f8cf500f0003860180d6e1a86b0000000049454e44ae426082"
)
"""A picture of one dot."""
