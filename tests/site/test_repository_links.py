import pytest

from skillpack.site.repository_links import RepositoryLinks, repository_links

GITHUB = "https://github.com/acme/skills"


@pytest.mark.parametrize(
    ("repository", "edit", "report"),
    [
        (GITHUB, f"{GITHUB}/edit/HEAD/skills/pdf/SKILL.md", f"{GITHUB}/issues/new?title=pdf%3A%20"),
        (f"{GITHUB}.git", f"{GITHUB}/edit/HEAD/skills/pdf/SKILL.md", f"{GITHUB}/issues/new?title=pdf%3A%20"),
        (
            f"{GITHUB}/tree/main/catalog/",
            f"{GITHUB}/edit/main/catalog/skills/pdf/SKILL.md",
            f"{GITHUB}/issues/new?title=pdf%3A%20",
        ),
        (
            "https://github.example.com:8443/acme/skills/",
            "https://github.example.com:8443/acme/skills/edit/HEAD/skills/pdf/SKILL.md",
            "https://github.example.com:8443/acme/skills/issues/new?title=pdf%3A%20",
        ),
        (
            "https://gitlab.com/group/sub/skills/-/tree/main",
            "https://gitlab.com/group/sub/skills/-/edit/main/skills/pdf/SKILL.md",
            "https://gitlab.com/group/sub/skills/-/issues/new?issue%5Btitle%5D=pdf%3A%20",
        ),
        (
            "https://codeberg.org/acme/skills",
            "https://codeberg.org/acme/skills/src/branch/HEAD/skills/pdf/SKILL.md",
            "https://codeberg.org/acme/skills/issues/new?title=pdf%3A%20",
        ),
        (
            "https://forgejo.example.com/acme/skills/src/branch/next/a/b",
            "https://forgejo.example.com/acme/skills/src/branch/next/a/b/skills/pdf/SKILL.md",
            "https://forgejo.example.com/acme/skills/issues/new?title=pdf%3A%20",
        ),
    ],
)
def test_each_known_host_spells_them_in_its_way(repository: str, edit: str, report: str) -> None:
    assert repository_links(repository, "skills/pdf/SKILL.md", "pdf: ") == RepositoryLinks(edit, report)


@pytest.mark.parametrize(
    "repository",
    [
        "",
        "https://git.example.com/platform/skills",
        "https://notgithub.com/acme/skills",
        "https://evil.example/github.com/skills",
        "https://github.com",
        "https://github.com/acme/skills?x=1",
        "ssh://git@github.com/acme/skills",
        "javascript:alert(1)//github.com/x",
        "https://user@github.com/acme/skills",
        "https://[github.com/acme/skills",
    ],
)
def test_of_other_addresses_nothing_is_guessed(repository: str) -> None:
    assert repository_links(repository, "skills/pdf/SKILL.md", "pdf: ") == RepositoryLinks()


def test_a_file_outside_of_the_catalog_has_none() -> None:
    assert repository_links(GITHUB, "../elsewhere/SKILL.md", "x") == RepositoryLinks()


def test_names_are_escaped() -> None:
    links = repository_links(GITHUB, 'skills/größe "x"/SKILL.md', 'größe "x": ')
    assert links.edit.endswith("/edit/HEAD/skills/gr%C3%B6%C3%9Fe%20%22x%22/SKILL.md")
    assert links.report.endswith("title=gr%C3%B6%C3%9Fe%20%22x%22%3A%20")
