"""The facts about a settled set: counts, sizes of the prompt files, duplicates, what has ended."""

from collections.abc import Iterable

import msgspec

from skillpack.catalog.notes import is_hidden, notes_by_name
from skillpack.catalog.overview import survey
from skillpack.model.digest import sha256
from skillpack.model.entry import Overview
from skillpack.build.store import Cache
from skillpack.build.inputs.inputs import Inputs
from skillpack.build.resolve import tombstones, winners
from skillpack.build.visibility import Visibility, visibility
from skillpack.prompt.formats import Format, published_formats


def take_overview(cache: Cache, inputs: Inputs) -> Overview:
    """Return the facts about the set, in one pass over entries and one over each prompt index."""
    sizes = _index_sizes(cache, published_formats(inputs.profiles.values()).values())
    notes = notes_by_name(inputs.configuration.skills)
    claimed = [(winner.name, (winner.file, *(loser.file for loser in losers))) for winner, losers in winners(cache)]
    duplicates = ((name, files) for name, files in claimed if len(files) > 1 and not is_hidden(name, notes))
    hidden = sum(len(files) for name, files in claimed if is_hidden(name, notes))
    nameless = ((path, reason) for path, reason, _ in cache.nameless())
    ended = tombstones(cache, inputs)
    return survey(
        cache.entries(),
        duplicates=duplicates,
        index_sizes=sizes,
        nameless=nameless,
        tombstones=ended,
        hidden=hidden,
    )


def _index_sizes(cache: Cache, formats: Iterable[Format]) -> tuple[tuple[str, int, int], ...]:
    """Return format, characters and tokens of every prompt file; what was counted last time is not counted again."""
    digest = cache.digest("prompted")
    before, _, text = cache.meta("index sizes").partition("\n")
    if before == digest:
        return msgspec.json.decode(text, type=tuple[tuple[str, int, int], ...])
    sizes = []
    for form in formats:
        characters = sum(map(len, form.style.index(piece.text for piece in cache.pieces(form.name))))
        sizes.append((form.name, characters, characters // 4))
    cache.set_meta("index sizes", f"{digest}\n{msgspec.json.encode(sizes).decode()}")
    return tuple(sizes)


def take_visibility(cache: Cache, inputs: Inputs) -> Visibility:
    """Return what hosts show of the set, and the findings about that; remembered while nothing of it changes."""
    configuration = inputs.configuration
    parts = (inputs.settings.digest, configuration.hosts, configuration.bundles)
    key = f"{cache.listed_as()} {sha256(repr(parts).encode('utf-8', 'surrogatepass'))}"
    head, _, text = cache.meta("visibility").partition("\n")
    if head == key:
        known: Visibility = msgspec.json.decode(text, type=Visibility)
        return known
    hosts = [inputs.profiles[name] for name in configuration.hosts]
    found = visibility(cache.selection_inputs(), hosts, configuration.bundles)
    cache.set_meta("visibility", f"{key}\n{msgspec.json.encode(found).decode()}")
    return found
