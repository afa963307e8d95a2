"""Orders in prose: what a skill tells an agent to do that no honest one does, or that its user should read first.

An order is a sentence that tells the reader to do something. What it forbids, what waits for the user, what is quoted and
what describes attacks is none. Each idea is looked for in each language by the same few words of `prose_tables`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice

from msgspec import Struct

from skillpack.abilities.hosts import is_of, unanswered
from skillpack.abilities.places import MOST, shown
from skillpack.abilities.prose_tables.english import (
    BY_ITSELF,
    ENGLISH,
    HELD,
    HUMAN_STEPS,
    LASTING,
    MASKED_MEN,
    MEMORIES,
    OTHERS_ENDS,
    OUTRANKS,
    SECRETLY,
    SENDS_FOR_GOOD,
    STARTS,
    TESTS,
    UNBOUND,
    WRITES_INTO,
)
from skillpack.abilities.prose_tables.others import OTHERS
from skillpack.abilities.prose_tables.tongue import Tongue
from skillpack.abilities.sentences import Sentence, describes_attacks, instructing, sentences
from skillpack.abilities.source import Reading
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Ability, AbilityKind, AbilityOrigin, Concern, ConcernKind, Place
from skillpack.model.document import Span
from skillpack.model.finding import AlarmLevel
from skillpack.model.skill import ParsedSkill
from skillpack.parse.patterns import late

_STOP, _READ = AlarmLevel.STOP, AlarmLevel.READ_FIRST
_NEAR = 3  # sentences in which one order goes on
_QUOTE = 100
_BLOCK_LENGTH = 24  # characters of what is hidden
_SHORTEST = 6  # characters of an order

_NO_INSTRUCTIONS = late(
    r"(?:^|/)(?:evals?|evaluations?|tests?|testdata|test-cases|fixtures|__tests__|specs?|rules|examples?/(?:bad|attacks?)|payloads?"
    r"|attacks?|samples?|benchmarks?|node_modules)/|(?:^|/)(?:changelog|changes|licen[cs]e|notice|code_of_conduct|contributing)[^/]*\Z",
    re.IGNORECASE,
)
_URL = late(r"https?://[^\s<>()\"'`，。、；]+|ftp://\S+")
_MAIL = late(r"(?<![\w./-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.)+[a-z]{2,24}\b")
_BARE = late(
    r"(?<![\w./@-])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?![\w.])|(?<![\w./@-])(?:[\w-]{1,63}\.){1,4}(?:example|invalid|io|dev|app|xyz|top|ru|cn|net|org|com|site|online|sh)(?:/[\w./?=&-]*)?(?=[\s,;:!?)`]|\.?$|\.\s)"
)
_SINK = late(
    r"\bwebhooks?\b|\bpastebin\b|\bpublic\s+(?:gist|issue|repo(?:sitory)?|paste|channel|bucket|file)\b|\bcollector\b"
    r"|\b(?:remote|external|our|telemetry|analytics|logging|collection|tracking|monitoring)\s+(?:server|endpoint|host|service|address|api|url|collector|inbox|bucket)\b"
    r"|\b(?:new\s+)?(?:github\s+)?issue\s+(?:on|at|in)\s+\S+/\S+"
)
_TOWARDS = late(
    r"\b(?:to|at|into|via|onto|post|endpoint|webhook|address|à|vers|auf|zu|nach|unter|al?|en|para|su|по|на)\b(?:[^.()]|\.\w){0,50}\(?$|[:=]\s*$"
)
_LOCAL = late(r"https?://(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|[\w.-]+\.local(?:host)?)\b")
_MODELS = ("anthropic.com", "openai.com", "googleapis.com", "openrouter.ai", "mistral.ai", "groq.com", "deepseek.com")
_KEY_WORDS = late(r"\b(?:keys?|tokens?|credentials|passwords?|secrets)\b")
_SECRET_WORDS = late(r"keys?\b|token|credential|password|secret|\.env|environment|~/|history|cookie|clipboard|seed")
_UNTOLD = late(r"\bwithout\s+(?:mention|tell|inform|notify)\w*")
_FOLLOW_IT = late(r"\b(?:follow|obey|do|perform)\s+(?:it|them|what\s+(?:it|they)\s+says?)\b")
_INTO = late(r"\b(?:into|inside|under|in|from)\s+(?:the\s+|your\s+)?$")
_HEADER = late(r"\bheaders?\b|\bbearer\b|\bauthori[sz]ation\b|\bauthenticat|\boauth\b")
_PROGRAM = late(
    r"\.(?:exe|msi|dmg|pkg|sh|ps1|bat|cmd|scr|zip|7z|rar|jar|appimage|deb|rpm|run|vbs|command|tar\.gz|tgz)\b(?:[?#]\S*)?"
)
_PASTED = late(r"\b(?:copy|paste)\b[^.]{0,120}\b(?:terminal|shell|command\s+(?:line|prompt)|powershell|console)\b")
_BLOCK = late(
    r"(?<![A-Za-z0-9+/=_.\-])(?:[A-Za-z0-9+/]{24,}={0,2}|(?:[0-9a-fA-F]{2}[ :]?){16,}|(?:\\x[0-9a-fA-F]{2}){8,})(?![A-Za-z0-9+/=_\-])"
)
_IS_ENCODED = late(r"[a-z][A-Z0-9]|[A-Z]{2}[a-z]|\d[A-Za-z]|=$")
_ENCODING = late(
    r"\bbase-?64\b|\bhex(?:adecimal)?\b|\brot-?13\b|\bencoded\b|\bcipher|\breversed?\b|\bobfuscated\b|\bbase32\b|\bunicode\b"
)
_BACKWARDS = late(r"\b(?:reverse|backwards|rot-?13)\b")
_HOST = late(r"(?:https?|ftp)://(?:[^\s/@]*@)?([\w.-]+)|@([\w.-]+)|([\w.-]+)")
_ARCHIVE = late(r"\b(?:extract|unzip|unpack|unrar|decompress|archive|\.?(?:zip|7z|rar))\b")


class _Words(Struct, frozen=True):
    """A tongue, compiled."""

    negated: re.Pattern[str]
    consent: re.Pattern[str]
    sends: re.Pattern[str]
    private: re.Pattern[str]
    keeps: re.Pattern[str]
    ignores: re.Pattern[str]
    instructions: re.Pattern[str]
    fetches: re.Pattern[str]
    follows: re.Pattern[str]
    every: re.Pattern[str]
    unasked: re.Pattern[str]
    destroys: re.Pattern[str]
    everything: re.Pattern[str]
    decodes: re.Pattern[str]
    runs: re.Pattern[str]
    archive: re.Pattern[str]
    disables: re.Pattern[str]
    guards: re.Pattern[str]
    english: bool


class _Here(Struct, frozen=True):
    """A sentence with what stands around it."""

    words: _Words
    all: Sequence[Sentence]
    index: int
    lines: Sequence[str]
    description: str
    sends_to: bool

    @property
    def one(self) -> Sentence:
        """The sentence."""
        return self.all[self.index]

    @property
    def said(self) -> str:
        """What it says, in lower case, without what it quotes."""
        return self.all[self.index].said

    def next(self, number: int = _NEAR) -> Iterator[Sentence]:
        """Yield the sentence and those that follow it in its section, up to one with an address of its own."""
        for other in self.all[self.index : self.index + 1 + number]:
            if other.section != self.one.section or (other is not self.one and "://" in other.text):
                return
            yield other

    def waits(self) -> bool:
        """Tell whether it waits for the user, or the sentence beside it does."""
        beside = self.all[max(0, self.index - 1) : self.index + 2]
        return any(
            self._asks(each.said or each.text.lower())
            for each in beside
            if each.section == self.one.section and each.first - 2 <= self.one.last and each.last + 2 >= self.one.first
        )

    def _asks(self, said: str) -> bool:
        return any(
            not self.words.negated.search(said[max(0, found.start() - 40) : found.start()])
            for found in self.words.consent.finditer(said)
        )

    def forbids(self, position: int) -> bool:
        """Tell whether the sentence forbids what stands at a position."""
        return self.words.negated.search(self.said[max(0, position - 90) : position]) is not None


class _Order(Struct, frozen=True):
    """What was found in a sentence; the last sentence of it, where it goes on."""

    kind: ConcernKind
    level: AlarmLevel
    what: str
    facts: tuple[tuple[str, str], ...] = ()
    abilities: tuple[tuple[AbilityKind, str], ...] = ()


def prose_readings(skill: ParsedSkill, texts: Sequence[TextFile]) -> Iterator[Reading]:
    """Yield what the prose of a skill orders: what is of concern, and what of it is an ability.

    Args:
        skill: As parsed; its description says what it is for.
        texts: Its files.
    """
    for file in texts:
        if file.markdown and not _NO_INSTRUCTIONS().search(file.path):
            yield from islice(_readings(file.text(), file.path, skill.description), 2 * MOST)


def _readings(text: str, path: str, description: str) -> Iterator[Reading]:
    seen = instructing(text)
    lines = text.split("\n")
    all_ = list(sentences(seen))
    tongues = [_compiled(tongue) for tongue in _spoken(seen)]
    sends_to = [_sends_to(sentence.said) for sentence in all_]
    for index, sentence in enumerate(all_):
        if not sentence.said or len(sentence.said) < _SHORTEST:
            continue
        for words in tongues:
            here = _Here(words, all_, index, lines, description.lower(), any(sends_to[index : index + 3]))
            for order in _orders(here):
                if describes_attacks(sentence):
                    break
                first, last = sentence.first, sentence.last
                width = len(lines[last - 1]) if last <= len(lines) else 0
                place = Place(path, Span(first, 1, last, width + 1))
                facts = (("what", order.what), *order.facts)
                yield Concern(order.kind, order.level, place, _shown(sentence.text), facts)
                for kind, target in order.abilities:
                    yield Ability(kind, path, first, order.what, target, AbilityOrigin.ORDER)


def _shown(text: str) -> str:
    return shown(text.encode("utf-8", "replace"), _QUOTE)


def _spoken(text: str) -> Iterator[Tongue]:
    """Yield the languages of a text: English, and those of which it holds two words."""
    yield ENGLISH
    lowered = text.lower()
    for tongue in OTHERS:
        if sum(mark in lowered for mark in tongue.marks) > 1:
            yield tongue


def _orders(here: _Here) -> Iterator[_Order]:
    said = here.said
    for find, signs in _IDEAS if here.words.english else _ANY_IDEAS:
        if signs is None:
            looks = here.sends_to
        else:
            looks = not signs or any([sign in said for sign in signs])
        order = find(here) if looks else None
        if order is not None:
            yield order


def _keeps(here: _Here) -> _Order | None:
    """Something is to be kept from the user."""
    found = here.words.keeps.search(here.said)
    if found and not here.forbids(found.start()) and not (here.words.english and BY_ITSELF().match(here.said)):
        return _Order(ConcernKind.AGAINST_USER, _STOP, "keeps something from the user")
    if not here.words.english:
        return None
    secret = SECRETLY().search(here.said)
    if secret and not here.forbids(secret.start()):
        act = SENDS_FOR_GOOD().search(here.said)
        if act and abs(act.start() - secret.start()) < 80 and _target(here.one) and not here.forbids(act.start()):
            return _Order(ConcernKind.AGAINST_USER, _STOP, "acts where the user does not notice")
    return None


def _sends(here: _Here) -> _Order | None:
    """What the user has is to be sent somewhere."""
    verb = here.words.sends.search(here.said)
    if not verb:
        return None
    it = here.words.english and re.match(r"\s+(?:it|them|this|these|that|those|everything)\b", here.said[verb.end() :])
    private = here.words.private.search(here.said, 0 if it or not here.words.english else verb.start())
    held = HELD().search(here.said, verb.start()) if here.words.english and not private else None
    found = private or held
    if not found or _INTO().search(here.said, max(0, found.start() - 12), found.start()):
        return None
    target = _destination(here.one)
    goes_on = here.one
    if not target:
        for other in here.all[here.index + 1 : here.index + 3]:
            if (
                other.section == here.one.section
                and other.said
                and re.search(
                    r"\b(?:send|post|upload|forward|submit|push|e-?mail)\w*\b[^.]{0,60}\b(?:it|them|this|these|result|output|both|everything|archive|copy|file)\b",
                    other.said,
                )
            ):
                target = _destination(other)
                goes_on = other
                break
    if not target or here.forbids(verb.end() - 1) or here.waits():
        return None
    what = found[0].strip(" ,.")
    host = _host_of(target)
    ends = OTHERS_ENDS().search(f"{here.said} {goes_on.said}") or (here.words.english and SECRETLY().search(here.said))
    if private:
        if _KEY_WORDS().search(what) and _HEADER().search(_URL().sub("", here.said)):
            return None
        if is_of(host, _MODELS) and not _SECRET_WORDS().search(what):
            return None
        level = _READ if _is_its_purpose(here.description, what) else _STOP
    elif ends or (here.words.english and here.words.every.search(here.said)):
        level = _STOP if _is_content(what) else _READ
    else:
        return None
    facts = (("host", host),) if "." in host else ()
    return _Order(ConcernKind.SENDS_PRIVATE, level, " ".join(what.split())[:60], facts, ((AbilityKind.SENDS, host),))


def _is_content(what: str) -> bool:
    return (
        re.search(
            r"user|their|task|customer|client|patient|personal|private|confidential|what |whole|entire|full|all|source|copy|summary",
            what,
        )
        is not None
    )


def _is_its_purpose(description: str, what: str) -> bool:
    """Tell whether a description says that this is sent."""
    says = re.search(
        r"\b(?:share|shar(?:es|ing)|export|publish|send|sends|forward|upload|report|sync|back ?up|archive|post)",
        description,
    )
    nouns = [word for word in re.findall(r"[a-z]{5,}", what) if word not in {"users", "entire", "current", "whole"}]
    return bool(says) and any(noun.rstrip("s") in description for noun in nouns)


def _ignores(here: _Here) -> _Order | None:
    """Instructions are to be set aside."""
    for verb in here.words.ignores.finditer(here.said):
        rest = here.said[verb.end() : verb.end() + 120]
        found = here.words.instructions.match(rest.lstrip()) or (
            None if here.words.english else here.words.instructions.search(here.said)
        )
        if found and not here.forbids(verb.start()):
            return _Order(ConcernKind.AGAINST_USER, _STOP, "sets instructions aside")
    if here.words.english:
        found = OUTRANKS().search(here.said)
        if (
            found
            and not here.forbids(found.start())
            and not re.search(r"\buser(?:'?s)?\s+(?:instructions|requests?|preferences?)\b", here.said)
        ):
            return _Order(ConcernKind.AGAINST_USER, _READ, "outranks other instructions")
        found = UNBOUND().search(here.said)
        if found and not here.forbids(found.start()):
            return _Order(ConcernKind.AGAINST_USER, _STOP, "sets instructions aside")
    return None


def _disables(here: _Here) -> _Order | None:
    """What guards people is to be switched off."""
    verb = here.words.disables.search(here.said)
    guard = here.words.guards.search(here.said, verb.end(), verb.end() + 80) if verb and here.words.english else None
    guard = guard or (here.words.guards.search(here.said) if verb and not here.words.english else None)
    if verb and guard and not here.forbids(verb.end() - 1) and not here.waits() and not _if(here.said):
        return _Order(ConcernKind.TAMPERS, _STOP, f"switches off {guard[0]}")
    if here.words.english:
        found = TESTS().search(here.said)
        if found and not here.forbids(found.start()) and not here.waits() and not _if(here.said):
            return _Order(ConcernKind.AGAINST_USER, _READ, "switches off checks")
    return None


def _if(said: str) -> bool:
    return (
        re.search(
            r"\b(?:if|when|unless|temporarily|for testing|in (?:test|development)|only|may|can|option|example)\b", said
        )
        is not None
    )


def _obeys(here: _Here) -> _Order | None:
    """More instructions are to be fetched and followed."""
    verb = here.words.fetches.search(here.said)
    url = _URL().search(here.one.text)
    if not verb or not url or _LOCAL().match(url[0].lower()) or here.forbids(verb.end() - 1) or here.waits():
        return None
    for other in here.next(2):
        start = verb.end() if other is here.one else 0
        found = here.words.follows.search(other.said, start)
        if found and not here.words.negated.search(other.said[max(0, found.start() - 60) : found.start()]):
            if here.words.english and HUMAN_STEPS().search(f"{here.said} {other.said}"):
                return None
            why = unanswered(url[0])
            facts = (("host", _host_of(url[0])), *((("source", why),) if why else ()))
            level = _STOP if why else _READ
            return _Order(
                ConcernKind.OBEYS_REMOTE,
                level,
                "follows what it fetches",
                facts,
                ((AbilityKind.FETCHES, _host_of(url[0])),),
            )
    return None


def _every_time(here: _Here) -> _Order | None:
    """Something is to be done in every session, whatever it is about."""
    every = here.words.every.search(here.said)
    if not every or here.forbids(every.start()) or here.waits():
        return None
    target = _target(here.one)
    if target and (here.words.fetches.search(here.said) or here.words.sends.search(here.said)):
        facts = (("host", _host_of(target)),) if "." in target else ()
        return _Order(ConcernKind.AGAINST_USER, _READ, "acts in every task", facts)
    if here.words.english and MASKED_MEN().search(here.said):
        return _Order(ConcernKind.AGAINST_USER, _READ, "acts in every task")
    return None


def _persists(here: _Here) -> _Order | None:
    """Itself, or its orders, are to stay."""
    if not here.words.english:
        return None
    verb = WRITES_INTO().search(here.said)
    if not verb or here.forbids(verb.end() - 1) or here.waits():
        return None
    into = MEMORIES().search(here.said, verb.end())
    start = STARTS().search(here.said, verb.end())
    open_ = MEMORIES().search(here.description) or STARTS().search(here.description)
    lasts = not open_ and LASTING().search(here.said) or (
        not open_ and any(LASTING().search(each.said) for each in here.next(1))
    )
    secret = (
        SECRETLY().search(here.said)
        or here.words.unasked.search(here.said)
        or any(here.words.keeps.search(each.said) or _UNTOLD().search(each.said) for each in here.next(2))
    )
    if not (into or start) or not (lasts or secret):
        return None
    level = _STOP if secret or re.search(r"remov|uninstall|delet|surviv|gone", here.said) else _READ
    if into:
        return _Order(ConcernKind.TAMPERS, level, into[0].strip(), (), ((AbilityKind.MEMORY, into[0].strip()),))
    name = start[0].strip() if start else ""
    return _Order(ConcernKind.PERSISTS, level, name, (), ((AbilityKind.PERSISTS, name),))


def _decodes(here: _Here) -> _Order | None:
    """A block that people cannot read is to be decoded and followed, or run."""
    verb = here.words.decodes.search(here.said)
    if (
        not verb
        or here.forbids(verb.end() - 1)
        or not (_ENCODING().search(here.said) or not here.words.english or _block(here))
    ):
        return None
    near = list(here.next(2))
    follows = any(here.words.follows.search(each.said) or _FOLLOW_IT().search(each.said) for each in near)
    runs = any(here.words.runs.search(each.said) for each in near)
    if not (follows or runs):
        return None
    told = here.one.text.partition(":")[2]
    rest = max((len(each.text) for each in near[1:]), default=0)
    if not _block(here) and not (_BACKWARDS().search(here.said) and max(len(told), rest) > _BLOCK_LENGTH):
        return None
    kind = ConcernKind.CONCEALED_ORDER if follows else ConcernKind.CONCEALED_CODE
    return _Order(
        kind,
        _STOP,
        "an encoded block that is decoded and followed",
        ((("program", "decode"),)),
        ((AbilityKind.DECODES, ""),),
    )


def _block(here: _Here) -> bool:
    """Tell whether an encoded block stands near, on the sentence's lines or those around them."""
    low = max(0, here.one.first - 8)
    near = here.lines[low : here.one.last + 12]
    for line in near:
        for found in _BLOCK().finditer(line[:4000]):
            if _IS_ENCODED().search(found[0]) and len(set(found[0])) > 7 and "/" not in found[0][:2]:
                return True
    return False


