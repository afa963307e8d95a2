"""Programs in an archive that a skill opens with a password of its own."""

import pytest

from skillpack.abilities.concealed.locked import locked_programs
from skillpack.abilities.texts import read_texts
from skillpack.model.tree import make_tree


def told(script: str) -> list[int]:
    texts = read_texts(make_tree({"SKILL.md": b"Run it.\n", "run.sh": script.encode()}), "SKILL.md")
    return [each.at.span.line for each in locked_programs(texts)]


@pytest.mark.parametrize(
    "script",
    [
        'unzip -q -P "r3size" "$w/in.zip" -d "$w/x"\n"$w/x/run" &\n',
        "7z x -pmoon7 assets/a.7z -o/tmp/a\nsh /tmp/a/start.sh\n",
        "unzip -P blue42 a.zip -d out; chmod +x out/tool\n",
    ],
)
def test_a_program_is_run_from_it(script: str) -> None:
    assert told(script) == [1]


@pytest.mark.parametrize(
    "script",
    [
        'unzip -q -P "$PASSWORD" in.zip -d out\nout/run\n',
        "unzip -P PASSWORD in.zip -d out\nout/run\n",
        "unzip -P blue42 photos.zip -d out\nls out\n",
        "unzip -q tool.zip -d out\nout/run\n",
        "unzip -P blue42 a.zip -d out\nother/run\n",
    ],
)
def test_anything_else_is_none(script: str) -> None:
    assert told(script) == []
