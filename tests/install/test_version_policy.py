"""Which version comes before another, by the record of its source, by numbers, or not at all."""

import pytest

from skillpack.install.version_policy import Direction, direction, step_back
from skillpack.model.installed import Provenance, Receipt, SourceKind

OLD, NEW, OTHER = "a" * 64, "b" * 64, "c" * 64
SITE, HERE = Provenance(SourceKind.SITE, "https://skills.example.com/"), Provenance(SourceKind.FOLDER, "/srv/alpha")


def _receipt(label: str, digest: str, source: Provenance = SITE) -> Receipt:
    return Receipt("alpha", label, digest, source, ())


@pytest.mark.parametrize(
    ("was", "label", "history", "where"),
    [
        ("2.0.0", "1.0.0", (), Direction.OLDER),
        ("1.0.0", "2.0.0", (), Direction.NEWER),
        ("2.0.0", "2.0.0-rc.1", (), Direction.OLDER),
        ("1.10.0", "1.9.0", (), Direction.OLDER),
        # The record decides, also against the numbers and without any.
        ("2.0.0", "1.9.0", (NEW, OLD), Direction.NEWER),
        ("1.9.0", "2.0.0", (OLD, NEW), Direction.OLDER),
        (OLD[:12], NEW[:12], (OLD, NEW), Direction.OLDER),
        (OLD[:12], NEW[:12], (NEW, OLD), Direction.NEWER),
        # A record that does not have both does not.
        ("2.0.0", "1.9.0", (NEW, OTHER), Direction.OLDER),
        ("2.0.0", "1.9.0", (OTHER, OLD), Direction.OLDER),
        (OLD[:12], NEW[:12], (NEW, OTHER), Direction.UNKNOWN),
        (OLD[:12], NEW[:12], (), Direction.UNKNOWN),
        ("2.0.0", NEW[:12], (), Direction.UNKNOWN),
        (OLD[:12], "2.0.0", (), Direction.UNKNOWN),
        # Numbers that only differ in what is built of them are no step back.
        ("1.0.0+b", "1.0.0+a", (), Direction.NEWER),
        ("2.0.0", "", (), Direction.UNKNOWN),
        ("1.0.0", "1.0.0", (NEW, OLD), Direction.REPUBLISHED),
    ],
)
def test_where_a_version_leads(was, label, history, where) -> None:
    assert direction(_receipt(was, OLD), label, NEW, history) is where


def test_the_same_files_lead_nowhere() -> None:
    assert direction(_receipt("2.0.0", OLD), "1.0.0", OLD) is Direction.SAME


def test_an_older_version_is_a_step_back_wherever_it_comes_from() -> None:
    for source in (SITE, HERE):
        why = step_back(_receipt("2.0.0", OLD), _receipt("1.0.0", NEW, source))

        assert why == "1.0.0 is older than 2.0.0, which is installed"


@pytest.mark.parametrize(
    ("source", "refused"),
    [
        (SITE, True),
        (Provenance(SourceKind.REGISTRY, "site"), True),
        (Provenance(SourceKind.ARCHIVE, "https://skills.example.com/alpha-1.0.0.zip"), True),
        (Provenance(SourceKind.ARCHIVE, "/downloads/alpha.zip"), False),
        (Provenance(SourceKind.GIT, "https://git.example.com/alpha"), False),
        (HERE, False),
    ],
)
def test_a_published_label_is_a_promise_and_a_working_copy_is_none(source, refused) -> None:
    assert bool(step_back(_receipt("1.0.0", OLD), _receipt("1.0.0", NEW, source))) is refused


def test_what_cannot_be_compared_may_come() -> None:
    assert not step_back(_receipt(OLD[:12], OLD), _receipt(NEW[:12], NEW))
