"""Names that are one name on some disks."""

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from skillpack.errors import OutputError
from skillpack.install.root.ownership import check_name, check_names, check_ours, colliding_names, is_taken
from skillpack.model.limits import Limits

Place = Any  # `changes.Place`, which the fixtures load


@pytest.mark.parametrize(
    ("wanted", "there", "found"),
    [
        (["alpha", "beta"], ["gamma"], {}),
        (["alpha"], ["alpha"], {}),
        (["alpha"], ["Alpha"], {"alpha": "Alpha"}),
        (["Alpha", "alpha", "beta"], [], {"alpha": "Alpha"}),
        (["straße"], ["STRASSE"], {"straße": "STRASSE"}),
        (["ﬁle"], ["file"], {"ﬁle": "file"}),
    ],
)
def test_the_first_of_two_stays(wanted, there, found) -> None:
    assert colliding_names(wanted, there) == found


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "a/b", "/etc", ".git", "con", "a\0b", "a\nb", "x" * 300])
def test_what_would_lie_elsewhere_is_no_name(name: str) -> None:
    with pytest.raises(OutputError, match="is not a name of a skill"):
        check_name(name, Limits())


def test_a_name_that_some_disks_take_for_another_is_refused(place: Place) -> None:
    place.put("1")
    Path(place.root.folder, "Alpha").mkdir()
    check_names(place.root, ["pdf", "beta"], Limits())
    with pytest.raises(
        OutputError, match="`Alpha` is installed and differs from `alpha` only in case, so some disks cannot hold both"
    ) as refused:
        check_names(place.root, ["pdf", "alpha"], Limits())
    assert refused.value.hint == "rename or uninstall one of the two"
    with pytest.raises(OutputError, match=r"`\.\./x` is not a name of a skill"):
        check_names(place.root, ["pdf", "../x"], Limits())


def test_only_a_folder_takes_a_name(place: Place) -> None:
    place.put("1")
    assert is_taken(place.root, "pdf")
    assert not is_taken(place.root, "alpha")
    Path(place.root.skill("alpha")).symlink_to("pdf")
    with pytest.raises(OutputError, match=r"skills/alpha` is a link or a file, not a skill folder") as refused:
        is_taken(place.root, "alpha")
    assert refused.value.hint == "move it away"


def test_what_we_did_not_place_under_a_name_is_left_alone_and_why(place: Place, changes: ModuleType) -> None:
    place.put("1")
    ours = Path(place.root.skill("pdf"))
    check_ours(str(ours), "pdf", changes.LIMITS)

    (ours.parent / "mine").mkdir()
    (ours.parent / "link").symlink_to("pdf")
    for folder, name, why in (
        (ours, "other", "`other` is unchanged: not installed by skillpack"),
        (ours.parent / "mine", "mine", "`mine` is unchanged: not installed by skillpack"),
        (ours.parent / "link", "link", "`link` is unchanged: it is a link or a file, not a folder"),
    ):
        with pytest.raises(OutputError) as refused:
            check_ours(str(folder), name, changes.LIMITS)
        assert (str(refused.value), refused.value.hint) == (
            why,
            f"`skillpack adopt {name}` adopts a folder you made",
        )
    with pytest.raises(OutputError, match="`gone` is not installed") as refused:
        check_ours(str(ours.parent / "gone"), "gone", changes.LIMITS)
    assert refused.value.hint == "`skillpack list` shows what is installed"
