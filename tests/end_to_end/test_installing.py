"""Installing as people do it: the installed command, a site on 127.0.0.1, and every byte of the root compared."""

import html
import io
import json
import os
import re
import shutil
import subprocess
import threading
import zipfile
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from skillpack.model.digest import sha256

DAY_TWO = "1770000000"  # 2026-02-02
NAMES = ["alpha", "beta", "delta", "gamma", "many"]

Files = dict[str, bytes]


@dataclass
class Person:
    """Somebody with a home and a project of their own, who types `skillpack`.

    Attributes:
        command: `skillpack`, which needs no start.
        status: Of the last command.
        err: What it said.
    """

    home: Path
    project: Path
    command: Path
    status: int = 0
    err: str = ""
    more: dict[str, str] = field(default_factory=dict)

    def __call__(self, *words: object, status: int = 0) -> str:
        """Run `skillpack`, and return what it printed."""
        done = subprocess.run(
            [self.command, *map(str, words)],
            cwd=self.project,
            env={"PATH": os.defpath, "HOME": str(self.home), "LC_ALL": "C.UTF-8", "COLUMNS": "100", **self.more},
            capture_output=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            timeout=60,
            check=False,
        )
        self.status, self.err = done.returncode, done.stderr
        assert done.returncode == status, f"{words}\n{done.stdout}{done.stderr}"
        return done.stdout

    @property
    def root(self) -> Path:
        return self.project / ".metis" / "skills"


@pytest.fixture
def person(tmp_path: Path, warm: Path) -> Callable[[str], Person]:
    """Return a function that gives somebody by name, with an empty project, where nobody was before."""

    def somebody(name: str) -> Person:
        found = Person(tmp_path / name, tmp_path / name / "project", warm / "skillpack")
        found.project.mkdir(parents=True)
        return found

    return somebody


@pytest.fixture
def you(person) -> Person:
    return person("you")


class Host:
    """A folder that is published, and what is published in it."""

    def __init__(self, catalog, serve) -> None:
        self.catalog = catalog
        self.folder = catalog.folder / "published"
        self.folder.mkdir()
        self.address = serve(self.folder)

    def publish(self, out: str) -> None:
        """Replace the site by one that was built."""
        shutil.rmtree(self.folder)
        shutil.copytree(self.catalog.folder / out, self.folder)

    def release(self, out: str, previous: str, day: str = DAY_TWO) -> None:
        """Build the site that follows another one, and publish it."""
        assert self.catalog.build(out, previous=previous, day=day) == 0
        self.publish(out)


@pytest.fixture
def host(published, serve) -> Host:
    """Give a host that has published the first site of the catalog."""
    found = Host(published, serve)
    found.publish("one")
    return found


