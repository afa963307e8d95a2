import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.entry import State
from skillpack.model.settings import Configuration
from skillpack.registry.llms import write

CONFIGURATION = Configuration(title="Acme skills", description="Reviewed procedures", site_url="https://x.org/")
TOKENS = 2000


def test_file_as_people_see_it(make_entry, snapshot) -> None:
    assert write([make_entry("code-review"), make_entry("pdf")], CONFIGURATION).decode() == snapshot


@pytest.mark.parametrize("count", [0, 1, 10, 50, 200, 1000, 20_000])
def test_a_catalog_of_any_size_costs_at_most_2000_tokens(count, make_entry) -> None:
    entries = (
        make_entry(f"skill-{number}", description="Do one thing well, again and again. " * 20)
        for number in range(count)
    )
    text = write(entries, CONFIGURATION).decode()
    assert len(text) // 4 <= TOKENS
    assert f"publishes {count} agent skills" in text


def test_every_skill_can_be_reached_while_names_fit(make_entry) -> None:
    names = [f"skill-{number}" for number in range(300)]
    text = write([make_entry(name, description="x" * 1000) for name in names], CONFIGURATION).decode()
    assert all(name in text for name in names)
    assert "`skills/NAME/SKILL.md`" in text


def test_descriptions_are_shortened_before_they_go(make_entry) -> None:
    text = write([make_entry(f"s{number}", description="word " * 200) for number in range(40)], CONFIGURATION).decode()
    assert text.count("](skills/s") == 40
    assert "word…" in text


def test_what_agents_must_not_open_is_not_listed(make_entry) -> None:
    entries = [make_entry("a", by_model=False), make_entry("b", state=State.WITHHELD), make_entry("c")]
    text = write(entries, CONFIGURATION).decode()
    assert "publishes 1 agent skills" in text
    assert "skills/a/" not in text
    assert "skills/b/" not in text


@given(title=st.text(), description=st.text())
def test_no_text_forges_a_line(title, description, make_entry) -> None:
    entry = make_entry("pdf", description=description)
    plain = write([make_entry("pdf")], Configuration(title="x", description="y" if description.split() else ""))
    text = write([entry], Configuration(title=title, description=description))
    assert abs(text.count(b"\n") - plain.count(b"\n")) in {0, 2}
    assert text.decode().count("\n- [") == 1
