"""What the wheel holds beside the files of the checkout: the theme's templates, compiled by Jinja to Python modules."""

import sys
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledTemplates(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles the templates while a wheel is built, with the Jinja that it is built beside.

    A start of the installed package then compiles none. An editable one reads them from the checkout, where they may
    change.
    """

    _folder = ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into a temporary folder, which the wheel takes in."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        resources, theme = import_module("skillpack.resources"), import_module("skillpack.site.theme")
        self._folder = mkdtemp()
        folder = Path(self._folder, resources.jinja_folder())
        folder.mkdir()
        theme.compile_to(resources.theme(), str(folder))
        build_data["force_include"][self._folder] = "skillpack/_resources/compiled"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 hatchling's signature
        """Remove the temporary folder."""
        if self._folder:
            rmtree(self._folder)
