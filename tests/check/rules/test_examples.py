"""The examples of rules: each is written to a disk, and the rules say of it what its page says."""

import dataclasses
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType

import pytest
from msgspec.structs import replace

from skillpack import resources
from skillpack.builder.history.version import as_version
from skillpack.builder.inputs.catalog import Located, locate
from skillpack.builder.inputs.foreign_reviews import catalog_reviews
from skillpack.builder.inputs.inputs import make_settings, with_signers
from skillpack.builder.inspection.inspection import inspect, inspect_set, judged_on, member_of
from skillpack.catalog.overview import survey
from skillpack.check.judge import judge
from skillpack.check.run import check_catalog, check_release, rule_pages
from skillpack.check.siblings import with_siblings
from skillpack.check.subject import CatalogSubject
from skillpack.files.read import read
from skillpack.model.digest import tree_digest
from skillpack.model.finding import Severity
from skillpack.model.settings import Configuration, Source
from skillpack.model.tree import Form, make_tree
from skillpack.parse.rule_example import ExampleFile, RuleExample
from skillpack.versions.changes import compare

Found = Callable[[str, Sequence[ExampleFile]], set[str]]

PAGES = {page.code: page for page in rule_pages()}
FOLDERS = ("assets/", "evals/", "references/", "scripts/")
ORDINARY = """---
name: csv-report
description: Counts the rows of a CSV file. Use when somebody has one.
---
Count the rows with `wc -l`.
"""
"""The skill file of an example that shows only what lies in the folders of a skill."""
TODAY = "2026-06-01"
UNREADABLE = "«nobody may read it»"
OF_HOSTS = {"IV001", "IV003", "RQ001", "RQ002", "RQ004", "RQ005", "SL006"}
"""Rules about fields that the specification does not know: SL006 finds these in the good example too."""
BESIDE: dict[str, set[str]] = {
    **{code: {"SL006"} for code in OF_HOSTS},
    "BD003": {"BG006"},
    "BD004": {"BD003", "BG006"},
    "BG002": {"DS006"},
    "DS004": {"DS007"},
    "FM015": {"FM009", "FM010"},
    "FM016": {"FM011"},
    "IV003": set(),
    "LY003": {"PB002"},
    "LY006": {"NM009"},
    "LY014": {"BD003", "BG006", "PB010"},
    "NM004": {"NM012", "PB011"},
    "NM005": {"PB011"},
    "NM006": {"PB011"},
    "NM007": {"PB011"},
    "NM008": {"PB011"},
    "NM011": {"PB011"},
    "PB003": {"PB010", "PB015"},
    "PB004": {"PB010"},
    "PB005": {"PB014"},
    "PB011": {"NM011"},
    "PB015": {"PB010"},
    "PG001": {"PG012", "SL006"},
    "PG002": {"PG012", "SL006"},
    "PG003": {"PG012", "SL006"},
    "PG011": {"SL006"},
    "PG012": {"SL006"},
    "RS003": {"SF018"},
    "RV007": {"RV003"},
    "SF010": {"SF018"},
    "SF024": {"SF006"},
    "SL001": {"ST002"},
    "ST001": {"NM006", "PB011"},
    "ST002": {"SL001"},
}
"""Code -> others that find something in its bad example too, because there is hardly one without."""


def example(code: str) -> RuleExample:
    return resources.rule_examples(PAGES[code].family)[code]


def test_every_rule_has_an_example() -> None:
    kept = {file.stem for file in (Path(resources.__file__).parent / "data" / "rule_examples").glob("*.toml")}
    given = {code for family in kept for code in resources.rule_examples(family)}
    assert (sorted(PAGES.keys() - given), sorted(given - PAGES.keys())) == ([], [])


@pytest.mark.parametrize("code", PAGES)
def test_the_rule_finds_the_bad_one_and_nothing_the_good_one(code, found) -> None:
    bad, good = found(code, example(code).bad), found(code, example(code).good)
    assert bad == {code} | BESIDE.get(code, set())
    assert good == ({"SL006"} - {code} if code in OF_HOSTS else set())


@pytest.mark.parametrize("code", PAGES)
def test_an_example_is_short(code) -> None:
    for side in (example(code).bad, example(code).good):
        assert all(len(file.text.splitlines()) <= 12 for file in side)
        assert sum(len(file.text.splitlines()) for file in side) <= 20
        assert all(len(line) <= 110 for file in side for line in file.text.splitlines())


