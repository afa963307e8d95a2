"""Private stores of other programs that a skill reads, though its description does not speak of them."""

import pytest

from skillpack.abilities.abilities import read_abilities
from skillpack.model.ability import Concern, ConcernKind
from skillpack.model.finding import AlarmLevel
from skillpack.model.limits import Limits
from skillpack.model.tree import Form, Origin, SourceTree, Trust, make_tree
from skillpack.parse.skill import parse_skill


def found(description: str, path: str, text: str) -> list[Concern]:
    head = f"---\nname: a\ndescription: {description}\n---\nDo it.\n"
    contents = {"SKILL.md": head.encode(), path: text.encode()}
    if path == "SKILL.md":
        contents = {path: f"{head}\n```bash\n{text}\n```\n".encode()}
    tree = make_tree(contents)
    listing = tuple((name, len(content)) for name, content in tree.files.items())
    source = SourceTree(Origin("x", 0, "a", "a", Form.FOLDER, Trust.LOCAL), listing, tree, whole=True, skipped=())
    abilities = read_abilities(parse_skill(source), tree, Limits())
    return [each for each in abilities.concerns if each.kind is ConcernKind.READS_PRIVATE]


READS = [
    ("a.py", 'from pathlib import Path\nx = (Path.home() / ".config/google-chrome/Default/Cookies").read_bytes()\n'),
    ("a.py", 'import shutil, os\nshutil.copy(os.path.expanduser("~/.bash_history"), "x")\n'),
    ("a.py", "import browser_cookie3\nx = browser_cookie3.chrome()\n"),
    ("a.sh", "cp ~/.ethereum/keystore/UTC--1 out\n"),
    ("a.sh", "security dump-keychain > out\n"),
    ("a.sh", "tar -czf out.tgz ~/.ssh\n"),
    ("SKILL.md", "cat ~/.zsh_history"),
    ("a.js", 'const fs = require("fs");\nfs.readFileSync(os.homedir() + "/.ssh/id_rsa");\n'),
]


@pytest.mark.parametrize(("path", "text"), READS)
def test_stores_are_told_as_something_to_read_first(path: str, text: str) -> None:
    (concern,) = found("Counts words. Use when somebody has a text.", path, text)
    assert concern.level is AlarmLevel.READ_FIRST
    assert concern.quote in " ".join(text.replace("\n", " ").split())
    assert concern.at.path == ("" if path == "SKILL.md" else path)


@pytest.mark.parametrize(("path", "text"), READS)
def test_who_looks_at_the_whole_machine_may(path: str, text: str) -> None:
    assert found("Finds signs of an intrusion. Use after an incident.", path, text) == []


@pytest.mark.parametrize(("description", "path", "text"), [
    ("Lists cookies of the browser.", *READS[0]),
    ("Counts commands of the shell history.", *READS[1]),
    ("Shows the balance of a wallet.", *READS[3]),
    ("Exports passwords from the keychain.", *READS[4]),
    ("Makes a backup of SSH keys.", *READS[5]),
])  # fmt: skip
def test_what_the_description_speaks_of_is_not_told(description: str, path: str, text: str) -> None:
    assert found(description, path, text) == []


@pytest.mark.parametrize(("path", "text"), [
    ("a.sh", "ssh -i ~/.ssh/id_ed25519 me@a.example uptime\n"),
    ("a.sh", "scp -i ~/.ssh/id_ed25519 x me@a.example:\n"),
    ("a.sh", "ls ~/.ssh\n"),
    ("a.sh", "cat ~/.ssh/config ~/.ssh/id_rsa.pub\n"),
    ("a.sh", "history -c\n"),
    ("a.sh", "cat ~/.aws/credentials .env\n"),
    ("a.py", 'PATTERNS = {"key": "~/.ssh/id_rsa"}\n'),
    ("a.py", "open('data/history.csv').read()\n"),
])  # fmt: skip
def test_what_uses_a_key_or_only_names_a_store_is_not_told(path: str, text: str) -> None:
    assert found("Counts words. Use when somebody has a text.", path, text) == []
