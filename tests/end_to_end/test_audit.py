"""A published site that was damaged on its way is told from one that was not, and the damage is named."""

import io
import json
import re
import threading
import zipfile
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

import pytest

from skillpack import resources
from skillpack.archive.write import write_zip
from skillpack.cli.main import run
from skillpack.model.digest import sha256
from skillpack.model.tree import make_tree
from skillpack.prompt.formats import published_formats

Files = dict[str, bytes]
Damage = Callable[[Files], None]

HOME = "https://skills.example.com/base/"
CONFIGURATION = f"""\
[catalog]
name = "acme-skills"
site_url = "{HOME}"
[discovery]
legacy = true
[archives]
also = ["tar.gz"]
[[bundle]]
name = "both"
skills = ["alone", "folder"]
"""
MANIFEST = ".skillpack-site"
DISCOVERY = ".well-known/agent-skills/index.json"
ALONE, FOLDER = "archives/alone/alone-1.3.0", "archives/folder/folder-2.0.0"
RECORD = "skills/alone/skill.json"


def _skill_file(name: str, more: str = "", body: str = "Do it.") -> str:
    return f"---\nname: {name}\ndescription: Does {name}. Use it.\nlicense: MIT\n{more}---\n\n# {name}\n\n{body}\n"


def _version(version: str) -> str:
    return f'metadata:\n  version: "{version}"\n'


def _read(folder: Path) -> Files:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a site with a history and with skills of several shapes."""
    root = tmp_path_factory.mktemp("audited")
    texts = {
        "alone": _skill_file("alone", _version("1.2.0")),
        "folder": _skill_file("folder", _version("2.0.0")),
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
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1760000000")
        assert run(["build", str(root), "-o", str(root / "first"), "--no-cache"]) == 1  # one skill is withheld
        changed = _skill_file("alone", _version("1.3.0"), "Do it better.")
        (root / "skills" / "alone" / "SKILL.md").write_text(changed, encoding="utf-8")
        command = ["build", str(root), "-o", str(root / "dist"), "--no-cache", "--previous", str(root / "first")]
        assert run(command) == 1
    return root / "dist"


class Answers(dict[str, bytes]):
    """Path -> bytes; a redirect is written as its address, and what is cut as what comes of it."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        super().__init__(files)
        self.redirects: dict[str, str] = {}
        self.cut: set[str] = set()


@pytest.fixture
def audit(
    folder: Path, tmp_path: Path, monkeypatch, capsys
) -> Iterator[Callable[..., tuple[int, list[dict[str, str]]]]]:
    """Give the function that damages a copy of the site, serves it on this machine, and audits what is served."""
    servers = []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)

    def call(damage: Damage, *, listed: bool = False) -> tuple[int, list[dict[str, str]]]:
        files = Answers(_read(folder))
        if not listed:
            del files[MANIFEST]  # without the digests of all files, for what is found must be found by its meaning
        damage(files)
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(files))
        servers.append(server)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        status = run(["audit", f"http://127.0.0.1:{server.server_port}/base", "--json"])
        said = capsys.readouterr()
        return status, json.loads(said.out)["problems"] if status < 2 else [{"message": said.err}]

    yield call
    for server in servers:
        server.shutdown()
        server.server_close()


