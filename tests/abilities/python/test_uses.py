"""What a Python script can do, by its names; what only looks like it is nothing."""

import pytest

from skillpack.abilities.python.uses import python_uses
from skillpack.abilities.source_text import SourceText
from skillpack.model.ability import Ability


def abilities(text: str) -> list[Ability]:
    return [each for each in python_uses(SourceText("a.py", text, "python")) if isinstance(each, Ability)]


def uses(text: str) -> list[str]:
    """Return kind, words and target of each ability, by line."""
    found = sorted(abilities(text), key=lambda each: each.line)
    return list(dict.fromkeys(" ".join(filter(None, (each.kind, each.words, each.target))) for each in found))


USED = [
    ('import requests\nrequests.get("https://api.example.com/v1")', ["fetches requests.get api.example.com"]),
    ("import requests as r\nr.post(url)", ["sends requests.post"]),
    ("from urllib.request import urlopen\nurlopen(url)", ["fetches urllib.request.urlopen"]),
    (
        'import requests\nwith requests.Session() as s:\n    s.get("https://a.example")',
        ["fetches requests.Session", "fetches requests.Session.get a.example"],
    ),
    ("import socket\nsocket.create_server(('', 80))", ["listens socket.create_server"]),
    ("import openai", ["fetches import openai"]),
    ("from http.server import HTTPServer", ["listens import http.server"]),
    ("import webbrowser\nwebbrowser.open(x)", ["starts webbrowser.open"]),
    ('open("a", "w")', ['writes open("w")']),
    ('open("a", mode="ab")', ['writes open("ab")']),
    ('open("/etc/hosts", "a")', ['writes open("a") /etc/hosts']),
    ('open("/tmp/x", "a")', ['writes open("a")']),
    ('import shutil\nshutil.move("a", "/opt/tool")', ["writes shutil.move /opt/tool"]),
    ('import os\nos.remove("/opt/tool")', ["deletes os.remove /opt/tool"]),
    ("import shutil\nshutil.rmtree(x)", ["deletes shutil.rmtree"]),
    ("path.unlink()", ["deletes .unlink"]),
    ("from pathlib import Path\nPath('a').write_text('')", ["writes .write_text"]),
    ("from PIL import Image\nImage.new('RGB', size).save('a.png')", ["writes .save"]),
    ('import os\nos.environ["HOME"]', ['variable os.environ["HOME"] HOME']),
    ('import os\nos.getenv("API_KEY")', ['variable os.getenv("API_KEY") API_KEY']),
    ('import os\nos.environ.get("GITHUB_TOKEN")', ['variable os.environ.get("GITHUB_TOKEN") GITHUB_TOKEN']),
    ("import os\nos.environ.get(name)", ["variable os.environ.get"]),
    ("import os\nos.environ[name]", ["variable os.environ"]),
    ('import os\nos.environ.get("A", "").strip().lower()', ['variable os.environ.get("A") A']),
    ("import os\nos.environ.copy()", ["environment os.environ.copy"]),
    (
        'import requests\nrequests.Session().post(url, files={"file": ("layout.png", x)}, data=("a.png", y))',
        ["sends requests.Session.post", "fetches requests.Session"],
    ),
    ('import socket\nsocket.create_connection(("a.example", 80))', ["fetches socket.create_connection a.example"]),
    ("import os\nprint(os.environ)", ["environment os.environ"]),
    ("from dotenv import load_dotenv\nload_dotenv()", ["key-file dotenv.load_dotenv .env"]),
    ("import keyring\nkeyring.get_password(a, b)", ["keychain keyring.get_password"]),
    ("import browser_cookie3", ["browser import browser_cookie3"]),
    ('from pathlib import Path\n(Path.home() / ".ssh" / "id_rsa").read_text()', ["key-file .ssh .ssh"]),
    ('open("/root/.aws/credentials")', ["key-file .aws/credentials .aws/credentials"]),
    ("eval(x)", ["evaluates eval"]),
    ("import pickle\npickle.load(f)", ["unpickles pickle.load"]),
    ("import yaml\nyaml.load(x)", ["unpickles yaml.load"]),
    ("import importlib\nimportlib.import_module(name)", ["evaluates importlib.import_module"]),
]
UNUSED = [
    "requests = {}\nrequests.get('a')",
    "# eval(x)\n'''os.system(x)'''\nx = 'eval(y)'",
    "import requests_mock_of_ours",
    'open("a")\nopen("a", "r")\nopen(a, mode)',
    "import re\nre.compile('x')\nmodel.eval()\ncursor.exec('x')",
    "import ast\nast.literal_eval(x)",
    "import yaml\nyaml.safe_load(x)\nyaml.load(x, Loader=yaml.SafeLoader)",
    "import importlib\nimportlib.import_module('json')",
    "import subprocess\ndef f(p: subprocess.Popen) -> subprocess.CompletedProcess: ...",
    "class Model:\n    def save(self): ...\nModel().save('x')",
    "import os\nos.path.join(a, b)\nos.listdir()",
    "x = 'see .ssh and ~/.aws for more'\nignored = ['.npmrc']",
    "def run(): ...\nrun()",
    "import getpass\ngetpass.getpass()",
]


@pytest.mark.parametrize(("text", "expected"), USED)
def test_what_a_script_can_do_is_seen(text: str, expected: list[str]) -> None:
    assert uses(text) == expected


@pytest.mark.parametrize("text", UNUSED)
def test_what_only_looks_like_it_is_nothing(text: str) -> None:
    assert uses(text) == []


def test_the_line_is_that_of_the_name() -> None:
    assert [each.line for each in abilities('import os\n\nx = (\n  os\n  .getenv("A"))\n')] == [5]


def test_a_name_that_may_be_a_secret_is_not_shown() -> None:
    token = "ghp" + "_" + "a1B2" * 9
    (found,) = abilities(f'import os\nos.environ["{token}"]')
    assert (found.words, found.target) == ('os.environ["…"]', "")


@pytest.mark.parametrize("text", ["print 'old'", "x = 1\r# a comment\rimport os"])
def test_what_is_no_python_of_today_is_not_read(text: str) -> None:
    with pytest.raises(SyntaxError):
        abilities(text)
