"""How the user's settings want sites on the web to be asked; cheap to load, for builds that ask none."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from msgspec import Struct

from skillpack.sources.http.credentials import Credentials

if TYPE_CHECKING:
    from skillpack.sources.trusted_list import TrustedList

DOWNLOADS = "downloads"
"""Folder below the caches where files of sites are kept."""


class WebAsking(Struct, frozen=True):
    """How the user's settings want a site to be asked that is read where it is not installed from.

    Attributes:
        credentials: For a private site; None for none.
        insecure: Hosts that may be read by http.
        lists: Signed lists of registries: what somebody put on the host would be published again, and signed.
    """

    credentials: Credentials | None = None
    insecure: Collection[str] = ()
    lists: "tuple[TrustedList, ...]" = ()


NO_SETTINGS = WebAsking()
