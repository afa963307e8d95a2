"""`compatibility` is a sentence for people; what it names of programs and systems can be looked for all the same."""

import re

from skillpack.model.requirements import Requirements

# Only words that name a program wherever they stand: `go`, `make` and `node` are words of other sentences too.
_OWN = """
awk aws bun cargo cmake curl deno docker ffmpeg gcc gcloud gh git glab helm java jq kubectl npm npx pandoc perl pip
pipx pnpm podman psql pytest qpdf rsync ruby ruff sqlite3 ssh terraform tesseract tmux uv uvx wget yarn yq
"""
_PROGRAMS = {
    **{name: name for name in _OWN.split()},
    "imagemagick": "magick",
    "libreoffice": "soffice",
    "node.js": "node",
    "nodejs": "node",
    "poppler": "pdftotext",
    "python": "python3",
    "python3": "python3",
    "ripgrep": "rg",
}
_WORD = re.compile(r"[a-z][a-z0-9]*(?:\.js)?")
_SYSTEMS = {"Linux": "linux", "macOS": "darwin", "MacOS": "darwin", "Darwin": "darwin", "Windows": "windows"}
_SYSTEM = re.compile(rf"\b(?:{'|'.join(_SYSTEMS)})\b")
_NEGATION = re.compile(r"\b(?:no|not|without|except|never|optional|optionally)\b")


def named_needs(compatibility: str) -> Requirements:
    """Return the programs and systems that the sentence names, each once; none where it says what is not.

    They are signs and no demands: who reads the sentence knows better.
    """
    text = compatibility.casefold()
    if _NEGATION.search(text):
        return Requirements()
    return Requirements(
        bins=tuple(dict.fromkeys(_PROGRAMS[word] for word in _WORD.findall(text) if word in _PROGRAMS)),
        os=tuple(dict.fromkeys(_SYSTEMS[word] for word in _SYSTEM.findall(compatibility))),
    )
