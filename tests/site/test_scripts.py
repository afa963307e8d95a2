import pytest

from skillpack.site.scripts import published_js


def test_comments_on_lines_of_their_own_indentation_and_empty_lines_go() -> None:
    text = "/* what\n   it does */\n(() => {\n  // why\n  go(1); // where\n\n  /* how */\n})();\n"
    assert published_js(text) == "(() => {\ngo(1); // where\n})();\n"


@pytest.mark.parametrize(
    "text",
    [
        'const address = "http://a/*b*/";\n',  # looks like comments, in a string
        "/* a */ go() /* b */\n",
        "go() /* one\n// */ two()\n",
        "/*! licence */\n//! licence\n",
        "const one = `a${b}`, two = /[`]/, three = '`';\n",
        "const text = `\n  // no comment\n`;\n",  # a literal over lines: left alone
        "const text = `${f(`\n  a`)}\n  b`;\n",
        "const text = 'a\\\n  b';\n",
    ],
)
def test_what_may_mean_something_stays(text: str) -> None:
    assert published_js(text) == text


def test_what_is_published_is_published_as_it_is(theme) -> None:
    for path, content in theme.assets.items():
        if path.endswith(".js"):
            once = published_js(content.decode())
            assert published_js(once) == once
            assert len(once) < len(content)
