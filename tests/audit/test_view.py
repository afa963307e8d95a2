import pytest

from skillpack.audit.view import is_relative, resolved

INDEX = ".well-known/agent-skills/index.json"


@pytest.mark.parametrize(
    ("here", "url", "path"),
    [
        (INDEX, "../../archives/a/a.zip", "archives/a/a.zip"),
        (INDEX, "beside.json", ".well-known/agent-skills/beside.json"),
        (INDEX, "./beside.json", ".well-known/agent-skills/beside.json"),
        (INDEX, "../../a.zip?v=1#top", "a.zip"),
        (INDEX, "../../%C3%A9.zip", "é.zip"),
        ("index.json", "a//b/./c/../d", "a/b/d"),
        (INDEX, "../../../a.zip", None),
        (INDEX, "../../%FF.zip", None),
    ],
)
def test_a_relative_address_means_a_path_of_the_site(here, url, path) -> None:
    assert resolved(here, url) == path


@pytest.mark.parametrize(
    ("url", "holds"),
    [
        ("a/b", True),
        ("../a", True),
        ("", True),
        ("a:b/c", False),
        ("/a", False),
        ("//host/a", False),
        ("\\a", False),
        ("https://x.org/a", False),
    ],
)
def test_an_address_with_a_host_or_from_the_root_is_not_relative(url, holds) -> None:
    assert is_relative(url) == holds
