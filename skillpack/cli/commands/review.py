"""skillpack review: what is new in a skill since somebody looked at it, and what who looks now says of it."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import click
from msgspec.structs import replace

from skillpack import machine
from skillpack.builder.inputs.catalog import Located, locate
from skillpack.check.masking import masked_text
from skillpack.checkout import user_name
from skillpack.cli.command_line import written_path
from skillpack.cli.console import notify, paint_for, print_json, print_lines
from skillpack.cli.options.advanced import advanced_option, verb
from skillpack.cli.options.configuration import chosen_day
from skillpack.cli.signing import FILE, SignStatement, statement_signer
from skillpack.cli.skills.model_review import OPTION, SECONDS, ask_model, model_program, model_prompt
from skillpack.cli.skills.review_file import file_of, is_signed, own_reviews, write_review
from skillpack.cli.skills.review_reading import ReviewRequest, read_for_review
from skillpack.cli.skills.review_record import recorded_reading, recorded_review
from skillpack.errors import UsageError
from skillpack.evidence.review_entry import review_entry
from skillpack.evidence.reviews import LONGEST
from skillpack.evidence.signed_reviews import review_statement
from skillpack.model.limits import Limits
from skillpack.model.review import Review, Reviewer, ReviewVerdict
from skillpack.report.terminal.paint import PLAIN
from skillpack.report.terminal.review_reading import VERDICT_WORDS, ReviewReading, reading_lines
from skillpack.report.terminal.reviews import statement_words

_TOKEN = 4  # characters, roughly


@verb("review")
@click.argument("name")
@click.option("--since", default="", metavar="LABEL|DIGEST", help="Read what is new since this published version.")
@click.option("--whole", is_flag=True, help="Read all of it, whatever was reviewed before.")
@click.option(
    "--verdict", type=click.Choice(list(map(str, ReviewVerdict))), help="What you say of it; asked for otherwise."
)
@click.option("--note", default=None, metavar="TEXT", help="What you add.")
@click.option("--by", default="", metavar="WHO", help="Your name.")
@click.option("--catalog", default=".", metavar="DIR", help="The catalog; this one by default.")
@advanced_option(
    "--previous",
    default="",
    metavar="DIR|URL",
    help="Published site with older versions; overrides `[catalog] previous`.",
)
@advanced_option("--key", type=FILE, metavar="FILE", help="Sign the review by this private key, as PEM.")
@advanced_option("--certificate", type=FILE, metavar="FILE", help="Certificate of the key, as PEM.")
@advanced_option("--chain", type=FILE, multiple=True, metavar="FILE", help="Certificates above it; repeatable.")
@advanced_option("--password-file", type=FILE, metavar="FILE", help="Its first line is the password of the key.")
@advanced_option(OPTION, default="", metavar="CMD", help="Let this command review: text on stdin, JSON on stdout.")
@advanced_option(
    "--today", default="", metavar="DATE", help="Date of the review, such as 2027-01-31; today by default."
)
@click.option("--yes", "-y", is_flag=True, help="Do not ask; write what the options say.")
@click.option("--dry-run", is_flag=True, help="Show what there is to read, and what would be written; write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    name: str,
    since: str,
    verdict: str | None,
    note: str | None,
    by: str,
    catalog: str,
    previous: str,
    key: Path | None,
    certificate: Path | None,
    chain: tuple[Path, ...],
    password_file: Path | None,
    model_command: str,
    today: str,
    *,
    whole: bool,
    yes: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Show what is new in the skill NAME since people last covered it, and note what you say of it.

    What it can do comes first, with alarms, then the files, the riskiest first: of a version that follows one which
    people covered, what changed; else all of it. The review goes into `reviews/NAME.toml` of the catalog, by the digest
    of what was read. Where stdin is not a terminal, nothing is asked, and the options have to say everything. Words of
    --model-command that begin with `./` or `../` are paths from here.

    \b
    Examples:
      skillpack review pdf
      skillpack review pdf --since 1.2.0
      skillpack review pdf --verdict safe --by "Ada King" --yes
    """
    _refuse_both(since, verdict, note, by, model_command, whole=whole)
    sign = statement_signer(key, certificate, chain, password_file) if key or certificate or chain else None
    asks = sys.stdin.isatty() and not yes
    if not (asks or dry_run):
        _refuse_missing(verdict, by, model_command, yes=yes)
    env = machine.environment()
    day, located, limits = chosen_day(today, env), locate(Path(catalog)), Limits()
    program = model_program(model_command, env) if model_command else None
    reading = read_for_review(ReviewRequest(name, since, whole, previous), located, limits)
    draft = Review(reading.digest, "", day, ReviewVerdict.SAFE, reading.since, _label(reading.label))
    prompt = model_prompt(reading_lines(reading, PLAIN)) if program else ""
    if (asks or dry_run) and not as_json:
        _show([*prompt.splitlines()] if program and dry_run else reading_lines(reading, paint_for()), paged=asks)
    if program:
        review = None if dry_run else _by_model(draft, model_command, program, prompt, env, asks=asks)
    else:
        review = _by_person(draft, verdict, note, by, located.root, asks=asks and not dry_run)
    if review is None:
        outcome = "shown" if dry_run else "declined"
    else:
        known = _known(own_reviews(located.root, reading.name), review, any_extent=not (since or whole))
        outcome = _written(located, reading, review, known, sign, asks=asks, dry_run=dry_run)
    if as_json:
        print_json(
            {
                **recorded_reading(reading),
                "review": None if review is None else recorded_review(review),
                "file": file_of(reading.name),
                "written": outcome == "written",
            }
        )
    ctx.exit(1 if outcome == "declined" else 0)


