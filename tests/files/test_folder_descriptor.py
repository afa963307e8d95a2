"""Files that a catalog names, and skills of one file: no link leads out of their folder."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from skillpack.errors import FetchError, SkillpackError, UsageError
from skillpack.files import read as reading
from skillpack.files.discover import discover
from skillpack.files.read import read, read_beneath
from skillpack.model.limits import Limits
from skillpack.model.settings import Source
from skillpack.model.tree import Form, SkippedFile, SkippedKind, SourceTree

Lay = Callable[[Mapping[str, bytes | str | None]], Path]
HINT = "correct it"


def content(folder: Path, path: str = "pages/p.md", limit: int = 100) -> bytes:
    return read_beneath(folder, path, limit, what=f"the page `{path}`", hint=HINT)


class TestReadBeneath:
    def test_gives_the_bytes(self, lay: Lay) -> None:
        assert content(lay({"pages/p.md": b"page"}), limit=4) == b"page"

    def test_follows_links_that_stay(self, lay: Lay) -> None:
        root = lay({"docs/q.md": b"page", "pages": "docs", "docs/p.md": "q.md", "top": "."})
        assert content(root) == b"page"
        assert content(root / "top", "top/pages/p.md") == b"page"

    @pytest.mark.parametrize("absolute", [True, False])
    @pytest.mark.parametrize(
        ("links", "target"),
        [
            (("pages/p.md",), "secret.md"),
            (("pages",), "out"),
            (("pages/p.md", "pages/next.md"), "secret.md"),
            (("pages", "next"), "out"),
            (("pages/p.md", "more", "back"), "out"),
        ],
    )
    def test_refuses_links_that_leave(self, lay: Lay, links: tuple[str, ...], target: str, *, absolute: bool) -> None:
        """Of several links each leads to the next, and the last one out."""
        top = lay({"secret.md": b"secret", "out/p.md": b"secret"})
        root = top / "catalog"
        ends = [*(root / link for link in links[1:]), top / target]
        for link, end in zip(links, ends, strict=True):
            there = end / "p.md" if link == "pages/p.md" and not end.suffix else end
            lay({f"catalog/{link}": str(there) if absolute else os.path.relpath(there, (root / link).parent)})
        with pytest.raises(UsageError, match=r"the page `pages/p.md` .* out of its folder") as refused:
            content(root)
        assert refused.value.hint == HINT

    def test_a_path_that_leaves_by_itself_is_no_link(self, lay: Lay) -> None:
        root = lay({"secret.md": b"secret", "catalog/p.md": b"page"}) / "catalog"
        with pytest.raises(UsageError, match=r"^the page `\.\./secret\.md` leads out of its folder$"):
            content(root, "../secret.md")

    @pytest.mark.parametrize("target", ["../.git/config.md", "../.env", "../README", "/proc/self/environ"])
    def test_refuses_what_is_no_such_file(self, lay: Lay, target: str) -> None:
        root = lay({".git/config.md": b"token", ".env": b"token", "README": b"x", "pages/p.md": target})
        with pytest.raises(UsageError, match=r"not a file of its kind|out of its folder"):
            content(root)

    @pytest.mark.parametrize(("target", "words"), [("p.md", "too many levels"), ("q.md", "too many levels")])
    def test_refuses_circles(self, lay: Lay, target: str, words: str) -> None:
        with pytest.raises(FetchError, match=f"cannot be read: {words}"):
            content(lay({"pages/p.md": target, "pages/q.md": "p.md"}))

    def test_says_that_there_is_nothing(self, lay: Lay) -> None:
        for path in ("pages/p.md", "gone.md", "file/p.md"):
            with pytest.raises(UsageError, match=f"^the page `{path}` does not exist$") as refused:
                content(lay({"pages/p.md": "../gone.md", "file": b""}), path)
            assert refused.value.hint == HINT
            (lay({}) / "pages/p.md").unlink()

    def test_refuses_what_is_no_plain_file(self, lay: Lay) -> None:
        root = lay({"folder.md": None})
        os.mkfifo(root / "pipe.md")
        for path in ("folder.md", "pipe.md"):
            with pytest.raises(FetchError, match="is not a file"):
                content(root, path)

    def test_refuses_what_is_larger(self, lay: Lay) -> None:
        with pytest.raises(FetchError, match="larger than 4 bytes"):
            content(lay({"a.md": b"12345"}), "a.md", 4)

    @pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="files that Linux makes up")
    def test_refuses_what_the_system_makes_up(self) -> None:
        """Such a file says that it is empty, and is not."""
        with pytest.raises(FetchError, match="changed while it was read"):
            content(Path("/proc/self"), "environ")

    @pytest.mark.parametrize("parent", [True, False])
    def test_a_link_put_in_the_way_meanwhile_is_not_followed(
        self, lay: Lay, monkeypatch: pytest.MonkeyPatch, *, parent: bool
    ) -> None:
        root = lay({"catalog/pages/p.md": b"page", "out/p.md": b"secret"})
        judge = reading.path_beneath

        def judged_then_swapped(folder: str, target: str) -> str | None:
            found = judge(folder, target)
            place = root / "catalog/pages" if parent else root / "catalog/pages/p.md"
            place.rename(root / "away")
            place.symlink_to(root / ("out" if parent else "out/p.md"))
            return found

        monkeypatch.setattr(reading, "path_beneath", judged_then_swapped)
        with pytest.raises(SkillpackError):
            content(root / "catalog")


class TestASkillOfOneFile:
    def seen(self, root: Path, name: str = "a.md", **source: object) -> SourceTree:
        places = discover([Source("skills", forms=(Form.MARKDOWN,), **source)], root)  # type: ignore[arg-type]
        return next(read(each, Limits()) for each in places if each.origin.path == name)

    @pytest.mark.parametrize(
        "target", ["../b.md", "/etc/passwd", "/proc/self/environ", ".env", ".git/config", "pdf/.env.md", "drafts/c.md"]
    )
    def test_is_not_read_where_its_link_leaves_what_may_be_one(self, lay: Lay, target: str) -> None:
        there = ("skills/.env", "skills/.git/config", "skills/pdf/.env.md", "skills/drafts/c.md", "b.md")
        found = self.seen(lay({"skills/a.md": target, **dict.fromkeys(there, b"secret")}), exclude=("drafts",))
        assert (found.listing, dict(found.tree.files), found.whole) == ((), {}, False)
        assert found.skipped == (SkippedFile(SkippedKind.LINK_OUTSIDE, "a.md", target),)

    def test_is_read_through_a_link_to_another(self, lay: Lay) -> None:
        found = self.seen(lay({"skills/a.md": "more/b.md", "skills/more/b.md": b"b"}))
        assert (dict(found.tree.files), found.skipped, found.whole) == ({"a.md": b"b"}, (), True)

    def test_is_read_in_a_source_that_is_a_link_itself(self, lay: Lay) -> None:
        found = self.seen(lay({"shelf/a.md": b"a", "skills": "shelf"}))
        assert dict(found.tree.files) == {"a.md": b"a"}

    def test_is_broken_where_links_lead_in_a_circle(self, lay: Lay) -> None:
        found = self.seen(lay({"skills/a.md": "b.md", "skills/b.md": "a.md"}))
        assert found.skipped == (SkippedFile(SkippedKind.LINK_BROKEN, "a.md", "b.md"),)

    def test_that_is_the_source_may_not_leave_its_folder(self, lay: Lay) -> None:
        root = lay({"one/a.md": "../b.md", "b.md": b"secret"})
        (place,) = discover([Source("one/a.md", depth=0, forms=(Form.MARKDOWN,))], root)
        found = read(place, Limits())
        assert dict(found.tree.files) == {}
        assert found.skipped == (SkippedFile(SkippedKind.LINK_OUTSIDE, "a.md", "../b.md"),)
