"""Front matter that was parsed before; losing it costs time only."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

import msgspec

from skillpack import resources
from skillpack.errors import FetchError
from skillpack.files.folder_descriptor import content_of, open_beneath, opened_folder
from skillpack.files.location import Location
from skillpack.files.read import read_file
from skillpack.model.digest import sha256
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.tree import Form
from skillpack.parse.document import SKILL_FILE
from skillpack.parse.front_matter import decode, metis_body
from skillpack.runtime.front_matter import FrontMatter

_MOST_BYTES = 2**28
_DECODER = msgspec.msgpack.Decoder(dict[str, FrontMatter])


class ParseCache:
    """The front matter of one root, as one host reads it.

    A folder whose files are what they were by size, times and inode is not parsed again; its skill file is read all the
    same, and counts by its digest.
    """

    def __init__(self, folder: Path, root: Path, host: Profile) -> None:
        """Open what is kept.

        Args:
            folder: Of the cache; made where something is kept.
            root: Of the skills.
            host: By which they are judged.
        """
        what = f"{root}\0{msgspec.json.encode(host).decode()}\0{resources.code_digest()}"
        self._file = folder / f"{sha256(what.encode('utf-8', 'surrogateescape'))}.msgpack"
        self._kept = self._read()
        self._new: dict[str, FrontMatter] = {}

    def find(self, place: Location, limits: Limits) -> tuple[FrontMatter, str] | None:
        """Return the front matter of a skill and its body; None where it must be parsed."""
        if not self._kept or place.racy or place.origin.form is not Form.FOLDER:
            return None
        raw = _skill_file(place.path, limits.skill_file)
        found = self._kept.get(_key(place, raw)) if raw is not None else None
        if found is None or raw is None:
            return None
        self._new[_key(place, raw)] = found
        text, _ = decode(raw, limits.skill_file)
        return found, text if found.unread else metis_body(text, text)

    def keep(self, place: Location, raw: bytes, found: FrontMatter) -> None:
        """Keep the front matter of a skill that was parsed from the bytes of its `SKILL.md`."""
        if not place.racy and place.origin.form is Form.FOLDER:
            self._new[_key(place, raw)] = found

    def save(self) -> None:
        """Write what this load found, where it differs; a disk that refuses loses nothing but time."""
        if self._new == self._kept:
            return
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor, draft = tempfile.mkstemp(dir=self._file.parent)
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(msgspec.msgpack.encode(self._new))
                Path(draft).replace(self._file)
            except OSError:
                Path(draft).unlink(missing_ok=True)
                raise

    def _read(self) -> dict[str, FrontMatter]:
        try:
            return _DECODER.decode(read_file(self._file, _MOST_BYTES))
        except (FetchError, msgspec.MsgspecError):  # none yet, or nothing of ours
            return {}


def _skill_file(folder: str, limit: int) -> bytes | None:
    """Return the skill file of a folder; None where it is a link, too large, or cannot be read."""
    try:
        with opened_folder(folder) as top:
            file = open_beneath(top, folder, SKILL_FILE)
            try:
                content = content_of(file, limit + 1)
            finally:
                os.close(file)
    except OSError:
        return None
    return content if len(content) <= limit else None


def _key(place: Location, raw: bytes) -> str:
    return f"{place.signature.hex()} {sha256(raw)}"
