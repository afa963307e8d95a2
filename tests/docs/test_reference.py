"""The reference pages say what the code says."""

import re
import subprocess
import sys
import tomllib
from contextlib import nullcontext
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from skillpack import resources
from skillpack.check.run import rule_pages
from skillpack.errors import UsageError
from skillpack.parse.settings.configuration import parse_configuration
from skillpack.parse.settings.install import parse_install_settings

SCRIPT = Path(__file__).parent / "reference.py"


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    """Return the script as a module."""
    spec = spec_from_file_location("reference", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_page_is_up_to_date() -> None:
    done = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr


def test_every_key_of_the_configuration_is_explained_and_no_other(reference: ModuleType) -> None:
    explained = {key for keys in reference.KEYS.values() for key in keys}

    assert explained == reference.keys_of_parser()


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ('[[registry]]\nurl = "x"\nname = "x"\n', False),
        ('[[registry]]\nurl = "x"\ntrust = "global"\n', True),
        ('[install]\ntargets = ["workspace", "codex"]\nmin_age = "3 days"\n', False),
        ('[install]\ntargets = ["global"]\n', True),
        ('[http]\ninsecure = ["x"]\n', True),
        ('[[http.header]]\norigin = "https://x.example"\nname = "X"\nenv = "X"\n', True),
        ('[http]\norigins = ["https://x.example"]\n', True),
        ('[http]\nmirror = "x"\n', True),
        ("[http]\noffline = true\n", True),
    ],
)
def test_a_projects_file_may_say_what_the_page_says(reference: ModuleType, line: str, *, refused: bool) -> None:
    table, *keys = line.splitlines()
    for key in keys:
        says = reference.INSTALLING[f"{table} {key.partition(' ')[0]}"][2]
        assert (says == "nothing") is (refused and "http" in table)
    parse_install_settings(line, personal=True)
    with pytest.raises(UsageError, match="only your own settings may") if refused else nullcontext():
        parse_install_settings(line, personal=False)


def test_the_example_is_a_configuration(reference: ModuleType) -> None:
    configuration = parse_configuration(reference.EXAMPLE)

    assert configuration.name == "northwind-skills"
    assert tomllib.loads(reference.EXAMPLE)["skill"]["pdf-forms"]["successor"] == "pdf-tools"


def test_every_family_of_rules_has_a_title(reference: ModuleType) -> None:
    assert {page.family for page in rule_pages()} <= set(reference.FAMILIES)


def test_every_profile_has_a_column(reference: ModuleType) -> None:
    assert sorted(reference.ORDER) == sorted(resources.profiles())


def test_every_variable_of_ours_is_explained(reference: ModuleType) -> None:
    code = (path.read_text() for path in (reference.ROOT / "skillpack").rglob("*.py"))
    named = {name for text in code for name in re.findall(r'"(SKILLPACK_[A-Z_]+)"', text)}

    assert "SKILLPACK_SITE_URL" in named
    assert named <= set(reference.VARIABLES)