def below(folder: Path) -> Files:
    """Return every file below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def skills(root: Path) -> Files:
    """Return every file of the skills of a root, our receipts left out."""
    return {path: content for path, content in below(root).items() if not path.endswith("/.skillpack.json")}


def labels(you: Person) -> dict[str, str]:
    return {row["name"]: row["label"] for row in json.loads(you("list", "--workspace", "--all", "--json"))}


class TestTheStory:
    def test_from_a_site_to_an_empty_root(self, host, you) -> None:
        sources = below(host.catalog.source / "skills")

        # Everything that the site offers, byte for byte.
        you("install", host.address, "--workspace", "--yes")
        assert skills(you.root) == sources
        assert labels(you) == dict.fromkeys(NAMES, "1.0.0")
        you("verify")
        placed = below(you.root)

        # An edit is found, and not lost to a new version.
        edited = you.root / "alpha" / "SKILL.md"
        edited.write_bytes(edited.read_bytes() + b"My own remark.\n")
        mine = edited.read_bytes()
        assert you("verify", status=1).split("\n")[:2] == ["✗ alpha 1.0.0", "    ~ changed  SKILL.md"]
        host.catalog.write("alpha", "1.1.0", "Other words.")
        host.release("two", previous="one")
        you("update", "--yes", status=3)
        assert "alpha" in you.err
        assert below(you.root) == {**placed, "alpha/SKILL.md": mine}

        # Who insists gets the new version, and the edit is kept as the one before.
        you("update", "--yes", "--force")
        assert skills(you.root) == below(host.catalog.source / "skills")
        assert labels(you)["alpha"] == "1.1.0"
        you("rollback", "alpha")
        assert edited.read_bytes() == mine
        you("rollback", "alpha", "--undo")
        assert skills(you.root) == below(host.catalog.source / "skills")

        # Gone means gone.
        you("uninstall", *NAMES)
        assert [*you.root.iterdir()] == []
        assert labels(you) == {}

    def test_an_edit_is_named_by_file(self, host, you) -> None:
        you("install", host.address, "--workspace", "--yes")
        (you.root / "many" / "more.md").unlink()
        (you.root / "beta" / "SKILL.md").write_bytes(b"changed")
        (you.root / "gamma" / "added.md").write_bytes(b"added")

        found = json.loads(you("verify", "--json", status=1))
        named = {
            (row["name"], difference["path"], difference["kind"]) for row in found for difference in row["differences"]
        }
        assert named == {
            ("many", "more.md", "removed"),
            ("beta", "SKILL.md", "changed"),
            ("gamma", "added.md", "added"),
        }

    def test_what_is_current_is_not_fetched_again(self, host, you, sent: list[str]) -> None:
        you("install", host.address, "--workspace", "--yes")
        sent.clear()

        you("update", "--yes")
        you("outdated", "--exit-code")
        assert not [path for path in sent if "/archives/" in path]

    def test_only_what_changed_is_fetched(self, host, you, sent: list[str]) -> None:
        you("install", host.address, "--workspace", "--yes")
        host.catalog.write("beta", "1.0.1", "Fixed.")
        host.release("two", previous="one")
        sent.clear()

        you("update", "--yes")
        assert {path.split("/")[2] for path in sent if "/archives/" in path} == {"beta"}

    def test_one_skill_of_a_site(self, host, you) -> None:
        you("install", host.address, "--skill", "many", "--workspace", "--yes")
        assert skills(you.root) == {
            path: content for path, content in below(host.catalog.source / "skills").items() if path.startswith("many/")
        }


class TestFromOneAgentToAnother:
    def test_what_is_installed_is_a_source_like_others(self, host, you) -> None:
        you("install", host.address, "--skill", "many", "--agent", "claude-code", "--yes")
        there = you.project / ".claude" / "skills"

        you("install", there / "many", "--agent", "codex", "--yes")
        assert skills(you.project / ".agents" / "skills") == skills(there)
        you("install", there, "--root", you.home / "all", "--yes")
        assert skills(you.home / "all") == skills(there)
        you("verify", "--agent", "codex")

    def test_what_is_installed_can_be_checked_and_published(self, host, you) -> None:
        you("install", host.address, "--workspace", "--yes")
        you("check", you.root)
        you("build", you.root, "-o", "again", "--no-cache")

        archives = {path: content for path, content in below(you.project / "again").items() if "archives/" in path}
        assert archives == {path: content for path, content in below(host.folder).items() if "archives/" in path}


class TestTheLinesOfAPage:
    """What a page tells its readers to type does what it says, typed into a shell."""

    @pytest.fixture
    def line(self, host) -> Callable[[str], str]:
        """Return a function that gives the line for Metis of a page of the site."""

        def find(page: str) -> str:
            text = (host.folder / page / "index.html").read_text()
            (found,) = re.findall(r'name="client" value="metis".*?<pre>(.*?)</pre>', text, re.DOTALL)
            code = html.unescape(re.sub(r"<[^>]*>", "", found))
            return code.replace("SITE_URL", host.address.removesuffix("/"))

        return find

    def typed(self, you: Person, line: str) -> Files:
        env = {"PATH": f"{you.command.parent}{os.pathsep}{os.defpath}", "HOME": str(you.home), "LC_ALL": "C.UTF-8"}
        subprocess.run(["bash", "-c", f"{line} --yes"], cwd=you.project, env=env, check=True, capture_output=True)
        return skills(you.home / ".metis" / "skills")

    def test_a_skills_page(self, host, you, line) -> None:
        assert line("skills/many").startswith("skillpack install http://127.0.0.1:")
        sources = below(host.catalog.source / "skills")
        assert self.typed(you, line("skills/many")) == {
            path: content for path, content in sources.items() if path.startswith("many/")
        }

    def test_a_bundles_page(self, host, you, line) -> None:
        host.catalog.configure('[[bundle]]\nname = "kit"\ndescription = "Two"\nskills = ["alpha", "many"]\n')
        host.release("two", previous="one")
        sources = below(host.catalog.source / "skills")
        assert self.typed(you, line("bundles/kit")) == {
            path: content for path, content in sources.items() if path.startswith(("alpha/", "many/"))
        }

    def test_a_skill_that_is_withheld_now_is_offered_as_it_was(self, host, you, line) -> None:
        (host.catalog.source / "skills" / "beta" / "SKILL.md").write_text("---\nname: [\n---\n")
        was = (host.folder / "archives" / "beta" / "beta-1.0.0.md").read_bytes()
        assert host.catalog.build("two", previous="one", day=DAY_TWO) == 1
        host.publish("two")
        assert self.typed(you, line("skills/beta")) == {"beta/SKILL.md": was}


class TestBehindALogin:
    """A host that gives nothing to who does not say a name and a password."""

    @pytest.fixture
    def closed(self, host) -> Iterator[str]:
        """Give the address of the same site behind a login, until the test ends."""

        class Door(SimpleHTTPRequestHandler):
            def send_head(self) -> object:
                if self.headers["Authorization"] == f"Basic {b64encode(b'you:secret').decode()}":
                    return super().send_head()
                self.send_error(401)
                return None

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Door, directory=str(host.folder)))
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        server.server_close()

    def test_a_netrc_file_opens_it(self, closed, you) -> None:
        you("install", f"{closed}skills/many", "--workspace", "--yes", status=3)
        assert "in your netrc file" in you.err
        assert not you.root.exists() or [*you.root.iterdir()] == []

        netrc = you.home / ".netrc"
        netrc.write_text(f"machine {closed.split('/')[2]} login you password secret\n")
        netrc.chmod(0o600)
        you("install", f"{closed}skills/many", "--workspace", "--yes")
        assert labels(you) == {"many": "1.0.0"}
        kept = b"".join(below(you.project / ".metis").values())
        assert b"secret" not in kept + you.err.encode()

    def test_a_header_of_ones_own_settings_opens_it(self, closed, you) -> None:
        settings = you.home / ".config" / "skillpack" / "config.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text(
            f'[[registry]]\nurl = "{closed}"\n'
            f'[[http.header]]\norigin = "{closed[:-1]}"\nname = "Authorization"\nenv = "TOKEN"\n'
        )
        you.more["TOKEN"] = f"Basic {b64encode(b'you:secret').decode()}"
        you("install", "many", "--workspace", "--yes")
        assert labels(you) == {"many": "1.0.0"}


class TestAHostThatLies:
    """A site whose files are not what its indexes say, or whose indexes say what they like."""

    ARCHIVE = "archives/many/many-1.0.0.zip"

    def replace(self, host: Host, content: bytes, *, fixed: bool) -> None:
        """Put another archive in the place of one; `fixed` writes its digest into every index as well."""
        archive = host.folder / self.ARCHIVE
        was, new = sha256(archive.read_bytes()), sha256(content)
        archive.write_bytes(content)
        for path in host.folder.rglob("*.json") if fixed else ():
            path.write_text(path.read_text().replace(was, new))

    def zipped(self, files: dict[str, bytes | str]) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for path, content in files.items():
                archive.writestr(path, content)
        return out.getvalue()

    @pytest.fixture
    def skill(self, host) -> bytes:
        return (host.catalog.source / "skills" / "many" / "SKILL.md").read_bytes()

    @pytest.mark.parametrize("spec", ["many", "site"])
    @pytest.mark.parametrize(
        ("more", "fixed", "said"),
        [
            ({}, False, "does not match its digest"),
            ({"more.md": b"Other words.\n"}, True, "does not match its digest"),
            ({"extra.sh": b"#!/bin/sh\n"}, True, "does not match its digest"),
            ({"../../evil.md": b"x"}, True, "goes up with `..`"),
            ({".skillpack.json": b"{}"}, True, "here it is forged"),
            ({"skill.md": b"x"}, True, "conflicts with"),
        ],
    )
    def test_it_is_refused_and_the_others_are_placed(self, host, you, skill, spec, more, fixed, said) -> None:
        self.replace(host, self.zipped({"SKILL.md": skill, **more}), fixed=fixed)
        words = [host.address] if spec == "site" else ["many", "--registry", host.address]

        you("install", *words, "--workspace", "--yes", status=3)
        assert said in you.err
        others = {} if spec == "many" else below(host.catalog.source / "skills")
        assert skills(you.root) == {path: content for path, content in others.items() if path[:5] != "many/"}
        names = {path.relative_to(you.home).parts[:3] for path in you.home.rglob("*") if path.is_file()}
        allowed = {
            ("project", ".metis", "skills"),
            ("project", ".metis", ".skillpack"),
            ("project", ".metis", "skills.lock"),
        }
        assert {parts for parts in names if parts[0] != ".cache"} <= allowed

    def test_what_is_there_stays(self, host, you) -> None:
        you("install", host.address, "--workspace", "--yes")
        placed = below(you.root)
        host.catalog.write("many", "1.1.0", more="# Even more\n")
        host.release("two", previous="one")
        archive = host.folder / "archives" / "many" / "many-1.1.0.zip"
        archive.write_bytes(archive.read_bytes()[:-1])

        you("update", "--yes", status=3)
        assert below(you.root) == placed
        you("verify")


class TestChecksums:
    def test_they_find_what_changed_and_what_is_missing(self, host, you) -> None:
        you("install", host.address, "--workspace", "--yes")
        sums = host.folder / "archives" / "many" / "many-1.0.0.SHA256SUMS"
        folder = you.root / "many"

        def check() -> tuple[int, str]:
            done = subprocess.run(
                ["sha256sum", "-c", sums],
                cwd=folder,
                env={"PATH": os.defpath, "LC_ALL": "C"},
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
            return done.returncode, done.stdout

        assert check() == (0, "SKILL.md: OK\nmore.md: OK\n")
        assert you("show", folder, "--sums") == sums.read_text()
        (folder / "SKILL.md").write_bytes(b"changed")
        (folder / "more.md").unlink()
        assert check() == (1, "SKILL.md: FAILED\nmore.md: FAILED open or read\n")


class TestTwoMachines:
    def test_a_lock_file_makes_the_same_root(self, host, person) -> None:
        here, there = person("here"), person("there")
        here("install", host.address, "--workspace", "--yes")
        lock = here.root.with_name("skills.lock")
        host.catalog.write("alpha", "1.1.0", "Other words.")
        host.release("two", previous="one")
        _check_out(there, lock.read_text())

        there("install", "--frozen", "--workspace", "--yes")
        assert below(there.root) == below(here.root)
        assert there.root.with_name("skills.lock").read_bytes() == lock.read_bytes()
        assert labels(there)["alpha"] == "1.0.0"

    def test_a_lock_file_that_cannot_be_kept_changes_nothing(self, host, person) -> None:
        here, there = person("here"), person("there")
        here("install", host.address, "--workspace", "--yes")
        lock = json.loads(here.root.with_name("skills.lock").read_bytes())
        _check_out(there, json.dumps(lock).replace(_first_digest(lock), "0" * 64))

        there("install", "--frozen", "--workspace", "--yes", status=3)
        assert not there.root.exists() or [*there.root.iterdir()] == []


def _check_out(somebody: Person, lock: str) -> None:
    """Give somebody a lock file as a checkout of the project does: with the folder that it lies in, and no more."""
    somebody.root.parent.mkdir()
    somebody.root.with_name("skills.lock").write_text(lock)


def _first_digest(lock: dict[str, object]) -> str:
    skills = lock["skills"]
    rows = list(skills.values()) if isinstance(skills, dict) else skills
    return rows[0]["digest"].removeprefix("sha256:")


class TestACatalogWithAPast:
    @pytest.fixture
    def later(self, host) -> Host:
        """Give the host after everything happened to its skills that can happen to them."""
        host.catalog.write("beta", "1.1.0", "A version that will be taken back.")
        host.release("two", previous="one")
        host.catalog.change_everything()
        host.catalog.write("beta", "1.2.0", "A version that fixes it.")
        host.catalog.configure(
            '[[renamed]]\nfrom = "gamma"\nto = "gamma-two"\nreason = "clearer"\n'
            '[[renamed]]\nfrom = "delta"\nto = ""\nreason = "nobody used it"\n'
            '[[yanked]]\nname = "beta"\nversion = "1.1.0"\nreason = "wrong numbers"\n'
        )
        host.release("three", previous="two")
        return host

    def ask(self, you: Person, host: Host, name: str, status: int = 0) -> str:
        return you("install", name, "--registry", host.address, "--workspace", "--yes", status=status)

    def test_outdated_tells_them_apart(self, host, you, request) -> None:
        for name in NAMES:
            self.ask(you, host, name)
        request.getfixturevalue("later")

        rows = {row["name"]: row for row in json.loads(you("outdated", "--json", "--exit-code", status=1))}
        standing = {name: row["standing"] for name, row in rows.items()}
        assert standing == {
            "alpha": "newer",
            "beta": "newer",
            "gamma": "renamed",
            "delta": "withdrawn",
            "many": "current",
        }
        assert rows["gamma"]["successor"] == "gamma-two"
        assert rows["delta"]["reason"] == "nobody used it"

    def test_a_version_that_was_taken_back_is_said_so(self, host, you, request) -> None:
        host.catalog.write("beta", "1.1.0", "A version that will be taken back.")
        host.release("two", previous="one")
        self.ask(you, host, "beta")
        assert labels(you) == {"beta": "1.1.0"}
        shutil.rmtree(host.catalog.folder / "two")
        request.getfixturevalue("later")

        row = json.loads(you("outdated", "--json"))[0]
        assert row["name"] == "beta"
        assert "wrong numbers" in json.dumps(row)
        you("update", "--yes")
        assert labels(you) == {"beta": "1.2.0"}

    def test_a_version_that_was_taken_back_is_given_to_those_alone_who_name_it(self, later, you) -> None:
        later.catalog.configure(
            "".join(
                f'[[yanked]]\nname = "beta"\nversion = "{label}"\nreason = "wrong {what}"\n'
                for label, what in (("1.1.0", "numbers"), ("1.2.0", "again"))
            )
        )
        later.release("four", previous="three")
        self.ask(you, later, "beta@^1")
        assert labels(you) == {"beta": "1.0.0"}

        self.ask(you, later, "beta@1.1.0")
        assert "wrong numbers" in you.err
        assert labels(you) == {"beta": "1.1.0"}

    def test_an_older_version_stays_installable(self, later, you) -> None:
        self.ask(you, later, "alpha")
        assert labels(you) == {"alpha": "1.1.0"}
        self.ask(you, later, "alpha@1.0.0", status=3)
        hint = you.err.split("`")[1].split()
        assert labels(you) == {"alpha": "1.1.0"}
        you(*hint[1:])
        assert labels(you) == {"alpha": "1.0.0"}
        assert b"Plain." in (you.root / "alpha" / "SKILL.md").read_bytes()
        you("rollback", "alpha")
        assert labels(you) == {"alpha": "1.1.0"}

    def test_a_new_name_is_said_and_a_skill_that_is_gone_stays(self, host, you, request) -> None:
        for name in ("gamma", "delta"):
            self.ask(you, host, name)
        placed = below(you.root)
        request.getfixturevalue("later")

        you("update", "--yes")
        assert "gamma-two" in you.err
        assert "nobody used it" in you.err
        assert below(you.root) == placed

        self.ask(you, host, "gamma", status=3)
        assert "gamma-two" in you.err
        self.ask(you, host, "delta", status=3)
        assert "nobody used it" in you.err


class TestWordsThatMeanHarm:
    """A catalog whose every text holds what a terminal would obey: nothing of it is obeyed."""

    def test_nothing_of_it_reaches_a_terminal(self, tmp_path, hostile_sites, serve, you) -> None:
        host = tmp_path / "host"
        address = serve(host)
        host.symlink_to(hostile_sites.one)
        said = [you("install", address, "--workspace", "--yes", "--force"), you.err]
        assert len(labels(you)) > 60
        placed = skills(you.root)

        host.unlink()
        host.symlink_to(hostile_sites.two)
        for words in (
            ["list", "--workspace", "--all"],
            ["outdated"],
            ["update", "--yes", "--accept-powers", "--force"],
            ["verify"],
            ["show", f"{address}skills/controls"],
            ["show", you.root / "controls"],
            ["search", "--catalog", address, "controls"],
            ["doctor"],
            ["rollback", "controls"],
            ["uninstall", *(name for name in labels(you) if name != "controls")],
        ):
            said += [you(*words), you.err]
            if words[0] == "doctor":
                said += [you("rollback", "bidi", status=3), you.err]  # previous version was yanked
        odd = {char for char in "".join(said) if not char.isprintable() and char != "\n"}
        assert odd == set()
        assert {path.split("/")[0] for path in skills(you.root)} == {"controls"}
        assert {path: placed[path] for path in skills(you.root)} == skills(you.root)
