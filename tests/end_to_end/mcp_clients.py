"""Agents' clients use `skillpack mcp`: `python tests/end_to_end/mcp_clients.py [--work DIR]`.

Serves the project's catalog, one of odd skills, and the built sites of both on 127.0.0.1, each over standard input and
output, to the MCP Inspector of npm, to the client of the SDK in both eras of the protocol, and to that of fastmcp. What
they find, read and verify is compared with the files; a program of a skill runs. Installs the first and the last into
folders of their own. Needs npm, PyPI and git.
"""

import argparse
import ctypes
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mcp_catalogs
import mcp_sdk
from clients import Catalog, Files, compared, counted, shipped, skills_of
from mcp import Client
from mcp_sdk import ERAS, code_of, text_of, use
from packages import INSPECTOR, NODE, Packages, install
from served import serve
from table import Row, show

ROOT = Path(__file__).parents[2]
FASTMCP = "fastmcp==4.1.2"
TOOLS = {"metis": "skill_search skill_load", "instructor": "load_skill", "metaskill": "use_skill"}
"""Dialect -> its tools."""
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of <linux/prctl.h>: orphans of our children become ours
_VERIFIED = re.compile(r"Verified (\d+) skills and (\d+) files: no conformance errors")


@dataclass(frozen=True, slots=True)
class Served:
    """What a server is started over, and what clients must get of it.

    Attributes:
        files: Of every skill with a folder.
    """

    name: str
    where: str
    files: Files

    @property
    def listed(self) -> Files:
        """Files of the skills that the extension lists."""
        return mcp_catalogs.of_extension(self.files)

    @property
    def shown(self) -> Files:
        """Files of the skills among the resources."""
        return {name: each for name, each in self.files.items() if name != mcp_catalogs.HIDDEN}


def main() -> int:
    """Run every step, print the table, and return 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, help="folder to work in, kept afterwards; a temporary one by default")
    options = parser.parse_args()
    work = (options.work or Path(tempfile.mkdtemp(prefix="skillpack-mcp-"))).resolve()
    os.environ.update(HOME=str(work / "home"), XDG_CACHE_HOME=str(work / "cache"))  # no settings of this machine
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    try:
        return show(steps(work))
    finally:
        if options.work is None:
            shutil.rmtree(work, ignore_errors=True)


def steps(work: Path) -> Iterator[Row]:
    """Yield the result of every step."""
    packages = Packages(work / "npm", work / "home")
    packages.home.mkdir(parents=True, exist_ok=True)
    yield Row(f"npm install {NODE} {INSPECTOR}", "", install(packages.folder, NODE, INSPECTOR))
    python = work / "venv" / "bin" / "python"
    yield Row(f"pip install {FASTMCP}", "", fastmcp(python))
    own, odd = ROOT / "site", work / "odd"
    files, more = shipped(skills_of(own / "skills")), mcp_catalogs.write_odd(odd)
    sources = (Served("own", str(own), files), Served("odd", str(odd), more))
    for served in sources:
        yield from reads(served, packages, python)
        yield from uses(served)
    for served, published in zip(sources, (files, mcp_catalogs.published(odd, more)), strict=True):
        site = Catalog(served.name, Path(served.where), work / f"{served.name}-site", {}, int(served.name == "odd"))
        yield Row(f"{served.name}: build", "", site.build())
        with serve(site.site) as host:
            yield from reads(Served(f"{served.name} by URL", host.url, published), packages, python)
    yield from schemas(sources[0], packages)
    yield from hears(sources[1])
    yield from runs(work)
    yield Row("processes that are left", "", left())


def fastmcp(python: Path) -> str:
    """Install fastmcp into an environment of its own; return what went wrong, or nothing."""
    if not python.exists():
        venv.create(python.parents[1], with_pip=True)
    command = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", FASTMCP)
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["pip failed"])[-1]


def reads(served: Served, packages: Packages, python: Path) -> Iterator[Row]:
    """Let every client read everything and verify it."""
    argv = mcp_sdk.server(served.where)
    budget = ("--skill-catalog-max-skills", "9999", "--skill-catalog-max-bytes", str(2**30))
    done = inspect(packages, argv, "--method", "skills/list", "--verify", "--format", "json", *budget)
    number = _VERIFIED.search(done.stderr)
    said = " skills, ".join(number.groups()) + " files" if number else f"{done.returncode}: {done.stderr[-200:]}"
    wanted = f"{len(served.listed)} skills, {sum(map(len, served.listed.values()))} files"
    yield Row(f"{served.name}: Inspector --verify", wanted, said)
    yield Row(f"{served.name}: Inspector's exit status", "0", str(done.returncode))
    done = inspect(packages, argv, "--method", "skills/list", "--verify", "--format", "json", *budget, era=())
    number = _VERIFIED.search(done.stderr)
    said = " skills, ".join(number.groups()) + " files" if number else f"{done.returncode}: {done.stderr[-200:]}"
    yield Row(f"{served.name}: Inspector --verify, its own protocol", wanted, said)
    got = use(argv, "auto", mcp_sdk.verified)
    yield Row(f"{served.name}: SDK, skills/list", counted(served.listed), compared(got, served.listed))
    for era in ERAS:
        got = use(argv, era, mcp_sdk.walked)
        yield Row(f"{served.name}: SDK {era}, folder by folder", counted(served.shown), compared(got, served.shown))
    command = (python, Path(__file__).with_name("mcp_fastmcp.py"), *argv)
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=dict(os.environ))
    said = done.stdout.strip() if done.returncode == 0 else (done.stderr.strip().splitlines() or [""])[-1]
    yield Row(f"{served.name}: fastmcp's client", "same digests", same(said, served.listed))


def same(said: str, wanted: Mapping[str, Mapping[str, bytes]]) -> str:
    """Return whether a client read these files, by their digests; else what it said."""
    if not said.startswith("{"):
        return said
    got = {name: sorted(files.values()) for name, files in json.loads(said).items()}
    digests = {
        name: sorted(hashlib.sha256(raw).hexdigest() for raw in files.values()) for name, files in wanted.items()
    }
    differing = sorted(name for name in got.keys() | digests.keys() if got.get(name) != digests.get(name))
    return f"differ: {', '.join(differing)}" if differing else "same digests"


def inspect(
    packages: Packages, argv: Sequence[str], *words: str, era: Sequence[str] = ("--protocol-era", "modern")
) -> subprocess.CompletedProcess[str]:
    """Run the Inspector's command line over a server."""
    program = packages.folder / "node_modules" / ".bin" / "mcp-inspector"
    return packages.run(program, "--cli", *argv, *era, *words, cwd=packages.folder)


