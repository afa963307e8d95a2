import json
from dataclasses import asdict

import msgspec
import pytest

from skillpack.model.selection import (
    Bundle,
    Chosen,
    Described,
    Greedy,
    Intent,
    IntentSource,
    Lost,
    Neighbours,
    Query,
    Seen,
    Selection,
    Shown,
    Sight,
    Stray,
    Trimming,
)

LOST = Lost("bind pages", IntentSource.BODY, 2, "pdf-forms", ("pages",), ("bind",))
CHOSEN = Chosen(
    name="pdf", requests=2, labelled=False, hit1=0.5, hit3=1.0, mrr=0.75, score=1.2, weak=True, lost=(LOST,),
    unwanted=("cook",), taken_by=(("pdf-forms", 1),), takes_from=(), unsaid=("ocr",),
)  # fmt: skip
VALUES = [
    Described("pdf", "Merge", fields=(("when_to_use", "x"),),
              intents=(Intent("a b", IntentSource.EXAMPLE),), topics=("scans",), mentions=("ocr",)),
    Query("merge", ("pdf",)),
    Shown("host", "Host", 8000, 9000, 2, 0, 1, 1, ("line",), (Seen("pdf", 5, Sight.WHOLE, Sight.NAME, 0.25),)),
    Selection(
        "host", 2, 2, 0, 0.5, 1.0, 0.75, (CHOSEN,), (Greedy("a", 9, 3, 1.5),), (Neighbours("a", "b", 3, 0.2),), (), (),
        (Stray("cook", "pdf", 0.6),),
    ),
    Bundle("pdf", ("pdf",), 20, fits=True),
    Trimming((("pdf", "Merge"),), 5, 1, 0),
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_survive_being_remembered(value) -> None:
    packed = msgspec.msgpack.encode(value)
    assert msgspec.msgpack.decode(packed, type=type(value)) == value
    assert hash(value) == hash(msgspec.msgpack.decode(packed, type=type(value)))


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_are_json(value) -> None:
    assert json.loads(json.dumps(asdict(value))) == json.loads(msgspec.json.encode(value))
