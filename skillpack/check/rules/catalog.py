"""ST: the set as a whole: names, budgets, and what the configuration says of skills."""

from collections.abc import Iterator

from skillpack.check.rule import RETIRED, Hit, rule
from skillpack.check.subject import CatalogSubject
from skillpack.check.suppressions import flaw
from skillpack.model.portable import printable
from skillpack.model.settings import Configuration

_CONFIGURATION = "skillpack.toml"


def mentioned_names(configuration: Configuration) -> frozenset[str]:
    """Return every skill that the configuration speaks of as being there.

    Whoever walks over the set finds out which of them are not: `CatalogSubject.absent`.
    """
    names = {note.name for note in configuration.skills}
    names |= {note.successor for note in configuration.skills}
    names |= {member for bundle in configuration.bundles for member in bundle.skills}
    names |= {renamed.new for renamed in configuration.renamed}
    names |= {suppression.skill for suppression in configuration.suppressions}
    return frozenset(names - {""})


def former_names(configuration: Configuration) -> frozenset[str]:
    """Return every skill that the configuration speaks of as having been published: `CatalogSubject.versions`."""
    return frozenset({mark.name for mark in configuration.yanked} | {mark.old for mark in configuration.renamed})


@rule("LY012", "duplicate-name", source="agentskills.io/specification, name")
def duplicate_name(subject: CatalogSubject) -> Iterator[Hit]:
    """Two skills of one source claim the same name.

    Why: a host takes one of them, not always the same one; the catalog publishes the first: a folder
    before a file, one that is called as the skill is before others, then by path.

    Fix: rename one of them, or delete it.
    """
    for name, winner, loser in _name_uses(subject):
        if _source(subject, winner) != _source(subject, loser) or _differ_in_case(winner, loser):
            continue
        if _form_of(winner) == _form_of(loser):
            yield Hit(
                f"`{printable(loser)}` is another form of `{printable(winner)}`, which is published",
                path=loser,
                hint="keep one of the two",
            )
        else:
            yield Hit(
                f"`{printable(loser)}` claims the name `{printable(name)}`, which `{printable(winner)}` has",
                path=loser,
                hint="rename one of the two, or delete it",
            )


@rule("ST001", "names-differ-by-case", source="skillpack")
def names_differ_by_case(subject: CatalogSubject) -> Iterator[Hit]:
    """The names of two skills differ in upper and lower case alone.

    Why: on macOS and Windows their folders are one folder, and so are their pages and archives on
    many servers. The second one is withheld.

    Fix: rename one of them.
    """
    for name, winner, loser in _name_uses(subject):
        if _source(subject, winner) == _source(subject, loser) and _differ_in_case(winner, loser):
            yield Hit(
                f"`{printable(loser)}` and `{printable(winner)}` are one skill, `{printable(name)}`, but for case",
                path=loser,
                hint="rename one of the two",
            )


@rule("ST003", "index-over-policy", source="the catalog's configuration, [policy] max_index_tokens")
def index_over_policy(subject: CatalogSubject) -> Iterator[Hit]:
    """Names and descriptions of all skills cost more tokens than this catalog allows.

    Why: they enter every conversation, whether a skill is used or not; `[policy] max_index_tokens`
    names the limit.

    Fix: shorten descriptions, withdraw what nobody uses, or raise the limit.
    """
    limit, tokens = subject.configuration.policy.max_index_tokens, subject.overview.tokens.always
    if limit and tokens > limit:
        yield Hit(
            f"names and descriptions of all skills cost {tokens:,} tokens, this catalog allows {limit:,}",
            path=_CONFIGURATION,
            hint="shorten descriptions, or raise `[policy] max_index_tokens`",
            facts=(("size", str(tokens)),),
        )


@rule("ST004", "bundle-member-unknown", source="the catalog's configuration, [[bundle]]")
def bundle_member_unknown(subject: CatalogSubject) -> Iterator[Hit]:
    """A bundle names a skill that the catalog does not have.

    Why: whoever installs the bundle gets less than it promises.

    Fix: correct the name, or take it out of the bundle.
    """
    for bundle in subject.configuration.bundles:
        for name in bundle.skills:
            if name in subject.absent:
                yield _about_configuration(
                    f"the bundle `{bundle.name}` names `{name}`, and there is no such skill",
                    "correct the name, or take it out of the bundle",
                )


@rule("ST005", "note-for-unknown-skill", source='the catalog\'s configuration, [skill."NAME"]')
def note_for_unknown_skill(subject: CatalogSubject) -> Iterator[Hit]:
    """The configuration describes a skill that the catalog does not have.

    Why: owner, tags or status were meant for a skill and reach none; often it was renamed.

    Fix: correct the name, or remove the table.
    """
    for note in subject.configuration.skills:
        if note.name in subject.absent:
            yield _about_configuration(
                f'`[skill."{note.name}"]`, and there is no such skill', "correct the name, or remove the table"
            )


@rule("ST006", "successor-unknown", source="the catalog's configuration, successor and [[renamed]]")
def successor_unknown(subject: CatalogSubject) -> Iterator[Hit]:
    """The successor of a skill is not in the catalog.

    Why: people and clients are sent from the old name to one that leads nowhere.

    Fix: correct the name; an empty `to` of `[[renamed]]` means that the skill was withdrawn.
    """
    pairs = [(note.name, note.successor) for note in subject.configuration.skills]
    pairs += [(renamed.old, renamed.new) for renamed in subject.configuration.renamed]
    for old, new in pairs:
        if new in subject.absent:
            yield _about_configuration(
                f"`{old}` is succeeded by `{new}`, and there is no such skill", "correct the name of the successor"
            )


