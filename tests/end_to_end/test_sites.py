"""Skills of the project's own catalog, installed over HTTP by the command line, by every address that names them."""

import base64
import importlib.util
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from skillpack.archive.write import write_zip
from skillpack.cli import main
from skillpack.model.digest import sha256
from skillpack.model.tree import make_tree

ROOT = Path(__file__).parents[2]
SUB = "sub/path"
NAMES = sorted(path.name for path in (ROOT / "site" / "skills").iterdir() if path.is_dir())
ONE = "skill-format"
Files = Mapping[str, bytes]
Run = Callable[..., Any]
Served = Any  # `served.Served`

_SPEC = importlib.util.spec_from_file_location("served_sites", Path(__file__).with_name("served.py"))
_SERVED = importlib.util.module_from_spec(_SPEC)
sys.modules["served_sites"] = _SERVED
_SPEC.loader.exec_module(_SERVED)
serve = _SERVED.serve


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the project's own catalog, built, with an index v0.1 too."""
    folder = tmp_path_factory.mktemp("own")
    source = folder / "source"
    shutil.copytree(ROOT / "site", source)
    settings = source / "skillpack.toml"
    settings.write_text(settings.read_text("utf-8") + "\n[discovery]\nlegacy = true\n", encoding="utf-8")
    assert main.run(["build", str(source), "-o", str(folder / "built"), "--cache", str(folder / "cache")]) == 0
    return folder / "built"


@pytest.fixture(scope="module")
def host(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve the catalog below a path of a host, whose root has no index of its own."""
    folder = tmp_path_factory.mktemp("host")
    (folder / SUB).parent.mkdir(parents=True)
    (folder / SUB).symlink_to(built, target_is_directory=True)
    with serve(folder) as served:
        yield served


@pytest.fixture(scope="module")
def root(built: Path) -> Iterator[Served]:
    """Serve the catalog at the root of a host."""
    with serve(built) as served:
        yield served


@dataclass(frozen=True)
class Ran:
    """What a command line did."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return the command line in a folder of the test's own, which is its home too."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith(("XDG_", "NETRC")) or name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("NO_COLOR", "1")

    def call(*arguments: object, **env: str) -> Ran:
        for name, value in {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), **env}.items():
            monkeypatch.setenv(name, value)
        capsys.readouterr()
        status = main.run([str(each) for each in arguments])
        said = capsys.readouterr()
        return Ran(status, said.out, said.err)

    return call


