import pytest

from skillpack.abilities.languages import READ, language_of


@pytest.mark.parametrize(("path", "language"), [
    ("scripts/run.py", "python"),
    ("scripts/run", ""),
    ("Makefile", "make"),
    ("docker/Dockerfile", "dockerfile"),
    ("Rakefile", "ruby"),
    ("assets/makefile.md", ""),
    ("notes.txt", ""),
])  # fmt: skip
def test_a_file_is_known_by_its_name(path: str, language: str) -> None:
    assert language_of(path, b"") == language


@pytest.mark.parametrize("name", ["Makefile", "justfile", "Dockerfile", "Jenkinsfile"])
def test_commands_that_nobody_reads_are_not_said_to_be_read(name: str) -> None:
    assert language_of(name, b"") not in {"", *READ}
