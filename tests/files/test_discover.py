import os
import pickle
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from skillpack.errors import UsageError
from skillpack.files import skipped as skipping
from skillpack.files.discover import discover
from skillpack.files.location import Location
from skillpack.files.read import read
from skillpack.files.skipped import Skipped
from skillpack.files.trace import RACY_NS, Trace, holds
from skillpack.model.limits import Limits
from skillpack.model.settings import Source
from skillpack.model.tree import Form, Origin, SkippedFile, SkippedKind, Trust

Lay = Callable[[Mapping[str, bytes | str | None]], Path]
LATER = 2**62  # ns; a look so late that no file is young
ALL = (Form.FOLDER, Form.MARKDOWN, Form.YAML)


def places(root: Path, *sources: Source, now_ns: int | None = LATER) -> list[Location]:
    return list(discover(sources or (Source("skills"),), root, now_ns=now_ns))


def paths(root: Path, *sources: Source) -> list[str]:
    return [place.origin.path for place in places(root, *sources)]


def notes(root: Path, *sources: Source) -> list[str]:
    skipped = Skipped()
    list(discover(sources or (Source("skills"),), root, now_ns=LATER, skipped=skipped))
    return list(skipped.lines())


class TestWhatIsAPlace:
    def test_folders_with_a_skill_file_are(self, lay: Lay) -> None:
        root = lay({"skills/pdf/SKILL.md": b"", "skills/csv/skill.md": b""})
        assert [place.origin for place in places(root)] == [
            Origin("skills", 0, "csv", "csv", Form.FOLDER, Trust.LOCAL),
            Origin("skills", 0, "pdf", "pdf", Form.FOLDER, Trust.LOCAL),
        ]
        assert places(root)[0].path == str(root / "skills" / "csv")

    def test_a_folder_without_one_is_too_so_that_a_rule_can_say_so(self, lay: Lay) -> None:
        assert paths(lay({"skills/pdf/deep/README.md": b""})) == ["pdf"]

    def test_a_folder_that_holds_no_file_is_not(self, lay: Lay) -> None:
        assert paths(lay({"skills/empty": None, "skills/deep/empty": None, "skills/git/.git/config": b""})) == []

    def test_dot_entries_and_what_belongs_to_no_tree_are_not(self, lay: Lay) -> None:
        files = [".history/SKILL.md", "node_modules/SKILL.md", "__pycache__/SKILL.md", ".x.md", "pdf.md~"]
        assert paths(lay({f"skills/{path}": b"" for path in files}), Source("skills", forms=ALL)) == []

    def test_files_are_where_their_form_counts(self, lay: Lay) -> None:
        root = lay({f"skills/{name}": b"" for name in ("a.md", "b.yaml", "c.yml", "d.txt", "E.MD")})
        assert paths(root) == []
        found = [(place.origin.stem, place.origin.form) for place in places(root, Source("skills", forms=ALL))]
        assert found == [("a", Form.MARKDOWN), ("b", Form.YAML), ("c", Form.YAML)]

    def test_folders_are_not_where_only_files_count(self, lay: Lay) -> None:
        root = lay({"skills/pdf/SKILL.md": b"", "skills/a.md": b""})
        assert paths(root, Source("skills", forms=(Form.MARKDOWN,))) == ["a.md"]

    def test_excluded_ones_are_not(self, lay: Lay) -> None:
        root = lay({"skills/pdf/SKILL.md": b"", "skills/draft-a/SKILL.md": b"", "skills/old/SKILL.md": b""})
        assert paths(root, Source("skills", exclude=("draft-*", "old/"))) == ["pdf"]

    def test_a_skill_file_that_is_a_folder_is_none(self, lay: Lay) -> None:
        assert paths(
            lay({"skills/group/SKILL.md": None, "skills/group/a/SKILL.md": b""}), Source("skills", depth=2)
        ) == ["group/a"]


