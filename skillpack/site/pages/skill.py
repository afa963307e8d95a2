"""The page of a skill."""

import re
from collections.abc import Iterator, Sequence
from html import escape

from markupsafe import Markup
from msgspec import Struct

from skillpack.catalog import paths
from skillpack.catalog.dates import has_feed
from skillpack.catalog.hosts import shown_hosts
from skillpack.catalog.roles import declared_role, role_of
from skillpack.model.agent import Agent
from skillpack.model.entry import Details, Entry, EntryState, PageRecord, PromptEntry, Relations
from skillpack.model.evidence import SignatureState
from skillpack.model.output import OutputFile
from skillpack.model.profile import Profile
from skillpack.model.settings import Configuration, Theme
from skillpack.site.addresses import quoted
from skillpack.site.card import has_card
from skillpack.site.frame import Frame, name_regions, page_stem
from skillpack.site.install_lines import install_panels, verify_line
from skillpack.site.markdown.hidden_characters import laid_open
from skillpack.site.markdown.render import AS_SOURCE
from skillpack.site.meter import ADVISED, meter, ruler
from skillpack.site.repository_links import repository_links
from skillpack.site.skill.abilities import abilities_view
from skillpack.site.skill.alarm import alarm_view
from skillpack.site.skill.facts import facts, identity, needs, short_label, split_description, versions
from skillpack.site.skill.file_tree import folders
from skillpack.site.skill.findings import ChecksView, checklist, checks_view, host_rows, hosts_sentence
from skillpack.site.skill.open_steps import opening_view
from skillpack.site.skill.program import program_view
from skillpack.site.skill.results import results_view
from skillpack.site.skill.reviews import reviews_view
from skillpack.site.skill.signature import signature_view
from skillpack.site.structured import of_skill
from skillpack.site.trusted import trusted

_TAG = re.compile(r"&lt;/?[A-Za-z_][\w-]*(?:&gt;)?|/?&gt;")
_CONTENTS = 40  # headings listed beside the page
_DEPENDENTS = 12  # skills listed beside the page
_REQUIRED = "SG007"  # signature-required


class Banner(Struct, frozen=True):
    """What a reader must know first.

    Attributes:
        kind: `bad`, `warn` or `info`.
        message: What rules say, in English; it stands before the text.
        link: Path of the page that helps, or empty.
    """

    kind: str
    head: str
    text: str
    link: str = ""
    link_text: str = ""
    message: str = ""


class PromptView(Struct, frozen=True):
    """The skill in one prompt format."""

    format: str
    title: str
    tokens: int
    html: Markup


class ContentLine(Struct, frozen=True):
    """A heading in the contents; `depth` is 1 or 2."""

    depth: int
    anchor: str
    text: str


def skill_page(
    record: PageRecord,
    relations: Relations,
    shown: frozenset[str],
    theme: Theme,
    configuration: Configuration,
    profiles: Sequence[Profile],
    *,
    agents: Sequence[Agent] = (),
) -> OutputFile:
    """Return the page of a skill.

    Args:
        record: Of the skill; its entry is the resolved one, with state and counts.
        relations: What the set adds.
        shown: Paths of the files that have a page.
        theme: Of the site.
        configuration: Of the catalog.
        profiles: Those that the compatibility table names.
        agents: Names and folders of clients.
    """
    frame = Frame(theme, configuration)
    values = _values(frame, record, relations, shown, profiles, agents)
    if has_card(record.entry, configuration):
        values["picture"] = frame.absolute(paths.skill_card(record.entry.name))
    template = "secret.html" if record.secret else "skill.html"
    return frame.page(paths.skill_page(record.entry.name), template, values)


