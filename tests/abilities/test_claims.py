"""What skills say of themselves, and what they do."""

from collections.abc import Sequence

import pytest

from skillpack.abilities.claims import claim_concerns
from skillpack.abilities.sentences import read_prose
from skillpack.abilities.texts import read_texts
from skillpack.model.ability import Ability, AbilityKind, AbilityOrigin, Concern, ConcernKind
from skillpack.model.finding import AlarmLevel
from skillpack.model.limits import Limits
from skillpack.model.tree import Form, Origin, SourceTree, Trust, make_tree
from skillpack.parse.skill import parse_skill

SCRIPT = "scripts/a.py"
SENDS = Ability(AbilityKind.SENDS, SCRIPT, 2, "requests.post", "api.example")
FETCHES = Ability(AbilityKind.FETCHES, SCRIPT, 2, "requests.get", "api.example")
LOCAL = Ability(AbilityKind.SENDS, SCRIPT, 2, "requests.post", "localhost:8000")
WRITES = Ability(AbilityKind.WRITES, SCRIPT, 2, "write_text", "~/notes.txt")
WRITES_TEMP = Ability(AbilityKind.WRITES, SCRIPT, 2, "write_text", "/tmp/a")  # noqa: S108 a text, and no file
PACKAGES = Ability(AbilityKind.PACKAGES, "", 8, "pip install", "rich", AbilityOrigin.COMMAND)
KEY_FILE = Ability(AbilityKind.KEY_FILE, SCRIPT, 2, "open", ".ssh/id_rsa")
PUBLISHES = Ability(AbilityKind.SENDS, SCRIPT, 2, "npm publish", "registry.npmjs.org")
EVALUATES = Ability(AbilityKind.EVALUATES, SCRIPT, 2, "eval")

GIT_PUSH = Ability(AbilityKind.SENDS, "", 6, "git push", "origin", AbilityOrigin.COMMAND)


def _concerns(
    found: Sequence[Ability],
    body: str = "Run it.",
    *,
    description: str = "Counts words.",
    fields: str = "",
    script: bool = True,
) -> list[Concern]:
    files = {"SKILL.md": f"---\nname: a\ndescription: {description}\n{fields}---\n\n{body}\n"}
    if script:
        files[SCRIPT] = "import requests\nrequests.post(url)\n"
    tree = make_tree({name: content.encode() for name, content in files.items()})
    listing = tuple((name, len(content)) for name, content in tree.files.items())
    source = SourceTree(Origin("s", 0, "a", "a", Form.FOLDER, Trust.LOCAL), listing, tree, whole=True, skipped=())
    texts = read_texts(tree, "SKILL.md")
    prose = [read_prose(file.path, file.text()) for file in texts if file.markdown]
    return list(claim_concerns(parse_skill(source, Limits()), texts, prose, found, ()))


@pytest.mark.parametrize(
    ("claim", "ability"),
    [
        ("Runs entirely locally; no data leaves your machine.", SENDS),
        ("Local-only word counter.", SENDS),
        ("Works offline.", FETCHES),
        ("No network access.", SENDS),
        ("It makes no external calls.", FETCHES),
        ("This skill never uploads your files.", SENDS),
        ("It will never upload your files.", SENDS),
        ("Strictly read-only.", WRITES),
        ("It does not modify any files.", WRITES),
        ("It never stores any data.", WRITES),
        ("It never reads credentials.", KEY_FILE),
        ("It does not execute any code.", EVALUATES),
        ("Entries are never stored or uploaded.", SENDS),
        ("No telemetry.", Ability(AbilityKind.SENDS, SCRIPT, 2, "requests.post", "telemetry.example")),
    ],
)
def test_a_claim_that_a_file_contradicts_is_told_with_both_lines(claim: str, ability: Ability) -> None:
    for given in (_concerns([ability], description=claim), _concerns([ability], claim)):
        (concern,) = given
        assert concern.kind is ConcernKind.FALSE_CLAIM
        assert (concern.at.path, concern.at.span.line, concern.quote) == (SCRIPT, 2, "requests.post(url)")
        assert dict(concern.facts)["claim"].rstrip(".") in claim
        assert concern.other is not None
        assert concern.other.path == ""
        assert concern.other.span.line in {3, 6}


@pytest.mark.parametrize(
    ("claim", "ability"),
    [
        ("Runs entirely locally.", LOCAL),
        ("No local-only commits remain.", SENDS),
        ("Runs entirely locally.", FETCHES),
        ("Works offline.", PACKAGES),
        ("Works offline after the first download.", FETCHES),
        ("Use a read-only token.", WRITES),
        ("Read-only tools such as grep.", WRITES),
        ("Strictly read-only.", WRITES_TEMP),
        ("With `--offline`, no network access.", SENDS),
        ("In offline mode it makes no network requests.", SENDS),
        ("No telemetry.", SENDS),
        ("Never send a message twice.", SENDS),
        ("The recommended setup is a local model, and no data ever leaves your machine.", SENDS),
        ("Embeddings always run locally regardless of the service that is chosen.", SENDS),
        ("Never share: your key, passwords.", SENDS),
        ("**Never upload** files that hold keys.", SENDS),
        ("The page must work offline.", SENDS),
        ("| Works offline | yes |", SENDS),
        ("`scripts/other.py` works offline.", SENDS),
        ("Counts words.", SENDS),
        ("No risk of local-only commits that could be lost.", SENDS),
        ("Never collect credentials, it reads from `.ssh/id_rsa` only.", KEY_FILE),
        ("Never collect credentials, it reads from `.env` only.", KEY_FILE),
        ("Everything happens locally but the npm publish of the package.", PUBLISHES),
    ],
)
def test_what_is_no_claim_of_the_skill_or_is_kept_is_not_told(claim: str, ability: Ability) -> None:
    assert _concerns([ability], claim) == []