def _downloads(here: _Here) -> _Order | None:
    """A program is to be fetched from an address and run."""
    url = _URL().search(here.one.text)
    if not url or _LOCAL().match(url[0].lower()):
        return None
    verb = here.words.fetches.search(here.said)
    if not verb or here.forbids(verb.end() - 1) or here.waits():
        return None
    near = list(here.next())
    text = " ".join(each.text for each in near)
    said = " ".join(each.said for each in near)
    why = unanswered(url[0])
    facts = (("host", _host_of(url[0])), *((("source", why),) if why else ()))
    able = ((AbilityKind.RUNS_DOWNLOADED, _host_of(url[0])),)
    runs = here.words.runs.search(said, verb.end())
    if _ARCHIVE().search(said) and here.words.archive.search(text.lower()) and runs:
        return _Order(ConcernKind.RUNS_DOWNLOADED, _STOP, "an archive with a password", facts, able)
    if here.words.english and _PASTED().search(said):
        return _Order(ConcernKind.RUNS_DOWNLOADED, _STOP if why else _READ, "a command of a web page", facts, able)
    if (
        runs
        and _PROGRAM().search(url[0].lower())
        and re.search(
            r"(?<![\w./-])(?:run|execute|launch|double-?click)\b(?![./-]\w)|\b(?:ausf|execut|ejecut|lance|запуст|运行|実行|실행)",
            said[verb.end() :],
        )
    ):
        return _Order(ConcernKind.RUNS_DOWNLOADED, _STOP if why else _READ, "a program", facts, able)
    if (
        runs
        and why
        and re.search(
            r"\b(?:and|then)\s+(?:run|execute|launch|install)\b|\b(?:run|execute|launch)\s+(?:it|the\s+(?:installer|program|script|binary|file))\b",
            said,
        )
    ):
        return _Order(ConcernKind.RUNS_DOWNLOADED, _STOP, "a program", facts, able)
    return None


