"""The table of prompt formats: those that are nobody's own, and those of hosts."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.catalog import paths
from skillpack.catalog.hosts import hidden_profiles
from skillpack.errors import UsageError
from skillpack.model.entry import PromptEntry
from skillpack.model.finding import Verdict
from skillpack.model.profile import Profile
from skillpack.model.settings import Configuration
from skillpack.model.skill import ParsedSkill, estimated_tokens
from skillpack.prompt import ash, boxxy, gemini, instructor, json_index, metaskill, metis, openskills, skills_ref
from skillpack.prompt.style import IndexStyle


class Format(Struct, frozen=True):
    """An index that can be asked for.

    Attributes:
        title: The name people know it by.
        file: Name of the file below `prompt/` of the site; empty for one that only a command prints.
        style: How it is written.
        host: Whose it is, and who says what is in it; None where it is nobody's own.
        judged_by: Name of the profile whose errors its pieces hold; empty where they hold none.
        profile: Name of the profile whose form it is; empty for one that any host may take.
    """

    name: str
    title: str
    file: str
    style: IndexStyle
    host: Profile | None = None
    judged_by: str = ""
    profile: str = ""


STYLES: Mapping[str, IndexStyle] = {
    style.name: style
    for style in (
        *(skills_ref.STYLE, metis.STYLE, ash.STYLE, instructor.STYLE, metaskill.STYLE, boxxy.STYLE, boxxy.FULL),
        *(openskills.STYLE, gemini.STYLE, json_index.STYLE),
    )
}

_NOBODYS = (
    Format("skills-ref", "XML (skills-ref)", "available_skills.xml", skills_ref.STYLE),
    Format("boxxy", "boxxy", "boxxy.xml", boxxy.STYLE, profile="formal"),
    Format("boxxy-full", "boxxy with bodies", "", boxxy.FULL, judged_by="formal", profile="formal"),
    Format("openskills", "AGENTS.md (openskills)", "agents.md", openskills.STYLE),
    Format("json", "JSON", "index.json", json_index.STYLE),
)


def formats(profiles: Iterable[Profile]) -> Mapping[str, Format]:
    """Return the formats by name: those of hosts are called as the host is.

    Raises:
        UsageError: A host's style is unknown.
    """
    return {form.name: form for form in (*_NOBODYS, *filter(None, map(host_format, profiles)))}


def host_format(profile: Profile) -> Format | None:
    """Return the format in which a host writes its index; None where that is not known.

    Raises:
        UsageError: Its style is unknown.
    """
    if not profile.index_style:
        return None
    style = STYLES.get(profile.index_style)
    if style is None:
        known = ", ".join(f"`{name}`" for name in sorted(STYLES))
        raise UsageError(
            f"`index.style` of the profile `{profile.name}` is `{profile.index_style}`, but one of {known} is wanted"
        )
    return Format(profile.name, profile.title, profile.index_file, style, profile, profile=profile.name)


def published_formats(profiles: Iterable[Profile]) -> Mapping[str, Format]:
    """Return the formats of which a site has a file, by name."""
    return {name: form for name, form in formats(profiles).items() if form.file}


def shown_formats(profiles: Sequence[Profile], configuration: Configuration) -> tuple[Format, ...]:
    """Return the formats with a file that pages mention: not those of specifications that the catalog does not name."""
    hidden = hidden_profiles(profiles, configuration)
    return tuple(form for form in published_formats(profiles).values() if form.profile not in hidden)


def published_location(name: str, *, site_url: str) -> str:
    """Return where the prompt files say that a skill lies: absolute with a site URL, else relative."""
    if site_url:
        return site_url + paths.skill_markdown(name)
    return paths.relative(paths.prompt("index.json"), paths.skill_markdown(name))


def prompt_entries(
    skill: ParsedSkill, verdicts: Iterable[Verdict], wanted: Iterable[Format], location: str
) -> tuple[PromptEntry, ...]:
    """Return a skill in those of the formats that hold it; in none where only people may start it.

    Args:
        skill: To be listed.
        verdicts: Of hosts: the format of one that does not load it holds it not.
        wanted: Formats.
        location: Where it lies.
    """
    if not skill.invocation.by_model:
        return ()
    refusing = {verdict.profile for verdict in verdicts if not verdict.loads}
    texts = (
        (each.name, each.style.entry(skill, location))
        for each in wanted
        if each.host is None or each.host.name not in refusing
    )
    return tuple(PromptEntry(name, text, estimated_tokens(text)) for name, text in texts)


def with_errors(style: IndexStyle, errors: Mapping[str, Sequence[str]]) -> IndexStyle:
    """Return a style whose pieces also hold the errors that a check found.

    Args:
        style: Of the pieces.
        errors: Name of a skill -> errors in the words of the host; empty for none.
    """
    judged = style.judged
    if judged is None:
        return style
    return replace(style, entry=lambda skill, location: judged(skill, location, errors[skill.name]))
