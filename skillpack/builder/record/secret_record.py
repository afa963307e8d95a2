"""A skill with a secret -> the record of it that may be kept and shown: its name and its findings (pure)."""

import msgspec
from msgspec.structs import replace

from skillpack.builder.record.entry import SKILL_FILE, make_details, make_entry
from skillpack.model.digest import sha256
from skillpack.model.entry import PageRecord
from skillpack.model.finding import Finding
from skillpack.model.release import Release
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import SourceTree, make_tree
from skillpack.parse.skill import parse_skill
from skillpack.search.selection_input import selection_input
from skillpack.search.shards import spread


def secret_record(skill: ParsedSkill, findings: tuple[Finding, ...]) -> PageRecord:
    """Return a record that says nothing of a skill but its name, where it lies, and what rules found.

    Args:
        skill: Masked: its name may hold the secret.
        findings: Masked as well.
    """
    bare = _bare(skill)
    entry = make_entry(bare, Release(bare.name, "", "", "", "", "", 0), (), (), ())
    record = PageRecord(
        key="",
        entry=entry,
        details=make_details(bare),
        files=(),
        findings=findings,
        html="",
        contents=(),
        terms=spread(()),
        prompts=(),
        listed=selection_input(bare, entry.path),
        secret=True,
    )
    return replace(record, key=sha256(msgspec.msgpack.encode(record)))


def _bare(skill: ParsedSkill) -> ParsedSkill:
    """Return a skill of the same name in the same place that says nothing."""
    content = f"---\nname: {skill.name}\n---\n".encode()
    listing = ((SKILL_FILE, len(content)),)
    return parse_skill(SourceTree(skill.origin, listing, make_tree({SKILL_FILE: content}), whole=False, oddities=()))