class TestDepth:
    def test_0_is_the_folder_itself(self, lay: Lay) -> None:
        root = lay({"pdf/SKILL.md": b"", "pdf/a/SKILL.md": b""})
        (place,) = places(root, Source("pdf", depth=0))
        assert place.origin == Origin("pdf", 0, ".", "pdf", Form.FOLDER, Trust.LOCAL)
        (place,) = places(root / "pdf", Source(".", depth=0))
        assert (place.origin.source, place.origin.path, place.origin.stem) == (".", ".", "pdf")

    def test_0_may_name_a_file(self, lay: Lay) -> None:
        (place,) = places(lay({"pdf.md": b""}), Source("pdf.md", depth=0, forms=ALL))
        assert place.origin == Origin("pdf.md", 0, ".", "pdf", Form.MARKDOWN, Trust.LOCAL)
        assert place.origin.locate("pdf.md") == "pdf.md"

    def test_0_does_not_name_any_file(self, lay: Lay) -> None:
        with pytest.raises(UsageError, match="neither a folder nor a file of a form that counts"):
            places(lay({"pdf.txt": b""}), Source("pdf.txt", depth=0))

    def test_skills_are_found_six_levels_down_by_default(self, lay: Lay) -> None:
        root = lay({"skills/1/2/3/4/5/six/SKILL.md": b"", "skills/1/2/3/4/5/6/seven/SKILL.md": b""})
        assert paths(root) == ["1/2/3/4/5/six"]
        assert notes(root) == [
            (
                "not looked into: `skills/1/2/3/4/5/6`"
                " (skills are looked for 6 levels deep; `depth` of a `[[source]]` says how far)"
            )
        ]
        assert paths(root, Source("skills", depth=7)) == ["1/2/3/4/5/6/seven", "1/2/3/4/5/six"]

    def test_1_calls_a_folder_of_skills_no_broken_skill_and_says_that_it_was_not_looked_into(self, lay: Lay) -> None:
        root = lay({"skills/group/pdf/SKILL.md": b"", "skills/group/README.md": b"", "skills/csv/SKILL.md": b""})
        assert paths(root, Source("skills", depth=1)) == ["csv"]
        assert notes(root, Source("skills", depth=1)) == [
            (
                "not looked into: `skills/group`"
                " (skills are looked for 1 level deep; `depth` of a `[[source]]` says how far)"
            )
        ]

    def test_folders_of_the_catalog_itself_are_no_broken_skills(self, lay: Lay) -> None:
        files = {f"{folder}/pdf.toml": b"" for folder in ("reviews", "results", "other")}
        assert paths(lay({"pdf/SKILL.md": b"", **files}), Source(".")) == ["other", "pdf"]
        assert paths(lay({f"skills/{path}": content for path, content in files.items()})) == [
            *("other", "results", "reviews"),
        ]

    def test_folders_beside_folders_of_skills_are_no_broken_skills(self, lay: Lay) -> None:
        """The top of a repository, where nothing but groups lie."""
        root = lay({"plugins/x/skills/pdf/SKILL.md": b"", "docs/README.md": b"", "src/main.py": b"", "gone": "nowhere"})
        assert paths(root, Source(".")) == ["gone", "plugins/x/skills/pdf"]

    def test_folders_beside_skills_that_are_none_are_reported_in_order(self, lay: Lay) -> None:
        root = lay({f"skills/{path}": b"" for path in ("a/x/SKILL.md", "a-b/README.md", "c/SKILL.md", "b/notes/x.md")})
        assert paths(root) == ["a/x", "a-b", "b", "c"]

    @pytest.mark.parametrize("name", ["build", "dist", "vendor", "target", "third_party", "venv"])
    def test_what_was_built_or_vendored_is_not_entered_which_is_said_where_skills_lie_in_it(
        self, lay: Lay, name: str
    ) -> None:
        root = lay({f"skills/{name}/pdf/SKILL.md": b"", f"skills/x/{name}/notes/a.md": b"", "skills/csv/SKILL.md": b""})
        assert paths(root) == ["csv", "x"]
        assert notes(root) == [
            (
                f"not looked into: `skills/{name}`"
                " (called as build output or vendored files are; name it in a `[[source]]` of its own)"
            )
        ]

    def test_a_skill_may_be_called_as_what_was_built(self, lay: Lay) -> None:
        assert paths(lay({"skills/build/SKILL.md": b"", "skills/group/dist/SKILL.md": b""})) == ["build", "group/dist"]

    @pytest.mark.parametrize("name", ["node_modules", ".hidden", "__pycache__"])
    def test_dot_folders_and_installed_packages_are_not_entered_at_any_level(self, lay: Lay, name: str) -> None:
        root = lay({f"skills/{name}/pdf/SKILL.md": b"", f"skills/x/{name}/pdf/SKILL.md": b""})
        assert paths(root) == notes(root) == []

    def test_a_site_that_a_build_wrote_is_not_entered(self, lay: Lay) -> None:
        root = lay({"public/.skillpack-site": b"", "public/skills/pdf/SKILL.md": b"", "mine/pdf/SKILL.md": b""})
        assert paths(root, Source(".")) == ["mine/pdf"]

    def test_so_many_folders_are_entered_and_no_more(self, lay: Lay) -> None:
        root = lay({f"skills/{name}/pdf/SKILL.md": b"" for name in "abcdef"})
        skipped = Skipped(left=2)
        found = [place.origin.path for place in discover([Source("skills")], root, skipped=skipped)]
        assert found == ["a/pdf", "b/pdf"]
        assert list(skipped.lines()) == [
            "not looked into: `skills/c`, `skills/d`, `skills/e` and 1 more (more than 100,000 folders lie here)"
        ]
        assert Skipped().left == skipping.MOST_FOLDERS

    def test_more_goes_down_to_skills_and_not_into_them(self, lay: Lay) -> None:
        root = lay(
            {
                "skills/a/SKILL.md": b"",
                "skills/a/inner/SKILL.md": b"",
                "skills/group/b/SKILL.md": b"",
                "skills/group/deep/c/SKILL.md": b"",
                "skills/group/README.md": b"",
                "skills/none/deep/README.md": b"",
            }
        )
        assert paths(root, Source("skills", depth=2)) == ["a", "group/b", "none"]
        assert paths(root, Source("skills", depth=3)) == ["a", "group/b", "group/deep/c", "none"]

    def test_a_folder_on_the_way_that_may_not_be_read_is_reported(self, unprivileged: Path) -> None:
        (unprivileged / "skills" / "group").mkdir(parents=True)
        (unprivileged / "skills" / "group").chmod(0)
        assert paths(unprivileged, Source("skills", depth=2)) == ["group"]
        assert notes(unprivileged) == ["not looked into: `skills/group` (permission denied)"]

    def test_files_are_found_below_too(self, lay: Lay) -> None:
        root = lay({"skills/group/a.md": b"", "skills/group/b/SKILL.md": b"", "skills/c.md": b""})
        assert paths(root, Source("skills", file_depth=2, forms=ALL)) == ["c.md", "group/a.md", "group/b"]
        assert paths(root, Source("skills", forms=ALL)) == ["c.md", "group/b"]


