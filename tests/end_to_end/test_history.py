"""Builds that follow each other: what was published stays, and nothing of it changes."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from skillpack.model.digest import sha256

DAY_TWO = "1770000000"  # 2026-02-02


def _broken_links(files: dict[str, bytes]) -> set[str]:
    broken = set()
    for path, content in files.items():
        if path.endswith(".html") and path != "404.html":
            for url in re.findall(r'(?:href|src)="([^"#:]+)(?:#[^"]*)?"', content.decode()):
                there = os.path.normpath(f"{path.rpartition('/')[0] or '.'}/{url}")
                if there not in files:
                    broken.add(f"{path} -> {there}")
    return broken


class TestTwoBuildsInCleanCheckouts:
    def test_every_archive_stays_byte_for_byte(self, published) -> None:
        published.change_everything()
        assert published.build("two", previous="one", day=DAY_TWO) == 0

        before, after = published.files("one"), published.files("two")
        archives = {path: content for path, content in before.items() if path.startswith("archives/")}
        assert len(archives) > 10
        assert archives.items() <= after.items()

    def test_the_records_keep_every_version_as_it_was_written(self, published) -> None:
        published.change_everything()
        published.build("two", previous="one", day=DAY_TWO)

        for name in ("alpha", "beta", "gamma", "delta", "many"):
            record = f"skills/{name}/skill.json"
            before, after = published.files("one")[record].splitlines(), published.files("two")[record].splitlines()
            assert before[1] in {line.removesuffix(b",") for line in after}
        assert published.labels("two", "alpha") == ["1.1.0", "1.0.0"]

    def test_the_same_input_gives_the_same_bytes(self, published) -> None:
        published.change_everything()
        published.build("two", previous="one", day=DAY_TWO)
        clone = published.folder / "clone"
        shutil.copytree(published.source, clone / "source")
        published.source = clone / "source"

        published.build("again", previous="one", day=DAY_TWO, cache="cache")
        assert published.files("two") == published.files("again")

    def test_an_address_gives_what_its_folder_gives(self, published, serve) -> None:
        published.change_everything()
        published.build("two", previous="one", day=DAY_TWO)

        published.build("web", previous=serve(published.folder / "one"), day=DAY_TWO)
        assert published.files("two") == published.files("web")

    def test_no_link_of_the_new_site_is_dead(self, published) -> None:
        published.change_everything()
        published.build("two", previous="one", day=DAY_TWO)
        assert not _broken_links(published.files("two"))

    def test_old_links_work(self, published) -> None:
        published.change_everything()
        published.build("two", previous="one", day=DAY_TWO)

        after = published.files("two")
        pages = {
            path for path in published.files("one") if re.fullmatch(r"skills/[^/]+/(index\.html|skill\.json)", path)
        }
        assert pages <= after.keys()
        assert b"../gamma-two/index.html" in after["skills/gamma/index.html"]
        assert b"no longer available" in after["skills/delta/index.html"]

    def test_a_third_build_still_has_it_all(self, published) -> None:
        published.change_everything()
        published.build("two", previous="one", day=DAY_TWO)
        published.configure()
        published.write("alpha", "1.2.0", "Words again.")

        assert published.build("three", previous="two", day=DAY_TWO) == 0
        before, after = published.files("two"), published.files("three")
        assert {p: c for p, c in before.items() if p.startswith("archives/")}.items() <= after.items()
        assert published.labels("three", "alpha") == ["1.2.0", "1.1.0", "1.0.0"]
        assert published.listed("three")["gamma"] == published.listed("two")["gamma"]
        assert published.listed("three")["delta"]["state"] == "withdrawn"
        assert not _broken_links(after)
        assert {"skills/alpha/versions/1.0.0/index.html", "skills/alpha/versions/1.1.0/index.html"} <= after.keys()

    def test_further_formats_stay_even_when_they_are_no_longer_made(self, catalog) -> None:
        catalog.configure('[archives]\nalso = ["tar.gz", "skill"]\n')
        catalog.write("alpha", "1.0.0", more="x\n")
        catalog.build("one")
        catalog.configure()
        catalog.write("alpha", "1.1.0", "New.")

        catalog.build("two", previous="one")
        after = catalog.files("two")
        for suffix in ("zip", "tar.gz", "skill", "SHA256SUMS"):
            path = f"archives/alpha/alpha-1.0.0.{suffix}"
            assert after[path] == catalog.files("one")[path]
        assert "archives/alpha/alpha-1.1.0.tar.gz" not in after

    def test_a_format_that_is_added_later_stays_as_well(self, catalog) -> None:
        catalog.write("alpha", "1.0.0", more="x\n")
        catalog.build("one")
        catalog.configure('[archives]\nalso = ["tar.gz"]\n')
        catalog.build("two", previous="one")
        catalog.configure()
        catalog.build("three", previous="two")
        path = "archives/alpha/alpha-1.0.0.tar.gz"
        assert catalog.files("three")[path] == catalog.files("two")[path]


class TestHistoryIsExplicit:
    def test_without_a_published_site_a_changed_tree_replaces_its_archive(self, published) -> None:
        first = published.files("one")["archives/alpha/alpha-1.0.0.zip"]
        published.write("alpha", "1.0.0", "Other words.")

        assert published.build("one") == 0
        assert published.files("one")["archives/alpha/alpha-1.0.0.zip"] != first
        assert published.labels("one", "alpha") == ["1.0.0"]

    def test_the_output_folder_is_never_history(self, published) -> None:
        published.write("alpha", "1.1.0")
        published.build("one")
        assert published.labels("one", "alpha") == ["1.1.0"]

    def test_the_output_folder_may_be_named_as_history(self, published) -> None:
        published.write("alpha", "1.1.0", "Other words.")
        assert published.build("one", previous="one") == 0
        assert published.labels("one", "alpha") == ["1.1.0", "1.0.0"]

    def test_the_configuration_may_name_it_relative_to_itself(self, published) -> None:
        published.configure(catalog='previous = "../one"')
        published.write("alpha", "1.1.0", "Other words.")
        assert published.build("two") == 0
        assert published.labels("two", "alpha") == ["1.1.0", "1.0.0"]

    @pytest.mark.parametrize("where", ["nowhere", "empty", "http://127.0.0.1:9/"])
    def test_what_cannot_be_read_fails_with_a_hint(self, published, where, capsys) -> None:
        (published.folder / "empty").mkdir()
        assert published.build("two", previous=where) == 3
        assert "hint:" in capsys.readouterr().err
        assert not (published.folder / "two").exists()

    def test_a_published_catalog_is_never_built_without_its_past(self, published, capsys) -> None:
        published.configure(catalog="published = true")
        assert published.build("two") == 3
        assert "would lose its versions" in capsys.readouterr().err
        assert published.build("two", previous="one") == 0


class TestDates:
    def test_the_same_files_keep_the_day_of_their_record(self, published) -> None:
        published.write("alpha", "1.1.0", "Other words.")
        published.build("two", previous="one", day=DAY_TWO)
        assert published.listed("two")["beta"]["updated"] == "2025-10-09"
        assert published.listed("two")["alpha"]["updated"] == "2026-02-02"
        dates = [row["date"] for row in published.json("two", "skills/alpha/skill.json")["versions"]]
        assert dates == ["2026-02-02", "2025-10-09"]

    def test_a_day_that_nobody_knew_stays_unknown(self, catalog) -> None:
        catalog.write("alpha", "1.0.0")
        catalog.build("one", day="")
        catalog.build("two", previous="one", day=DAY_TWO)
        assert "updated" not in catalog.listed("two")["alpha"]
        assert catalog.files("one")["skills/alpha/skill.json"] == catalog.files("two")["skills/alpha/skill.json"]

    def test_what_the_skill_says_wins_over_the_environment(self, catalog) -> None:
        catalog.write("alpha", '1.0.0\n  updated: "2024-05-06"')
        catalog.write("beta", '1.0.0\n  updated: "some day"')
        catalog.build("one")
        assert catalog.listed("one")["alpha"]["updated"] == "2024-05-06"
        assert catalog.listed("one")["beta"]["updated"] == "2025-10-09"

    def test_git_is_asked_where_the_catalog_wants_it(self, catalog) -> None:
        catalog.configure(catalog='dates = "git"')
        catalog.write("alpha", "1.0.0")
        git = ["git", "-C", str(catalog.source), "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "core.hooksPath="]

        def commit(day: str) -> None:
            days = {"GIT_AUTHOR_DATE": f"{day}T12:00:00Z", "GIT_COMMITTER_DATE": f"{day}T12:00:00Z"}
            subprocess.run([*git, "add", "."], check=True)
            subprocess.run([*git, "commit", "-qm", "x"], check=True, env={**os.environ, **days})

        subprocess.run([*git, "init", "-q"], check=True)
        commit("2023-01-02")
        catalog.write("alpha", "1.0.0", more="# More\n")
        commit("2024-03-04")

        assert catalog.build("one") == 0
        assert catalog.listed("one")["alpha"]["updated"] == "2024-03-04"
        assert b"2023-01-02" in catalog.files("one")["skills/alpha/index.html"]

    @pytest.mark.parametrize("git", [False, True])
    def test_before_the_first_commit_there_are_no_days_and_that_is_said(self, catalog, capsys, *, git: bool) -> None:
        catalog.configure(catalog='dates = "git"')
        catalog.write("alpha", "1.0.0")
        if git:
            subprocess.run(["git", "init", "-q", catalog.source], check=True)
        assert catalog.build("one", day="") == 0
        assert "updated" not in catalog.listed("one")["alpha"]
        said = capsys.readouterr().err
        assert "note: dates come from git (`[catalog] dates`), but nothing here is committed yet\n" in said

    def test_a_checkout_that_cannot_be_read_is_no_empty_one(self, catalog, capsys) -> None:
        catalog.configure(catalog='dates = "git"')
        catalog.write("alpha", "1.0.0")
        (catalog.source / ".git").mkdir()
        assert catalog.build("one") == 3
        assert 'dates = "record"' in capsys.readouterr().err


class TestIncremental:
    def test_nothing_to_do_prepares_and_changes_nothing(self, published, capsys) -> None:
        published.change_everything()
        for file in published.source.rglob("*"):
            os.utime(file, (1, 1))
        published.build("two", previous="one", day=DAY_TWO, cache="cache")
        before = _stamps(published.folder / "two")
        capsys.readouterr()

        published.build("two", previous="one", day=DAY_TWO, cache="cache")
        assert "(0 read anew)" in capsys.readouterr().err
        assert _stamps(published.folder / "two") == before

    def test_any_order_of_builds_ends_as_a_clean_one_does(self, published) -> None:
        published.change_everything()
        for previous in ("", "one", "", "one"):
            published.build("two", previous=previous, day=DAY_TWO, cache="cache")
            published.build("clean", previous=previous, day=DAY_TWO)
            assert published.files("two") == published.files("clean")

    def test_a_gate_that_closes_and_opens_ends_as_a_clean_build_does(self, published) -> None:
        for version, text in (("1.0.0", "Second."), ("1.1.0", "Second."), ("1.0.0", "Plain."), ("0.1.0", "Plain.")):
            published.write("alpha", version, text)
            published.build("two", previous="one", cache="cache")
            published.build("clean", previous="one")
            assert published.files("two") == published.files("clean")

    def test_archives_are_fetched_once(self, published, serve) -> None:
        published.change_everything()
        url = serve(published.folder / "one")
        published.build("two", previous=url, cache="cache")
        downloads = published.folder / "cache/downloads"
        stored = {path for path in downloads.rglob("*") if path.is_file() and downloads / "answers" not in path.parents}
        assert {sha256(path.read_bytes()) for path in stored} == {f"{path.parent.name}{path.name}" for path in stored}
        for archive in (published.folder / "one/archives").rglob("*.zip"):
            archive.unlink()
        assert published.build("three", previous=url, cache="cache") == 0
        assert published.files("two") == published.files("three")

    def test_what_has_not_changed_on_the_site_is_not_sent_again(self, published, serve, sent) -> None:
        site = published.folder / "one"
        for file in site.rglob("*"):
            os.utime(file, (1, 1))
        published.change_everything()
        url = serve(site)
        published.build("two", previous=url, cache="cache")
        assert {"/catalog.json", "/skills/alpha/skill.json", "/skills/gamma/skill.json"} <= set(sent)
        sent.clear()
        assert published.build("two", previous=url, cache="cache") == 0
        assert sent == []

        record = site / "skills/alpha/skill.json"
        record.write_bytes(record.read_bytes().replace(b'"date":"2025-10-09"', b'"date":"2025-10-08"'))
        os.utime(record, (1000, 1000))
        published.build("two", previous=url, cache="cache")
        assert sent == ["/skills/alpha/skill.json"]
        assert published.json("two", "skills/alpha/skill.json")["versions"][1]["date"] == "2025-10-08"
        published.build("clean", previous=url)
        assert published.files("two") == published.files("clean")


class TestAgainstTheCurrentOne:
    """Pages compare each version with the one before it and with the current one, also where that is new today."""

    @pytest.fixture
    def grown(self, published):  # noqa: ANN201 its class is that of a fixture
        for number, (before, text) in enumerate((("one", "Second."), ("two", "Third."), ("three", "Fourth.")), 1):
            published.write("alpha", f"1.{number}.0", text, more=f"# {text}\n")
            assert published.build(("two", "three", "four")[number - 1], previous=before) == 0
        return published

    def test_each_but_its_neighbour_has_such_a_page(self, grown) -> None:
        assert sorted(path for path in grown.files("four") if path.endswith("/current/index.html")) == [
            "skills/alpha/versions/1.0.0/current/index.html",
            "skills/alpha/versions/1.1.0/current/index.html",
        ]
        page = grown.files("four")["skills/alpha/versions/1.0.0/current/index.html"].decode()
        assert "Plain." in page
        assert "Fourth." in page
        assert "Third." not in page

    def test_it_is_the_same_from_a_cache(self, grown) -> None:
        grown.build("cached", previous="three", cache="cache")
        grown.build("cached", previous="three", cache="cache")
        assert grown.files("cached") == grown.files("four")


def _stamps(folder: Path) -> dict[Path, tuple[int, int]]:
    return {path: (path.stat().st_mtime_ns, path.stat().st_ino) for path in folder.rglob("*")}
