"""What pages have in common, on its way to other processes."""

import pickle

import pytest
from msgspec.structs import replace

from skillpack import resources
from skillpack.builder.outputs.output import RenderInputs
from skillpack.model.settings import Configuration


@pytest.fixture
def context() -> RenderInputs:
    return RenderInputs(replace(resources.theme(), assets={}), Configuration(name="x"), (), ())


def test_it_is_packed_once_and_unpacked_once(context: RenderInputs) -> None:
    first, again = pickle.dumps(context), pickle.dumps(context)
    one, other = pickle.loads(first), pickle.loads(again)  # noqa: S301 our own bytes

    assert context.packed() is context.packed()
    assert one is other
    assert one == context
    assert pickle.loads(pickle.dumps(replace(context, configuration=Configuration(name="y")))) != context  # noqa: S301
