"""What hides code or orders in the files of a skill: each way of hiding is a file of `concealed/` (pure)."""

from collections.abc import Iterator, Mapping

from skillpack.abilities.concealed.archives import Packed, packed_texts, read_packed, unopened_archives
from skillpack.abilities.concealed.compiled import compiled_files
from skillpack.abilities.concealed.disguise import disguised_files
from skillpack.abilities.concealed.encoded_orders import encoded_orders
from skillpack.abilities.concealed.locked import locked_programs
from skillpack.abilities.concealed.lookalikes import lookalike_names
from skillpack.abilities.concealed.macros import document_macros
from skillpack.abilities.concealed.padding import padded_texts
from skillpack.abilities.concealed.run_files import run_data
from skillpack.abilities.concealed.run_packed import run_packed
from skillpack.abilities.concealed.spelled import spelled_texts
from skillpack.abilities.concealed.unseen import unseen_orders
from skillpack.abilities.source_text import Reading
from skillpack.abilities.texts import TextFile
from skillpack.model.limits import Limits
from skillpack.model.tree import Tree

__all__ = ["concealed", "packed_texts"]


def concealed(tree: Tree, texts: tuple[TextFile, ...], limits: Limits) -> Iterator[Reading]:
    """Yield hidden code and hidden orders in the files of a skill.

    Args:
        tree: As read.
        texts: The texts of the tree (`read_texts`); those in its archives may follow (`packed_texts`).
        limits: How much is read.
    """
    packed = read_packed(tree, limits)
    files = {**tree.files, **packed.files} if packed.files else tree.files
    yield from _of_files(tree, texts, files, packed)
    yield from run_data(texts, tuple(files))
    yield from locked_programs(texts)
    yield from padded_texts(texts)
    yield from lookalike_names(files, texts)
    yield from spelled_texts(texts)
    yield from unseen_orders(texts, files, limits.body)
    yield from encoded_orders(texts, frozenset(path.rpartition("/")[2] for path in files))


def _of_files(tree: Tree, texts: tuple[TextFile, ...], files: Mapping[str, bytes], packed: Packed) -> Iterator[Reading]:
    yield from compiled_files(files, texts)
    yield from unopened_archives(tree, packed, texts)
    yield from run_packed(texts, packed)
    yield from document_macros(files, packed)
    yield from disguised_files(files)
