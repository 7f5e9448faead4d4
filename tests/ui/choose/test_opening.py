"""What the page says while it chooses: how much is to be done, and why it takes long."""

from types import SimpleNamespace

import pytest

from scoring.choosing import Lists, parse
from ui.choose import opening


@pytest.mark.parametrize(
    ("criterion", "most", "said"),
    [("mbr:bleu", 11, True), ("mbr:bleu", 12, False), ("oracle:bleu", 0, False)],
)
def test_many_pairs_are_said_before_they_are_counted(monkeypatch, criterion, most, said):
    monkeypatch.setattr(opening, "MANY_PAIRS", most)
    candidates = SimpleNamespace(lists=Lists.build([["a", "b"], ["c", "d"], ["e", "f"]]))  # 3 times 2 x 2 pairs
    doing = opening.doing(SimpleNamespace(candidates=candidates, criteria=(parse("first"), parse(criterion))))
    assert "Choosing among 6 candidates" in doing
    assert ("here 12 pairs by each metric" in doing) == said
