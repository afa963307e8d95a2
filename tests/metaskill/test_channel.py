"""Frames of a process that nobody believes."""

import json
import shutil
import struct

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skillpack.errors import MetaskillError
from skillpack.metaskill.grant import RunLimits

_KEYS = st.sampled_from(
    ["op", "args", "value", "kind", "message", "limits", "locked", "max_turns", "timeout", "purpose"]
)
_TEXTS = st.sampled_from(["ask", "command", "trace", "done", "fail", "ready", "runtime", "true", "1e999"]) | st.text()
_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | _TEXTS
_VALUES = st.recursive(
    _SCALARS, lambda each: st.lists(each, max_size=3) | st.dictionaries(_KEYS | st.text(), each, max_size=4)
)
_CALLS = st.fixed_dictionaries({"op": _TEXTS, "args": st.lists(_VALUES, max_size=3)}, optional={"value": _VALUES})
_ENDS = st.fixed_dictionaries({"op": st.just("done"), "value": _VALUES})
_FRAMES = (_VALUES | _CALLS | _ENDS).map(json.dumps).map(str.encode) | st.binary()
_ROUGH = st.binary(max_size=8)
_OUTPUTS = st.lists(st.tuples(_FRAMES.map(lambda data: struct.pack(">I", len(data)) + data), _ROUGH | st.just(b"")))


@pytest.mark.demand("K25", "K29")
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_OUTPUTS)
def test_whatever_a_process_says_is_a_result_or_the_declared_error(go, tmp_path, output) -> None:
    said = tmp_path / "said"
    said.write_bytes(b"".join(frame + rough for frame, rough in output))
    argv = (shutil.which("cat"), str(said))
    try:
        result = go("", argv=argv, ask=lambda question: question.prompt, limits=RunLimits(seconds=60))
    except MetaskillError as error:
        assert len(str(error)) < 5000  # noqa: PT017 either way is right
        return
    assert len(result.text) <= 20_000
    json.loads(result.text.partition("\n")[2])
