"""SF: what takes hold of a machine or an agent: a way back in, and settings that guard nobody any more."""

from collections.abc import Iterator

from skillpack.check.rule import Hit, rule
from skillpack.check.rules.concerns import concern_hits
from skillpack.check.subject import Subject
from skillpack.model.ability import ConcernKind


@rule("SF019", "foothold", source="skillpack, safety; CWE-506")
def foothold(subject: Subject) -> Iterator[Hit]:
    """A command leaves a way back into the machine.

    Why: a key of somebody else that may log in, a shell that is handed to another machine, a download
    or a hidden program that starts at every login: whoever set it up stays when the skill is long
    gone. Setting a path or an alias in `.bashrc`, and plain scheduled jobs, are not meant.

    Fix: remove it; start what is needed when the skill is used, and let people schedule their own jobs.
    """
    hint = "remove it: start what is needed when the skill is used"
    return concern_hits(subject, ConcernKind.PERSISTS, hint)


@rule("SF020", "agent-settings", source="skillpack, safety; OWASP LLM06")
def agent_settings(subject: Subject) -> Iterator[Hit]:
    """The skill changes what the agent may do, or what it is told every time.

    Why: a host asks its user before it acts. A skill that switches this off, allows every command, or
    writes orders into the files that each session reads, acts for all skills and all sessions from
    then on. Explaining the settings is not meant.

    Fix: ask for single tools in `allowed-tools`, and let people change their own settings.
    """
    hint = "let people change their own settings; ask for single tools in `allowed-tools`"
    return concern_hits(subject, ConcernKind.TAMPERS, hint)
