"""The publication of every skill, as it was found last where it follows from the same.

What becomes of a skill which was never published before and links to no other follows from its summary, from the inputs
and from its day: these three are the name under which it is remembered, and of any other name nothing is read.
"""

from collections.abc import Mapping, Sequence

from skillpack.builder.history.history import CatalogHistory
from skillpack.builder.history.load import PublicationFacts
from skillpack.builder.inputs.inputs import Inputs
from skillpack.builder.inputs.results import read_own_results
from skillpack.builder.publication import SkillPublication, git_days, publish_all
from skillpack.builder.record.summary import SkillRecord
from skillpack.builder.store import BuildStore, decode, encode
from skillpack.catalog.precedence import name_key
from skillpack.model.entry import FileRecord, PageRecord


def publications(
    winners: Sequence[SkillRecord], history: CatalogHistory, inputs: Inputs, facts: PublicationFacts, store: BuildStore
) -> Mapping[str, SkillPublication]:
    """Return the publication of each skill, by name; the store remembers them.

    Args:
        winners: The skills that the catalog does not hide.
        history: What was published before.
        inputs: Of the build.
        facts: What releases before decide of the publication of these skills.
        store: Where they are remembered.
    """
    named: dict[str, tuple[SkillRecord, str]] = {}
    # Who reviews some is told of the others.
    reviewed = "unread " if inputs.reviews.unreadable else "reviews " if inputs.reviews.by_name else ""
    for each in winners:
        # What was published before counts, and so do the names of the others: such a skill is looked at in every build.
        alone = not each.summary.links_out and name_key(each.name) not in history
        day = git_days(each.entry.path, inputs).updated if inputs.days else ""
        said = inputs.reviews.of(each.name).digest
        own = inputs.results.get(name_key(each.name)) if inputs.results else None
        alone = alone and (own is None or bool(own.mark))
        measured_by = f" {own.mark}" if own is not None else ""
        given = f"{each.digest} {inputs.digest} {day} {reviewed}{said}{measured_by}"
        named[each.key] = each, given if alone else ""
    found: dict[str, SkillPublication] = {}
    for key, given, publication in store.publications():
        if given and key in named and named[key][1] == given:
            found[named[key][0].name] = decode(publication, SkillPublication)
    due = [(each, given) for each, given in named.values() if each.name not in found]
    names = {each.name for each in winners}

    def files(record: SkillRecord) -> tuple[FileRecord, ...]:
        return decode(store.column("records", record.key), PageRecord).files

    measured = ((each.name, inputs.results.get(name_key(each.name))) for each, _ in due) if inputs.results else ()
    results = {name: read_own_results(inputs.root, own, name) for name, own in measured if own is not None}
    made = publish_all(
        (each for each, _ in due), history, inputs, facts.comparisons, facts.leaking, names, files, results
    )
    store.put_publications((each.key, given, encode(made[each.name])) for each, given in due if given)
    return {**found, **made}
