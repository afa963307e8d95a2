import random
import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.catalog import paths
from skillpack.model.entry import EntryState
from skillpack.model.settings import Configuration
from skillpack.registry.llms import llms_files

CONFIGURATION = Configuration(title="Acme skills", description="Reviewed procedures", site_url="https://x.org/")
TOKENS = 2000
WORDS = [
    "audit",
    "build",
    "chart",
    "clean",
    "deploy",
    "design",
    "draft",
    "excel",
    "fetch",
    "form",
    "graph",
    "merge",
    "pdf",
    "plan",
    "query",
    "review",
    "test",
    "write",
]


def files_of(entries, configuration: Configuration = CONFIGURATION) -> dict[str, str]:
    files = llms_files(lambda: iter(entries), configuration)
    return {file.path: b"".join(file.chunks).decode() for file in files}


LINK = re.compile(r"- \[(?P<title>[^\[\]]+)\]\((?P<url>[^()\s]+)\)(?:: (?P<about>\S.*))?")


def parsed(text: str) -> tuple[str, str, str, dict[str, list[dict[str, str | None]]]]:
    """Return title, summary, text and links of each section, by the grammar of llmstxt.org.

    It is that of `llms_txt` 0.0.7, the parser of the people who wrote the format, which fails where a section holds
    anything but links or nothing follows the title; here each line must match as a whole too.
    """
    start, *rest = re.split(r"^## *(.*)$", text, flags=re.MULTILINE)
    head = re.fullmatch(r"# (?P<title>[^\n]*\S[^\n]*)\n\n(?:> (?P<summary>[^\n]+)\n\n)?(?P<info>.+)", start, re.DOTALL)
    assert head is not None, start
    assert not re.search(r"^#", head["info"], re.MULTILINE)
    sections: dict[str, list[dict[str, str | None]]] = {}
    for title, lines in zip(rest[::2], rest[1::2], strict=True):
        assert title, text
        assert title not in sections
        found = [(line, LINK.fullmatch(line)) for line in lines.split("\n") if line]
        assert all(link is not None for _, link in found), [line for line, link in found if link is None]
        sections[title] = [link.groupdict() for _, link in found if link is not None]
    return head["title"], head["summary"] or "", head["info"], sections


def write(entries, configuration: Configuration = CONFIGURATION) -> str:
    (text,) = files_of(entries, configuration).values()
    return text


def _names(count: int) -> list[str]:
    """Return names as people give them, by name."""
    chosen = random.Random(7)  # noqa: S311 always the same names
    names = {f"{'-'.join(chosen.sample(WORDS, 3))}-{number}" for number in range(count)}
    return sorted(names)


def _leading_to(name: str, files: dict[str, str]) -> list[str]:
    """Return what an agent reads that knows a name and nothing else, as far as the line that holds it."""
    start = files[paths.LLMS]
    borders = _borders(start)
    if not borders:
        return [start]
    before = [path for border, path in borders if border <= name]
    return [start, files[before[-1]]]


@cache
def _borders(start: str) -> list[tuple[str, str]]:
    """Return the first name of each list, and its path."""
    return re.findall(r"^- \[(.*)\]\((llms/\d+\.txt)\)$", start, re.MULTILINE)


@cache
def _words(text: str) -> frozenset[str]:
    """Return what stands in a text between anything that no name holds."""
    return frozenset(re.findall(r"[\w-]+", text))


def test_file_as_people_see_it(make_entry, snapshot) -> None:
    assert write([make_entry("code-review"), make_entry("pdf")]) == snapshot


def test_lists_as_people_see_them(make_entry, snapshot) -> None:
    files = files_of([make_entry(name, description=f"Does {name}.") for name in _names(700)])
    assert files[paths.LLMS] == snapshot
    assert files[paths.names_list(2)] == snapshot


