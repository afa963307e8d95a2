"""Files of a tree -> what pages, records and archives say of them (pure)."""

from skillpack.model.digest import file_mode, sha256
from skillpack.model.entry import FileRecord
from skillpack.model.limits import Limits
from skillpack.model.portable import path_problem
from skillpack.model.skill import ParsedSkill, estimated_tokens
from skillpack.model.tree import Tree

LANGUAGES = {
    "bash": "bash", "c": "c", "cfg": "ini", "conf": "ini", "cpp": "cpp", "cs": "csharp", "css": "css", "csv": "",
    "dart": "dart", "diff": "diff", "ex": "elixir", "fish": "fish", "go": "go", "graphql": "graphql", "h": "c",
    "hcl": "terraform", "html": "html", "ini": "ini", "java": "java", "jq": "jq", "js": "javascript", "json": "json",
    "jsonc": "json", "jsx": "jsx", "kt": "kotlin", "lua": "lua", "md": "markdown", "mjs": "javascript", "php": "php",
    "pl": "perl", "proto": "protobuf", "ps1": "powershell", "py": "python", "r": "r", "rb": "ruby", "rs": "rust",
    "scala": "scala", "sh": "bash", "sol": "solidity", "sql": "sql", "star": "starlark", "svg": "xml", "swift": "swift",
    "tex": "tex", "tf": "terraform", "toml": "toml", "ts": "typescript", "tsx": "tsx", "vue": "vue", "xml": "xml",
    "yaml": "yaml", "yml": "yaml", "zsh": "bash",
}  # fmt: skip
"""File name extension -> language of highlighting."""

RUNNERS = {
    "bash": "bash", "fish": "fish", "go": "go", "javascript": "node", "lua": "lua", "php": "php",
    "perl": "perl", "powershell": "powershell", "python": "python", "r": "R", "ruby": "ruby", "starlark": "starlark",
    "typescript": "node",
}  # fmt: skip
"""Language -> the program that runs it."""

INTERPRETERS = {
    "ash": "bash", "bash": "bash", "bun": "javascript", "dash": "bash", "deno": "typescript", "fish": "fish",
    "ksh": "bash", "lua": "lua", "luajit": "lua", "node": "javascript", "nodejs": "javascript", "perl": "perl",
    "php": "php", "pwsh": "powershell", "pypy": "python", "python": "python", "Rscript": "r", "ruby": "ruby",
    "sh": "bash", "ts-node": "typescript", "tsx": "typescript", "uv": "python", "zsh": "bash",
}  # fmt: skip
"""Program that a script's first line names, without its version -> language."""

RASTER = {
    "png": b"\x89PNG\r\n\x1a\n",
    "jpg": b"\xff\xd8\xff",
    "jpeg": b"\xff\xd8\xff",
    "gif": b"GIF8",
    "webp": b"RIFF",
}
"""Extension -> how a raster image begins: only such are served as they are."""

PLAIN_MODE = 0o644
"""Of every file that nothing says to be a program."""

_LIMITS = Limits()


def file_records(skill: ParsedSkill, tree: Tree) -> tuple[FileRecord, ...]:
    """Return a record of every file of a published tree, in its order."""
    kinds = {resource.path: resource.kind for resource in skill.resources}
    return tuple(_record(path, content, kinds.get(path, "skill")) for path, content in tree.files.items())


def is_raster(path: str, content: bytes) -> bool:
    """Return whether a file is a raster image by name and by content."""
    magic = RASTER.get(_extension(path))
    return magic is not None and content.startswith(magic)


def is_servable(path: str) -> bool:
    """Return whether a file can lie under its path on every server and disk; others are on no page and in no folder."""
    return path_problem(path, _LIMITS) is None


def _record(path: str, content: bytes, kind: str) -> FileRecord:
    text = decoded(content)
    servable = is_servable(path)
    mode = file_mode(content)
    language = _language(path, content) if text is not None else ""
    runs = _runner(content, language, kind, executable=mode != PLAIN_MODE)
    return FileRecord(
        path=path,
        size=len(content),
        sha256=sha256(content),
        kind=kind,
        tokens=estimated_tokens(text) if text else 0,
        text=servable and text is not None,
        mode=mode,
        runs=runs,
        language=language,
        image=servable and is_raster(path, content),
        lines=count_lines(content) if text is not None else 0,
    )


def count_lines(content: bytes) -> int:
    """Return how many lines a text has; the last one needs no end."""
    return content.count(b"\n") + (not content.endswith(b"\n") if content else 0)


def decoded(content: bytes) -> str | None:
    """Return the text of a file, or None where it is not UTF-8 or holds NUL."""
    if b"\0" in content:
        return None
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None


def _runner(content: bytes, language: str, kind: str, *, executable: bool) -> str:
    """Return the program that runs a file: the one in its first line, else the one for the language of a script."""
    if executable:
        named = _interpreter(content) if content.startswith(b"#!") else ""
        return named if named in INTERPRETERS else "program"
    return RUNNERS.get(language, "") if kind in {"script", "program"} else ""


def _language(path: str, content: bytes) -> str:
    known = LANGUAGES.get(_extension(path))
    if known is not None:
        return known
    return INTERPRETERS.get(_interpreter(content), "") if content.startswith(b"#!") else ""


def _interpreter(content: bytes) -> str:
    """Return the program that a first line names, without folder and version: `python` of `env -S python3.11 -u`."""
    words = content[2:120].split(b"\n")[0].decode("utf-8", "replace").split()
    names = [word.rsplit("/", 1)[-1] for word in words if not word.startswith("-") and "=" not in word]
    name = next((name for name in names if name != "env"), "")
    return name.rstrip("0123456789.") or name


def _extension(path: str) -> str:
    name = path.rsplit("/", 1)[-1]
    return name.rsplit(".", 1)[-1].lower() if "." in name else ""