@rule("ST007", "suppression-for-nothing", source="the catalog's configuration, [[suppress]]")
def suppression_for_nothing(subject: CatalogSubject) -> Iterator[Hit]:
    """A suppression names a rule that no profile asks for, a skill that is not there, or not which secret it means.

    Why: it suppresses nothing today, and one day perhaps what nobody meant. One of a secret names the file and the
    fingerprint of the text, so that every later secret is found.

    Fix: correct it, or remove it. `skillpack check` prints what accepts a secret, below its finding.
    """
    asked = {code for profile in subject.profiles.values() for code in profile.severities}
    for suppression in subject.configuration.suppressions:
        if suppression.rule in RETIRED:
            yield _about_configuration(f"the rule `{suppression.rule}` is gone", "remove the suppression")
        elif suppression.rule not in asked:
            yield _about_configuration(f"no profile asks for the rule `{suppression.rule}`", "correct the code")
        elif (flawed := flaw(suppression))[0]:
            of_skill = f" for `{suppression.skill}`" if suppression.skill else ""
            yield _about_configuration(f"the suppression of `{suppression.rule}`{of_skill} {flawed[0]}", flawed[1])
        elif suppression.skill in subject.absent:
            yield _about_configuration(
                f"`{suppression.rule}` is suppressed for `{suppression.skill}`, and there is no such skill",
                "correct the name, or remove the suppression",
            )


@rule("ST008", "shadowed-skill", source="skillpack")
def shadowed_skill(subject: CatalogSubject) -> Iterator[Hit]:
    """A skill is hidden by one of the same name in a source that comes first.

    Why: this is how a team overrides a skill of somebody else's; where it was not meant, the skill
    is missing from the catalog.

    Fix: nothing, where it was meant; else rename one of them, or change the order of the sources.
    """
    for name, winner, loser in _name_uses(subject):
        if _source(subject, winner) != _source(subject, loser):
            yield Hit(
                f"`{printable(winner)}` takes the place of `{printable(loser)}`: both are called `{printable(name)}`",
                path=loser,
                hint="rename one of the two, where this was not meant",
            )


@rule("ST009", "yanked-unknown-version", source="the catalog's configuration, [[yanked]]")
def yanked_unknown_version(subject: CatalogSubject) -> Iterator[Hit]:
    """A version is yanked that was never published.

    Why: the version that was meant is still offered, to everybody whom the mark was meant to protect.

    Fix: correct name and version; the skill's page lists its versions as they must be written.

    Only a build that knows what was published can tell: with `--previous` or `[catalog] previous`.
    """
    if subject.versions is None:
        return
    for mark in subject.configuration.yanked:
        labels = subject.versions.get(mark.name)
        if labels is None:
            yield _about_configuration(
                f"`{mark.version}` of `{mark.name}` is yanked, and no skill of that name was ever published",
                "correct the name, or remove the mark",
            )
        elif mark.version not in labels:
            yield _about_configuration(
                f"`{mark.version}` of `{mark.name}` is yanked, and there never was such a version",
                "correct the version, or remove the mark",
            )


@rule("ST010", "renamed-unknown-skill", source="the catalog's configuration, [[renamed]]")
def renamed_unknown_skill(subject: CatalogSubject) -> Iterator[Hit]:
    """A skill is renamed or withdrawn that was never published.

    Why: the page of the old name stands where nobody looks for it, and who has the skill that was meant learns
    nothing of its new name.

    Fix: correct `from`; nothing, where the skill was offered elsewhere under that name.

    Only a build that knows what was published can tell: with `--previous` or `[catalog] previous`.
    """
    if subject.versions is None:
        return
    for mark in subject.configuration.renamed:
        if mark.old not in subject.versions:
            yield _about_configuration(
                f"`{mark.old}` is said to be gone, and no skill of that name was ever published", "correct `from`"
            )


@rule("ST011", "marketplace-name-default", source="Claude Code 2.1.330")
def marketplace_name_default(subject: CatalogSubject) -> Iterator[Hit]:
    """The marketplace has the name that every catalog has until it is given one.

    Why: Claude Code keeps marketplaces by name and refuses a second one of the same name. Whoever has
    added another catalog without a name cannot add this one.

    Fix: set `[catalog] name` to a name of your own, such as `acme-skills`.
    """
    own = subject.configuration.name
    if own == Configuration().name and subject.configuration.site_url.startswith("https://"):
        yield _about_configuration(
            f"the marketplace is called `{own}`, as each without a name is", "set `[catalog] name`"
        )


def _name_uses(subject: CatalogSubject) -> Iterator[tuple[str, str, str]]:
    """Yield name, winner and loser of each name that more than one skill claims."""
    for name, (winner, *losers) in subject.overview.duplicates:
        for loser in losers:
            yield name, winner, loser


def _source(subject: CatalogSubject, path: str) -> str:
    """Return the source that a path lies in; the empty string where the sources are not known."""
    paths = (source.path.rstrip("/") for source in subject.configuration.sources)
    return max((source for source in paths if path.startswith(f"{source}/")), key=len, default="")


def _form_of(path: str) -> str:
    """Return the path that the forms of one skill share, `NAME/SKILL.md` and `NAME.md`: the path without the form."""
    folder, _, file = path.rpartition("/")
    return folder if file.lower() == "skill.md" else path.rpartition(".")[0]


def _differ_in_case(first: str, second: str) -> bool:
    one, other = _stem(first), _stem(second)
    return one != other and one.casefold() == other.casefold()


def _stem(path: str) -> str:
    """Return the name of a skill on disk: its folder, or its file without the ending."""
    folder, _, file = path.rpartition("/")
    return folder.rpartition("/")[2] if file.lower() == "skill.md" else file.rpartition(".")[0]


def _about_configuration(message: str, hint: str) -> Hit:
    return Hit(message, path=_CONFIGURATION, hint=hint)
