"""SF: code that is run without anybody having read it: downloaded or encoded."""

from collections.abc import Iterator

from skillpack.check.rule import Hit, rule
from skillpack.check.rules.concerns import concern_hits
from skillpack.check.subject import Subject
from skillpack.model.ability import ConcernKind


@rule("SF004", "piped-to-shell", source="skillpack, safety; CWE-494")
def piped_to_shell(subject: Subject) -> Iterator[Hit]:
    """A command runs what it has just downloaded, unseen.

    Why: whoever controls the address, today or in a year, controls every machine on which an agent
    follows the skill; nobody reads what runs, and no digest holds it fast. Installers of vendors do
    it; from a bare address, over plain http, behind a shortened address or from a paste site no
    honest skill does, and the alarm is *stop*. The installer that the maker of a widely used tool
    documents, over https from a host of its own, raises no alarm. Quoted attacks are not meant.

    Fix: use a package manager, or download to a file, check its digest, and then run it.
    """
    hint = "install from a package manager, or download, verify and then run"
    return concern_hits(subject, ConcernKind.RUNS_DOWNLOADED, hint)


@rule("SF014", "encoded-execution", source="skillpack, safety; CWE-506")
def encoded_execution(subject: Subject) -> Iterator[Hit]:
    """Code is decoded and run in one step.

    Why: nobody can read what runs. There is hardly a reason to hide code in a skill but to hide it.

    Fix: put the code into a script as it is.
    """
    return concern_hits(subject, ConcernKind.CONCEALED_CODE, "put the code into a script that people can read")