@pytest.mark.parametrize(
    ("description", "body", "ability", "level"),
    [
        ("No data leaves your machine.", "", SENDS, AlarmLevel.STOP),
        ("Counts words.", "No data leaves your machine.", SENDS, AlarmLevel.READ_FIRST),
        ("No network access.", "", SENDS, AlarmLevel.READ_FIRST),
        ("No data leaves your machine.", "", GIT_PUSH, AlarmLevel.READ_FIRST),
    ],
)
def test_who_promises_that_nothing_is_sent_and_sends_to_a_host_stops(
    description: str, body: str, ability: Ability, level: AlarmLevel
) -> None:
    (concern,) = _concerns([ability], body, description=description)
    assert concern.level is level


def test_who_says_in_the_same_sentence_what_leaves_all_the_same_hides_nothing() -> None:
    said = "All detection runs locally; only redacted summaries reach the model."
    assert _concerns([SENDS], description=said) == []
    assert _concerns([SENDS], description=said.replace("; only", ". Only"))


def test_what_contradicts_plainly_is_shown() -> None:
    (concern,) = _concerns([GIT_PUSH, SENDS], description="No data leaves your machine.")
    assert dict(concern.facts)["host"] == SENDS.target


def test_a_list_of_permissions_is_a_claim() -> None:
    (concern,) = _concerns([SENDS], fields="metadata:\n  network: none\n")
    assert concern.kind is ConcernKind.FALSE_CLAIM


@pytest.mark.parametrize(
    ("kind", "target", "told", "declared"),
    [
        (AbilityKind.PERSISTS, ".bashrc", ConcernKind.PERSISTS, "Adds an alias to your shell."),
        (AbilityKind.PERSISTS, "crontab", ConcernKind.PERSISTS, "Schedules a nightly job."),
        (AbilityKind.SETTINGS, ".claude/settings.json", ConcernKind.TAMPERS, "Changes your settings."),
        (AbilityKind.MEMORY, "CLAUDE.md", ConcernKind.TAMPERS, "Keeps CLAUDE.md in order."),
        (AbilityKind.MCP, ".mcp.json", ConcernKind.TAMPERS, "Registers an MCP server."),
        (AbilityKind.SKILLS, ".claude/skills", ConcernKind.TAMPERS, "Manages your skills."),
        (AbilityKind.HOOKS, ".claude/hooks", ConcernKind.TAMPERS, "Writes a hook."),
    ],
)
def test_what_stays_is_to_be_said(kind: AbilityKind, target: str, told: ConcernKind, declared: str) -> None:
    ability = Ability(kind, SCRIPT, 2, "open", target)
    (concern,) = _concerns([ability])
    assert (concern.kind, concern.level, dict(concern.facts)) == (told, AlarmLevel.STOP, {"what": target})
    assert _concerns([ability], declared) == []


def test_a_script_named_for_it_may_put_a_skill_among_others() -> None:
    assert not _concerns([Ability(AbilityKind.SKILLS, "install.sh", 2, "cp", "~/.claude/skills")])


def test_a_command_in_the_instructions_says_itself() -> None:
    assert _concerns([Ability(AbilityKind.PERSISTS, "", 7, "crontab", "crontab", AbilityOrigin.COMMAND)]) == []


@pytest.mark.parametrize("tools", ["Bash", "Bash(*)", "'*'", "Read, Bash"])
def test_every_command_for_a_skill_that_runs_none_is_too_much(tools: str) -> None:
    (concern,) = _concerns([], "Rhyme every second line.", fields=f"allowed-tools: {tools}\n", script=False)
    assert (concern.kind, concern.level, concern.at.span.line) == (ConcernKind.MORE_TOOLS, AlarmLevel.READ_FIRST, 4)


@pytest.mark.parametrize(
    ("tools", "body", "script"),
    [
        ("Bash", "Run the tests.", False),
        ("Bash", "Use `git log`.", False),
        ("Bash", "```sh\nls\n```", False),
        ("Bash", "Rhyme.", True),
        ("Bash(git:*)", "Rhyme.", False),
        ("Read, Write, WebFetch", "Rhyme.", False),
    ],
)
def test_tools_that_may_be_used_are_not_too_much(tools: str, body: str, script: bool) -> None:  # noqa: FBT001
    assert _concerns([], body, fields=f"allowed-tools: {tools}\n", script=script) == []
