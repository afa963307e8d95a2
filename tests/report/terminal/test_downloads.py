"""Where several skills come from."""

from skillpack.model.installed import Assurance, Provenance, SourceKind
from skillpack.report.terminal.downloads import origin_lines
from skillpack.report.terminal.paint import PLAIN

SITE = Provenance(SourceKind.REGISTRY, "https://skills.example/", assurance=Assurance.DIGEST)
ALPHA, BETA = Provenance(SourceKind.FOLDER, "/skills/alpha"), Provenance(SourceKind.FOLDER, "/skills/beta")


def test_one_is_told_whole() -> None:
    assert list(origin_lines([ALPHA], PLAIN)) == ["from /skills/alpha, on this machine"]


def test_folders_side_by_side_are_one_place() -> None:
    assert list(origin_lines([ALPHA, BETA], PLAIN)) == ["from /skills, on this machine"]


def test_folders_of_a_repository_are_one_place() -> None:
    one, two = (Provenance(SourceKind.GIT, "https://git.example/x", path=f"skills/{name}") for name in ("a", "b"))

    assert len(list(origin_lines([one, two], PLAIN))) == 1


def test_several_places_are_counted_the_most_first() -> None:
    assert list(origin_lines([ALPHA, SITE, SITE], PLAIN)) == [
        "2 from skills.example, digest checked, not signed",
        "1 from /skills, on this machine",
    ]


def test_many_places_are_left_out() -> None:
    many = [Provenance(SourceKind.FOLDER, f"/{number}/skill") for number in range(5)]

    assert list(origin_lines(many, PLAIN))[-1] == "and from 2 more places"


def test_nothing_comes_from_nowhere() -> None:
    assert list(origin_lines([], PLAIN)) == []
