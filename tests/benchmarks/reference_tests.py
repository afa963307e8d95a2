"""Run the reference library's own tests against our names for it.

Usage: python tests/benchmarks/reference_tests.py skills_ref-0.1.1.tar.gz

The archive is the library's source distribution; nothing is fetched.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from skillpack.compat import skills_ref

MODULES = ("errors", "models", "parser", "prompt", "validator")


def main(archive: str) -> int:
    """Return the exit status of the tests in a source distribution."""
    sys.modules["skills_ref"] = skills_ref
    for module in MODULES:
        sys.modules[f"skills_ref.{module}"] = skills_ref
    with TemporaryDirectory() as folder:
        subprocess.run(["tar", "--directory", folder, "-xzf", archive], check=True)  # 3.11.2 knows no `filter`
        (tests,) = Path(folder).glob("*/tests")
        options = ["-q", "-p", "no:cacheprovider", "--rootdir", folder, "-c", "/dev/null"]
        return int(pytest.main([*options, str(tests)]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