def _refuse_both(
    since: str, verdict: str | None, note: str | None, by: str, model_command: str, *, whole: bool
) -> None:
    """Refuse options that exclude each other.

    Raises:
        UsageError: Some do.
    """
    if since and whole:
        raise UsageError("`--since` and `--whole` exclude each other", hint="leave one of them out")
    if model_command and (verdict or note is not None or by):
        raise UsageError(
            f"with `{OPTION}` the model says verdict, note and its name",
            hint="leave `--verdict`, `--note` and `--by` out",
        )


def _refuse_missing(verdict: str | None, by: str, model_command: str, *, yes: bool) -> None:
    """Refuse what would have to be asked where nobody is asked.

    Raises:
        UsageError: Something is missing.
    """
    why = "nobody is asked with `--yes`" if yes else "stdin is not a terminal"
    hint = "`--dry-run` shows what there is to read, and needs neither `--verdict` nor `--by`"
    if model_command:
        if not yes:
            raise UsageError(f"{why}, so skillpack cannot ask to run `{model_command}`", hint="`--yes` runs it")
        return
    if verdict is None:
        raise UsageError(f"`--verdict` is missing, and {why}", hint=hint)
    if not by.strip():
        raise UsageError(f"`--by` is missing, and {why}", hint=hint)


def _show(lines: Iterable[str], *, paged: bool) -> None:
    """Print what there is to read, in a pager where somebody sits there."""
    if paged and sys.stdout.isatty():
        click.echo_via_pager(f"{masked_text(line)}\n" for line in lines)
    else:
        print_lines(lines)


def _by_person(
    draft: Review, verdict: str | None, note: str | None, by: str, root: Path, *, asks: bool
) -> Review | None:
    """Return the review of who sits there, or of who gave the options; None where there is no verdict to show yet."""
    if asks and verdict is None:
        for each, words in VERDICT_WORDS.items():
            notify(f"  {each:<8} {words}")
        verdict = click.prompt("Verdict", type=click.Choice(list(map(str, ReviewVerdict))), err=True)
    if verdict is None or not (by.strip() or asks):
        return None
    if asks and note is None:
        note = click.prompt("Note", default="", show_default=False, err=True)
    if not by.strip():
        by = click.prompt("By", default=user_name(root) or None, err=True)
    return replace(
        draft,
        by=_fit(by, "--by", LONGEST["by"]),
        verdict=ReviewVerdict(verdict),
        note=_fit(note or "", "--note", LONGEST["note"]),
    )


