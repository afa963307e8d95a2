"""Skills that somebody else put into a root, taken over as they are."""

import hashlib
import os
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from skillpack.errors import OutputError
from skillpack.install.adopt import Adoption, Match, adopt, adoptions
from skillpack.install.root.contents import differences
from skillpack.install.root.root import Root, entry_at, find_root, installed, read_lock
from skillpack.install.root.transaction import working
from skillpack.install.uninstall import uninstall
from skillpack.model.installed import ForeignSource, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.tree import make_tree
from skillpack.registry.skills_lock import PERSONAL, folder_digest
from skillpack.sources.access import Access
from skillpack.sources.sources import Fetching, Sources

LIMITS = Limits()
SKILL = b"---\nname: pdf\ndescription: Fills in forms. Use when there is a form.\n---\n# PDF\n"
FILES = {"SKILL.md": SKILL, "scripts/run.sh": b"#!/bin/sh\n"}


@pytest.fixture
def root(base: Path) -> Root:
    return find_root(base / "home" / ".claude" / "skills")


@pytest.fixture
def sources(base: Path) -> Iterator[Sources]:
    with Sources(Fetching(LIMITS, (), Access({}), base, base)) as opened:
        yield opened


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


def claim_of(base: Path, untouched: str = "") -> ForeignSource:
    return ForeignSource("a test", SourceKind.FOLDER, str(base / "source"), untouched=untouched)


def judged(root: Root, sources: Sources, claim: ForeignSource | None = None, *, force: bool = False) -> Adoption:
    claims = {"pdf": claim} if claim is not None else {}
    return next(adoptions(installed(root, LIMITS), root, claims, sources, LIMITS, force=force))


def everything(folder: str) -> dict[str, tuple[int, int, bytes]]:
    found = {}
    for path in sorted(Path(folder).rglob("*")):
        if path.is_file() and path.name != ".skillpack.json":
            seen = path.stat()
            found[str(path)] = (seen.st_ino, seen.st_mtime_ns, path.read_bytes())
    return found


def test_what_is_the_same_at_its_source_is_that_version(base: Path, root: Root, sources: Sources) -> None:
    write(base / "source" / "pdf", FILES)
    write(Path(root.skill("pdf")), FILES)
    before = everything(root.folder)
    found = judged(root, sources, claim_of(base))
    assert found.match is Match.SAME

    adopt([found], root, LIMITS)

    receipt = entry_at(root, "pdf", LIMITS).receipt
    assert receipt == found.receipt
    assert receipt is not None
    assert receipt.provenance.location == str(base / "source" / "pdf")
    assert differences(root.skill("pdf"), receipt) == ()
    assert everything(root.folder) == before
    assert [each.name for each in read_lock(root)] == ["pdf"]


def test_what_its_installer_left_untouched_is_an_older_version(base: Path, root: Root, sources: Sources) -> None:
    write(base / "source" / "pdf", {**FILES, "more.md": b"new"})
    write(Path(root.skill("pdf")), FILES)

    found = judged(root, sources, claim_of(base, folder_digest(make_tree(FILES))))

    assert found.match is Match.MOVED_ON
    assert found.receipt is not None
    assert [file.path for file in found.receipt.files] == ["SKILL.md", "scripts/run.sh"]
    assert found.receipt.provenance.kind is SourceKind.FOLDER


def test_so_it_is_by_the_name_that_git_has_for_it(base: Path, root: Root, sources: Sources) -> None:
    write(base / "source" / "pdf", {**FILES, "more.md": b"new"})
    write(Path(root.skill("pdf")), {"SKILL.md": SKILL})
    blob = hashlib.sha1(b"blob %d\0" % len(SKILL) + SKILL, usedforsecurity=False).digest()
    row = b"100644 SKILL.md\0" + blob
    tree = hashlib.sha1(b"tree %d\0" % len(row) + row, usedforsecurity=False).hexdigest()

    assert judged(root, sources, claim_of(base, tree)).match is Match.MOVED_ON


@pytest.mark.parametrize("untouched", ["", "0" * 64, "0" * 40])
def test_what_nobody_vouches_for_differs_and_is_adopted_as_edited(
    base: Path, root: Root, sources: Sources, untouched: str
) -> None:
    write(base / "source" / "pdf", FILES)
    write(Path(root.skill("pdf")), {"SKILL.md": SKILL + b"Mine.\n", "mine.md": b"mine"})
    found = judged(root, sources, claim_of(base, untouched))
    assert found.match is Match.DIFFERS
    said = [(each.kind, each.path) for each in found.differs]
    assert said == [("changed", "SKILL.md"), ("added", "mine.md"), ("removed", "scripts/run.sh")]

    adopt([found], root, LIMITS)

    assert found.receipt is not None
    assert differences(root.skill("pdf"), found.receipt) == found.differs
    assert uninstall(["pdf"], root, LIMITS)[0].step.action == "refuse"


