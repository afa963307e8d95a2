"""What every reader of a language owes any text: an answer in linear time, lines of the file, no secret."""

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import skillpack.abilities
from skillpack.abilities.readers import LANGUAGE_READERS
from skillpack.abilities.source_text import Reading, SourceText
from skillpack.model.ability import Ability

LANGUAGES = sorted(LANGUAGE_READERS)
WORDS = (
    "' \" ` ''' \\ // /* */ / ( ) { } [ ] $( ${ $(( << <<EOF EOF | ; & > < = , . : a é 0 case in esac ;; if do import"
    " from as require eval exec curl rm open os process.env fetch https://a.example ~/.ssh [[ ]] # \u2028"
)
PIECES = [*WORDS.split(" "), "\n", "\r", "\t"]
OPENED_WORDS = "'\\ \"\\ /[ /[a] `${ {'a': import{ x={ fetch( f() a.b a\\b =( (yield a; f{ ${a:- <("
OPENED = OPENED_WORDS.split(" ")
BLANKS = ["import ", "import {", "case x in ", "'a' ", "lambda: ", "not ", "> a ", "if a:\n ", "<<a\n", "x = {"]
GIVES_UP = (SyntaxError, RecursionError, ValueError, MemoryError)


def readings(text: str, language: str) -> list[Reading] | None:
    """Return what is found in a text; None where it is not of its language."""
    source = SourceText("a", text, language)
    try:
        return list(LANGUAGE_READERS[language](source))
    except GIVES_UP:
        return None


def known_words(language: str) -> list[str]:
    """Return the words of the tables and patterns of a reader."""
    modules = Path(*skillpack.abilities.__path__, language).glob("*.py")
    nodes = [node for module in modules for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))]
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    words = sorted({word for text in texts for word in re.findall(r"[\w~$.\-/]{2,}", text)})
    assert len(words) > 100
    return words


@pytest.mark.parametrize("language", LANGUAGES)
@settings(deadline=None)
@given(
    text=st.lists(st.sampled_from(PIECES) | st.text(max_size=4)).map(" ".join)
    | st.lists(st.sampled_from(PIECES)).map("".join)
)
def test_any_text_gives_an_answer_and_every_line_is_within_the_file(language: str, text: str) -> None:
    found = readings(text, language) or []
    assert all(1 <= each.line <= text.count("\n") + 1 for each in found if isinstance(each, Ability))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", ["{}", "a {}", "{} {}", "{} (", "{}\n{} a", "| {} <<E", "x = {}", "x = {}({})"])
def test_every_word_that_a_reader_knows_may_stand_anywhere(language: str, form: str) -> None:
    for word in known_words(language):
        readings(form.replace("{}", word), language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("piece", [*PIECES, *OPENED, *BLANKS])
def test_a_long_text_is_read_at_once(language: str, piece: str) -> None:
    # What took more than linear time would make these hundreds of texts take hours.
    readings((piece * 60_000)[:60_000], language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text", ["(" * 90_000, "x = " + "[" * 5_000, "$(" * 90_000, "`${" * 60_000, "-" * 90_000 + "1"]
)
def test_what_is_nested_deeply_is_read_or_given_up(language: str, text: str) -> None:
    readings(text, language)


def test_no_secret_is_in_what_is_shown() -> None:
    token = "ghp" + "_" + "a1B2" * 9
    for text in (f"echo x > /tmp/{token}", f"{token} x", f"echo ${token.upper()}", f"curl https://{token}@a.example"):
        assert token not in str([each for each in readings(text, "shell") or () if isinstance(each, Ability)]), text
    for text in (f'os.environ["{token}"]', f'subprocess.run(["{token}"])', f'open("/root/{token}/.aws/config", "w")'):
        found = readings(f"import os, subprocess\n{text}", "python")
        assert found, text
        assert token not in str([each for each in found if isinstance(each, Ability)]), text
    assert token not in str(readings(f'process.env["{token}"]', "javascript"))