def _destroys(here: _Here) -> _Order | None:
    """Everything is to be destroyed, and nobody asked."""
    verb = here.words.destroys.search(here.said)
    if not verb or here.forbids(verb.end() - 1):
        return None
    whole = here.words.everything.search(here.said, verb.end()) or (
        None if here.words.english else here.words.everything.search(here.said)
    )
    unasked = here.words.unasked.search(here.said) or any(here.words.unasked.search(each.said) for each in here.next(1))
    if not whole or not unasked:
        return None
    return _Order(ConcernKind.DESTROYS, _STOP, whole[0].strip(), (), ((AbilityKind.DELETES, whole[0].strip()),))


def _unasked(here: _Here) -> _Order | None:
    """It is to run without asking."""
    found = here.words.unasked.search(here.said)
    if not found or here.words.negated.search(here.said[max(0, found.start() - 60) : found.start()]):
        return None
    if here.words.english and not PUSHES().search(here.said):
        return None
    if "--" in here.one.text or here.one.text.startswith("|") or "·" in here.one.text:
        return None
    if re.search(r"\bread-?only\b|\btemp|\bcach|\bgenerated\b|\bbuild\b|\bif\b|\bunless\b|\bexcept\b|\bsafe\b|\bwhen\b|\bonce\b|\bonly\b", here.said):
        return None
    return _Order(ConcernKind.UNASKED, _READ, "does not ask", (), ((AbilityKind.SWITCH, "without asking"),))


