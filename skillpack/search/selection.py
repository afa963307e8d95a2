"""Which skill wins which request: every skill's own lines, or labelled queries, against all descriptions."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from skillpack.model.profile import Profile
from skillpack.model.selection import (
    Chosen,
    Described,
    Greedy,
    Intent,
    IntentSource,
    Lost,
    Query,
    Selection,
    Stray,
)
from skillpack.search.asked import (
    OWN_SHARE,
    Request,
    Standing,
    as_written,
    best,
    deciding,
    lacking,
    phrase,
    request,
    share_of,
    standing,
)
from skillpack.search.bm25 import K1
from skillpack.search.neighbours import neighbours
from skillpack.search.shown import listing
from skillpack.search.terms import stems
from skillpack.search.vocabulary import UNIT, Vocabulary, Weights, vocabulary

# What a word counts beside the mean of 1 / rank, if no other description has it: one of the name, for people say the
# name of a tool, hardly ever that of a quality; and one that the body says most, for people say what it is about. The
# numbers were chosen by one half of labelled queries.
_WORD = 0.4
_WEAK, _WELL = 2.0, 0.67  # a skill is weak below both, the one of its score, the other of the share that it wins
_FROM_DESCRIPTION = {IntentSource.DESCRIPTION, IntentSource.EXAMPLE}
_TOP = 3
_STRAY = 0.5  # share of a query's weight from which a description answers it
# A greedy description takes this many times what is usual, at least so many requests, from at least so many skills.
_GREEDY_TIMES, _GREEDY_LEAST, _GREEDY_VICTIMS = 4, 5, 3


@dataclass(slots=True)
class _Tally:
    """The requests of one skill while they are asked."""

    ranks: list[int] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)
    unwanted: list[str] = field(default_factory=list)
    taken_by: Counter[str] = field(default_factory=Counter)
    labelled: bool = False


def select(
    skills: Iterable[Described],
    *,
    profile: Profile | None = None,
    queries: Sequence[Query] = (),
    weights: Weights | None = None,
) -> Selection:
    """Return which skill wins which request, all descriptions shown as a host shows them.

    A clause of a skill's own description counts only in part for it: it would win by being there. A line of the body
    counts in full even where the description repeats it, for to repeat it is what helps.
    The budget of the whole list is not applied here, because it depends on use (`search.shown`).

    Args:
        skills: With different names.
        profile: Of the host; None for name and description as written.
        queries: Labelled ones; for the skills that they name they take the place of the skills' own lines.
        weights: Of words, to be held fixed; by default those of these descriptions.
    """
    known = sorted(skills, key=lambda skill: skill.name)
    shown = {one.name: one.text for one in listing(known, profile)}
    asking = _Asking(vocabulary(shown, weights), shown)
    tallies = {skill.name: _Tally() for skill in known}
    named = {name for query in queries for name in query.skills}
    for skill in known:
        if skill.name in asking.place and skill.name not in named:
            asking.ask_own(skill, tallies[skill.name])
    strays = [stray for query in queries for stray in asking.ask_labelled(query, tallies)]
    taken = _taken_from(tallies)
    chosen = tuple(
        _chosen(skill.name, tallies[skill.name], taken[skill.name], asking.strength(skill), asking.unsaid(skill))
        for skill in known
    )
    ranks = [rank for tally in tallies.values() for rank in tally.ranks]
    return Selection(
        host=profile.name if profile else "",
        listed=len(shown),
        requests=len(ranks),
        labelled=sum(len(tally.ranks) for tally in tallies.values() if tally.labelled),
        hit1=_share(ranks, 1),
        hit3=_share(ranks, _TOP),
        mrr=_mrr(ranks),
        skills=chosen,
        greedy=_greedy(taken),
        neighbours=neighbours(known, asking.known, {one.name: one.taken_by for one in chosen}),
        no_intent=tuple(skill.name for skill in known if not skill.intents and skill.name not in named),
        silent=tuple(skill.name for skill in known if not shown.get(skill.name)),
        strays=tuple(strays),
    )


class _Asking:
    """All descriptions, ready to be asked."""

    def __init__(self, known: Vocabulary, shown: Mapping[str, str]) -> None:
        self.known = known
        self.place = {name: place for place, name in enumerate(known.names)}
        self._phrases = [phrase(stems(shown[name])) for name in known.names]
        self._exact: defaultdict[str, list[int]] = defaultdict(list)
        for place, text in enumerate(self._phrases):
            if text.strip():
                self._exact[text].append(place)

    def ask_own(self, skill: Described, tally: _Tally) -> None:
        """Ask the lines of one skill."""
        place = self.place[skill.name]
        for intent in skill.intents:
            asked = request(intent.text)
            if intent.wanted:
                tally.labelled = tally.labelled or intent.source is IntentSource.LABELLED
                literal = intent.source in _FROM_DESCRIPTION and asked.phrase in self._phrases[place]
                exact = self._exact.get(asked.phrase, ())
                stands = standing(asked, self.known, place, share=OWN_SHARE if literal else 1, exact=exact)
                self._note(tally, intent, asked, place, stands, partly=literal)
            elif best(asked, self.known) == place and share_of(asked, self.known, place) >= _STRAY:
                tally.unwanted.append(intent.text)

    def ask_labelled(self, query: Query, tallies: Mapping[str, _Tally]) -> Iterator[Stray]:
        """Ask one labelled query for every skill that it names, or for none."""
        asked = request(query.text)
        right = [self.place[name] for name in query.skills if name in self.place]
        exact = self._exact.get(asked.phrase, ())
        intent = Intent(query.text, IntentSource.LABELLED)
        for name in query.skills:
            if name in tallies:
                tallies[name].labelled = True
                if name not in self.place:
                    tallies[name].ranks.append(0)
                    continue
                place = self.place[name]
                stands = standing(asked, self.known, place, exact=exact, beside=[one for one in right if one != place])
                self._note(tallies[name], intent, asked, place, stands)
        first = None if query.skills else best(asked, self.known)
        if first is not None and (share := share_of(asked, self.known, first)) >= _STRAY:
            yield Stray(query.text, self.known.names[first], share)

    def strength(self, skill: Described) -> float:
        """Return how many words of its own a skill has, in its name and of its topics in what is shown of it."""
        weights = self.known.weights
        name = sum(sorted(weights.of(stem) for stem in set(stems(skill.name)))) / weights.single
        place = self.place.get(skill.name)
        own = {} if place is None else self.known.own[place]
        said = sum(own.get(stem, 0) for topic in skill.topics for stem in stems(topic))
        return name + said / (UNIT * (K1 + 1) * weights.single)

    def unsaid(self, skill: Described) -> tuple[str, ...]:
        """Return the topics that are not in what is shown of a skill."""
        place = self.place.get(skill.name)
        own = {} if place is None else self.known.own[place]
        return tuple(topic for topic in skill.topics if not any(stem in own for stem in stems(topic)))

    def _note(
        self, tally: _Tally, intent: Intent, asked: Request, place: int, stands: Standing, *, partly: bool = False
    ) -> None:
        """Write down how one request went for one skill."""
        tally.ranks.append(stands.rank)
        if stands.rank == 1:
            return
        thief = ""
        decided: tuple[str, ...] = ()
        if stands.thief is not None:
            thief = self.known.names[stands.thief]
            tally.taken_by[thief] += 1
            decided = deciding(asked, self.known, stands.thief, place)
        missing = lacking(asked, self.known, place)
        told = as_written(asked, (*decided, *missing))
        tally.lost.append(
            Lost(
                text=intent.text,
                source=intent.source,
                rank=stands.rank,
                thief=thief,
                decided=told[: len(decided)],
                lacking=told[len(decided) :],
                partly=partly,
            )
        )


def _chosen(name: str, tally: _Tally, takes: Counter[str], strength: float, unsaid: tuple[str, ...]) -> Chosen:
    mrr = _mrr(tally.ranks)
    hit1 = _share(tally.ranks, 1)
    score = mrr if tally.labelled else round(mrr + _WORD * strength, 3)
    return Chosen(
        name=name,
        requests=len(tally.ranks),
        labelled=tally.labelled,
        hit1=hit1,
        hit3=_share(tally.ranks, _TOP),
        mrr=mrr,
        score=score,
        weak=bool(tally.lost) and hit1 < _WELL and score < _WEAK,
        lost=tuple(tally.lost),
        unwanted=tuple(tally.unwanted),
        taken_by=_most_first(tally.taken_by),
        takes_from=_most_first(takes),
        unsaid=unsaid,
    )


def _taken_from(tallies: Mapping[str, _Tally]) -> Mapping[str, Counter[str]]:
    """Return for each skill how many requests it wins from whom."""
    taken: dict[str, Counter[str]] = {name: Counter() for name in tallies}
    for name, tally in tallies.items():
        for thief, count in tally.taken_by.items():
            taken[thief][name] += count
    return taken


def _greedy(taken: Mapping[str, Counter[str]]) -> tuple[Greedy, ...]:
    counts = {name: sum(victims.values()) for name, victims in taken.items()}
    usual = sum(counts.values()) / len(counts) if counts else 0.0
    least = max(_GREEDY_LEAST, _GREEDY_TIMES * usual)
    found = [
        Greedy(name, count, len(taken[name]), round(usual, 3))
        for name, count in counts.items()
        if count >= least and len(taken[name]) >= _GREEDY_VICTIMS
    ]
    return tuple(sorted(found, key=lambda one: (-one.taken, one.name)))


def _most_first(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _share(ranks: Sequence[int], most: int) -> float:
    return round(sum(0 < rank <= most for rank in ranks) / len(ranks), 3) if ranks else 0.0


def _mrr(ranks: Sequence[int]) -> float:
    return round(sum(sorted(1 / rank for rank in ranks if rank)) / len(ranks), 3) if ranks else 0.0
