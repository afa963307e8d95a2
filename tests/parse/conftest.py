"""Candidates made of texts."""

from collections.abc import Callable, Mapping

import pytest

from skillpack.model.document import Field, Node, NodeKind, ScalarType
from skillpack.model.limits import Limits
from skillpack.model.tree import Form, Origin, SourceTree, Trust, make_tree
from skillpack.parse.fields import read_fields

MakeCandidate = Callable[..., SourceTree]


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


@pytest.fixture(scope="session")
def candidate() -> MakeCandidate:
    """Return a function that makes a candidate of a skill file's text and of further files."""

    def make(
        text: str | bytes | None,
        files: Mapping[str, str | bytes] | None = None,
        *,
        stem: str = "pdf",
        form: Form = Form.FOLDER,
        path: str = "",
        whole: bool = True,
        unread: Mapping[str, int] | None = None,
    ) -> SourceTree:
        suffix = {Form.FOLDER: "", Form.MARKDOWN: ".md", Form.YAML: ".yaml"}[form]
        skill_file = path or (stem + suffix if suffix else "SKILL.md")
        contents = {name: _bytes(content) for name, content in (files or {}).items()}
        if text is not None:
            contents[skill_file] = _bytes(text)
        tree = make_tree(contents)
        sizes = {name: len(content) for name, content in tree.files.items()} | dict(unread or {})
        origin = Origin("skills", 0, stem + suffix, stem, form, Trust.LOCAL)
        return SourceTree(origin, tuple(sorted(sizes.items())), tree, whole=whole and not unread, skipped=())

    return make


@pytest.fixture(scope="session")
def field() -> Callable[[str], Field]:
    """Return a function that reads one YAML field."""

    def read(text: str) -> Field:
        fields, _ = read_fields(text, 1, Limits())
        return fields[0]

    return read


@pytest.fixture(scope="session")
def scalar() -> Callable[[Node], tuple[str, ScalarType]]:
    """Return a function that gives a scalar's text and type."""

    def told(node: Node) -> tuple[str, ScalarType]:
        assert node.kind is NodeKind.SCALAR
        return node.text, node.type

    return told
