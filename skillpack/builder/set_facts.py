"""What is said of a set as a whole: computed again where what it follows from changed, which few edits do."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from skillpack.builder.host_visibility import Visibility, visibility
from skillpack.builder.inputs.inputs import Inputs
from skillpack.builder.publication import SkillPublication
from skillpack.builder.record.summary import SkillRecord
from skillpack.builder.related import RelatedTerms, SimilarSkills, dependents, similar_skills
from skillpack.builder.resolve import SetFacts
from skillpack.builder.store import BuildStore, decode, encode
from skillpack.model.digest import sha256
from skillpack.model.finding import Finding
from skillpack.model.publication import Publication
from skillpack.model.selection import SelectionInput, SetVisibility

T = TypeVar("T")


class _Known(Struct, frozen=True):
    """What was computed last, encoded, with a digest of what it follows from."""

    given: str
    value: bytes


def set_facts(
    winners: Sequence[SkillRecord], publications: Mapping[str, SkillPublication], inputs: Inputs, store: BuildStore
) -> SetFacts:
    """Return the facts, as they were found last where they follow from the same; the store remembers them.

    Args:
        winners: The skills that the catalog does not hide.
        publications: Name -> what becomes of each of them.
        inputs: Of the build.
        store: Where they are remembered.
    """

    def remembered(name: str, given: object, kind: type[T], compute: Callable[[], T]) -> T:
        key, digest = f"{name} {inputs.settings.digest}", sha256(encode(given))
        stored = store.fact(key)
        known = _Known("", b"") if stored is None else decode(stored, _Known)
        if known.given == digest:
            return decode(known.value, kind)
        found = compute()
        store.put_fact(key, inputs.settings.digest, encode(_Known(digest, encode(found))))
        return found

    alike = [(each.name, publications[each.name].entry.description, each.summary.related) for each in winners]
    uses = [(each.name, each.summary.uses) for each in winners]
    offered = (each for each in winners if publications[each.name].entry.publication is Publication.PUBLISHED)
    listings = [each.summary.listing for each in offered]
    hosts, bundles = [inputs.profiles[name] for name in inputs.configuration.hosts], inputs.configuration.bundles

    def similar() -> SimilarSkills:
        terms = {name: decode(related, RelatedTerms) for name, _, related in alike}
        return similar_skills(terms, {name: f"{name} {description}" for name, description, _ in alike})

    def visible() -> Visibility:
        return visibility((decode(listing, SelectionInput) for listing in listings), hosts, bundles)

    def used() -> Mapping[str, tuple[str, ...]]:
        return dependents({name: decode(others, tuple[str, ...]) for name, others in uses})

    return SetFacts(
        remembered("similar", alike, SimilarSkills, similar),
        remembered("dependents", uses, dict[str, tuple[str, ...]], used),
        remembered("visible", (listings, hosts, bundles), tuple[SetVisibility, tuple[Finding, ...]], visible),
    )
