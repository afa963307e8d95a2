"""What npm `skills` makes of artifacts; `tests/end_to_end/clients.py` holds the same against the program itself."""

import pytest

from skillpack.archive.member import Member
from skillpack.audit.clients.skills_cli import entry_refusal, install_archive, install_file, read_front, visit
from skillpack.model.limits import Limits

LIMITS = Limits()
FRONT = "name: x\ndescription: Does it.\n"
GOOD = f"---\n{FRONT}---\n\nDo it.\n".encode()


def front(text: str) -> str:
    return read_front(text, LIMITS).refused


@pytest.mark.parametrize(
    "name", ['"2024"', "1_000", "yes", "on", '""', "2026-01-31", "12:30", "text # comment", "017x"]
)
def test_what_is_a_text_in_yaml_1_2_is_taken(name) -> None:
    assert front(f"---\nname: {name}\ndescription: d\n---\n") == ""


@pytest.mark.parametrize(
    "name",
    [
        *("2024", "1.10", "0x1F", "0o17", "017", "+1", ".5", "5.", "1e3", ".inf", "-.INF", ".nan"),
        *("true", "null", "~", "", "[a]", "{a: b}"),
    ],
)
def test_what_is_no_text_in_yaml_1_2_is_dropped(name) -> None:
    assert front(f"---\nname: {name}\ndescription: d\n---\n") == "`name` is not a text"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"---\n{FRONT}---\n", ""),
        (f"---\n{FRONT}---\n".replace("\n", "\r\n"), ""),
        (f"---\n{FRONT}-----\n", ""),
        (f"---\n{FRONT}---  \n", ""),
        (f"--- \n{FRONT}---\n", "the front matter is not between two lines `---`"),
        (f"\n---\n{FRONT}---\n", "the front matter is not between two lines `---`"),
        (f"---\n{FRONT}", "the front matter is not between two lines `---`"),
        ("# Do it\n", "the front matter is not between two lines `---`"),
        (f"---\n{FRONT}name: y\n---\n", "the key `name` is there twice"),
        (f"---\n{FRONT}metadata:\n  a: 1\n  a: 2\n---\n", "the key `metadata.a` is there twice"),
        ("---\nname: x\ndescription: one: two\n---\n", "the front matter is not readable as YAML"),
        ("---\nname: x\n---\n", "`description` is not a text"),
        ("---\n- a\n---\n", "`name` is not a text"),
    ],
)
def test_front_matter(text, reason) -> None:
    assert front(text) == reason


def test_where_our_reader_stops_nothing_is_claimed() -> None:
    assert front("---\nname: &a x\ndescription: *a\n---\n") == ""


@pytest.mark.parametrize(("said", "hidden"), [("true", True), ('"true"', False), ("false", False), ("yes", False)])
def test_a_skill_that_calls_itself_internal_is_installed_only_by_name(said, hidden) -> None:
    assert read_front(f"---\n{FRONT}metadata:\n  internal: {said}\n---\n", LIMITS).internal == hidden


@pytest.mark.parametrize(
    ("name", "description", "url", "reason"),
    [
        ("a-1", "d" * 1024, "u", ""),
        ("a", "\N{ROCKET}" * 512, "u", ""),
        ("a", "\N{ROCKET}" * 513, "u", "the description has 1026 UTF-16 units, not 1 to 1024"),
        ("a", "", "u", "the description has 0 UTF-16 units, not 1 to 1024"),
        ("a", "d", "", "the address is empty"),
        *((name, "d", "u", "the name is not lower-case ASCII letters, digits and single hyphens")
          for name in ("", "A", "a--b", "-a", "a-", "é", "a" * 65, "a\n")),
    ],
)  # fmt: skip
def test_entries(name, description, url, reason) -> None:
    assert entry_refusal(name, description, url) == reason


def test_a_byte_order_mark_is_lost() -> None:
    assert install_file(b"\xef\xbb\xbf" + GOOD, LIMITS).files == {"SKILL.md": GOOD}


def members(*names: str, size: int = 1) -> tuple[Member, ...]:
    others = (Member(name, b"" if name.endswith("/") else b"x" * size, folder=name.endswith("/")) for name in names)
    return (Member("SKILL.md", GOOD, folder=False), *others)


@pytest.mark.parametrize("tar", [False, True])
def test_an_archive_is_installed_as_it_is(tar) -> None:
    installed = install_archive(members("a/", "a/b.txt"), LIMITS, tar=tar)
    assert installed.files == {"SKILL.md": GOOD, "a/b.txt": b"x"}


def test_folders_of_a_zip_count_and_those_of_a_tar_do_not() -> None:
    full = members("a/", *(f"a/{number}" for number in range(999)))
    assert install_archive(full, LIMITS).archive == "the archive has 1,001 entries, at most 1,000 are taken"
    assert len(install_archive(full, LIMITS, tar=True).files) == 1000


def test_an_archive_that_unpacks_to_too_much_is_dropped() -> None:
    assert install_archive(members("a", size=50 * 2**20 - len(GOOD)), LIMITS).files
    assert not install_archive(members("a", size=50 * 2**20 - len(GOOD) + 1), LIMITS).files


def test_the_skill_file_must_lie_at_the_root() -> None:
    wrapped = (Member("x/SKILL.md", GOOD, folder=False),)
    assert install_archive(wrapped, LIMITS).archive == "there is no `SKILL.md` at the root of the archive"


def test_a_dotted_name_is_taken_of_a_zip_and_not_of_a_tar() -> None:
    dotted = (Member("./SKILL.md", GOOD, folder=False),)
    assert install_archive(dotted, LIMITS).files == {"SKILL.md": GOOD}
    assert install_archive(dotted, LIMITS, tar=True).archive == "the names in the tar start with `./`"


def test_long_names_of_a_tar_are_cut_where_its_oldest_form_ends() -> None:
    split, long = f"{'d' * 60}/{'f' * 60}", "x" * 120
    assert set(install_archive(members(split, long), LIMITS, tar=True).files) == {"SKILL.md", split, "x" * 100}


def codes(content: bytes) -> list[str]:
    return [found.rule for found in visit("x", "a.md", install_file(content, LIMITS), {"SKILL.md": content})]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (GOOD, []),
        (b"\xef\xbb\xbf" + GOOD, ["AU010"]),
        (GOOD + b"\xff", ["AU010"]),
        (b"# no front matter\n", ["AU009"]),
        (GOOD.replace(b"---\n\n", b"metadata:\n  internal: true\n---\n\n"), ["AU012"]),
    ],
)
def test_what_is_lost_or_changed_is_told(content, expected) -> None:
    assert codes(content) == expected


def test_a_dropped_archive_is_told() -> None:
    installed = install_archive((Member("x/SKILL.md", GOOD, folder=False),), LIMITS)
    assert [found.rule for found in visit("x", "a.zip", installed, {"SKILL.md": GOOD})] == ["AU008"]
