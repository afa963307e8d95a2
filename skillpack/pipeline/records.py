"""Files of a tree -> what pages, records and archives say of them (pure)."""

from skillpack.model.digest import file_mode, sha256
from skillpack.model.entry import FileRecord
from skillpack.model.limits import Limits
from skillpack.model.portable import path_problem
from skillpack.model.skill import Skill
from skillpack.model.tokens import estimated_tokens
from skillpack.model.tree import Tree

LANGUAGES = {
    "bash": "bash", "c": "c", "cfg": "ini", "conf": "ini", "cpp": "cpp", "cs": "csharp", "css": "css", "csv": "",
    "dart": "dart", "diff": "diff", "ex": "elixir", "fish": "fish", "go": "go", "graphql": "graphql", "h": "c",
    "hcl": "terraform", "html": "html", "ini": "ini", "java": "java", "jq": "jq", "js": "javascript", "json": "json",
    "jsonc": "json", "jsx": "jsx", "kt": "kotlin", "lua": "lua", "md": "markdown", "mjs": "javascript", "php": "php",
    "proto": "protobuf", "ps1": "powershell", "py": "python", "r": "r", "rb": "ruby", "rs": "rust", "scala": "scala",
    "sh": "bash", "sol": "solidity", "sql": "sql", "star": "starlark", "svg": "xml", "swift": "swift",
    "tex": "tex", "tf": "terraform", "toml": "toml", "ts": "typescript", "tsx": "tsx", "vue": "vue", "xml": "xml",
    "yaml": "yaml", "yml": "yaml", "zsh": "bash",
}  # fmt: skip
"""File name extension -> language of highlighting."""

RUNNERS = {
    "bash": "bash", "fish": "fish", "go": "go", "javascript": "node", "lua": "lua", "php": "php",
    "powershell": "powershell", "python": "python", "r": "R", "ruby": "ruby", "starlark": "starlark",
    "typescript": "node",
}  # fmt: skip
"""Language -> the program that runs it."""

RASTER = {
    "png": b"\x89PNG\r\n\x1a\n",
    "jpg": b"\xff\xd8\xff",
    "jpeg": b"\xff\xd8\xff",
    "gif": b"GIF8",
    "webp": b"RIFF",
}
"""Extension -> how a raster image begins: only such are served as they are (decisions 13)."""

_LIMITS = Limits()


def file_records(skill: Skill, tree: Tree) -> tuple[FileRecord, ...]:
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
    return FileRecord(
        path=path,
        size=len(content),
        sha256=sha256(content),
        kind=kind,
        tokens=estimated_tokens(text) if text else 0,
        text=servable and text is not None,
        mode=mode,
        runs=_runner(language, kind, mode),
        language=language,
        image=servable and is_raster(path, content),
    )


def decoded(content: bytes) -> str | None:
    """Return the text of a file, or None where it is not UTF-8 or holds NUL."""
    if b"\0" in content:
        return None
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None


def _runner(language: str, kind: str, mode: int) -> str:
    if mode == 0o755 or kind in {"script", "program"}:  # noqa: PLR2004 modes read best in octal
        return RUNNERS.get(language, "program" if mode == 0o755 else "")  # noqa: PLR2004
    return ""


def _language(path: str, content: bytes) -> str:
    known = LANGUAGES.get(_extension(path))
    if known is not None:
        return known
    line = content[:80].split(b"\n")[0].decode("utf-8", "replace") if content.startswith(b"#!") else ""
    return next((language for language in RUNNERS if language in line), "bash" if line.endswith("sh") else "")


def _extension(path: str) -> str:
    name = path.rsplit("/", 1)[-1]
    return name.rsplit(".", 1)[-1].lower() if "." in name else ""
