"""The ideas that orders in prose are looked for by, each from one sentence and those beside it."""

import codecs
import re
from collections.abc import Callable
from functools import partial

from skillpack.abilities.concealed.agent_orders import acts
from skillpack.abilities.hosts import is_of, unanswered
from skillpack.abilities.prose_order import (
    NEAR,
    Finder,
    Here,
    Idea,
    Order,
    Words,
    describes_option,
    destination,
    host_of,
    target_of,
)
from skillpack.abilities.prose_tables.english import (
    ACTS_ON,
    BY_ITSELF,
    HELD,
    HUMAN_STEPS,
    LASTING,
    MASKED_MEN,
    MEMORIES,
    OTHERS_ENDS,
    OUTRANKS,
    PUTS_INTO,
    RULES,
    RULES_AT,
    SECRETLY,
    SENDS_FOR_GOOD,
    SPELLED,
    STARTS,
    TESTS,
    UNBOUND,
    WRITES_INTO,
)
from skillpack.abilities.prose_tables.signs import (
    ARCHIVE,
    BACKWARDS,
    BLOCK,
    CONDITION,
    CONTENT,
    ENCODING,
    FOLLOW_IT,
    HEADER,
    INTO,
    IS_ENCODED,
    KEY_WORDS,
    LOCAL,
    MILD,
    MODELS,
    OF_THE_USER,
    OUTLIVES,
    PASTED,
    PROGRAM,
    PRONOUN,
    PURPOSE,
    PUSHES,
    REVERSE_OF,
    RUNS,
    RUNS_IT,
    SECRET_WORDS,
    SENDER,
    SENDS_IT,
    UNTOLD,
    URL,
)
from skillpack.abilities.sentences import Sentence
from skillpack.abilities.word_needs import Need, both, needs_of, of_cut_text
from skillpack.model.ability import AbilityKind, ConcernKind
from skillpack.model.finding import AlarmLevel

_STOP, _READ = AlarmLevel.STOP, AlarmLevel.READ_FIRST
_OTHERS = ("agents do", "sub-agents do", "subagents do", "workers do", "the script do", "the tool do")
"""How sentences begin that say what others do."""

_BLOCK_LENGTH = 24  # characters of what is hidden


def _keeps(here: Here) -> Order | None:
    """Something is to be kept from the user."""
    found = here.words.keeps.search(here.unquoted)
    clause = here.unquoted[: found.start()].rpartition(",")[2] if found else ""
    if (
        found
        and not here.words.negated.search(clause[-90:])
        and not (here.words.english and BY_ITSELF().match(here.unquoted))
    ):
        return Order(ConcernKind.AGAINST_USER, _STOP, "keeps something from the user")
    if not here.words.english:
        return None
    secret = SECRETLY().search(here.unquoted)
    if secret and not here.forbids(secret.start()):
        act = SENDS_FOR_GOOD().search(here.unquoted)
        if act and abs(act.start() - secret.start()) < 80 and target_of(here.one) and not here.forbids(act.start()):
            return Order(ConcernKind.AGAINST_USER, _STOP, "acts where the user does not notice")
    return None


def _sends(here: Here) -> Order | None:
    """What the user has is to be sent somewhere."""
    puts = PUTS_INTO().search(here.unquoted) if here.words.english else None
    verb = here.words.sends.search(here.unquoted) or puts
    if not verb:
        return None
    it = here.words.english and PRONOUN().match(here.unquoted[verb.end() :])
    private = here.words.private.search(here.unquoted, 0 if it or not here.words.english else verb.start())
    held = HELD().search(here.unquoted, verb.start()) if here.words.english and not private else None
    found = private or held
    inside = found and not puts and INTO().search(here.unquoted, max(0, found.start() - 12), found.start())
    if not found or inside:
        return None
    if not here.words.english and here.forbids(found.start()):  # the word stands behind the verb
        return None
    target, goes_on = _destination(here)
    if not target or here.forbids(verb.end() - 1) or here.waits():
        return None
    what = found[0].strip(" ,.")
    host = host_of(target)
    ends = OTHERS_ENDS().search(f"{here.unquoted} {goes_on.unquoted}") or (
        here.words.english and SECRETLY().search(here.unquoted)
    )
    if private:
        if KEY_WORDS().search(what) and HEADER().search(URL().sub("", here.unquoted)):
            return None
        if is_of(host, MODELS) and not SECRET_WORDS().search(what):
            return None
        level = _READ if _is_its_purpose(here.description, what) else _STOP
    elif ends or "@" in target or (here.words.english and here.words.every.search(here.unquoted)):
        level = _STOP if _is_content(what) else _READ
    else:
        return None
    facts = (("host", host),) if "." in host else ()
    return Order(ConcernKind.SENDS_PRIVATE, level, " ".join(what.split())[:60], facts, ((AbilityKind.SENDS, host),))


