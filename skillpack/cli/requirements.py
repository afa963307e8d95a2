"""What a skill needs and this machine has or lacks, in words."""

from collections.abc import Mapping

from skillpack import machine
from skillpack.model.requirements import Need, needs
from skillpack.model.skill import ParsedSkill
from skillpack.parse.compatibility import named_needs


def needs_here(skill: ParsedSkill, env: Mapping[str, str]) -> tuple[Need, ...]:
    """Return the requirements of a skill, each with whether this machine has it."""
    return needs(skill.requires, machine.probe((skill.requires,), env))


def signs_here(skill: ParsedSkill, env: Mapping[str, str]) -> tuple[Need, ...]:
    """Return the programs and systems that only `compatibility` names, likewise; people judge them."""
    named = named_needs(skill.compatibility or "")
    said = {each.words for each in needs_here(skill, env)}
    return tuple(each for each in needs(named, machine.probe((named,), env)) if each.words not in said)


def lacks_here(skill: ParsedSkill, env: Mapping[str, str]) -> tuple[str, ...]:
    """Return the requirements of a skill that this machine lacks, in words."""
    return tuple(each.words for each in needs_here(skill, env) if not each.met)


def missing_here(skill: ParsedSkill, env: Mapping[str, str]) -> tuple[str, ...]:
    """Return the requirements, and the names in `compatibility`, that this machine lacks, in words."""
    signs = (f"{each.words}, named in its `compatibility`" for each in signs_here(skill, env) if not each.met)
    return (*lacks_here(skill, env), *signs)
