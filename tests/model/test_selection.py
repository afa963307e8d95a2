import json

import msgspec
import pytest

from skillpack.model.document import Span
from skillpack.model.selection import (
    FalsePositive,
    HitRate,
    HostVisibility,
    Miss,
    Query,
    Selection,
    SelectionInput,
    SetVisibility,
    Trimming,
    Visibility,
    VisibleSkill,
)

SHOWN = HostVisibility(
    "host",
    "Host",
    8000,
    9000,
    2,
    0,
    1,
    1,
    ("line",),
    (VisibleSkill("pdf", 5, Visibility.WHOLE, Visibility.NAME, 0.25),),
)
VALUES = [
    SelectionInput("pdf", "Merge", fields=(("when_to_use", "x"),), path="pdf/SKILL.md", at=Span(1, 2, 3, 4)),
    Query("merge", ("pdf",)),
    SHOWN,
    SetVisibility((SHOWN,), (("kit", (SHOWN,)),)),
    Selection(
        2, 1, HitRate(0.5, 1.0), HitRate(1.0, 1.0), (Miss("bind pages", ("pdf",), 2, "pdf-forms", ("pages",)),),
        (FalsePositive("cook", "pdf", 0.6),),
    ),
    Trimming((("pdf", "Merge"),), 5, 1, 0),
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_survive_being_remembered(value) -> None:
    packed = msgspec.msgpack.encode(value)
    assert msgspec.msgpack.decode(packed, type=type(value)) == value
    assert hash(value) == hash(msgspec.msgpack.decode(packed, type=type(value)))


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_are_json(value) -> None:
    assert json.loads(json.dumps(msgspec.to_builtins(value))) == json.loads(msgspec.json.encode(value))
