import re
from dataclasses import replace

import jinja2
import pytest

from skillpack.errors import UsageError
from skillpack.site.plurals import plural_rule
from skillpack.site.theme import compiled, environment, number, size, supply, texts, ticked

STRINGS = {
    "hello": "Hello <b>{name}</b>",
    "tokens.one": "{n} token",
    "tokens.other": "{n} tokens",
    "plain": "It's here",
    "format.thousands": ".",
    "format.decimal": ",",
}


class TestTexts:
    def test_values_are_escaped_and_the_theme_is_not(self) -> None:
        assert texts(STRINGS, "en")("hello", name="<i>") == "Hello <b>&lt;i&gt;</b>"

    def test_a_number_chooses_the_form(self) -> None:
        t = texts(STRINGS, "en")
        assert t("tokens", 1) == "1 token"
        assert t("tokens", 1940) == "1.940 tokens"

    def test_a_form_that_is_missing_is_the_general_one(self) -> None:
        assert texts(STRINGS, "ru")("tokens", 3) == "3 tokens"

    def test_a_text_without_values_comes_as_it_is(self) -> None:
        assert texts(STRINGS, "en")("plain") == "It's here"

    def test_a_default_is_escaped(self) -> None:
        assert texts(STRINGS, "en")("gone", default="<i>") == "&lt;i&gt;"

    def test_unknown_braces_are_named(self) -> None:
        t = texts({"a": "{who} and {what}", "b": "{", "c": "{}", "d": "{who.name}", "e": "{{{who}}}"}, "en")
        for key in "abcd":
            with pytest.raises(UsageError, match=f"the theme's text `{key}` has unknown braces") as caught:
                t(key, who="x")
            assert caught.value.hint == "it may use {who}"
        assert t("e", who="x") == "{x}"

    def test_a_missing_text_is_named(self) -> None:
        with pytest.raises(UsageError, match="the theme has no text `gone`"):
            texts(STRINGS, "en")("gone")


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {0: "other", 1: "one", 2: "other"}),
        ("en-GB", {1: "one"}),
        ("fr", {0: "one", 1: "one", 2: "other"}),
        ("ja", {1: "other"}),
        ("ru", {1: "one", 2: "few", 5: "many", 11: "many", 21: "one", 22: "few", 112: "many"}),
        ("pl", {1: "one", 2: "few", 5: "many", 21: "many", 22: "few"}),
        ("cs", {1: "one", 3: "few", 5: "other"}),
        ("ar", {0: "zero", 1: "one", 2: "two", 3: "few", 11: "many", 100: "other", 103: "few"}),
        ("he", {1: "one", 2: "two", 3: "other"}),
        ("tlh", {1: "one", 2: "other"}),
    ],
)
def test_plural_forms_follow_cldr(language, forms) -> None:
    assert {n: plural_rule(language)(n) for n in forms} == forms


def test_numbers_and_sizes_follow_the_language() -> None:
    assert number(1234567, STRINGS) == "1.234.567"
    assert [size(value, STRINGS) for value in (0, 999, 1000, 3100, 2_000_000)] == [
        "0\xa0B", "999\xa0B", "1,0\xa0kB", "3,1\xa0kB", "2,0\xa0MB",
    ]  # fmt: skip
    assert size(3100, {}) == "3.1\xa0kB"


def test_backticks_become_code() -> None:
    assert ticked("the `<b>` is `x`") == 'the <code dir="auto">&lt;b&gt;</code> is <code dir="auto">x</code>'
    assert ticked("one ` only") == "one ` only"
    assert ticked("`a` and `") == '<code dir="auto">a</code> and `'


class TestOurTheme:
    def test_every_text_that_a_template_names_is_there(self, theme) -> None:
        asked = re.compile(r"""\bt\('([^']+)'(, [^=)]*[,)])?""")
        for name, source in theme.templates.items():
            for key, more in asked.findall(source):
                known = [
                    known for known in theme.strings if known == key or known.startswith(f"{key}.") or key.endswith(".")
                ]
                assert known, f"{name} asks for `{key}`"
                assert key in theme.strings or more or key.endswith("."), f"{name}: `{key}` needs a number"

    def test_texts_with_a_number_have_both_english_forms(self, theme) -> None:
        for key in theme.strings:
            if key.endswith(".one"):
                assert key.removesuffix("one") + "other" in theme.strings

    def test_templates_are_compiled_once(self, theme) -> None:
        assert environment(theme, "en") is environment(theme, "en")
        assert environment(theme, "en") is not environment(theme, "de")

    def test_what_one_process_compiled_another_need_not(self, theme, monkeypatch: pytest.MonkeyPatch) -> None:
        code = compiled(theme, "en")
        elsewhere = replace(theme, strings={**theme.strings, "one.more": "x"})  # nobody has compiled this one
        monkeypatch.setattr(jinja2.Environment, "compile", None)
        supply(elsewhere, "en", code)
        for name in theme.templates:
            assert environment(elsewhere, "en").get_template(name).name == name

    def test_a_faulty_template_is_told_of_where_it_is_used(self, theme) -> None:
        broken = replace(theme, templates={**theme.templates, "rule.html": "{% if %}"})
        supply(broken, "en", compiled(broken, "en"))
        assert environment(broken, "en").get_template("skill.html")
        with pytest.raises(jinja2.TemplateSyntaxError):
            environment(broken, "en").get_template("rule.html")
