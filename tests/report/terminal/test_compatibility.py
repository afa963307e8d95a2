import pytest

from skillpack.model.finding import Verdict
from skillpack.report.terminal.skill_summary import compatibility

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