@pytest.mark.parametrize("count", [0, 1, 10, 50, 200, 300, 1000, 2000, 10_000])
@pytest.mark.parametrize("about", ["Reviewed procedures", "Reviewed procedures. " * 100])
def test_every_skill_is_found_in_two_requests_and_2000_tokens(count, about, make_entry) -> None:
    names = _names(count)
    entries = [make_entry(name, description="Do one thing well, again and again. " * 20) for name in names]
    files = files_of(entries, Configuration(title="Acme skills", description=about, site_url="https://x.org/"))
    assert f"publishes {count} agent skills" in files[paths.LLMS]
    assert "`skills/NAME/SKILL.md`" in files[paths.LLMS]
    for name in names:
        read = _leading_to(name, files)
        assert len(read) <= 2
        assert sum(map(len, read)) // 4 <= TOKENS
        assert name in _words(read[-1])


def test_of_very_many_skills_no_file_is_large(make_entry) -> None:
    files = files_of([make_entry(f"skill-{number:06}") for number in range(100_000)])
    assert max(map(len, files.values())) // 4 <= TOKENS
    lists = [parsed(text)[2] for path, text in files.items() if path != paths.LLMS]
    assert sum(text.count("skill-0") for text in lists) == 100_000


def test_links_of_a_list_lead_to_skills(make_entry) -> None:
    files = files_of([make_entry(name) for name in _names(700)])
    links = re.findall(r"\]\((.*?)\)", files[paths.names_list(1)])
    assert links[0].startswith("../skills/")
    assert links[0].endswith("/SKILL.md")


@pytest.mark.parametrize("count", [0, 1, 40, 120, 300, 700, 2000, 10_000])
@pytest.mark.parametrize("about", ["", "Reviewed procedures"])
def test_every_file_follows_the_format_at_every_size(count, about, make_entry) -> None:
    names = _names(count)
    entries = [make_entry(name, description="Do one thing well [again](x): # yes. " * 8) for name in names]
    files = files_of(entries, Configuration(title="Acme skills", description=about, site_url="https://x.org/"))
    title, summary, info, sections = parsed(files[paths.LLMS])
    assert (title, summary) == ("Acme skills", about)
    assert paths.CATALOG in {link["url"] for link in sections["Optional"]}
    lists = [link["url"] for link in sections.get("Skills by name", ())]
    assert set(lists) - {paths.CATALOG} <= files.keys()
    listed = [(info, sections)]
    for path in lists:
        if path in files:
            title, _, info, inner = parsed(files[path])
            assert title.startswith("Skills from ")
            listed.append((info, inner))
    linked = {link["title"] for _, each in listed for link in each.get("Skills", ())}
    named = set(re.findall(r"[\w-]+", " ".join(text for text, _ in listed)))
    if count <= 2000:
        assert set(names) <= linked | named


def test_a_section_never_holds_bare_names(make_entry) -> None:
    text = write([make_entry(f"skill-{number}") for number in range(300)])
    *_, info, sections = parsed(text)
    assert "skill-0, skill-1, " in info
    assert set(sections) == {"Optional"}


def test_a_title_that_says_nothing_is_replaced(make_entry) -> None:
    assert parsed(write([make_entry("pdf")], Configuration(title=" \n")))[0] == "Skills"


def test_names_are_listed_in_one_file_while_they_fit(make_entry) -> None:
    names = [f"skill-{number}" for number in range(300)]
    text = write([make_entry(name, description="x" * 1000) for name in names])
    assert all(name in text for name in names)


def test_descriptions_are_shortened_before_they_go(make_entry) -> None:
    text = write([make_entry(f"s{number}", description="word " * 200) for number in range(40)])
    assert text.count("](skills/s") == 40
    assert "word…" in text


def test_what_agents_must_not_open_is_not_listed(make_entry) -> None:
    entries = [make_entry("a", by_model=False), make_entry("b", state=EntryState.WITHHELD), make_entry("c")]
    text = write(entries)
    assert "publishes 1 agent skills" in text
    assert "skills/a/" not in text
    assert "skills/b/" not in text


@given(title=st.text(), description=st.text())
def test_no_text_forges_a_line(title, description, make_entry) -> None:
    entry = make_entry("pdf", description=description)
    plain = write([make_entry("pdf")], Configuration(title="x", description="y" if description.split() else ""))
    text = write([entry], Configuration(title=title, description=description))
    assert abs(text.count("\n") - plain.count("\n")) in {0, 2}
    assert [link["title"] for link in parsed(text)[3]["Skills"]] == ["pdf"]