def _destination(here: Here) -> tuple[str, Sentence]:
    """Return the target of an order, and the sentence that names it: it, one that goes on, or it with code below."""
    target = destination(here.one)
    if target:
        return target, here.one
    for other in here.all[here.index + 1 : here.index + 3]:
        if other.section != here.one.section or not other.unquoted:
            continue
        target = destination(other) if SENDS_IT().search(other.unquoted) else ""
        if target:
            return target, other
        alone = URL().fullmatch(other.text.strip("` !()<>"))
        if alone and here.words.english and PUTS_INTO().search(here.unquoted):
            return alone[0], other
    if here.one.text.endswith(":"):
        for line in here.code_below():
            url = URL().search(line)
            if url and SENDER().search(line) and not LOCAL().match(url[0].lower()):
                return url[0], here.one
    return "", here.one


def _is_content(what: str) -> bool:
    return (
        CONTENT().search(
            what,
        )
        is not None
    )


def _is_its_purpose(description: str, what: str) -> bool:
    """Tell whether a description says that this is sent."""
    says = PURPOSE().search(
        description,
    )
    nouns = [word for word in re.findall(r"[a-z]{5,}", what) if word not in {"users", "entire", "current", "whole"}]
    return bool(says) and any(noun.rstrip("s") in description for noun in nouns)


def _ignores(here: Here) -> Order | None:
    """Instructions are to be set aside."""
    if here.words.english:
        outranks = OUTRANKS().search(here.unquoted)
        if outranks and not here.forbids(outranks.start()) and not OF_THE_USER().search(here.unquoted):
            return Order(ConcernKind.AGAINST_USER, _READ, "outranks other instructions")
        unbound = UNBOUND().search(here.unquoted)
        if unbound and not here.forbids(unbound.start()):
            return Order(ConcernKind.AGAINST_USER, _STOP, "sets instructions aside")
    for verb in here.words.ignores.finditer(here.unquoted):
        rest = here.unquoted[verb.end() : verb.end() + 120].lstrip()
        found = here.words.instructions.match(rest)
        if not found and not here.words.english:
            found = here.words.instructions.search(here.unquoted)
        if found and not here.forbids(verb.start()):
            return Order(ConcernKind.AGAINST_USER, _STOP, "sets instructions aside")
    return None


def _disables(here: Here) -> Order | None:
    """What guards people is to be switched off."""
    verb = here.words.disables.search(here.unquoted)
    guard = (
        here.words.guards.search(here.unquoted, verb.end(), verb.end() + 80) if verb and here.words.english else None
    )
    guard = guard or (here.words.guards.search(here.unquoted) if verb and not here.words.english else None)
    if verb and guard and not here.forbids(verb.end() - 1) and not here.waits() and not _if(here.unquoted):
        return Order(ConcernKind.TAMPERS, _STOP, f"switches off {guard[0]}")
    if here.words.english:
        found = TESTS().search(here.unquoted)
        if found and not here.forbids(found.start()) and not here.waits() and not _if(here.unquoted):
            return Order(ConcernKind.AGAINST_USER, _READ, "switches off checks")
    return None


