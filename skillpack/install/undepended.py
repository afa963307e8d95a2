"""What installed skills depend on and no folder has, as one complaint (pure)."""

from collections.abc import Iterator, Sequence

from skillpack.install.complaint import Complaint, count_of_skills
from skillpack.install.depends import satisfies, unmet_depends
from skillpack.install.looking import Present
from skillpack.model.dependency import Choice
from skillpack.model.finding import Severity


def undepended(skills: Sequence[Present]) -> Iterator[Complaint]:
    """Yield at most one complaint: what skills depend on and none of all the folders has in a version that fits."""
    there = [_choice(one) for one in skills]
    missing = [one for one in unmet_depends(there) if not any(satisfies(one, each) for each in there)]
    if missing:
        names = {one.name for one in missing}
        text = f"{count_of_skills(len(names))} {'depends' if len(names) == 1 else 'depend'} on what is not installed"
        items = dict.fromkeys(f"{one.name} ({f'{one.needs} {one.wanted}'.rstrip()})" for one in missing)
        yield Complaint("depends", Severity.WARNING, text, tuple(items))


def _choice(one: Present) -> Choice:
    receipt = one.installed.receipt
    return Choice(one.installed.name, receipt.label if receipt else one.skill.identity.label, one.skill.about.depends)