@pytest.fixture
def found(tmp_path, made_credentials, made_signatures, as_nobody) -> Found:
    """Give the function that returns the codes of what is found in files, where they lie as an example says."""
    secrets = {made.what: made.text for made in made_credentials.credentials().values()}
    signatures = Signatures(made_signatures)
    resources.profiles()  # read while everything may be read

    def run(code: str, files: Sequence[ExampleFile]) -> set[str]:
        without_rights = any(file.text == UNREADABLE for file in files)
        with as_nobody() if without_rights else nullcontext(Path(tempfile.mkdtemp(dir=tmp_path))) as top:
            write_all(top, files, secrets)
            signatures.write(top)
            write_digests(top)
            return found_in(top, code)

    return run


class Signatures:
    """What writes the signatures and certificates that an example names in words, over the files that lie there."""

    def __init__(self, made: ModuleType) -> None:
        self._made, self._team = made, made.make_signer()

    def write(self, top: Path) -> None:
        for place in top.rglob("team.pem"):
            assert place.read_text() == "«the certificate of the team»"
            place.write_bytes(self._team.root)
        for place in top.rglob("skill.oms.sig"):
            words = place.read_text()
            if words.startswith("«"):
                others = [each for each in place.parent.rglob("*") if each.is_file() and each != place]
                files = {each.relative_to(place.parent).as_posix(): each.read_bytes() for each in others}
                place.write_bytes(self._signed(words[1:-1], files))

    def _signed(self, words: str, files: dict[str, bytes]) -> bytes:
        who, _, how = words.removeprefix("a signature by ").partition(", ")
        if how.startswith("without "):
            del files[how.removeprefix("without ")]
        if how == "before the last line was added":
            files["SKILL.md"] = b"".join(files["SKILL.md"].splitlines(keepends=True)[:-1])
        if how == "whose certificate has expired":
            return self._made.make_signer(years=(2024, 2025)).sign(files)
        if how == "with an RSA key":
            return self._made.make_signer(with_rsa=True).sign(files)
        if how == "with the certificate of the team":
            return dataclasses.replace(self._made.make_signer(), chain=self._team.chain).sign(files)
        return {"the team": self._team, "somebody else": self._made.make_signer("Somebody")}[who].sign(files)


def write_digests(top: Path) -> None:
    """Write what an example names in words: digests of the skills that lie beside the reviews."""
    for place in top.glob("reviews/*.toml"):
        for skill in top.glob("csv-*/SKILL.md"):
            digest = tree_digest(make_tree({"SKILL.md": skill.read_bytes()}))
            place.write_text(place.read_text().replace(f"«the digest of {skill.parent.name}»", digest))


def write_all(top: Path, files: Sequence[ExampleFile], secrets: Mapping[str, str]) -> None:
    for side in ("", "before/", "after/"):
        own = [replace(file, path=file.path.removeprefix(side)) for file in files if side_of(file) == side]
        if own and all(file.path.startswith(FOLDERS) for file in own):
            own.append(ExampleFile("SKILL.md", ORDINARY))
        for path, text in (each for file in own for each in copies(file)):
            write(top / side / folder_of(own) / path, text, secrets)


def side_of(file: ExampleFile) -> str:
    return next((side for side in ("before/", "after/") if file.path.startswith(side)), "")


def folder_of(files: Sequence[ExampleFile]) -> str:
    """Return the folder of a skill whose skill file lies at the top; empty where the example names folders itself."""
    own = next((file.text for file in files if file.path == "SKILL.md"), None)
    if own is None:
        return ""
    name = re.search(r"^name: *[\"']?([\w-]+)", own, re.MULTILINE)
    return name[1] if name else "csv-report"


def copies(file: ExampleFile) -> Iterator[tuple[str, str]]:
    """Yield path and text of a file, of each one where the path says `«1 to 40»`."""
    path = re.sub("«(\\d+) times: (.+?)»", lambda found: found[2] * int(found[1]), file.path)
    numbers = re.search(r"«(\d+) to (\d+)»", path)
    if numbers is None:
        yield path, file.text
        return
    for number in range(int(numbers[1]), int(numbers[2]) + 1):
        yield path.replace(numbers[0], str(number)), file.text.replace("«number»", str(number))