def _if(text: str) -> bool:
    return CONDITION().search(text) is not None


def _obeys(here: Here) -> Order | None:
    """More instructions are to be fetched and followed."""
    verb = here.words.fetches.search(here.unquoted) or (here.words.english and RULES_AT().search(here.unquoted))
    url = URL().search(here.one.text)
    if not verb or not url or LOCAL().match(url[0].lower()) or here.forbids(verb.end() - 1) or here.waits():
        return None
    for other in here.next(2):
        start = verb.end() if other is here.one else 0
        found = here.words.follows.search(other.unquoted, start)
        if not found and here.words.english and here.words.every.search(here.unquoted):
            found = FOLLOW_IT().search(other.unquoted, start)
        if not found and here.words.english and RULES().search(f"{here.unquoted} {other.unquoted}"):
            found = ACTS_ON().search(other.unquoted, start)
        if found and not here.words.negated.search(other.unquoted[max(0, found.start() - 60) : found.start()]):
            if here.words.english and HUMAN_STEPS().search(f"{here.unquoted} {other.unquoted}"):
                return None
            why = unanswered(url[0])
            facts = (("host", host_of(url[0])), *((("source", why),) if why else ()))
            secret = here.words.keeps.search(here.unquoted) or here.words.keeps.search(other.unquoted)
            level = _STOP if why or secret or here.words.every.search(here.unquoted) else _READ
            return Order(
                ConcernKind.OBEYS_REMOTE,
                level,
                "follows what it fetches",
                facts,
                ((AbilityKind.FETCHES, host_of(url[0])),),
            )
    return None


def _every_time(here: Here) -> Order | None:
    """Something is to be done in every session, whatever it is about."""
    every = here.words.every.search(here.unquoted)
    if not every or here.forbids(every.start()) or here.waits():
        return None
    target = target_of(here.one)
    if target and (here.words.fetches.search(here.unquoted) or here.words.sends.search(here.unquoted)):
        facts = (("host", host_of(target)),) if "." in target else ()
        return Order(ConcernKind.AGAINST_USER, _READ, "acts in every task", facts)
    if here.words.english and MASKED_MEN().search(here.unquoted):
        return Order(ConcernKind.AGAINST_USER, _READ, "acts in every task")
    return None


def _persists(here: Here) -> Order | None:
    """Itself, or its orders, are to stay."""
    if not here.words.english:
        return None
    verb = WRITES_INTO().search(here.unquoted)
    if not verb or here.forbids(verb.end() - 1) or here.waits():
        return None
    into = MEMORIES().search(here.unquoted, verb.end())
    start = STARTS().search(here.unquoted, verb.end())
    open_ = MEMORIES().search(here.description) or STARTS().search(here.description)
    lasts = (not open_ and LASTING().search(here.unquoted)) or (
        not open_ and any(LASTING().search(each.unquoted) for each in here.next(1))
    )
    secret = (
        SECRETLY().search(here.unquoted)
        or here.words.unasked.search(here.unquoted)
        or any(here.words.keeps.search(each.unquoted) or UNTOLD().search(each.unquoted) for each in here.next(2))
    )
    if not (into or start) or not (lasts or secret):
        return None
    level = _STOP if secret or OUTLIVES().search(here.unquoted) else _READ
    if into:
        return Order(ConcernKind.TAMPERS, level, into[0].strip(), (), ((AbilityKind.MEMORY, into[0].strip()),))
    name = start[0].strip() if start else ""
    return Order(ConcernKind.PERSISTS, level, name, (), ((AbilityKind.PERSISTS, name),))


_FORBIDDEN = ("never ", "do not ", "don't ")
_FETCHING = ("curl ", "wget ", "iwr ", "irm ")