def _by_model(
    draft: Review, typed: str, program: tuple[list[str], str], prompt: str, env: Mapping[str, str], *, asks: bool
) -> Review | None:
    """Return the review of a model; None where nobody let its command run."""
    notify(f"`{typed}` gets this on standard input: {len(prompt):,} characters, about {len(prompt) // _TOKEN:,} tokens")
    if asks and not click.confirm(f"Run it? It may take {SECONDS} seconds", err=True):
        return None
    answer = ask_model(*program, prompt, env)
    return replace(
        draft,
        by=answer.model[: LONGEST["by"]],
        kind=Reviewer.MODEL,
        verdict=answer.verdict,
        note=answer.note[: LONGEST["note"]],
    )


def _written(
    located: Located,
    reading: ReviewReading,
    review: Review,
    known: Review | None,
    sign: SignStatement | None,
    *,
    asks: bool,
    dry_run: bool,
) -> str:
    """Write a review, unless it is there or is not wanted once it was shown; return what became of it."""
    file = written_path(str((located.root / file_of(reading.name)).absolute()))
    if known is not None:
        if sign is None or is_signed(located.root, reading.name, known):
            notify(f"already there, nothing written: {statement_words(known)}")
            return "known"
        notify(f"already there, and not signed: {statement_words(known)}")
        review = replace(known, line=0)
    if asks or dry_run:
        for line in _shown_entry(review):
            notify(line)
    if dry_run:
        write_review(located.root, reading.name, review, dry_run=True)
        notify(f"would be written to {file}")
        return "shown"
    for line in _remarks(located, reading, review):
        notify(line)
    if asks and not click.confirm(f"Write it to {file}?", err=True):
        notify("nothing written")
        return "declined"
    bundle = b"" if sign is None else sign(review_statement(reading.name, review))
    write_review(located.root, reading.name, review, bundle=bundle)
    state = "written" if sign is None else "written and signed"
    notify(f"{file} {state}: {statement_words(review)}")
    return "written"


def _remarks(located: Located, reading: ReviewReading, review: Review) -> Iterator[str]:
    """Yield what a review does not bring about."""
    people, require = located.configuration.review.people, located.configuration.review.require
    if review.kind is Reviewer.MODEL:
        return
    if review.verdict is ReviewVerdict.OBJECTS:
        if people and review.by not in people:
            yield f"note: `[review] people` does not name `{review.by}`: the objection is shown, and withholds nothing"
        elif not require:
            yield "note: without `[review] require` pages and `check` show the objection, and it withholds nothing"
        if not review.note:
            yield "note: it does not say why; `--note` does"
    is_step = bool(reading.since) and review.since == reading.since
    if is_step and review.verdict is not ReviewVerdict.OBJECTS and not reading.basis:
        before = reading.since_label or reading.since[:12]
        yield f"note: people did not cover {before}: this step alone covers nothing yet"


def _shown_entry(review: Review) -> Iterator[str]:
    paint = paint_for(stderr=True)
    for line in review_entry(review).splitlines():
        yield f"  {paint.show(line)}"


def _known(reviews: Iterable[Review], review: Review, *, any_extent: bool) -> Review | None:
    """Return the review that says already what another one says, whatever the day; a new note is something new.

    Args:
        reviews: That are there.
        review: The other one.
        any_extent: Whether it is the same if another part was read.
    """
    for each in reviews:
        same = replace(each, day=review.day, version=review.version, line=0)
        same = replace(same, since=review.since) if any_extent else same
        if same == review or (not review.note and replace(same, note="") == review):
            return each
    return None


def _fit(text: str, option: str, longest: int) -> str:
    """Return a text on one line.

    Raises:
        UsageError: It has characters that cannot be seen, or too many.
    """
    line = " ".join(text.split())
    if not line.isprintable():
        raise UsageError(f"`{option}` has characters that cannot be seen", hint="type it anew")
    if masked_text(line) != line:
        raise UsageError(f"`{option}` holds what looks like a credential", hint="name the file and the line instead")
    if len(line) > longest:
        raise UsageError(f"`{option}` has {len(line):,} characters, more than {longest:,}", hint="make it shorter")
    return line


def _label(label: str) -> str:
    """Return the label of what was read, as far as it can stand in a review."""
    return (
        label if label.isprintable() and len(label) <= LONGEST["version"] and label == " ".join(label.split()) else ""
    )
