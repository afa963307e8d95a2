"""Skills on disk -> a site."""

import json
from contextlib import closing
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from skillpack import machine
from skillpack.builder.build import build_site as build_into
from skillpack.builder.executor import chosen
from skillpack.builder.history.previous import opened_previous
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inputs.foreign_reviews import Asking
from skillpack.builder.inputs.inputs import gather
from skillpack.builder.store import BuildStore
from skillpack.files.folder import FolderOutput
from skillpack.model.finding import Judged
from skillpack.model.progress import Report, silent
from skillpack.parse.settings.configuration import parse_configuration


class BuiltSite(Struct, frozen=True):
    """What became of a build.

    Attributes:
        names: Of every skill that was found, sorted, published or not.
        findings: Sorted, without what is suppressed.
        failed: True where one of them reaches the catalog's `[policy] fail_on`; the site is written all the same.
    """

    folder: Path
    names: tuple[str, ...]
    findings: tuple[Judged, ...]
    failed: bool


def build_site(
    source: Path | str,
    output: Path | str,
    *,
    site_url: str = "",
    previous: str = "",
    allow_withdrawn: int = 0,
    jobs: int = 1,
    report: Report = silent,
) -> BuiltSite:
    """Build a catalog of skills: website, registry, archives and indexes in one folder.

    A reader of the folder sees the old site until the new one is whole.

    Args:
        source: A folder of skills or a catalog; its `skillpack.toml` counts.
        output: Absent, empty, or a site that was built before.
        site_url: Where it will be published; what the catalog says by default.
        previous: Folder or address of the site that was published last, whose versions stay; none by default.
        allow_withdrawn: How many names may go where these are most of what was published.
        jobs: Processes at once. More than one needs a program whose main module can be imported.
        report: Told how far the work is.

    Raises:
        UsageError: Source, output or configuration cannot be, or there is no skill.
        WithdrawalError: More than half of the names that the previous site offers would go at once.
        LockedError: Another build of that output goes on.
        OutputError: The disk refuses.
        FetchError: The previous site, or another catalog whose reviews are wanted, cannot be read.
    """
    env = machine.environment()
    located = locate(Path(source))
    if site_url:
        address = parse_configuration(f"[catalog]\nsite_url = {json.dumps(site_url)}\n").site_url
        located = replace(located, configuration=replace(located.configuration, site_url=address))
    inputs = gather(located, today=machine.today(env), date=machine.source_date(env), asking=Asking(env))
    limits, folder = inputs.settings.limits, Path(output)
    before = opened_previous(previous, inputs.configuration, inputs.root, env, cache=None, limits=limits)
    with before as published, FolderOutput(folder) as target, closing(BuildStore(None)) as memory:
        built = build_into(
            inputs,
            target,
            memory,
            folder="",
            pool=lambda skills: chosen("auto" if jobs > 1 else "inline", jobs, skills),
            report=report,
            previous=published,
            allow_withdrawn=allow_withdrawn,
        )
    return BuiltSite(folder, built.names, built.findings, built.failed)
