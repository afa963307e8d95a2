from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack.model.release import Release, Tombstone
from skillpack.model.settings import Renamed, Yanked
from skillpack.versions.history import retain, split_purged, tombstone, with_yanks


def release(label: str, digest: str = "", **changes: object) -> Release:
    plain = Release("pdf", label, digest or label * 8, "", f"archives/pdf/pdf-{label}.zip", "", 1)
    return replace(plain, **changes)  # type: ignore[arg-type]


PUBLISHED = (release("2.0.0", date="2026-02-02"), release("1.0.0", date="2026-01-01"))


def test_a_new_version_comes_first() -> None:
    current = release("3.0.0")
    assert retain(PUBLISHED, current) == (current, *PUBLISHED)


def test_a_tree_that_was_published_keeps_its_date() -> None:
    assert retain(PUBLISHED, release("2.0.0")) == PUBLISHED


def test_a_tree_published_earlier_comes_back_to_the_front() -> None:
    assert retain(PUBLISHED, release("1.0.0")) == (PUBLISHED[1], PUBLISHED[0])


def test_another_tree_under_a_published_label_is_left_out() -> None:
    assert retain(PUBLISHED, release("2.0.0", digest="other")) == PUBLISHED


def test_what_has_no_archive_is_no_release() -> None:
    assert retain(PUBLISHED, release("3.0.0", archive="")) == PUBLISHED


def test_without_a_past_there_is_only_the_present() -> None:
    assert retain((), release("1.0.0")) == (release("1.0.0"),)


RELEASES = st.builds(
    lambda label, digest, archive: release(label, digest, archive=archive),
    st.sampled_from(["1.0.0", "2.0.0", "abc"]),
    st.sampled_from(["x", "y", "z"]),
    st.sampled_from(["", "a.zip"]),
)


@given(st.lists(RELEASES))
def test_whatever_is_built_a_published_version_never_changes(builds) -> None:
    published: tuple[Release, ...] = ()
    for current in builds:
        after = retain(published, current)
        assert set(published) <= set(after)
        assert len({each.label for each in after}) == len(after)
        assert len({each.digest for each in after}) == len(after)
        published = after


def test_a_yank_marks_one_version_and_can_be_taken_back() -> None:
    marked = with_yanks(PUBLISHED, [Yanked("pdf", "1.0.0", "leaks"), Yanked("other", "2.0.0", "x")])
    assert [each.yanked for each in marked] == ["", "leaks"]
    assert with_yanks(marked, []) == PUBLISHED
    assert with_yanks(marked, [Yanked("pdf", "1.0.0", "worse")])[1].yanked == "worse"
    assert with_yanks(PUBLISHED, [Yanked("pdf", "2.0.0", "")])[0].yanked == "yanked"


def test_a_purged_version_leaves_label_digest_day_and_reason_and_no_archive() -> None:
    purges = [
        Yanked("pdf", "1.0.0", "leaks", purge=True),
        Yanked("pdf", "2.0.0", "slow"),
        Yanked("x", "2.0.0", "", purge=True),
    ]
    kept, purged = split_purged(PUBLISHED, purges)
    assert kept == PUBLISHED[:1]
    assert purged == (Release("pdf", "1.0.0", PUBLISHED[1].digest, "", "", "", 0, date="2026-01-01", yanked="leaks"),)
    _, (without_reason,) = split_purged(PUBLISHED, [Yanked("pdf", "1.0.0", "", purge=True)])
    assert without_reason.yanked == "purged"


def test_a_name_that_is_gone_says_where_to_go() -> None:
    renamed = [Renamed("pdf", "pdf-tools", "clearer"), Renamed("x", "", "")]
    assert tombstone("pdf", PUBLISHED, renamed) == Tombstone("pdf", "pdf-tools", "clearer", PUBLISHED[0])
    assert tombstone("y", (), renamed) == Tombstone("y", "", "", None)
