"""Help has the options of every day first, and below them those that few need."""

import re
from importlib import import_module

import click
import pytest

from skillpack.cli.main import VERBS, run
from skillpack.cli.options.advanced import SectionedCommand

EVERY = tuple(verb for section in VERBS.values() for verb in section)


def _sections(text: str) -> dict[str, list[str]]:
    """Return the sections of a help text that list options, each with their long names."""
    found: dict[str, list[str]] = {}
    for part in re.split(r"\n(?=\S+:\n)", text):
        title, _, lines = part.partition(":\n")
        names = re.findall(r"^  (?:-\w, )?(--[\w-]+)", lines, re.MULTILINE)
        if names:
            found[title] = names
    return found


def test_every_command_has_its_options_in_sections(capsys: pytest.CaptureFixture[str], snapshot) -> None:
    texts = {}
    for verb in EVERY:
        assert run([verb, "--help"]) == 0
        texts[verb] = _sections(capsys.readouterr().out)

    assert texts == snapshot


@pytest.mark.parametrize("verb", EVERY)
def test_what_few_need_never_stands_among_the_others(verb: str) -> None:
    command: click.Command = import_module(f"skillpack.cli.commands.{verb.replace('-', '_')}").command

    assert isinstance(command, SectionedCommand)


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("check", "`skillpack validate`, as the reference library calls it, is this command"),
        ("validate", "`skillpack validate`, as the reference library calls it, is this command"),
        ("prompt", "`skillpack to-prompt` is another command"),
        ("to-prompt", "`skillpack prompt` is another command"),
    ],
)
def test_commands_of_like_names_say_how_they_differ(capsys: pytest.CaptureFixture[str], verb: str, said: str) -> None:
    assert run([verb, "--help"]) == 0
    assert said in " ".join(capsys.readouterr().out.split())
