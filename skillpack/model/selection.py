"""Being chosen: what a host shows of a set of skills, and which skill wins a request.

Everything here is measured on words alone. It tells whether descriptions can be told apart, never what a model will do.
"""

from dataclasses import dataclass
from enum import StrEnum

from skillpack.model.finding import Judged


class IntentSource(StrEnum):
    """Where a skill says that it is meant for a request."""

    DESCRIPTION = "description"
    BODY = "body"  # under a heading such as `When to use`
    EXAMPLE = "example"  # a request in quotes
    LABELLED = "labelled"  # a query that somebody wrote down for the purpose


@dataclass(frozen=True, slots=True)
class Intent:
    """One request that a skill is meant for.

    Attributes:
        text: One line, as written but for marks of Markdown.
        wanted: False for a labelled query that must not bring the skill up.
    """

    text: str
    source: IntentSource
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class Described:
    """What selection needs of a skill: small enough to be remembered, made of the skill alone.

    Attributes:
        fields: Pairs of name and text of further fields that some host shows beside the description, sorted.
        by_model: False where only people may start the skill.
        intents: Its own lines; the labelled ones alone where it brings some.
        topics: The words that its body says most, most first.
        mentions: Words of its texts that may be names of other skills, sorted.
    """

    name: str
    description: str
    fields: tuple[tuple[str, str], ...] = ()
    by_model: bool = True
    intents: tuple[Intent, ...] = ()
    topics: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """A request with the skills that should be chosen for it.

    Attributes:
        skills: Any of them is right; empty where none should be chosen.
    """

    text: str
    skills: tuple[str, ...]


class Sight(StrEnum):
    """How much of a description a host shows."""

    WHOLE = "whole"
    CUT = "cut"
    NAME = "name"  # the name alone
    ABSENT = "absent"  # not even the name


@dataclass(frozen=True, slots=True)
class Seen:
    """How one skill is shown.

    Attributes:
        length: Characters of the description and of what counts with it.
        best: When every other skill is used less.
        worst: When every other skill is used more.
        chance: That more than the name is shown when all are used alike, 0 to 1, three digits.
    """

    name: str
    length: int
    best: Sight
    worst: Sight
    chance: float


@dataclass(frozen=True, slots=True)
class Shown:
    """What a host shows of a set of skills.

    Attributes:
        host: Name of its profile.
        title: As people know it.
        budget: Characters of the list for skills that were added; 0 where it is not known.
        needed: Characters that all of it would take.
        listed: Skills that are listed at all.
        fewest: Descriptions that the budget leaves alone if the longest ones are used most.
        most: Descriptions that the budget leaves alone if the shortest ones are used most.
        even: Descriptions that the budget leaves alone if all are used alike, rounded.
        unknown: What is not known of the host and was left out: `budget`, `overflow`, `line`.
        skills: By name.
        at_default_window: True where the budget is a share of the model's window, and the host's default one is meant.
    """

    host: str
    title: str
    budget: int
    needed: int
    listed: int
    fewest: int
    most: int
    even: int
    unknown: tuple[str, ...]
    skills: tuple[Seen, ...]
    at_default_window: bool = False

    @property
    def who(self) -> str:
        """The host, and what the numbers assume of it: `Claude Code at its default window`."""
        return f"{self.title} at its default window" if self.at_default_window else self.title


