"""A published site that we never wrote: refused in words, and nothing of a build is seen."""

from collections.abc import Callable

import pytest

from skillpack.model.digest import sha256


class TestHostile:
    @pytest.fixture
    def record(self, published) -> Callable[[str, str], None]:
        """Return a function that writes into the record of a skill that is about to change."""
        published.write("alpha", "1.1.0", "Other words.")
        path = published.folder / "one/skills/alpha/skill.json"

        def edit(old: str, new: str) -> None:
            text = path.read_text()
            assert old in text
            path.write_text(text.replace(old, new))

        return edit

    def _refused(self, published, capsys, *words: str) -> None:
        assert published.build("two", previous="one") == 3
        error = capsys.readouterr().err
        for word in words:
            assert word in error
        assert not (published.folder / "two").exists()

    @pytest.mark.parametrize(
        ("old", "new", "word"),
        [
            ("../../archives/alpha/alpha-1.0.0.zip", "../../../../etc/passwd", "not a path below the site"),
            ("../../archives/alpha/alpha-1.0.0.zip", "../../assets/site.js", "is not at the path"),
            ("../../archives/alpha/alpha-1.0.0.zip", "https://evil.example/x.zip", "not relative"),
            ('"name":"alpha"', '"name":"beta"', "is about `beta`"),
            ('"label":"1.0.0"', '"label":"../x"', "not a usable label"),
            ('"date":"2025-10-09"', '"date":"<script>"', "not a day"),
            ('"label":"1.0.0"', '"label":"9.9.9"', "does not match the catalog"),
            ('"state":"published"', '"state":"withdrawn"', "does not match the catalog"),
            ('"license":"MIT"', '"license":"\\ud800"', "half a character"),
            ('"also":{"skill":', '"also":{"html":', "unknown archive format"),
            ("]}\n", "", "not readable as JSON"),
        ],
    )
    def test_a_record_that_we_never_wrote_is_refused(self, published, record, capsys, old, new, word) -> None:
        record(old, new)
        self._refused(published, capsys, "skill.json", word)

    @pytest.mark.usefixtures("record")
    def test_a_changed_archive_is_named(self, published, capsys) -> None:
        archive = published.folder / "one/archives/alpha/alpha-1.0.0.zip"
        archive.write_bytes(archive.read_bytes()[:-1] + b"!")
        self._refused(published, capsys, "alpha-1.0.0.zip", "SHA-256")

    def test_an_archive_with_its_digest_and_other_files_is_named(self, published, record, capsys) -> None:
        archive = published.folder / "one/archives/alpha/alpha-1.0.0.zip"
        old = sha256(archive.read_bytes())
        other = (published.folder / "one/archives/beta/beta-1.0.0.zip").read_bytes()
        archive.write_bytes(other)
        record(old, sha256(other))
        self._refused(published, capsys, "alpha-1.0.0.zip", "does not contain the files")

    def test_an_archive_that_no_reader_takes_is_named(self, published, record, capsys) -> None:
        archive = published.folder / "one/archives/alpha/alpha-1.0.0.zip"
        old = sha256(archive.read_bytes())
        archive.write_bytes(archive.read_bytes() + b"appended")
        record(old, sha256(archive.read_bytes()))
        self._refused(published, capsys, "alpha-1.0.0.zip", "is not a readable archive")

    @pytest.mark.usefixtures("record")
    def test_a_missing_archive_is_named(self, published, capsys) -> None:
        (published.folder / "one/archives/alpha/alpha-1.0.0.zip").unlink()
        self._refused(published, capsys, "alpha-1.0.0.zip")

    def test_a_missing_record_is_named(self, published, capsys) -> None:
        (published.folder / "one/skills/alpha/skill.json").unlink()
        self._refused(published, capsys, "skills/alpha/skill.json")

    def test_a_truncated_catalog_is_refused(self, published, capsys) -> None:
        path = published.folder / "one/catalog.json"
        path.write_bytes(path.read_bytes()[:-200])
        self._refused(published, capsys, "catalog.json")

    @pytest.mark.parametrize(
        ("old", "new", "word"),
        [
            ('"record":"skills/alpha/skill.json"', '"record":"skills/beta/skill.json"', "not the one of this name"),
            ('"record":"skills/alpha/skill.json"', '"record":"../../x"', "not a path below the site"),
            ('"name":"alpha"', '"name":"con"', "not usable"),
            ('"name":"beta"', '"name":"ALPHA"', ""),
        ],
    )
    def test_a_catalog_that_we_never_wrote_is_refused(self, published, capsys, old, new, word) -> None:
        path = published.folder / "one/catalog.json"
        path.write_text(path.read_text().replace(old, new))
        self._refused(published, capsys, "catalog.json", word)

    def test_a_link_out_of_the_published_folder_is_never_followed(self, published, record, capsys) -> None:
        secret = published.folder / "secret"
        secret.write_text("secret")
        archive = published.folder / "one/archives/alpha/alpha-1.0.0.zip"
        old = sha256(archive.read_bytes())
        archive.unlink()
        archive.symlink_to(secret)
        record(old, sha256(secret.read_bytes()))
        self._refused(published, capsys, "is outside the folder")
