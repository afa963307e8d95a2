"""The table of prompt formats, and the index of one of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from skillpack.catalog import paths
from skillpack.model.entry import PromptEntry
from skillpack.model.skill import Skill
from skillpack.model.tokens import estimated_tokens
from skillpack.prompt import ash, boxxy, gemini, instructor, listing, metaskill, metis, openskills, skills_ref
from skillpack.prompt.escape import one_line, xml_attribute, xml_text


@dataclass(frozen=True, slots=True)
class Format:
    """How one host writes its index.

    Attributes:
        title: The name people know it by.
        file: Name of the file below `prompt/` of the site; empty for a form that only a command prints.
        entry: One skill and its location -> its piece, without a final newline.
        index: All pieces -> the text as a stream, with a final newline; host by host, no pieces may give no text.
        escape: A description on one line -> how it stands in a piece, character by character; what a host does to
            comments or to an end of its own frame is left out.
        judged: As `entry`, with the errors of a check, where a piece tells them.
        judged_by: Name of the profile by which that check judges.
        preloaded: As `entry`, for a skill whose body stands in the prompt already, where a piece tells.
    """

    name: str
    title: str
    file: str
    entry: Callable[[Skill, str], str]
    index: Callable[[Iterable[str]], Iterator[str]]
    escape: Callable[[str], str]
    judged: Callable[[Skill, str, Sequence[str]], str] | None = None
    judged_by: str = ""
    preloaded: Callable[[Skill, str], str] | None = None


_TABLE = (
    Format("skills-ref", "XML (skills-ref)", "available_skills.xml", skills_ref.entry, skills_ref.index, xml_text),
    Format("metis", "Metis", "metis.md", metis.entry, metis.index, one_line, preloaded=metis.preloaded),
    Format("ash", "ash", "ash.md", ash.entry, ash.index, one_line),
    Format("instructor", "instructor", "instructor.txt", instructor.entry, instructor.index, one_line),
    Format("metaskill", "metaSKILLs", "metaskill.md", metaskill.entry, metaskill.index, one_line),
    Format("boxxy", "boxxy", "boxxy.xml", boxxy.entry, boxxy.index, xml_attribute),
    Format("boxxy-full", "boxxy with bodies", "", boxxy.full, boxxy.index, xml_attribute, boxxy.judged, "formal"),
    Format("openskills", "AGENTS.md (openskills)", "agents.md", openskills.entry, openskills.index, xml_attribute),
    Format("gemini", "Gemini", "gemini.xml", gemini.entry, gemini.index, xml_text),
    Format("json", "JSON", "index.json", listing.entry, listing.index, listing.escaped),
)

FORMATS: Mapping[str, Format] = {form.name: form for form in _TABLE}

PUBLISHED: Mapping[str, Format] = {form.name: form for form in _TABLE if form.file}
"""The formats of which a site has a file."""


def published_location(name: str, *, site_url: str) -> str:
    """Return where the prompt files say that a skill lies: absolute with a site URL, else relative (decisions 7)."""
    if site_url:
        return site_url + paths.skill_markdown(name)
    return paths.relative(paths.prompt("index.json"), paths.skill_markdown(name))


def prompt_entries(skill: Skill, formats: Iterable[str], location: str) -> tuple[PromptEntry, ...]:
    """Return a skill in each of the formats; none for a skill that the model must not see (decisions 7)."""
    if not skill.invocation.by_model:
        return ()
    texts = ((name, FORMATS[name].entry(skill, location)) for name in formats)
    return tuple(PromptEntry(name, text, estimated_tokens(text)) for name, text in texts)


def judging(form: Format, errors: Mapping[str, Sequence[str]]) -> Format:
    """Return a format whose pieces also tell what a check found.

    Args:
        errors: Name of a skill -> errors in the words of the host; empty for none.
    """
    judged = form.judged
    if judged is None:
        return form
    return replace(form, entry=lambda skill, location: judged(skill, location, errors[skill.name]))
