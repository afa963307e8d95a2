"""What `gh skill` leaves in a skill."""

from skillpack.model.installed import SourceKind
from skillpack.registry.foreign_sources import read_gh_metadata, without_gh_keys

GH = {
    "github-path": "skills/ship",
    "github-ref": "refs/tags/v1.0.0",
    "github-repo": "https://github.com/dotnet/skills",
    "github-tree-sha": "7a8633b2cf8d7f4a0ee055cfc53e9821a26be2dd",
    "version": "1.0.0",
}


def test_gh_names_a_place_in_a_repository() -> None:
    claim = read_gh_metadata(GH)

    assert claim is not None
    assert (claim.kind, claim.location) == (SourceKind.GIT, "https://github.com/dotnet/skills")
    assert (claim.path, claim.wanted, claim.by) == ("skills/ship", "v1.0.0", "gh skill")
    assert read_gh_metadata({"version": "1"}) is None
    assert without_gh_keys(GH) == {"version": "1.0.0"}


def test_gh_keys_may_be_anybodys() -> None:
    claim = read_gh_metadata({**GH, "github-repo": "https://a:b@github.com/x/y"})

    assert claim is not None
    assert claim.kind is None
    assert "b@" not in claim.why_not
