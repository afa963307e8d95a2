from collections.abc import Callable

import pytest
from msgspec.structs import replace

from skillpack.errors import UsageError
from skillpack.model.settings import Picture, Theme
from skillpack.site.frame import Frame, name_regions


@pytest.fixture
def page(theme, configuration) -> Callable[..., str]:
    def made(path: str, template: str = "{% extends 'base.html' %}", around: str = "") -> str:
        more = {"page.html": template, "shell.html": around or theme.templates["shell.html"]}
        frame = Frame(replace(theme, templates={**theme.templates, **more}), configuration)
        return b"".join(frame.page(path, "page.html", {}).chunks).decode()

    return made


def test_the_top_bar_leads_away_from_wherever_the_page_lies(page, read) -> None:
    for path, home, checks in (
        ("index.html", "index.html", "checks/index.html"),
        ("skills/a/index.html", "../../index.html", "../../checks/index.html"),
        ("skills/a/files/b/c.md/index.html", "../../../../../index.html", "../../../../../checks/index.html"),
        ("checks/hosts/2/index.html", "../../../index.html", "../../index.html"),
        ("pages/how-to/ask/index.html", "../../../index.html", "../../../checks/index.html"),
    ):
        links = [attrs for tag, attrs in read(page(path)).elements if tag == "a"]
        assert {"class": "brand", "href": home} in links, path
        assert checks in [attrs["href"] for attrs in links], path


def test_the_top_bar_marks_where_the_reader_is(page, read) -> None:
    def current(path: str) -> list[tuple[str, str]]:
        attributes = [attrs for _, attrs in read(page(path)).elements if "aria-current" in attrs]
        return [(attrs["href"], attrs["aria-current"]) for attrs in attributes]

    assert current("index.html") == [("index.html", "page")]
    assert current("page/2/index.html") == [("../../index.html", "true")]
    assert current("rules/NM001/index.html") == [("../../checks/index.html", "true")]


def test_a_page_can_leave_out_the_search_of_the_top_bar(page) -> None:
    assert 'class="mini' in page("skills/a/index.html")
    assert 'class="mini' not in page("a.html", "{% extends 'base.html' %}{% block find %}{% endblock %}")


def test_a_logo_stands_for_the_title_and_says_it(theme, configuration, read) -> None:
    site = replace(configuration, title='Ours & "theirs"')
    branded = replace(theme, logo=Picture("logo.png", "image/png", 96, 32), icon=Picture("favicon.png", "image/png"))

    def elements(theme: Theme, path: str) -> list[tuple[str, dict[str, str]]]:
        template = {"page.html": "{% extends 'base.html' %}"}
        frame = Frame(replace(theme, templates={**theme.templates, **template}), site)
        return read(b"".join(frame.page(path, "page.html", {}).chunks).decode()).elements

    shown = elements(branded, "skills/a/index.html")
    logo = {"src": "../../assets/logo.png", "alt": 'Ours & "theirs"', "width": "96", "height": "32"}
    assert ("img", logo) in shown
    assert ("link", {"rel": "icon", "href": "../../assets/favicon.png", "type": "image/png"}) in shown
    assert not any(tag == "img" for tag, _ in elements(theme, "skills/a/index.html")), "shells are made for each theme"


def test_a_faulty_template_is_named(page) -> None:
    with pytest.raises(UsageError, match=r"the template `page\.html`, line 2"):
        page("a.html", "a\n{% if %}")
    with pytest.raises(UsageError, match="has no attribute 'links'"):
        page("a.html", around="{% set brand %}b{% endset %}")


def test_a_part_that_the_theme_lacks_is_named(theme, configuration) -> None:
    frame = Frame(replace(theme, templates={**theme.templates, "parts.html": ""}), configuration)
    with pytest.raises(UsageError, match=r"the template `parts\.html` has no macro `row`"):
        frame.part("row")


def test_lines_for_a_shell_break_after_a_slash_and_wait_for_the_address(page) -> None:
    html = page("skills/a/index.html", "{{ based('add SITE_URL/x//y/z \"&\"') }}")
    assert html == 'add <span data-base="../../">SITE_URL</span>/<wbr>x//y/<wbr>z &#34;&amp;&#34;'


def test_words_in_another_language_than_the_page_say_so(theme, configuration) -> None:
    english = Frame(theme, configuration)
    assert [english.lang(tag) for tag in ("", "en", "en-GB", "fr")] == ["", "", "", ' lang="fr"']
    dutch = Frame(theme, replace(configuration, language="nl"))  # there are no texts in Dutch
    assert [dutch.lang(tag) for tag in ("", "nl-BE", "en")] == [' lang="nl"', ' lang="nl-BE"', ""]
    assert dutch.foreign("") == "nl"


def test_a_text_for_what_is_no_page_has_no_html(theme, configuration) -> None:
    frame = Frame(replace(theme, strings={**theme.strings, "a": "<b>{name}</b> &amp; x"}), configuration)
    assert frame.plain("a", name="<i>") == "<i> & x"
    assert frame.plain("skills", 1200) == "1,200 skills"


def test_code_and_tables_get_a_name(theme, configuration, render) -> None:
    html = name_regions(Frame(theme, configuration), render("```\nx\n```\n\n| a |\n|---|\n| b |\n").html)
    assert '<pre tabindex="0" role="group" aria-label="Code">' in html
    assert '<div class="wide" tabindex="0" role="group" aria-label="Table">' in html


def test_all_else_stays_as_it_is(theme, configuration, render) -> None:
    html = render('Words, and `<pre tabindex="0">` as words.').html
    assert name_regions(Frame(theme, configuration), html) == html
