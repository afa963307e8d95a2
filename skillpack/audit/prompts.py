"""The prompt files: each holds exactly the skills that are offered to agents (decisions 7)."""

from collections.abc import Iterator, Mapping

from skillpack.audit.faults import file_missing, prompt_file_differs
from skillpack.audit.known import Known
from skillpack.audit.rows import Shape, starts
from skillpack.audit.view import Published
from skillpack.catalog import paths
from skillpack.model.finding import Finding
from skillpack.prompt.formats import PUBLISHED

SHAPES: Mapping[str, Shape] = {
    "skills-ref": Shape("<name>\n", ("\n</name>",)),
    "metis": Shape("- ", (": ",)),
    "ash": Shape("- **", ("**: ",)),
    "instructor": Shape("- [", ("]: ", " ")),
    "metaskill": Shape("- ", (": ",)),
    "boxxy": Shape('<skill name="', ('"',)),
    "openskills": Shape("<name>", ("</name>",)),
    "gemini": Shape("    <name>", ("</name>",)),
    "json": Shape('{"name": "', ('"',)),
}
"""Prompt format -> how a skill starts in it; no description can forge such a start, for all of them are escaped."""


def prompt_faults(site: Published, known: Mapping[str, Known]) -> Iterator[Finding]:
    """Yield where a prompt file lacks a skill, or holds one that it must not, of some names."""
    wanted = {name for name, each in known.items() if each.offered is not None and not each.private}
    for form in PUBLISHED.values():
        path = paths.prompt(form.file)
        content = site.get(path)
        if content is None:
            yield file_missing("", path, paths.AGENTS)
            continue
        held = [name for name, _ in starts(b"\n" + content, SHAPES[form.name], known)]
        for name in sorted(wanted.difference(held)):
            yield prompt_file_differs(name, path, f"does not hold `{name}`, which is offered")
        for name in sorted(set(held) - wanted):
            yield prompt_file_differs(name, path, f"holds `{name}`, which is not offered to agents")
