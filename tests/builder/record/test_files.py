"""What is said of each file of a tree."""

from collections.abc import Callable

import pytest

from skillpack.builder.record.files import (
    INTERPRETERS,
    LANGUAGES,
    RUNNERS,
    decoded,
    file_records,
    is_raster,
    is_servable,
)
from skillpack.model.digest import sha256
from skillpack.model.entry import FileRecord

PNG = b"\x89PNG\r\n\x1a\n0000"


@pytest.fixture
def record(make_candidate, skill_of) -> Callable[[str, bytes], FileRecord]:
    def one(path: str, content: bytes) -> FileRecord:
        candidate = make_candidate({path: content})
        found = {each.path: each for each in file_records(skill_of(candidate), candidate.tree)}
        return found[path]

    return one


def test_every_file_has_a_record_in_the_order_of_the_tree(make_candidate, skill_of) -> None:
    candidate = make_candidate({"scripts/a.py": b"1\n", "B.md": b"", "assets/z.bin": b"\0"})
    records = file_records(skill_of(candidate), candidate.tree)

    assert [each.path for each in records] == ["B.md", "SKILL.md", "assets/z.bin", "scripts/a.py"]
    assert [each.kind for each in records] == ["other", "skill", "asset", "script"]


def test_a_record_says_size_digest_and_tokens(record) -> None:
    found = record("references/a.md", b"12345678")

    assert (found.size, found.sha256, found.tokens) == (8, sha256(b"12345678"), 2)


@pytest.mark.parametrize(
    ("path", "content", "language"),
    [
        ("a.py", b"", "python"),
        ("a.PY", b"", "python"),
        ("deep/er/a.mjs", b"", "javascript"),
        ("a.yml", b"", "yaml"),
        ("a.csv", b"a,b", ""),
        ("a.unknown", b"", ""),
        ("Makefile", b"all:\n", ""),
        ("run", b"#!/usr/bin/env python3\n", "python"),
        ("run", b"#!/usr/bin/env -S ruby -w\n", "ruby"),
        ("run", b"#!/bin/sh\n", "bash"),
        ("run", b"#! /bin/bash -e\n", "bash"),
        ("run", b"#!/usr/bin/env node\n", "javascript"),
        ("run", b"#!/usr/bin/env -S PYTHONPATH=. python3.11 -u\n", "python"),
        ("run", b"#!/usr/bin/env deno run\n", "typescript"),
        ("run", b"#!/usr/bin/env\n", ""),
        ("run", b"#!\n", ""),
        ("run", b"#!/bin/dash\n", "bash"),
        ("run", b"#!/opt/strange\n", ""),
        ("run", b"#!\xff\n", ""),
        ("a.py", b"\0", ""),
    ],
)
def test_the_language_comes_from_the_name_then_from_the_first_line(record, path, content, language) -> None:
    assert record(path, content).language == language


@pytest.mark.parametrize(
    ("path", "content", "runs"),
    [
        ("scripts/a.py", b"print(1)\n", "python"),
        ("scripts/a.ts", b"", "node"),
        ("scripts/a.txt", b"", ""),
        ("references/a.py", b"print(1)\n", ""),
        ("references/a.py", b"#!/usr/bin/env python3\n", "python"),
        ("bin/tool", b"#!/opt/strange\n", "program"),
        ("bin/tool", b"#!/usr/bin/env perl\n", "perl"),
        ("bin/tool", b"#!/usr/bin/env -S deno run\n", "deno"),
        ("bin/tool.py", b"#!/bin/sh\n", "sh"),
        ("assets/tool", b"\x7fELF\0", "program"),
        ("scripts/tool", b"\0", ""),
        ("SKILL.star", b"", "starlark"),
    ],
)
def test_what_runs_a_file(record, path, content, runs) -> None:
    assert record(path, content).runs == runs


def test_a_program_of_a_metaskill_is_run_by_starlark(make_candidate, skill_of) -> None:
    head = b"---\nname: pdf\ndescription: x\nmetadata:\n  metaskill: SKILL.star\n---\n\n"
    candidate = make_candidate({"SKILL.star": b"def main(ctx):\n    return 1\n"}, skill=head)
    runs = {each.path: (each.kind, each.runs) for each in file_records(skill_of(candidate), candidate.tree)}

    assert runs["SKILL.star"] == ("program", "starlark")


@pytest.mark.parametrize(("content", "mode"), [(b"#!/bin/sh\n", 0o755), (b"echo\n", 0o644), (b"", 0o644)])
def test_the_mode_follows_from_the_content(record, content, mode) -> None:
    assert record("scripts/a.sh", content).mode == mode


@pytest.mark.parametrize(
    ("content", "text"),
    [(b"", True), ("é\u202e".encode(), True), (b"a\0b", False), (b"caf\xe9", False), (PNG, False)],
)
def test_text_is_utf8_without_nul(record, content, text) -> None:
    assert record("assets/a.bin", content).text is text
    assert (decoded(content) is not None) is text


@pytest.mark.parametrize(
    ("path", "content", "raster"),
    [
        ("a.png", PNG, True),
        ("a.PNG", PNG, True),
        ("a.jpg", b"\xff\xd8\xff\xe0", True),
        ("a.jpeg", b"\xff\xd8\xff\xe0", True),
        ("a.gif", b"GIF89a", True),
        ("a.webp", b"RIFF....WEBP", True),
        ("a.png", b"<script>", False),
        ("a.jpg", PNG, False),
        ("a.svg", b"<svg/>", False),
        ("a.html", PNG, False),
        ("png", PNG, False),
        ("a.png", b"", False),
    ],
)
def test_a_raster_image_is_one_by_name_and_by_content(record, path, content, raster) -> None:
    assert is_raster(path, content) is raster
    assert record(f"assets/{path}", content).image is raster


@pytest.mark.parametrize(
    "path", ["a\nb.png", "a\\b.png", "con.png", "a?.png", "a\u202eb.png", "e\u0301.png", "x/" * 16 + "a.png", "a.png "]
)
def test_what_cannot_lie_everywhere_gets_no_page_and_is_not_served(record, path) -> None:
    assert not is_servable(path)
    assert not record(path, PNG).image
    assert not record(path, b"text").text


def test_a_plain_path_is_servable() -> None:
    assert is_servable("assets/שלום 🚀.png")


def test_every_runner_is_of_a_known_language() -> None:
    assert set(RUNNERS) <= set(LANGUAGES.values())
    assert set(INTERPRETERS.values()) <= set(RUNNERS)
