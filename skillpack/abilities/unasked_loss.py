"""What is lost beyond this machine, or is others' as well, where a skill orders that nobody is asked (pure).

Servers, databases, buckets and protected branches are destroyed by honest skills too, which ask first or leave that
open. No honest one says beside it that nobody is to be asked.
"""

from collections.abc import Iterable, Iterator, Mapping

from skillpack.abilities.consent import skips_asking
from skillpack.abilities.places import shown
from skillpack.abilities.quoted import is_quoted
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Ability, AbilityKind, AbilityOrigin, Concern, ConcernKind
from skillpack.model.document import Span
from skillpack.model.finding import AlarmLevel, Position
from skillpack.parse.patterns import late

UNASKED = ("asked", "nobody")
"""A fact: the skill orders that nobody is asked."""

_LOSSES = frozenset({AbilityKind.DELETES, AbilityKind.DROPS, AbilityKind.FORMATS, AbilityKind.FORCE_PUSHES})
_OF_OTHERS = late(
    r"(?:terraform|tofu|pulumi)\s+destroy|kubectl\s+delete|gh\s|aws\s|gcloud\s|az\s|gsutil\s|drop|truncate|flushall"
    r"|git\s+push\s+--force\Z|\w+\s+prune"
)
"""How the words of a loss begin that others have a part in."""

_PASSING = late(
    r"(?<![a-z])(?:tests?|testing|tmp|temp|temporary|dev(?!/)|development|staging|stage|local|localhost|127\.0\.0\.1|scratch"
    r"|sandbox|preview|e2e|ci|demo|fixtures?|throwaway|minikube|kind|pods?|cache|build|feature)\d*(?![a-z])"
)
"""A word of the line that says that it may go."""


def unasked_losses(abilities: Iterable[Ability], texts: Iterable[TextFile]) -> Iterator[Concern]:
    """Yield a reason to stop for each loss in Markdown beside an order that nobody is asked.

    Args:
        abilities: Of a skill.
        texts: Its text files.
    """
    losses = [each for each in abilities if each.kind in _LOSSES and each.origin is AbilityOrigin.COMMAND]
    losses = [each for each in losses if _OF_OTHERS().match(each.words.lower())]
    files: Mapping[str, TextFile] = {each.path: each for each in reversed(tuple(texts))} if losses else {}
    for each in losses:
        file = files.get(each.path)
        if file is None or not file.markdown:
            continue
        lines = file.content.split(b"\n")
        line = lines[each.line - 1] if 0 < each.line <= len(lines) else b""
        start = sum(map(len, lines[: each.line - 1])) + each.line - 1
        if _PASSING().search(line.decode("utf-8", "replace").lower()) or not skips_asking(file, each.line):
            continue
        if not is_quoted(file, start + len(line) - len(line.lstrip())):
            at = Position(file.path, Span(each.line, 1, each.line, len(line.decode("utf-8", "replace")) + 1))
            facts = (("what", f"{each.words} {each.target}".strip()), UNASKED)
            yield Concern(ConcernKind.DESTROYS, AlarmLevel.STOP, at, shown(line, 100), facts)
