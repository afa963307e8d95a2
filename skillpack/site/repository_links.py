"""Where a file of the catalog can be edited, and where a problem is reported: by the address of the repository (pure).

Only hosts whose addresses are known: GitHub, GitLab, Gitea and Forgejo. Of others nothing is guessed.
"""

import re
from collections.abc import Callable

from msgspec import Struct

from skillpack.site.addresses import quoted

_BRANCH = "HEAD"  # each of these hosts takes it for the branch that a repository shows first
_ADDRESS = re.compile(r"https?://(?P<host>[a-z0-9.-]+)(?::[0-9]+)?/[^?#]*[^?#/]/?", re.IGNORECASE)
_TREE = re.compile(r"/(?:-/)?(?:tree|src/branch)/(?P<branch>[^/]+)(?P<folder>/.*)?$")


class RepositoryLinks(Struct, frozen=True):
    """Addresses; empty where none is known."""

    edit: str = ""
    report: str = ""


_NOWHERE = RepositoryLinks()


class _Host(Struct, frozen=True):
    """How one kind of host spells its addresses.

    Attributes:
        is_it: Whether a name of a host is of this kind.
        edit: After the repository's address; `{branch}` and `{path}` are filled in.
        report: Likewise, with `{title}`.
        tree: Before branch and folder in the address of a folder; empty where `npx skills` reads no such address.
    """

    is_it: Callable[[str], bool]
    edit: str
    report: str
    tree: str


_GITHUB = ("/edit/{branch}/{path}", "/issues/new?title={title}")
_HOSTS = (
    _Host(lambda name: name == "github.com", *_GITHUB, "/tree"),
    _Host(lambda name: name.startswith("github."), *_GITHUB, ""),
    _Host(
        lambda name: "gitlab" in name.split("."),
        "/-/edit/{branch}/{path}",
        "/-/issues/new?issue%5Btitle%5D={title}",
        "/-/tree",
    ),
    # Its editor asks for a branch by name; the file's own page has a button for it.
    _Host(
        lambda name: name == "codeberg.org" or bool({"gitea", "forgejo"} & set(name.split("."))),
        "/src/branch/{branch}/{path}",
        "/issues/new?title={title}",
        "",
    ),
)


class RepositoryFolder(Struct, frozen=True):
    """Where a catalog lies in a repository.

    Attributes:
        root: Address of the repository, without `.git`.
        branch: Empty where the address says none.
        folder: Empty for the top.
        page: Address of the folder as `npx skills` reads it; empty where it reads none of such a host.
    """

    root: str
    branch: str = ""
    folder: str = ""
    page: str = ""


def repository_folder(repository: str) -> RepositoryFolder:
    """Return the parts of a repository's address: one may end in `/tree/BRANCH/FOLDER`, as hosts show folders."""
    root = repository.rstrip("/")
    host, found = _host(repository), _TREE.search(root)
    if host is None or found is None:
        return RepositoryFolder(root.removesuffix(".git"))
    top = root[: found.start()].removesuffix(".git")
    branch, folder = found["branch"], (found["folder"] or "").strip("/")
    page = f"{top}{host.tree}/{branch}/{folder}".rstrip("/") if host.tree else ""
    return RepositoryFolder(top, branch, folder, page)


def repository_links(repository: str, path: str, title: str) -> RepositoryLinks:
    """Return where a file can be edited and a problem with it reported.

    Args:
        repository: As configured; one that ends in `/tree/BRANCH/FOLDER`, as these hosts show folders, tells the branch
            and the folder in which the catalog lies.
        path: Of the file, relative to the catalog's folder.
        title: What a report begins with.
    """
    host = _host(repository)
    if host is None or path.startswith("../"):
        return _NOWHERE
    place = repository_folder(repository)
    whole = f"{place.folder}/{path}" if place.folder else path
    return RepositoryLinks(
        edit=place.root + host.edit.format(branch=place.branch or _BRANCH, path=quoted(whole)),
        report=place.root + host.report.format(title=quoted(title)),
    )


def _host(repository: str) -> _Host | None:
    found = _ADDRESS.fullmatch(repository)
    return next((host for host in _HOSTS if host.is_it(found["host"].lower())), None) if found else None