class TestOrder:
    def test_is_that_of_the_sources_then_of_the_bytes(self, lay: Lay) -> None:
        names = ["b", "a", "a-b", "é", "Z"]
        root = lay({f"{source}/{name}/SKILL.md": b"" for source in ("one", "two") for name in names})
        found = [(place.origin.rank, place.origin.path) for place in places(root, Source("two"), Source("one"))]
        assert found == [(rank, name) for rank in (0, 1) for name in ("Z", "a", "a-b", "b", "é")]
        assert places(root, Source("two"), Source("one"))[0].origin.source == "two"


class TestSources:
    def test_a_missing_one_is_an_error_when_required(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="there is no folder `skills`") as caught:
            places(tmp_path)
        assert caught.value.hint == "name a folder that holds skills"
        assert places(tmp_path, Source("skills", required=False)) == []

    def test_a_file_is_no_folder(self, lay: Lay) -> None:
        with pytest.raises(UsageError, match="`skills` cannot be read: not a directory"):
            places(lay({"skills": b""}))

    def test_one_that_may_not_be_read_is_an_error_when_required(self, unprivileged: Path) -> None:
        (unprivileged / "skills").mkdir(mode=0)
        with pytest.raises(UsageError, match="`skills` cannot be read: permission denied"):
            places(unprivileged)
        assert places(unprivileged, Source("skills", required=False)) == []

    def test_a_trailing_slash_says_nothing(self, lay: Lay) -> None:
        (place,) = places(lay({"skills/a/SKILL.md": b""}), Source("skills/"))
        assert place.origin.source == "skills"

    def test_an_absolute_one_stays_absolute(self, lay: Lay) -> None:
        root = lay({"skills/a/SKILL.md": b""})
        (place,) = places(root / "elsewhere", Source(str(root / "skills")))
        assert place.path == str(root / "skills" / "a")

    def test_the_first_look_is_at_the_first_source_only(self, lay: Lay) -> None:
        found = discover([Source("skills"), Source("missing")], lay({"skills/a/SKILL.md": b""}))
        assert next(found).origin.path == "a"
        with pytest.raises(UsageError):
            next(found)


