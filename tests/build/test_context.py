"""How pages look, on its way to other processes."""

import pickle
from dataclasses import replace

import pytest

from skillpack import resources
from skillpack.model.limits import Limits
from skillpack.model.settings import Configuration
from skillpack.build.outputs.context import RenderContext


@pytest.fixture
def look() -> Look:
    return Look(replace(resources.theme(), assets={}), Configuration(name="x"), (), (), Limits())


def test_it_is_packed_once_and_unpacked_once(look: Look) -> None:
    first, again = pickle.dumps(look), pickle.dumps(look)
    one, other = pickle.loads(first), pickle.loads(again)  # noqa: S301 our own bytes

    assert look.packed() is look.packed()
    assert one is other
    assert one == look
    assert pickle.loads(pickle.dumps(replace(look, limits=Limits(viewer=1)))) != look  # noqa: S301
