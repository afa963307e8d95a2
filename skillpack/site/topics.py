"""Skills by topic: as the configuration names topics, else by the tags that most skills have (pure)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

from msgspec import Struct

from skillpack.model.entry import Entry
from skillpack.model.finding import AlarmLevel
from skillpack.model.publication import Publication
from skillpack.model.settings import Topic
from skillpack.search.terms import stems, terms

_TAGGED = 0.6  # of the skills, from which share on their tags are topics
_TAGS = 24  # topics that come from tags
_LEAST = 2  # skills of a tag that is a topic
_SATURATION = 8  # weight of a word at which more of it counts half
_WIDTH = 1000


class TopicSkill(Struct, frozen=True):
    """A skill in the index of topics, with the alarm that it raises."""

    name: str
    alarm: AlarmLevel | None


class TopicGroup(Struct, frozen=True):
    """The skills of one topic.

    Attributes:
        title: Empty for the skills that no topic fits.
        quiet: Path of an SVG, one segment for each skill without an alarm; `alarming` of the others, behind them.
    """

    title: str
    skills: tuple[TopicSkill, ...]
    quiet: str
    alarming: str


def topic_groups(entries: Sequence[Entry], topics: Sequence[Topic]) -> tuple[TopicGroup, ...]:
    """Return the published skills of a catalog by topic; nothing where none is configured and few have tags.

    Args:
        entries: Of the catalog, by name.
        topics: As configured, in the order of the page.
    """
    offered = [entry for entry in entries if entry.publication is Publication.PUBLISHED]
    chosen = _by_words(offered, topics) if topics else _by_tags(offered)
    if not chosen:
        return ()
    sizes = Counter(chosen.values())
    order = [topic.title for topic in topics] or sorted(sizes, key=lambda title: (-sizes[title], title))
    members: dict[str, list[Entry]] = {title: [] for title in (*order, "")}
    for entry in offered:
        members[chosen.get(entry.name, "")].append(entry)
    filled = {title: found for title, found in members.items() if found}
    longest = max(map(len, filled.values()))
    return tuple(_group(title, found, longest) for title, found in filled.items())


def _by_words(entries: Sequence[Entry], topics: Sequence[Topic]) -> Mapping[str, str]:
    """Return the topic of each skill that has one: a skill that is named wins, then the words that tell most."""
    texts = {entry.name: dict(terms(entry.name, entry.description, entry.tags)) for entry in entries}
    spread = Counter(stem for known in texts.values() for stem in known)
    words = [(topic, {stem for word in topic.words for stem in stems(word)}) for topic in topics]
    found: dict[str, str] = {}
    for name, known in texts.items():
        named = next((topic.title for topic in topics if name in topic.words), "")
        scores = [(_score(known, stems_of, spread, len(texts)), topic.title) for topic, stems_of in words]
        best = max(score for score, _ in scores)
        title = named or next(title for score, title in scores if score == best)
        if named or best > 0:
            found[name] = title
    return found


def _score(known: Mapping[str, int], wanted: set[str], spread: Mapping[str, int], skills: int) -> float:
    found = sorted(stem for stem in wanted if stem in known)
    return sum(log(1 + skills / spread[stem]) * known[stem] / (known[stem] + _SATURATION) for stem in found)


def _by_tags(entries: Sequence[Entry]) -> Mapping[str, str]:
    """Return the most frequent tag of each skill; nothing where too few have any."""
    if sum(bool(entry.tags) for entry in entries) < _TAGGED * len(entries) or not entries:
        return {}
    counts = Counter(tag for entry in entries for tag in set(entry.tags))
    shown = sorted((tag for tag, count in counts.items() if count >= _LEAST), key=lambda tag: (-counts[tag], tag))
    ranks = {tag: rank for rank, tag in enumerate(shown[:_TAGS])}
    mine = {entry.name: [tag for tag in entry.tags if tag in ranks] for entry in entries}
    return {name: min(tags, key=ranks.__getitem__) for name, tags in mine.items() if tags}


def _group(title: str, entries: Sequence[Entry], longest: int) -> TopicGroup:
    skills = [TopicSkill(entry.name, entry.alarm) for entry in entries]
    quiet = sum(skill.alarm is None for skill in skills)
    wide = _WIDTH / longest
    segments = [f"M{number * wide:.4g} 0h{wide * 0.86:.4g}v7h-{wide * 0.86:.4g}z" for number in range(len(skills))]
    return TopicGroup(title, tuple(skills), "".join(segments[:quiet]), "".join(segments[quiet:]))
