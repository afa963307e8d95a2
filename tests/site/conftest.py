"""A small catalog as values, the site made of it, and a reader of HTML that is stricter than browsers."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from itertools import chain, pairwise

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import fields, replace

from skillpack import resources
from skillpack.catalog import paths
from skillpack.catalog.overview import count_entries, survey
from skillpack.model.ability import Abilities, Ability, AbilityKind, AbilityOrigin, FileReading, Unread
from skillpack.model.agent import Agent
from skillpack.model.document import NOWHERE, Span
from skillpack.model.entry import (
    Details,
    Entry,
    EntryState,
    FileRecord,
    Overview,
    PageRecord,
    PromptEntry,
    Relations,
    Rival,
    Spread,
    Tokens,
)
from skillpack.model.finding import Citation, Finding, Judged, RulePage, Severity, Suppression, Verdict
from skillpack.model.limits import Limits
from skillpack.model.output import OutputFile
from skillpack.model.profile import Profile
from skillpack.model.program import Input, Program, ProgramCall
from skillpack.model.release import Changes, History, Release, TextChange, Tombstone
from skillpack.model.requirements import Requirements
from skillpack.model.selection import HostVisibility, SetVisibility
from skillpack.model.settings import Bundle, Configuration, Owner, Theme
from skillpack.model.skill import Invocation
from skillpack.parse.rule_example import ExampleFile, RuleExample
from skillpack.site.frame import Frame
from skillpack.site.highlight import highlighted
from skillpack.site.markdown.links import skill_links
from skillpack.site.markdown.render import RenderedText, render_body
from skillpack.site.pages.agents import PromptFile
from skillpack.site.pages.catalog import CatalogView, page_groups
from skillpack.site.pages.checks import tally, tally_findings, withheld_skills
from skillpack.site.pages.file import FileText, InFiles, file_pages
from skillpack.site.pages.guides import read_page
from skillpack.site.pages.markdown import skill_summary
from skillpack.site.pages.skill import skill_page
from skillpack.site.pages.version import ReleaseAlarms, version_pages
from skillpack.site.skill.facts import has_version_pages, split_description

MakeRecord = Callable[..., PageRecord]
Site = Mapping[str, bytes]

PROGRAM = """def run(input):
    for i in range(3):
        result = command(input.get("test_command", ["pytest", "-q"]), {"timeout": 120})
        trace("test-run", {"attempt": i + 1})
        if result["ok"]:
            return {"status": "accepted"}
        ask("The tests failed. Fix the problem.")
    return {"status": "exhausted"}
"""

BODY = """Turn merged work into notes that a reader outside the team can use.

# Collect

1. Find the last tag:

   ```bash
   last=$(git describe --tags --abbrev=0)
   ```

