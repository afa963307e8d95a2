"""AU: every fault of a published site, its words and its page."""

from collections.abc import Mapping

from skillpack.audit.fault import Fault, Said, fault
from skillpack.model.finding import RulePage
from skillpack.model.portable import printable

_REBUILD = "build the site again, and publish it whole"
_SKILLS = "npx skills 1.7.4; wire formats 0 and 3.1"


@fault(1, "index-unreadable", source="skillpack, the JSON Schemas of the site")
def index_unreadable(path: str, reason: str) -> Said:
    """An index of the site cannot be read.

    Why: installers, agents and the next build read it; what is cut off, damaged or of another shape
    is refused as a whole.

    Fix: build the site again. If a host or a tool changes JSON files on their way, tell it not to.
    """
    return Said("", path, reason, _REBUILD)


@fault(2, "file-missing", source="skillpack")
def file_missing(name: str, path: str, by: str = "") -> Said:
    """A file that clients or indexes count on is not on the site.

    Why: whoever follows the index gets an error, and installs nothing.

    Fix: publish the site whole. Some hosts leave out folders that start with a dot; GitHub's
    `upload-pages-artifact` needs `include-hidden-files: true`.
    """
    missing = f"`{printable(path)}`"
    message = f"`{by}` names {missing}, which is not on the site" if by else f"{missing} is not on the site"
    return Said(name, by or path, message, _REBUILD)


@fault(3, "digest-differs", source="skillpack; decisions 8")
def digest_differs(name: str, path: str, by: str, what: str = "its SHA-256") -> Said:
    """A file is not the one whose digest an index gives.

    Why: installers compare digests before they write anything; a file that differs is not installed,
    by some of them without a word.

    Fix: publish the files as they were built: no host or tool may rewrite line ends, minify, or
    replace an archive under the same name.
    """
    return Said(name, path, f"`{printable(path)}` is not what `{by}` says: {what} differs", _REBUILD)


@fault(4, "indexes-disagree", source="skillpack")
def indexes_disagree(name: str, path: str, reason: str) -> Said:
    """Two files of the site say different things of one skill.

    Why: what a person sees, what an installer gets and what an update compares with must be one
    version.

    Fix: build the site again into an empty folder, and publish all of it at once.
    """
    return Said(name, path, f"`{path}` {reason}", _REBUILD)


@fault(5, "prompt-file-differs", source="decisions 7")
def prompt_file_differs(name: str, path: str, reason: str) -> Said:
    """A prompt file does not hold exactly the skills that are offered to agents.

    Why: an agent that is given the file would open a skill that is not there, or never learn of one.
    A skill that only people may start, and one that is withheld or yanked, is in none of them.

    Fix: build the site again.
    """
    return Said(name, path, f"`{path}` {reason}", _REBUILD)


@fault(6, "archive-refused", source="packaging 1")
def archive_refused(name: str, path: str, reason: str) -> Said:
    """A published archive is refused by a strict reader.

    Why: `skillpack install` and `skillpack unpack` take only archives that every reader sees alike.

    Fix: build the site again; do not pack or repack archives by other tools.
    """
    return Said(name, path, f"`{printable(path)}` is refused: {reason}", _REBUILD)


@fault(7, "entry-dropped", source=_SKILLS)
def entry_dropped(name: str, path: str, reason: str) -> Said:
    """Clients drop an entry of the discovery index.

    Why: `npx skills add` passes over an entry whose name, type, description, address or digest is not
    as it should be. It says nothing and ends well.

    Fix: names are lower-case ASCII letters, digits and single hyphens; descriptions have 1 to 1024
    UTF-16 units; digests are `sha256:` and 64 lower-case hex digits.
    """
    return Said(name, path, f"`npx skills` drops `{printable(name)}`: {reason}")


@fault(8, "archive-dropped", source=_SKILLS)
def archive_dropped(name: str, path: str, reason: str) -> Said:
    """Clients drop a skill because of what its archive holds.

    Why: `npx skills add` takes at most 1,000 entries and 50 MiB, with `SKILL.md` at the root and no
    links. What passes a limit is not installed, and nothing is said.

    Fix: leave out what agents do not need, or split the skill.
    """
    return Said(name, path, f"`npx skills` drops `{printable(name)}`: {reason}", "leave out what agents do not need")


@fault(9, "front-matter-dropped", source=_SKILLS)
def front_matter_dropped(name: str, path: str, reason: str) -> Said:
    """Clients drop a skill because they cannot read its front matter.

    Why: `npx skills add` wants the front matter between two lines `---`, readable as YAML 1.2 without
    a key that is there twice, and `name` and `description` as texts: `name: 2024` is a number. What is
    otherwise is not installed, and nothing is said.

    Fix: quote the value, or mend the front matter; `skillpack check` shows the place.
    """
    return Said(name, path, f"`npx skills` drops `{printable(name)}`: {reason}", "`skillpack check` shows the place")


