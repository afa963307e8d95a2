"""The table of prompt formats, and the index of one of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from skillpack.catalog import paths
from skillpack.model.entry import PromptEntry
from skillpack.model.skill import Skill
from skillpack.model.tokens import estimated_tokens
from skillpack.prompt import ash, boxxy, gemini, instructor, listing, metaskill, metis, openskills, skills_ref


@dataclass(frozen=True, slots=True)
class Format:
    """How one host writes its index.

    Attributes:
        title: The name people know it by.
        file: Name of the file below `prompt/` of the site.
        entry: One skill and its location -> its piece, without a final newline.
        index: All pieces -> the text as a stream, with a final newline; host by host, no pieces may give no text.
    """

    name: str
    title: str
    file: str
    entry: Callable[[Skill, str], str]
    index: Callable[[Iterable[str]], Iterator[str]]


_TABLE = (
    Format("skills-ref", "XML (skills-ref)", "available_skills.xml", skills_ref.entry, skills_ref.index),
    Format("metis", "Metis", "metis.md", metis.entry, metis.index),
    Format("ash", "ash", "ash.md", ash.entry, ash.index),
    Format("instructor", "instructor", "instructor.txt", instructor.entry, instructor.index),
    Format("metaskill", "metaSKILLs", "metaskill.md", metaskill.entry, metaskill.index),
    Format("boxxy", "boxxy", "boxxy.xml", boxxy.entry, boxxy.index),
    Format("openskills", "AGENTS.md (openskills)", "agents.md", openskills.entry, openskills.index),
    Format("gemini", "Gemini", "gemini.xml", gemini.entry, gemini.index),
    Format("json", "JSON", "index.json", listing.entry, listing.index),
)

FORMATS: Mapping[str, Format] = {form.name: form for form in _TABLE}


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
