"""SF: what a skill says of itself, asks for and obeys, beside what its files do."""

from collections.abc import Iterator

from skillpack.check.rule import Hit, rule
from skillpack.check.rules.concerns import concern_hits
from skillpack.check.subject import Subject
from skillpack.model.ability import ConcernKind


@rule("SF021", "false-claim", source="skillpack, safety")
def false_claim(subject: Subject) -> Iterator[Hit]:
    """The skill says of itself what its files contradict.

    Why: people decide by what a skill says: that it works offline, only reads, keeps nothing. One that does
    otherwise was changed without care, or means to mislead; either way nobody can rely on what else it says.

    Fix: say what the skill does, or take out what contradicts it.
    """
    hint = "say what the skill does, or take out the line that does otherwise"
    return concern_hits(subject, ConcernKind.FALSE_CLAIM, hint)


@rule("SF022", "remote-instructions", source="skillpack, safety; OWASP LLM01")
def remote_instructions(subject: Subject) -> Iterator[Hit]:
    """The skill has the agent fetch instructions and follow them.

    Why: what a page says tomorrow is what the agent does tomorrow. Nobody who reads the skill today sees it,
    and no version or digest holds it fast. Looking something up is not meant.

    Fix: write the instructions into the skill.
    """
    hint = "write the instructions into the skill"
    return concern_hits(subject, ConcernKind.OBEYS_REMOTE, hint)


@rule("SF023", "key-to-other-host", source="skillpack, safety; CWE-522")
def key_to_other_host(subject: Subject) -> Iterator[Hit]:
    """A key goes to a host that is not known to be its service.

    Why: a key opens an account for whoever holds it. One that is named after a service belongs to the hosts
    of that service; sent elsewhere, somebody else can use it. A company's own gateway may be honest, so
    this asks you to look.

    Fix: send each key to its own service, or name the key after the service that it is for.
    """
    hint = "look who runs that host; name the key after the service that it is for"
    return concern_hits(subject, ConcernKind.KEY_TO_OTHER, hint)


@rule("SF024", "more-tools-than-used", source="skillpack, safety; OWASP LLM06")
def more_tools_than_used(subject: Subject) -> Iterator[Hit]:
    """The skill asks for far more than its files use.

    Why: tools in `allowed-tools` run without asking. What a skill does not need, it should not ask for: it
    only serves whoever changes the skill later, or steers the agent with a text that it reads.

    Fix: ask for the tools that the files use, such as `Bash(wc:*)`.
    """
    hint = "ask only for the tools that the files use"
    return concern_hits(subject, ConcernKind.MORE_TOOLS, hint)


@rule("SF025", "private-store-read", source="skillpack, safety; CWE-359")
def private_store_read(subject: Subject) -> Iterator[Hit]:
    """The skill reads what another program keeps for you, and its description does not speak of it.

    Why: browsers keep logins, shells what you typed, wallets money. A skill about charts needs none of
    them; what it reads, it can show or keep, and a later version can send it. A skill whose description
    speaks of the browser, the keychain or the wallet is not meant.

    Fix: take the line out, or say in the description what the skill reads and what for.
    """
    hint = "take the line out, or say in the description what the skill reads"
    return concern_hits(subject, ConcernKind.READS_PRIVATE, hint)
