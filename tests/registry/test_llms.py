import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.catalog import paths
from skillpack.model.entry import State
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
    borders = re.findall(r"^- \[(.*)\]\((llms/\d+\.txt)\)$", start, re.MULTILINE)
    if not borders:
        return [start]
    before = [path for border, path in borders if border <= name]
    return [start, files[before[-1]]]


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
        assert re.search(rf"(?<![\w-]){name}(?![\w-])", read[-1]), name


def test_of_very_many_skills_no_file_is_large(make_entry) -> None:
    files = files_of([make_entry(f"skill-{number:06}") for number in range(100_000)])
    assert max(map(len, files.values())) // 4 <= TOKENS
    assert sum(text.count("skill-0") for path, text in files.items() if path != paths.LLMS) == 100_000


def test_links_of_a_list_lead_to_skills(make_entry) -> None:
    files = files_of([make_entry(name) for name in _names(700)])
    links = re.findall(r"\]\((.*?)\)", files[paths.names_list(1)])
    assert links[0].startswith("../skills/")
    assert links[0].endswith("/SKILL.md")


def test_names_are_listed_in_one_file_while_they_fit(make_entry) -> None:
    names = [f"skill-{number}" for number in range(300)]
    text = write([make_entry(name, description="x" * 1000) for name in names])
    assert all(name in text for name in names)


def test_descriptions_are_shortened_before_they_go(make_entry) -> None:
    text = write([make_entry(f"s{number}", description="word " * 200) for number in range(40)])
    assert text.count("](skills/s") == 40
    assert "word…" in text


def test_what_agents_must_not_open_is_not_listed(make_entry) -> None:
    entries = [make_entry("a", by_model=False), make_entry("b", state=State.WITHHELD), make_entry("c")]
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
    assert text.count("\n- [") == 1
