"""What makes a concern less grave than its line alone: a maker that answers for it, a user who is asked (pure)."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from skillpack.abilities.consent import asks_first
from skillpack.abilities.flow import OTHER_END
from skillpack.abilities.hosts import is_own_network, serves, services_of
from skillpack.abilities.installers import are_documented
from skillpack.abilities.shown import is_inert, is_material, is_shown, teaches_defence
from skillpack.abilities.texts import TextFile
from skillpack.abilities.unasked_loss import UNASKED
from skillpack.model.ability import Ability, Concern, ConcernKind
from skillpack.model.finding import AlarmLevel
from skillpack.parse.patterns import late

_DONE = frozenset(
    {
        *(ConcernKind.RUNS_DOWNLOADED, ConcernKind.DESTROYS, ConcernKind.PERSISTS, ConcernKind.SENDS_PRIVATE),
        *(ConcernKind.CONCEALED_CODE, ConcernKind.TAMPERS),
    }
)
"""About what a command does."""

_SAID = _DONE | {
    *(ConcernKind.AGAINST_USER, ConcernKind.UNASKED, ConcernKind.CONCEALED_ORDER, ConcernKind.OBEYS_REMOTE),
}
"""About what a command does or a sentence orders."""

_TESTED = (_SAID - {ConcernKind.CONCEALED_CODE, ConcernKind.CONCEALED_ORDER}) | {ConcernKind.READS_PRIVATE}
"""About what plain text quotes or says; what is hidden is test data nowhere."""

_EVALUATIONS = "evals/"
_SETS = (".json", ".jsonl")

MAKER = ("maker", "documented")
"""A fact: what is downloaded is the documented installer of a widely used tool."""

_NAMED = late(
    r"(?:^|[\s;&|(])(?:dd|shred|mkfs[\w.]*|mke2fs|wipefs|blkdiscard|mkswap|sgdisk|diskutil|format-volume|clear-disk|format(?:\.com)?"
    r"|psql|mysql|mariadb|sqlite3|mongosh?|redis-cli|sqlcmd|clickhouse-client|cqlsh|duckdb|dropdb|docker|podman"
    r"|docker-compose|terraform|tofu|pulumi|kubectl|gh|git|tmutil)\s"
)
"""A program that destroys what its words name: a disk, a database, a server, a branch."""

_BEYOND = late(r"\brm\s+-|\bfind\s|\bshred\b(?!.*\s/dev/)|/dev/(?:mtd|mem\b|nvram)|\bflash|\bfor\s|\bwhile\s|\bxargs\b")
"""It destroys more than one thing, or what no user can name."""

_SYSTEM = late(r"/dev/(?:sda|vda|hda|nvme0n1|r?disk[01])\b|-driveletter\s+c\b|\bc:|clear-disk\s+-number\s+0\b")
"""Where the disk mostly is that a machine starts from."""


def mitigated(
    concerns: Iterable[Concern],
    texts: Iterable[TextFile],
    *,
    description: str,
    languages: Mapping[str, str],
    abilities: tuple[Ability, ...],
) -> Iterator[Concern]:
    """Yield the concerns as what stands around them makes them; those of which nothing is left are none.

    Args:
        concerns: About a skill.
        texts: Its text files.
        description: Of the skill.
        languages: Path of each script that was read -> its language.
        abilities: Of the skill.
    """
    concerns = tuple(concerns)
    robbed = set(hosts_of_several_keys(concerns))
    files: dict[str, TextFile] = {}
    for each in texts:
        files.setdefault(each.path, each)
    for concern in _beside_test_data(tuple(concerns), files, languages):
        file = files.get(concern.at.path)
        line = concern.at.span.line
        facts = dict(concern.facts)
        if concern.kind is ConcernKind.KEY_TO_OTHER and serves(
            description, facts.get("what", ""), facts.get("host", "")
        ):
            continue
        if concern.kind is ConcernKind.KEY_TO_OTHER and facts.get("host") in robbed:
            yield replace(concern, level=AlarmLevel.STOP)
            continue
        if facts.get("source") == OTHER_END and is_own_network(facts.get("host", "")) and teaches_defence(description):
            continue
        if file is not None and concern.kind in _SAID and is_material(file, line, description):
            continue
        if file is not None and concern.kind in _DONE and is_shown(file, line, description):
            continue
        if file is not None and concern.kind in _DONE and concern.other is None:
            language = languages.get(concern.at.path, "")
            if language and is_inert(file, concern.at.span, language, abilities):
                continue
        if file is not None and concern.kind is ConcernKind.RUNS_DOWNLOADED:
            yield _of_maker(concern, file)
        elif file is not None and concern.kind is ConcernKind.DESTROYS and UNASKED not in concern.facts:
            yield from _asked(concern, file)
        else:
            yield concern


def _beside_test_data(
    concerns: tuple[Concern, ...], files: Mapping[str, TextFile], languages: Mapping[str, str]
) -> Iterator[Concern]:
    """Yield the concerns without what the tasks of evaluations quote, and with less of what other texts there say.

    A task may well ask an agent for harm: so it is tested that it refuses. Programs count as anywhere else, and so does
    everything where another file of the skill speaks of the folder: an agent may be told to read it.
    """
    there = [each for each in concerns if each.at.path.startswith(_EVALUATIONS)]
    inside = not there or any(
        b"evals" in file.lower for path, file in files.items() if not path.startswith(_EVALUATIONS)
    )
    for concern in concerns:
        path = concern.at.path
        is_tested = not inside and path.startswith(_EVALUATIONS) and concern.kind in _TESTED and not languages.get(path)
        if is_tested and path.endswith(_SETS):
            continue
        yield replace(concern, level=AlarmLevel.READ_FIRST) if is_tested else concern


def hosts_of_several_keys(concerns: Iterable[Concern]) -> Iterator[str]:
    """Yield the hosts that are sent keys of several services, and belong to none of them."""
    services: dict[str, set[tuple[str, ...]]] = {}
    for each in concerns:
        facts = dict(each.facts)
        known = services_of(facts.get("what", "")) if each.kind is ConcernKind.KEY_TO_OTHER else ()
        if known and facts.get("host"):
            services.setdefault(facts["host"], set()).add(known)
    return (host for host, keys in services.items() if len(keys) > 1)


def _of_maker(concern: Concern, file: TextFile) -> Concern:
    """Return a concern about a download with the fact that makers of tools answer for all of it, where they do."""
    text = file.text()
    known = concern.level is AlarmLevel.READ_FIRST and are_documented(_command(text, concern), text)
    return replace(concern, facts=(*concern.facts, MAKER)) if known else concern


def _asked(concern: Concern, file: TextFile) -> Iterator[Concern]:
    """Yield what is left of a loss: nothing where the user is asked about what is named, and less for a system disk."""
    command = concern.quote.lower()
    if not _NAMED().search(command) or _BEYOND().search(command) or not asks_first(file, concern.at.span.line):
        yield concern
    elif concern.level is AlarmLevel.STOP and _SYSTEM().search(command):
        yield replace(concern, level=AlarmLevel.READ_FIRST)


def _command(text: str, concern: Concern) -> str:
    """Return the lines of a concern, with those that go on before and behind."""
    lines = text.split("\n")
    first, last = concern.at.span.line - 1, concern.at.span.end_line - 1
    while first > 0 and lines[first - 1].rstrip().endswith("\\"):
        first -= 1
    while last < len(lines) - 1 and lines[last].rstrip().endswith("\\"):
        last += 1
    return "\n".join(lines[first : last + 1])
