"""Installers that the makers of widely used tools document: one command, from a host of their own over https (pure).

Who gets the tool trusts its maker anyway, and the command stands on the maker's own page. It still is code that nobody
reads: the list of abilities and the finding say so, and only the alarm is left out.
"""

import re

from skillpack.abilities.hosts import is_own_network
from skillpack.parse.patterns import late

_DEDICATED = (
    "sh.rustup.rs astral.sh get.opentofu.org nixos.org repo.anaconda.com fluxcd.io istio.io"
    " static.rust-lang.org get.pnpm.io get.docker.com install.python-poetry.org get.sdkman.io"
    " deb.nodesource.com rpm.nodesource.com get.helm.sh get.k3s.io mise.run get.scoop.sh get.volta.sh pyenv.run"
    " bootstrap.pypa.io install.determinate.systems releases.nixos.org get.rvm.io get-ghcup.haskell.org get.pulumi.com"
    " setup.atuin.sh run.linkerd.io releases.hashicorp.com install.meteor.com install.duckdb.org micro.mamba.pm"
    " sdk.cloud.google.com get.jetify.com"
)
_HOSTS = frozenset(_DEDICATED.split())
"""Hosts that give away a tool of their owner, and nothing else."""

_OWN_SITES = (
    "bun.sh deno.land ollama.com starship.rs community.chocolatey.org chocolatey.org tailscale.com fly.io"
    " mise.jdx.dev getcomposer.org fnm.vercel.app claude.ai opencode.ai cursor.com foundry.paradigm.xyz"
    " just.systems cli.doppler.com dot.net pixi.sh rclone.org pdm-project.org"
)
_SITES = frozenset(_OWN_SITES.split())
"""Sites of makers of tools, which may hold other things as well; their installers are at the top."""

_OWNERS = (
    "Homebrew nvm-sh helm ohmyzsh pyenv asdf-vm kubernetes golangci aquasecurity anchore k3d-io"
    " rancher hashicorp docker"
    " Azure aws microsoft google cli astral-sh denoland oven-sh pnpm rust-lang tailscale"
    " terraform-linters grafana helmfile"
    " argoproj fluxcd istio linkerd cilium gitleaks goreleaser jesseduffield junegunn conda-forge mamba-org nodejs"
    " rbenv trufflesecurity volta-cli Schniz jdx starship"
)
_PROJECTS = frozenset(_OWNERS.lower().split())
"""Makers of tools whose files are in their own repositories on GitHub."""

_REPOSITORIES = frozenset(("raw.githubusercontent.com", "github.com"))
_ADDRESS = late(r"\b(?P<scheme>https?|ftp)://(?P<rest>[^\s\"'`<>|;)\]}]*)", re.IGNORECASE)
_REST = late(r"(?P<host>[\w.-]+)(?P<port>(?::\d+)?)(?P<path>(?:/[^?#]*)?)(?:[?#].*)?", re.IGNORECASE)
_TOP = late(r"/[\w.-]*(?:install|setup)[\w.-]*", re.IGNORECASE)
_OF_REGISTRY = late(r"/(?:x/[\w-]+|std)@v?\d")
"""In the path of a file of a registry of modules: a version, which stays as it is."""

_ANY_COMMIT = late(r"/(?:[0-9a-f]{7,40}|refs/pull|pull)/", re.IGNORECASE)
"""In the path of a file of a repository: a commit, which may be anybody's who has made a copy of it."""

_ELSEWHERE = late(
    r"(?:^|\s)(?:-[a-zA-Z]{0,5}k[a-zA-Z]{0,5}|--insecure|--no-check-certificate|-x|--proxy|--resolve|--connect-to"
    r"|-SkipCertificateCheck)(?=[\s=]|$)|(?<!\|)\|(?!\|)[^|&;\n]*(?<!\|)\|(?!\|)"
)
"""An option by which somebody else may answer, or a program between the download and what runs it."""

_MIRROR = late(
    r"\b[A-Z][A-Z0-9_]*_(?:SERVER|MIRROR|SOURCE|REMOTE|ROOT|REGISTRY|DOMAIN|BASE_URL|DOWNLOAD_URL|INSTALL_URL|INDEX_URL)"
    r"[\"']?\s*=\s*[\"']?(?=https?://)"
)
"""A variable that makes an installer fetch from elsewhere."""


def are_documented(command: str, text: str) -> bool:
    """Return whether all that a command downloads are installers of makers of widely used tools.

    Args:
        command: Its lines.
        text: Of the file that it stands in; what sends an installer elsewhere counts wherever it is set.
    """
    addresses = list(_ADDRESS().finditer(command))
    makers = [each for each in addresses if not is_own_network(each["rest"].partition("/")[0].partition(":")[0])]
    if not makers or _ELSEWHERE().search(command):
        return False
    mirrors = [_ADDRESS().match(text, found.end()) for found in _MIRROR().finditer(text)]
    return all(map(_is_makers, (*addresses, *mirrors)))


def _is_makers(address: re.Match[str] | None) -> bool:
    """Tell whether an address is one at which only the maker of a tool puts files."""
    found = _REST().fullmatch(address["rest"]) if address and address["scheme"].lower() == "https" else None
    if found is None or ".." in found["path"]:
        return False
    host, path = found["host"].lower(), found["path"]
    if is_own_network(host):
        return True
    if found["port"]:
        return False
    if host in _REPOSITORIES:
        return path.lower().strip("/").partition("/")[0] in _PROJECTS and not _ANY_COMMIT().search(path)
    if host == "deno.land" and _OF_REGISTRY().match(path):
        return True
    return host in _HOSTS or (host in _SITES and _TOP().fullmatch(path) is not None)
