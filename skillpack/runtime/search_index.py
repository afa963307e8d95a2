"""Skills -> the index that a ranked search looks in."""

import re
from collections.abc import Iterable, Iterator

from skillpack.parse.values import parts
from skillpack.runtime.skill import Skill, SkillMetadata
from skillpack.search.index_terms import weighted
from skillpack.search.rank import Postings, gather

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(.*)")


def index_skills(skills: Iterable[SkillMetadata]) -> Postings:
    """Return the index of some skills: the same terms and weights as `skillpack search` has.

    Args:
        skills: No two of one name. Of one without a body, name, description and tags are indexed.
    """
    return gather((skill.name, _weighted(skill)) for skill in skills)


def _weighted(skill: SkillMetadata) -> tuple[tuple[str, int], ...]:
    tags = parts((skill.metadata or {}).get("tags", ""))
    body = skill.body if isinstance(skill, Skill) else ""
    return weighted(skill.name, skill.description, tags, _headings(body), body)


def _headings(body: str) -> Iterator[str]:
    """Yield the headings of a body; a comment in a block of code is none."""
    fence = ""
    for line in body.splitlines():
        mark = _FENCE.match(line)
        if mark is not None:
            if not fence:
                fence = mark[1]
            elif mark[1].startswith(fence):
                fence = ""
        elif not fence and (heading := _HEADING.match(line)) is not None:
            yield heading[1].rstrip(" \t#")
