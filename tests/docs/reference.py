"""Writes the reference pages of the documentation from the code: `python tests/docs/reference.py [--check]`."""

import ast
import inspect
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.core import UNSET
from msgspec.structs import fields

sys.path.insert(0, str(Path(__file__).parent))  # this script is run by its path, and loaded by the tests
from demands import Demand, read_data, read_marks, read_systems

from skillpack import resources
from skillpack.check.run import rule_pages
from skillpack.cli.main import ALIASES, FINE, INTERRUPTED, NO, OUR_FAULT, REFUSED, USAGE, VERBS, group
from skillpack.cli.options.advanced import AdvancedOption
from skillpack.model.finding import RulePage, Severity
from skillpack.model.profile import Profile
from skillpack.model.settings import Bundle, Configuration, FindingPolicy, SkillNote, Source
from skillpack.registry.schemas import SCHEMAS
from skillpack.report.schemas import BASELINE, CHANGED, FINDINGS, OUTDATED, REVIEWED, SELECTION, VERIFIED

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "site" / "pages" / "reference"
PARSERS = tuple(ROOT / "skillpack" / "parse" / "settings" / each for each in ("configuration.py", "identities.py"))

_MADE = "*This page is made from the code, by `tests/docs/reference.py`.*"

ORDER = (
    *("publish", "agentskills", "claude-code", "codex", "copilot", "gemini", "opencode"),
    *("formal", "metis", "metaskill", "instructor", "ash"),
)
"""Profiles as the pages list them: the catalog's, the specification's, hosts, the other specifications."""

_WORDS = tomllib.loads((Path(__file__).parent / "reference.toml").read_text(encoding="utf-8"))

KEYS: Mapping[str, Mapping[str, Sequence[str]]] = _WORDS["configuration"]
"""Table of skillpack.toml -> its keys, each with what it holds and what it means."""

INSTALLING: Mapping[str, Sequence[str]] = _WORDS["installing"]
"""Key of the settings of installers -> what it holds, what it means, and what a project's file may say."""

FAMILIES: Mapping[str, str] = _WORDS["families"]
"""First letters of a code -> what its rules are about."""

VARIABLES: Mapping[str, str] = _WORDS["variables"]
"""Variables of the environment -> their effect."""

_DEFAULTS: Mapping[str, tuple[object, Mapping[str, str]]] = {
    "[catalog]": (Configuration(), {}),
    "[[source]]": (Source(""), {"formats": "forms", "path": ""}),
    '[skill."NAME"]': (SkillNote(""), {}),
    "[[bundle]]": (Bundle("", "", ()), {"name": "", "skills": ""}),
    "[policy]": (FindingPolicy(), {}),
    "[discovery]": (Configuration(), {"legacy": "legacy_discovery"}),
    "[archives]": (Configuration(), {"also": "archives"}),
    "[install]": (Configuration(), {"clients": "clients"}),
}
"""Table -> the value with its defaults, and keys that are called otherwise there: empty where one must be given."""

EXAMPLE = """\
[catalog]
name = "northwind-skills"
title = "Northwind skills"
description = "Reviewed procedures that our agents share"
site_url = "https://skills.example.com/"
profiles = ["publish"]
hosts = ["claude-code", "codex"]

[[source]]
path = "skills"

[skill."pdf-forms"]
status = "deprecated"
successor = "pdf-tools"

[[suppress]]
rule = "BD003"
skill = "claude-api"
reason = "split planned"
expires = 2027-01-31
"""

STATUSES = (
    (FINE, "Done, and nothing is wrong."),
    (
        NO,
        (
            'The answer is "no": findings from `[policy] fail_on` on, differences, an index that does not fit, '
            "a change that takes requests from other skills."
        ),
    ),
    (
        USAGE,
        "The command line or the configuration cannot be understood, or there is no skill at all; nothing was done.",
    ),
    (REFUSED, "The job was refused or failed: an archive, a secret beside the skills, a lock, the disk, the network."),
    (OUR_FAULT, "A fault of skillpack itself, with a traceback to report."),
    (INTERRUPTED, "Interrupted, as by Ctrl-C."),
)


