"""What is said of a set as a whole: computed again where what it follows from changed, which few edits do."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from skillpack.builder.host_visibility import visibility
from skillpack.builder.inputs.inputs import Inputs
from skillpack.builder.publication import SkillPublication
from skillpack.builder.record.summary import SkillRecord
from skillpack.builder.related import SimilarSkills, similar_skills
from skillpack.builder.resolve import SetFacts
from skillpack.builder.store import BuildStore, decode, encode
from skillpack.model.digest import sha256
from skillpack.model.finding import Finding
from skillpack.model.publication import Publication
from skillpack.model.selection import SetVisibility

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

    terms = {each.entry.name: each.summary.related for each in winners}
    texts = {each.entry.name: f"{each.entry.name} {each.entry.description}" for each in winners}
    alike = [(name, texts[name], each.tags, each.named, each.terms) for name, each in terms.items()]
    offered = (each for each in winners if publications[each.entry.name].entry.publication is Publication.PUBLISHED)
    listings = [each.summary.listing for each in offered if each.summary.listing is not None]
    hosts, bundles = [inputs.profiles[name] for name in inputs.configuration.hosts], inputs.configuration.bundles
    seen = (listings, hosts, bundles)
    return SetFacts(
        remembered("similar", alike, SimilarSkills, lambda: similar_skills(terms, texts)),
        remembered("visible", seen, tuple[SetVisibility, tuple[Finding, ...]], lambda: visibility(*seen)),
    )
