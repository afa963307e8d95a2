import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.errors import MissingError, UsageError
from skillpack.sources.refs import NamedCommit, find_commit, parse_refs, usable_ref

A, B, C = "a" * 40, "b" * 40, "c" * 40
REFS = {"HEAD": A, "refs/heads/main": A, "refs/heads/feature/x": B, "refs/tags/v1": C, "refs/pull/7/head": B}


def found(wanted: str, path: str = "") -> NamedCommit:
    return find_commit(REFS, wanted, path, where="https://example.com/x")


class TestFind:
    @pytest.mark.parametrize(
        ("wanted", "commit", "ref"),
        [
            ("", A, "HEAD"),
            ("main", A, "refs/heads/main"),
            ("v1", C, "refs/tags/v1"),
            ("feature/x", B, "refs/heads/feature/x"),
            ("refs/pull/7/head", B, "refs/pull/7/head"),
            (C, C, ""),
            ("d" * 64, "d" * 64, ""),
            ("ccccccc", C, ""),
            ("ddddddd", "", ""),
        ],
    )
    def test_a_name(self, wanted: str, commit: str, ref: str) -> None:
        assert found(wanted) == NamedCommit(commit, wanted, "", ref)

    def test_what_follows_a_name_may_belong_to_it(self) -> None:
        assert found("feature", "x/skills/pdf") == NamedCommit(B, "feature/x", "skills/pdf", "refs/heads/feature/x")

    def test_the_shorter_name_wins(self) -> None:
        assert found("main", "feature/x").path == "feature/x"

    def test_of_two_commits_that_start_so_none_is_taken(self) -> None:
        refs = {"HEAD": "abcdef0" + "1" * 33, "refs/heads/x": "abcdef0" + "2" * 33}
        assert find_commit(refs, "abcdef0", "", where="x").commit == ""

    def test_names_that_are_there_are_told(self) -> None:
        with pytest.raises(MissingError) as caught:
            found("v2")
        assert caught.value.hint == "there are feature/x, main, v1"

    def test_a_branch_and_a_tag_that_agree_are_one(self) -> None:
        assert find_commit({"refs/heads/v1": A, "refs/tags/v1": A}, "v1", "", where="x").commit == A

    def test_a_branch_and_a_tag_that_differ_are_not(self) -> None:
        with pytest.raises(UsageError, match="has both a branch and a tag"):
            find_commit({"refs/heads/v1": A, "refs/tags/v1": B}, "v1", "", where="x")

    def test_an_empty_repository_has_no_commit(self) -> None:
        with pytest.raises(MissingError, match="is empty"):
            find_commit({}, "", "", where="x")


class TestParse:
    def test_a_tag_is_what_it_points_to(self) -> None:
        listed = f"{A}\tHEAD\n{B}\trefs/tags/v1\n{C}\trefs/tags/v1^{{}}\n".encode()
        assert parse_refs(listed) == {"HEAD": A, "refs/tags/v1": C}

    def test_what_is_no_row_is_passed_over(self) -> None:
        assert parse_refs(f"warning: x\n{A} HEAD\nxyz\tHEAD\n\n{A}\tHEAD".encode()) == {"HEAD": A}

    @given(st.binary(max_size=200))
    def test_any_bytes_are_read(self, listed: bytes) -> None:
        assert all(len(commit) in {40, 64} for commit in parse_refs(listed).values())


class TestUsable:
    @pytest.mark.parametrize("text", ["main", "v1.2", "feature/x-y", "a@b", "refs/heads/main", "ä", "release-1.x", A])
    def test_a_name_is(self, text: str) -> None:
        assert usable_ref(text)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "-x",
            "/x",
            "x/",
            ".x",
            "x.",
            "a..b",
            "a b",
            "a~1",
            "a^",
            "a:b",
            "a?",
            "a*",
            "a[",
            "a\\b",
            "@{1}",
            "x.lock",
            "@",
            "a//b",
            "a/.b",
            "x.lock/y",
            "a\nb",
            "a\x7f",
            "a\u202eb",
            "a\x00",
        ],
    )
    def test_what_git_refuses_is_not(self, text: str) -> None:
        assert not usable_ref(text)