def published(name: str) -> Files:
    """Return the files of a skill of the catalog that are shipped: the tasks that it is measured with are not."""
    found = files_of(ROOT / "site" / "skills" / name)
    return {path: content for path, content in found.items() if not path.startswith("evals/")}


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder, without what we place beside them."""
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {path: content for path, content in found.items() if path != ".skillpack.json" and "__pycache__" not in path}


def installed(folder: Path) -> dict[str, Files]:
    """Return the files of every skill in a root."""
    return {each.name: files_of(each) for each in sorted(folder.iterdir()) if each.is_dir() and each.name[0] != "."}


def receipt(folder: Path, name: str) -> dict[str, object]:
    """Return the receipt of an installed skill."""
    whole: dict[str, object] = json.loads((folder / name / ".skillpack.json").read_bytes())
    return whole


@pytest.mark.parametrize("below", ["", f"/{SUB}"])
class TestOwnCatalog:
    def place(self, below: str, root: Served, host: Served) -> tuple[Served, str]:
        served = host if below else root
        served.taken()
        return served, f"{served.url}{below}"

    def test_all_by_its_address(self, below, root, host, run, tmp_path: Path) -> None:
        _, url = self.place(below, root, host)
        done = run("install", f"{url}/", "--root", "r", "--yes")
        assert done.returncode == 0, done.stderr
        assert installed(tmp_path / "r") == {name: published(name) for name in NAMES}
        assert receipt(tmp_path / "r", ONE)["source"] == {
            "kind": "registry",
            "location": f"{url}/",
            "assurance": "digest",
        }

    def test_all_by_their_names_and_by_their_pages(self, below, root, host, run, tmp_path: Path) -> None:
        _, url = self.place(below, root, host)
        pages = [f"{url}/skills/{name}" for name in NAMES]
        for words in (["names", *NAMES, "--registry", f"{url}/"], ["pages", *pages], ["site", url]):
            done = run("install", *words[1:], "--root", words[0], "--yes")
            assert done.returncode == 0, done.stderr
            assert installed(tmp_path / words[0]) == {name: published(name) for name in NAMES}

    def test_one_by_its_name(self, below, root, host, run, tmp_path: Path) -> None:
        served, url = self.place(below, root, host)
        done = run("install", ONE, "--registry", f"{url}/", "--root", "r", "--yes", "--no-deps")
        assert done.returncode == 0, done.stderr
        assert installed(tmp_path / "r") == {ONE: published(ONE)}
        assert sum("/archives/" in path for path in served.taken()) == 1

    def test_one_by_its_page(self, below, root, host, run, tmp_path: Path) -> None:
        _, url = self.place(below, root, host)
        for number, page in enumerate((f"skills/{ONE}", f"skills/{ONE}/", f"skills/{ONE}/index.html")):
            done = run("install", f"{url}/{page}", "--root", f"r{number}", "--yes", "--no-deps")
            assert done.returncode == 0, done.stderr
            assert installed(tmp_path / f"r{number}") == {ONE: published(ONE)}

    def test_a_bundle(self, below, root, host, run, built, tmp_path: Path) -> None:
        _, url = self.place(below, root, host)
        done = run("install", "bundle:author-kit", "--registry", f"{url}/", "--root", "r", "--yes", "--no-deps")
        assert done.returncode == 0, done.stderr
        members = json.loads((built / "bundles.json").read_bytes())["bundles"]["author-kit"]["skills"]
        assert installed(tmp_path / "r") == {name: published(name) for name in members}

    def test_an_archive_by_its_address(self, below, root, host, run, built, tmp_path: Path) -> None:
        _, url = self.place(below, root, host)
        (archive,) = (built / "archives" / ONE).glob("*.zip")
        done = run("install", f"{url}/archives/{ONE}/{archive.name}", "--root", "r", "--yes", "--no-deps")
        assert done.returncode == 0, done.stderr
        assert installed(tmp_path / "r") == {ONE: published(ONE)}

    def test_what_has_not_changed_is_not_downloaded_again(self, below, root, host, run) -> None:
        served, url = self.place(below, root, host)
        assert run("install", f"{url}/", "--root", "r", "--yes").returncode == 0
        served.taken()
        done = run("update", "--root", "r", "--yes")
        assert done.returncode == 0, done.stderr
        assert served.taken() == [f"{below}/versions.json"]

    def test_offline_from_what_was_fetched(self, below, root, host, run, tmp_path: Path) -> None:
        served, url = self.place(below, root, host)
        assert run("install", f"{url}/", "--root", "r", "--yes").returncode == 0
        served.taken()
        done = run("install", f"{url}/", "--root", "again", "--yes", "--offline")
        assert done.returncode == 0, done.stderr
        assert installed(tmp_path / "again") == installed(tmp_path / "r")
        assert served.taken() == []


@pytest.fixture(scope="module")
def folder_of_indexes(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that holds, below a path, what the index names, and no file that only skillpack reads."""
    folder = tmp_path_factory.mktemp("indexes")
    left = shutil.ignore_patterns("*.html", "catalog.json", "versions.json", "skill.json", "skills.json")
    shutil.copytree(built, folder / SUB, ignore=left)
    shutil.rmtree(folder / SUB / ".well-known" / "skills")
    return folder


