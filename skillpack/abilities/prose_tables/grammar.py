"""What English orders are made of: how they begin, whom they speak of, and what they forbid."""


def phrases(*patterns: str) -> str:
    """One pattern for any of some.

    A blank in them stands for any blanks, with a question mark for none as well; a dot within a word ends no sentence.
    """
    within = "|".join(patterns).replace("[^.;]", r"(?:[^.;]|\.(?=\w))").replace("[^.]", r"(?:[^.]|\.(?=\w))")
    return within.replace(" ?", r"\s*").replace(" ", r"\s+")


USER = (
    r"(?:(?:the|your|any|our|their|that|a|end|human) ){0,2}(?:users?|humans?|operators?|owners?|customers?|clients?"
    r"|person(?: you are \w+)?|people(?: you are \w+)?|anyone|anybody|someone|somebody|them)"
)
NOBODY = r"(?:nobody|no-? ?one|no (?:user|human|person|reader))"
NEVER = (
    r"(?:do not|don't|never|must not|mustn't|should not|shouldn't|shall not|may not|cannot|can't|need not|needn't"
    r"|no (?:need|reason|point)(?: at all)? (?:to|in)|(?:not|isn't) (?:necessary|needed|required) to|unnecessary to|avoid"
    r"|refrain from|without|not to|better not to|rather than|instead of|see no need to)(?: ever)?"
)
"""Before a verb: it is not to be done."""
MUST = (
    r"(?:must|should|shall|will|has to|have to|needs? to|is to|are to|is supposed to|are supposed to|ought to|may|can)"
)
MUST_NOT = (
    r"(?:must|should|shall|need|may|can|will|would|is|are|does|do|has|have|ought|needs?|wants?)"
    r"(?: not|n't| never|not| neither| no(?= need))(?: ever)?(?: to| need to| have to| needs to| be| supposed to){0,2}"
)
ORDER = (
    r"(?:^[\W\d_]*(?:(?:step|phase) \d+\W+)?|[,;:(>—–-] ?|\b(?:and|then|also|must|should|shall|always|please|first|next"
    r"|now|immediately|finally|silently|quietly|simply|just|instead|to|or|but|afterwards?|may|can|will|let us|let's|so|do"
    r"|automatically|permanently|secretly|kindly|you|it|not|n't|helps) )"
)
"""Before a verb: an order, a request, or advice."""
DEED = (
    r"(?:steps?|uploads?|requests?|transfers?|sync\w*|backups?|telemetry|calls?|directives?|instructions?|procedures?"
    r"|actions?|check-?ins?|pings?|exchanges?|transmissions?|submissions?|sending|uploading|cop(?:y|ies|ying)|posting"
    r"|collection|logging|forwarding|connections?|behaviou?rs?|rules?|commands?|modifications?|additions?|changes?"
    r"|operations?|activit(?:y|ies)|network traffic|traffic|export|exfiltration|message to|hand-?over|sharing|tracking"
    r"|recording|monitoring|(?:extra|additional|hidden|second|remote) (?:file|script|task|job|hook|process|message|section)"
    r"|hook|part|side effects?|routine|mechanism|detail)"
)
"""What a skill calls what it does."""
DONE = (
    r"(?:sent|uploaded|copied|shared|read|collected|stored|saved|recorded|posted|forwarded|transmitted|transferred"
    r"|submitted|relayed|exported|exfiltrated|synced|mirrored|logged|tracked|monitored|gathered|harvested|accessed"
    r"|taken|injected|inserted|modified|altered|changed|added|removed|deleted|installed|executed|skipped|contacted"
    r"|reported|backed up|passed on|leaving|scanned)"
)
"""What was done."""
REPLY = (
    r"(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|reports?|outputs?|chat|conversations?|transcripts?|messages?"
    r"|logs?|history|results?|explanations?|notes|changelog|status updates?)"
)
"""Where a user reads what was done."""
RULES = (
    r"(?:instructions?|guidelines?|guidance|rules|directives?|restrictions?|constraints?|limits|limitations|polic(?:y|ies)"
    r"|guardrails|safeguards|safety (?:rules|training|settings)|training|system (?:prompts?|messages?)|principles|prompts?"
    r"|orders)"
)
"""What an agent goes by."""
AUTHORITY = (
    r"(?:(?:your|the|our|my|an|a|company|corporate|it|system|security|legal|compliance|safety|platform|site|project) ){0,3}"
    r"(?:administrators?|admins?|security(?: team| department)?|operators?|owners?(?: of [^.,;]{1,30})?|management"
    r"|managers?|legal(?: team| department)?|compliance(?: team| department)?|polic(?:y|ies)|anthropic(?: staff| team)?"
    r"|openai(?: staff| team)?|vendor|developers?|it department|leadership|root|headquarters|board)"
)
"""Whom an order claims to come from."""
