"""An earlier state of some skills -> what selection needs of each: a folder, a built site, a revision of git."""

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from skillpack import machine
from skillpack.catalog import paths
from skillpack.errors import UsageError
from skillpack.fetch.address import is_url
from skillpack.fetch.catalog import PublishedCatalog, open_catalog
from skillpack.files.belonging import SKILL_FILES
from skillpack.model.limits import Limits
from skillpack.model.portable import usable_name
from skillpack.model.selection import Described
from skillpack.model.tree import Candidate, Form, Origin, Trust, make_tree
from skillpack.parse.skill import parse_skill
from skillpack.pipeline.inputs import locate
from skillpack.pipeline.selecting import read_described
from skillpack.registry import catalog_json
from skillpack.search.described import TRIGGERS, described

_PUBLISHED = "published"


def read_earlier(
    reference: str,
    sources: Sequence[Path],
    env: Mapping[str, str],
    limits: Limits,
    *,
    config: Path | None = None,
    use_config: bool = True,
) -> tuple[Described, ...]:
    """Return what selection needs of the skills as they were.

    Args:
        reference: A folder of skills, a built site (folder or address), or a revision of git.
        sources: What is compared with it; at a revision the same folders are read.
        env: Where proxies are looked for.
        config: A configuration file that was named for the sources.
        use_config: False looks for none.

    Raises:
        UsageError: There is no such folder and no such revision.
        SkillpackError: It cannot be read.
    """
    folder = Path(reference)
    if is_url(reference) or (folder / paths.CATALOG).is_file():
        with open_catalog(reference, limits, env) as site:
            return _published(site, limits)
    if folder.is_dir():
        return read_described([locate(folder, use_config=use_config)], limits)
    with tempfile.TemporaryDirectory(prefix="skillpack-") as kept:
        # Without the links of the temporary folder itself, to which nothing is relative.
        return _at_revision(reference, sources, Path(kept).resolve(), limits, config=config, use_config=use_config)


def _published(site: PublishedCatalog, limits: Limits) -> tuple[Described, ...]:
    """Return the skills that a site offers; their labelled queries are not published."""
    url = site.where(paths.CATALOG)
    listed = catalog_json.read(site.lines(paths.CATALOG), url=url, limits=limits)
    offered = (line.name for line in listed if line.state == _PUBLISHED and usable_name(line.name))
    files = site.records(offered, paths.skill_markdown)
    found = (described(parse_skill(_candidate(name, content))) for name, content in files)
    return tuple(sorted(found, key=lambda skill: skill.name))


def _candidate(name: str, content: bytes) -> Candidate:
    origin = Origin("", 0, name, name, Form.FOLDER, Trust.EXTERNAL)
    file = SKILL_FILES[0]
    return Candidate(origin, ((file, len(content)),), make_tree({file: content}), whole=True, oddities=())


def _at_revision(
    revision: str, sources: Iterable[Path], folder: Path, limits: Limits, *, config: Path | None, use_config: bool
) -> tuple[Described, ...]:
    located, written = [], dict[Path, Path]()
    for source in sources:
        top = machine.checkout_root(source)
        if top is None:
            raise UsageError(
                f"`{revision}` is no folder, and `{source}` is in no git checkout",
                hint="--against takes a folder of skills, a built site, or a revision such as `origin/main`",
            )
        if top not in written:
            written[top] = folder / str(len(written))
            machine.write_revision(top, revision, written[top], wanted=_is_wanted)
            (written[top] / ".git").mkdir()  # here, too, nobody looks for a configuration above the checkout
        file = config and _moved(config, top, written[top])
        try:
            located.append(locate(_moved(source, top, written[top]), config=file, use_config=use_config))
        except UsageError:
            continue  # no skill was there yet: all are new
    return read_described(located, limits)


def _moved(path: Path, top: Path, folder: Path) -> Path:
    """Return where a path of a checkout lies in a copy of it."""
    real = path.resolve()
    return folder / real.relative_to(top) if real.is_relative_to(top) else path


def _is_wanted(path: str) -> bool:
    """Return whether a file of the checkout may say something about the selection of skills."""
    return path.endswith((".md", ".yaml", ".yml", TRIGGERS, "skillpack.toml"))
