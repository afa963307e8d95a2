"""Where a skill came from -> the SPEC that asks there again (pure)."""

from skillpack.fetch.spec import Spec, SpecKind
from skillpack.model.installed import Kind, Receipt

_KINDS = {
    Kind.REGISTRY: SpecKind.NAME,
    Kind.SITE: SpecKind.SITE,
    Kind.FOLDER: SpecKind.FOLDER,
    Kind.ARCHIVE: SpecKind.ARCHIVE,
    Kind.GIT: SpecKind.GIT,
}


def spec_of(receipt: Receipt) -> Spec:
    """Return what an installed skill's source is asked for now; a name is asked of the registry that it came from."""
    source = receipt.provenance
    if source.location.startswith("sha256:"):
        return Spec(SpecKind.DIGEST, source.location, wanted=source.location.removeprefix("sha256:"))
    return Spec(
        kind=_KINDS[source.kind],
        text=source.location,
        name=receipt.name,
        wanted=source.wanted,
        location=source.location,
        path=source.path,
    )
