"""ST, and LY012 and SG009: the set as a whole: names, budgets, and what the configuration says of skills."""

from collections.abc import Iterator
from difflib import get_close_matches

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


@rule("LY012", "duplicate-name", source="Agent Skills specification, name")
def duplicate_name(subject: CatalogSubject) -> Iterator[Hit]:
    """Two skills of one source have the same name.

    Why: a host uses one of them, and not always the same one. The catalog publishes the first: a folder
    before a file, a file or folder with the name of the skill before others, then by path.

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
                f"`{printable(loser)}` has the same name as `{printable(winner)}`, `{printable(name)}`",
                path=loser,
                hint="rename one of the two, or delete it",
            )


@rule("ST001", "names-differ-by-case", source="skillpack, names")
def names_differ_by_case(subject: CatalogSubject) -> Iterator[Hit]:
    """The names of two skills differ only in case.

    Why: on macOS and Windows their folders are one folder, and so are their pages and archives on many
    servers. The second skill is withheld.

    Fix: rename one of them.
    """
    for name, winner, loser in _name_uses(subject):
        if _source(subject, winner) == _source(subject, loser) and _differ_in_case(winner, loser):
            yield Hit(
                f"`{printable(loser)}` and `{printable(winner)}` differ only in case: both are `{printable(name)}`",
                path=loser,
                hint="rename one of the two",
            )


@rule("ST003", "index-over-policy", source="skillpack, configuration")
def index_over_policy(subject: CatalogSubject) -> Iterator[Hit]:
    """The names and descriptions of all skills cost more tokens than this catalog allows.

    Why: they enter every conversation, whether a skill is used or not; `[policy] max_index_tokens` sets
    the limit.

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


@rule("ST004", "bundle-member-unknown", source="skillpack, configuration")
def bundle_member_unknown(subject: CatalogSubject) -> Iterator[Hit]:
    """A bundle names a skill that is not in the catalog.

    Why: people who install the bundle get less than it promises.

    Fix: correct the name, or remove it from the bundle.
    """
    for bundle in subject.configuration.bundles:
        for name in bundle.skills:
            if name in subject.absent:
                yield _about_configuration(
                    f"the bundle `{bundle.name}` names `{name}`, which is not in the catalog",
                    "correct the name, or take it out of the bundle",
                )


@rule("ST005", "note-for-unknown-skill", source="skillpack, configuration")
def note_for_unknown_skill(subject: CatalogSubject) -> Iterator[Hit]:
    """The configuration describes a skill that is not in the catalog.

    Why: the owner, tags or status reach no skill; often the skill was renamed.

    Fix: correct the name, or remove the table.
    """
    for note in subject.configuration.skills:
        if note.name in subject.absent:
            yield _about_configuration(
                f'`[skill."{note.name}"]` describes a skill that is not in the catalog',
                "correct the name, or remove the table",
            )


@rule("ST006", "successor-unknown", source="skillpack, configuration")
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
                f"the successor of `{old}`, `{new}`, is not in the catalog", "correct the name of the successor"
            )


@rule("ST007", "suppression-for-nothing", source="skillpack, configuration")
def suppression_for_nothing(subject: CatalogSubject) -> Iterator[Hit]:
    """A suppression has no effect.

    Why: it names a rule that no profile uses, a skill that is not in the catalog, or no file and
    fingerprint of a secret. One day it may hide something it should not.

    Fix: correct it, or remove it. `skillpack check` prints what accepts a secret, below its finding.
    """
    asked = {code for profile in subject.profiles.values() for code in profile.severities}
    for suppression in subject.configuration.suppressions:
        if suppression.rule in RETIRED:
            yield _about_configuration(f"the rule `{suppression.rule}` is gone", "remove the suppression")
        elif suppression.rule not in asked:
            near = get_close_matches(suppression.rule, sorted(asked), 1)
            hint = f"did you mean `{near[0]}`?" if near else "correct the code"
            yield _about_configuration(f"no profile asks for the rule `{suppression.rule}`", hint)
        elif (flawed := flaw(suppression))[0]:
            of_skill = f" for `{suppression.skill}`" if suppression.skill else ""
            yield _about_configuration(f"the suppression of `{suppression.rule}`{of_skill} {flawed[0]}", flawed[1])
        elif suppression.skill in subject.absent:
            yield _about_configuration(
                f"`{suppression.rule}` is suppressed for `{suppression.skill}`, which is not in the catalog",
                "correct the name, or remove the suppression",
            )


