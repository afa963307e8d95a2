"""The transaction alone changes what lies below a root; everything else of the room only reads."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import skillpack.install

ROOM = Path(skillpack.install.__file__).parent
WRITERS = ("root/transaction.py", "root/changes/")
OF_THE_SYSTEM = {
    *("chmod", "chown", "fchmod", "ftruncate", "link", "makedirs", "mkdir", "mkfifo", "mknod", "remove", "removedirs"),
    *("rename", "renames", "replace", "rmdir", "symlink", "truncate", "unlink", "utime", "write"),
}
OF_PATHS = {
    *("chmod", "hardlink_to", "mkdir", "rename", "rmdir", "symlink_to", "touch", "unlink", "write_bytes", "write_text"),
    *("link", "make", "remove", "take_file", "write_new"),  # of a name in an open folder
}
OF_OURS = {
    "skillpack.files.disk": {"create", "make_folder", "make_parents", "write_new"},
    "skillpack.files.exchange": {"exchange", "finish_exchange", "system_swap", "system_take_name"},
    "skillpack.files.folder": {"FolderOutput"},
    "skillpack.files.journal": {"apply", "remove_files", "write_journal"},
    "skillpack.files.recovery": {"clear", "recover"},
    "skillpack.files.staging": {"Staging", "WorkerOutput", "discard", "make_private", "move_in"},
    "skillpack.files.tree": {"lay_tree", "sync_tree", "write_tree"},
}
ELSEWHERE = {("targets.py", "remember")}
"""Functions that write somewhere else than below a root."""


def changes_in(source: str) -> Iterator[tuple[str, int]]:
    """Yield each name by which a module's text changes the disk, and its line."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from ((name.name, node.lineno) for name in names if name.name in {"shutil", "tempfile"})
            case ast.ImportFrom(module="os" | "shutil" | "tempfile" as module):
                yield module, node.lineno
            case ast.ImportFrom(module=str(module), names=names):
                yield from ((name.name, node.lineno) for name in names if name.name in OF_OURS.get(module, ()))
            case ast.Call(func=ast.Attribute(value=ast.Name(id="os"), attr=name)) if name in OF_THE_SYSTEM:
                yield f"os.{name}", node.lineno
            case ast.Attribute(attr="O_CREAT" | "O_RDWR" | "O_WRONLY" as flag):
                yield flag, node.lineno
            case ast.Attribute(attr=name) if name in OF_PATHS and not _is_of_a_transaction(node):
                yield name, node.lineno
            case ast.Call(func=ast.Name(id="open"), args=[_, _, *_]):
                yield "open", node.lineno


def _is_of_a_transaction(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id in {"os", "transaction"}


def without(source: str, functions: set[str]) -> str:
    """Return a module's text without some functions."""
    tree = ast.parse(source)
    tree.body = [each for each in tree.body if not (isinstance(each, ast.FunctionDef) and each.name in functions)]
    return ast.unparse(tree)


def modules() -> list[str]:
    return sorted(path.relative_to(ROOM).as_posix() for path in ROOM.rglob("*.py"))


@pytest.mark.parametrize("module", [each for each in modules() if not each.startswith(WRITERS)])
def test_only_the_transaction_changes_the_disk(module: str) -> None:
    elsewhere = {function for where, function in ELSEWHERE if where == module}
    source = without((ROOM / module).read_text(encoding="utf-8"), elsewhere)
    assert list(changes_in(source)) == []


def test_what_changes_the_disk_is_seen() -> None:
    """The transaction's own modules are full of it, but for the one without a change."""
    silent = [
        each
        for each in modules()
        if each.startswith(WRITERS) and not list(changes_in((ROOM / each).read_text(encoding="utf-8")))
    ]
    assert silent == ["root/changes/__init__.py"]


@pytest.mark.parametrize(
    "line",
    [
        "import shutil",
        "from os import rename",
        "os.unlink(there)",
        "os.open(there, os.O_CREAT)",
        "Path(there).write_bytes(content)",
        "from skillpack.files.disk import mode_of, write_new",
        "from skillpack.files.tree import lay_tree",
        "open(there, 'w')",
        "(state.top / 'pdf').make()",
        "(state.saved / 'pdf-1').remove()",
    ],
)
def test_a_change_is_seen(line: str) -> None:
    assert list(changes_in(line))