class TestLinks:
    def test_one_to_a_skill_inside_the_catalog_is_followed(self, lay: Lay) -> None:
        root = lay({"shared/pdf/SKILL.md": b"", "skills/pdf-link": "../shared/pdf"})
        (place,) = places(root)
        assert (place.origin.stem, place.origin.trust) == ("pdf-link", Trust.LOCAL)

    def test_one_to_a_skill_that_is_found_itself_does_not_count_twice(self, lay: Lay) -> None:
        root = lay(
            {"skills/pdf/SKILL.md": b"", "plugins/x/skills/pdf": "../../../skills/pdf", "plugins/y": "../skills/pdf"}
        )
        assert paths(root, Source(".")) == ["plugins/y", "skills/pdf"]

    def test_one_that_leaves_is_external(self, lay: Lay, tmp_path: Path) -> None:
        lay({"elsewhere/pdf/SKILL.md": b"", "elsewhere/a.md": b"", "catalog/skills/pdf": "../../elsewhere/pdf"})
        lay({"catalog/skills/a.md": "../../elsewhere/a.md"})
        found = places(tmp_path / "catalog", Source("skills", forms=ALL))
        assert [place.origin.trust for place in found] == [Trust.EXTERNAL, Trust.EXTERNAL]

    def test_one_within_a_source_outside_the_catalog_has_the_sources_trust(self, lay: Lay, tmp_path: Path) -> None:
        lay({"home/skills/pdf/SKILL.md": b"", "home/skills/same": "pdf", "catalog": None})
        found = places(tmp_path / "catalog", Source("../home/skills", trust=Trust.GLOBAL))
        assert [place.origin.trust for place in found] == [Trust.GLOBAL, Trust.GLOBAL]

    def test_a_catalog_whose_name_starts_alike_is_outside(self, lay: Lay, tmp_path: Path) -> None:
        lay({"catalog-2/pdf/SKILL.md": b"", "catalog/skills/pdf": "../../catalog-2/pdf"})
        assert places(tmp_path / "catalog")[0].origin.trust is Trust.EXTERNAL

    def test_circles_end(self, lay: Lay) -> None:
        root = lay({"skills/a/SKILL.md": b"", "skills/self": "self", "skills/up": "..", "skills/a/up": ".."})
        assert paths(root, Source("skills", depth=9)) == ["a", "self"]

    def test_one_that_leads_nowhere_is_reported(self, lay: Lay) -> None:
        assert paths(lay({"skills/gone": "../nowhere", "skills/.hidden": "../nowhere"})) == ["gone"]

    def test_one_to_a_folder_of_skills_is_not_descended_which_is_said(self, lay: Lay) -> None:
        root = lay({"shared/pdf/SKILL.md": b"", "skills/shared": "../shared"})
        assert paths(root) == []
        assert notes(root) == ["not looked into: `skills/shared` (only links to a skill are followed)"]

    def test_one_to_a_folder_without_skill_is_reported(self, lay: Lay) -> None:
        assert paths(lay({"shared/pdf/README.md": b"", "skills/shared": "../shared"})) == ["shared"]