@pytest.fixture(scope="module")
def indexes(folder_of_indexes: Path) -> Iterator[Served]:
    """Serve it."""
    with serve(folder_of_indexes) as served:
        yield served


@pytest.fixture(scope="module")
def old(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve what the discovery index v0.1 says of the catalog."""
    folder = tmp_path_factory.mktemp("old")
    shutil.copytree(built / ".well-known" / "skills", folder / ".well-known" / "skills")
    with serve(folder) as served:
        yield served


class TestDiscovery:
    def test_all_of_an_index(self, indexes, run, tmp_path: Path) -> None:
        done = run("install", f"{indexes.url}/{SUB}", "--root", "r", "--yes")
        assert done.returncode == 0, done.stderr
        assert installed(tmp_path / "r") == {name: published(name) for name in NAMES}
        source = receipt(tmp_path / "r", ONE)["source"]
        assert source == {"kind": "site", "location": f"{indexes.url}/{SUB}/", "assurance": "digest"}

    def test_one_of_an_index_by_name_and_by_its_own_index(self, indexes, run, tmp_path: Path) -> None:
        indexes.taken()
        for number, words in enumerate(
            ([f"{indexes.url}/{SUB}/", "--skill", ONE], [f"{indexes.url}/{SUB}/skills/{ONE}"])
        ):
            done = run("install", *words, "--root", f"r{number}", "--yes", "--no-deps")
            assert done.returncode == 0, done.stderr
            assert installed(tmp_path / f"r{number}") == {ONE: published(ONE)}
        # What has a digest is fetched once.
        assert sum("/archives/" in path for path in indexes.taken()) == 1

    def test_an_update_compares_digests(self, indexes, run) -> None:
        assert run("install", f"{indexes.url}/{SUB}/", "--root", "r", "--yes").returncode == 0
        indexes.taken()
        outdated = run("outdated", "--root", "r", "--exit-code")
        assert outdated.returncode == 0, outdated.stdout + outdated.stderr
        assert run("update", "--root", "r", "--yes").returncode == 0
        assert not [path for path in indexes.taken() if "/archives/" in path]

    def test_an_update_fetches_what_changed_and_nothing_else(self, folder_of_indexes, run, tmp_path: Path) -> None:
        site = tmp_path / "site"
        shutil.copytree(folder_of_indexes / SUB, site)
        index = site / ".well-known" / "agent-skills" / "index.json"
        with serve(site) as served:
            assert run("install", served.url, "--root", "r", "--yes").returncode == 0
            whole = json.loads(index.read_bytes())
            (entry,) = (each for each in whole["skills"] if each["name"] == ONE)
            raised = published(ONE)["SKILL.md"].replace(b"1.0.0", b"1.1.0")
            files = {**published(ONE), "SKILL.md": raised, "references/more.md": b"More.\n"}
            archive = write_zip(make_tree(files))
            (site / "new.zip").write_bytes(archive)
            entry |= {"url": "../../new.zip", "digest": f"sha256:{sha256(archive)}", "type": "archive"}
            index.write_text(json.dumps(whole), encoding="utf-8")
            outdated = run("outdated", "--root", "r", "--exit-code")
            assert outdated.returncode == 1
            assert ONE in outdated.stdout
            served.taken()
            done = run("update", "--root", "r", "--yes")
            assert done.returncode == 0, done.stderr
            assert [path for path in served.taken() if path.endswith((".zip", ".md"))] == ["/new.zip"]
        assert installed(tmp_path / "r") == {**{name: published(name) for name in NAMES}, ONE: files}

    def test_a_lock_file_gives_the_same_again(self, indexes, run, tmp_path: Path) -> None:
        assert run("install", f"{indexes.url}/{SUB}/", "--root", "a/skills", "--yes").returncode == 0
        lock = tmp_path / "a" / "skills.lock"
        assert f'"url": "{indexes.url}/{SUB}/archives/{ONE}/' in lock.read_text("utf-8")
        (tmp_path / "b").mkdir()
        shutil.copy(lock, tmp_path / "b" / "skills.lock")
        done = run("install", "--frozen", "--root", "b/skills")
        assert done.returncode == 0, done.stderr
        assert installed(tmp_path / "b" / "skills") == installed(tmp_path / "a" / "skills")

    def test_a_lock_file_gives_what_the_index_no_longer_names(self, folder_of_indexes, run, tmp_path: Path) -> None:
        site = tmp_path / "site"
        shutil.copytree(folder_of_indexes / SUB, site)
        index = site / ".well-known" / "agent-skills" / "index.json"
        with serve(site) as served:
            words = ("install", served.url, "--skill", ONE, "--yes", "--no-deps")
            assert run(*words, "--root", "a/skills").returncode == 0
            whole = json.loads(index.read_bytes())
            whole["skills"] = [entry for entry in whole["skills"] if entry["name"] != ONE]
            index.write_text(json.dumps(whole), encoding="utf-8")
            (tmp_path / "b").mkdir()
            shutil.copy(tmp_path / "a" / "skills.lock", tmp_path / "b" / "skills.lock")
            shutil.rmtree(tmp_path / ".cache")
            done = run("install", "--frozen", "--root", "b/skills")
        assert done.returncode == 0, done.stderr
        assert installed(tmp_path / "b" / "skills") == {ONE: published(ONE)}

    def test_all_of_an_old_index(self, old, run, tmp_path: Path) -> None:
        done = run("install", old.url, "--root", "r", "--yes")
        assert done.returncode == 0, done.stderr
        assert installed(tmp_path / "r") == {name: published(name) for name in NAMES}
        assert receipt(tmp_path / "r", ONE)["source"] == {
            "kind": "site",
            "location": f"{old.url}/",
            "assurance": "none",
        }
        assert run("outdated", "--root", "r", "--exit-code").returncode == 0


SECRET = "s3cr3t-w0rd"  # noqa: S105


def holding(folder: Path, secret: str) -> list[str]:
    """Return the files below a folder in which a secret stands, as it is or as a header holds it."""
    shapes = (secret.encode(), base64.b64encode(f"us:{secret}".encode()))
    files = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path.name for path in files if any(shape in path.read_bytes() for shape in shapes))


class TestCredentials:
    """A site that is not for everybody."""

    @pytest.fixture
    def private(self, built: Path) -> Iterator[Served]:
        login = base64.b64encode(f"us:{SECRET}".encode()).decode()
        with serve(built, proof=("Authorization", f"Basic {login}")) as served:
            yield served

    def test_without_any_it_is_refused_with_a_hint(self, private, run, tmp_path: Path) -> None:
        done = run("install", private.url, "--root", "r", "--yes")
        port = private.url.rpartition(":")[2]
        assert done.returncode == 3
        assert f"`{private.url}/versions.json` answers 401 Unauthorized" in done.stderr
        assert f"hint: `machine 127.0.0.1:{port}` in your netrc file" in done.stderr
        assert not list(tmp_path.rglob("SKILL.md"))

    def test_the_netrc_file_opens_it_and_its_secret_is_kept_nowhere(self, private, run, tmp_path: Path) -> None:
        host = private.url.removeprefix("http://")
        netrc = tmp_path / ".netrc"
        netrc.write_text(f"machine {host} login us password {SECRET}\n", encoding="utf-8")
        netrc.chmod(0o644)
        refused = run("install", private.url, "--root", "r/skills", "--skill", ONE, "--yes")
        assert refused.returncode == 3
        assert f"others can read `{netrc}`, which holds a password for `{host}`" in refused.stderr
        netrc.chmod(0o600)
        done = run("install", private.url, "--root", "r/skills", "--skill", ONE, "--yes", "--no-deps", "--json")
        assert done.returncode == 0, done.stderr
        assert installed(tmp_path / "r" / "skills") == {ONE: published(ONE)}
        assert run("update", "--root", "r/skills").returncode == 0
        assert holding(tmp_path, SECRET) == [".netrc"]
        assert SECRET not in refused.stderr + done.stdout + done.stderr

    def test_a_header_of_the_settings_opens_it(self, built, run, tmp_path: Path) -> None:
        with serve(built, proof=("PRIVATE-TOKEN", SECRET)) as served:
            settings = tmp_path / ".config" / "skillpack" / "config.toml"
            settings.parent.mkdir(parents=True)
            text = f'[[http.header]]\norigin = "{served.url}"\nname = "PRIVATE-TOKEN"\nenv = "TEAM_TOKEN"\n'
            settings.write_text(text, encoding="utf-8")
            words = ("install", served.url, "--root", "r/skills", "--skill", ONE, "--yes", "--no-deps")
            unset = run(*words)
            assert unset.returncode == 3
            assert "`TEAM_TOKEN` is not set, but `[[http.header]]` needs it" in unset.stderr
            done = run(*words, TEAM_TOKEN=SECRET)
            assert done.returncode == 0, done.stderr
        assert holding(tmp_path, SECRET) == []
        assert SECRET not in done.stdout + done.stderr

    def test_a_workspace_sends_nothing_anywhere(self, root, run, tmp_path: Path) -> None:
        (tmp_path / ".metis").mkdir()
        text = f'[[http.header]]\norigin = "{root.url}"\nname = "X"\nenv = "PATH"\n'
        (tmp_path / ".metis" / "skillpack.toml").write_text(text, encoding="utf-8")
        root.taken()
        done = run("install", root.url, "--root", "r", "--yes", HOME=str(tmp_path / "home"))
        assert done.returncode == 2, done.stderr
        assert "`http` is set, which only your own settings may" in done.stderr
        assert root.taken() == []


class TestFlags:
    def test_a_mirror_is_read_and_nobody_is_asked(self, built, run, tmp_path: Path) -> None:
        (tmp_path / "mirror").mkdir()
        (tmp_path / "mirror" / "skills.example.com").symlink_to(built, target_is_directory=True)
        url = "https://skills.example.com/"
        done = run("install", url, "--root", "r", "--yes", "--mirror", "mirror")
        assert done.returncode == 0, done.stderr
        assert installed(tmp_path / "r") == {name: published(name) for name in NAMES}
        assert receipt(tmp_path / "r", ONE)["source"]["location"] == url

    def test_offline_says_what_is_missing(self, root, run) -> None:
        root.taken()
        done = run("install", root.url, "--root", "r", "--yes", "--offline")
        assert done.returncode == 3
        assert "is not in the cache, and `--offline` sends no request" in done.stderr
        assert "hint: run it once without `--offline`, or give `--mirror DIR`" in done.stderr
        assert root.taken() == []

    def test_archives_of_another_origin_are_taken_where_that_is_allowed(self, built, root, run, tmp_path: Path) -> None:
        index = json.loads((built / ".well-known" / "agent-skills" / "index.json").read_bytes())
        for entry in index["skills"]:
            entry["url"] = f"{root.url}/{entry['url'].removeprefix('../../')}"
        place = tmp_path / "other" / ".well-known" / "agent-skills" / "index.json"
        place.parent.mkdir(parents=True)
        place.write_text(json.dumps(index), encoding="utf-8")
        with serve(tmp_path / "other") as served:
            words = ("install", served.url, "--root", "r", "--skill", ONE, "--yes", "--no-deps")
            refused = run(*words)
            assert refused.returncode == 3
            assert f"its file is at `{root.url}`, not at `{served.url}`" in refused.stderr
            done = run(*words, "--allow-origin", root.url)
            assert done.returncode == 0, done.stderr
        assert installed(tmp_path / "r") == {ONE: published(ONE)}