@pytest.mark.parametrize(
    "marks",
    [
        {"evals/triggers.json": b"[]"},
        {
            "SKILL.md": b"---\ndescription: Fills in forms. Use when there is a form.\nmetadata:\n"
            b"    github-repo: https://github.com/x/y\n    github-tree-sha: '00'\nname: pdf\n---\n# PDF\n"
        },
    ],
)
def test_what_another_installer_wrote_into_it_is_no_edit(
    base: Path, root: Root, sources: Sources, marks: Mapping[str, bytes]
) -> None:
    write(base / "source" / "pdf", FILES)
    write(Path(root.skill("pdf")), {**FILES, **marks})
    found = judged(root, sources, claim_of(base))
    assert found.match is Match.MARKED

    adopt([found], root, LIMITS)

    assert found.receipt is not None
    assert differences(root.skill("pdf"), found.receipt) == ()


def test_the_note_of_an_installer_that_is_not_read_is_a_file_like_others(
    base: Path, root: Root, sources: Sources
) -> None:
    write(base / "source" / "pdf", FILES)
    write(Path(root.skill("pdf")), {**FILES, ".openskills.json": b'{"sourceType": "git"}'})

    assert judged(root, sources).claim is None
    assert [each.path for each in judged(root, sources, claim_of(base)).differs] == [".openskills.json"]


def test_another_body_is_an_edit(base: Path, root: Root, sources: Sources) -> None:
    write(base / "source" / "pdf", FILES)
    mine = SKILL.replace(b"name: pdf", b"metadata:\n  github-repo: https://github.com/x/y\nname: pdf") + b"Mine.\n"
    write(Path(root.skill("pdf")), {**FILES, "SKILL.md": mine})

    assert judged(root, sources, claim_of(base)).match is Match.DIFFERS


def test_without_a_source_what_is_here_is_what_is_known(root: Root, sources: Sources) -> None:
    write(Path(root.skill("pdf")), {**FILES, ".hidden": b"", "evals/x.json": b""})
    found = judged(root, sources)
    assert found.match is Match.UNKNOWN

    adopt([found], root, LIMITS)

    receipt = entry_at(root, "pdf", LIMITS).receipt
    assert receipt is not None
    assert receipt.provenance.kind is SourceKind.ADOPTED
    assert differences(root.skill("pdf"), receipt) == ()


def test_a_source_that_cannot_be_asked_is_not_believed(base: Path, root: Root, sources: Sources) -> None:
    write(Path(root.skill("pdf")), FILES)

    found = judged(root, sources, claim_of(base))

    assert found.match is Match.NOT_ASKED
    assert "does not exist" in found.reason
    assert found.receipt is not None
    assert (found.receipt.provenance.kind, found.receipt.provenance.location) == (SourceKind.ADOPTED, "")


def test_what_was_adopted_without_a_source_is_asked_for_again(base: Path, root: Root, sources: Sources) -> None:
    write(Path(root.skill("pdf")), FILES)
    adopt([judged(root, sources, claim_of(base))], root, LIMITS)
    assert judged(root, sources, claim_of(base)).match is Match.OURS
    write(base / "source" / "pdf", FILES)
    found = judged(root, sources, claim_of(base))
    assert found.match is Match.SAME

    assert adopt([found], root, LIMITS) == ()

    receipt = entry_at(root, "pdf", LIMITS).receipt
    assert receipt is not None
    assert receipt.provenance.kind is SourceKind.FOLDER


def link(folder: Path) -> None:
    (folder / "x.md").symlink_to("/etc/passwd")


def pipe(folder: Path) -> None:
    os.mkfifo(folder / "x.md")


def checkout(folder: Path) -> None:
    write(folder, {".git/HEAD": b"ref: refs/heads/main"})


def no_skill(folder: Path) -> None:
    (folder / "SKILL.md").unlink()


def odd_name(folder: Path) -> None:
    (folder / "a\nb").write_bytes(b"")


def large(folder: Path) -> None:
    with (folder / "x.bin").open("wb") as file:
        file.truncate(LIMITS.file + 1)


def spoiled(folder: Path) -> None:
    (folder / ".skillpack.json").write_bytes(b'{"schema": 2}')


def checksums(folder: Path) -> None:
    (folder / "SHA256SUMS").write_bytes(b"forged")


@pytest.mark.parametrize("spoil", [checksums, link, pipe, checkout, no_skill, odd_name, large, spoiled])
def test_what_a_receipt_cannot_describe_is_left_alone(root: Root, sources: Sources, spoil) -> None:
    folder = Path(root.skill("pdf"))
    write(folder, FILES)
    spoil(folder)

    found = judged(root, sources)

    assert (found.match, found.receipt) == (Match.NO_SKILL if spoil is no_skill else Match.REFUSED, None)
    assert found.reason


