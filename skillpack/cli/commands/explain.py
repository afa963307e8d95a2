"""skillpack explain: a rule's page in the terminal."""

import difflib
from collections.abc import Iterator, Sequence

import click

from skillpack import resources
from skillpack.check.run import rule_pages
from skillpack.cli.console import paint_for, print_json
from skillpack.cli.options.advanced import verb
from skillpack.errors import UsageError
from skillpack.model.finding import RulePage, Severity
from skillpack.parse.rule_example import ExampleFile, RuleExample


@verb("explain")
@click.argument("codes", metavar="[CODE]...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every rule, one line each.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(codes: tuple[str, ...], *, everything: bool, as_json: bool) -> None:
    """Say what a rule demands, why, who asks for it, and how to satisfy it, with a bad and a good example.

    CODE is a rule's code or name, as findings show it.

    \b
    Examples:
      skillpack explain NM009
      skillpack explain unknown-field
      skillpack explain --all
    """
    pages = list(rule_pages())
    if not codes and not everything:
        raise UsageError("explain needs a code", hint="`skillpack explain --all` lists every rule")
    chosen = pages if everything else [_find(code, pages) for code in codes]
    if as_json:
        print_json([_record(page) for page in chosen])
    elif everything:
        for page in chosen:
            click.echo(f"{page.code}  {page.name:<32} {page.text.split(chr(10), 1)[0]}")
    else:
        click.echo("\n\n".join(_text(page) for page in chosen))


def _find(wanted: str, pages: list[RulePage]) -> RulePage:
    for page in pages:
        if wanted.upper() == page.code or wanted.lower() == page.name:
            return page
    known = [*(page.code for page in pages), *(page.name for page in pages)]
    near = difflib.get_close_matches(wanted, known, 1, 0.5) or difflib.get_close_matches(wanted.upper(), known, 1, 0.5)
    hint = f"did you mean `{near[0]}`?" if near else "`skillpack explain --all` lists every rule"
    raise UsageError(f"no rule named `{wanted}`", hint=hint)


def _judgements(page: RulePage) -> dict[str, str]:
    judged = {name: profile.severities.get(page.code, Severity.OFF) for name, profile in resources.profiles().items()}
    return {name: severity.value for name, severity in judged.items() if severity is not Severity.OFF}


def _example(page: RulePage) -> RuleExample:
    return resources.rule_examples(page.family)[page.code]


def _record(page: RulePage) -> dict[str, object]:
    example = _example(page)
    return {
        "code": page.code,
        "name": page.name,
        "source": "; ".join(map(str, page.sources)),
        "text": page.text,
        "profiles": _judgements(page),
        "bad": {file.path: file.shown for file in example.bad},
        "good": {file.path: file.shown for file in example.good},
    }


def _text(page: RulePage) -> str:
    by_severity: dict[str, list[str]] = {}
    for name, severity in _judgements(page).items():
        by_severity.setdefault(severity, []).append(name)
    lines = [f"{click.style(page.code, bold=True)} {page.name}", "", page.text, ""]
    example = _example(page)
    lines += [*_shown("Bad", example.bad), *_shown("Good", example.good)]
    lines += [
        f"{severity:<8} {', '.join(by_severity[severity])}"
        for severity in ("error", "warning", "info")
        if severity in by_severity
    ]
    return "\n".join([*lines, *(f"{'source':<8} {source}" for source in page.sources)])


def _shown(heading: str, files: Sequence[ExampleFile]) -> Iterator[str]:
    """Yield the lines of one side of an example; the path of a file is said where it is no lone `SKILL.md`."""
    paint = paint_for()
    signs = {} if paint.unicode else {ord("«"): "<", ord("»"): ">"}
    yield f"{click.style(heading, bold=True)}:"
    for file in files:
        if len(files) > 1 or file.path != "SKILL.md":
            yield f"  {paint.show(file.path.translate(signs))}"
        yield from (f"    {paint.show(line.translate(signs))}".rstrip() for line in file.shown.splitlines())
    yield ""
