"""Where git goes: our own request follows the redirects of a repository and judges them, so that git follows none."""

import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlsplit

from skillpack.errors import FetchError
from skillpack.fetch.address import Address, parse_address
from skillpack.fetch.attempt import PassingError
from skillpack.fetch.client import Client, UnreachableError
from skillpack.fetch.destination import Destination, Resolver, destination
from skillpack.fetch.nearness import is_ip
from skillpack.fetch.timeouts import Timeouts

_DISCOVERY = "/info/refs?service=git-upload-pack"
_HEADERS = {"User-Agent": "git/2 (skillpack)", "Git-Protocol": "version=2", "Accept-Encoding": "identity"}


@dataclass(frozen=True, slots=True)
class GitServer:
    """Where git is sent for a repository.

    Attributes:
        location: URL that git is given.
        pin: The addresses at which git finds the host, as `http.curloptResolve` has them; empty where git looks itself.
        is_moved: True where a redirect led there, so that no `insteadOf` of the user is meant for it.
    """

    location: str
    pin: str = ""
    is_moved: bool = False


@dataclass(frozen=True, slots=True)
class GitServers:
    """Finds out where repositories are.

    Attributes:
        env: Where proxies are looked for.
        timeouts: How long a server may take.
        resolve: Asked for the addresses of names.
        insecure: Hosts that may be read by http.
        led: True where it is not the user who names repositories, so that none may be in a private network.
    """

    env: Mapping[str, str]
    timeouts: Timeouts
    resolve: Resolver
    insecure: Collection[str] = ()
    led: bool = False

    def find(self, location: str, env: Mapping[str, str], *, rewritten: bool = False) -> GitServer:
        """Return where git is sent for a URL; one that does not answer is git's to complain about.

        Args:
            location: Of the repository, as git would ask for it.
            env: What replaces variables, such as those of proxies that git knows.
            rewritten: True where settings of the user have put it in the place of another URL.

        Raises:
            FetchError: The URL, or a redirect, leads to where it may not.
        """
        led, scheme = self.led and not rewritten, location.partition(":")[0]
        if scheme not in {"https", "http"}:
            if led:
                self._check_other(scheme, urlsplit(location).hostname or "")
            return GitServer(location)
        env, resolve = {**self.env, **env}, cache(self.resolve)
        try:
            asked = parse_address(f"{location}{_DISCOVERY}", insecure=self.insecure)
            to = destination(asked, env, resolve, led=led)
        except OSError:
            return GitServer(location)
        except FetchError:
            if rewritten:  # it may hold a password, which is the user's affair
                return GitServer(location)
            raise
        client = Client(env, self.timeouts, resolve, self.insecure, led=led)
        until = time.monotonic() + min(self.timeouts.whole, self.timeouts.connect + self.timeouts.silence)
        with suppress(PassingError, UnreachableError), client.get(asked, lambda _: _HEADERS, until) as (there, _):
            to = there
        client.close()
        if to.address == asked:
            return GitServer(location, _pin(to))
        if not to.address.target.endswith(_DISCOVERY):
            raise FetchError(
                f"`{location}` leads to `{to.address.shown}`, which is no repository",
                hint="give the address that the repository has now",
            )
        return GitServer(str(to.address).removesuffix(_DISCOVERY), _pin(to), is_moved=True)

    def _check_other(self, scheme: str, host: str) -> None:
        """Refuse what somebody else names on this machine, or by ssh in a private network; ssh looks names up itself.

        Raises:
            FetchError: It is such.
        """
        if scheme != "ssh":
            raise FetchError(
                f"a repository by `{scheme}` was not named by you", hint="name it yourself if you trust it"
            )
        try:
            destination(Address("https", host, 443, "/"), {}, self.resolve, led=True)
        except OSError as error:
            raise FetchError(f"`{host}` cannot be found: {error.strerror}") from error


def _pin(to: Destination) -> str:
    if not to.ips or is_ip(to.address.host):
        return ""
    return f"{to.address.host}:{to.address.port}:{','.join(to.ips)}"
