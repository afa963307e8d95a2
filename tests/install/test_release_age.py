"""How long a version has been offered."""

import pytest

from skillpack.install.version_policy import days_since, too_young
from skillpack.model.installed import Provenance, SourceKind

WEB = Provenance(SourceKind.REGISTRY, "https://skills.example/")
TODAY = "2026-06-10"


@pytest.mark.parametrize(
    ("published", "least", "why"),
    [
        ("2026-06-01", 3, ""),
        ("2026-06-07", 3, ""),
        ("2026-06-08", 3, "published 2 days ago; the minimum age is 3 days"),
        ("2026-06-09", 3, "published 1 day ago; the minimum age is 3 days"),
        ("2026-06-10", 3, "published today; the minimum age is 3 days"),
        ("2026-07-01", 3, "published today; the minimum age is 3 days"),  # a clock that is ahead makes nothing older
        ("", 3, "no publication date; the minimum age is 3 days"),
        ("yesterday", 1, "no publication date; the minimum age is 1 day"),
        ("", 0, ""),
    ],
)
def test_a_version_must_be_old_enough(published: str, least: int, why: str) -> None:
    assert too_young(WEB, published, least, TODAY) == why


@pytest.mark.parametrize(
    ("source", "local"),
    [
        (Provenance(SourceKind.FOLDER, "/skills/alpha"), True),
        (Provenance(SourceKind.ARCHIVE, "/alpha.zip"), True),
        (Provenance(SourceKind.ARCHIVE, "https://skills.example/alpha.zip"), False),
        (Provenance(SourceKind.REGISTRY, "/site"), False),
        (Provenance(SourceKind.GIT, "/repository"), False),
    ],
)
def test_what_a_user_put_here_has_no_age(source: Provenance, local: bool) -> None:  # noqa: FBT001 a case
    assert source.is_local is local
    assert bool(too_young(source, "", 1, TODAY)) is not local


def test_no_date_is_no_number() -> None:
    assert days_since("2026-06-01", TODAY) == 9
    assert days_since("2026-13-01", TODAY) is None
