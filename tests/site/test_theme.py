import re
from pathlib import Path

import jinja2
import pytest
from markupsafe import Markup
from msgspec.structs import replace

from skillpack import resources
from skillpack.errors import UsageError
from skillpack.model.settings import Theme
from skillpack.parse.settings.interface import FORMS
from skillpack.site.theme import (
    compile_all,
    compile_to,
    compiled,
    environment,
    forms,
    number,
    size,
    supply,
    texts,
    ticked,
)

ROOT = Path(__file__).parents[2]
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

    def test_a_text_that_gets_no_values_has_no_braces(self) -> None:
        t = texts({"a": "A {name}", "b": "{{name}}"}, "en")
        with pytest.raises(UsageError, match="the theme's text `a` has unknown braces") as caught:
            t("a")
        assert caught.value.hint == "it may use none; a brace is written twice"
        assert t("b") == "{name}"

    def test_a_text_may_be_empty(self) -> None:
        assert texts({"made": "", "made.other": "x"}, "en")("made") == ""

    def test_a_missing_text_is_named(self) -> None:
        for language, n, key, hint in (
            ("en", None, "gone", "add it to the theme's `strings.toml`"),
            ("de-AT", 2, "gone.other", "add it to the theme's `strings.de-AT.toml`"),
        ):
            with pytest.raises(UsageError, match=f"the theme has no text `{key}`") as caught:
                texts(STRINGS, language)("gone", n)
            assert caught.value.hint == hint


def test_a_script_gets_the_forms_that_the_language_has() -> None:
    assert forms(STRINGS)("tokens") == (("one", "{n} token"), ("other", "{n} tokens"))
    assert forms({"tokens.other": "{n}"})("tokens") == (("other", "{n}"),)


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
        asked = re.compile(r"""\b(?:t|forms)\('([^']+)'( \+)?(, [^=)]*[,)])?""")
        for name, source in theme.templates.items():
            for key, goes_on, more in asked.findall(source):
                start = key if goes_on else f"{key}."
                known = key in theme.strings or any(each.startswith(start) for each in theme.strings)
                assert known, f"{name} asks for `{key}`"
                assert key in theme.strings or more or goes_on or f"forms('{key}')" in source, (
                    f"{name}: `{key}` needs a number"
                )

    def test_every_text_is_asked_for(self, theme) -> None:
        sources = [file.read_text(encoding="utf-8") for file in (ROOT / "skillpack").rglob("*.py")]
        code = "\n".join((*theme.templates.values(), *sources))
        whole = set(re.findall(r"""['"]([\w.-]+)['"]""", code))
        # What goes on after a plus sign, or in braces, is the last part of a key.
        begun = tuple(
            start for pair in re.findall(r"""'([\w.]+[._])' \+|f"([\w.]+\.)\{""", code) for start in pair if start
        )

        def is_asked_for(key: str) -> bool:
            stem, _, form = key.rpartition(".")
            return key in whole or (form in FORMS and stem in whole) or key.startswith(begun)

        assert [key for key in theme.strings if not is_asked_for(key)] == []
        assert not is_asked_for("nobody.asks")

    def test_templates_are_compiled_once(self, theme) -> None:
        assert environment(theme) is environment(theme)
        assert environment(theme) is not environment(replace(theme, language="de"))

    def test_what_one_process_compiled_another_need_not(self, theme, monkeypatch: pytest.MonkeyPatch) -> None:
        code = compile_all(theme)
        elsewhere = replace(theme, strings={**theme.strings, "one.more": "x"})  # nobody has compiled this one
        monkeypatch.setattr(jinja2.Environment, "compile", None)
        supply(elsewhere, code)
        for name in theme.templates:
            assert environment(elsewhere).get_template(name).name == name
        assert compiled(elsewhere) == {}

    def test_the_bytecode_of_another_text_is_not_run(self, theme) -> None:
        one, other = (replace(theme, templates={"page": text}) for text in ("old", "new"))
        supply(other, compile_all(one))
        assert environment(other).get_template("page").render() == "new"
        assert compiled(other) == compile_all(other)

    def test_values_are_escaped_and_hide_nothing(self, theme) -> None:
        made = environment(
            replace(
                theme, templates={"page": "{% macro m(x) %}{{ x }}{% endmacro %}{{ a }} {{ m(a) }} {{ b }} {{ c }}"}
            )
        )
        values = {"a": "<\u202ex", "b": Markup("<b>\u202e</b>"), "c": None}
        assert made.get_template("page").render(values) == "&lt;⟦U+202E⟧x &lt;⟦U+202E⟧x <b>\u202e</b> None"
        assert texts({"k": "{x}"}, "en")("k", x="<\u200b") == "&lt;⟦U+200B⟧"

    def test_a_faulty_template_is_told_of_where_it_is_used(self, theme) -> None:
        broken = replace(theme, templates={**theme.templates, "rule.html": "{% if %}"})
        supply(broken, compiled(broken))
        assert environment(broken).get_template("skill.html")
        with pytest.raises(jinja2.TemplateSyntaxError):
            environment(broken).get_template("rule.html")


@pytest.fixture
def with_modules(theme: Theme, tmp_path: Path) -> Theme:
    """Return the theme as a wheel brings it, and nothing of it compiled in this process."""
    compile_to(theme, str(tmp_path))
    return replace(theme, compiled=str(tmp_path), strings={**theme.strings, "of.this.test": str(tmp_path)})


class TestModules:
    def test_pages_are_the_same_and_nothing_is_compiled(
        self, with_modules: Theme, site, rebuild, configuration, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(jinja2.Environment, "compile", None)
        assert rebuild(configuration, with_modules) == site
        assert compiled(with_modules) == {}

    def test_another_language_has_the_same_modules(
        self, with_modules: Theme, rebuild, configuration, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        german, spoken = resources.theme(language="de"), replace(configuration, language="de")
        pages = rebuild(spoken, german)
        monkeypatch.setattr(jinja2.Environment, "compile", None)
        assert rebuild(spoken, replace(german, compiled=with_modules.compiled)) == pages
        assert compiled(replace(german, compiled=with_modules.compiled)) == {}

    def test_what_overrides_is_used_by_the_modules(self, with_modules: Theme) -> None:
        own = {"base.html": "mine: {{ site }}", "new.html": "{% extends 'base.html' %}"}
        templates = {**with_modules.templates, **own}
        made = environment(replace(with_modules, templates=templates, overriding=tuple(own)))
        assert made.get_template("rule.html").render(site="a") == "mine: a"  # of a module
        assert made.get_template("new.html").render(site="<") == "mine: &lt;"

    def test_without_its_folder_a_theme_compiles(self, with_modules: Theme, tmp_path: Path) -> None:
        elsewhere = replace(with_modules, compiled=str(tmp_path / "gone"))
        assert set(compile_all(elsewhere)) == set(compile_all(replace(with_modules, compiled="")))

    def test_a_faulty_template_is_not_compiled(self, theme: Theme, tmp_path: Path) -> None:
        with pytest.raises(jinja2.TemplateSyntaxError):
            compile_to(replace(theme, templates={"page.html": "{% if %}"}), str(tmp_path))
