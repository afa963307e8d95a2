"""Skills -> the index that a ranked search looks in."""

from collections.abc import Iterable

from skillpack.parse.markdown.body import scan_body
from skillpack.parse.values import parts
from skillpack.runtime.skill import Skill, SkillMetadata
from skillpack.search.rank import Postings, gather
from skillpack.search.terms import weighted


def index_skills(skills: Iterable[SkillMetadata]) -> Postings:
    """Return the index of some skills: the same terms and weights as `skillpack search` has.

    Args:
        skills: No two of one name. Of one without a body, name, description and tags are indexed.
    """
    rows = []
    for skill in skills:
        tags = parts((skill.metadata or {}).get("tags", ""))
        body = skill.body if isinstance(skill, Skill) else ""
        headings = (heading.text for heading in scan_body(body, 1).headings)
        rows.append((skill.name, weighted(skill.name, skill.description, tags, headings, body)))
    return gather(rows)
