"""Reviews of a catalog: what they cover is published, what they do not is withheld where the catalog asks for them."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.cli.main import run
from skillpack.model.digest import tree_digest
from skillpack.model.tree import make_tree

OTHER = "0" * 64
STATES = ("whole", "steps", "older", "machine", "none", "objected", "broken")


class Reviews:
    """The reviews of a catalog, as its people write them."""

    def __init__(self, source: Path) -> None:
        self._source = source

    def digest(self, name: str) -> str:
        folder = self._source / "skills" / name
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        return tree_digest(make_tree(files))

    def write(self, name: str, *reviews: dict[str, str]) -> None:
        (self._source / "reviews").mkdir(exist_ok=True)
        rows = ({"by": "Ada Okoye", "date": "2025-05-04", "verdict": "safe", **each} for each in reviews)
        text = "\n".join("[[review]]\n" + "\n".join(f'{key} = "{value}"' for key, value in row.items()) for row in rows)
        (self._source / "reviews" / f"{name}.toml").write_text(text + "\n")

    def write_states(self) -> None:
        now = {name: self.digest(name) for name in STATES}
        self.write("whole", {"digest": now["whole"]})
        self.write("steps", {"digest": now["steps"], "since": OTHER}, {"digest": OTHER})
        self.write("older", {"digest": OTHER})
        self.write("machine", {"digest": now["machine"], "kind": "model"})
        self.write("objected", {"digest": now["objected"]}, {"digest": now["objected"], "verdict": "objects"})
        self.write(
            "broken",
            *({"digest": now["broken"], "since": OTHER}, {"digest": OTHER}),
            {"digest": OTHER, "verdict": "objects", "by": "Bo"},
        )


@pytest.fixture
def reviews(catalog) -> Reviews:
    return Reviews(catalog.source)


@pytest.fixture
def found(catalog, capsys) -> Callable[..., dict[str, list[str]]]:
    """Give the function that returns the codes about reviews that `check` finds, by skill."""

    def check(*more: str) -> dict[str, list[str]]:
        capsys.readouterr()
        run(["check", str(catalog.source), "--json", *more])
        rows = json.loads(capsys.readouterr().out)["findings"]
        codes: dict[str, list[str]] = {}
        for each in rows:
            if each["code"].startswith("RV"):
                codes.setdefault(each["skill"], []).append(each["code"])
        return {name: sorted(some) for name, some in codes.items()}

    return check


def withheld(catalog, site: str) -> set[str]:
    return {name for name, row in catalog.listed(site).items() if row["state"] == "withheld"}


class TestStates:
    @pytest.mark.parametrize(
        ("require", "kept_back"),
        [
            ("", set()),
            ("any", {"older", "none", "objected", "broken"}),
            ("person", {"older", "none", "objected", "broken", "machine"}),
        ],
    )
    def test_what_is_not_covered_is_withheld_where_reviews_are_required(
        self, catalog, reviews, require: str, kept_back: set[str]
    ) -> None:
        for name in STATES:
            catalog.write(name, "1.0.0")
        reviews.write_states()
        catalog.configure(f'[review]\nrequire = "{require}"\n' if require else "")
        assert catalog.build("one") == (1 if require else 0)
        assert withheld(catalog, "one") == kept_back

    def test_check_names_the_same(self, catalog, reviews, found) -> None:
        for name in STATES:
            catalog.write(name, "1.0.0")
        reviews.write_states()
        assert found() == {"older": ["RV003"], "broken": ["RV003"], "objected": ["RV001"], "": ["RV008"]}
        catalog.configure('[review]\nrequire = "person"\n')
        assert found() == {
            **{name: ["RV002"] for name in ("older", "none", "broken", "machine")},
            "objected": ["RV001", "RV002"],
        }

    def test_check_tells_what_a_review_would_cost_in_a_pull_request(self, catalog, reviews, capsys) -> None:
        catalog.write("whole", "1.0.0")
        catalog.write("changed", "1.0.0", notes="# Notes\n\nTwo.\n")
        reviews.write("whole", {"digest": reviews.digest("whole")})
        reviews.write("changed", {"digest": OTHER})
        capsys.readouterr()
        run(["check", str(catalog.source), "--format", "github"])
        (line,) = (each for each in capsys.readouterr().out.splitlines() if "RV003" in each)
        assert line.startswith("::notice file=")
        assert "it changed since Ada Okoye reviewed it: 2 files with 14 lines to look at" in line

    def test_a_suppression_lifts_nothing(self, catalog) -> None:
        catalog.write("none", "1.0.0")
        more = '[[suppress]]\nrule = "RV002"\nreason = "Later."\n'
        catalog.configure(f'[review]\nrequire = "any"\n{more}')
        catalog.build("one")
        assert withheld(catalog, "one") == {"none"}
        page = catalog.files("one")["skills/none/index.html"].decode()
        assert "This catalog publishes only what was reviewed." in page
        assert run(["list", str(catalog.source)]) in {0, 1}

    def test_a_catalog_without_reviews_says_nothing_of_them(self, catalog, found) -> None:
        catalog.write("none", "1.0.0")
        assert found() == {}


class TestAChange:
    def test_is_withheld_and_what_was_covered_stays_offered(self, catalog, reviews) -> None:
        catalog.write("report", "1.0.0")
        catalog.configure('[review]\nrequire = "person"\n')
        reviews.write("report", {"digest": reviews.digest("report")})
        assert catalog.build("one") == 0
        old = reviews.digest("report")
        catalog.write("report", "1.1.0", "Other words.")
        assert catalog.build("two", previous="one") == 1
        assert withheld(catalog, "two") == {"report"}
        assert catalog.labels("two", "report") == ["1.0.0"]
        page = catalog.files("two")["skills/report/index.html"].decode()
        assert "1 file changed since Ada Okoye reviewed" in page.lower().replace("ada okoye", "Ada Okoye")
        new = reviews.digest("report")
        reviews.write("report", {"digest": new, "since": old}, {"digest": old})
        assert catalog.build("three", previous="two") == 0
        assert withheld(catalog, "three") == set()
        assert catalog.labels("three", "report") == ["1.1.0", "1.0.0"]

    def test_what_somebody_objects_to_later_is_offered_no_more(self, catalog, reviews) -> None:
        catalog.write("report", "1.0.0")
        catalog.write("other", "1.0.0")
        catalog.configure('[review]\nrequire = "person"\n')
        for name in ("report", "other"):
            reviews.write(name, {"digest": reviews.digest(name)})
        catalog.build("one")
        reviews.write("report", {"digest": reviews.digest("report"), "verdict": "objects", "note": "It takes keys."})
        assert catalog.build("two", previous="one") == 1
        index = catalog.json("two", ".well-known/agent-skills/index.json")["skills"]
        assert [each["name"] for each in index] == ["other"]
        page = catalog.files("two")["skills/report/index.html"].decode()
        assert "It takes keys." in page


class TestFiles:
    def test_a_file_after_no_skill_is_told_of_the_set(self, catalog, reviews, found) -> None:
        catalog.write("report", "1.0.0")
        reviews.write("reports", {"digest": OTHER})
        reviews.write("no name", {"digest": OTHER})
        assert found() == {"": ["RV005", "RV005"]}
        assert catalog.build("one") == 0

    def test_a_future_day_is_told_by_check_and_changes_no_page(self, catalog, reviews, found) -> None:
        catalog.write("report", "1.0.0")
        reviews.write("report", {"digest": reviews.digest("report"), "date": "2062-01-01"})
        assert found("--today", "2026-01-01") == {"report": ["RV006"]}
        assert found("--today", "2063-01-01") == {}
        catalog.build("one", "--today", "2026-01-01")
        catalog.build("two", "--today", "2063-01-01")
        assert catalog.files("one") == catalog.files("two")

    def test_a_link_out_of_the_catalog_is_not_read(self, catalog, reviews, found) -> None:
        catalog.write("report", "1.0.0")
        reviews.write("report", {"digest": reviews.digest("report")})
        file = catalog.source / "reviews" / "report.toml"
        file.rename(catalog.folder / "outside.toml")
        file.symlink_to(catalog.folder / "outside.toml")
        assert found() == {"report": ["RV004"]}

    def test_a_folder_that_is_a_link_out_of_the_catalog_is_not_read(self, catalog, reviews, found) -> None:
        catalog.write("report", "1.0.0")
        reviews.write("report", {"digest": reviews.digest("report")})
        (catalog.source / "reviews").rename(catalog.folder / "outside")
        (catalog.source / "reviews").symlink_to(catalog.folder / "outside")
        assert found() == {"": ["RV005"]}

    def test_hostile_ones_are_findings_and_stop_nothing(self, catalog, found) -> None:
        folder = catalog.source / "reviews"
        folder.mkdir()
        texts = {
            "huge": "#" * 300_000,
            "many": "[[review]]\n" * 20_000,
            "deep": "a = " + "[" * 8000,
            "keys": ("a." * 4000 + "b = 1\n") * 30,
            "binary": "\0\x01",
            "pipe": "",
        }
        for name, text in texts.items():
            catalog.write(name, "1.0.0")
            (folder / f"{name}.toml").write_text(text)
        (folder / "pipe.toml").unlink()
        os.mkfifo(folder / "pipe.toml")
        assert found() == {name: ["RV004"] for name in texts}
        assert catalog.build("one") == 0

    def test_markup_in_a_name_and_a_note_stays_text(self, catalog, reviews) -> None:
        catalog.write("report", "1.0.0")
        digest = reviews.digest("report")
        reviews.write(
            "report", {"digest": digest, "verdict": "objects", "by": "<b>Ada", "note": "<script>alert(1)</script>"}
        )
        catalog.build("one")
        files = [content for path, content in catalog.files("one").items() if path.endswith(".html")]
        assert not any(b"<script>alert(1)" in content or b"<b>Ada" in content for content in files)


class TestAnEdit:
    def test_of_one_review_reads_no_skill_and_makes_the_site_of_a_clean_build(self, catalog, reviews) -> None:
        for name in ("alpha", "beta"):
            catalog.write(name, "1.0.0")
            reviews.write(name, {"digest": reviews.digest(name)})
        self.settle(catalog.source)
        catalog.build("one", cache="cache")
        before = catalog.files("one")
        reviews.write("beta", {"digest": reviews.digest("beta"), "verdict": "objects"})
        self.settle(catalog.source)
        catalog.build("one", cache="cache")
        after = catalog.files("one")
        changed = {path for path in before if before[path] != after[path]}
        assert "skills/beta/index.html" in changed
        assert not {path for path in changed if path.startswith("skills/alpha/")}
        catalog.build("clean")
        assert after == catalog.files("clean")

    def test_is_seen_by_a_build_in_which_nothing_else_changed(self, catalog, reviews) -> None:
        catalog.write("alpha", "1.0.0")
        catalog.configure('[review]\nrequire = "any"\n')
        self.settle(catalog.source)
        assert catalog.build("one", cache="cache") == 1
        assert catalog.build("one", cache="cache") == 1
        reviews.write("alpha", {"digest": reviews.digest("alpha")})
        self.settle(catalog.source)
        assert catalog.build("one", cache="cache") == 0
        (catalog.source / "reviews" / "alpha.toml").unlink()
        assert catalog.build("one", cache="cache") == 1

    @staticmethod
    def settle(folder: Path) -> None:
        """Let everything be so old that it is believed."""
        for path in (folder, *folder.rglob("*")):
            os.utime(path, (1, 1))