2. Run `scripts/collect.py`, as [the style guide](references/style.md#tone) says.

<example>
Input: a tag
</example>

# Write

| Section | Lines |
| --- | ---: |
| Added | 3 |

- [x] Found the tag
- [ ] Told the [team](https://example.com/team), see [Collect](#collect)

<!-- Reviewers: this list is old -->
"""

_LIMITS = Limits()

CLOSEST = (("release-notes", Rival("timeline", 0.41, ("release", "notes"))),)

STYLE = "# Tone\n\nPlain.\n"

FILES = {
    "scripts/collect.py": ("import subprocess\n\nTYPES = ('feat', 'fix')\n", "python", "python"),
    "references/style.md": (STYLE, "markdown", ""),
}

ABILITIES = Abilities(
    found=(
        Ability(AbilityKind.STARTS, "", 11, "git describe", "git", AbilityOrigin.COMMAND),
        Ability(AbilityKind.STARTS, "scripts/collect.py", 1, "subprocess.run", "git"),
    ),
    files=(
        FileReading("", "markdown"),
        FileReading("assets/logo.png", unread=Unread.BINARY),
        FileReading("references/style.md", "markdown"),
        FileReading("scripts/collect.py", "python"),
    ),
)

PROFILES = tuple(
    Profile(name, title, "its documentation", {"FM006": severity}, {}, {}, (), "skills-ref", "", budget, 0)
    for name, title, severity, budget in (
        ("agentskills", "Agent Skills", Severity.ERROR, 0),
        ("claude-code", "Claude Code", Severity.INFO, 8000),
        ("codex", "Codex", Severity.OFF, 0),
    )
)

RULES = (
    RulePage(
        "FM006",
        "unknown-field",
        "FM",
        (Citation("Agent Skills specification, frontmatter", "https://agentskills.io/specification"),),
        "A field is in no specification, ``name`` is.\n\nWhy: hosts ignore it.\n\nFix: move it to `metadata`.",
    ),
    RulePage(
        "BD002",
        "body-too-long",
        "BD",
        (Citation("skillpack", reason="a page shows what an agent reads"),),
        "The body has more than 500 lines.",
    ),
)

EXAMPLES = {
    "FM006": RuleExample(
        (ExampleFile("SKILL.md", "---\nowner: <b>team</b>\n---\n"),),
        (ExampleFile("SKILL.md", "---\nmetadata:\n  owner: us\u200b\n---\n"), ExampleFile("assets/a.txt", "a\n")),
    )
}

AGENTS = (
    Agent("claude-code", "Claude Code", ".claude/skills", "$CLAUDE_CONFIG_DIR|~/.claude/skills"),
    Agent("codex", "Codex", ".agents/skills", "~/.agents/skills"),
    Agent("eve", "Eve", "agent/skills", None),
    Agent("metis", "Metis", ".metis/skills", None, line="skillpack install {source} --global", discovers=False),
)

CONFIGURATION = Configuration(
    name="northwind",
    title="Northwind skills",
    description="Reviewed procedures our agents share",
    site_url="https://skills.northwind.example/",
    owner=Owner("Platform team", "https://wiki.northwind.example/", ""),
    repository="https://git.northwind.example/skills",
    revision="4be71c9a2f00d1",
    bundles=(Bundle("release-kit", "Everything for a release", ("release-notes", "ghost"), "1.0.0"),),
    pages=("pages/index.md", "pages/contribute.md", "pages/how-to/ask.md"),
    clients=("claude-code", "codex", "metis"),
)


def _release(name: str, label: str) -> Release:
    archive = f"archives/{name}/{name}-{label}.zip"
    return Release(name, label, "9f2c" * 16, "51be0c77d2f9a610", archive, "a" * 64, 6800, "2026-11-18")


def _record(path: str, size: int, kind: str, **changes: object) -> FileRecord:
    plain = FileRecord(path, size, "b" * 64, kind, size // 4, text=True, mode=0o644, runs="", language="")
    return replace(plain, **changes)  # type: ignore[arg-type]


def _entry(name: str, label: str) -> Entry:
    return Entry(
        name=name,
        path=f"skills/{name}/SKILL.md",
        description=f"Does {name} well. Use when somebody asks for {name}.",
        state=EntryState.PUBLISHED,
        release=_release(name, label),
        license="MIT",
        tags=("writing",),
        authors=("Platform team",),
        role="",
        tools=("Bash", "Read"),
        status="",
        successor="",
        owner="",
        tokens=Tokens(46, 307, 1298),
        files=3,
        size=5200,
        single=False,
        metaskill=False,
        by_model=True,
        by_user=True,
        requires=Requirements(),
        updated="2026-11-18",
        errors=0,
        warnings=0,
        infos=0,
        verdicts=tuple(Verdict(profile.name, loads=True, codes=()) for profile in PROFILES),
    )


_DETAILS = Details(
    declared_name="",
    declared_version="",
    version="51be0c77d2f9a610",
    compatibility="",
    homepage="",
    source="",
    related=(),
    depends=(),
    deprecated="",
    fields=(),
    metadata=(),
    allowed_tools=("Read", "Bash(git:*)"),
    required_tools=(),
    input_schema="",
    invocation=Invocation(),
    placeholders=(),
    shell_lines=(),
    program=None,
    comments=0,
)


def page_record(
    name: str,
    *,
    label: str = "2.3.0",
    body: str = BODY,
    entry: Mapping[str, object] = {},
    details: Mapping[str, object] = {},
) -> PageRecord:
    """Return a skill; `entry` and `details` hold the fields that differ."""
    settled = replace(_entry(name, label), **entry)  # type: ignore[arg-type]
    records = (
        _record("SKILL.md", 1500, "skill", language="markdown"),
        _record("assets/logo.png", 900, "asset", text=False, tokens=0, image=True),
        _record("references/style.md", 3200, "reference", language="markdown"),
        _record("scripts/collect.py", 360, "script", language="python", runs="python", mode=0o755),
    )
    by_path = {record.path: record for record in records}
    link = skill_links(name, by_path, viewer=Limits().viewer)
    rendered = render_body(body, link=link, highlight=highlighted, limits=Limits(), shift=2)
    xml = f"<skill>\n<name>{name}</name>\n<description>{settled.description}</description>\n</skill>"
    prompts = (PromptEntry("skills-ref", xml, 74), PromptEntry("metis", f"- {name}: {settled.description}", 46))
    return PageRecord(
        key="k",
        entry=settled,
        details=replace(_DETAILS, **details),  # type: ignore[arg-type]
        files=records,
        findings=(),
        html=rendered.html,
        contents=rendered.contents,
        terms=Spread(b"", b""),
        prompts=prompts if settled.state is EntryState.PUBLISHED else (),
        abilities=ABILITIES,
    )


def _program() -> Program:
    calls = tuple(ProgramCall(name, (), 3, line) for name, line in (("command", 3), ("trace", 4), ("ask", 7)))
    inputs = (Input("test_command", needed=False, default='["pytest", "-q"]', line=3),)
    return Program("SKILL.star", "starlark", PROGRAM, runs=True, calls=calls, inputs=inputs, faults=())


def _withheld(name: str) -> PageRecord:
    bare = replace(_release(name, "1.0.0"), archive="", archive_sha256="", archive_size=0)
    verdicts = tuple(
        Verdict(profile.name, loads=profile.name != "agentskills", codes=("FM006",)) for profile in PROFILES
    )
    return page_record(
        name,
        label="1.0.0",
        entry={
            "tags": ("draft",),
            "state": EntryState.WITHHELD,
            "release": bare,
            "errors": 1,
            "verdicts": verdicts,
        },
    )


def skills() -> tuple[PageRecord, ...]:
    """Return the catalog's skills by name: an old one, a whole one, a metaskill, one with needs, one withheld."""
    return (
        page_record(
            "brand-voice", entry={"status": "deprecated", "successor": "release-notes", "authors": ("Design",)}
        ),
        page_record("release-notes", entry={"tags": ("git", "writing"), "role": "Coordinator"}),
        page_record("test-fix", entry={"metaskill": True, "tags": ()}, details={"program": _program()}),
        page_record(
            "timeline",
            entry={"requires": Requirements(bins=("jq",), env=("PAGER_TOKEN",)), "by_model": False},
            details={"compatibility": "Python 3.11", "shell_lines": ("git log -3",), "depends": (("pdf", "^1.2"),)},
        ),
        _withheld("vague"),
    )


def judged(name: str) -> tuple[Judged, ...]:
    """Return the findings of a skill of the catalog."""
    path = f"skills/{name}/SKILL.md"
    if name == "vague":
        return (Judged(Finding("FM006", name, path, Span(4, 1, 4, 5), "the field `extra` is unknown"), Severity.ERROR),)
    if name == "release-notes":
        long = Finding("BD002", name, f"skills/{name}/references/style.md", Span(2, 1, 2, 5), "`612` lines", "split it")
        note = Finding("FM006", name, path, NOWHERE, "the field `kind` is in no specification", "move it")
        return (
            Judged(note, Severity.WARNING),
            Judged(long, Severity.INFO),
            Judged(long, Severity.WARNING, Suppression("BD002", name, "split planned", "2027-01-31")),
        )
    return ()


def surroundings(skill: PageRecord) -> Relations:
    """Return what the set adds to a skill of the catalog."""
    name, release = skill.entry.name, skill.entry.release
    old = replace(release, label="2.2.0", archive=f"archives/{name}/{name}-2.2.0.zip", date="2026-10-03")
    yanked = replace(old, label="2.1.0", yanked="leaks form data")
    releases = (release, old, yanked) if name == "release-notes" else (release,) if release.archive else ()
    return Relations(
        releases=releases,
        history=History("2026-08-27", "2026-11-18"),
        bundles=("release-kit",) if name == "release-notes" else (),
        related=("test-fix",) if name == "release-notes" else (),
        shadowed=(),
        findings=judged(name),
        rivals=(Rival("timeline", 0.41, ("release", "notes")),) if name == "release-notes" else (),
    )


def overview(entries: Iterator[Entry] | tuple[Entry, ...], *, tombstones: tuple[Tombstone, ...] = ()) -> Overview:
    """Return the facts about some entries."""
    nameless = (("skills/Bad Name!", "the name `Bad Name!` cannot be a path"),)
    return survey([count_entries(entries)], nameless=nameless, tombstones=tombstones)


def _shown(listed: int, needed: int) -> HostVisibility:
    """Return what Claude Code shows of so many skills that take so many characters."""
    over = needed > 8000
    fewest, most, even = (1, 4, 3) if over else (listed,) * 3
    return HostVisibility("claude-code", "Claude Code", 8000, needed, listed, fewest, most, even, (), ())


def view(entries: tuple[Entry, ...], **changes: object) -> CatalogView:
    """Return what the pages about the set are made of."""
    stones = (Tombstone("old-notes", "release-notes", "clearer", None), Tombstone("gone", "", "nobody used it", None))
    stems = ("index", "contribute", "how-to/ask")
    texts = (
        "Start with [contributing](contribute.md).",
        "# How to contribute\n\nWrite.\n\n## Check\n\n```bash\nskillpack check\n```\n\n[Ask](how-to/ask.md#at-night).",
        "# Whom to ask\n\n## At night\n\nNobody; [home](/), [skill](/skills/release-notes/).",
    )
    plain = CatalogView(
        entries=lambda: iter(entries),
        stretch=lambda start, stop: entries[start:stop],
        having=lambda _kind, _addresses: entries,
        findings=lambda: iter([(entry.name, entry.path, judged(entry.name)) for entry in entries]),
        counts=lambda: tally([tally_findings((entry.name, entry.path, judged(entry.name)) for entry in entries)]),
        withheld=lambda: withheld_skills(
            entries, lambda: iter([(entry.name, entry.path, judged(entry.name)) for entry in entries])
        ),
        overview=overview(entries, tombstones=stones),
        rules=RULES,
        examples=lambda family: {code: each for code, each in EXAMPLES.items() if code.startswith(family)},
        profiles=PROFILES,
        clients=tuple(resources.mcp_clients().values()),
        agents=AGENTS,
        prompts=(PromptFile("skills-ref", "XML", "available_skills.xml", 9000, 2250),),
        pages=lambda: tuple(
            read_page(stem, text, stems, limits=Limits(), highlight=True)
            for stem, text in zip(stems, texts, strict=True)
        ),
        marketplace=True,
        closest=CLOSEST if {"release-notes", "timeline"} <= {entry.name for entry in entries} else (),
        feed=True,
        visibility=SetVisibility((_shown(5, 9000),), (("release-kit", (_shown(1, 300),)),)),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def files(outputs: Iterator[OutputFile]) -> dict[str, bytes]:
    """Return path -> bytes; a path that comes twice is a fault."""
    found: dict[str, bytes] = {}
    for output in outputs:
        assert output.path not in found
        found[output.path] = b"".join(output.chunks)
    return found


def raised(release: Release) -> tuple[Finding, ...]:
    """Return what raises an alarm in a release."""
    message, facts = "runs what it downloads", (("quote", "curl <x> | sh"), ("source", "plain http"))
    path = f"{release.name}/scripts/<collect>.py"
    return (Finding("SF004", release.name, path, Span(1, 1, 1, 5), message, facts=facts),)


def changes(old: Release, new: Release) -> Changes:
    """Return a bit of everything that can differ between two versions."""
    return Changes(
        name=new.name,
        old=old,
        new=new,
        fields=(
            ("description", "Write release notes.", "Write the release notes of a <tag>."),
            ("metadata.version", old.label, new.label),
            ("allowed-tools", "", "Bash(git:*)"),
        ),
        added_permissions=("tool `Bash(git:*)`", "script `scripts/<collect>.py`"),
        removed_permissions=("tool `Read`",),
        program=("@@ -1,2 +1,2 @@", " def run(ctx):", "-    ask('x')", "+    ask('y')"),
        files=(("added", "scripts/<collect>.py"), ("removed", "references/old.md"), ("changed", "SKILL.md")),
        prose=("@@ -3,3 +3,4 @@", " # Write", "-Find the last tag.", "+Find the <last> tag.", "+And the next.", " "),
        advice="major",
        texts=(
            TextChange("added", "scripts/<collect>.py", ("@@ -0,0 +1,1 @@", "+curl <x> | sh")),
            TextChange("removed", "references/old.md", ("@@ -1,1 +0,0 @@", "-Old.")),
        ),
        alarms=((), raised(new)),
        tokens=(1200, 1350),
        added_abilities=(
            Ability(AbilityKind.SENDS, "scripts/<collect>.py", 3, "curl", "drop.example"),
            Ability(AbilityKind.STARTS, "", 0, "make"),
        ),
    )


def versions(releases: tuple[Release, ...], theme: Theme, configuration: Configuration) -> Iterator[OutputFile]:
    """Yield the pages of the versions of a skill that has several."""
    if has_version_pages(releases):
        pairs = [*((old, new) for new, old in pairwise(releases)), *((old, releases[0]) for old in releases[2:])]
        compared = {(old.label, new.label): changes(old, new) for old, new in pairs}
        newest, *others = releases
        alarms = (ReleaseAlarms("SKILL.md", raised(newest)), *(ReleaseAlarms("SKILL.md") for _ in others))
        yield from version_pages(
            releases, compared, alarms, theme, configuration, AGENTS, offered=releases[0], stone=None
        )


def _text(skill: PageRecord, path: str, text: str, language: str) -> FileText:
    """Return a file of a skill as HTML, its Markdown rendered too."""
    rendered = ""
    if language == "markdown" and path != "SKILL.md":
        by_path = {record.path: record for record in skill.files}
        link = skill_links(skill.entry.name, by_path, viewer=Limits().viewer, at=path)
        made = render_body(text, link=link, highlight=highlighted, limits=Limits(), shift=1)
        rendered = msgspec.json.encode(made).decode()
    return FileText(highlighted(text, language), rendered)


def build(configuration: Configuration, theme: Theme) -> dict[str, bytes]:
    """Return every file that this room makes of the catalog."""
    found: dict[str, bytes] = {}
    for skill in skills():
        relations = surroundings(skill)
        texts = {path: _text(skill, path, text, language) for path, (text, language, _) in FILES.items()}
        page = skill_page(skill, relations, frozenset(texts), theme, configuration, PROFILES, agents=AGENTS)
        judged = tuple(each for each in relations.findings if each.suppression is None and each.finding.span.line)
        in_files = InFiles(relations.alarms, judged)
        found |= files(chain([page], file_pages(skill, texts, in_files, theme, configuration)))
        found |= files(iter([skill_summary(skill, relations, Frame(theme, configuration), AGENTS)]))
        found |= files(versions(relations.releases, theme, configuration))
    entries = tuple(skill.entry for skill in skills())
    return found | files(chain.from_iterable(page_groups(view(entries), configuration, theme).values()))


def written_elsewhere() -> set[str]:
    """Return the paths to which pages link and which other rooms write."""
    found = {paths.CATALOG, paths.LLMS, paths.DISCOVERY, paths.MARKETPLACE, paths.prompt("available_skills.xml")}
    found.add(paths.FEED)
    for skill in skills():
        name = skill.entry.name
        found |= {paths.skill_markdown(name), paths.skill_record(name), paths.skill_checksums(name)}
        found |= {paths.skill_raw(name, "assets/logo.png"), paths.skill_feed(name), paths.skill_badge(name)}
        found |= {release.archive for release in surroundings(skill).releases}
    return found


@dataclass
class Page(HTMLParser):
    """A page as read: every element, attribute, link and id.

    Attributes:
        elements: Pairs of tag and attributes.
        pieces: The text between tags.
    """

    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    @property
    def words(self) -> str:
        """The text with one space between its words, and between what tags part."""
        return " ".join(" ".join(self.pieces).split())

    def values(self, *names: str) -> list[str]:
        return [value for _, attrs in self.elements for name, value in attrs.items() if name in names]


def read_html(html: str | bytes) -> Page:
    """Return a page as read."""
    page = Page()
    page.feed(html if isinstance(html, str) else html.decode())
    page.close()
    return page


@pytest.fixture(scope="session")
def theme() -> Theme:
    return resources.theme()


@pytest.fixture(scope="session")
def configuration() -> Configuration:
    return CONFIGURATION


@pytest.fixture(scope="session")
def site(theme: Theme) -> Site:
    """Every file of a site that knows its address."""
    return build(CONFIGURATION, theme)


@pytest.fixture(scope="session")
def bare_site(theme: Theme) -> Site:
    """Every file of a site that does not know its address."""
    return build(replace(CONFIGURATION, site_url=""), theme)


@pytest.fixture(scope="session")
def rebuild() -> Callable[[Configuration, Theme], dict[str, bytes]]:
    """Return the function that makes all files of a site."""
    return build


def _strings(value: object) -> Iterator[str]:
    """Yield every text in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, list, frozenset)):
        yield from chain.from_iterable(map(_strings, value))
    elif isinstance(value, Mapping):
        yield from chain.from_iterable(map(_strings, value.items()))
    elif isinstance(value, Struct):
        yield from chain.from_iterable(_strings(getattr(value, each.name)) for each in fields(value))


@pytest.fixture(scope="session")
def written() -> frozenset[str]:
    """Return all that is not the product's: what people, hosts and rules say, whole and by line, path and element."""
    stones, release = view(()).overview.tombstones, skills()[1].entry.release
    relations, pages = [surroundings(skill) for skill in skills()], list(view(()).pages())
    told = (
        skills(),
        relations,
        stones,
        pages,
        view(()).overview,
        CONFIGURATION,
        PROFILES,
        RULES,
        EXAMPLES,
        AGENTS,
        FILES,
        *(", ".join(rival.words) for _, rival in CLOSEST),
        STYLE.replace("# ", "").split("\n"),
        changes(release, release),
    )
    texts = set(_strings(told))
    texts |= {part for skill in skills() for part in split_description(skill.entry.description)}
    parts = {part for text in texts for part in (*re.split(r"<[^>]*>", text), *re.split(r"[/\n]", text))}
    return frozenset(" ".join(unescape(text).split()) for text in texts | parts)


@pytest.fixture(scope="session")
def elsewhere() -> set[str]:
    return written_elsewhere()


@pytest.fixture(scope="session")
def read() -> Callable[[str | bytes], Page]:
    return read_html


@pytest.fixture(scope="session")
def make_record() -> MakeRecord:
    return page_record


@pytest.fixture(scope="session")
def make_view() -> Callable[..., CatalogView]:
    return view


@pytest.fixture(scope="session")
def catalog_skills() -> tuple[PageRecord, ...]:
    return skills()


@pytest.fixture(scope="session")
def relations_of() -> Callable[[PageRecord], Relations]:
    return surroundings


@pytest.fixture(scope="session")
def collect() -> Callable[[Iterator[OutputFile]], dict[str, bytes]]:
    return files


@pytest.fixture(scope="session")
def profiles() -> tuple[Profile, ...]:
    return PROFILES


@pytest.fixture(scope="session")
def render() -> Callable[..., RenderedText]:
    """Return `render_body` with links that lead nowhere, plain code, and everything else as on a skill's page."""

    def rendered(text: str, *, limits: Limits = _LIMITS, shift: int = 2, **links: str) -> RenderedText:
        known = {key.replace("__", "/").replace("_", "."): url for key, url in links.items()}
        return render_body(
            text, link=lambda target, _: known.get(target), highlight=highlighted, limits=limits, shift=shift
        )

    return rendered
