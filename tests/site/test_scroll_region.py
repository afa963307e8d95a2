from skillpack.site.frame import Frame
from skillpack.site.scroll_region import named


def test_code_and_tables_get_a_name(theme, configuration, render) -> None:
    html = named(Frame(theme, configuration), render("```\nx\n```\n\n| a |\n|---|\n| b |\n").html)
    assert '<pre tabindex="0" role="group" aria-label="Code">' in html
    assert '<div class="wide" tabindex="0" role="group" aria-label="Table">' in html


def test_all_else_stays_as_it_is(theme, configuration, render) -> None:
    html = render('Words, and `<pre tabindex="0">` as words.').html
    assert named(Frame(theme, configuration), html) == html
