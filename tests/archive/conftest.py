"""What the strict reader says of an archive that it refuses."""

from collections.abc import Callable, Mapping

import pytest

from skillpack.archive.read import read_archive
from skillpack.errors import ArchiveError
from skillpack.model.limits import Limits

SayRefusals = Callable[[Mapping[str, bytes], Limits], str]


@pytest.fixture
def refusals() -> SayRefusals:
    """Return the function that gives the whole message and hint for each of some archives, to be read by a person."""

    def said(archives: Mapping[str, bytes], limits: Limits) -> str:
        return "\n".join(f"{case}:\n{_refusal(content, limits)}" for case, content in archives.items())

    return said


def _refusal(content: bytes, limits: Limits) -> str:
    with pytest.raises(ArchiveError) as caught:
        read_archive(content, limits)
    hint = f"\n    hint: {caught.value.hint}" if caught.value.hint else ""
    return f"    {caught.value}{hint}"
