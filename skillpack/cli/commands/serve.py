"""skillpack serve: a preview that follows the sources."""

import time
import webbrowser
from contextlib import closing
from pathlib import Path

import click

from skillpack import machine, resources
from skillpack.builder.build import build_site
from skillpack.builder.executor import chosen
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inputs.inputs import Inputs, gather
from skillpack.builder.store import BuildStore
from skillpack.builder.watch import changes
from skillpack.builder.withdrawal import withdrawal, withdrawal_line
from skillpack.cli.console import notify
from skillpack.cli.findings import make_report, shown_root
from skillpack.cli.notes import report_language
from skillpack.cli.options.advanced import advanced_option, verb
from skillpack.errors import SkillpackError
from skillpack.files.folder import FolderOutput
from skillpack.files.temporary import temporary_folder
from skillpack.model.finding import group_findings
from skillpack.model.portable import printable
from skillpack.model.progress import silent
from skillpack.report.findings.text import concise_line
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import PLAIN
from skillpack.serve import Preview, start_server
from skillpack.sources.http.address import is_url


@verb("serve")
@click.argument("source", metavar="[SRC]", default=".", type=click.Path(path_type=Path))
@click.option("-p", "--port", default=8787, show_default=True, type=click.IntRange(1, 65435), help="First port to try.")
@advanced_option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="Also accept this host name, on any port, such as behind a proxy; repeatable.",
)
@click.option("--open", "open_site", is_flag=True, help="Open the home page in a browser.")
def command(source: Path, port: int, hosts: tuple[str, ...], *, open_site: bool) -> None:
    """Build the catalog of SRC into a temporary folder, serve it on 127.0.0.1 and rebuild on every change.

    A build that fails leaves the last good site in place; the page shows why. Ctrl-C ends it.

    Requests for other hosts than 127.0.0.1 and localhost are refused, so that no page that you visit can read the
    preview under a name of its own.

    \b
    Examples:
      skillpack serve ./skills --open
      skillpack serve --port 9000
      skillpack serve --allow-host preview.example.com
    """
    locate(source)  # where there is nothing to serve, say so at once
    following = changes(lambda: locate(source))
    with temporary_folder("skillpack-serve-") as folder:
        preview = Preview(folder / "site", *resources.preview_files())
        with closing(BuildStore(folder / "cache.sqlite")) as cache:
            names = _rebuild(source, preview, cache, first=True)
            server = start_server(preview, port, hosts)
            address = f"http://127.0.0.1:{server.server_address[1]}/"
            click.echo(address)
            if open_site:
                webbrowser.open(address)
            try:
                for _ in following:
                    names = _rebuild(source, preview, cache, names)
            finally:
                preview.close()
                server.shutdown()
                server.server_close()


def _report_unasked(inputs: Inputs) -> None:
    """Say whose reviews a preview lacks: it asks no site, for it is built anew with every change."""
    sites = [each for each in inputs.configuration.review.sources if is_url(each)]
    if sites:
        notify(f"note: reviews of {', '.join(f'`{printable(each)}`' for each in sites)} are left out of a preview")


def _rebuild(
    source: Path, preview: Preview, cache: BuildStore, before: tuple[str, ...] = (), *, first: bool = False
) -> tuple[str, ...]:
    """Build once; a failure is told, and the last good site stays.

    Args:
        before: Names of the skills of the last good site.

    Returns:
        Those of the site that is shown now.
    """
    started = time.monotonic()
    env = machine.environment()
    try:
        inputs = gather(locate(source), today=machine.today(env), date=machine.source_date(env))
        if first:
            report_language(inputs)
            _report_unasked(inputs)
        with FolderOutput(preview.folder, private=True, lasting=False) as output:
            built = build_site(
                inputs,
                output,
                cache,
                folder=str(preview.folder),
                pool=lambda skills: chosen("auto", machine.cores(), skills),
                report=silent,
                allow_withdrawn=None,
            )
    except (SkillpackError, OSError) as error:
        cache.rollback()
        hint = error.hint if isinstance(error, SkillpackError) else ""
        notify(f"error: {error}")
        if hint:
            notify(f"hint: {hint}")
        preview.show((), error=f"{error}. {hint}".strip())
        return before
    seconds = time.monotonic() - started
    rebuilt, found = quantity(built.loaded, "skill"), quantity(len(group_findings(built.findings)), "finding")
    notify(f"rebuilt {rebuilt} in {seconds * 1000:.0f} ms, {found}")
    if not built.names:
        notify(f"warning: no skill with a usable name in `{source}`; `skillpack build` would refuse that")
    elif (gone := withdrawal(before, built.names, inputs.configuration.renamed)).is_most:
        listed = ", ".join(f"`{name}`" for name in gone.names)
        notify(f"warning: {withdrawal_line(gone)}, which `skillpack build --previous` would refuse: {listed}")
    report = make_report(built.findings, skills=(), sources={}, targets=(), prefix=shown_root(inputs.root))
    preview.show([concise_line(each, report, PLAIN) for each in group_findings(report.findings)])
    return built.names
