"""Names that are one name on some disks."""

import pytest

from skillpack.install.root.ownership import colliding_names


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
