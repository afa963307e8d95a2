"""Paths, names and layouts that are refused in every container."""

import io
import tarfile
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterable

import pytest

from skillpack.archive.read import read_archive
from skillpack.errors import ArchiveError
from skillpack.model.limits import Limits

SKILL = b"---\nname: sample\ndescription: Packs and unpacks. Use in tests.\n---\n\n# Sample\n"
Files = Iterable[tuple[str, bytes]]


def zipped(files: Files) -> bytes:
    """Return a zip with names as they are given, which `zipfile` alone would fix."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a name that is there already
        for number, (name, content) in enumerate(files):
            info = zipfile.ZipInfo(f"{number}")
            info.filename = name
            info.external_attr = (0o040755 if name.endswith("/") else 0o100644) << 16
            archive.writestr(info, content)
    return out.getvalue()


def tarred(files: Files) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz", format=tarfile.GNU_FORMAT) as archive:
        for name, content in files:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            info.type = tarfile.DIRTYPE if name.endswith("/") else tarfile.REGTYPE
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


CONTAINERS = pytest.mark.parametrize("pack", [zipped, tarred], ids=["zip", "tar"])
Pack = Callable[[Files], bytes]

PATHS = {
    "parent": ("../evil", "goes up with `..`"),
    "parent in the middle": ("scripts/../../evil", "goes up with `..`"),
    "parent at the end": ("scripts/..", "goes up with `..`"),
    "parent by backslashes": ("..\\evil", "goes up with `..`"),
    "absolute": ("/etc/passwd", "the path is absolute"),
    "another machine": ("//server/share", "names another machine"),
    "another machine by backslashes": ("\\\\server\\share", "names another machine"),
    "device path": ("\\\\?\\C:\\evil", "names another machine"),
    "drive": ("C:evil", "starts with a drive"),
    "drive with a slash": ("c:/evil", "starts with a drive"),
    "backslash": ("scripts\\run.sh", "separates folders on Windows"),
    "dot": ("./notes.md", "second spelling"),
    "dot in the middle": ("scripts/./run.sh", "second spelling"),
    "double slash": ("scripts//run.sh", "second spelling"),
    "slash at the start of a folder": ("scripts//", "second spelling"),
    "too deep": ("d/" * 16 + "x", "lies too deep"),
    "too long": ("/".join(["d" * 99] * 5), "the path is too long"),
    "component too long": ("d" * 256, "one name of the path is too long"),
    "component too long in UTF-8": ("é" * 128, "one name of the path is too long"),
    "newline": ("notes\n.md", "control character"),
    "escape": ("\x1b[2Jnotes.md", "control character"),
    "delete": ("notes\x7f.md", "control character"),
    "C1 control": ("notes\x9b.md", "control character"),
    "direction": ("notes\u202edm.exe", "turns the direction"),
    "isolate": ("notes\u2066dm.exe", "turns the direction"),
    "direction mark": ("notes\u200f.md", "turns the direction"),
    "zero-width space": ("not\u200bes.md", "invisible character"),
    "zero-width joiner": ("not\u200des.md", "invisible character"),
    "byte-order mark": ("\ufeffnotes.md", "invisible character"),
    "soft hyphen": ("not\u00ades.md", "invisible character"),
    "tag": ("notes\U000e0041.md", "invisible character"),
    "line separator": ("notes\u2028.md", "invisible character"),
    "paragraph separator": ("notes\u2029.md", "invisible character"),
    "private use": ("notes\ue000.md", "does not know"),
    "no character": ("notes\uffff.md", "does not know"),
    "decomposed": ("cafe\u0301.md", "composed form"),
    "kelvin sign": ("\u212a.md", "composed form"),
    "stream": ("notes.md:evil", "hidden stream"),
    "star": ("notes*.md", "Windows takes none"),
    "question mark": ("notes?.md", "Windows takes none"),
    "quote": ('notes".md', "Windows takes none"),
    "bracket": ("notes<.md", "Windows takes none"),
    "pipe": ("notes|.md", "Windows takes none"),
    "device": ("con", "a device on Windows"),
    "device with an ending": ("Aux.md", "a device on Windows"),
    "device with a blank": ("nul .md", "a device on Windows"),
    "device with a number": ("scripts/COM1.txt", "a device on Windows"),
    "device with a raised number": ("lpt\u00b9", "a device on Windows"),
    "device as a folder": ("prn/x", "a device on Windows"),
    "console": ("CONIN$", "a device on Windows"),
    "dot at the end": ("notes.", "drops the dot or space"),
    "space at the end": ("notes ", "drops the dot or space"),
    "space at the end of a folder": ("notes /x", "drops the dot or space"),
    "git": (".git/config", "would make the skill a repository"),
    "git in another case": (".GIT/hooks/post-checkout", "would make the skill a repository"),
    "git as a file": (".git", "would make the skill a repository"),
    "git below": ("vendor/.git/config", "would make the skill a repository"),
    "git by its short name": ("GIT~1/config", "would make the skill a repository"),
    "git with a dot": (".git./config", "drops the dot or space"),
    "receipt": (".skillpack.json", "here it is forged"),
    "receipt in another case": (".Skillpack.JSON", "here it is forged"),
    "checksums": ("SHA256SUMS", "cannot be part of it"),
}


@CONTAINERS
@pytest.mark.parametrize("case", PATHS)
@pytest.mark.parametrize("prefix", ["", "sample/"], ids=["flat", "wrapped"])
def test_a_hostile_path_is_refused(pack: Pack, case: str, prefix: str) -> None:
    path, message = PATHS[case]
    with pytest.raises(ArchiveError) as caught:
        read_archive(pack([(f"{prefix}SKILL.md", SKILL), (prefix + path, b"")]), Limits())
    assert message in str(caught.value)
    assert str(caught.value).isprintable()


def test_each_refusal_of_a_path_names_it_as_it_lies_in_the_archive(refusals, snapshot) -> None:
    hostile = {case: zipped([("sample/SKILL.md", SKILL), (f"sample/{path}", b"")]) for case, (path, _) in PATHS.items()}
    assert refusals(hostile, Limits()) == snapshot


@CONTAINERS
@pytest.mark.parametrize("path", ["../evil/", "/evil/", "con/", "a:/", ".git/", "bad\u202e/", "d/" * 17])
def test_a_hostile_folder_is_refused_though_it_is_empty(pack: Pack, path: str) -> None:
    with pytest.raises(ArchiveError, match=r"path|repository"):
        read_archive(pack([("SKILL.md", SKILL), (path, b"")]), Limits())


def test_a_nul_in_a_name_is_refused() -> None:
    archive = zipped([("SKILL.md", SKILL), ("notes.md?.sh", b"x")]).replace(b"notes.md?.sh", b"notes.md\0.sh")
    with pytest.raises(ArchiveError, match=r"`notes.md\\x00.sh`: the path holds a NUL"):
        read_archive(archive, Limits())


def test_an_empty_name_is_refused() -> None:
    archive = zipped([("SKILL.md", SKILL), ("", b"x")])
    with pytest.raises(ArchiveError, match=r"^``: a file has no name$"):
        read_archive(archive, Limits())


@CONTAINERS
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("notes.md", "NOTES.MD"),
        ("straße.md", "STRASSE.md"),
        ("Notes/a.md", "notes/b.md"),
        ("a/Notes/a.md", "a/notes/b.md"),
        ("notes", "notes/a.md"),
        ("notes/a.md", "notes"),
        ("notes", "Notes/a.md"),
        ("notes", "notes/"),
        ("notes/", "Notes/"),
        ("notes/", "NOTES"),
        ("SKILL.md", "skill.md"),
        ("ﬁle.md", "FILE.md"),
        ("İ.md", "i̇.md"),
    ],
)
def test_paths_that_collide_somewhere_are_refused(pack: Pack, first: str, second: str) -> None:
    files = [(first, b"" if first.endswith("/") else SKILL), (second, b"" if second.endswith("/") else b"y")]
    with pytest.raises(ArchiveError, match="conflicts with"):
        read_archive(pack([*files, *([] if first == "SKILL.md" else [("SKILL.md", SKILL)])]), Limits())


@CONTAINERS
@pytest.mark.parametrize("path", ["notes.md", "notes/", "sample/", "sample/SKILL.md"])
def test_a_path_that_is_there_twice_is_refused(pack: Pack, path: str) -> None:
    content = b"" if path.endswith("/") else SKILL
    with pytest.raises(ArchiveError, match=f"`{path}`: it is in the archive twice"):
        read_archive(pack([("sample/SKILL.md", SKILL), (path, content), (path, content)]), Limits())


LAYOUTS = {
    "no skill": ([("notes.md", b"x")], "no `SKILL.md` at the root or in a single folder"),
    "folders alone": ([("sample/", b"")], "no `SKILL.md` at the root or in a single folder"),
    "too far down": ([("a/sample/SKILL.md", SKILL)], "neither at the root nor in a single folder"),
    "too far down, beside others": (
        [("a/sample/SKILL.md", SKILL), ("x.md", b"")],
        "neither at the root nor in a single",
    ),
    "two skills": ([("one/SKILL.md", SKILL), ("two/SKILL.md", SKILL)], "2 skills: `one/SKILL.md`, `two/SKILL.md`"),
    "beside the folder": ([("sample/SKILL.md", SKILL), ("notes.md", b"x")], "`notes.md`: it is next to"),
    "folder beside the folder": ([("sample/SKILL.md", SKILL), ("other/", b"")], "`other/`: it is next to"),
    "Finder's folder": ([("sample/SKILL.md", SKILL), ("__MACOSX/sample/._SKILL.md", b"x")], "it is next to"),
    "lower case": ([("skill.md", SKILL)], "must be called `SKILL.md`"),
    "lower case in a folder": ([("sample/Skill.md", SKILL)], "must be called `SKILL.md`"),
    "folder of another name": ([("other/SKILL.md", SKILL)], "`other/`: the folder is not named `sample`"),
    "folder in another case": ([("Sample/SKILL.md", SKILL)], "`Sample/`: the folder is not named `sample`"),
    "skill in the skill, flat": (
        [("SKILL.md", SKILL), ("sample/SKILL.md", SKILL)],
        "the skill contains a second skill",
    ),
    "skill in the skill, wrapped": (
        [("sample/SKILL.md", SKILL), ("sample/sample/SKILL.md", SKILL)],
        "the skill contains a second skill",
    ),
    "skill file is a folder": ([("SKILL.md/", b""), ("SKILL.md/x", SKILL)], "no `SKILL.md` at the root"),
    "hostile wrapper": ([("../SKILL.md", SKILL)], "goes up with `..`"),
    "absolute wrapper": ([("/SKILL.md", SKILL)], "the path is absolute"),
    "device as wrapper": ([("con/SKILL.md", b"no front matter")], "a device on Windows"),
    "drive as wrapper": ([("c:/SKILL.md", SKILL)], "starts with a drive"),
    "dots before some names": ([("SKILL.md", SKILL), ("./notes.md", b"x")], "second spelling"),
    "nothing": ([], "zip is empty|no `SKILL.md`"),
}


@CONTAINERS
@pytest.mark.parametrize("case", LAYOUTS)
def test_a_wrong_layout_is_refused(pack: Pack, case: str) -> None:
    files, message = LAYOUTS[case]
    with pytest.raises(ArchiveError) as caught:
        read_archive(pack(files), Limits())
    assert any(part in str(caught.value) for part in message.split("|"))


def test_each_refusal_of_a_layout_says_what_to_do(refusals, snapshot) -> None:
    assert refusals({case: zipped(files) for case, (files, _) in LAYOUTS.items()}, Limits()) == snapshot


def test_of_two_paths_that_collide_the_later_is_refused(refusals) -> None:
    pairs = {
        "sample/": [("sample/SKILL.md", SKILL), ("sample/a/x.md", b""), ("sample/A/y.md", b"")],
        "": [("SKILL.md", SKILL), ("notes.md", b""), ("NOTES.MD", b"")],
    }
    assert refusals({case: zipped(files) for case, files in pairs.items()}, Limits()).splitlines()[1::2] == [
        "    `sample/A/y.md`: it conflicts with `sample/a/x.md` on some file systems",
        "    `NOTES.MD`: it conflicts with `notes.md` on some file systems",
    ]


def test_the_first_limit_that_a_skill_exceeds_is_named(refusals) -> None:
    small = Limits(file=100, tree=250, files=3, skill_file=90)
    archives = {
        "files": [("SKILL.md", SKILL), *[(f"{number}.md", b"x") for number in range(4)]],
        "file": [("SKILL.md", SKILL), ("a.md", b""), ("big.md", b"x" * 101)],
        "tree": [("SKILL.md", SKILL), *[(f"{number}.md", b"x" * 99) for number in range(2)]],
        "skill file": [("SKILL.md", SKILL + b"x" * 20)],
    }
    assert refusals({case: zipped(files) for case, files in archives.items()}, small).splitlines()[1::2] == [
        "    the skill has 5 files, at most 3 are read",
        "    `big.md`: the file has 101 bytes, at most 100 are read",
        "    the files have more than 250 bytes in all",
        f"    `SKILL.md`: it has {len(SKILL) + 20} bytes, at most 90 are read",
    ]


@CONTAINERS
@pytest.mark.parametrize(
    "name", ["../evil", "..", ".", "/evil", "a/b", "a\\\\b", "c:evil", "\\\\\\\\server", "a/../b", "evil\\0"]
)
def test_a_skill_whose_name_leads_away_is_refused(pack: Pack, name: str) -> None:
    skill = f'---\nname: "{name}"\ndescription: x\n---\n'.encode()
    with pytest.raises(ArchiveError, match=r"the skill's name `.*` is a path out of its folder"):
        read_archive(pack([("SKILL.md", skill)]), Limits())


@CONTAINERS
@pytest.mark.parametrize(
    "skill",
    [
        b"",
        b"no front matter",
        b"---\nname: [\n---\n",
        b"---\nname: [a, b]\n---\n",
        b"---\nname: {a: b}\n---\n",
        b"---\nname:\n---\n",
        b"---\nname: null\n---\n",
        b"---\nname: ''\n---\n",
        b"---\nname: My Skill!\n---\n",
        b"---\nname: &a sample\n---\n",
        b"---\nname: sample\nname: sample\n---\n",
        b"---\n" + b"name: sample\n" * 20_000 + b"---\n",
        b"\xff\xfe\0",
        b"\xef\xbb\xbf---\r\nname: sample\r\n---\r\n",
        b"---\nname: sample\n",
    ],
)
def test_faults_of_content_are_no_reason_to_refuse(pack: Pack, skill: bytes) -> None:
    assert read_archive(pack([("SKILL.md", skill)]), Limits()).files == {"SKILL.md": skill}


@CONTAINERS
def test_a_name_is_compared_after_nfkc(pack: Pack) -> None:
    skill = "---\nname: \uff53\uff41\uff4d\uff50\uff4c\uff45\ndescription: x\n---\n".encode()
    assert "SKILL.md" in read_archive(pack([("sample/SKILL.md", skill)]), Limits()).files


@CONTAINERS
def test_a_folder_without_a_declared_name_may_have_any(pack: Pack) -> None:
    assert read_archive(pack([("any thing/SKILL.md", b"text")]), Limits()).files == {"SKILL.md": b"text"}


@CONTAINERS
def test_front_matter_beyond_the_limit_names_nothing(pack: Pack) -> None:
    skill = b"---\nname: sample\ndescription: " + b"x" * 2**16 + b"\n---\n"
    assert "SKILL.md" in read_archive(pack([("other/SKILL.md", skill)]), Limits()).files


@CONTAINERS
def test_the_limits_themselves_are_allowed(pack: Pack) -> None:
    files = {"SKILL.md": SKILL.ljust(100), "a/b": bytes(200), "a/c": bytes(100), "d": b""}
    limits = Limits(file=200, tree=400, files=4, depth=2, skill_file=100)
    folders = [(f"{name}/", b"") for name in ("a", "e", "f", "g")]
    assert read_archive(pack([*files.items(), *folders]), limits).files == files


@CONTAINERS
def test_a_skill_deep_inside_is_a_file_like_others(pack: Pack) -> None:
    files = {"SKILL.md": SKILL, "examples/small/SKILL.md": b"an example"}
    assert read_archive(pack(files.items()), Limits()).files == files


@CONTAINERS
def test_names_that_look_odd_and_are_harmless_are_taken(pack: Pack) -> None:
    names = [
        ".env.example",
        "console.md",
        "a b.md",
        "日本語.md",
        "com10",
        "nullable",
        "x..y",
        "...x",
        "~x",
        "(1).md",
        "é.md",
    ]
    files = {"SKILL.md": SKILL} | dict.fromkeys(names, b"x")
    assert read_archive(pack(files.items()), Limits()).files == files


def test_the_paths_come_in_the_order_of_their_bytes() -> None:
    files = [("b.md", b""), ("SKILL.md", SKILL), ("a/z.md", b""), ("a.md", b""), ("é.md", b"")]
    assert list(read_archive(zipped(files), Limits()).files) == ["SKILL.md", "a.md", "a/z.md", "b.md", "é.md"]


def test_a_bomb_costs_no_more_than_it_declares() -> None:
    bomb = zlib.compress(bytes(64 * 2**20), 9)[2:-4]
    archive = zipped([("SKILL.md", SKILL), ("bomb", bomb)])
    assert len(read_archive(archive, Limits()).files["bomb"]) == len(bomb)
