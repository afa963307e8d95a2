"""Which content a result is about: the one that is there now, an older one, or nobody knows."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from skillpack.model.evaluation import Result, ResultBinding
from skillpack.model.evidence import SIGNED_WHOLE, SignatureFacts
from skillpack.model.release import Release


def bind_reported(result: Result, signature: SignatureFacts | None) -> Result:
    """Return a publisher's result, bound to the files that it lies with where one signature covers all of them.

    What lies in a folder cannot name the digest of that folder, so such a name binds to nothing.

    Args:
        result: As it was read.
        signature: Of the skill; None where it has none.
    """
    covered = signature is not None and signature.state in SIGNED_WHOLE and result.file not in signature.unsigned
    binding = ResultBinding.NAMED if covered else ResultBinding.UNNAMED
    reporter = signature.known_as and signature.signer if covered and signature is not None else ""
    return replace(result, digest="", binding=binding, reporter=reporter)


def unbound(result: Result) -> Result:
    """Return a publisher's result as that of a skill whose signature does not cover it."""
    return replace(result, binding=ResultBinding.UNNAMED, reporter="")


def bind_own(result: Result, current: Collection[str], releases: Sequence[Release]) -> Result:
    """Return a catalog's own result, bound by the digest that it names.

    Args:
        result: As it was read.
        current: Digests of the content as it is now.
        releases: What was published under the name, newest first.
    """
    if result.baseline:
        label = next((release.label for release in releases if release.digest == result.baseline), "")
        result = replace(result, baseline_version=label)
    if not result.digest:
        return result
    if result.digest in current:
        return replace(result, binding=ResultBinding.NAMED)
    older = [release for release in releases if release.digest not in current]
    for behind, release in enumerate(older, start=1):
        if release.digest == result.digest:
            return replace(result, binding=ResultBinding.OLDER, version=release.label, behind=behind)
    return replace(result, binding=ResultBinding.OLDER)
