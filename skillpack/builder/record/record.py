"""One tree -> its record, its texts as fragments, and the files that follow from it alone (runs in a worker)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from skillpack.abilities.abilities import read_abilities
from skillpack.abilities.texts import read_texts
from skillpack.archive.write import write_tar, write_zip
from skillpack.builder.record.entry import SKILL_FILE, description_span, make_details, make_entry
from skillpack.builder.record.evaluation import evaluations_of
from skillpack.builder.record.files import decoded, file_records, is_servable
from skillpack.builder.record.fragments import Remember, RenderedTexts, fragment_key, highlighter
from skillpack.builder.record.signature import signature_findings, signature_of_published, with_findings
from skillpack.builder.record.summary import FileFragments
from skillpack.builder.results import reported_results
from skillpack.catalog import paths
from skillpack.check.judge import UNREADABLE
from skillpack.check.run import check_skill
from skillpack.check.secrecy import SECRET_RULES, masked, masked_skill
from skillpack.check.suppressions import holds_secret
from skillpack.errors import ArchiveError
from skillpack.files.membership import EVALS
from skillpack.model.digest import checksums, checksums_of, sha256, signature_of, tree_digest
from skillpack.model.document import Document
from skillpack.model.entry import Excerpt, FileRecord, PageRecord
from skillpack.model.finding import Finding
from skillpack.model.release import Release
from skillpack.model.settings import Settings
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, SourceTree, Tree, make_tree
from skillpack.parse.compose import published_tree
from skillpack.parse.skill import parse_skill
from skillpack.prompt.formats import prompt_entries, published_formats, published_location
from skillpack.resources import word_weights
from skillpack.search.selection_input import mentions, selection_input
from skillpack.search.shards import spread
from skillpack.search.similarity import own_terms
from skillpack.search.terms import indexed
from skillpack.site.markdown.render import RenderedText, fenced_front_matter

_BARRING = frozenset({"LY001", "NM012"})  # rules whose finding leaves a tree without a page
_AROUND = 2  # lines before and behind one that is quoted
_LONGEST_LINE = 200  # characters of it


class LoadedSkill(Struct, frozen=True):
    """What one tree gives.

    Attributes:
        record: None where the candidate has no usable name: it gets a row on the checks page and no page.
        nameless: Why there is no usable name; empty where there is one.
        findings: All of them, also for a nameless candidate.
        texts: Of each file that gets a page, the fragments that its text became.
        files: Path and bytes of everything that depends on this skill alone and is published with it.
    """

    record: PageRecord | None
    nameless: str
    findings: tuple[Finding, ...]
    texts: tuple[FileFragments, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()


def load_skill(candidate: SourceTree, settings: Settings, remember: Remember) -> LoadedSkill:
    """Return everything that a build needs of one tree."""
    skill = parse_skill(candidate)
    read = read_texts(candidate.tree, skill.document.path)
    abilities = read_abilities(skill, candidate.tree, settings.limits, read)
    findings = check_skill(skill, candidate.tree, *settings.judging, abilities=abilities, texts=read)
    barring = (finding.message for finding in findings if finding.rule in _BARRING)
    nameless = next(barring, "" if skill.name else "no name")
    if nameless:
        return LoadedSkill(None, nameless, findings)
    if holds_secret(findings, settings.accepted_secrets):
        record = _secret_record(masked_skill(skill, candidate.tree), findings)
        return LoadedSkill(record, "", findings)
    if any(finding.rule in SECRET_RULES for finding in findings):  # accepted ones: nothing quotes them all the same
        abilities = read_abilities(*masked(skill, candidate.tree), settings.limits)
    tree = published_tree(candidate)
    if tree is not candidate.tree:  # its pages show other files, or other lines, than those that were read
        abilities = read_abilities(*_as_published(candidate, tree), settings.limits)
    records = file_records(skill, tree)
    archives, release = _archives(skill, tree, records, settings)
    signature = signature_of_published(tree, candidate.origin.source, settings)
    evaluations = evaluations_of(candidate, skill)
    more = (*signature_findings(skill, signature, settings), *evaluations.findings)
    findings = with_findings(findings, more)
    entry = make_entry(skill, release, records, findings, settings.profiles, signature)
    guides = RenderedTexts(skill.name, records, settings, remember)
    rendered = msgspec.json.decode(guides.fragment(SKILL_FILE, skill.document.body.text)[1], type=RenderedText)
    location = published_location(skill.name, site_url=settings.site_url)
    record = PageRecord(
        key=_key(candidate, skill, records, settings, evaluations.mark),
        entry=entry,
        details=replace(make_details(skill), tasks=evaluations.tasks, negative_tasks=evaluations.negative),
        files=records,
        findings=findings,
        html=rendered.html,
        contents=rendered.contents,
        terms=spread(indexed(skill)),
        prompts=prompt_entries(skill, entry.verdicts, published_formats(settings.profiles).values(), location),
        own_terms=own_terms(skill.name, skill.description, word_weights()),
        mentions=mentions(skill),
        listed=selection_input(skill, entry.path, description_span(skill)),
        excerpts=tuple(_excerpts(skill.document, findings)),
        abilities=abilities,
        signature=signature,
        unsigned=_unsigned_digest(tree),
        reported=reported_results(tree, skill.name, signature),
    )
    texts = tuple(_texts(tree, records, settings, remember, guides))
    return LoadedSkill(record, "", findings, texts, (*archives, *_own_files(skill, tree, records, settings)))


def _as_published(candidate: SourceTree, tree: Tree) -> tuple[ParsedSkill, Tree]:
    """Return the skill and the files as they are published, masked where they hold a secret."""
    left_out = (each for each in candidate.listing if each[0] not in candidate.tree.files)
    listing = (*((path, len(content)) for path, content in tree.files.items()), *left_out)
    origin = replace(candidate.origin, form=Form.FOLDER)
    return masked(parse_skill(SourceTree(origin, listing, tree, whole=candidate.whole, skipped=())), tree)


def _secret_record(skill: ParsedSkill, findings: tuple[Finding, ...]) -> PageRecord:
    """Return a record that says nothing of a skill but its name, where it lies, and what rules found.

    Args:
        skill: Masked: its name may hold the secret.
        findings: Masked as well.
    """
    content = f"---\nname: {skill.name}\n---\n".encode()
    listing, tree = ((SKILL_FILE, len(content)),), make_tree({SKILL_FILE: content})
    bare = parse_skill(SourceTree(skill.origin, listing, tree, whole=False, skipped=()))
    entry = make_entry(bare, Release(bare.name, "", "", "", "", "", 0), (), (), ())
    record = PageRecord(
        key="",
        entry=entry,
        details=make_details(bare),
        files=(),
        findings=findings,
        html="",
        contents=(),
        terms=spread(()),
        prompts=(),
        listed=selection_input(bare, entry.path),
        secret=True,
    )
    return replace(record, key=sha256(msgspec.msgpack.encode(record)))


def _excerpts(document: Document, findings: Sequence[Finding]) -> Iterator[Excerpt]:
    """Yield the lines around what keeps a front matter from being read."""
    lines = document.text.split("\n")
    for finding in findings:
        line = finding.span.line
        if finding.rule in UNREADABLE and 0 < line <= len(lines):
            first = max(1, line - _AROUND)
            shown = lines[first - 1 : line + _AROUND]
            yield Excerpt(line, first, tuple(each[:_LONGEST_LINE].rstrip("\r") for each in shown), finding.hint)


def _key(
    candidate: SourceTree,
    skill: ParsedSkill,
    records: tuple[FileRecord, ...],
    settings: Settings,
    evaluations: str,
) -> str:
    # Not the digest of the tree: what could not be read whole has none, and is shown all the same.
    parts = (
        checksums_of((record.path, record.sha256) for record in records),
        sha256(skill.document.raw),
        *(repr(part) for part in (candidate.listing, candidate.origin, candidate.skipped)),
        settings.digest,
        evaluations,
    )
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass"))


def _unsigned_digest(tree: Tree) -> str:
    """Return the digest of the content without the evaluations that only a signature brings; empty for none."""
    kept = {path: content for path, content in tree.files.items() if not path.startswith(f"{EVALS}/")}
    return tree_digest(Tree(kept)) if signature_of(tree) and len(kept) < len(tree.files) else ""


def _archives(
    skill: ParsedSkill, tree: Tree, records: tuple[FileRecord, ...], settings: Settings
) -> tuple[list[tuple[str, bytes]], Release]:
    """Return the immutable files of a release; none where the archive writer refuses the tree."""
    name, identity = skill.name, skill.identity
    release = Release(name, identity.label, identity.digest, identity.version, "", "", 0)
    if not identity.label:
        return [], release
    try:
        content = write_zip(tree)
    except ArchiveError:
        return [], release  # family PB says why
    more = tuple(_further(tree, content, settings))
    path = paths.archive(name, identity.label)
    sums = checksums(tree).encode()
    files = [
        (path, content),
        (paths.archive_checksums(name, identity.label), sums),
        (paths.skill_checksums(name), sums),
    ]
    markdown = records[0].sha256 if len(records) == 1 else ""
    if markdown:
        files.append((paths.archive(name, identity.label, "md"), tree.files[SKILL_FILE]))
    signature = signature_of(tree)
    if signature:
        files.append((paths.signature(path, sha256(signature)), signature))
    release = replace(
        release,
        signature=sha256(signature) if signature else "",
        archive=path,
        archive_sha256=sha256(content),
        archive_size=len(content),
        markdown_sha256=markdown,
        also=tuple(sorted((form, sha256(packed)) for form, packed in more)),
    )
    return [*files, *((paths.archive(name, identity.label, form), packed) for form, packed in more)], release


def _further(tree: Tree, content: bytes, settings: Settings) -> Iterator[tuple[str, bytes]]:
    """Yield the further archives that can hold the tree: tar has no room for some paths that zip takes (PB017)."""
    for form in settings.archives:
        with suppress(ArchiveError):
            yield form, _MORE[form](tree, content)


_MORE: Mapping[str, Callable[[Tree, bytes], bytes]] = {
    "tar.gz": lambda tree, _: write_tar(tree),
    "skill": lambda _, content: content,
}
"""Further formats of archives (`[archives] also`), from the tree and its zip."""


def _own_files(
    skill: ParsedSkill, tree: Tree, records: tuple[FileRecord, ...], settings: Settings
) -> Iterator[tuple[str, bytes]]:
    """Yield the files that are served as they are."""
    if SKILL_FILE in tree.files:
        yield paths.skill_markdown(skill.name), tree.files[SKILL_FILE]
    for record in records:
        if record.image:
            yield paths.skill_raw(skill.name, record.path), tree.files[record.path]
    if settings.legacy_discovery:
        for path, content in tree.files.items():
            if is_servable(path):
                yield paths.legacy_file(skill.name, path), content


def _texts(
    tree: Tree, records: tuple[FileRecord, ...], settings: Settings, remember: Remember, guides: RenderedTexts
) -> Iterator[FileFragments]:
    """Yield the fragments of each file that gets a page; the skill file is rendered on the page of the skill."""
    highlight = highlighter(settings)
    for record in records:
        if record.text and record.size <= settings.limits.viewer:
            text, kind = decoded(tree.files[record.path]) or "", f"file {record.language} {settings.highlight}"
            remember(kind, text, partial(highlight, text, record.language))
            is_guide = record.language == "markdown" and record.path != SKILL_FILE and bool(text.strip())
            rendered = guides.fragment(record.path, fenced_front_matter(text))[0] if is_guide else ""
            yield FileFragments(record.path, fragment_key(kind, text), rendered)
