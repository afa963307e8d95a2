"""A page for each rule: what it demands, why, how to fix it, who cares."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from skillpack.catalog import paths
from skillpack.catalog.hosts import shown_profiles
from skillpack.model.finding import RulePage, Severity
from skillpack.model.output import OutputFile
from skillpack.model.profile import Profile
from skillpack.parse.rule_example import RuleExample
from skillpack.site.frame import Frame
from skillpack.site.pages.checks import Tally
from skillpack.site.rows import Wanted, every_page
from skillpack.site.trusted import trusted


class Judgement(Struct, frozen=True):
    """What a profile makes of a rule."""

    title: str
    severity: str


class RuleText(Struct, frozen=True):
    """What a rule says of itself.

    Attributes:
        parts: `what` it is, `why`, `fix`, each with its Markdown.
        is_english: Whether that is in English, whatever the language of the site.
    """

    parts: tuple[tuple[str, str], ...]
    is_english: bool

    @property
    def first(self) -> str:
        """Its first sentence, code in single backticks."""
        return self.parts[0][1].split("\n\n")[0].replace("``", "`")


def rules_pages(
    frame: Frame,
    rules: Sequence[RulePage],
    profiles: Sequence[Profile],
    counts: Tally,
    render: Callable[[str], str],
    examples: Callable[[str], Mapping[str, RuleExample]],
    *,
    wanted: Wanted = every_page,
) -> Iterator[OutputFile]:
    """Yield the index of rules and a page for each; only those that are wanted.

    Args:
        frame: Of the site.
        rules: Every rule.
        profiles: Those whose judgement each page shows.
        counts: Of the findings of this catalog.
        render: Markdown -> HTML, for what rules say of themselves.
        examples: Family -> the example of each of its rules, by code.
    """
    texts = {rule.code: rule_text(frame, rule) for rule in rules}
    families: dict[str, list[tuple[RulePage, RuleText]]] = {}
    for rule in sorted(rules, key=lambda rule: rule.code):
        families.setdefault(rule.family, []).append((rule, texts[rule.code]))
    if wanted(paths.RULES):
        yield frame.page(paths.RULES, "rules.html", {"families": families, "counts": counts})
    known = shown_profiles(profiles, frame.configuration)
    for rule in (each for each in rules if wanted(paths.rule_page(each.code))):
        values = {
            "rule": rule,
            "text": texts[rule.code],
            "parts_of": tuple((key, trusted(render(text))) for key, text in texts[rule.code].parts),  # sanitized there
            "example": examples(rule.family).get(rule.code),
            "judgements": tuple(
                Judgement(profile.title, str(profile.severities.get(rule.code, Severity.OFF))) for profile in known
            ),
            "count": counts.rules[rule.code],
            "broken": counts.broken[rule.code],
            "names": tuple(counts.names.get(rule.code, ())),
        }
        yield frame.page(paths.rule_page(rule.code), "rule.html", values)


def rule_text(frame: Frame, rule: RulePage) -> RuleText:
    """Return the words of a rule: in the language of the site where that has them, else in English."""
    english = _parts(rule.text)
    own = {key: frame.theme.strings.get(f"rules.{rule.code}.{key}", "") for key, _ in english}
    if all(own.values()):
        return RuleText(tuple(own.items()), is_english=False)
    return RuleText(english, is_english=True)


def _parts(text: str) -> tuple[tuple[str, str], ...]:
    """Return the parts of a rule's text: what it is, `why`, `fix`; a part is all paragraphs up to the next."""
    parts: list[tuple[str, list[str]]] = [("what", [])]
    for paragraph in text.split("\n\n"):
        head = paragraph[:4]
        if head in {"Why:", "Fix:"}:
            parts.append((head[:3].lower(), []))
            said = paragraph[4:].strip()
            paragraph = said[:1].upper() + said[1:]  # noqa: PLW2901 the label becomes a heading
        parts[-1][1].append(paragraph)
    return tuple((key, "\n\n".join(words)) for key, words in parts)
