"""What GitHub Pages would serve of a catalog that `skillpack init --catalog` wrote: its own steps, then its upload."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import yaml

WORKFLOW = ".github/workflows/skills.yml"
TOOL = "https://git.example.com/skillpack.git@v1.0"
"""Where the workflow gets skillpack: a line that nobody follows here, and that it wants filled in."""


def run_job(catalog: Path, commands: Path, env: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    """Run the steps of the job that builds, with this skillpack and without pip.

    Args:
        catalog: Folder with the workflow.
        commands: Empty folder for stand-ins.
        env: What the CI gives beside its own environment.
    """
    commands.mkdir()
    for name, text in (("pip", "exit 0"), ("skillpack", f'exec "{sys.executable}" -m skillpack "$@"')):
        (commands / name).write_text(f"#!/bin/sh\n{text}\n")
        (commands / name).chmod(0o755)
    given = {**os.environ, **env, "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}"}
    steps = yaml.safe_load((catalog / WORKFLOW).read_text())["jobs"]["build"]["steps"]
    script = "\n".join(f"( set -e\n{step['run']}\n)" for step in steps if "run" in step)
    return subprocess.run(
        ["bash", "-ec", script], cwd=catalog, env=given, capture_output=True, text=True, check=False, timeout=300
    )


def uploaded(catalog: Path, into: Path) -> Path:
    """Return the folder that Pages serves: what the upload step puts into its tar, with all that it leaves out.

    `actions/upload-pages-artifact` follows links and leaves out `.git` and `.github`; from version 4 on also every
    file and folder whose name starts with a dot, unless (from version 5 on) `include-hidden-files` is `true`.
    """
    steps = yaml.safe_load((catalog / WORKFLOW).read_text())["jobs"]["build"]["steps"]
    step = next(step for step in steps if step.get("uses", "").startswith("actions/upload-pages-artifact@"))
    major = int(re.fullmatch(r".*@v([0-9]+)", step["uses"]).group(1))  # type: ignore[union-attr]  # a version by tag
    given = step["with"]
    hidden = major < 4 or (major >= 5 and given.get("include-hidden-files") is True)
    excluded = ["--exclude=.git", "--exclude=.github", *([] if hidden else ["--exclude=.[^/]*"])]
    tar, site = into / "artifact.tar", into / "served"
    links = ["--dereference", "--hard-dereference"]
    subprocess.run(["tar", *links, "--directory", catalog / given["path"], "-cf", tar, *excluded, "."], check=True)
    site.mkdir()
    subprocess.run(["tar", "--directory", site, "-xf", tar], check=True)
    return site
