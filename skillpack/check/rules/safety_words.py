"""SF: words that steer an agent behind its user's back, and links that run code."""

from collections.abc import Iterator
from itertools import islice

from skillpack.abilities.hidden_texts import is_prose
from skillpack.abilities.places import MOST, decoded
from skillpack.abilities.texts import files_with, telling
from skillpack.check.rule import Hit, rule
from skillpack.check.rules.concerns import concern_hits
from skillpack.check.subject import Subject
from skillpack.model.ability import ConcernKind
from skillpack.model.document import Link
from skillpack.parse.markdown.body import scan_body

_RUNS_CODE = telling("script link", "data")


@rule("SF002", "hidden-instructions", source="skillpack, safety")
def hidden_instructions(subject: Subject) -> Iterator[Hit]:
    """Text that readers do not see tells an agent what to do.

    Why: people who read the skill, here or on a forge, do not see a comment, an element with
    `display:none` or tiny letters, the title of a link or the alternative text of an image. The agent
    gets the file as it is and follows them like the rest. A comment that says what to write in its
    place does not count, unless it sends, runs or reads something outside the skill.

    Fix: write the instruction into the visible text, or delete it.
    """
    return concern_hits(subject, ConcernKind.CONCEALED_ORDER, "write it into the visible text, or delete it")


@rule("SF007", "overrides-instructions", source="skillpack, safety; OWASP LLM01")
def overrides_instructions(subject: Subject) -> Iterator[Hit]:
    """A file asks an agent to ignore its instructions, or to keep something from its user.

    Why: no procedure needs that. It is what a prompt injection looks like; even where it is meant
    well, a reader cannot tell. Quotations, and lines that speak of attacks, are not meant.

    Fix: say what to do instead, and let the agent tell its user.
    """
    return concern_hits(subject, ConcernKind.AGAINST_USER, "say what the agent should do instead")


@rule("SF013", "script-link", source="skillpack, safety; CWE-79")
def script_link(subject: Subject) -> Iterator[Hit]:
    """A link runs code or carries a document of its own: `javascript:`, `vbscript:`, `data:`.

    Why: whoever clicks it on a page that renders the skill runs the code there. This site drops
    such links; others may not. Images as `data:` are fine.

    Fix: link to a file or a web page.
    """
    for link in islice(filter(_runs_code, subject.skill.document.body.links), MOST):
        yield _link_hit(link, "")
    for file in files_with(subject.texts, _RUNS_CODE):
        if is_prose(file, subject.skill, subject.limits):
            links = scan_body(decoded(file.content), 1).links
            yield from (_link_hit(link, file.path) for link in islice(filter(_runs_code, links), MOST))


def _runs_code(link: Link) -> bool:
    target = "".join(link.target.split()).strip("<>").casefold()
    if target.startswith(("javascript:", "vbscript:")):
        return True
    return target.startswith("data:") and not target.startswith("data:image/")


def _link_hit(link: Link, path: str) -> Hit:
    scheme = link.target.strip("<> ").partition(":")[0].strip().lower()
    return Hit(f"a link that starts with `{scheme}:`", at=link.span, path=path, hint="link to a file or a web page")
