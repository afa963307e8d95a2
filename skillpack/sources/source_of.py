"""Where a skill came from -> the SPEC that asks there again (pure)."""

from skillpack.model.installed import Receipt, SourceKind
from skillpack.sources.spec import Spec, SpecKind

_KINDS = {
    SourceKind.REGISTRY: SpecKind.NAME,
    SourceKind.SITE: SpecKind.SITE,
    SourceKind.FOLDER: SpecKind.FOLDER,
    SourceKind.ARCHIVE: SpecKind.ARCHIVE,
    SourceKind.GIT: SpecKind.GIT,
}


def spec_of(receipt: Receipt) -> Spec:
    """Return the SPEC that asks an installed skill's source again; a name is asked of its registry."""
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
