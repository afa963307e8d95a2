"""Where git goes: our own request follows the redirects of a repository and judges them, so that git follows none."""

import time
from collections.abc import Collection, Mapping
from contextlib import closing, suppress
from functools import cache
from urllib.parse import urlsplit

from msgspec import Struct

from skillpack.errors import FetchError, UnreachableError
from skillpack.model.portable import printable
from skillpack.sources.http.address import is_ip, parse_address
from skillpack.sources.http.client import Client
from skillpack.sources.http.destination import Destination, Resolver, destination
from skillpack.sources.http.failures import PassingError
from skillpack.sources.http.timeouts import Timeouts

_DISCOVERY = "/info/refs?service=git-upload-pack"
_WEB = frozenset({"https", "http"})
_HEADERS = {"User-Agent": "git/2 (skillpack)", "Git-Protocol": "version=2", "Accept-Encoding": "identity"}


class GitServer(Struct, frozen=True):
    """Where git is sent for a repository.

    Attributes:
        location: URL that git is given.
        pin: The addresses at which git finds the host, as `http.curloptResolve` has them; empty where git looks itself.
        is_moved: True where a redirect led there, so that no `insteadOf` of the user is meant for it.
    """

    location: str
    pin: str = ""
    is_moved: bool = False


class GitServers(Struct, frozen=True):
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
        led, parts = self.led and not rewritten, urlsplit(location)
        if parts.scheme in _WEB:
            try:
                return self._found(location, {**self.env, **env}, led=led)
            except FetchError:
                if rewritten:  # it may hold a password, which is for git to refuse
                    return GitServer(location)
                raise
        if led:
            self._check_led(parts.scheme, parts.hostname or "")
        return GitServer(location)

    def _found(self, location: str, env: Mapping[str, str], *, led: bool) -> GitServer:
        """Return where redirects lead from a URL of the web."""
        address, resolve = parse_address(f"{location}{_DISCOVERY}", insecure=self.insecure), cache(self.resolve)
        try:
            reached = destination(address, env, resolve, led=led)
        except OSError as error:
            if led:
                raise _unknown(address.host, error) from error
            return GitServer(location)  # git may know a proxy that finds it
        client = Client(env, self.timeouts, resolve, self.insecure, led=led)
        until = time.monotonic() + min(self.timeouts.whole, self.timeouts.connect + self.timeouts.silence)
        asking = client.get(address, lambda _: _HEADERS, until)
        with closing(client), suppress(PassingError, UnreachableError), asking as (found, _):
            reached = found
        if reached.address == address:
            return GitServer(location, _pin(reached))
        if not reached.address.target.endswith(_DISCOVERY):
            raise FetchError(
                f"`{location}` redirects to `{reached.address.shown}`, which is not a repository",
                hint="give the repository's current address",
            )
        return GitServer(str(reached.address).removesuffix(_DISCOVERY), _pin(reached), is_moved=True)

    def _check_led(self, scheme: str, host: str) -> None:
        """Refuse what somebody else names on this machine, or by ssh in a private network.

        Raises:
            FetchError: It is such.
        """
        if scheme != "ssh":
            hint = "if you trust it, give its address yourself"
            raise FetchError(f"you did not give this `{printable(scheme)}` repository yourself", hint=hint)
        try:
            url = f"https://[{host}]/" if ":" in host else f"https://{host}/"
            destination(parse_address(url), {}, self.resolve, led=True)
        except OSError as error:
            raise _unknown(host, error) from error


def _unknown(host: str, error: OSError) -> FetchError:
    return FetchError(f"`{host}` cannot be found: {error.strerror}", hint="check the name and try again")


def _pin(reached: Destination) -> str:
    if not reached.ips or is_ip(reached.address.host):
        return ""
    return f"{reached.address.host}:{reached.address.port}:{','.join(reached.ips)}"