@dataclass(frozen=True, slots=True)
class Lost:
    """A request that another skill's description answers better.

    Attributes:
        rank: Place of the own skill, from 1; 0 where its description has no word of the line.
        thief: The skill in the first place; empty where no description has a word of the line.
        decided: Words of the line by which the thief is ahead, the weightiest first.
        lacking: Words of the line that the own name and description do not have, the rarest first.
        partly: True for a clause of the own description, which counts for that only in part: another description says
            nearly as much of it, and may well say less.
    """

    text: str
    source: IntentSource
    rank: int
    thief: str
    decided: tuple[str, ...]
    lacking: tuple[str, ...]
    partly: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """How well one skill is found by its own requests.

    Attributes:
        requests: How many were asked.
        labelled: True where they were written down for the purpose.
        hit1: Share of requests for which it comes first, 0 to 1, three digits; 0 without requests.
        hit3: The same for the first three.
        mrr: Mean of 1 / rank, three digits.
        score: What skills are compared by, three digits: `mrr`; for its own lines more, the rarer the words of its name
            are, and the more what its body says most counts in its description.
        weak: True where so many requests are lost, and the score is so low, that somebody should look.
        lost: Requests for which another comes first, in the order of the skill.
        unwanted: Labelled queries that must not bring it up, and for which it comes first.
        taken_by: Pairs of a skill and how many of these requests it wins, most first, then by name.
        takes_from: Pairs of a skill and how many of its requests are won from it, most first, then by name.
        unsaid: Words that its body says most, and its name and description do not.
    """

    name: str
    requests: int
    labelled: bool
    hit1: float
    hit3: float
    mrr: float
    score: float
    weak: bool
    lost: tuple[Lost, ...]
    unwanted: tuple[str, ...]
    taken_by: tuple[tuple[str, int], ...]
    takes_from: tuple[tuple[str, int], ...]
    unsaid: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Greedy:
    """A description that wins many requests of others.

    Attributes:
        taken: How many.
        victims: From how many skills.
        usual: How many a skill of this set takes on average, three digits.
    """

    name: str
    taken: int
    victims: int
    usual: float


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Two skills that are near each other while neither names the other.

    Attributes:
        taken: Requests that one wins from the other, both ways.
        overlap: Likeness of names and descriptions, 0 to 1, three digits.
    """

    one: str
    other: str
    taken: int
    overlap: float


@dataclass(frozen=True, slots=True)
class Stray:
    """A query that should bring nothing up, and does.

    Attributes:
        name: The skill that comes first.
        share: How much of the query's weight its description has, 0 to 1, three digits.
    """

    text: str
    name: str
    share: float


@dataclass(frozen=True, slots=True)
class Selection:
    """Which skill wins which request, in a set of skills as a host shows them.

    Attributes:
        host: Name of the profile; empty for descriptions as they are written.
        listed: Skills that were ranked.
        requests: How many were asked in all.
        labelled: How many of them were written down for the purpose.
        hit1: Mean over all requests, three digits; 0 without requests.
        skills: By name; every skill, those that are not listed without requests.
        greedy: Most taken first.
        neighbours: Most taken first, then most alike.
        no_intent: Skills that say nowhere what they are for, by name.
        silent: Skills that the host does not list, or of which there is nothing to show but the name, by name.
        strays: In the order of the queries.
    """

    host: str
    listed: int
    requests: int
    labelled: int
    hit1: float
    hit3: float
    mrr: float
    skills: tuple[Chosen, ...]
    greedy: tuple[Greedy, ...]
    neighbours: tuple[Neighbours, ...]
    no_intent: tuple[str, ...]
    silent: tuple[str, ...]
    strays: tuple[Stray, ...]


@dataclass(frozen=True, slots=True)
class Bundle:
    """Skills that belong together and fit a budget together.

    Attributes:
        centre: The skill that is most like the others of the bundle.
        names: Sorted.
        characters: Of their lines in the host's list.
        fits: False for one skill that is larger than the budget by itself.
    """

    centre: str
    names: tuple[str, ...]
    characters: int
    fits: bool


@dataclass(frozen=True, slots=True)
class Trimming:
    """Descriptions made to fit.

    Attributes:
        texts: Pairs of name and what is left of the description, by name; an empty text leaves the name alone.
        characters: Of all texts.
        shortened: How many lost something and kept something.
        dropped: How many lost everything.
    """

    texts: tuple[tuple[str, str], ...]
    characters: int
    shortened: int
    dropped: int


@dataclass(frozen=True, slots=True)
class SeenBy:
    """How one host shows one skill: at best, and at worst.

    Attributes:
        title: Of the host, as people know it.
    """

    title: str
    best: Sight
    worst: Sight


@dataclass(frozen=True, slots=True)
class Reach:
    """What the page of a skill says of it among others: names and no scores, so that few pages change with another.

    Attributes:
        seen_by: By the catalog's hosts whose budget is known, in their order.
        requests: Pairs of a request that the skill is meant for, and the skill that wins it; empty for itself.
        more: Requests beyond those.
        taken_by: Skills that win requests of this one, who wins most first.
        takes_from: Skills of which this one wins requests, most first.
        asked: False where the set is too large for requests to be asked.
        findings: What rules say of it among the others, judged by the catalog's profiles; suppressed ones included.
    """

    seen_by: tuple[SeenBy, ...]
    requests: tuple[tuple[str, str], ...]
    more: int
    taken_by: tuple[str, ...]
    takes_from: tuple[str, ...]
    asked: bool
    findings: tuple[Judged, ...] = ()


@dataclass(frozen=True, slots=True)
class SetReach:
    """What the pages of the whole set say.

    Attributes:
        hosts: What each of the catalog's hosts shows of the set, without the single skills.
        bundles: Pairs of a bundle and the same of its skills alone, in the catalog's order.
        asked: False where the set is too large for requests to be asked.
    """

    hosts: tuple[Shown, ...] = ()
    bundles: tuple[tuple[str, tuple[Shown, ...]], ...] = ()
    asked: bool = True


UNKNOWN_REACH = SetReach()
"""Of a set of which nobody asked."""
