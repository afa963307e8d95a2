"""The keys that `gh skill install` writes into the `metadata` of a skill."""

from collections.abc import Mapping

from skillpack.model.installed import ForeignSource
from skillpack.registry.foreign_sources import git_source

PREFIX = "github-"
_BY = "gh skill"


def read_gh_metadata(metadata: Mapping[str, str]) -> ForeignSource | None:
    """Return the source that the keys name; None where there are none."""
    repository = metadata.get(f"{PREFIX}repo", "")
    if not repository:
        return None
    path, ref = (metadata.get(f"{PREFIX}{key}", "") for key in ("path", "ref"))
    return git_source(_BY, repository, path=path, wanted=ref)


def without_gh_keys(metadata: Mapping[str, str]) -> dict[str, str]:
    """Return the keys that are not of `gh skill`."""
    return {key: value for key, value in metadata.items() if not key.startswith(PREFIX)}
