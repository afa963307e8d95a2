"""Files of a site that lies in a folder, or of a web site of which a copy does, as `wget --mirror` writes it.

They are read as carefully as those of the web, for the folder may be anybody's.
"""

import os
import stat
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote

from skillpack.errors import FetchError
from skillpack.files.folder_descriptor import open_beneath, opened_folder, path_beneath
from skillpack.sources.http.address import Address
from skillpack.sources.http.site import WebSite

_PIECE = 2**20  # bytes


class FolderSite:
    """A site in a folder.

    Raises:
        FetchError: There is no such folder.
    """

    def __init__(self, folder: Path) -> None:
        self.name = str(folder)
        self._top = os.path.realpath(folder)
        if not os.path.isdir(self._top):
            kind = "is not a folder" if os.path.lexists(folder) else "does not exist"
            raise FetchError(f"`{folder}` {kind}", hint="give the folder or the address of a published site")

    def where(self, path: str) -> str:
        """Return the path of a file, for messages."""
        return f"{self.name}/{path}"

    def get(self, path: str, into: BinaryIO, *, most: int) -> bool:
        """Write a file into another one, which is emptied before; return False where it is not there.

        Raises:
            FetchError: It is not a regular file below the folder, unreadable, or larger than `most` bytes.
        """
        into.seek(0)
        into.truncate()
        try:
            real = path_beneath(self._top, os.path.realpath(os.path.join(self._top, path)))
            if real is None:
                # Somebody else's site may hold a link to a file of ours, which would then be published.
                raise FetchError(f"`{self.where(path)}` is outside the folder")
            with opened_folder(self._top) as top, os.fdopen(open_beneath(top, self._top, real), "rb") as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise FetchError(f"`{self.where(path)}` is not a file")
                size = 0
                while piece := file.read(_PIECE):
                    size += len(piece)
                    if size > most:
                        raise FetchError(f"`{self.where(path)}` has more than {most} bytes")
                    into.write(piece)
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as error:
            raise FetchError(f"`{self.where(path)}` cannot be read: {error.strerror}") from error
        return True

    def close(self) -> None:
        """Do nothing: no file stays open."""


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
