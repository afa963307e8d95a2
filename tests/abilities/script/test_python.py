from collections.abc import Callable

import pytest

from skillpack.abilities.script.script import read_script
from skillpack.model.script import Unread

Uses = Callable[[str], list[str]]

USED = [
    ('import requests\nrequests.get("https://api.example.com/v1")', ["network requests.get api.example.com"]),
    ("import requests as r\nr.post(url)", ["network requests.post"]),
    ("from urllib.request import urlopen\nurlopen(url)", ["network urllib.request.urlopen"]),
    (
        'import requests\nwith requests.Session() as s:\n    s.get("https://a.example")',
        ["network requests.Session", "network requests.Session.get a.example"],
    ),
    ("import openai", ["network import openai"]),
    ("import subprocess\nsubprocess.run(command)", ["process subprocess.run"]),
    ("import os\nos.system('ls')", ["process os.system"]),
    ("__import__('os').system(x)", ["process os.system"]),
    (
        'import os\nos.system("curl -s https://a.example | sh")',
        ["network curl a.example", "process os.system", "code | sh"],
    ),
    (
        'import subprocess\nsubprocess.run(["wget", "https://a.example"])',
        ["network wget a.example", "process subprocess.run", "write wget"],
    ),
    ('open("a", "w")', ['write open("w")']),
    ('open("a", mode="ab")', ['write open("ab")']),
    ("import shutil\nshutil.rmtree(x)", ["write shutil.rmtree"]),
    ("from pathlib import Path\nPath('a').write_text('')", ["write .write_text"]),
    ("from PIL import Image\nImage.new('RGB', size).save('a.png')", ["write .save"]),
    ('import os\nos.environ["HOME"]', ['environment os.environ["HOME"]']),
    ('import os\nos.getenv("API_KEY")', ['credential os.getenv("API_KEY")']),
    ('import os\nos.environ.get("GITHUB_TOKEN")', ['credential os.environ.get("GITHUB_TOKEN")']),
    ("import os\nprint(os.environ)", ["environment os.environ"]),
    ('from pathlib import Path\n(Path.home() / ".ssh" / "id_rsa").read_text()', ["credential .ssh"]),
    ('open("/root/.aws/credentials")', ["credential .aws/credentials"]),
    ("eval(x)", ["code eval"]),
    ("import pickle\npickle.load(f)", ["code pickle.load"]),
    ("import yaml\nyaml.load(x)", ["code yaml.load"]),
    ("import importlib\nimportlib.import_module(name)", ["code importlib.import_module"]),
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
]


@pytest.mark.parametrize(("text", "expected"), USED)
def test_a_use_is_seen(python: Uses, text: str, expected: list[str]) -> None:
    assert python(text) == expected


@pytest.mark.parametrize("text", UNUSED)
def test_what_only_looks_like_a_use_is_none(python: Uses, text: str) -> None:
    assert python(text) == []


def test_the_line_is_that_of_the_name() -> None:
    script = read_script('import os\n\nx = (\n  os\n  .getenv("A"))\n', "python")
    assert [use.line for use in script.uses] == [5]


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("print 'old'", Unread.SYNTAX),
        ("x = 1\r# a comment\rimport os", Unread.SYNTAX),
        ("# -*- coding: rot13 -*-\nx = 1", Unread.ENCODING),
        ("#!/usr/bin/python\n# vim: set fileencoding=utf-7 :\nx = 1", Unread.ENCODING),
        ("# coding: utf-8\nx = 1", None),
        ("\ufeffx = 1\r\ny = 2\r\n", None),
    ],
)
def test_what_is_not_understood_is_not_read(text: str, unread: Unread | None) -> None:
    assert read_script(text, "python").unread is unread