def _values(
    frame: Frame,
    record: PageRecord,
    relations: Relations,
    shown: frozenset[str],
    profiles: Sequence[Profile],
    agents: Sequence[Agent],
) -> dict[str, object]:
    entry, details, configuration = record.entry, record.details, frame.configuration
    pages = {path: paths.skill_file(entry.name, path) for path in shown}
    checks = checks_view(frame, entry, relations.findings, pages)
    hosts = host_rows(entry, shown_hosts(profiles, configuration))
    lines = versions(relations)
    sentence, rest = split_description(entry.description)
    # The declared one, or with `[catalog] roles` the one that follows from the name.
    role = declared_role(entry.role) or (role_of(entry.name) if configuration.roles else None)
    looked = reviews_view(frame, relations.coverage, *_offered(entry))
    signature = signature_view(frame, record.signature)
    helps = results_view(frame, relations.results, entry.help, details.tasks)
    answered = {"reviewed": looked.head, "signed": signature, "measured": helps.head}
    return {
        "alternates": tuple(_alternates(record, relations, configuration)),
        "structured": of_skill(entry, details, configuration),
        "entry": entry,
        "lang": frame.lang(entry.language),
        "details": details,
        "label": short_label(entry.release),
        "sentence": sentence,
        "rest": rest,
        "alarm": alarm_view(frame, entry.path, relations.alarms, pages),
        "meter": trusted(meter(entry.tokens)),  # drawn by us
        "offered": entry.state is EntryState.PUBLISHED,
        "role": role.name if role else "",
        "banners": tuple(_banners(frame, record, relations, checks)),
        "ruler": ruler(entry.tokens),
        "share": max(round(entry.tokens.opened * 100 / ADVISED), 1),
        "unlisted": entry.state is EntryState.WITHHELD and entry.carried is None,
        "prompts": tuple(_prompts(frame, record.prompts)),
        "body": trusted(name_regions(frame, record.html)),  # sanitized when it was rendered
        "as_source": record.html.startswith(AS_SOURCE),
        "contents": _contents(record.contents),
        "opening": opening_view(details, pages),
        "markdown": pages.get("SKILL.md", ""),
        "program": program_view(frame, details.program, entry.requires) if details.program else None,
        "folders": tuple(folders(entry.name, record.files, shown)),
        "versions": lines,
        "purged": relations.purged,
        "dated": any(release.date for release in (*(line.release for line in lines), *relations.purged)),
        "feed": paths.skill_feed(entry.name) if has_feed(relations.releases, configuration) else "",
        "checks": checks,
        "excerpts": record.excerpts,
        "checklist": checklist(entry, relations.findings, versions=len(relations.releases) > 1),
        "hosts": hosts,
        "hosts_sentence": hosts_sentence(frame, hosts) if hosts else "",
        "panels": install_panels(entry, configuration, agents),
        "facts": tuple(facts(frame, entry, details, relations)),
        "looked": looked,
        "how_to_review": _page_called("review", configuration),
        "signature": signature,
        "helps": helps,
        "not_yet": tuple(each for each, answer in answered.items() if not answer),
        "updated": relations.history.updated,
        "repository": repository_links(configuration.repository, entry.path, f"{entry.name}: "),
        "badge": _badge(entry, configuration),
        "how_to_verify": _page_called("verify", configuration),
        "verify": verify_line(entry, configuration, agents),
        "identity": tuple(identity(entry, details)),
        "can": abilities_view(frame, record, relations.alarms, pages),
        "scripts": sum(bool(file.runs) for file in record.files),
        "starts": _starts(entry, details),
        "needs": tuple(needs(entry, details)),
        "related": tuple(name for name in relations.related if name not in {rival.name for rival in relations.rivals}),
        "rivals": relations.rivals,
        "bundles": relations.bundles,
        "dependents": relations.dependents[:_DEPENDENTS],
        "more_dependents": max(0, len(relations.dependents) - _DEPENDENTS),
    }


def _offered(entry: Entry) -> tuple[str, str]:
    """Return the digest of what is offered, and its label where it is an earlier version than the page shows."""
    carried = entry.carried
    return (entry.release.digest, "") if carried is None else (carried.digest, short_label(carried))


def _page_called(name: str, configuration: Configuration) -> str:
    """Return the path of the catalog's own page of a name, in whatever folder; empty where there is none."""
    stems = (page_stem(page) for page in configuration.pages)
    found = next((stem for stem in stems if stem.rpartition("/")[2] == name), "")
    return paths.text_page(found) if found else ""


def _badge(entry: Entry, configuration: Configuration) -> str:
    """Return the Markdown that shows a skill's badge elsewhere; empty for what is withheld or without a `site_url`."""
    base, name = configuration.site_url, entry.name
    if not base or entry.state is not EntryState.PUBLISHED:
        return ""
    badge, page = quoted(paths.skill_badge(name)), quoted(f"skills/{name}/")
    return f"[![{name}]({base}{badge})]({base}{page})"


