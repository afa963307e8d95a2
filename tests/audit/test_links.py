"""Addresses in files -> paths of the site."""

import pytest

from skillpack.audit.links import is_path, is_relative, links, resolve

HOME = "https://x.org/base/"


@pytest.mark.parametrize(
    ("here", "url", "path"),
    [
        ("skills/a/index.html", "../b/index.html", "skills/b/index.html"),
        ("skills/a/index.html", "../b/", "skills/b/index.html"),
        ("skills/a/index.html", "../..", "index.html"),
        ("skills/a/index.html", "./?q=1#top", "skills/a/index.html"),
        ("skills/a/index.html", "#top", "skills/a/index.html"),
        ("index.html", "skills/%C3%A9t%C3%A9/SKILL.md", "skills/été/SKILL.md"),
        ("skills/a/index.html", "/base/catalog.json", "catalog.json"),
        ("skills/a/index.html", "/elsewhere", None),
        ("index.html", "../up", None),
        ("", "", "index.html"),
    ],
)
def test_an_address_means_a_path_below_the_site(here, url, path) -> None:
    assert resolve(here, url, HOME) == path


@pytest.mark.parametrize(("path", "fits"), [("a/b", True), ("", False), ("/a", False), ("a/../../b", False)])
def test_escapes_lead_out_of_no_site(path, fits) -> None:
    assert is_path(path) is fits
    assert not is_path(resolve("", "%2e%2e/b") or "")


@pytest.mark.parametrize(
    ("url", "relative"), [("a", True), ("../a", True), ("/a", False), ("//h/a", False), ("x:a", False)]
)
def test_only_what_holds_wherever_the_site_lies_is_relative(url, relative) -> None:
    assert is_relative(url) is relative


@pytest.mark.parametrize(
    ("path", "content", "found"),
    [
        ("a.html", '<a class="x > y" href="b.html">', ["b.html"]),
        ("a.html", '<img src="b.png"><form action="c.html"><a href="#x">', ["b.png", "c.html"]),
        ("a.html", 'Write &lt;a href="b.html"&gt;, or <a href="https://y.org/b">', []),
        ("a.html", f'<link href="{HOME}b/">', ["b/index.html"]),
        ("a.html", '<a href="b.html?x=1&amp;y=2">', ["b.html"]),
        ("404.html", '<a href="b.html">', []),
        ("feed.xml", f'<link href="{HOME}a.zip"/><loc>{HOME}</loc>', ["a.zip", "index.html"]),
        ("a/b.json", '{"$schema":"../schema/b.json","x":"c"}', ["schema/b.json"]),
        ("robots.txt", f"User-agent: *\nSitemap: {HOME}sitemap.xml\n", ["sitemap.xml"]),
        ("llms.txt", "- [a](skills/a/SKILL.md): See [b](c).\n", ["skills/a/SKILL.md"]),
        ("llms/1.txt", "- [a](../skills/a/SKILL.md): See [b](c).\n- b\n", ["skills/a/SKILL.md"]),
        ("llms.txt", "- [A to B](llms/1.txt)\n- [and more](catalog.json)\n", ["llms/1.txt", "catalog.json"]),
        ("my-llms/1.txt", "- [a](b.md)\n", []),
        ("skills/a/llms.txt", "- [a](b.md)\n", []),
        ("skills/a/SKILL.md", "- [a](b.md)\n", []),
    ],
)
def test_each_kind_of_file_is_read_for_its_links(path, content, found) -> None:
    assert list(links(path, content.encode(), HOME)) == found