def commands() -> Iterator[str]:
    """Yield the page of the command line."""
    yield "# Commands\n"
    yield "Every command has `--help`. Data goes to standard output, everything else to standard error.\n"
    yield "`skillpack --version` prints the version.\n"
    aliases = {name: alias for alias, name in ALIASES.items()}
    for title, verbs in VERBS.items():
        yield f"## {title}\n"
        for verb in verbs:
            command = import_module(f"skillpack.cli.commands.{verb.replace('-', '_')}").command
            yield from _command(command, verb, aliases.get(verb, ""))


def _command(command: click.Command, verb: str, alias: str) -> Iterator[str]:
    context = click.Context(command, info_name=verb, parent=click.Context(group, info_name="skillpack"))
    usage = " ".join(["skillpack", verb, *command.collect_usage_pieces(context)])
    yield f"### {verb}\n"
    if alias:
        yield f"Also called `{alias}`.\n"
    yield f"```text\n{usage}\n```\n"
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        yield _paragraph(paragraph)
    options = [option for option in command.params if isinstance(option, click.Option) and not option.hidden]
    for head, advanced in (("option", False), ("advanced", True)):
        mine = [option for option in options if isinstance(option, AdvancedOption) is advanced]
        if mine:
            yield from _table((head, "what it does"), ((_spelled(option, context), _said(option)) for option in mine))


def _paragraph(text: str) -> str:
    """Return a paragraph of a help text; what click must not wrap is an example."""
    if not text.startswith("\b"):
        return _escaped(" ".join(text.split("\n"))) + "\n"
    head, *lines = text.removeprefix("\b\n").split("\n")
    examples = "\n".join(line.removeprefix("  ") for line in lines)
    return f"{head}\n\n```text\n{examples}\n```\n"


def _spelled(option: click.Option, context: click.Context) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    if option.is_flag or option.count:
        return names
    metavar = option.make_metavar(context).strip("[]").replace("|", ", ")
    return f"{names} {metavar}"


def _said(option: click.Option) -> str:
    words = _escaped(option.help or "")
    default = option.default
    shown = option.show_default and default is not None and default is not UNSET and not option.is_flag
    return f"{words} Default: `{default}`.".strip() if shown else words


def rules() -> Iterator[str]:
    """Yield the page of all rules."""
    pages = rule_pages()
    profiles = resources.profiles()
    yield "# Rules\n"
    yield (
        f"There are {len(pages)} rules. A code leads to the rule's page: why, how to fix it, a bad and a good example, "
        f"who demands it. `skillpack explain CODE` says the same. A rule of skillpack's own gives its reason.\n"
    )
    yield "Who minds: the [profiles](profiles.md) for which a finding is an error, a warning or an info.\n"
    for family, title in FAMILIES.items():
        mine = [page for page in pages if page.family == family]
        if mine:
            yield f"## {family}: {title}\n"
            rows = (_rule_row(page, [profiles[name] for name in ORDER]) for page in mine)
            yield from _table(("rule", "what is wrong", "who minds", "source"), rows)


def _rule_row(page: RulePage, profiles: Sequence[Profile]) -> tuple[str, ...]:
    sentence = " ".join(page.text.split("\n\n", 1)[0].split())
    judged = {profile.name: profile.severities.get(page.code, Severity.OFF) for profile in profiles}
    minding = "; ".join(_minding(judged))
    return f"[{page.code}](/rules/{page.code}/)", f"*{page.name}*: {_escaped(sentence)}", minding, _sources(page)


def _sources(page: RulePage) -> str:
    return "; ".join(f"[{each.title}]({each.address})" if each.address else str(each) for each in page.sources)


def _minding(judged: Mapping[str, Severity]) -> Iterator[str]:
    for severity in (Severity.ERROR, Severity.WARNING, Severity.INFO):
        names = [name for name, found in judged.items() if found is severity]
        if names:
            yield f"**{severity}** {', '.join(names)}"


