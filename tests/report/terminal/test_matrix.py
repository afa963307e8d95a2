import pytest

from skillpack.model.finding import Verdict
from skillpack.report.terminal.matrix import compatibility, matrix
from skillpack.report.terminal.paint import Paint

METIS, CLAUDE = Verdict("metis", loads=True, codes=()), Verdict("claude-code", loads=True, codes=("BD003",))
STRICT, FORMAL = Verdict("agentskills", loads=False, codes=("FM006",)), Verdict("formal", loads=False, codes=("FM006",))
ASH = Verdict("ash", loads=False, codes=("BD001", "RQ001"))


@pytest.mark.parametrize(
    ("verdicts", "sentence"),
    [
        ((METIS, CLAUDE, STRICT), "loads in metis and claude-code, not in agentskills: FM006"),
        ((METIS, STRICT, FORMAL), "loads in metis, not in agentskills and formal: FM006"),
        ((METIS, STRICT, ASH), "loads in metis, not in ash: BD001, RQ001; not in agentskills: FM006"),
        ((METIS, CLAUDE), "loads in metis and claude-code"),
        ((STRICT,), "loads nowhere: not in agentskills: FM006"),
        ((), ""),
    ],
)
def test_says_where_a_skill_loads(verdicts, sentence) -> None:
    assert compatibility(verdicts) == sentence


def test_skills_and_profiles(snapshot) -> None:
    skills = [("release-notes", (METIS, CLAUDE, STRICT)), ("日本語", (METIS, ASH)), ("x" * 50, (STRICT,))]
    assert "\n".join(matrix(skills, Paint())) == snapshot


def test_profiles_without_room_stand_below(snapshot) -> None:
    skills = [("release-notes", (METIS, CLAUDE, STRICT, FORMAL, ASH)), ("test-fix", (METIS, CLAUDE))]
    assert "\n".join(matrix(skills, Paint(unicode=False, width=40))) == snapshot


def test_of_nothing_is_nothing() -> None:
    assert list(matrix([], Paint())) == []
