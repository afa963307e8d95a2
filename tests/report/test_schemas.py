"""The schemas of what commands about installed skills print; the commands' own tests hold records against them."""

import pytest
from jsonschema import Draft202012Validator

from skillpack.install.plan import Action
from skillpack.install.update import SourceComparison
from skillpack.report.schemas import CHANGED, OUTDATED, REVIEWED, SCHEMAS, VERIFIED


@pytest.mark.parametrize("schema", [CHANGED, OUTDATED, VERIFIED, REVIEWED])
def test_each_is_a_schema_and_published(schema) -> None:
    Draft202012Validator.check_schema(schema)
    assert schema in SCHEMAS.values()


def test_they_know_every_word() -> None:
    properties = CHANGED["items"]["properties"]

    assert set(properties["action"]["enum"]) == {*map(str, Action), "fail"}
    assert set(properties["standing"]["enum"]) == set(map(str, SourceComparison))