class TestSignature:
    def test_is_equal_while_nothing_changes(self, lay: Lay) -> None:
        root = lay({"skills/a/SKILL.md": b"x", "skills/a/references/b.md": b"y"})
        assert places(root) == places(root)

    @pytest.mark.parametrize(
        "change",
        [
            "size",
            "time",
            "same-size-and-time",
            "inode",
            "added",
            "removed",
            "renamed",
            "link",
            "target",
            "fifo",
            "closed",
        ],
    )
    def test_differs_when_something_changes(self, lay: Lay, change: str) -> None:
        files = {"skills/a/SKILL.md": b"x", "skills/a/b/c.md": b"y", "skills/a/link": "b/c.md", "skills/a/away": "../x"}
        skill = lay(files) / "skills" / "a"
        file = skill / "b" / "c.md"
        before, times = places(skill.parents[1]), (file.stat().st_atime_ns, file.stat().st_mtime_ns)
        if change == "size":
            file.write_bytes(b"yy")
            os.utime(file, ns=times)
        elif change == "time":
            os.utime(file, ns=(0, 0))
        elif change == "same-size-and-time":
            file.write_bytes(b"z")
            os.utime(file, ns=times)
        elif change == "inode":
            shutil.copy2(file, skill / "b" / "copy")
            (skill / "b" / "copy").rename(file)
        elif change == "added":
            (skill / ".envrc").touch()
        elif change == "removed":
            file.unlink()
        elif change == "renamed":
            file.rename(skill / "b" / "d.md")
        elif change in {"link", "target"}:
            name, target = {"link": ("link", "SKILL.md"), "target": ("away", "../y")}[change]
            (skill / name).unlink()
            (skill / name).symlink_to(target)
        elif change == "fifo":
            os.mkfifo(skill / "pipe")
        else:
            file.unlink()
            (skill / "b").rmdir()
            (skill / "b").symlink_to("nowhere")
        assert places(skill.parents[1])[0].signature != before[0].signature

    def test_differs_when_the_place_ranks_otherwise(self, lay: Lay) -> None:
        root = lay({"one/a/SKILL.md": b"", "two": None})
        first, second = places(root, Source("one"), Source("two")), places(root, Source("two"), Source("one"))
        assert first[0].signature != second[0].signature

    def test_differs_when_a_file_may_be_read_again(self, unprivileged: Path) -> None:
        (unprivileged / "skills" / "a").mkdir(parents=True)
        (unprivileged / "skills" / "a" / "SKILL.md").touch(mode=0)
        before = places(unprivileged)
        (unprivileged / "skills" / "a" / "SKILL.md").chmod(0o644)
        assert places(unprivileged) != before

    @pytest.mark.parametrize("path", [".git/index", "node_modules/x.js", "a.pyc", "b~", "drafts/x", "drafts/evals/x"])
    def test_does_not_heed_what_belongs_to_no_tree(self, lay: Lay, path: str) -> None:
        source = Source("skills", exclude=("a/drafts",))
        before = places(lay({"skills/a/SKILL.md": b""}), source)
        assert places(lay({f"skills/a/{path}": b""}), source) == before

    def test_heeds_evaluations_although_no_tree_has_them(self, lay: Lay) -> None:
        root = lay({"skills/a/SKILL.md": b""})
        before = places(root)
        lay({"skills/a/evals/evals.json": b"[]"})
        (added,) = places(root)
        assert added.signature != before[0].signature
        os.utime(root / "skills/a/evals/evals.json", ns=(1, 1))
        assert places(root)[0].signature != added.signature

    def test_is_racy_while_a_file_is_young(self, lay: Lay) -> None:
        root = lay({"skills/a/SKILL.md": b"", "skills/b/SKILL.md": b"", "skills/c.md": b""})
        now = 10**18
        for path, age in (("a/SKILL.md", RACY_NS), ("b/SKILL.md", RACY_NS - 1), ("c.md", -5)):
            os.utime(root / "skills" / path, ns=(now - age, now - age))
        found = places(root, Source("skills", forms=ALL), now_ns=now)
        assert [(place.origin.path, place.racy) for place in found] == [("a", False), ("b", True), ("c.md", True)]

    def test_is_racy_by_the_clock(self, lay: Lay) -> None:
        root = lay({"skills/a/SKILL.md": b""})
        assert places(root, now_ns=None)[0].racy
        os.utime(root / "skills/a/SKILL.md", ns=(0, 0))
        assert not places(root, now_ns=None)[0].racy