def uses(served: Served) -> Iterator[Row]:
    """Let the SDK's client do what an agent does, in both eras."""
    one = "write-a-skill" if served.name == "own" else "plain"

    async def work(client: Client) -> dict[str, Any]:
        templates = (await client.list_resource_templates()).resource_templates
        prompts = await mcp_sdk.every(client, "prompts/list", "prompts")
        prompt = await client.get_prompt(one, {"arguments": "this one"})
        resources = await mcp_sdk.every(client, "resources/list", "resources")
        return {
            "tools": " ".join(tool.name for tool in (await client.list_tools()).tools),
            "search": str(f"- {one} [" in await text_of(client, "skill_search", query=one)),
            "search by words": str(f"- {one} [" in await text_of(client, "skill_search", query=f"zebra {one}")),
            "load": (await text_of(client, "skill_load", name=one)).partition("\n")[0],
            "load of a name that is not there": (await text_of(client, "skill_load", name="gone"))[:6],
            "template": templates[0].uri_template,
            "resources of all pages": str(len(resources)),
            "prompt with arguments": str("this one" in prompt.messages[0].content.text),
            "arguments of a prompt": next(
                each["arguments"][0]["name"] for each in prompts if each["name"] == one
            ),
            "errors": " ".join([
                await code_of(client.read_resource(f"skill://{one}/gone.md")),
                await code_of(client.read_resource(f"skill://{one}/../../skillpack.toml")),
                await code_of(client.read_resource(f"skill://{one}/%2e%2e/%2e%2e/skillpack.toml")),
                await code_of(client.read_resource("file:///etc/passwd")),
                await code_of(client.read_resource("skill://private/.env")),
                await code_of(client.read_resource("skill://private/link.txt")),
                await code_of(client.read_resource("skill://private/linked/secret.txt")),
                await code_of(client.get_prompt("gone")),
                await code_of(client.call_tool("gone", {})),
                await code_of(mcp_sdk.asked(client, "skills/get", uri=f"skill://{one}")),
                await code_of(mcp_sdk.asked(client, "resources/directory/read", uri=f"skill://{one}/SKILL.md")),
            ]),
        }  # fmt: skip

    wanted = {
        "tools": TOOLS["metis"],
        "search": "True",
        "search by words": "True",
        "load": f"# Skill: {one} (source: workspace)",
        "load of a name that is not there": "error:",
        "template": "skill://{name}/{+path}",
        "resources of all pages": str(len(served.shown)),
        "prompt with arguments": "True",
        "arguments of a prompt": "arguments",
        "errors": " ".join(["-32602"] * 11),
    }
    for era in ERAS:
        got = use(mcp_sdk.server(served.where), era, work)
        for what, value in wanted.items():
            yield Row(f"{served.name}: SDK {era}, {what}", value, got[what])