def write(path: Path, text: str, secrets: Mapping[str, str]) -> None:
    """Write what an example says of a path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if text.startswith("«link to "):
        path.symlink_to(text[len("«link to ") : -1])
    elif text == "«named pipe»":
        os.mkfifo(path)
    elif size := re.fullmatch(r"«([\d,]+) bytes»", text):
        path.touch()
        os.truncate(path, int(size[1].replace(",", "")))
    else:
        path.write_bytes(b"".join(filled(text, secrets)))
        if text == UNREADABLE:
            path.chmod(0)


def filled(text: str, secrets: Mapping[str, str]) -> Iterator[bytes]:
    """Yield a text with what stands between « and »."""
    for part in re.split("(«[^»]*»)", text):
        words = part[1:-1]
        if not part.startswith("«"):
            yield part.encode()
        elif lines := re.fullmatch(r"([\d,]+) lines: (.*)", words):
            yield f"{lines[2]}\n".encode() * (int(lines[1].replace(",", "")) - 1) + lines[2].encode()
        elif times := re.fullmatch(r"([\d,]+) times: (.*)", words):
            yield times[2].encode() * int(times[1].replace(",", ""))
        elif words.startswith("bytes "):
            yield bytes.fromhex(words.removeprefix("bytes "))
        elif part == UNREADABLE:
            yield b""
        elif words.startswith(("a signature ", "the certificate ", "the digest ")):
            yield part.encode()  # filled in when all files are there
        else:
            yield secrets[words].encode()


def found_in(top: Path, code: str) -> set[str]:
    """Return the codes of what is found in a catalog, and in the step to it where there is one."""
    before, after = top / "before", top / "after"
    return of_set(after, code) | of_step(before, after) if after.is_dir() else of_set(top, code)


def located_in(top: Path) -> Located:
    if (top / "skillpack.toml").is_file():
        return locate(top)
    places = [place.name for place in top.iterdir()]
    source = Source(places[0], forms=tuple(Form), depth=0) if len(places) == 1 else Source(".")
    return Located(top, Configuration(sources=(source,)))


def of_set(top: Path, code: str) -> set[str]:
    """Return the codes of what the profiles of a catalog mind, and one that may be minded by others alone."""
    located = located_in(top)
    profiles, configuration = resources.profiles(), with_signers(located.configuration, top)
    settings, reviews = make_settings(configuration, profiles), catalog_reviews(top, configuration.review)
    inspected = [judged_on(each, TODAY) for each in inspect(located, settings, reviews=reviews)]
    names = {each.skill.name for each in inspected}
    findings = [finding for each in inspected for finding in with_siblings(each.findings, names)]
    gate = [profiles[name] for name in configuration.profiles]
    members = [member_of(each, configuration, gate) for each in inspected]
    findings += inspect_set(members, configuration, profiles, reviews)
    judged = judge(findings, [profiles[name] for name in configuration.profiles], ())
    minded = {each.finding.rule for each in judged if each.severity is not Severity.OFF}
    return minded | {each.rule for each in findings if each.rule == code and "within" not in dict(each.facts)}


def of_step(before: Path, after: Path) -> set[str]:
    """Return the codes of what is found in the step from a published catalog to one that shall be."""
    located, profiles = located_in(after), resources.profiles()
    settings = make_settings(located.configuration, profiles)
    old, new = (
        {
            each.skill.name: (
                each.entry.release,
                as_version(each.skill.name, read(each.location, settings.limits).tree),
            )
            for each in inspect(one, settings)
        }
        for one in (located_in(before), located)
    )
    purged = {(each.name, each.version) for each in located.configuration.yanked if each.purge}
    steps = []
    for name in old.keys() & new.keys():
        (published, one), (release, other) = old[name], new[name]
        archive = "" if (name, published.label) in purged else "kept.zip"
        steps.append(compare(one, other, (replace(published, archive=archive), release)))
    labels: dict[str, frozenset[str]] = {}
    for released in (old, new):
        for name, (release, _) in released.items():
            labels[name] = labels.get(name, frozenset()) | {release.label}
    overview = survey([], duplicates=(), nameless=(), hidden=0)
    of_history = check_catalog(CatalogSubject(overview, located.configuration, profiles, frozenset(), labels))
    of_steps = [each for step in steps for each in check_release(step) if step.old.archive or each.rule == "VR006"]
    return {finding.rule for finding in (*of_history, *of_steps)}
