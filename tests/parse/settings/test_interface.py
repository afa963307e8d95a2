import pytest

from skillpack.errors import UsageError
from skillpack.parse.settings.interface import interface, language_of, same_language, unused_forms

OURS = {
    "strings.toml": 'hello = "Hello"\nbye = "Bye"\nfile.one = "{n} file"\nfile.other = "{n} files"\n',
    "strings.de.toml": 'hello = "Hallo"\nfile.one = "{n} Datei"\nfile.other = "{n} Dateien"\n',
}


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("strings.toml", "en"),
        ("strings.de.toml", "de"),
        ("strings.pt-BR.toml", "pt-br"),
        ("strings.de.toml.bak", ""),
        ("strings..toml", ""),
        ("assets/strings.toml", ""),
        ("string.toml", ""),
    ],
)
def test_the_name_of_a_file_says_its_language(path, language) -> None:
    assert language_of(path) == language


class TestInterface:
    def test_of_a_language_comes_before_english(self) -> None:
        assert interface([OURS], "de").strings == {
            "hello": "Hallo",
            "bye": "Bye",
            "file.one": "{n} Datei",
            "file.other": "{n} Dateien",
        }

    @pytest.mark.parametrize(
        ("asked", "language", "hello"),
        [
            ("en", "en", "Hello"),
            ("en-GB", "en-GB", "Hello"),
            ("de-AT", "de-AT", "Hallo"),
            ("DE", "DE", "Hallo"),
            ("nl", "en", "Hello"),
            ("d", "en", "Hello"),
        ],
    )
    def test_speaks_the_language_or_english(self, asked, language, hello) -> None:
        spoken = interface([OURS], asked)
        assert (spoken.language, spoken.strings["hello"]) == (language, hello)
        assert spoken.languages == ("de", "en")

    def test_of_a_region_is_laid_upon_its_language(self) -> None:
        folders = [OURS, {"strings.de-AT.toml": 'hello = "Servus"\nfile.one = "{n} Akt"\n'}]
        strings = interface(folders, "de-at").strings
        assert (strings["hello"], strings["file.one"], strings["file.other"]) == ("Servus", "{n} Akt", "{n} Dateien")
        assert interface(folders, "de").strings["hello"] == "Hallo"

    def test_a_theme_overrides_text_by_text(self) -> None:
        own = {"strings.toml": 'bye = "See you"\n', "strings.de.toml": 'file.other = "{n} Akten"\n'}
        assert interface([OURS, own], "en").strings["bye"] == "See you"
        strings = interface([OURS, own], "de").strings
        assert (strings["bye"], strings["hello"]) == ("See you", "Hallo")
        assert (strings["file.one"], strings["file.other"]) == ("{n} Datei", "{n} Akten")

    def test_a_theme_brings_a_language(self) -> None:
        spoken = interface([OURS, {"strings.ja.toml": 'file.other = "ファイル{n}件"\n'}], "ja")
        assert spoken.languages == ("de", "en", "ja")
        assert spoken.strings["hello"] == "Hello"
        # No form of English is left where the language has forms of its own.
        assert [key for key in spoken.strings if key.startswith("file.")] == ["file.other"]

    def test_names_the_plural_forms_that_no_number_takes(self) -> None:
        own = {
            "strings.pl.toml": 'file.one = "{n} plik"\nfile.few = "{n} pliki"\nfile.many = "{n} plików"\nno.few = ""\n'
        }
        assert unused_forms(interface([OURS, own], "pl").strings) == ("file.few", "file.many")
        assert unused_forms(interface([OURS], "de").strings) == ()

    def test_what_is_no_text_is_refused(self) -> None:
        with pytest.raises(UsageError, match=r"the theme's `strings\.de\.toml` has no text under `format\.digits`"):
            interface([OURS, {"strings.de.toml": "[format]\ndigits = 3\n"}], "de")
        with pytest.raises(UsageError, match=r"the theme's `strings\.toml` is not TOML"):
            interface([OURS, {"strings.toml": "= no"}], "de")


def test_two_tags_of_one_language() -> None:
    assert same_language("de-AT", "DE")
    assert not same_language("de", "en")
