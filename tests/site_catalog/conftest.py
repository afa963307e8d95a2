"""The project's own catalog, inspected once, and its scripts and programs by path."""

from pathlib import Path

import pytest

from skillpack import resources
from skillpack.builder.inputs.catalog import Located, locate
from skillpack.builder.inputs.inputs import make_settings
from skillpack.builder.inspection.inspection import Inspected, inspect

SITE = Path(__file__).parents[2] / "site"


@pytest.fixture(scope="session")
def site() -> Path:
    """Return the catalog's folder."""
    return SITE


@pytest.fixture(scope="session")
def located(site: Path) -> Located:
    """Return where the catalog is and what is configured there."""
    return locate(site)


@pytest.fixture(scope="session")
def skills(located: Located) -> dict[str, Inspected]:
    """Return the catalog's skills by name."""
    settings = make_settings(located.configuration, resources.profiles())
    return {each.skill.name: each for each in inspect(located, settings)}
