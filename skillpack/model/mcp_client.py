"""A program that starts servers of the Model Context Protocol, and how it is told to start ours."""

import json
import shlex
from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct, field


class McpClient(Struct, frozen=True):
    """A client of servers.

    Attributes:
        name: As people type it: `claude-code`.
        file: Its settings: in a project's folder, or below `~`.
        form: How that file is written.
        key: Name of the table that holds the servers.
        line: For a shell, with `{name}` and `{command}`; empty where only the file tells it.
        more: Further settings of a server.
        joined: True where `command` is a list of the program and its arguments.
    """

    name: str
    title: str
    file: str
    form: Literal["json", "toml"]
    key: str
    line: str = ""
    more: Mapping[str, str | bool | Sequence[str]] = field(default_factory=dict)
    joined: bool = False

    def settings(self, server: str, argv: Sequence[str]) -> str:
        """Return the text of its settings file for a server, with a final newline.

        Args:
            server: What the client calls it.
            argv: What starts it.
        """
        command, *arguments = argv
        started = {"command": list(argv)} if self.joined else {"command": command, "args": arguments}
        values = {**self.more, **started}
        if self.form == "json":
            return json.dumps({self.key: {server: values}}, indent=2, ensure_ascii=False) + "\n"
        lines = (f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items())
        return f"[{self.key}.{json.dumps(server, ensure_ascii=False) if '.' in server else server}]\n" + "".join(lines)

    def shell_line(self, server: str, argv: Sequence[str]) -> str:
        """Return the line for a shell that does the same; empty where there is none."""
        return self.line.format(name=shlex.quote(server), command=shlex.join(argv)) if self.line else ""
