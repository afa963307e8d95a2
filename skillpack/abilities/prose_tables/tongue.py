"""What a language calls the things that orders are made of."""

from msgspec import Struct


class Tongue(Struct, frozen=True):
    """Words of one language, as patterns of text in lower case; empty for what it has none for.

    Attributes:
        marks: Words that tell that a text is in it: two of them do; empty for the language of most.
        parts: Parts of words that tell the same, for what is not written with blanks or bends its words.
        negated: Before a verb: the sentence forbids it.
        consent: The sentence waits for the user.
        sends: Verbs that send, as orders.
        private: What people keep to themselves.
        keeps: Orders to keep something from the user.
        ignores: Verbs that set instructions aside, as orders.
        instructions: Instructions of the host or the user.
        fetches: Verbs that fetch, as orders.
        follows: To follow what was fetched, or decoded.
        every: In every session, before every task.
        unasked: Without asking.
        destroys: Verbs that destroy, as orders.
        everything: What nobody may destroy unasked.
        decodes: Verbs that decode, as orders.
        runs: Verbs that run a program, as orders.
        archive: An archive that opens with a password.
        disables: Verbs that switch off, as orders.
        guards: What guards people and machines.
    """

    marks: frozenset[str]
    parts: tuple[str, ...]
    negated: str
    consent: str
    sends: str
    private: str
    keeps: str
    ignores: str
    instructions: str
    fetches: str
    follows: str
    every: str
    unasked: str
    destroys: str
    everything: str
    decodes: str
    runs: str
    archive: str
    disables: str
    guards: str