def configuration() -> Iterator[str]:
    """Yield the page of skillpack.toml."""
    yield "# Configuration\n"
    yield (
        "`skillpack.toml` lies in the catalog's folder. Every key is optional, and so is the file. It is looked for in "
        "the folder that you name, then above it up to the repository's root; `--config FILE` names another one, "
        "`--no-config` ignores all. An unknown key is an error that names the nearest known one.\n"
    )
    yield f"```toml\n{EXAMPLE}```\n"
    for table, keys in KEYS.items():
        yield f"## {table}\n"
        rows = (_key_row(table, key, *words) for key, words in keys.items())
        yield from _table(("key", "value", "what it means"), rows)

    yield "## Settings of installing\n"
    yield (
        "`~/.config/skillpack/config.toml` is yours. A project may have `.metis/skillpack.toml`, which is read where "
        "you stand in the project. That file may be anybody's, as the rest of a cloned project is: it adds to your "
        "settings and weakens none of them. What it may not say is an error that names the key.\n"
    )
    rows = ((f"`{key}`", *words) for key, words in INSTALLING.items())
    yield from _table(("key", "value", "what it means", "what a project's file may say"), rows)


def _key_row(table: str, key: str, value: str, words: str) -> tuple[str, ...]:
    default = _default(table, key)
    return f"`{key}`", value, f"{words} Default: {default}." if default else words


def _default(table: str, key: str) -> str:
    holder, renamed = _DEFAULTS.get(table, (None, {}))
    name = renamed.get(key, key)
    if holder is None or not name or name not in {field.name for field in fields(holder)}:  # type: ignore[arg-type]
        return ""
    return _as_toml(getattr(holder, name))


def _as_toml(value: object) -> str:
    match value:
        case bool():
            return f"`{str(value).lower()}`"
        case int():
            return f"`{value}`"
        case str():
            return f'`"{value}"`' if value else ""
        case tuple():
            return "`[" + ", ".join(f'"{each}"' for each in value) + "]`" if value else "`[]`"
    return ""