def _handler(files: Answers) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            path = unquote(self.path.removeprefix("/base/"))
            content = files.get(path)
            status = 404 if content is None else 200
            if path in files.redirects:
                status = 302
            self.send_response(status)
            if status == 302:
                self.send_header("Location", files.redirects[path])
            body = content or b""
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[: len(body) // 2] if path in files.cut else body)
            self.close_connection = path in files.cut

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler


def replaced(path: str, old: str, new: str, count: int = 1) -> Damage:
    """Return the damage that replaces a text in a file."""

    def damage(files: Files) -> None:
        text = files[path].decode()
        assert text.count(old) >= 1, f"{old} is not in {path}"
        files[path] = text.replace(old, new, count).encode()

    return damage


def removed(path: str) -> Damage:
    return lambda files: files.__delitem__(path)


def flipped(path: str, at: int = -30) -> Damage:
    """Return the damage that changes one byte of a file."""

    def damage(files: Files) -> None:
        content = bytearray(files[path])
        content[at] ^= 1
        files[path] = bytes(content)

    return damage


def digest_changed(path: str, of: str) -> Damage:
    """Return the damage that changes the digest of another file in an index."""

    def damage(files: Files) -> None:
        digest = sha256(files[of])
        replaced(path, digest, digest[::-1])(files)

    return damage


def row_removed(path: str, name: str) -> Damage:
    def damage(files: Files) -> None:
        lines = files[path].decode().splitlines(keepends=True)
        kept = [line for line in lines if not re.match(rf'(\{{"name":)?"{name}"', line)]
        assert len(kept) == len(lines) - 1
        kept[-2] = kept[-2].replace("},\n", "}\n")
        files[path] = "".join(kept).encode()

    return damage


def republished(path: str, change: Callable[[bytes], bytes]) -> Damage:
    """Return the damage that changes an archive and its digest wherever it stands."""

    def damage(files: Files) -> None:
        old, new = files[path], change(files[path])
        files[path] = new
        for other in (each for each in files if each.endswith(".json")):
            text = files[other].replace(sha256(old).encode(), sha256(new).encode())
            files[other] = text.replace(b'"size":%d}' % len(old), b'"size":%d}' % len(new))

    return damage


def redirected(path: str, to: str) -> Damage:
    def damage(files: Files) -> None:
        assert isinstance(files, Answers)
        files.redirects[path] = to

    return damage


def cut_on_its_way(path: str) -> Damage:
    def damage(files: Files) -> None:
        assert isinstance(files, Answers)
        assert path in files
        files.cut.add(path)

    return damage


def halved(path: str) -> Damage:
    return lambda files: files.update({path: files[path][: len(files[path]) // 2]})


def _unlike_its_record(content: bytes) -> bytes:
    """Return an archive of which one file has other bytes, with a right checksum."""
    with zipfile.ZipFile(io.BytesIO(content)) as old:
        files = {name: old.read(name) for name in old.namelist()}
    files["scripts/run.sh"] = b"#!/bin/sh\necho evil\n"
    return write_zip(make_tree(files))


DAMAGES: dict[str, tuple[Damage, str, str, str]] = {
    "a byte in an archive": (flipped(f"{FOLDER}.zip"), "differs", f"{FOLDER}.zip", RECORD.replace("alone", "folder")),
    "a byte in an archive of the past": (
        flipped("archives/alone/alone-1.2.0.zip"),
        "differs",
        "archives/alone/alone-1.2.0.zip",
        RECORD,
    ),
    "a truncated gzip": (halved(f"{FOLDER}.tar.gz"), "differs", f"{FOLDER}.tar.gz", "skills/folder/skill.json"),
    "a missing archive": (removed(f"{FOLDER}.zip"), "missing", f"{FOLDER}.zip", "skill.json"),
    "an archive of other files": (
        republished(f"{FOLDER}.zip", _unlike_its_record),
        "differs",
        f"{FOLDER}.zip",
        "its files have digest",
    ),
    "an archive with bytes behind its end": (
        republished(f"{FOLDER}.zip", lambda old: old + b"more"),
        "archive-refused",
        f"{FOLDER}.zip",
        "refused",
    ),
    "a wrong size": (replaced("skills/folder/skill.json", '"size":', '"size":1'), "differs", f"{FOLDER}.zip", "bytes"),
    "a wrong digest in a record": (
        digest_changed("skills/folder/skill.json", f"{FOLDER}.zip"),
        "differs",
        f"{FOLDER}.zip",
        "skills/folder/skill.json",
    ),
    "a wrong digest in the catalog": (
        digest_changed("catalog.json", f"{FOLDER}.SHA256SUMS"),
        "disagrees",
        "catalog.json",
        "folder",
    ),
    "a wrong digest in versions.json": (
        digest_changed("versions.json", f"{FOLDER}.SHA256SUMS"),
        "disagrees",
        "versions.json",
        "folder",
    ),
    "a wrong digest in the discovery index": (
        digest_changed(DISCOVERY, f"{FOLDER}.zip"),
        "differs",
        f"{FOLDER}.zip",
        DISCOVERY,
    ),
    "a wrong digest in the index of one skill": (
        digest_changed(f"skills/folder/{DISCOVERY}", f"{FOLDER}.zip"),
        "differs",
        f"{FOLDER}.zip",
        f"skills/folder/{DISCOVERY}",
    ),
    "a wrong digest in the marketplace": (
        digest_changed("marketplace.json", f"{FOLDER}.zip"),
        "differs",
        f"{FOLDER}.zip",
        "marketplace.json",
    ),
    "other checksums": (flipped(f"{FOLDER}.SHA256SUMS"), "differs", f"{FOLDER}.SHA256SUMS", "skills/folder/skill.json"),
    "another SKILL.md than its page shows": (
        flipped("skills/folder/SKILL.md"),
        "differs",
        "skills/folder/SKILL.md",
        "SHA256SUMS",
    ),
    "other checksums beside the page": (
        flipped("skills/folder/SHA256SUMS", 3),
        "differs",
        "skills/folder/SHA256SUMS",
        "skills/folder/skill.json",
    ),
    "a missing page": (removed("skills/folder/index.html"), "missing", "skills/folder/index.html", "catalog.json"),
    "a missing page of a file": (
        removed("skills/folder/files/scripts/run.sh/index.html"),
        "missing",
        "skills/folder/files/scripts/run.sh/index.html",
        "skills/folder/",
    ),
    "a link to nowhere": (
        replaced("skills/folder/index.html", "</body>", '<a href="../nobody/">x</a></body>'),
        "missing",
        "skills/nobody/index.html",
        "skills/folder/index.html",
    ),
    "a missing style": (removed("assets/site.css"), "missing", "assets/site.css", "index.html"),
    "a missing sitemap": (removed("sitemap.xml"), "missing", "sitemap.xml", "robots.txt"),
    "a missing schema": (removed("schema/record.json"), "missing", "schema/record.json", "skill.json"),
    "a missing record": (removed(RECORD), "missing", RECORD, "catalog.json"),
    "a missing index": (removed("versions.json"), "missing", "versions.json", "every site has it"),
    "a missing discovery index": (removed(DISCOVERY), "missing", DISCOVERY, "every site has it"),
    "a record that is cut off": (halved(RECORD), "unreadable", RECORD, RECORD),
    "a catalog that is cut off": (halved("catalog.json"), "unreadable", "catalog.json", "catalog.json"),
    "a skill that the catalog lacks": (row_removed("catalog.json", "folder"), "disagrees", "versions.json", "folder"),
    "a skill that versions.json lacks": (
        row_removed("versions.json", "folder"),
        "disagrees",
        "versions.json",
        "folder",
    ),
    "a skill that discovery lacks": (row_removed(DISCOVERY, "folder"), "disagrees", DISCOVERY, "folder"),
    "an extra skill in discovery": (
        replaced(DISCOVERY, '"name":"folder"', '"name":"evil"'),
        "disagrees",
        DISCOVERY,
        "evil",
    ),
    "an extra skill in the marketplace": (
        replaced("marketplace.json", '"name":"folder"', '"name":"evil"'),
        "disagrees",
        "marketplace.json",
        "evil",
    ),
    "an extra skill in the old index": (
        replaced(".well-known/skills/index.json", '"name":"folder"', '"name":"evil"'),
        "disagrees",
        ".well-known/skills/index.json",
        "evil",
    ),
    "an extra skill in the catalog": (
        replaced("catalog.json", '"name":"folder"', '"name":"evil"'),
        "disagrees",
        "catalog.json",
        "evil",
    ),
    "a withheld skill in a bundle": (
        replaced("bundles.json", '"folder"', '"withheld"'),
        "disagrees",
        "bundles.json",
        "withheld",
    ),
    "an address of somebody else": (
        replaced(DISCOVERY, '"url":"../../', '"url":"https://evil.example/'),
        "bad-address",
        DISCOVERY,
        "evil.example",
    ),
    "an archive of another version": (
        replaced(DISCOVERY, "alone-1.3.0", "alone-1.2.0"),
        "disagrees",
        DISCOVERY,
        "1.2.0",
    ),
    "a redirect to another archive": (
        redirected(f"{FOLDER}.zip", f"/base/{ALONE}.zip"),
        "differs",
        f"{FOLDER}.zip",
        "skill.json",
    ),
    "a redirect to another record": (
        redirected(RECORD, "/base/skills/folder/skill.json"),
        "disagrees",
        "catalog.json",
        "folder",
    ),
    "a redirect in a circle": (
        redirected("skills/folder/index.html", "/base/skills/folder/index.html"),
        "unreadable",
        "skills/folder/index.html",
        "redirect",
    ),
    "a redirect into somebody's network": (
        redirected("skills/folder/index.html", "http://10.0.0.1/index.html"),
        "unreadable",
        "skills/folder/index.html",
        "10.0.0.1",
    ),
    "a page that is cut on its way": (
        cut_on_its_way("skills/folder/index.html"),
        "unreadable",
        "skills/folder/index.html",
        "ended after",
    ),
}
"""What happened -> what does it, and kind, path and a part of the message of what is found."""


def test_a_site_as_it_was_built_is_sound(audit, folder, capsys) -> None:
    assert audit(lambda _: None, listed=True) == (0, [])
    assert run(["audit", str(folder)]) == 0
    assert capsys.readouterr().err.endswith("every digest and link is right\n")


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_found_and_named(audit, name) -> None:
    damage, kind, path, words = DAMAGES[name]
    status, problems = audit(damage)

    assert status == 1
    found = [each for each in problems if (each["kind"], each["path"]) == (kind, path) and words in each["message"]]
    assert found, problems
    assert found[0]["hint"]


@pytest.mark.parametrize("path", ["skills/folder/index.html", "prompt/README.txt", "assets/site.js"])
def test_the_list_of_a_build_knows_every_file(audit, folder, path) -> None:
    path = path if (folder / path).exists() else next(each for each in _read(folder) if each.startswith("prompt/"))
    status, problems = audit(flipped(path), listed=True)

    assert status == 1
    assert [(each["kind"], each["path"]) for each in problems] == [("differs", path)]
    assert MANIFEST in problems[0]["message"]


def test_a_host_may_keep_its_own_files_to_itself(audit) -> None:
    def damage(files: Files) -> None:
        for path in ("_headers", "_redirects", ".nojekyll", "404.html"):
            del files[path]

    assert audit(damage, listed=True) == (0, [])


@pytest.mark.parametrize("line", [b"0" * 64 + b"  ../../etc/passwd\n", b"no digest\n"])
def test_a_list_that_leads_out_of_the_site_is_named(audit, line) -> None:
    status, problems = audit(lambda files: files.update({MANIFEST: files[MANIFEST] + line}), listed=True)

    assert status == 1
    assert [each["path"] for each in problems] == [MANIFEST]


def test_what_is_no_site_is_refused(audit, tmp_path, capsys) -> None:
    status, said = audit(removed("catalog.json"))
    assert status == 3
    assert "there is no `catalog.json`" in said[0]["message"]
    assert "hint" in said[0]["message"]

    assert run(["audit", str(tmp_path / "nothing")]) == 3
    assert "does not exist" in capsys.readouterr().err


def test_what_is_found_is_printed_with_what_to_do(folder, tmp_path, capsys) -> None:
    for path, content in _read(folder).items():
        (tmp_path / "copy" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "copy" / path).write_bytes(content)
    (tmp_path / "copy" / f"{FOLDER}.zip").unlink()

    assert run(["audit", str(tmp_path / "copy")]) == 1
    said = capsys.readouterr()
    assert f"{FOLDER}.zip: missing: is not on the site, and `skills/folder/skill.json` names it" in said.out
    assert "hint: missing: publish the whole output folder" in said.err
    assert re.search(r"copy: 5 skills, [\d,]+ files, 1 problem$", said.err, re.MULTILINE)


def test_every_build_leaves_a_sound_site(write_skill, tmp_path, capsys) -> None:
    """Whatever an incremental build leaves alone fits what it writes."""
    (tmp_path / "skillpack.toml").write_text(f'{CONFIGURATION.partition("[[bundle]]")[0]}[[source]]\npath = "skills"\n')
    steps = (
        lambda: write_skill("one", files={"scripts/run.sh": b"#!/bin/sh\n"}),
        lambda: write_skill("two", front_matter="license: MIT\ndisable-model-invocation: true\n"),
        lambda: write_skill("drei-größe"),
        lambda: (tmp_path / "skills/one/SKILL.md").write_text("---\nname: one\n---\n\nWithheld now.\n"),
        lambda: (tmp_path / "skills/two").rename(tmp_path / "skills/zwei"),
        lambda: (tmp_path / "dist/archives/two").rename(tmp_path / "dist/archives/lost"),
    )
    for step in steps:
        step()
        run(["build", str(tmp_path), "-o", str(tmp_path / "dist"), "--cache", str(tmp_path / "cache")])
        capsys.readouterr()
        assert run(["audit", str(tmp_path / "dist")]) == 0, capsys.readouterr().out


def test_what_clients_demand_of_indexes_holds(folder) -> None:
    """npm `skills` and Claude Code pass over what is otherwise, without a word."""
    name = re.compile(r"(?!-)(?!.*--)[a-z0-9-]{1,64}(?<!-)")
    for entry in json.loads((folder / DISCOVERY).read_bytes())["skills"]:
        assert name.fullmatch(entry["name"])
        assert 0 < len(entry["description"].encode("utf-16-le")) // 2 <= 1024
        assert not entry["url"].startswith("/")
        assert "://" not in entry["url"]
    for entry in json.loads((folder / ".well-known/skills/index.json").read_bytes())["skills"]:
        assert name.fullmatch(entry["name"])
        assert entry["files"][0] == "SKILL.md"
    for plugin in json.loads((folder / "marketplace.json").read_bytes())["plugins"]:
        assert name.fullmatch(plugin["name"])
        assert plugin["source"]["url"].startswith(HOME)
        assert re.fullmatch("[0-9a-f]{64}", plugin["source"]["sha256"])
        assert plugin.keys() <= {
            *("name", "description", "version", "author", "homepage", "repository", "license", "keywords"),
            *("category", "tags", "strict", "source", "skills"),
        }


def test_prompt_files_hold_what_is_offered_to_agents(folder) -> None:
    formats = published_formats(resources.profiles().values()).values()
    assert formats
    for each in formats:
        text = "\n" + (folder / "prompt" / each.file).read_text("utf-8")
        held = {
            name
            for name in ("alone", "folder", "people", "développer", "withheld")
            if any(f"\n{each.style.before}{name}{after}" in text for after in each.style.after)
        }
        assert {"alone", "folder"} <= held <= {"alone", "folder", "développer"}, each.file
