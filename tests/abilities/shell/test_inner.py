"""Texts that the commands of a shell run: each is read in its language, and what it does stands on its own line."""

import pytest

from skillpack.abilities.shell.reader import shell_readings
from skillpack.abilities.source_text import SourceText
from skillpack.model.ability import Ability, AbilityOrigin

OTHERS = [
    ("python3 -c 'import os; os.remove(x)'", "python 1 import os; os.remove(x)"),
    ("python3 - <<'EOF'\nimport os\nEOF", "python 2 import os"),
    ("cd x\npython <<EOF\n\nimport os\nEOF\n", "python 3 import os"),
    ("cd x\npython3 -c '\nimport os\n'", "python 2 import os"),
    ("cat > /tmp/x.py <<'EOF'\nimport os\nprint(1)\nEOF\npython3 /tmp/x.py", "python 2 import os\nprint(1)"),
    ("node -e 'fetch(x)'", "javascript 1 fetch(x)"),
    ("node --eval 'fetch(x)'", "javascript 1 fetch(x)"),
    ("powershell -Command 'Get-Clipboard'", "powershell 1 Get-Clipboard"),
    ("sudo bash -c \"python3 -c 'import os'\"", "python 1 import os"),
    ("ssh me@h.example 'python3 -c \"import os\"'", "python 1 import os"),
]
NONE = [
    "python3 run.py -c config",
    "echo 'python3 -c x'",
    "cat <<'EOF'\nimport os\nEOF",
    "ruby -e 'puts 1'",
    "python3 -m http.server",
]
SHELL = [
    ("cd x\nbash -c '\nrm a\ncurl https://a.example\n'", "fetches curl 4"),
    ("bash <<'EOF'\nrm a\ncurl https://a.example\nEOF", "fetches curl 3"),
    ("ssh -p 22 me@h.example 'curl https://a.example'", "fetches curl 1"),
    ("ssh me@h.example <<'EOF'\ncurl https://a.example\nEOF", "fetches curl 2"),
    ("docker exec -it web sh -c 'curl https://a.example'", "fetches curl 1"),
    ("su - app -c 'curl https://a.example'", "fetches curl 1"),
    ("xargs -n1 sh -c 'curl https://a.example'", "fetches curl 1"),
]


def inner(text: str) -> list[str]:
    found = [each for each in shell_readings(SourceText("s.sh", text, "shell")) if isinstance(each, SourceText)]
    return [f"{each.language} {each.first_line} {each.text.strip()}" for each in found]


@pytest.mark.parametrize(("text", "expected"), OTHERS)
def test_a_text_of_another_language_is_given_with_its_first_line(text: str, expected: str) -> None:
    assert inner(text) == [expected]


@pytest.mark.parametrize("text", NONE)
def test_what_is_not_run_or_not_read_is_not_given(text: str) -> None:
    assert inner(text) == []


@pytest.mark.parametrize(("text", "expected"), SHELL)
def test_a_text_of_a_shell_is_read_with_the_script(text: str, expected: str) -> None:
    found = [each for each in shell_readings(SourceText("s.sh", text, "shell")) if isinstance(each, Ability)]
    assert expected in {f"{each.kind} {each.words} {each.line}" for each in found}


def test_it_has_the_path_and_origin_of_what_runs_it() -> None:
    source = SourceText("a.md", "python3 -c 'import os'", "shell", 40, AbilityOrigin.COMMAND)
    (found,) = [each for each in shell_readings(source) if isinstance(each, SourceText)]
    assert (found.path, found.first_line, found.origin) == ("a.md", 40, AbilityOrigin.COMMAND)
