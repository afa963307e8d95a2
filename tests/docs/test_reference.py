"""The reference pages say what the code says."""

import subprocess
import sys
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from skillpack import resources
from skillpack.audit.pages import all_rule_pages
from skillpack.parse.configuration import parse_configuration

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


def test_the_example_is_a_configuration(reference: ModuleType) -> None:
    configuration = parse_configuration(reference.EXAMPLE)

    assert configuration.name == "northwind-skills"
    assert tomllib.loads(reference.EXAMPLE)["skill"]["pdf-forms"]["successor"] == "pdf-tools"


def test_every_family_of_rules_has_a_title(reference: ModuleType) -> None:
    assert {page.family for page in all_rule_pages()} <= set(reference.FAMILIES)


def test_every_profile_has_a_column(reference: ModuleType) -> None:
    assert sorted(reference.ORDER) == sorted(resources.profiles())
