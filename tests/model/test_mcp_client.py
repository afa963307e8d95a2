import json
import tomllib

from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.mcp_client import McpClient

JSON = McpClient("a", "A", ".a.json", "json", "servers", more={"type": "stdio"})
TOML = McpClient("b", "B", "~/.b.toml", "toml", "mcp_servers", "b add {name} -- {command}")
WORDS = st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1), min_size=1)


@given(WORDS)
def test_settings_say_what_starts_the_server(argv: list[str]) -> None:
    assert json.loads(JSON.settings("s", argv)) == {
        "servers": {"s": {"type": "stdio", "command": argv[0], "args": argv[1:]}}
    }
    assert tomllib.loads(TOML.settings("s.t", argv)) == {"mcp_servers": {"s.t": {"command": argv[0], "args": argv[1:]}}}


def test_a_line_for_a_shell_keeps_words_together() -> None:
    line = TOML.shell_line("skills", ("skillpack", "mcp", "/my skills"))
    assert line == "b add skills -- skillpack mcp '/my skills'"
    assert JSON.shell_line("skills", ("skillpack",)) == ""
