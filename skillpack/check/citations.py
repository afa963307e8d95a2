"""What a rule cites: published texts by their names, or skillpack itself with its reason."""

from collections.abc import Mapping

from skillpack.model.finding import Citation

_WEAKNESSES = (79, 158, 347, 359, 400, 494, 506, 522, 538, 798)  # numbers of CWE, the Common Weakness Enumeration

ADDRESSES: Mapping[str, str] = {
    "Agent Skills specification": "https://agentskills.io/specification",
    "Agent Skills evaluation guide": "https://agentskills.io/skill-creation/evaluating-skills",
    "skill-creator": "https://github.com/anthropics/skills/tree/main/skills/skill-creator",
    "skills-ref": "https://github.com/agentskills/agentskills/tree/main/skills-ref",
    "Agent Skills Discovery 0.2.0": "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    # The five formats: their own pages. That of ash describes another system since.
    "Metis": "https://github.com/david-2814/metis/blob/main/docs/specs/skill-format.md",
    "metaSKILLs": "https://github.com/Swival/swival/blob/main/docs.md/metaskills.md",
    "instructor-php": "https://github.com/cognesy/instructor-php/blob/main/packages/agents/docs/19-skills.md",
    "formal guide (boxxy)": "https://github.com/bmorphism/boxxy/blob/main/skills/skill/SKILL.md",
    "AgentSkills.dfy (boxxy)": "https://github.com/bmorphism/boxxy/blob/main/verified/AgentSkills.dfy",
    "ash": "https://github.com/dcramer/ash/blob/ba38377/specs/skills.md",
    # Hosts, installers and other readers.
    "Claude API": "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/overview",
    "Claude Code marketplaces": "https://code.claude.com/docs/en/plugin-marketplaces",
    "Claude Code permissions": "https://code.claude.com/docs/en/permissions",
    "skills (npm)": "https://github.com/vercel-labs/skills",
    "agent-skills-cli (npm)": "https://github.com/Karanjot786/agent-skills-cli",
    "skillport (PyPI)": "https://github.com/gotalab/skillport",
    "Google Skill Registry": "https://docs.cloud.google.com/gemini-enterprise-agent-platform/build/skill-registry",
    "MCP SEP-2640": "https://modelcontextprotocol.io/seps/2640-skills-extension",
    # Languages and formats.
    "CommonMark": "https://spec.commonmark.org/0.31.2/",
    "ISO 8601": "https://www.iso.org/iso-8601-date-and-time-format.html",
    "OpenSSF Model Signing": "https://github.com/ossf/model-signing-spec",
    "POSIX pax": "https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html",
    "RFC 3629": "https://www.rfc-editor.org/rfc/rfc3629",
    "Semantic Versioning 2.0.0": "https://semver.org/spec/v2.0.0.html",
    "SPDX 3.0": "https://spdx.github.io/spdx-spec/v3.0.1/annexes/spdx-license-expressions/",
    "StrictYAML": "https://hitchdev.com/strictyaml/",
    "Unicode TR 36": "https://www.unicode.org/reports/tr36/",
    "Unicode TR 39": "https://www.unicode.org/reports/tr39/",
    "YAML 1.1": "https://yaml.org/spec/1.1/",
    "YAML 1.2": "https://yaml.org/spec/1.2.2/",
    # Weaknesses and attacks.
    "CVE-2021-42574": "https://www.cve.org/CVERecord?id=CVE-2021-42574",
    **{f"CWE-{number}": f"https://cwe.mitre.org/data/definitions/{number}.html" for number in _WEAKNESSES},
    "OWASP LLM01": "https://genai.owasp.org/llmrisk/llm01-prompt-injection/",
    "OWASP LLM06": "https://genai.owasp.org/llmrisk/llm062025-excessive-agency/",
}
"""Name of a published text -> where it is."""

REASONS: Mapping[str, str] = {
    "choice": "agents choose a skill by what their host shows of it",
    "evaluations": "what a skill is worth is seen where somebody measures it",
    "configuration": "the configuration of the catalog says so",
    "dependencies": "an installer follows what a skill depends on",
    "limits": "reading the file of a stranger stays cheap",
    "names": "a name becomes a folder, an address and an archive",
    "nothing lost": "what a catalog leaves out is reported",
    "pages": "a page shows what an agent reads",
    "privacy": "what was published cannot be taken back",
    "readers": "programs read this differently, and none tells the author",
    "reviews": "a review tells who looked at which files, and nothing about others",
    "results": "people read how old a result is, and which files it is about",
    "safety": "agents follow the words of strangers and run their programs",
    "signers": "a name in a certificate is whatever its maker wrote",
    "systems": "a skill is the same on every system",
    "versions": "a version always means the files that were published as it",
}
"""Word in a rule -> why skillpack asks for it itself."""


def cite(source: str) -> tuple[Citation, ...]:
    """Return the citations of a rule.

    Args:
        source: `NAME` or `NAME, SECTION` of a published text, or `skillpack, WORD` of a reason; several after `; `.

    Raises:
        KeyError: a name or a word stands in neither table.
    """
    cited = []
    for each in source.split("; "):
        name, _, section = each.partition(", ")
        ours = name == "skillpack"
        cited.append(Citation(name, reason=REASONS[section]) if ours else Citation(each, address=ADDRESSES[name]))
    return tuple(cited)