def test_a_receipt_that_cannot_be_read_is_put_aside_by_force(root: Root, sources: Sources) -> None:
    folder = Path(root.skill("pdf"))
    write(folder, FILES)
    spoiled(folder)

    saved = adopt([judged(root, sources, force=True)], root, LIMITS)

    assert Path(saved[0]).read_bytes() == b'{"schema": 2}'
    assert entry_at(root, "pdf", LIMITS).receipt is not None


def test_what_is_ours_already_stays_and_comes_into_the_lock_file(root: Root, sources: Sources) -> None:
    write(Path(root.skill("pdf")), FILES)
    first = judged(root, sources)
    adopt([first], root, LIMITS)
    root.lock_file.unlink()

    again = judged(root, sources)
    adopt([again], root, LIMITS)

    assert again.match is Match.OURS
    assert [each.name for each in read_lock(root)] == ["pdf"]


def test_a_folder_that_is_called_otherwise_is_adopted_without_its_source(
    base: Path, root: Root, sources: Sources
) -> None:
    write(base / "source" / "pdf", FILES)
    write(Path(root.skill("forms")), FILES)

    found = next(adoptions(installed(root, LIMITS), root, {"forms": claim_of(base)}, sources, LIMITS))

    assert found.match is Match.UNKNOWN
    assert found.reason == "its folder is named `forms` and the skill `pdf`"
    assert found.receipt is not None
    assert found.receipt.provenance.kind is SourceKind.ADOPTED


def test_a_link_in_the_place_of_the_folder_is_not_followed(base: Path, root: Root, sources: Sources) -> None:
    write(Path(root.skill("pdf")), FILES)
    found = judged(root, sources)
    Path(root.skill("pdf")).rename(base / "elsewhere")
    Path(root.skill("pdf")).symlink_to(base / "elsewhere")
    assert found.receipt is not None

    with working(root, LIMITS) as transaction, pytest.raises(OutputError, match="is a link"):
        transaction.adopt(found.receipt)

    assert not (base / "elsewhere" / ".skillpack.json").exists()


@pytest.mark.usefixtures("unprivileged")
def test_a_folder_that_may_not_be_written_to_stays_as_it_is(root: Root, sources: Sources) -> None:
    write(Path(root.skill("pdf")), FILES)
    found = judged(root, sources)
    Path(root.skill("pdf")).chmod(0o555)

    with pytest.raises(OutputError, match="could not be written: Permission denied"):
        adopt([found], root, LIMITS)

    assert sorted(path.name for path in Path(root.skill("pdf")).iterdir()) == ["SKILL.md", "scripts"]
    assert list(Path(root.staging).iterdir()) == []
    assert read_lock(root) == ()


class TestForeignSources:
    """A skill, or a project's lock file, that names a place where only this machine can go."""

    @pytest.mark.parametrize(
        ("kind", "location", "reason"),
        [
            (SourceKind.GIT, "http://127.0.0.1:{port}/x", "is in a private network, and you did not name it yourself"),
            (
                SourceKind.GIT,
                "ssh://git@127.0.0.1:{port}/x",
                "is in a private network, and you did not name it yourself",
            ),
            (SourceKind.GIT, "file:///srv/x", "you did not give this `file` repository yourself"),
            (SourceKind.SITE, "http://127.0.0.1:{port}/", "is in a private network, and you did not name it yourself"),
        ],
    )
    def test_nobody_is_asked(
        self, root: Root, sources: Sources, network, kind: SourceKind, location: str, reason: str
    ) -> None:
        write(Path(root.skill("pdf")), FILES)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(0)
            where = location.format(port=listener.getsockname()[1])
            found = judged(root, sources, ForeignSource("skills-lock.json", kind, where))
            with pytest.raises(BlockingIOError):
                listener.accept()
        assert found.match is Match.NOT_ASKED
        assert reason in found.reason
        assert not network.tried

    def test_an_origin_that_the_user_trusts_is_asked(self, root: Root, base: Path, network) -> None:
        write(Path(root.skill("pdf")), FILES)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        url = f"http://127.0.0.1:{port}/"
        with Sources(Fetching(LIMITS, (), Access({}, origins=(url,)), base, base)) as sources:
            judged(root, sources, ForeignSource("skills-lock.json", SourceKind.SITE, url))
        assert network.tried[0] == ("127.0.0.1", port)

    def test_in_the_user_s_own_note_it_is_asked(self, root: Root, sources: Sources, network) -> None:
        write(Path(root.skill("pdf")), FILES)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        judged(root, sources, ForeignSource(PERSONAL, SourceKind.SITE, f"http://127.0.0.1:{port}/"))
        assert network.tried[0] == ("127.0.0.1", port)
