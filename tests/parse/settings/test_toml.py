import pytest

from skillpack.errors import UsageError
from skillpack.parse.settings.toml import Table, read_toml


def table(text: str) -> Table:
    return read_toml(text)


def test_missing_values_are_the_defaults() -> None:
    empty = table("")
    assert empty.text("a", "x") == "x"
    assert empty.flag("a", default=True)
    assert empty.count("a", 3) == 3
    assert empty.choice("a", ("x", "y"), "other") == "other"
    assert empty.texts("a", ("x",)) == ("x",)
    assert empty.choices("a", ("x",), ("other",)) == ("other",)
    assert empty.day("a") == ""
    assert empty.table("a").keys() == ()
    assert list(empty.tables("a")) == []


def test_an_empty_list_is_no_missing_list() -> None:
    assert table("a = []").texts("a", ("x",)) == ()


@pytest.mark.parametrize("text", ["a = 2027-01-31", 'a = "2027-01-31"'])
def test_a_day_has_two_forms(text: str) -> None:
    assert table(text).day("a") == "2027-01-31"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 3", "`a` is a whole number, but a text is wanted"),
        ("a = true", "`a` is `true` or `false`, but a text is wanted"),
        ("a = 1.5", "`a` is a number with a point, but a text is wanted"),
        ("a = 2027-01-31", "`a` is a date, but a text is wanted"),
        ("a = []", "`a` is a list, but a text is wanted"),
        ("a = {}", "`a` is a table, but a text is wanted"),
        ("a = ' '", "`a` is empty, but a text is wanted"),
        ("", "`a` is missing"),
    ],
)
def test_a_wrong_text_is_told(text: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        table(text).text("a")
    assert str(error.value) == message


@pytest.mark.parametrize("value", ["true", "-1", "1.0", "'1'"])
def test_a_count_is_a_whole_number_from_0_on(value: str) -> None:
    with pytest.raises(UsageError, match=r"^`a` is .* is wanted$"):
        table(f"a = {value}").count("a")


def test_a_number_is_no_switch() -> None:
    with pytest.raises(UsageError, match=r"^`a` is a whole number, but `true` or `false` is wanted$"):
        table("a = 1").flag("a", default=False)


@pytest.mark.parametrize("value", ["2027-01-31T10:00:00", "10:00:00", "'31.01.2027'", "'20270131'", "0", "2027"])
def test_a_day_is_nothing_else(value: str) -> None:
    with pytest.raises(UsageError, match=r"^`a` is `.*`, but a date such as 2027-01-31 is wanted$"):
        table(f"a = {value}").day("a")


def test_paths_lead_through_tables_and_lists() -> None:
    top = table("[[a]]\nb = 1\n[[a]]\n[a.c]\nd = [1]\n")
    first, second = top.tables("a")
    with pytest.raises(UsageError, match=r"^`a\[0\]\.b` is"):
        first.text("b")
    with pytest.raises(UsageError, match=r"^`a\[1\]\.c\.d\[0\]` is a whole number, but a text is wanted$"):
        second.table("c").texts("d")


def test_a_list_of_tables_holds_tables() -> None:
    with pytest.raises(UsageError, match=r"^`a\[0\]` is a whole number, but a table is wanted$"):
        list(table("a = [1]").tables("a"))


def test_choices_are_listed() -> None:
    with pytest.raises(UsageError, match=r"^`a` is `z`, but one of `x`, `y` is wanted$"):
        table("a = 'z'").choice("a", ("x", "y"), "x")
    with pytest.raises(UsageError, match=r"^`a\[1\]` is `z`, but one of `x`, `y` is wanted$"):
        table("a = ['x', 'z']").choices("a", ("x", "y"))


def test_a_key_that_nobody_asked_for_is_refused_with_the_nearest() -> None:
    top = table("site-url = 1")
    top.text("site_url", "")
    with pytest.raises(UsageError, match=r"^`site-url` is not a setting$") as error:
        top.close()
    assert error.value.hint == "did you mean `site_url`?"


def test_a_key_like_no_other_gets_the_list() -> None:
    top = table("zzz = 1")
    top.text("b", "")
    top.text("a", "")
    with pytest.raises(UsageError) as error:
        top.close()
    assert error.value.hint == "known here: `a`, `b`"


@pytest.mark.parametrize("text", ["a = ", "a = 1\na = 2", "a = " + "[" * 100_000, "a = " + "1" * 5000, "\0"])
def test_what_is_no_toml_is_told(text: str) -> None:
    with pytest.raises(UsageError, match=r"^this is not TOML: "):
        table(text)


VALUE = 'a value such as `"text"`, `12`, `true` or `["a", "b"]`'


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (
            "a = 1\nt = Foo",
            f"line 2, column 5: found `Foo`, expected {VALUE}",
            'put text in quotes: `t = "Foo"`',
        ),
        ("t = My own # x", f"line 1, column 5: found `My`, expected {VALUE}", 'put text in quotes: `t = "My own"`'),
        ("a = True", f"line 1, column 5: found `True`, expected {VALUE}", "write `a = true`, in lower case"),
        ("a =\n", f"line 1, column 4: found the end of the file, expected {VALUE}", ""),
        ("a b = 3", "line 1, column 3: found `b`, expected `=` after the key", "a setting is written `key = value`"),
        ("a: 3", "line 1, column 2: found `:`, expected `=` after the key", "a setting is written `key = value`"),
        ("= 3", "line 1, column 1: found `=`, expected `key = value`, `[table]` or `[[list]]`", ""),
        (
            "a = 1 2",
            "line 1, column 7: found `2`, expected the end of the line",
            "write one setting a line, and text in quotes",
        ),
        ("[a", "line 1, column 3: found the end of the file, expected `]`", "a table is written `[name]`"),
        (
            'a = "x\nb = 1',
            "line 1, column 7: found the end of the line, expected the closing quote",
            "close it with a quote on the same line; text of several lines stands between three quotes",
        ),
        (
            'a = "C:\\dir"',
            'line 1, column 8: found `\\dir"`, expected a known escape',
            "double the backslash, or put the text in single quotes",
        ),
        ("[a]\n\n[a]", "line 3: `[a]` is there twice", "write it once, with everything in it"),
        ("a = 1\na = 2\n", "line 2: `a` is there twice", "write it once, with everything in it"),
        ("a = {b = 1, b = 2}", "line 1: `b` is there twice", "write it once, with everything in it"),
    ],
)
def test_a_mistake_is_told_with_its_place_what_is_there_and_what_is_expected(
    text: str, message: str, hint: str
) -> None:
    with pytest.raises(UsageError) as error:
        table(text)
    assert (str(error.value), error.value.hint) == (f"this is not TOML: {message}", hint)