class TestHostileNames:
    def test_a_name_that_is_not_utf8_gives_a_place_that_can_be_written_anywhere(self, tmp_path: Path) -> None:
        folder = tmp_path / "skills" / os.fsdecode(b"\xff")
        folder.mkdir(parents=True)
        (folder / "SKILL.md").touch()
        (place,) = places(tmp_path)
        assert place.origin.stem == "\\xff"
        assert place.skipped == (SkippedFile(SkippedKind.NAME, ".", "not UTF-8"),)
        assert read(place, Limits()).skipped == place.skipped
        assert repr(place).encode()
        assert place.path.encode()
        assert pickle.loads(pickle.dumps(place)) == place  # noqa: S301

    def test_names_with_control_characters_are_names(self, lay: Lay) -> None:
        assert paths(lay({"skills/a\nb\x1b[31m/SKILL.md": b""})) == ["a\nb\x1b[31m"]


def test_a_place_can_be_sent_to_a_worker(lay: Lay) -> None:
    (place,) = places(lay({"skills/a/SKILL.md": b""}), Source("skills", exclude=("x",)))
    assert pickle.loads(pickle.dumps(place)) == place  # noqa: S301
    assert len(pickle.dumps(place)) < 600


@pytest.mark.parametrize(
    "added",
    [
        "group/new/SKILL.md",
        "group/deep/er/SKILL.md",
        "group/deep/SKILL.md",
        "group/.skillpack-site",
        "vendor/x/SKILL.md",
        "vendor/SKILL.md",
        "1/2/3/4/5/6/SKILL.md",
        "1/2/3/4/5/6/new/SKILL.md",
    ],
)
def test_the_trace_notices_what_would_be_found_or_told(lay: Lay, added: str) -> None:
    root = lay(
        {
            "skills/a/SKILL.md": b"",
            "skills/group/deep/er/notes.md": b"",
            "skills/vendor/x/notes.md": b"",
            "skills/1/2/3/4/5/6/notes.md": b"",
        }
    )
    trace = Trace(str(root))
    list(discover([Source("skills")], root, trace=trace))
    recorded = trace.stored()
    assert holds(recorded)
    lay({f"skills/{added}": b""})
    assert not holds(recorded)


