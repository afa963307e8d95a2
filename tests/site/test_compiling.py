"""Templates mean the same however early their calls are worked out."""

from collections.abc import Callable

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup, escape

from skillpack.site.compiling import WHOLE, Generator, Loader, shown
from skillpack.site.hidden import revealed


class Words:
    """A function that counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, key: str, n: int = 0) -> Markup:
        self.asked += 1
        return Markup("<b>{}</b>{}").format(key, n or "")


@pytest.fixture
def words() -> Words:
    return Words()


@pytest.fixture
def render(words) -> Callable[..., str]:
    def rendered(template: str, **values: object) -> str:
        functions = {"t": words, "paths.of": lambda name: f"p/{name}"}
        more = {"base": "[{% block main %}old{% endblock %}]", "parts": "{% macro t(x) %}{{ x }}{% endmacro %}"}
        loader = Loader({"page": template, **more}, functions, {"paths.HOME": "index"})
        environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
        environment.code_generator_class = Generator
        environment.globals["t"] = words
        environment.filters |= functions | {WHOLE: lambda text: text}
        made = environment.get_template("page")
        words.asked = 0
        return made.render(values)

    return rendered


def test_a_call_whose_arguments_are_fixed_is_made_once(render, words) -> None:
    assert render("{{ t('a') }} {{ t('a' if x else 'b') }}", x=0) == "<b>a</b> <b>b</b>"
    assert words.asked == 1


def test_a_call_with_values_is_made_each_time(render) -> None:
    assert render("{{ t('a', n) }} {{ t('b', n=n) }}", n=2) == "<b>a</b>2 <b>b</b>2"


def test_paths_are_known_early(render) -> None:
    assert render("{{ paths.of('x') }} {{ paths.of(name) }} {{ paths.HOME }}", name="y&") == "p/x p/y&amp; index"


def test_what_a_template_calls_its_own_is_its_own(render) -> None:
    assert render("{% macro t(x) %}own {{ x }}{% endmacro %}{{ t('a') }}") == "own a"
    assert render("{% import 'parts' as t %}{{ t.t('a') }}") == "a"
    assert render("{% from 'parts' import t %}{{ t('a') }}") == "a"
    assert render("{% from 'parts' import t as paths %}{{ t('a') }}") == "<b>a</b>"
    assert render("{% set t = f %}{{ t('a') }}", f=str.upper) == "A"
    assert render("{% for paths in all %}{{ paths.HOME }}{% endfor %}", all=[{"HOME": 1}]) == "1"


def test_blocks_replace_those_of_the_page_around(render) -> None:
    assert render("{% extends 'base' %}{% block main %}{{ super() }} {{ x }}{% endblock %}", x="<") == "[old &lt;]"


def test_what_a_page_gives_is_called_with_its_arguments(render) -> None:
    assert render("{{ to('a', 'b') }} {{ to(*both) }}", to="{}-{}".format, both=("c", "d")) == "a-b c-d"


def test_a_name_that_a_page_does_not_give_is_a_fault(render) -> None:
    with pytest.raises(jinja2.UndefinedError, match="'to' is undefined"):
        render("{{ to('a') }}")


@given(st.one_of(st.text(), st.text().map(Markup), st.integers(), st.none()))
def test_values_are_escaped_as_ever_and_hide_nothing(value: object) -> None:
    plain = value if isinstance(value, Markup) or not isinstance(value, str) else revealed(value)
    assert shown(value) == escape(plain)
