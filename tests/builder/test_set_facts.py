"""What is said of a set as a whole, remembered: the same as anew, and made anew only where something else follows."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from skillpack.builder import set_facts as module
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inputs.inputs import gather
from skillpack.builder.load import Loader
from skillpack.builder.publication import publish_all
from skillpack.builder.resolve import SetFacts, contenders_of, shown_contenders
from skillpack.builder.set_facts import set_facts
from skillpack.builder.store import BuildStore
from skillpack.files.discover import discover
from skillpack.model.progress import silent

IN_MEMORY = SimpleNamespace(worker_staging=None)  # an output for which no worker writes
HEAD = '[catalog]\nhosts = ["claude-code", "codex"]\n[[source]]\npath = "skills"\n'


@pytest.fixture
def root(three_skills: Path) -> Path:
    (three_skills / "skillpack.toml").write_text(HEAD)
    return three_skills


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of what is computed from here on."""
    made: list[str] = []
    for name in ("similar_skills", "dependents", "visibility"):
        compute = getattr(module, name)

        def noted(*given: object, name: str = name, compute: Callable[..., object] = compute) -> object:
            made.append(name)
            return compute(*given)

        monkeypatch.setattr(module, name, noted)
    return made


def facts(root: Path, store: BuildStore) -> SetFacts:
    inputs = gather(locate(root), today="2026-06-01", date="")
    loader = Loader(inputs.settings, store, IN_MEMORY, lambda _: None, silent)
    records = loader.load_and_store(list(discover(inputs.configuration.sources, root))).records
    winners = [group[0] for group in shown_contenders(contenders_of(records), inputs)]
    return set_facts(winners, publish_all(winners, {}, inputs, {}, ()), inputs, store)


def edit(root: Path, old: str, new: str) -> None:
    file = root / "skills" / "merge-pdf" / "SKILL.md"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))


BOTH = ["similar_skills", "visibility"]
ALL = ["similar_skills", "dependents", "visibility"]


@pytest.mark.parametrize(
    ("change", "anew"),
    [
        (lambda _: None, []),
        (lambda root: edit(root, "\n# merge-pdf", "\n# merge-pdf\n\nSee read-pdf, and count to ten."), ["dependents"]),
        (lambda root: edit(root, "\n# merge-pdf", "\n# merge-pdf\n\nCount to ten."), []),
        (lambda root: edit(root, "description: ", "description: Reads. "), BOTH),
        (lambda root: edit(root, "license: MIT", "license: MIT\nmetadata:\n  tags: pdf"), ["similar_skills"]),
        (lambda root: edit(root, "license: MIT", "license: MIT\ndisable-model-invocation: true"), ["visibility"]),
        (lambda root: (root / "skills" / "write-csv").rename(root / "gone"), ALL),
        (lambda root: edit(root, "description: ", "nothing: "), BOTH),
        (lambda root: (root / "skillpack.toml").write_text(HEAD.replace(', "codex"', "")), ["visibility"]),
        (
            lambda root: (root / "skillpack.toml").write_text(
                f'{HEAD}[[bundle]]\nname = "kit"\nskills = ["read-pdf"]\n'
            ),
            ["visibility"],
        ),
        (lambda root: (root / "skillpack.toml").write_text(f'{HEAD}[skill."read-pdf"]\nhidden = true\n'), ALL),
    ],
)
def test_is_made_anew_where_something_else_follows(
    root: Path, store: BuildStore, computed: list[str], change: Callable[[Path], object], anew: list[str]
) -> None:
    facts(root, store)
    computed.clear()
    change(root)
    found = facts(root, store)
    assert computed == anew
    with closing(BuildStore(None)) as empty:
        assert found == facts(root, empty)
