"""A profile's TOML -> Profile."""

import re
from collections.abc import Iterator

from skillpack.model.agent import USUAL_LINE, Agent
from skillpack.model.finding import Severity
from skillpack.model.profile import UNREAD_RULES, Overflow, Profile, ProfileKind, Repair, Types
from skillpack.model.tree import Form
from skillpack.parse.settings.toml import Table, read_toml

_CODE = re.compile(r"[A-Z]{2}[0-9]{3}")
_FILE = re.compile(r"[a-z0-9][a-z0-9_.-]*\.[a-z]+")
_DISCOVERY, _CATALOG = "discovery", "catalog"
_ALL = 100  # per cent
_LONE = (Form.MARKDOWN, Form.YAML)


def parse_profile(text: str, name: str) -> Profile:
    """Return the profile of that name.

    Raises:
        UsageError: The text is not TOML, a key is unknown, or a value is of the wrong kind; the message names the key.
    """
    top = read_toml(text)
    rules, limits, messages, budget, index, folders, yaml = (
        top.table(key) for key in ("rules", "limits", "messages", "budget", "index", "folders", "yaml")
    )
    title = top.text("title", name)
    share, window = _share(budget)
    profile = Profile(
        name=name,
        title=title,
        source=top.text("source", ""),
        describes=ProfileKind(top.choice("describes", tuple(ProfileKind), ProfileKind.HOST)),
        severities=_severities(rules),
        limits={code: limits.count(code) for code in _codes(limits)},
        messages={code: messages.text(code) for code in _codes(messages)},
        fields=top.texts("fields"),
        index_style=index.text("style", ""),
        index_file=index.matching("file", "", _FILE, "a file's name such as `mine.md`"),
        load_format=top.text("load_format", ""),
        index_budget=share * window // _ALL if share else budget.count("index"),
        index_reserve=budget.count("reserve"),
        index_share=(share, window),
        index_variable=budget.text("variable", ""),
        seen_in=budget.text("seen", ""),
        entry_budget=budget.count("entry"),
        overflow=Overflow(budget.choice("overflow", tuple(Overflow), Overflow.UNKNOWN)),
        shown_fields=budget.texts("fields"),
        hides=budget.flag("hides", default=False),
        line=budget.text("line", ""),
        kinds=dict(_kinds(top.table("kinds"))),
        agent=_agent(top, folders, name, title),
        depth=folders.count("depth"),
        lone=tuple(Form(form) for form in folders.choices("lone", _LONE)),
        repairs=tuple(Repair(repair) for repair in yaml.choices("forgives", tuple(Repair))),
        types=Types(yaml.choice("types", tuple(Types), Types.YAML_1_1)),
        name_characters=yaml.text("name_characters", ""),
        environment_file=top.text("environment", ""),
    )
    for table in (folders, budget, index, yaml, top):
        table.close()
    return profile


def _severities(table: Table) -> dict[str, Severity]:
    """Return the judgement of each code; what was not read to its end is an error, whatever the table says."""
    stated = {code: Severity(table.choice(code, tuple(Severity), Severity.OFF)) for code in _codes(table)}
    return stated | dict.fromkeys(sorted(UNREAD_RULES), Severity.ERROR)


def _kinds(table: Table) -> Iterator[tuple[str, Severity]]:
    """Yield code and kind, and the judgement of findings of that kind."""
    for code in _codes(table):
        kinds = table.table(code)
        for kind in kinds.keys():  # noqa: SIM118  (no dictionary)
            yield f"{code}.{kind}", Severity(kinds.choice(kind, tuple(Severity), Severity.OFF))


def _agent(top: Table, folders: Table, name: str, title: str) -> Agent | None:
    """Return the agent that the tables `folders` and `install` tell of; None without a folder in projects."""
    if not folders.has("project"):
        return None
    install = top.table("install")
    agent = Agent(
        name=folders.text("agent", name),
        display=title,
        project_dir=folders.text("project"),
        global_dir=folders.text("global", "") or None,
        profile=name,
        rank=folders.count("rank"),
        native=folders.flag("native", default=False),
        line=install.text("line", USUAL_LINE),
        discovers=install.choice("reads", (_DISCOVERY, _CATALOG), _DISCOVERY) == _DISCOVERY,
        settings=folders.text("settings", ""),
    )
    if "{source}" not in agent.line:
        raise install.wrong("line", f"`{agent.line}`", "a line with `{source}`")
    install.close()
    return agent


def _share(budget: Table) -> tuple[int, int]:
    """Return the per cent of the model's window, and the default window in characters; zeros where neither is given."""
    if not budget.has("share") and not budget.has("window"):
        return 0, 0
    share, window = budget.count("share"), budget.count("window")
    if budget.has("index"):
        raise budget.wrong("index", "given beside `share`", "one of the two")
    if not 0 < share <= _ALL:
        raise budget.wrong("share", f"{share}", "per cent of `window` from 1 to 100")
    if not window:
        raise budget.wrong("window", "not given", "the default window in characters")
    return share, window


def _codes(table: Table) -> tuple[str, ...]:
    """Return the keys of a table whose keys are codes of rules."""
    codes = table.keys()
    for code in codes:
        if not _CODE.fullmatch(code):
            raise table.wrong(code, "no code of a rule", "one such as `NM001`")
    return codes
