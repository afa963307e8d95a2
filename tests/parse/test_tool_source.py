"""Where skillpack is had: what people type, what an installer noted (PEP 610), and what pip makes of it."""

import json

import pytest
from packaging.requirements import Requirement

from skillpack.errors import UsageError
from skillpack.parse.tool_source import (
    FILL_IN,
    MISSING,
    install_extra,
    is_pinned,
    noted_address,
    parse_tool_source,
    requirement,
)

COMMIT = "c" * 40


def git(url: str, **more: str) -> dict[str, object]:
    return {"url": url, "vcs_info": {"vcs": "git", "commit_id": COMMIT, "requested_revision": "main"}, **more}


class TestTyped:
    @pytest.mark.parametrize(
        ("typed", "address"),
        [
            ("https://git.example.com/a/skillpack.git", "git+https://git.example.com/a/skillpack.git"),
            ("https://git.example.com/a/skillpack", "git+https://git.example.com/a/skillpack"),
            ("git+https://git.example.com/a.git@v1.0", "git+https://git.example.com/a.git@v1.0"),
            ("https://git.example.com:8443/a.git@feature/x", "git+https://git.example.com:8443/a.git@feature/x"),
            ("ssh://git@git.example.com/a.git", "git+ssh://git@git.example.com/a.git"),
            ("git@git.example.com:team/a.git@v1", "git+ssh://git@git.example.com/team/a.git@v1"),
            ("https://h.example/a.git#subdirectory=py", "git+https://h.example/a.git#subdirectory=py"),
            ("https://h.example/skillpack-1-py3-none-any.whl", "https://h.example/skillpack-1-py3-none-any.whl"),
            ("https://h.example/s.whl#sha256=ab", "https://h.example/s.whl#sha256=ab"),
        ],
    )
    def test_an_address_is_written_as_pip_takes_it(self, typed: str, address: str) -> None:
        assert parse_tool_source(typed) == address
        read = Requirement(requirement(address, "mcp"))
        assert (read.name, read.extras, read.url) == ("skillpack", {"mcp"}, address)

    @pytest.mark.parametrize(
        "typed",
        [
            "skillpack",
            "skillpack==1.0",
            "github.com/a/skillpack",
            "http://git.example.com/a.git",
            "git://git.example.com/a.git",
            "file:///home/me/skillpack",
            "./skillpack",
            "https://",
            "https://git.example.com",
            "https://git.example.com/a.git?x=1",
            "https://git.example.com/a.git\n--index-url https://evil.example",
            "https://git.example.com/a.git ; python_version > '3'",
            "https://git.example.com/a.git@--upload-pack",
            "https://git.example.com/$(id).git",
            "ssh://-oProxyCommand=id@h.example:x/a.git",
        ],
    )
    def test_anything_else_is_refused(self, typed: str) -> None:
        with pytest.raises(UsageError):
            parse_tool_source(typed)

    @pytest.mark.parametrize("login", ["me:secret@", "ghp_token@"])
    def test_a_login_is_refused_and_not_repeated(self, login: str) -> None:
        with pytest.raises(UsageError, match="holds a login") as caught:
            parse_tool_source(f"https://{login}git.example.com/a.git")
        assert login not in str(caught.value)

    def test_a_revision_or_a_file_is_one_version(self) -> None:
        typed = ("https://h.example/a.git@v1", "ssh://git@h.example/a.git", "https://h.example/a.whl")
        assert [is_pinned(parse_tool_source(each)) for each in typed] == [True, False, True]


class TestNoted:
    @pytest.mark.parametrize(
        ("noted", "line"),
        [
            (git("https://git.example.com/a/skillpack.git"), f"git+https://git.example.com/a/skillpack.git@{COMMIT}"),
            (git("https://me:secret@git.example.com/a.git"), f"git+https://git.example.com/a.git@{COMMIT}"),
            (git("https://secret@git.example.com/a.git"), f"git+https://git.example.com/a.git@{COMMIT}"),
            (git("ssh://git@git.example.com:22/a.git"), f"git+ssh://git@git.example.com:22/a.git@{COMMIT}"),
            (git("ssh://git:secret@git.example.com/a.git"), f"git+ssh://git.example.com/a.git@{COMMIT}"),
            (
                git("https://h.example/a.git", subdirectory="py"),
                f"git+https://h.example/a.git@{COMMIT}#subdirectory=py",
            ),
            ({"url": "https://h.example/s.whl", "archive_info": {}}, "https://h.example/s.whl"),
            (
                {"url": "https://h.example/s.whl", "archive_info": {"hashes": {"sha256": "ab"}}},
                "https://h.example/s.whl#sha256=ab",
            ),
        ],
    )
    def test_an_address_by_what_was_taken_there(self, noted: dict[str, object], line: str) -> None:
        assert noted_address(json.dumps(noted)) == line

    @pytest.mark.parametrize(
        "noted",
        [
            {"url": "file:///home/me/skillpack", "dir_info": {"editable": True}},
            {"url": "file:///tmp/skillpack-1.2.3-py3-none-any.whl", "archive_info": {}},
            git("file:///home/me/skillpack.git"),
        ],
    )
    def test_none_of_what_one_machine_has(self, noted: dict[str, object]) -> None:
        assert noted_address(json.dumps(noted)) == ""

    def test_none_of_an_index_where_anybody_may_have_the_name(self) -> None:
        assert noted_address("") == ""


def test_what_is_to_be_filled_in_stands_in_the_last_line() -> None:
    *comments, last = FILL_IN.splitlines()
    assert last == MISSING
    assert all(line.startswith("# ") and "FILL-IN" not in line for line in comments)


class TestExtra:
    @pytest.mark.parametrize(
        ("noted", "command"),
        [
            (git("https://h.example/a.git"), f"pip install 'skillpack[mcp] @ git+https://h.example/a.git@{COMMIT}'"),
            ({"url": "file:///src/skillpack", "dir_info": {}}, "pip install '/src/skillpack[mcp]'"),
            (
                {"url": "file:///src/skillpack", "dir_info": {"editable": True}},
                "pip install --editable '/src/skillpack[mcp]'",
            ),
            (
                {"url": "file:///tmp/s-1-py3-none-any.whl", "archive_info": {}},
                "pip install '/tmp/s-1-py3-none-any.whl[mcp]'",
            ),
        ],
    )
    def test_comes_from_where_the_rest_came_from(self, noted: dict[str, object], command: str) -> None:
        said = install_extra(json.dumps(noted), "mcp")
        assert said == f"install skillpack with its extra `mcp` from where you have it: `{command}`"

    def test_of_an_index_only_its_user_knows_the_address(self) -> None:
        assert install_extra("", "mcp").endswith("`pip install 'skillpack[mcp] @ ADDRESS'`")

    def test_a_path_that_would_need_quoting_is_not_spelled(self) -> None:
        noted = json.dumps({"url": "file:///a%20b/skillpack", "dir_info": {}})
        assert "a%20b" not in install_extra(noted, "mcp")
