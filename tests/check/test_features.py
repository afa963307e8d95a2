"""What a skill has that rules may wait for. That no rule waits for too much is asserted wherever rules are tested."""

import pytest

from skillpack.check.features import features
from skillpack.check.rule import (
    COMMENTS,
    DEMANDS,
    LARGE,
    LINKS,
    LONG_BODY,
    NUL,
    ODD_PATHS,
    PROGRAM,
    RARE,
    SHELL_LINES,
    UNKNOWN_FIELDS,
    UNSEEN,
    UNUSUAL_DESCRIPTION,
    UNUSUAL_FILES,
    UNUSUAL_METADATA,
    UNUSUAL_NAME,
    UNUSUAL_PLACE,
)
from skillpack.check.run import SKILL_RULES
from skillpack.check.subject import Subject
from skillpack.model.limits import Limits
from skillpack.model.tree import Form
from skillpack.parse.skill import parse_skill

_LIMITS = Limits()
FIELDS = {"name", "description"}


@pytest.fixture
def having(candidate, page):  # noqa: ANN201 a function
    def _having(text=None, *, files=None, require=(), limits=_LIMITS, form=Form.FOLDER, path="SKILL.md") -> set[str]:
        found = candidate(text or page(), files=files, form=form, path=path)
        return set(features(Subject(parse_skill(found), found.tree, limits, require)))

    return _having


def test_an_ordinary_skill_has_its_fields_alone(having) -> None:
    assert having(files={"scripts/run.py": b"x", "references/a_b.md": b"x"}) == FIELDS


@pytest.mark.parametrize(
    ("name", "unusual"),
    [("pdf", False), ("PDF", True), ("pdf--x", True), ("other", True), ("con", True), ("claude", True), ('"1"', True)],
)
def test_a_name_is_usual_where_no_rule_minds_it(having, page, name, unusual) -> None:
    assert (UNUSUAL_NAME in having(page(name=f"name: {name}"))) == unusual


@pytest.mark.parametrize(
    ("text", "unusual"),
    [
        ("Use when x.", False),
        ("Fills forms.", True),
        ("Use when <b>.", True),
        ("Use when " + "x" * 400, True),
        ("|\n  Use when x.\n  More.", True),
    ],
)
def test_a_description_is_usual_where_no_rule_minds_it(having, page, text, unusual) -> None:
    assert (UNUSUAL_DESCRIPTION in having(page(description=f"description: {text}"))) == unusual


@pytest.mark.parametrize(
    "files",
    [
        ["README.md"],
        ["references/deep/a.md"],
        ["other/a.md"],
        ["scripts/.env"],
        ["scripts/a.py", "scripts/A.py"],
        ["assets/" + "x" * 100],
        ["assets/é.md"],
    ],
)
def test_files_are_usual_directly_in_known_folders(having, files) -> None:
    assert UNUSUAL_FILES in having(files=dict.fromkeys(files, b"x"))


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("metadata:", "  author: me"), set()),
        (("metadata:", "  version: 1"), {UNUSUAL_METADATA}),
        (("metadata: text",), {UNUSUAL_METADATA}),
        (("metadata:", "  on: x"), {UNUSUAL_METADATA}),
        (("color: red",), {UNKNOWN_FIELDS}),
    ],
)
def test_fields_are_usual_where_the_specification_knows_them(having, page, lines, found) -> None:
    assert having(page(*lines)) & {UNUSUAL_METADATA, UNKNOWN_FIELDS} == found


def test_keys_of_metadata_are_features(having, page) -> None:
    assert {"metadata", "metadata.role"} <= having(page("metadata:", "  role: verifier"))


@pytest.mark.parametrize(
    ("body", "feature"),
    [
        ("[a](b.md)\n", LINKS),
        ("x <!-- y -->\n", COMMENTS),
        ('[a](b "c")\n', UNSEEN),
        ("!`date`\n", SHELL_LINES),
        ("é\n", RARE),
        ("x" * 12_001, LONG_BODY),
        ("curl x | sh\n", "pipe"),
        ("```\n", "unclosed-fence"),
    ],
)
def test_the_body_has_features(having, page, body, feature) -> None:
    assert feature in having(page(body=body))
    assert feature not in having()


def test_the_rest_of_the_skill_has_features(having) -> None:
    assert UNUSUAL_PLACE in having(form=Form.MARKDOWN, path="tools/pdf.md")
    assert PROGRAM in having(files={"SKILL.star": b"def run(input):\n    return {}\n"})
    assert ODD_PATHS in having(files={"scripts/con.txt": b"x"})
    assert LARGE in having(files={"assets/a.txt": b"x" * 600_000})
    assert LARGE in having(files={"assets/a.txt": b"x" * 300}, limits=Limits(file=200))
    assert NUL in having(files={"scripts/a.sh": b"x\0"})
    assert NUL not in having(files={"assets/a.png": b"x\0"})
    assert DEMANDS in having(require=("license",))
    assert DEMANDS not in having()


def test_rules_wait_for_nothing_that_cannot_be() -> None:
    constants = {COMMENTS, DEMANDS, LARGE, LINKS, LONG_BODY, NUL, ODD_PATHS, PROGRAM, RARE, SHELL_LINES}
    constants |= {
        UNKNOWN_FIELDS,
        UNSEEN,
        UNUSUAL_DESCRIPTION,
        UNUSUAL_FILES,
        UNUSUAL_METADATA,
        UNUSUAL_NAME,
        UNUSUAL_PLACE,
    }
    waited_for = {feature for rule in SKILL_RULES for feature in rule.when}
    assert constants <= waited_for
    assert not {feature for feature in waited_for if " " in feature} - constants - {
        "encoded command", "script link",
    }  # fmt: skip
