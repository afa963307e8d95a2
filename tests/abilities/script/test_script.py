import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillpack.abilities.script.script import MOST, read_script
from skillpack.model.limits import Limits
from skillpack.model.script import Script, ScriptUse, Unread, UseKind, kinds_used

LONGEST = Limits().viewer
RUNNERS = ["python", "bash"]
WORDS = (
    "' \" ` ''' \\ // /* */ / ( ) { } [ ] $( ${ $(( << <<EOF EOF | ; & > < = , . : a é 0 case in esac ;; if do import"
    " from as require eval exec curl rm open os process.env fetch https://a.example ~/.ssh [[ ]] # \u2028"
)
PIECES = [*WORDS.split(" "), "\n", "\r", "\t"]
OPENED_WORDS = "'\\ \"\\ /[ /[a] `${ {'a': import{ x={ fetch( f() a.b a\\b =( (yield a; f{ ${a:- <("
OPENED = OPENED_WORDS.split(" ")
BLANKS = ["import ", "import {", "case x in ", "'a' ", "lambda: ", "not ", "> a ", "if a:\n ", "<<a\n", "x = {"]


@pytest.mark.parametrize("runner", RUNNERS)
@settings(deadline=None)
@given(
    text=st.lists(st.sampled_from(PIECES) | st.text(max_size=4)).map(" ".join)
    | st.lists(st.sampled_from(PIECES)).map("".join)
)
def test_any_text_gives_an_answer_and_every_line_is_within_the_file(runner: str, text: str) -> None:
    script = read_script(text, runner)
    assert all(1 <= use.line <= text.count("\n") + 1 for use in script.uses)
    assert not (script.unread and script.uses)
    assert list(script.uses) == sorted(set(script.uses), key=script.uses.index)


@pytest.mark.parametrize("runner", RUNNERS)
@pytest.mark.parametrize("piece", [*PIECES, *OPENED, *BLANKS])
def test_a_long_text_is_no_exception(runner: str, piece: str) -> None:
    # What took more than linear time would make these hundreds of texts take hours.
    assert read_script((piece * 60_000)[:60_000], runner).language


@pytest.mark.parametrize("runner", RUNNERS)
@pytest.mark.parametrize(
    "text", ["(" * 90_000, "x = " + "[" * 5_000, "$(" * 90_000, "`${" * 60_000, "-" * 90_000 + "1"]
)
def test_what_is_nested_deeply_is_no_exception(runner: str, text: str) -> None:
    assert read_script(text, runner).language


@pytest.mark.parametrize("runner", RUNNERS)
def test_what_is_too_large_or_binary_is_not_read(runner: str) -> None:
    assert read_script("\n" * (LONGEST + 1), runner).unread is Unread.SIZE
    assert read_script("x" * 2**20, runner).unread is Unread.SIZE
    assert read_script("a\0b", runner).unread is Unread.BINARY
    assert read_script("", runner).unread is None


@pytest.mark.parametrize("runner", ["", "ruby", "fish", "program", "node"])
def test_other_languages_are_not_read(runner: str) -> None:
    assert read_script("eval(x)", runner) == Script("", Unread.LANGUAGE)


@pytest.mark.parametrize("runner", ["python"])
def test_a_line_says_a_thing_once(runner: str) -> None:
    assert read_script("eval(x); eval(y)\neval(z)", runner).uses == (
        ScriptUse(UseKind.CODE, 1, "eval"),
        ScriptUse(UseKind.CODE, 2, "eval"),
    )


def test_each_kind_keeps_some_and_new_words_come_first() -> None:
    script = read_script("rm a\n" * 100 + "curl https://a.example\nmkdir b\n", "bash")
    assert script.left_out == 101 - MOST
    assert [use.word for use in script.uses[-2:]] == ["curl", "mkdir"]
    assert len(script.uses) == MOST + 1


def test_no_secret_is_in_a_word() -> None:
    token = "ghp" + "_" + "a1B2" * 9
    for text in (f"echo x > /tmp/{token}", f"{token} x", f"echo ${token.upper()}", f"curl https://{token}@a.example"):
        assert token not in str(read_script(text, "bash")), text
    assert token not in str(read_script(f'import os\nos.environ["{token}"]', "python"))


def test_kinds_of_several_scripts_are_in_order() -> None:
    scripts = [read_script("eval x\nrm y", "sh"), read_script("curl x", "sh"), read_script("eval(x)", "ruby")]
    assert kinds_used(scripts) == (UseKind.NETWORK, UseKind.WRITE, UseKind.CODE)