PUSHES = late(
    r"\b(?:urgent\w*|immediately|critical|mandatory|authori[sz]ed|pre-?approved|administrator|security\s+team|anthropic|openai|management|compliance)\b"
    r"|\b(?:run|execute|delete|push|deploy|install|commit|merge|send|overwrite|remove|transfer|pay|buy|purchase|publish|drop)\b"
)

_KEEPS_SIGNS = (
    "mention", "reveal", "disclos", "tell", "inform", "notif", "alert", "warn", "secret", "silent", "quiet", "covert",
    "conceal", "hide", "withhold", "pretend", "deny", "announc", "acknowledg", "admit", "notic", "know", "aware", "keep",
    "learn", "refer", "talk", "speak", "bring", "show", "display", "report", "list", "log", "include", "describe",
    "explain", "print", "suspect", "realis", "realiz", "as if", "as though", "subject", "claim", "lie", "discreet", "say", "act ", "hidden", "omit", "leave", "need", "invisib", "exclude",
    "surreptit", "stealth",
)  # fmt: skip
_Finder = Callable[[_Here], _Order | None]
_IDEAS: tuple[tuple[_Finder, tuple[str, ...] | None], ...] = (
    (_keeps, _KEEPS_SIGNS),
    (_sends, None),
    (_ignores, ("instruction", "prompt", "guideline", "directive", "guardrail", "restriction", "safe", "polic", "constraint",
                "training", "precedence", "priority", "overrid", "developer mode", "you are n", "limitation", "supersede",
                "outrank", "replace", "trump")),
    (_disables, ("virus", "defender", "protection", "edr", "security", "permission", "approval", "safety", "filter", "audit",
                 "gatekeeper", "smartscreen", "always", "every", "for all", "verification", "validation", "certificate")),
    (_obeys, None),
    (_every_time, ("from now", "from here", "from this", "every", " each ", " all ", " any ", "regardless", "whatever",
                   "no matter", "even when", "even if")),
    (_persists, ("memor", ".md", "rules", "prompt", "instruction", "settings", "mcp.json", "cron", "launch", "start", "login",
                 "systemd", "rc", "profile", "scheduled", "hook")),
    (_decodes, ("decod", "decrypt", "scramble", "obfuscat", "unpack", "decipher", "reverse", "rot13", "hex", "expand")),
    (_downloads, None),
    (_destroys, ("delete", "remove", "wipe", "erase", "drop", "truncate", "purge", "format", "destroy", "clear", "overwrite",
                 "shred", "empty", "rm -rf")),
    (_unasked, ("asking", "ask ", "confirm", "prompting", "permission", "approval", "consent", "checking with")),
)  # fmt: skip
"""What is looked for, and what a sentence holds one of then; None for what needs an address."""
_ANY_IDEAS: tuple[tuple[_Finder, tuple[str, ...] | None], ...] = tuple(
    [(find, None if signs is None else ()) for find, signs in _IDEAS]
)
_ADDRESS_SIGNS = (
    "://", "@", "webhook", "pastebin", "collector", "endpoint", "server", "service", "gist", "issue", "public", ".com", ".io",
    ".dev", ".net", ".org", ".app", ".example", ".invalid", ".xyz", ".top", ".ru", ".cn", ".site", ".online", ".sh",
)  # fmt: skip


