"""Colour, progress and JSON, each on the stream where it belongs."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import skillpack
from skillpack.cli.console import ProgressLine, notify, print_json, visible_json
from skillpack.model.progress import Progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_talk_and_data_take_different_streams(capsys) -> None:
    notify("talk")
    print_json({"data": "é"})
    ran = capsys.readouterr()

    assert (ran.err, json.loads(ran.out)) == ("talk\n", {"data": "é"})


class TestProgress:
    def _told(self, monkeypatch, stream: io.StringIO, steps: list[tuple[float, int]]) -> str:
        """Return what is written of steps: seconds since the one before, and how much is done."""
        now = [100.0]
        monkeypatch.setattr("time.monotonic", lambda: now[0])
        monkeypatch.setattr(sys, "stderr", stream)  # not in a fixture: the capture takes it back before the call
        line = ProgressLine()
        for seconds, done in steps:
            now[0] += seconds
            line(Progress("skills", done, 2000))
        line.close()
        return stream.getvalue()

    def test_quick_work_is_silent(self, monkeypatch) -> None:
        assert self._told(monkeypatch, Terminal(), [(0.4, 1), (0.05, 2)]) == ""

    def test_long_work_tells_how_far_it_is_in_one_line(self, monkeypatch) -> None:
        told = self._told(monkeypatch, Terminal(), [(0.6, 1), (0.6, 2), (0.6, 1234), (0.01, 1999)])

        assert told.split("\r") == [
            "",
            "skills 1 of 2,000",
            "skills 2 of 2,000",
            "skills 1,234 of 2,000",
            " " * len("skills 1,234 of 2,000"),
            "",
        ]

    def test_a_shorter_line_covers_the_one_before(self, monkeypatch) -> None:
        told = self._told(monkeypatch, Terminal(), [(0.6, 1234), (0.6, 1)])

        assert told.split("\r")[2] == "skills 1 of 2,000    "

    def test_only_a_terminal_is_told(self, monkeypatch) -> None:
        assert self._told(monkeypatch, io.StringIO(), [(5, 1)]) == ""


class TestForeignStreams:
    """The same command where the terminal knows only ASCII, or a pipe wants colours."""

    @pytest.fixture
    def said(self, tmp_path: Path):  # noqa: ANN201 a function
        folder = tmp_path / "skills" / "grüße"
        folder.mkdir(parents=True)
        (folder / "SKILL.md").write_text("---\nname: grüße\ndescription: Grüßt 🚀\n---\n", encoding="utf-8")

        def run(*arguments: str, **env: str) -> str:
            done = subprocess.run(
                [sys.executable, "-m", "skillpack", *arguments],
                env={**os.environ, "PYTHONPATH": str(Path(skillpack.__file__).parents[1]), "NO_COLOR": "", **env},
                cwd=tmp_path,
                capture_output=True,
                check=False,
            )
            assert b"Traceback" not in done.stderr, done.stderr.decode()
            return done.stdout.decode()

        return run

    @pytest.mark.parametrize(
        "arguments",
        [
            ["check"],
            ["check", "--format", "concise"],
            ["check", "--statistics"],
            ["list"],
            ["show", "skills/grüße"],
            ["explain", "NM011"],
            ["explain", "SF001"],
        ],
    )
    def test_everything_is_said_in_ascii(self, said, arguments) -> None:
        assert said(*arguments, PYTHONIOENCODING="ascii").isascii()

    @pytest.mark.parametrize(("encoding", "name"), [("ascii", "gr<U+00FC><U+00DF>e"), ("utf-8", "grüße")])
    def test_so_is_what_makes_a_build_fail(self, tmp_path, encoding, name) -> None:
        (tmp_path / "skills" / "grüße").mkdir(parents=True)
        (tmp_path / "skills" / "grüße" / "SKILL.md").write_text("---\nname: grüße\n---\n", encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "skillpack", "build", "--no-cache"],
            env={**os.environ, "PYTHONIOENCODING": encoding},
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        assert done.stderr.decode(encoding).startswith(f"skills/{name}/SKILL.md: error DS001 ")

    @pytest.mark.parametrize("arguments", [["search", "grüße"], ["build", "--no-cache", "--dry-run"], ["prompt"]])
    def test_names_stay_what_they_are(self, said, arguments) -> None:
        assert "grüße" in said(*arguments, PYTHONIOENCODING="ascii")

    def test_json_stays_json(self, said) -> None:
        assert json.loads(said("list", "--json", PYTHONIOENCODING="ascii"))[0]["description"] == "Grüßt 🚀"

    def test_a_pipe_gets_colours_when_they_are_forced(self, said) -> None:
        assert "\x1b[" in said("check", FORCE_COLOR="1")
        assert "\x1b[" in said("explain", "NM011", FORCE_COLOR="1")
        assert "\x1b[" not in said("check")


def test_talk_is_one_line_whatever_a_name_holds(capsys: pytest.CaptureFixture[str]) -> None:
    notify("`a\n::error::b\r\u2028\x85` is left out")
    assert capsys.readouterr().err == "`a<U+000A>::error::b<U+000D><U+2028><U+0085>` is left out\n"


@given(st.recursive(st.text() | st.integers(), lambda each: st.lists(each) | st.dictionaries(st.text(), each)))
def test_json_that_can_be_seen_is_of_the_same_value(value) -> None:
    text = visible_json(json.dumps(value, indent=2, ensure_ascii=False))
    assert json.loads(text) == value
    assert all(line.isprintable() for line in text.split("\n"))
