"""Which part of a site a build asks for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from skillpack.files.output import MemoryOutput
from skillpack.model.output import OutputFile
from skillpack.pipeline.auditing import audit_written
from skillpack.pipeline.cache import Cache
from skillpack.pipeline.inputs import Inputs, gather, locate
from skillpack.pipeline.written import Written


class Asked(MemoryOutput):
    """An output that notes what it is asked for."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files)
        self.asked: list[str] = []

    def get(self, path: str) -> bytes | None:
        self.asked.append(path)
        return super().get(path)


@pytest.fixture
def inputs(write_skill, tmp_path: Path) -> Inputs:
    write_skill("a")
    return gather(locate(tmp_path / "skills"), today="2026-01-31", date="")


@pytest.fixture
def cache() -> Iterator[Cache]:
    made = Cache(None)
    made.begin()
    yield made
    made.close()


def _written(cache: Cache, output: MemoryOutput, **parts: str) -> Written:
    """Write parts of two files, a record and a page; a part of an equal text stays."""
    written = Written(output, cache, "site")
    for name, text in parts.items():
        part, key = f"{name}/page", text.partition(" ")[0]
        if not written.keep(part, text):
            files = {f"skills/{name}/skill.json": key, f"skills/{name}/index.html": text}
            written.put(part, text, [OutputFile(path, (content.encode(),)) for path, content in files.items()])
    return written


def _built(cache: Cache, inputs: Inputs, files: dict[str, bytes], **parts: str) -> Asked:
    output = Asked(files)
    written = _written(cache, output, **parts)
    output.asked.clear()
    audit_written(written, output, inputs, cache)
    asked = list(output.asked)
    output.commit()
    written.remember()
    output.asked = asked
    return output


def test_a_new_site_is_asked_for_everything(cache, inputs) -> None:
    assert "catalog.json" in _built(cache, inputs, {}, a="one", b="one").asked


def test_where_nothing_was_written_nothing_is_asked(cache, inputs) -> None:
    first = _built(cache, inputs, {}, a="one", b="one")
    assert _built(cache, inputs, first.files, a="one", b="one").asked == []


def test_a_page_that_changes_costs_a_look_at_its_record(cache, inputs) -> None:
    first = _built(cache, inputs, {}, a="one", b="one")
    asked = _built(cache, inputs, first.files, a="one more word", b="one").asked
    assert [path for path in asked if path.startswith("skills/")] == ["skills/a/skill.json"]


def test_a_skill_whose_record_changes_is_asked_for(cache, inputs) -> None:
    first = _built(cache, inputs, {}, a="one", b="one")
    asked = _built(cache, inputs, first.files, a="two", b="one").asked
    assert asked.count("skills/a/skill.json") == 2
    assert not [path for path in asked if path.startswith("skills/b/")]


def test_a_skill_that_is_gone_is_asked_for(cache, inputs) -> None:
    first = _built(cache, inputs, {}, a="one", b="one")
    assert "skills/b/skill.json" in _built(cache, inputs, first.files, a="one").asked


def test_what_was_found_of_the_others_still_holds(cache, inputs) -> None:
    first = _built(cache, inputs, {}, a="one", b="one")

    def found(files: dict[str, bytes], **parts: str) -> set[tuple[str, str]]:
        output = MemoryOutput(files)
        judged = audit_written(_written(cache, output, **parts), output, inputs, cache)
        return {(each.finding.rule, each.finding.path) for each in judged}

    once = found(first.files, a="one", b="one")
    assert ("AU002", "catalog.json") in once
    assert found(first.files, a="one", b="one") == once