def _sends_to(said: str) -> bool:
    return any([sign in said for sign in _ADDRESS_SIGNS]) or _BARE().search(said) is not None


def _target(sentence: Sentence) -> str:
    """Return where a sentence sends something: an address beyond this machine, or the words for one; empty for none."""
    text = sentence.text
    url = _URL().search(text)
    if url and not _LOCAL().match(url[0].lower()):
        return url[0]
    mail = _MAIL().search(text.lower())
    if mail:
        return mail[0]
    bare = _BARE().search(text.lower())
    if bare and not bare[0].startswith(("127.", "0.0.0.0")):
        return bare[0]
    sink = _SINK().search(sentence.said)
    return sink[0] if sink else ""


def _destination(sentence: Sentence) -> str:
    """Return where a sentence sends something, where it says so; an address that is only cited is none."""
    target = _target(sentence)
    if not target:
        return ""
    before = sentence.text.lower().partition(target.lower())[0][-60:]
    return target if (_TOWARDS().search(before) or "://" not in target or not sentence.text.isascii()) else ""


def _host_of(target: str) -> str:
    found = _HOST().search(target)
    host = next((group for group in found.groups() if group), "") if found and "." in target else ""
    return host.strip(".").lower() or " ".join(target.split())


@cache
def _compiled(tongue: Tongue) -> _Words:
    def pattern(words: str) -> re.Pattern[str]:
        return re.compile(words or r"(?!)", re.VERBOSE if "\n" in words else 0)

    return _Words(
        *[pattern(getattr(tongue, name)) for name in _Words.__struct_fields__ if name != "english"],
        english=tongue is ENGLISH,
    )