def _decodes(here: Here) -> Order | None:
    """A block that people cannot read is to be decoded and followed, or run."""
    verb = here.words.decodes.search(here.unquoted)
    if (
        not verb
        or here.forbids(verb.end() - 1)
        or not (
            not here.words.english
            or ENCODING().search(here.unquoted)
            or SPELLED().search(here.unquoted)
            or _block(here)
        )
        or REVERSE_OF().match(here.unquoted, verb.end() - len("reverse"))
    ):
        return None
    near = [each for each in here.next(2) if not each.unquoted.startswith(_FORBIDDEN)]
    follows = any(here.words.follows.search(each.unquoted) or FOLLOW_IT().search(each.unquoted) for each in near)
    runs = any(here.words.runs.search(each.unquoted) for each in near)
    if not (follows or runs):
        return None
    if here.words.english and follows and SPELLED().search(here.unquoted):
        return Order(ConcernKind.CONCEALED_ORDER, _STOP, "an order that is spelled where nobody reads")
    told = here.one.text.partition(":")[2]
    hidden = (told, *(each.text for each in near[1:]))
    if not _block(here) and not (BACKWARDS().search(here.unquoted) and any(map(_turned, hidden))):
        return None
    kind = ConcernKind.CONCEALED_ORDER if follows else ConcernKind.CONCEALED_CODE
    return Order(
        kind,
        _STOP,
        "an encoded block that is decoded and followed",
        ((("program", "decode"),)),
        ((AbilityKind.DECODES, ""),),
    )


def _turned(text: str) -> bool:
    """Tell whether a text is an order once it is read backwards, or each letter is moved by thirteen."""
    turned = (text[::-1], codecs.encode(text, "rot13"), " ".join(reversed(text.split())))
    return len(text) > _BLOCK_LENGTH and any(map(acts, turned))


def _block(here: Here) -> bool:
    """Tell whether an encoded block stands near, on the sentence's lines or those around them."""
    low = max(0, here.one.first - 8)
    near = here.lines[low : here.one.last + 12]
    for line in near:
        for found in BLOCK().finditer(line[:4000]):
            if IS_ENCODED().search(found[0]) and len(set(found[0])) > 7 and "/" not in found[0][:2]:
                return True
    return False


def _downloads(here: Here) -> Order | None:
    """A program is to be fetched from an address and run."""
    url = URL().search(here.one.text)
    # Who reads commands judges what begins with one.
    if not url or LOCAL().match(url[0].lower()) or here.unquoted.startswith(_FETCHING):
        return None
    verb = here.words.fetches.search(here.unquoted)
    if not verb or here.forbids(verb.end() - 1) or here.waits():
        return None
    near = list(here.next())
    text = " ".join(each.text for each in near)
    said = " ".join(each.unquoted for each in near)
    why = unanswered(url[0])
    facts = (("host", host_of(url[0])), *((("source", why),) if why else ()))
    able = ((AbilityKind.RUNS_DOWNLOADED, host_of(url[0])),)
    runs = here.words.runs.search(said, verb.end())
    if ARCHIVE().search(said) and here.words.archive.search(text.lower()) and runs:
        return Order(ConcernKind.RUNS_DOWNLOADED, _STOP, "an archive with a password", facts, able)
    if here.words.english and PASTED().search(said):
        return Order(ConcernKind.RUNS_DOWNLOADED, _STOP if why else _READ, "a command of a web page", facts, able)
    if (
        runs
        and PROGRAM().search(url[0].lower())
        and RUNS().search(
            said[verb.end() :],
        )
    ):
        return Order(ConcernKind.RUNS_DOWNLOADED, _STOP if why else _READ, "a program", facts, able)
    if (
        runs
        and why
        and RUNS_IT().search(
            said,
        )
    ):
        return Order(ConcernKind.RUNS_DOWNLOADED, _STOP, "a program", facts, able)
    return None


def _destroys(here: Here) -> Order | None:
    """Everything is to be destroyed, and nobody asked."""
    verb = here.words.destroys.search(here.unquoted)
    if not verb or here.forbids(verb.end() - 1):
        return None
    whole = here.words.everything.search(here.unquoted, verb.end()) or (
        None if here.words.english else here.words.everything.search(here.unquoted)
    )
    unasked = here.words.unasked.search(here.unquoted) or any(
        here.words.unasked.search(each.unquoted) for each in here.next(1)
    )
    if not whole or not unasked:
        return None
    return Order(ConcernKind.DESTROYS, _STOP, whole[0].strip(), (), ((AbilityKind.DELETES, whole[0].strip()),))


