"""Which catalog a path means, and what follows from its configuration and its files."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from skillpack import resources
from skillpack.builder.inputs.catalog import has_catalog, locate
from skillpack.builder.inputs.inputs import days_by_folder, gather, make_settings, with_brand, with_cards
from skillpack.errors import FetchError, SkillpackError, UsageError
from skillpack.evidence.bundle import can_verify
from skillpack.model.release import History
from skillpack.model.settings import Configuration, Theme, ThemeOptions

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 16"><path d="M0 0h9v9z"/></svg>'


def _sources(path: Path) -> list[tuple[str, int]]:
    return [(source.path, source.depth) for source in locate(path).configuration.sources]


def test_a_folder_of_skills_is_one_source(write_skill, tmp_path: Path) -> None:
    write_skill("a")

    assert locate(tmp_path / "skills").root == tmp_path / "skills"
    assert _sources(tmp_path / "skills") == [(".", 6)]


def test_a_skill_is_read_from_the_folder_above_so_that_its_name_counts(write_skill, tmp_path: Path) -> None:
    folder = write_skill("a")

    assert locate(folder).root == (tmp_path / "skills").resolve()
    assert _sources(folder) == [("a", 0)]


@pytest.mark.parametrize("usual", ["skills", ".claude/skills", ".agents/skills"])
def test_the_usual_folders_are_found(write_skill, tmp_path: Path, usual: str) -> None:
    write_skill("a", root=usual)

    assert locate(tmp_path).root == tmp_path / usual


def test_skills_beside_the_usual_folder_are_not_lost(write_skill, tmp_path: Path) -> None:
    write_skill("a", root="skills")
    write_skill("b", root="plugins/x/skills")

    assert locate(tmp_path).root == tmp_path
    assert _sources(tmp_path) == [(".", 6)]


def test_beside_skills_in_other_folders_a_hosts_root_is_found_as_well(write_skill, tmp_path: Path) -> None:
    write_skill("a", root="plugins/x/skills")
    write_skill("b", root=".claude/skills")

    assert _sources(tmp_path) == [(".", 6), (".claude/skills", 6)]


def test_beside_a_skill_at_the_top_its_folder_of_skills_counts(write_skill, tmp_path: Path) -> None:
    folder = write_skill("a", root="repositories")
    write_skill("b", root="repositories/a/skills/group")
    write_skill("example", root="repositories/a/examples")

    assert locate(folder).root == (tmp_path / "repositories").resolve()
    assert _sources(folder) == [("a", 0), ("a/skills", 6)]


def test_a_folder_of_a_catalog_goes_no_deeper_than_the_catalog(write_skill, tmp_path: Path) -> None:
    write_skill("a", root="mine/group")
    write_skill("inner", root="mine/group/a/skills")
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "mine"\ndepth = 2\n')

    assert _sources(tmp_path / "mine/group") == [("mine/group", 1)]
    assert _sources(tmp_path / "mine/group/a") == [("mine/group/a", 0)]


def test_an_empty_folder_is_a_catalog_without_skills(tmp_path: Path) -> None:
    (tmp_path / "skills" / "group").mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    (tmp_path / "configured").mkdir()
    (tmp_path / "configured" / "skillpack.toml").touch()

    assert _sources(tmp_path / "configured") == _sources(tmp_path / "skills") == [(".", 6)]
    assert not has_catalog(tmp_path / "skills")


def test_skills_where_nobody_looks_are_named(write_skill, tmp_path: Path) -> None:
    write_skill("a", root="vendor")
    write_skill("b", root="1/2/3/4/5/6/7")

    with pytest.raises(UsageError, match="no skills in") as caught:
        locate(tmp_path)
    assert "not looked into: `vendor`" in caught.value.hint
    assert "not looked into: `1/2/3/4/5/6`" in caught.value.hint


def test_nothing_found_names_what_was_looked_for(tmp_path: Path) -> None:
    (tmp_path / "README.md").touch()
    with pytest.raises(UsageError) as caught:
        locate(tmp_path)

    for name in ("skillpack.toml", "SKILL.md", ".claude/skills", ".agents/skills"):
        assert name in caught.value.hint


def test_a_configuration_says_its_sources(write_skill, tmp_path: Path) -> None:
    write_skill("a", root="mine")
    (tmp_path / "skillpack.toml").write_text('[catalog]\ntitle = "T"\n[[source]]\npath = "mine"\n')

    assert locate(tmp_path).configuration.title == "T"
    assert _sources(tmp_path) == [("mine", 6)]


def test_a_configuration_without_sources_looks_where_skills_usually_are(write_skill, tmp_path: Path) -> None:
    write_skill("a", root=".claude/skills")
    (tmp_path / "skillpack.toml").write_text('[catalog]\ntitle = "T"\n')

    assert _sources(tmp_path) == [(".claude/skills", 6)]


def test_a_skill_may_have_a_configuration_of_its_own(write_skill) -> None:
    folder = write_skill("a")
    (folder / "skillpack.toml").write_text('[catalog]\ntitle = "T"\n')

    assert locate(folder).configuration.title == "T"
    assert _sources(folder) == [(".", 0)]


def test_a_usual_folder_may_be_a_link(write_skill, tmp_path: Path) -> None:
    """As dotfiles are kept: the source is called as it is written."""
    write_skill("a", root="elsewhere")
    (tmp_path / "catalog" / ".claude").mkdir(parents=True)
    (tmp_path / "catalog" / ".claude" / "skills").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "catalog" / "skillpack.toml").write_text('[catalog]\ntitle = "T"\n')

    assert _sources(tmp_path / "catalog") == [(".claude/skills", 6)]


def test_a_source_of_a_catalog_keeps_the_catalogs_configuration(write_skill, tmp_path: Path) -> None:
    write_skill("a", root="mine")
    (tmp_path / "skillpack.toml").write_text('[catalog]\ntitle = "T"\n[[source]]\npath = "mine"\ndepth = 2\n')

    assert locate(tmp_path / "mine").configuration.title == "T"
    assert _sources(tmp_path / "mine") == [("mine", 2)]


def test_one_skill_of_a_catalog_keeps_the_catalogs_configuration(write_skill, tmp_path: Path) -> None:
    folder = write_skill("a", root="mine")
    write_skill("b", root="mine")
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "mine"\ntrust = "global"\n')

    located = locate(folder)
    assert [(s.path, s.depth, s.trust) for s in located.configuration.sources] == [("mine/a", 0, "global")]


def test_configurations_above_the_repository_are_not_looked_for(write_skill, tmp_path: Path) -> None:
    (tmp_path / "skillpack.toml").write_text('[catalog]\ntitle = "far"\n')
    write_skill("a", root="repository/skills")
    (tmp_path / "repository" / ".git").mkdir()

    assert locate(tmp_path / "repository" / "skills").configuration.title == "Skills"


def test_no_config_ignores_a_configuration(write_skill, tmp_path: Path) -> None:
    write_skill("a")
    (tmp_path / "skillpack.toml").write_text('[catalog]\ntitle = "T"\n')

    assert locate(tmp_path, use_config=False).configuration.title == "Skills"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ('[catalog]\nprofiles = ["nobody"]\n', "nobody"),
        ('[[page]]\npath = "pages/none.md"\n', "pages/none.md"),
        ('[theme]\npath = "none"\n', "none"),
    ],
)
def test_what_is_configured_must_exist(write_skill, tmp_path: Path, text: str, word: str) -> None:
    write_skill("a")
    (tmp_path / "skillpack.toml").write_text(text)

    with pytest.raises(UsageError, match=word):
        gather(locate(tmp_path), today="2026-01-01", date="")


DATED = {
    "README.md": History("2020-01-01", "2024-01-01"),
    "skills/pdf/SKILL.md": History("2021-01-01", "2022-01-01"),
    "skills/pdf/scripts/run.py": History("2021-05-05", "2023-03-03"),
    "skills/flat.md": History("2022-02-02", "2022-02-02"),
}


class TestDays:
    def test_a_folder_is_as_old_as_its_first_file_and_as_new_as_its_last(self) -> None:
        days = days_by_folder(DATED)
        assert days["skills/pdf"] == History("2021-01-01", "2023-03-03")
        assert days["skills"] == History("2021-01-01", "2023-03-03")
        assert days["skills/pdf/scripts"] == DATED["skills/pdf/scripts/run.py"]

    def test_a_file_keeps_its_own_days(self) -> None:
        assert days_by_folder(DATED)["skills/flat.md"] == DATED["skills/flat.md"]
        assert days_by_folder({}) == {}


PUBLISHED = Configuration(site_url="https://skills.example.com/")


@pytest.fixture
def without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "has_face", lambda: False)


class TestCards:
    def test_they_are_where_the_address_is_known_and_the_extra_is_there(self) -> None:
        assert with_cards(PUBLISHED).cards is True
        assert with_cards(Configuration()).cards is False

    def test_they_are_not_where_somebody_says_so(self) -> None:
        assert with_cards(replace(PUBLISHED, cards=False)).cards is False

    @pytest.mark.usefixtures("without_the_extra")
    def test_they_are_not_without_the_extra(self) -> None:
        assert with_cards(PUBLISHED).cards is False

    @pytest.mark.usefixtures("without_the_extra")
    def test_who_asks_for_them_is_told_what_is_missing(self) -> None:
        with pytest.raises(UsageError, match="needs the extra `cards`, which is not installed"):
            with_cards(replace(PUBLISHED, cards=True))

    def test_who_asks_for_them_must_say_where_the_site_will_be(self) -> None:
        with pytest.raises(UsageError, match="needs the site's address"):
            with_cards(Configuration(cards=True))


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    (tmp_path / "catalog/brand").mkdir(parents=True)
    (tmp_path / "catalog/brand/logo.svg").write_bytes(SVG)
    return tmp_path / "catalog"


def _branded(catalog: Path, **options: str) -> Theme:
    return with_brand(resources.theme(), ThemeOptions(**options), catalog)


def test_a_theme_without_settings_is_itself(catalog: Path) -> None:
    assert _branded(catalog) == resources.theme()


def test_pictures_and_the_colour_are_among_the_assets(catalog: Path) -> None:
    theme = _branded(catalog, accent="#7a1fa2", logo="brand/logo.svg", favicon="brand/logo.svg")

    assert theme.assets["logo.svg"] == theme.assets["favicon.svg"] == SVG
    assert theme.logo is not None
    assert (theme.logo.path, theme.icon.path) == ("logo.svg", "favicon.svg")
    assert b"#7a1fa2" in theme.assets["site.css"]


def test_each_of_them_names_other_pages(catalog: Path) -> None:
    digests = {_branded(catalog).digest}
    digests |= {_branded(catalog, accent=colour).digest for colour in ("#7a1fa2", "#7a1fa3")}
    digests |= {_branded(catalog, **{key: "brand/logo.svg"}).digest for key in ("logo", "favicon")}
    (catalog / "brand/logo.svg").write_bytes(SVG.replace(b"9v9", b"8v8"))
    digests |= {_branded(catalog, **{key: "brand/logo.svg"}).digest for key in ("logo", "favicon")}

    assert len(digests) == 7


@pytest.mark.parametrize(
    ("path", "kind", "message"),
    [
        ("brand/none.svg", UsageError, "the logo `brand/none.svg` does not exist"),
        ("../secret.svg", UsageError, "the logo `../secret.svg` cannot be published: "),
        ("brand", FetchError, "the logo `brand` is not a file"),
        ("brand/out.svg", UsageError, "the logo `brand/out.svg` is a link to "),
        ("brand/large.svg", FetchError, "the logo `brand/large.svg` is larger than 131072 bytes"),
        ("brand/script.svg", UsageError, "the logo `brand/script.svg` holds `<script>` on line 1"),
    ],
)
def test_what_may_not_be_published_is_refused(
    catalog: Path, path: str, kind: type[SkillpackError], message: str
) -> None:
    (catalog.parent / "secret.svg").write_bytes(SVG)
    (catalog / "brand/out.svg").symlink_to(catalog.parent / "secret.svg")
    (catalog / "brand/large.svg").write_bytes(SVG + b" " * 2**17)
    (catalog / "brand/script.svg").write_bytes(SVG.replace(b"<path", b"<script/><path"))

    with pytest.raises(kind) as caught:
        _branded(catalog, logo=path)
    assert str(caught.value).startswith(message)


def test_settings_tell_whether_signatures_are_verified() -> None:
    assert make_settings(Configuration(), {}).verifies == can_verify()
