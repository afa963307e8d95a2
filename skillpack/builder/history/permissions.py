"""What each version of a skill may do that the one before could not, by what was recorded of both (pure)."""

from collections.abc import Iterable, Iterator, Sequence

from skillpack.model.release import Release
from skillpack.registry.skill_json import PublishedVersion, recorded_permissions


def added_permissions(
    releases: Sequence[Release], current: str, permissions: tuple[str, ...], versions: Iterable[PublishedVersion]
) -> Iterator[tuple[str, ...]]:
    """Yield for each release the tools, scripts, shell lines and programs that are new with it; none for the first.

    Args:
        releases: Newest first.
        current: Digest of the skill as it is now.
        permissions: Of the skill as it is now.
        versions: What was published of it, with its records.
    """
    if len(releases) < 2:
        return
    known = {version.release.digest: version for version in versions}
    able = [
        recorded_permissions(known[release.digest])
        if release.digest in known
        else permissions
        if release.digest == current
        else None
        for release in releases
    ]
    for has, had in zip(able, (*able[1:], None), strict=True):
        yield tuple(power for power in has if power not in had) if has is not None and had is not None else ()
