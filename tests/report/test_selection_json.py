import json

import pytest
from jsonschema import Draft202012Validator

from skillpack.model.finding import Suppression
from skillpack.report.schemas import SCHEMAS, SELECTION
from skillpack.report.selection_json import selection_json

ACCEPTED = (Suppression("SL002", "release-notes", "the new one shall", "2026-12-31"),)


def read(report) -> dict:
    return json.loads("\n".join(selection_json(report)))


@pytest.mark.parametrize(
    "more", [{}, {"against": True}, {"bundled": True}, {"against": True, "suppressions": ACCEPTED}]
)
def test_it_is_what_its_schema_says(selected, more) -> None:
    Draft202012Validator(SELECTION).validate(read(selected(**more)))


def test_the_schema_is_published() -> None:
    Draft202012Validator.check_schema(SELECTION)
    assert SCHEMAS["selection.json"] is SELECTION


def test_lines(selected, snapshot) -> None:
    assert "\n".join(selection_json(selected(against=True, suppressions=ACCEPTED))) == snapshot


def test_it_holds_everything_whatever_people_are_told(selected) -> None:
    assert read(selected(everything=True)) == read(selected())
    (first, _) = read(selected())["hosts"]
    assert [skill["name"] for skill in first["skills"]] == sorted(skill["name"] for skill in first["skills"])


def test_what_is_accepted_is_marked(selected) -> None:
    found = read(selected(against=True, suppressions=ACCEPTED))
    (taken,) = found["against"]["taken"]
    assert taken["suppressed"] == {"reason": "the new one shall", "expires": "2026-12-31"}
