from pathlib import Path

import pytest

from skillpack.errors import UsageError
from skillpack.model.agent import Agent
from skillpack.model.finding import Severity
from skillpack.model.profile import Overflow, Profile, ProfileKind
from skillpack.model.tree import Form
from skillpack.parse.settings.profile import parse_profile

TEXT = """\
title = "Claude Code"
source = "its documentation"
describes = "specification"
fields = ["when_to_use"]
load_format = "claude"

[index]
style = "skills-ref"
file = "skills.xml"

[folders]
agent = "claude"
project = ".claude/skills"
global = "~/.claude/skills"
rank = 2
depth = 3
lone = ["markdown"]

[install]
line = "claude skills add {source}"
reads = "catalog"

[rules]
NM001 = "error"
FM006 = "info"
BD003 = "off"

[kinds]
FM009.opening = "error"

[limits]
DS005 = 1536

[messages]
NM001 = "name: required string"

[budget]
share = 1
window = 1500000
reserve = 3000
variable = "LIST_BUDGET"
seen = "2.1, 2026-11-20"
entry = 1536
fields = ["when_to_use"]
overflow = "drop-least-used"
hides = true
line = "- {name}: {description}"
"""
UNREAD = dict.fromkeys(("LY014", "FM012", "FM013", "FM014", "FM017", "FM018"), Severity.ERROR)
BUILT_IN = sorted((Path(__file__).parents[3] / "skillpack" / "check" / "profiles").glob("*.toml"))


def test_every_key_is_read() -> None:
    assert parse_profile(TEXT, "claude-code") == Profile(
        name="claude-code",
        title="Claude Code",
        source="its documentation",
        describes=ProfileKind.SPECIFICATION,
        severities={"NM001": Severity.ERROR, "FM006": Severity.INFO, "BD003": Severity.OFF} | UNREAD,
        limits={"DS005": 1536},
        messages={"NM001": "name: required string"},
        fields=("when_to_use",),
        index_style="skills-ref",
        index_file="skills.xml",
        load_format="claude",
        index_budget=15000,
        entry_budget=1536,
        overflow=Overflow.DROP_LEAST_USED,
        shown_fields=("when_to_use",),
        hides=True,
        line="- {name}: {description}",
        agent=Agent(
            "claude",
            "Claude Code",
            ".claude/skills",
            "~/.claude/skills",
            profile="claude-code",
            rank=2,
            line="claude skills add {source}",
            discovers=False,
        ),
        kinds={"FM009.opening": Severity.ERROR},
        depth=3,
        index_reserve=3000,
        index_share=(1, 1500000),
        index_variable="LIST_BUDGET",
        seen_in="2.1, 2026-11-20",
        lone=(Form.MARKDOWN,),
    )


def test_nothing_is_a_profile_that_asks_for_nothing() -> None:
    assert parse_profile("", "mine") == Profile("mine", "mine", "", UNREAD, {}, {}, (), "", "", 0, 0)


@pytest.mark.parametrize("judged", ["warning", "info", "off"])
def test_what_is_not_read_to_its_end_is_an_error_whatever_a_profile_says(judged: str) -> None:
    rows = "".join(f'{code} = "{judged}"\n' for code in UNREAD)
    assert parse_profile(f"[rules]\n{rows}", "mine").severities == UNREAD


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("[rules]\nNM001 = 'fatal'", "`rules.NM001` is `fatal`, but one of"),
        ("[rules]\nname = 'error'", "`rules.name` is no code of a rule"),
        ("[rules]\nNM001 = true", "`rules.NM001` is `true` or `false`"),
        ("[kinds]\nFM009 = 'error'", "`kinds.FM009` is a text, but a table is wanted"),
        ("[kinds]\nFM009.opening = 'x'", "`kinds.FM009.opening` is `x`, but one of"),
        ("[limits]\nDS005 = 'many'", "`limits.DS005` is a text"),
        ("[messages]\nDS005 = ''", "`messages.DS005` is empty"),
        ("[budget]\ntotal = 1", "`budget.total` is not a setting"),
        ("[budget]\nshare = 1", "`budget.window` is not given, but the default window in characters"),
        ("[budget]\nwindow = 1", "`budget.share` is 0, but per cent of `window` from 1 to 100"),
        ("[budget]\nshare = 1\nwindow = 1\nindex = 1", "`budget.index` is given beside `share`"),
        ("[budget]\noverflow = 'some'", "`budget.overflow` is `some`, but one of"),
        ("[budget]\nhides = 1", "`budget.hides` is a whole number"),
        ("[index]\nfile = '../x.md'", "`index.file` is `../x.md`, but a file's name such as `mine.md`"),
        ("[folders]\nglobal = '~/x'", "`folders.global` is not a setting"),
        ("[folders]\nproject = 'x'\n[install]\nline = 'x'", "`install.line` is `x`, but a line with `{source}`"),
        ("[folders]\nproject = 'x'\n[install]\nreads = 'x'", "`install.reads` is `x`, but one of"),
        ("[install]\nline = 'x {source}'", "`install` is not a setting"),
        ("severities = 1", "`severities` is not a setting"),
        ("[rules", "this is not TOML"),
    ],
)
def test_mistakes_are_told(text: str, start: str) -> None:
    with pytest.raises(UsageError) as error:
        parse_profile(text, "mine")
    assert str(error.value).startswith(start)


@pytest.mark.parametrize("file", BUILT_IN, ids=lambda file: file.stem)
def test_every_profile_that_comes_along_can_be_read(file: Path) -> None:
    profile = parse_profile(file.read_text("utf-8"), file.stem)
    assert profile.severities
    assert profile.title
