"""Where a search for what is concealed ends before the text does, it says so."""

from collections.abc import Callable, Iterator

import pytest

from skillpack.abilities.concealed.encoded_orders import encoded_orders
from skillpack.abilities.concealed.lookalikes import lookalike_names
from skillpack.abilities.concealed.padding import padded_texts
from skillpack.abilities.concealed.run_files import run_data
from skillpack.abilities.concealed.unseen import unseen_orders
from skillpack.abilities.source_text import Reading
from skillpack.abilities.texts import TextFile, read_texts
from skillpack.model.ability import Unlooked
from skillpack.model.tree import make_tree

Search = Callable[[tuple[TextFile, ...]], Iterator[Reading]]


@pytest.mark.parametrize(
    ("path", "text", "search", "line"),
    [
        ("a.txt", f"{'ab' * 40}\n\n" * 201, lambda texts: encoded_orders(texts, frozenset()), 401),
        ("a.txt", "Decode x.\n" * 201, lambda texts: encoded_orders(texts, frozenset()), 201),
        ("a.json", "{}\n" * 10, lambda texts: unseen_orders(texts, {}, 9), 4),
        ("a.sh", "a  # token\nb\n" * 501, lambda texts: unseen_orders(texts, {}, 2**20), 1001),
        ("a.svg", "<!-- token -->\n" * 501, lambda texts: unseen_orders(texts, {}, 2**20), 501),
        ("a.py", "a\n" * 2**18 + "# data.txt", lambda texts: run_data(texts, ("data.txt",)), 2**17 + 1),
        ("a.md", ("a" + "\n" * 100) * 6, padded_texts, 501),
        ("a.md", "w\u0430rd\u00df\n" * 2001, lambda texts: lookalike_names((), texts), 2001),
    ],
)
def test_it_names_the_line_from_which_it_did_not_look(path: str, text: str, search: Search, line: int) -> None:
    found = [each for each in search(read_texts(make_tree({path: text.encode()}), "")) if isinstance(each, Unlooked)]
    assert [(each.at.path, each.at.span.line, each.whole) for each in found] == [(path, line, True)]
