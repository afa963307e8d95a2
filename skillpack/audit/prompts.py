"""The prompt files: each holds what is offered to agents, and a host's what that host loads (decisions 7, 50)."""

from collections.abc import Iterable, Iterator, Mapping

from skillpack.audit.faults import file_missing, prompt_file_differs
from skillpack.audit.known import Known
from skillpack.audit.rows import Shape, starts
from skillpack.audit.view import Published
from skillpack.catalog import paths
from skillpack.model.finding import Finding
from skillpack.model.portable import printable
from skillpack.prompt.formats import Format


def prompt_faults(site: Published, known: Mapping[str, Known], formats: Iterable[Format]) -> Iterator[Finding]:
    """Yield where a prompt file lacks a skill, or holds one that it must not, of some names."""
    for each in formats:
        path = paths.prompt(each.file)
        content = site.get(path)
        if content is None:
            yield file_missing("", path, paths.AGENTS)
            continue
        wanted = {name for name, one in known.items() if _is_listed(one, each)}
        held = [name for name, _ in starts(b"\n" + content, _shape(each), known)]
        for name in sorted(wanted.difference(held)):
            yield prompt_file_differs(name, path, f"does not hold `{name}`, which is offered")
        for name in sorted(set(held) - wanted):
            yield prompt_file_differs(name, path, f"holds `{name}`, which is not offered to agents")


def prompt_strangers(site: Published, names: frozenset[str], formats: Iterable[Format]) -> Iterator[Finding]:
    """Yield the names in prompt files that catalog.json does not list."""
    for each in formats:
        path = paths.prompt(each.file)
        for name, _ in starts(b"\n" + (site.get(path) or b""), _shape(each), None):
            if name not in names:
                yield prompt_file_differs(name, path, f"holds `{printable(name)}`, which {paths.CATALOG} does not")


def _is_listed(known: Known, form: Format) -> bool:
    if known.offered is None or known.private:
        return False
    return form.host is None or form.host.name not in known.not_loaded_by


def _shape(form: Format) -> Shape:
    return Shape(form.style.before, form.style.after)