class TestKnownDotFolders:
    def test_the_sets_in_skills_are_looked_into_as_npx_skills_does(self, lay: Lay) -> None:
        names = (".curated", ".experimental", ".system", ".other")
        root = lay({f"skills/{name}/pdf-{name[1:]}/SKILL.md": b"" for name in names})
        found = [f"{name}/pdf-{name[1:]}" for name in names[:3]]
        assert paths(root) == found
        assert paths(root / "skills", Source(".")) == found
        assert paths(root, Source(".")) == [f"skills/{path}" for path in found]

    def test_elsewhere_they_are_dot_folders_as_any(self, lay: Lay) -> None:
        root = lay({".curated/a/SKILL.md": b"", "other/.system/b/SKILL.md": b"", "x/SKILL.md": b""})
        assert [path for path in paths(root, Source(".")) if path != "other"] == ["x"]

    def test_one_without_a_skill_is_no_broken_skill(self, lay: Lay) -> None:
        assert paths(lay({"skills/a/SKILL.md": b"", "skills/.system/notes.md": b""})) == ["a"]


class TestLinksBetweenSources:
    CLAUDE, AGENTS = Source(".claude/skills"), Source(".agents/skills")

    def found(self, root: Path) -> list[str]:
        return [place.origin.locate("") for place in places(root, self.CLAUDE, self.AGENTS)]

    def test_a_link_to_a_skill_of_a_later_source_does_not_count(self, lay: Lay) -> None:
        root = lay({".agents/skills/a/SKILL.md": b"", ".claude/skills/a": "../../.agents/skills/a"})
        lay({".claude/skills/b/SKILL.md": b""})
        assert self.found(root) == [".claude/skills/b/", ".agents/skills/a/"]

    def test_nor_one_to_a_skill_of_an_earlier_source(self, lay: Lay) -> None:
        root = lay({".claude/skills/a/SKILL.md": b"", ".agents/skills/a": "../../.claude/skills/a"})
        assert self.found(root) == [".claude/skills/a/"]

    def test_a_source_that_is_a_link_to_another_counts_once(self, lay: Lay) -> None:
        root = lay({".agents/skills/a/SKILL.md": b"", ".claude/skills": "../.agents/skills"})
        assert self.found(root) == [".claude/skills/a/"]

    def test_a_link_to_what_no_source_reads_counts(self, lay: Lay) -> None:
        root = lay({"elsewhere/a/SKILL.md": b"", ".claude/skills/a": "../../elsewhere/a", ".agents/skills": None})
        assert self.found(root) == [".claude/skills/a/"]

    def test_a_link_to_a_skill_that_the_other_source_leaves_out_counts(self, lay: Lay) -> None:
        root = lay({".agents/skills/a/SKILL.md": b"", ".claude/skills/a": "../../.agents/skills/a"})
        found = places(root, self.CLAUDE, Source(".agents/skills", exclude=("a",)))
        assert [place.origin.locate("") for place in found] == [".claude/skills/a/"]


class TestNestedSkillFiles:
    def test_one_is_named_with_what_to_do(self, lay: Lay) -> None:
        root = lay({"skills/a/SKILL.md": b"", "skills/a/examples/b/SKILL.md": b""})
        assert paths(root) == ["a"]
        assert notes(root) == [
            (
                "`skills/a/examples/b/SKILL.md` is part of the skill around it, not a skill:"
                " move its folder out to make it a skill"
            )
        ]

    def test_several_are_one_line(self, lay: Lay) -> None:
        root = lay({"skills/a/SKILL.md": b"", **{f"skills/a/{name}/SKILL.md": b"" for name in "bcdef"}})
        (line,) = notes(root)
        assert line == (
            "`skills/a/b/SKILL.md`, `skills/a/c/SKILL.md`, `skills/a/d/SKILL.md` and 2 more are parts of the skills"
            " around them, not skills: move their folders out to make them skills"
        )

    def test_those_that_another_source_reads_are_not_named(self, lay: Lay) -> None:
        root = lay({"SKILL.md": b"", "skills/a/SKILL.md": b"", "examples/b/SKILL.md": b""})
        (line,) = notes(root, Source(".", depth=0), Source("skills"))
        assert line.startswith("`examples/b/SKILL.md` is part")