def keys_of_parser() -> set[str]:
    """Return every key that the parser of the configuration asks for."""
    asking = {"text", "texts", "matching", "flag", "count", "choice", "choices", "day", "table", "tables", "has"}
    asking |= {"read", "read_each", "text_or_texts"}
    found = set()
    for node in (each for path in PARSERS for each in ast.walk(ast.parse(path.read_text(encoding="utf-8")))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in asking or name in {"_link", "_colour"}:
            found |= {each.value for each in node.args[:2] if isinstance(each, ast.Constant) and _is_key(each.value)}
    tables = {
        "catalog",
        "policy",
        "theme",
        "source",
        "bundle",
        "page",
        "suppress",
        "renamed",
        "yanked",
        "topics",
        "signers",
        "eval",
        "sigstore",
        "review",
    }
    return found - tables - {"url", "email", "record", "local"} | {"TITLE"}  # topics have free keys


def _is_key(value: object) -> bool:
    return isinstance(value, str) and value.isidentifier()


def profiles() -> Iterator[str]:
    """Yield the page of all profiles."""
    known = resources.profiles()
    codes = {page.code for page in rule_pages()}
    yield "# Profiles\n"
    yield (
        "A profile says what each finding means to one host or one specification. `skillpack check --profile NAME` "
        "asks one; [one set of rules, many hosts](../why/profiles.md) explains the idea. A TOML file "
        "[of your own](../how-to/own-profile.md) takes the place of a name: `skillpack check --profile acme.toml`.\n"
    )
    rows = (_profile_row(known[name], codes) for name in ORDER)
    yield from _table(("profile", "for", "errors", "warnings", "infos"), rows)
    for name in ORDER:
        yield from _profile(known[name])


def _profile_row(profile: Profile, codes: set[str]) -> tuple[str, ...]:
    judged = [severity for code, severity in profile.severities.items() if code in codes]
    counts = (str(judged.count(severity)) for severity in (Severity.ERROR, Severity.WARNING, Severity.INFO))
    return f"[{profile.name}](#{profile.name})", profile.title, *counts


def _profile(profile: Profile) -> Iterator[str]:
    yield f"## {profile.name}\n"
    source = ", ".join(f"<{each}>" if each.startswith("https://") else each for each in profile.source.split(", "))
    yield f"{profile.title}. Source: {source}.\n"
    errors = sorted(code for code, severity in profile.severities.items() if severity is Severity.ERROR)
    yield f"Refuses: {', '.join(f'[{code}](/rules/{code}/)' for code in errors) or 'nothing'}.\n"
    if profile.fields:
        yield f"Documents fields of its own: {', '.join(f'`{field}`' for field in profile.fields)}.\n"
    if profile.limits:
        sizes = ", ".join(f"[{code}](/rules/{code}/) {size:,}" for code, size in sorted(profile.limits.items()))
        yield f"Minds sizes only above: {sizes}.\n"
    if profile.kinds:
        kinds = ", ".join(f"`{kind}` {judged}" for kind, judged in sorted(profile.kinds.items()))
        yield f"Judges kinds of findings for themselves: {kinds}.\n"
    if profile.index_budget:
        yield f"{_budget(profile)}\n"
    if profile.entry_budget:
        yield f"Shows {profile.entry_budget:,} characters of one description.\n"


def _budget(profile: Profile) -> str:
    """Return what is known of the list of skills."""
    share, window = profile.index_share
    text = f"Shows {profile.index_budget:,} characters of the list of skills to its model"
    if share:
        text += f", {share} % of its default window of {window:,} characters"
    if profile.index_reserve:
        text += f"; its own skills take about {profile.index_reserve:,} of them first"
    if profile.index_variable:
        text += f"; `{profile.index_variable}` sets another number"
    return f"{text}{f' (seen in {profile.seen_in})' if profile.seen_in else ''}."


def schemas() -> Iterator[str]:
    """Yield the page of the JSON formats."""
    yield "# JSON formats\n"
    yield (
        "Each published file has a JSON Schema on this site. Later programs may add keys to the same format: ignore "
        "what you do not know.\n"
    )
    published = {
        "catalog.json": "`catalog.json`",
        "versions.json": "`versions.json`",
        "bundles.json": "`bundles.json`, which is there where the catalog has bundles",
        "reviews.json": "`reviews.json`, which is there where the catalog has reviews",
        "record.json": "`skills/NAME/skill.json`",
        "index.json": "`prompt/index.json`",
    }
    for file, schema in SCHEMAS.items():
        yield f"## {schema['title']}\n"
        yield f"{published[file]}, described by [schema/{file}](/schema/{file}).\n"
        yield from _properties(schema)
    for schema, words in (
        (FINDINGS, "`skillpack check --format json`"),
        (BASELINE, "`skillpack check --baseline FILE`"),
        (SELECTION, "`skillpack select --json`"),
        (CHANGED, "`skillpack install --json`, and so `update`, `uninstall` and `rollback`"),
        (OUTDATED, "`skillpack outdated --json`"),
        (VERIFIED, "`skillpack verify --json`"),
        (REVIEWED, "`skillpack review --json`"),
    ):
        yield f"## {schema['title']}\n"
        yield f"{words}, `{schema['$id']}`.\n"
        yield from _properties(schema)


def _properties(schema: Mapping[str, Any]) -> Iterator[str]:
    rows = (
        (f"`{path}`" + ("" if needed else " (optional)"), kind, words)
        for path, kind, words, needed in (*_walked(schema, ""), *_walked(schema.get("items", {}), "[]."))
    )
    yield from _table(("key", "value", "what it is"), rows)


def _walked(schema: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str, str, bool]]:
    needed = set(schema.get("required", ()))
    for name, inner in schema.get("properties", {}).items():
        path = f"{prefix}{name}"
        yield path, _kind(inner), _escaped(_words(inner)), name in needed
        yield from _inside(inner, path)
    extra = schema.get("additionalProperties")
    if isinstance(extra, dict) and extra.get("properties"):
        yield from _walked(extra, f"{prefix}NAME.")