def _alternates(record: PageRecord, relations: Relations, configuration: Configuration) -> Iterator[tuple[str, str]]:
    """Yield type and path of what says the same otherwise."""
    name = record.entry.name
    yield "text/markdown", paths.skill_summary(name)
    if not record.secret:
        yield "text/markdown", paths.skill_markdown(name)
    if has_feed(relations.releases, configuration):
        yield "application/atom+xml", paths.skill_feed(name)


def _banners(frame: Frame, record: PageRecord, relations: Relations, checks: ChecksView) -> Iterator[Banner]:
    entry, details, secret = record.entry, record.details, record.secret
    if secret:
        kept = f" {frame.t('withheld.carried')}" if entry.carried is not None else ""
        yield Banner("bad", str(frame.t("withheld.head")), f"{frame.t('withheld.secret')}{kept}")
    elif entry.state is EntryState.WITHHELD:
        errors = [line.message for line in checks.open if line.severity == "error"]
        why = f"{'; '.join(errors[:3])}." if errors else ""
        why = why[:1].upper() + why[1:]
        carried = any(release.archive and not release.yanked for release in relations.releases)
        required = frame.configuration.signers.require and entry.signature != SignatureState.VALID
        unsigned = required and all(line.rule != _REQUIRED for line in checks.open)  # where no profile minds the rule
        unreviewed = bool(frame.configuration.review.require) and not why
        missing = "signature" if unsigned else "review" if unreviewed else ""
        lacks = str(frame.t(f"withheld.{missing}")) if missing else ""
        said = f"{lacks} " if lacks else "" if why else f"{frame.t('withheld.archive')}. "
        text = f"{said}{frame.t('withheld.carried') if carried else ''}"
        yield Banner("bad", str(frame.t("withheld.head")), text, message=why)
    if relations.former_names:
        yield Banner("info", str(frame.t("formerly.head")), f"{', '.join(relations.former_names)}.")
    if entry.status == "experimental":
        yield Banner("info", str(frame.t("experimental.head")), str(frame.t("experimental.text")))
    if entry.release.yanked:
        yield Banner("warn", str(frame.t("version.yanked_head")), f"{entry.release.yanked.rstrip('.')}.")
    if entry.status == "deprecated":
        reason = "" if details.deprecated.lower() in {"", "true"} else f"{details.deprecated.rstrip('.')}."
        link = paths.skill_page(entry.successor) if entry.successor else ""
        words = str(frame.t("deprecated.successor", name=entry.successor)) if link else ""
        yield Banner("warn", str(frame.t("deprecated.head")), reason, link, words)


def _prompts(frame: Frame, prompts: Sequence[PromptEntry]) -> Iterator[PromptView]:
    for prompt in prompts:
        title = frame.t(f"format.{prompt.format}", default=prompt.format)
        # A few words of XML need no lexer; on every page of a catalog the time of one adds up.
        html = laid_open(escape(prompt.text, quote=False))
        if "&gt;" in html or "&lt;" in html:
            html = _TAG.sub(r"<i class=hk>\g<0></i>", html)
        yield PromptView(prompt.format, str(title), prompt.tokens, trusted(html))  # escaped


def _contents(contents: Sequence[tuple[int, str, str]]) -> tuple[ContentLine, ...]:
    """Return the two highest levels of headings, as many as fit beside a page."""
    levels = sorted({level for level, _, _ in contents})
    # One title at the top says again what the page is called.
    if len(levels) > 1 and sum(level == levels[0] for level, _, _ in contents) == 1:
        levels = levels[1:]
    kept = [each for each in contents if each[0] in levels[:2]]
    if len(kept) > _CONTENTS:
        kept = [each for each in contents if each[0] == levels[0]]
    return tuple(ContentLine(levels.index(level) + 1, anchor, text) for level, anchor, text in kept[:_CONTENTS])


def _starts(entry: Entry, details: Details) -> tuple[str, ...]:
    """Return keys of the texts about who may start the skill and how."""
    said = (
        ("people", not entry.by_model and entry.by_user),
        ("model", entry.by_model and not entry.by_user),
        ("nobody", not entry.by_model and not entry.by_user),
        ("fork", details.invocation.context == "fork"),
    )
    return tuple(key for key, holds in said if holds)