@rule("ST008", "shadowed-skill", source="skillpack, nothing lost")
def shadowed_skill(subject: CatalogSubject) -> Iterator[Hit]:
    """A skill of an earlier source replaces one of the same name.

    Why: this is how a team overrides a skill of somebody else; otherwise the skill is missing from the
    catalog.

    Fix: nothing, if this is intended; otherwise rename one of them, or change the order of the sources.
    """
    for name, winner, loser in _name_uses(subject):
        if loser not in subject.overview.copies and _source(subject, winner) != _source(subject, loser):
            yield Hit(
                f"`{printable(winner)}` replaces `{printable(loser)}`: both are called `{printable(name)}`",
                path=loser,
                hint="rename one of the two if this is not intended",
            )


@rule("ST009", "yanked-unknown-version", source="skillpack, configuration")
def yanked_unknown_version(subject: CatalogSubject) -> Iterator[Hit]:
    """A version is yanked that was never published.

    Why: everybody is still offered the version that you wanted to yank.

    Fix: correct name and version; the skill's page lists its versions as they must be written.

    Only a build that knows what was published can tell: with `--previous` or `[catalog] previous`.
    """
    if subject.versions is None:
        return
    for mark in subject.configuration.yanked:
        labels = subject.versions.get(mark.name)
        if labels is None:
            yield _about_configuration(
                f"`{mark.version}` of `{mark.name}` is yanked, but no skill of that name was ever published",
                "correct the name, or remove the mark",
            )
        elif mark.version not in labels:
            yield _about_configuration(
                f"`{mark.version}` of `{mark.name}` is yanked, but that version was never published",
                "correct the version, or remove the mark",
            )


@rule("ST010", "renamed-unknown-skill", source="skillpack, configuration")
def renamed_unknown_skill(subject: CatalogSubject) -> Iterator[Hit]:
    """A skill is renamed or withdrawn that was never published.

    Why: nobody looks for the page of this name, and people who have the real skill do not learn its new
    name.

    Fix: correct `from`; nothing, where the skill was offered elsewhere under that name.

    Only a build that knows what was published can tell: with `--previous` or `[catalog] previous`.
    """
    if subject.versions is None:
        return
    for mark in subject.configuration.renamed:
        if mark.old not in subject.versions:
            yield _about_configuration(
                f"`{mark.old}` is marked as renamed or withdrawn, but no skill of that name was ever published",
                "correct `from`",
            )


@rule("ST011", "marketplace-name-default", source="Claude Code marketplaces")
def marketplace_name_default(subject: CatalogSubject) -> Iterator[Hit]:
    """The marketplace still has the default name.

    Why: Claude Code keeps marketplaces by name and refuses a second one with the same name. People who
    added another catalog without a name cannot add this one.

    Fix: set `[catalog] name` to a name of your own, such as `acme-skills`.
    """
    own = subject.configuration.name
    if own == Configuration().name and subject.configuration.site_url.startswith("https://"):
        yield _about_configuration(f"the marketplace has the default name `{own}`", "set `[catalog] name`")


@rule("SG009", "signer-in-repository", source="skillpack, signers")
def signer_in_repository(subject: CatalogSubject) -> Iterator[Hit]:
    """The certificate or key of a signer lies in the repository of skills for which it counts.

    Why: who may change the skills there may change the key as well, so to a stranger such a signature says
    only that the repository agrees with itself. Pages say so beside the signer.

    Fix: nothing for your own skills: people who install them name your key in their own settings. For skills
    of others, get the key from them another way, and keep it outside of their folder.
    """
    for file in subject.configuration.signers.files:
        sources = [f"`{printable(source)}`" for source, files in subject.configuration.signers.own if file in files]
        if sources:
            yield _about_configuration(
                f"the signer `{printable(file)}` lies in the repository of the skills of {' and '.join(sources)}, "
                "so of these it proves nothing to a stranger",
                "people who install your skills name your key in their own settings",
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
