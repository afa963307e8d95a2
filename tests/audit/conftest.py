"""A small site as a build writes it, to be damaged."""

import json
from collections.abc import Callable, Mapping

import pytest

from skillpack import resources
from skillpack.audit.run import audit_site
from skillpack.cli.main import run
from skillpack.model.digest import sha256
from skillpack.prompt.formats import published_formats

FORMATS = published_formats(resources.profiles().values()).values()
CONFIGURATION = """\
[catalog]
name = "acme-skills"
site_url = "https://skills.example.com/base/"
[discovery]
legacy = true
[archives]
also = ["tar.gz"]
"""


def _skill_file(name: str, more: str = "") -> str:
    return f"---\nname: {name}\ndescription: Does {name}. Use it.\nlicense: MIT\n{more}---\n\n# {name}\n\nDo it.\n"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """Give the files of a site with skills of several shapes."""
    root = tmp_path_factory.mktemp("audited")
    texts = {
        "alone": _skill_file("alone", 'metadata:\n  version: "1.2.0"\n'),
        "folder": _skill_file("folder"),
        "people": _skill_file("people", "disable-model-invocation: true\n"),
        "développer": _skill_file("développer"),
        "withheld": "---\nname: withheld\n---\n\nNobody says what it does.\n",
    }
    for name, text in texts.items():
        (root / "skills" / name).mkdir(parents=True)
        (root / "skills" / name / "SKILL.md").write_text(text, encoding="utf-8")
    (root / "skills" / "folder" / "scripts").mkdir()
    (root / "skills" / "folder" / "scripts" / "run.sh").write_text("#!/bin/sh\necho hi\n", encoding="utf-8")
    (root / "skillpack.toml").write_text(CONFIGURATION, encoding="utf-8")
    assert run(["build", str(root), "-o", str(root / "dist"), "--no-cache"]) == 1  # one skill is withheld
    dist = root / "dist"
    return {path.relative_to(dist).as_posix(): path.read_bytes() for path in dist.rglob("*") if path.is_file()}


@pytest.fixture
def site(built: Mapping[str, bytes]) -> dict[str, bytes]:
    """Give the site for one test to damage; a dictionary can be asked for a file as any site can."""
    return dict(built)


@pytest.fixture(scope="session")
def archive_of(built: Mapping[str, bytes]) -> Callable[..., str]:
    """Give the function that returns the path of a skill's artifact by the end of its name."""

    def path(name: str, suffix: str = ".zip") -> str:
        return next(path for path in built if path.startswith(f"archives/{name}/") and path.endswith(suffix))

    return path


@pytest.fixture
def findings(site: dict[str, bytes]) -> Callable[[], list[tuple[str, str, str]]]:
    """Give the function that audits the site: code, skill, path."""
    return lambda: [(found.rule, found.subject, found.path) for found in audit_site(site, FORMATS)]


@pytest.fixture
def edit(site: dict[str, bytes]) -> Callable[[str, str, str], None]:
    """Give the function that replaces a text, which must be there once, in a file of the site."""

    def replace(path: str, old: str, new: str) -> None:
        text = site[path].decode()
        assert text.count(old) == 1, f"{old} is {text.count(old)} times in {path}"
        site[path] = text.replace(old, new).encode()

    return replace


@pytest.fixture
def republish(site: dict[str, bytes]) -> Callable[[str, str, bytes], None]:
    """Give the function that puts other bytes into an artifact, and their digest wherever the old one stood."""

    def put(path: str, content: bytes) -> None:
        old, new = sha256(site[path]), sha256(content)
        size = len(site[path])
        site[path] = content
        for other, text in site.items():
            if other.endswith(".json"):
                site[other] = text.replace(old.encode(), new.encode())
        record = f"skills/{path.split('/')[1]}/skill.json"
        row = json.loads(site[record])
        for version in row["versions"]:
            if version["archive"]["size"] == size:
                version["archive"]["size"] = len(content)
        site[record] = json.dumps(row).encode()

    return put