def _inside(schema: Mapping[str, Any], path: str) -> Iterator[tuple[str, str, str, bool]]:
    whole = next((each for each in schema.get("anyOf", ()) if each.get("type") != "null"), schema)
    if whole.get("type") == "array":
        yield from _walked(whole["items"], f"{path}[].")
    elif whole.get("type") == "object":
        yield from _walked(whole, f"{path}.")


def _kind(schema: Mapping[str, Any]) -> str:
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_kind(each) for each in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}s"
    return {"string": "text", "integer": "number", "boolean": "true or false"}.get(schema["type"], schema["type"])


def _words(schema: Mapping[str, Any]) -> str:
    words = str(schema.get("description", ""))
    return f"{words}." if words else ""


def exit_status() -> Iterator[str]:
    """Yield the page of exit statuses and environment variables."""
    yield "# Exit status and environment\n"
    yield "## Exit status\n"
    yield from _table(("status", "meaning"), ((str(status), words) for status, words in STATUSES))
    yield (
        "Findings never stop a build: it writes the site and then exits with 1. In a script, 1 means *look*; "
        "anything above means that the job was not done.\n"
    )
    yield "## Environment\n"
    yield from _table(
        ("variable", "effect"),
        ((", ".join(f"`{name}`" for name in names.split(", ")), words) for names, words in VARIABLES.items()),
    )


def requirements() -> Iterator[str]:
    """Yield the page of the demands of the five specifications."""
    systems = read_systems(read_data(), read_marks())
    every = [demand for system in systems for demand in system.demands]
    waiting, partial = [each for each in every if each.reason], [each for each in every if each.lacks]
    yield "# Requirements\n"
    yield (
        "skillpack serves five specifications of skills. This page lists each demand of each, in our words, with the "
        'tests that show it: in these files the test carries the demand\'s number, as `@pytest.mark.demand("M12")`.\n'
    )
    yield (
        f"Of {len(every)} demands {len(every) - len(waiting) - len(partial)} have tests, {len(partial)} have tests for "
        f"a part, and {len(waiting)} are [not built](#not-built).\n"
    )
    for system in systems:
        yield f"## {system.title}\n"
        yield f"{system.about}\n"
        yield from _table(("demand", "what it says", "tests"), map(_demand_row, system.demands))
    yield "## Not built\n"
    yield "Nothing shows these demands yet.\n"
    rows = ((each.number, _escaped(each.text), f"{each.reason} {each.planned}") for each in waiting)
    yield from _table(("demand", "what it says", "why, and what is planned"), rows)
    yield "Of these a part is missing.\n"
    yield from _table(("demand", "what is missing"), ((each.number, each.lacks) for each in partial))


def _demand_row(demand: Demand) -> tuple[str, ...]:
    tests = ", ".join(f"`{path}`" for path in demand.tests)
    return demand.number, _escaped(demand.text), tests or "[not built](#not-built)"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    lines = [f"| {' | '.join(head)} |", f"|{'|'.join('---' for _ in head)}|"]
    lines += [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    yield "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    """Return a text whose angle brackets and stars, outside of code, are themselves in Markdown."""
    parts = text.replace("``", "`").split("`")
    for index in range(0, len(parts), 2):
        parts[index] = parts[index].replace("<", "&lt;").replace("*", "\\*")
    return "`".join(parts)


PAGES = {
    "commands.md": commands,
    "rules.md": rules,
    "configuration.md": configuration,
    "profiles.md": profiles,
    "schemas.md": schemas,
    "exit-status.md": exit_status,
    "requirements.md": requirements,
}
"""File below `site/pages/reference/` -> what makes it."""


def text_of(name: str) -> str:
    """Return a page as it should be."""
    return "\n".join([*PAGES[name](), f"{_MADE}\n"])


def main() -> None:
    """Write the pages, or with `--check` only say which are not up to date."""
    stale = []
    for name in PAGES:
        path, text = FOLDER / name, text_of(name)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if "--check" not in sys.argv[1:]:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
    if "--check" in sys.argv[1:] and stale:
        sys.exit(f"not up to date: {', '.join(stale)}; run `python tests/docs/reference.py`")


if __name__ == "__main__":
    main()
