"""Being chosen: what a host shows of a set of skills, and which skill a request finds.

Requests are ranked by words alone. That tells whether descriptions can be told apart, never what a model will do.
"""

from enum import StrEnum

from msgspec import Struct

from skillpack.model.document import NOWHERE, Span


class SelectionInput(Struct, frozen=True):
    """A skill as hosts list it: small enough to be remembered, made of the skill alone.

    Attributes:
        fields: Pairs of name and text of further fields that some host shows beside the description, sorted.
        by_model: False where only people may start the skill.
        path: Of its skill file, as people write it; empty where nobody asks.
        at: Where its description stands in that.
    """

    name: str
    description: str
    fields: tuple[tuple[str, str], ...] = ()
    by_model: bool = True
    path: str = ""
    at: Span = NOWHERE


class Query(Struct, frozen=True):
    """A request with its label: the skills that should be chosen for it.

    Attributes:
        skills: Any of them is right; empty where none should be chosen.
    """

    text: str
    skills: tuple[str, ...]


class Visibility(StrEnum):
    """How much of a description a host shows."""

    WHOLE = "whole"
    CUT = "cut"
    NAME = "name"  # the name alone
    ABSENT = "absent"  # not even the name


class VisibleSkill(Struct, frozen=True):
    """How one skill is shown.

    Attributes:
        length: Characters of the description and of what counts with it.
        best: When every other skill is used less.
        worst: When every other skill is used more.
        chance: That more than the name is shown when all are used alike, 0 to 1, three digits.
    """

    name: str
    length: int
    best: Visibility
    worst: Visibility
    chance: float


class HostVisibility(Struct, frozen=True):
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
        each: Characters to which descriptions are cut, 0 where none is left; None where they are not cut to one length.
        omitted: Skills that it does not list, because not even their names fit.
        lengths: Characters of each description that is listed, by name; empty for a set too large to be drawn.
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
    skills: tuple[VisibleSkill, ...]
    at_default_window: bool = False
    lengths: tuple[int, ...] = ()
    each: int | None = None
    omitted: int = 0

    @property
    def who(self) -> str:
        """The host, and what the numbers assume of it: `Claude Code with its default context window`."""
        return f"{self.title} with its default context window" if self.at_default_window else self.title


class Miss(Struct, frozen=True):
    """A request for which another skill comes first, even where every description is shown.

    Attributes:
        skills: Those that are right, as far as they are there.
        rank: Place of the first of them, from 1; 0 where none has a word of the request.
        first: The skill in the first place; empty where no description has a word of the request.
        words: Words of the request that this one has, and the right ones have not.
    """

    text: str
    skills: tuple[str, ...]
    rank: int
    first: str
    words: tuple[str, ...]


class FalsePositive(Struct, frozen=True):
    """A request that no skill is right for, and that a description answers.

    Attributes:
        name: The skill that comes first.
        share: How many of the request's words its description has, 0 to 1, three digits.
    """

    text: str
    name: str
    share: float


class HitRate(Struct, frozen=True):
    """How often a right skill comes first, or among the first three: shares of the requests, 0 to 1, three digits."""

    hit1: float
    hit3: float


class Selection(Struct, frozen=True):
    """How labelled requests find their skills in the list that a host shows.

    Attributes:
        requests: Those of which a right skill is there; a request with several is one.
        unanswerable: Requests that no skill is right for.
        seen: As the host shows the list, within its budget.
        whole: As if the host had room for every description.
        missed: In the order of the requests.
        false_positives: In the order of the requests.
    """

    requests: int
    unanswerable: int
    seen: HitRate
    whole: HitRate
    missed: tuple[Miss, ...]
    false_positives: tuple[FalsePositive, ...]


class OwnRequest(Struct, frozen=True):
    """A request that a skill brings among its tasks, and that says which skill should be chosen for it or should not.

    Attributes:
        owner: Name of the skill that brings it.
        expected: Name of the skill that is right; empty where the owner is wrong, and nothing is said of others.
        file: As people write it.
        line: From 1; 0 where unknown.
        names_skill: It names the skill that is right, or the owner that is wrong.
    """

    text: str
    owner: str
    expected: str
    file: str = ""
    line: int = 0
    names_skill: bool = False


class OwnVerdict(Struct, frozen=True):
    """What became of a request, where every description is shown.

    Attributes:
        right: Its skill comes first; of a request that the owner should not answer, that it does not.
        place: Of the skill that is right, or should not be chosen, from 1; 0 where it has no word of the request.
        first: The skill in the first place; empty where no description has a word of the request.
        words: Where it is not right, words of the request that decided it.
    """

    request: OwnRequest
    right: bool
    place: int
    first: str
    words: tuple[str, ...] = ()


class RequestRate(Struct, frozen=True):
    """How many of some requests find their skill first, or among the first five: shares, 0 to 1, three digits."""

    requests: int
    hit1: float
    hit5: float


class OwnSelection(Struct, frozen=True):
    """How the requests that skills bring find these skills.

    Attributes:
        skills: How many bring some.
        unnamed: Of the requests that should find a skill and do not name it.
        named: Of those that name it.
        negatives: Requests that should not find the skill that brings them.
        wrong: How many of these do: it comes first, with half of their words.
        absent: Requests that expect a skill of another set; they do not count.
        unjudged: Requests that name the skill which they should not find: they have its words whatever they mean.
        verdicts: In the order of the requests.
    """

    skills: int
    unnamed: RequestRate
    named: RequestRate
    negatives: int
    wrong: int
    absent: int
    unjudged: int
    verdicts: tuple[OwnVerdict, ...]


class Trimming(Struct, frozen=True):
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


class SetVisibility(Struct, frozen=True):
    """What hosts show of a whole set.

    Attributes:
        hosts: What each of the catalog's hosts shows of the set, without the single skills.
        bundles: Pairs of a bundle and the same of its skills alone, in the catalog's order.
    """

    hosts: tuple[HostVisibility, ...] = ()
    bundles: tuple[tuple[str, tuple[HostVisibility, ...]], ...] = ()


UNKNOWN_VISIBILITY = SetVisibility()
"""Of a set of which nobody asked."""
