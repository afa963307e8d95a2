"""A web site of which a copy lies in a folder, as `wget --mirror` writes it: `FOLDER/HOST/PATH`."""

from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote

from skillpack.sources.http.address import Address
from skillpack.sources.http.site import WebSite
from skillpack.sources.site_folder import FolderSite


class MirroredSite:
    """A web site read from a folder; its files keep their addresses.

    Args:
        site: As it would be asked.
        folder: Of the site's host.

    Raises:
        FetchError: There is no such folder.
    """

    def __init__(self, site: WebSite, folder: Path) -> None:
        self.name = site.name
        self._site, self._folder = site, FolderSite(folder)

    def where(self, path: str) -> str:
        """Return the address of a file, for messages."""
        return self._site.where(path)

    def get(self, path: str, into: BinaryIO, *, most: int) -> bool:
        """Write a file into another one, which is emptied before; return False where it is not there.

        Raises:
            FetchError: It is not a regular file below the folder, unreadable, or larger than `most` bytes.
        """
        below = unquote(self._site.address(path).target.partition("?")[0])
        return self._folder.get(below.lstrip("/"), into, most=most)

    def close(self) -> None:
        """Do nothing: no file stays open."""


def mirror_of(address: Address, mirror: Path) -> Path | None:
    """Return the folder of a host in a mirror; None where it is not mirrored."""
    names = (address.authority, address.authority.replace(":", "+"))  # as wget calls it on Windows
    return next((mirror / name for name in names if (mirror / name).is_dir()), None)
