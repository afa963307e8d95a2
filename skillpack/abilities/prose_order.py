"""A sentence with what stands around it, read with the words of a language; what an order is."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from itertools import takewhile

from msgspec import Struct

from skillpack.abilities.prose_tables.english import ENGLISH
from skillpack.abilities.prose_tables.signs import BARE, HOST, LOCAL, MAIL, SINK, TOWARDS, URL
from skillpack.abilities.prose_tables.tongue import Tongue
from skillpack.abilities.sentences import Sentence
from skillpack.abilities.word_needs import Need, needs_of
from skillpack.model.ability import AbilityKind, ConcernKind
from skillpack.model.finding import AlarmLevel
from skillpack.parse.patterns import late

_CODE_LINES = 16  # of a block that belongs to the sentence above it
NEAR = 3  # sentences in which one order goes on
_EARLIER = 5  # sentences before one in which the user has decided
_AGAIN = late(
    r"\b(?:again|a second time|(?:each|every) time|(?:further|additional|another|more) (?:confirm\w*"
    r"|approv\w*|question\w*|permission|consent)"
    r"|(?:for|about) (?:each|every)(?: \w+)?)\b"
)
_DECIDES = late(
    r"\b(?:(?:once|after|when|if) |then )?(?:the )?(?:users?|they|organi[sz]ers?|owner|customer)"
    r" (?:has |have |had |must |should )?(?:\w+ly )?(?:picks?|picked|chooses?|chosen|chose|selects?"
    r"|selected|ticks?|ticked|decides?|decided"
    r"|agrees?|agreed|approves?|approved|confirms?|confirmed|accepts?|accepted|says? (?:yes|send|go"
    r"|so|\")|said yes|signs? off|signed off)\b"
    r"|\b(?:ask|confirm) (?:the user |them )?once\b|\b(?:wait for|get|with|after) (?:a|one|the|their"
    r"|the user's) (?:yes|confirmation|approval|go-ahead|ok)\b"
)
"""The user says what is to be done; what asks no second time has asked."""


def _pattern(field: str) -> "cached_property[re.Pattern[str]]":
    """Return the property for a field of a tongue as a pattern."""

    def compiled_field(words: "Words") -> re.Pattern[str]:
        text = getattr(words.tongue, field)
        return re.compile(text or r"(?!)", re.VERBOSE if "\n" in text else 0)

    return cached_property(compiled_field)


class Words:
    """A tongue, each field of it compiled when it is first needed: few texts need one.

    Attributes:
        tongue: As written.
        english: Whether it is English.
    """

    def __init__(self, tongue: Tongue) -> None:
        self.tongue = tongue
        self.english = tongue is ENGLISH

    def needs(self, field: str) -> tuple[Need, ...]:
        """Return which words a text must hold for the pattern of a field to be found in it."""
        text = getattr(self.tongue, field)
        return needs_of(text, verbose="\n" in text) if text else ()

    negated = _pattern("negated")
    consent = _pattern("consent")
    sends = _pattern("sends")
    private = _pattern("private")
    keeps = _pattern("keeps")
    ignores = _pattern("ignores")
    instructions = _pattern("instructions")
    fetches = _pattern("fetches")
    follows = _pattern("follows")
    every = _pattern("every")
    unasked = _pattern("unasked")
    destroys = _pattern("destroys")
    everything = _pattern("everything")
    decodes = _pattern("decodes")
    runs = _pattern("runs")
    archive = _pattern("archive")
    disables = _pattern("disables")
    guards = _pattern("guards")


class Here(Struct, frozen=True):
    """A sentence with what stands around it."""

    words: Words
    all: Sequence[Sentence]
    index: int
    lines: Sequence[str]
    description: str

    @property
    def one(self) -> Sentence:
        """The sentence."""
        return self.all[self.index]

    @property
    def unquoted(self) -> str:
        """What it says, in lower case, without what it quotes."""
        return self.all[self.index].unquoted

    @property
    def joined(self) -> str:
        """What it and the next one say as one sentence, where no more than a blank line parts them."""
        after = self.all[self.index + 1 : self.index + 2]
        if not after or after[0].section != self.one.section or after[0].first > self.one.last + 2:
            return self.unquoted
        return f"{self.unquoted.rstrip('.!?: ')}, {after[0].unquoted}"

    def next(self, number: int = NEAR) -> Iterator[Sentence]:
        """Yield the sentence and those that follow it in its section, up to one with an address of its own."""
        for other in self.all[self.index : self.index + 1 + number]:
            if other.section != self.one.section or (other is not self.one and "://" in other.text):
                return
            yield other

    def code_below(self) -> Iterator[str]:
        """Yield the lines of the block of code that follows the sentence at once, if one does."""
        below = iter(self.lines[self.one.last : self.one.last + _CODE_LINES])
        first = next((line for line in below if line.strip()), "").strip(" \t>")
        if first.startswith(("```", "~~~")):
            yield from takewhile(lambda line: not line.strip(" \t>").startswith(first[:3]), below)

    def waits(self) -> bool:
        """Tell whether it waits for the user, or the sentence beside it does."""
        beside = self.all[max(0, self.index - 1) : self.index + 2]
        return any(
            self._asks(each.unquoted or each.text.lower())
            for each in beside
            if each.section == self.one.section and each.first - 2 <= self.one.last and each.last + 2 >= self.one.first
        )

    def was_asked(self) -> bool:
        """Tell whether it only asks no second time: the user has decided in it, or in one of those before it."""
        if not _AGAIN().search(self.unquoted):
            return False
        before = self.all[max(0, self.index - _EARLIER) : self.index + 1]
        return any(_DECIDES().search(each.text.lower()) for each in before if each.section == self.one.section)

    def _asks(self, text: str) -> bool:
        return any(
            not self.words.negated.search(text[max(0, found.start() - 40) : found.start()])
            for found in self.words.consent.finditer(text)
        )

    def forbids(self, position: int) -> bool:
        """Tell whether the sentence forbids what stands at a position."""
        return self.words.negated.search(self.unquoted[max(0, position - 90) : position]) is not None


class Order(Struct, frozen=True):
    """What was found in a sentence; the last sentence of it, where it goes on."""

    kind: ConcernKind
    level: AlarmLevel
    what: str
    facts: tuple[tuple[str, str], ...] = ()
    abilities: tuple[tuple[AbilityKind, str], ...] = ()


Finder = Callable[[Here], Order | None]


class Idea(Struct, frozen=True):
    """Something that prose orders.

    Attributes:
        find: Reads one sentence and those beside it.
        needs: Which words of a language a paragraph must hold that orders it.
        reach: How many of the paragraphs that follow may hold these words, too.
    """

    find: Finder
    needs: Callable[[Words], tuple[Need, ...]]
    reach: int = 0


@cache
def compiled(tongue: Tongue) -> Words:
    """Return the words of a language as patterns, compiled once."""
    return Words(tongue)


def target_of(sentence: Sentence) -> str:
    """Return the target of a sentence: an address beyond this machine, or the words for one; empty for none."""
    text = sentence.text
    url = URL().search(text)
    if url and not LOCAL().match(url[0].lower()):
        return url[0]
    mail = MAIL().search(text.lower())
    if mail:
        return mail[0]
    bare = BARE().search(text.lower())
    if bare and not bare[0].startswith(("127.", "0.")):
        return bare[0]
    sink = SINK().search(sentence.unquoted)
    return sink[0] if sink else ""


def destination(sentence: Sentence) -> str:
    """Return the target that a sentence names as such; an address that is only cited is none."""
    target = target_of(sentence)
    if not target:
        return ""
    before = sentence.text.lower().partition(target.lower())[0][-60:]
    return target if (TOWARDS().search(before) or "://" not in target or not sentence.text.isascii()) else ""


def describes_option(sentence: Sentence) -> bool:
    """Tell whether a sentence says what an option of a program does, or stands in a table."""
    return "--" in sentence.text or sentence.text.startswith("|") or "·" in sentence.text


def host_of(target: str) -> str:
    """Return the host of an address; of words for a place, these."""
    found = HOST().search(target)
    host = next((group for group in found.groups() if group), "") if found and "." in target else ""
    return host.strip(".").lower() or " ".join(target.split())