@fault(10, "file-cut", source=_SKILLS)
def file_cut(name: str, path: str, reason: str) -> Said:
    """Clients install a file with other bytes than those that were published.

    Why: `npx skills add` decodes `SKILL.md` and writes it again, which drops a byte-order mark and
    replaces what is not UTF-8; of a tar it reads only names that fit its oldest form. The installed
    skill then differs from its digest.

    Fix: save the file as UTF-8 without a byte-order mark; publish a zip.
    """
    return Said(name, path, f"`npx skills` changes `{printable(name)}`: {reason}")


@fault(11, "address-not-relative", source="wire formats 0.7")
def address_not_relative(name: str, path: str, url: str) -> Said:
    """An index holds an address that is not relative to it.

    Why: an address that starts with `/` or names a host is wrong as soon as the site lies below a
    path, such as `https://example.com/skills/`, or moves.

    Fix: build the site again; no tool may rewrite the addresses in its indexes.
    """
    return Said(name, path, f"`{path}` gives `{printable(url)}`, which is not relative to the index", _REBUILD)


@fault(12, "hidden-from-install", source=_SKILLS)
def hidden_from_install(name: str, path: str) -> Said:
    """Clients install the skill only when it is named.

    Why: `metadata.internal: true` hides a skill from `npx skills add` unless somebody asks for it by
    name.

    Fix: remove `internal` if everybody should get the skill; otherwise nothing.
    """
    return Said(name, path, f"`npx skills` installs `{printable(name)}` only by name: its metadata says `internal`")


@fault(13, "legacy-index-voided", source="wire formats 3.2")
def legacy_index_voided(name: str, path: str, reason: str) -> Said:
    """An entry of the old discovery index loses files, or voids the whole index.

    Why: readers of version 0.1 refuse the index as a whole for one entry that they do not take, and
    leave out a file whose name an address would have to escape.

    Fix: build the site again; such skills are left out of that index.
    """
    return Said(name, path, f"`{path}`, `{printable(name)}`: {reason}", _REBUILD)


@fault(14, "plugin-refused", source="Claude Code 2.1.328; wire formats 3.3")
def plugin_refused(name: str, path: str, reason: str) -> Said:
    """Claude Code refuses an entry of the marketplace.

    Why: a plugin needs a name in kebab case that is not the marketplace's, an https address of an
    archive on a public host, and the archive's SHA-256 as 64 bare hex digits. The strict validator
    also refuses keys that it does not know.

    Fix: set `[catalog] site_url` to the address the site really has, and build again.
    """
    return Said(name, path, f"`{path}`, `{printable(name)}`: {reason}")


@fault(15, "not-in-legacy-index", source="wire formats 3.2")
def not_in_legacy_index(name: str, path: str, file: str) -> Said:
    """A skill is left out of the old discovery index because of the name of a file.

    Why: readers of version 0.1, such as opencode, put the names of files into addresses as they
    stand; one with `..` voids the whole index, one with `#`, `?` or `%` is asked for under another name.

    Fix: rename the file, if readers of that index should get the skill.
    """
    return Said(
        name, path, f"`{path}` leaves out `{printable(name)}` because of `{printable(file)}`", "rename the file"
    )


@fault(16, "marketplace-name-default", source="Claude Code 2.1.330; wire formats 3.3")
def marketplace_name_default(path: str, own: str) -> Said:
    """The marketplace has the name that every catalog has until it is given one.

    Why: Claude Code keeps marketplaces by name and refuses a second one of the same name. Whoever has
    added another catalog without a name cannot add this one.

    Fix: set `[catalog] name` to a name of your own, such as `acme-skills`.
    """
    return Said("", path, f"the marketplace is called `{own}`, as each without a name is", "set `[catalog] name`")


FAULTS: tuple[Fault[...], ...] = (
    index_unreadable,
    file_missing,
    digest_differs,
    indexes_disagree,
    prompt_file_differs,
    archive_refused,
    entry_dropped,
    archive_dropped,
    front_matter_dropped,
    file_cut,
    address_not_relative,
    hidden_from_install,
    legacy_index_voided,
    plugin_refused,
    not_in_legacy_index,
    marketplace_name_default,
)

CAUSES: Mapping[str, frozenset[str]] = {
    archive_dropped.page.code: frozenset({"PB010", "PB014"}),
    front_matter_dropped.page.code: frozenset(
        {"FM001", "FM002", "FM003", "FM004", "FM005", "FM009", "MD005"}
        | {"NM001", "NM002", "NM003", "DS001", "DS002", "DS003"}
    ),
    file_cut.page.code: frozenset({"FM007", "LY013"}),
}
"""Fault -> codes by which `check` says the same of the sources: who accepts those accepts what clients make of them."""


def fault_pages() -> tuple[RulePage, ...]:
    """Return the page of every fault, sorted by code."""
    return tuple(each.page for each in FAULTS)