def schemas(served: Served, packages: Packages) -> Iterator[Row]:
    """Let the Inspector judge the schemas of every dialect, and of `run_metaskill`."""
    for dialect, names in TOOLS.items():
        for more, options in (("", ()), (" run_metaskill", ("--policy", "local"))):
            argv = mcp_sdk.server(served.where, "--dialect", dialect, *options)
            done = inspect(packages, argv, "--method", "tools/list", "--strict", "--format", "json")
            tools = json.loads(done.stdout)["result"]["tools"] if done.returncode == 0 else []
            said = " ".join(tool["name"] for tool in tools) or done.stderr[-200:]
            findings = json.loads(done.stdout or "{}").get("schemaFindings", [])
            yield Row(f"Inspector --strict: {dialect}{more}", f"{names}{more}, 0", f"{said}, {len(findings)}")


def hears(served: Served) -> Iterator[Row]:
    """Edit a file while a client listens."""
    file = Path(served.where, "skills", "plain", "SKILL.md")
    for era in ERAS:
        heard: list[str] = []

        async def note(message: object, heard: list[str] = heard) -> None:
            heard.append(str(getattr(message, "method", message)))

        async def work(client: Client, era: str = era, heard: list[str] = heard) -> str:
            await client.list_tools()
            told = await mcp_sdk.changes(client, heard, lambda: append(file, f"Also for {era}.\n"), era)
            return f"{told}: {f'Also for {era}.' in await text_of(client, 'skill_load', name='plain')}"

        got = use(mcp_sdk.server(served.where), era, work, hears=note)
        yield Row(f"SDK {era}: an edit is told and served", "PromptsListChanged, ResourcesListChanged: True", got)


def append(file: Path, text: str) -> None:
    """Write a text at the end of a file."""
    with file.open("a", encoding="utf-8") as opened:
        opened.write(text)


def runs(work: Path) -> Iterator[Row]:
    """Let a client find, read, verify and run a skill of the project, over a repository of its own."""
    repository = work / "repository"
    changed = repository / "skills" / "mine" / "SKILL.md"
    changed.parent.mkdir(parents=True)
    changed.write_bytes(mcp_catalogs.skill("mine"))
    git = ("git", "-c", "user.name=x", "-c", "user.email=x@x.example")
    for words in (("init", "--quiet"), ("add", "."), ("commit", "--quiet", "--message", "One")):
        subprocess.run((*git, *words), cwd=repository, check=True)
    allowed = ("--allow", "git diff", "--allow", "git ls-files")
    asks = ("--ask-command", "sh -c 'grep -c Also >/dev/null && echo APPROVE it'")
    argv = mcp_sdk.server(ROOT / "site", "--policy", "local", *allowed, *asks)

    async def use_skill(client: Client) -> str:
        name = "review-changes"
        found = name in await text_of(client, "skill_search", query="pull request")
        files = (await mcp_sdk.verified(client))[name]
        read = files["SKILL.star"] == (ROOT / "site" / "skills" / name / "SKILL.star").read_bytes()
        text = await text_of(client, "run_metaskill", name=name, input={"path": "skills/mine"})
        envelope = json.loads(text[text.index("{") :])
        return f"{found} {read} {envelope['status']} {envelope.get('verdict', '')}".strip()

    got = use(argv, "auto", use_skill, cwd=repository)
    yield Row("review-changes, nothing changed: found, read, run", "True True unchanged", got)
    changed.write_bytes(mcp_catalogs.skill("mine") + b"Also this.\n")
    for era in ERAS:
        got = use(argv, era, use_skill, cwd=repository)
        yield Row(f"review-changes {era}, an edit: found, read, run", "True True ok APPROVE", got)


def left() -> str:
    """Return the processes that still run of all that was started here, after a moment for them to end."""
    end = time.monotonic() + 5
    while (found := descendants()) and time.monotonic() < end:
        time.sleep(0.1)
    return ", ".join(found)


def descendants() -> list[str]:
    """Return the names of the processes below this one; orphans are among them."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            name, _, rest = path.read_text(encoding="utf-8", errors="replace").rpartition(")")
            state, parent = rest.split()[:2]
            if parent == str(os.getpid()) and state != "Z":
                found.append(name.partition("(")[2])
    return found


if __name__ == "__main__":
    sys.exit(main())
