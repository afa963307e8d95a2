from skillpack.model.settings import Configuration, Renamed
from skillpack.registry.headers import host_files


def files_of(configuration: Configuration) -> dict[str, str]:
    return {file.path: b"".join(file.chunks).decode() for file in host_files(configuration)}


def test_files_for_hosts(snapshot) -> None:
    configuration = Configuration(
        site_url="https://x.org/", legacy_discovery=True, renamed=(Renamed("old", "new", ""), Renamed("gone", "", ""))
    )
    assert files_of(configuration) == snapshot


def test_without_a_site_url_no_sitemap_is_named() -> None:
    assert files_of(Configuration())["robots.txt"] == "User-agent: *\nAllow: /\n"


def test_raw_files_of_skills_never_run_in_the_name_of_the_site() -> None:
    text = files_of(Configuration(legacy_discovery=True))["_headers"]
    assert "/.well-known/skills/*\n  Content-Disposition: attachment\n" in text
    assert "skills/*\n  Content-Disposition" not in files_of(Configuration())["_headers"]


def test_github_is_told_that_dot_folders_are_published() -> None:
    assert files_of(Configuration())[".nojekyll"] == ""


def test_names_that_an_address_would_escape_are_left_to_their_pages() -> None:
    renamed = (Renamed("é", "e", ""), Renamed("a", "b", ""))
    assert files_of(Configuration(renamed=renamed))["_redirects"].splitlines()[:2] == [
        "/skills/a/ /skills/b/ 301",
        "/skills/a/index.html /skills/b/index.html 301",
    ]


def test_the_record_of_a_renamed_skill_is_never_redirected() -> None:
    text = files_of(Configuration(renamed=(Renamed("a", "b", ""),)))["_redirects"]
    assert "*" not in text
    assert "skill.json" not in text
