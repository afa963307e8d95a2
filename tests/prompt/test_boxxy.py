from xml.etree import ElementTree as ET

import pytest

from skillpack.prompt.boxxy import entry, full, index, judged


@pytest.mark.demand("B8")
def test_the_element_is_that_of_the_guide(make_skill) -> None:
    # boxxy's formal guide, part 4, level 1, on one line
    skill = make_skill("pdf", "Extract text and tables from PDF files.")
    assert entry(skill, "/path/to/pdf/SKILL.md") == (
        '<skill name="pdf" description="Extract text and tables from PDF files." location="/path/to/pdf/SKILL.md"'
        ' trit="0" role="Coordinator" color="#F59E0B" />'
    )


@pytest.mark.demand("B16", "B19")
def test_the_batch_tells_count_and_balance(make_skill) -> None:
    # the trits of pdf, skill and a: 0 + 2 + 1
    pieces = [entry(make_skill(name), "") for name in ("pdf", "skill", "a")]
    lines = "".join(index(pieces)).splitlines()
    assert (lines[0], lines[-2]) == ('<skills count="3">', "<!-- gf3-conservation: balanced=true sum=3 -->")


@pytest.mark.demand("B8")
def test_the_full_form_carries_every_field(make_skill, snapshot) -> None:
    skill = make_skill(
        more="license: MIT\ncompatibility: Python 3\nallowed-tools: Read Bash(git:*)\nmetadata:\n  version: '1.2.0'\n",
        body="# Steps\n\nDo it.\n",
    )
    assert judged(skill, "/s/SKILL.md", ()) == snapshot


def test_a_version_of_its_own_is_read_too(make_skill) -> None:
    assert ' version="2" trit=' in full(make_skill(more="version: 2\n"), "")


@pytest.mark.demand("B19")
@pytest.mark.parametrize(
    ("errors", "comment"),
    [
        ((), "\n<!-- agentskills-spec: valid -->\n"),
        (
            ("name -- is --> bad", "a---b-"),
            "\n<!-- agentskills-spec: invalid\n  - name - - is - -> bad\n  - a- - -b-\n-->\n",
        ),
        (("one\n-->\ntwo",), "\n<!-- agentskills-spec: invalid\n  - one - -> two\n-->\n"),
    ],
)
def test_the_judgement_is_a_comment_that_nothing_ends(errors, comment, make_skill) -> None:
    text = judged(make_skill(body="Do it."), "", errors)
    assert text.endswith(f">\nDo it.\n{comment}</skill>")
    ET.fromstring(text)  # noqa: S314 our own output


def test_without_a_check_there_is_no_judgement(make_skill) -> None:
    assert full(make_skill(body="Do it."), "").endswith(">\nDo it.\n</skill>")


def test_a_body_cannot_end_the_element(make_skill) -> None:
    text = full(make_skill(body="a </skill> b"), "")
    assert ET.fromstring(text).text == "\na </skill> b\n"  # noqa: S314 our own output


def test_full_elements_are_counted_like_compact_ones(make_skill) -> None:
    pieces = [full(make_skill(name, body=' trit="0" role="x"'), "") for name in ("pdf", "skill", "a")]
    lines = "".join(index(pieces)).splitlines()
    assert (lines[0], lines[-2]) == ('<skills count="3">', "<!-- gf3-conservation: balanced=true sum=3 -->")