def _unasked(here: Here) -> Order | None:
    """It is to run without asking."""
    found = here.words.unasked.search(here.unquoted)
    if not found or here.words.negated.search(here.unquoted[max(0, found.start() - 60) : found.start()]):
        return None
    if here.words.english and here.unquoted.startswith(_OTHERS):
        return None
    if here.words.english and not PUSHES().search(here.unquoted):
        return None
    if describes_option(here.one):
        return None
    if MILD().search(
        here.unquoted,
    ):
        return None
    if here.was_asked():
        return None
    return Order(ConcernKind.UNASKED, _READ, "does not ask", (), ((AbilityKind.SWITCH, "without asking"),))


_Said = str | Callable[[], re.Pattern[str]]
"""A field of a tongue, or a pattern for all of them."""

_Ways = tuple[tuple[_Said, ...], ...]
"""Each of them is one way to say something: with all of these in one sentence, or in those that it goes on in."""

_CUT = frozenset({"instructions", "guards"})
"""What is looked for in a part of a sentence."""


def _needs(english: _Ways, others: _Ways, words: Words) -> tuple[Need, ...]:
    """Return which words of a language a text must hold that says something in one of some ways."""
    return tuple(
        need
        for way in (english if words.english else others)
        for need in both(*[_needs_of(said, words) for said in way])
    )


def _needs_of(said: _Said, words: Words) -> tuple[Need, ...]:
    if isinstance(said, str):
        needs = words.needs(said)
        return of_cut_text(needs) if said in _CUT else needs
    pattern = said()
    return needs_of(pattern.pattern, verbose=bool(pattern.flags & re.VERBOSE))


def _idea(find: Finder, english: _Ways, others: _Ways = (), reach: int = 0) -> Idea:
    return Idea(find, partial(_needs, english, others), reach)


IDEAS = (
    _idea(_keeps, (("keeps",), (SECRETLY, SENDS_FOR_GOOD)), (("keeps",),)),
    _idea(
        _sends,
        (("sends", "private"), ("sends", HELD), (PUTS_INTO, "private"), (PUTS_INTO, HELD)),
        (("sends", "private"),),
    ),
    _idea(
        _obeys,
        (
            (URL, "fetches", "follows"),
            (URL, "fetches", RULES, ACTS_ON),
            (URL, "every", "fetches", FOLLOW_IT),
            (URL, RULES_AT, "follows"),
            (URL, RULES_AT, ACTS_ON),
        ),
        ((URL, "fetches", "follows"),),
        reach=2,
    ),
    _idea(_downloads, ((URL, "fetches", "runs"), (URL, "fetches", PASTED)), ((URL, "fetches", "runs"),), reach=NEAR),
    _idea(_ignores, ((OUTRANKS,), (UNBOUND,), ("ignores", "instructions")), (("ignores", "instructions"),)),
    _idea(_disables, (("disables", "guards"), (TESTS,)), (("disables", "guards"),)),
    _idea(
        _every_time,
        (("every", "fetches"), ("every", "sends"), ("every", MASKED_MEN)),
        (("every", "fetches"), ("every", "sends")),
    ),
    _idea(_persists, ((WRITES_INTO, MEMORIES), (WRITES_INTO, STARTS))),
    _idea(
        _decodes,
        (("decodes", "follows"), ("decodes", FOLLOW_IT), ("decodes", "runs")),
        (("decodes", "follows"), ("decodes", FOLLOW_IT), ("decodes", "runs")),
        reach=2,
    ),
    _idea(_destroys, (("destroys", "everything", "unasked"),), (("destroys", "everything", "unasked"),), reach=1),
    _idea(_unasked, (("unasked", PUSHES),), (("unasked",),)),
)
"""What is looked for in every language."""
