"""What shifts save in each segment."""

import pytest

from scoring import TER, WER
from ui.ter import edit_tables


def test_what_shifts_save_where_something_is_right():
    reference = "a b c d e f g h"
    outputs = [reference, "e f g h a b c d", "b a x y z q r s", "a b c d e f g x"]
    wer, ter = (metric.score(metric.statistics(outputs, [[reference] * len(outputs)])) for metric in (WER(), TER()))
    assert edit_tables.saved_by_shifts(wer, ter) == pytest.approx([0, 100 - 100 / 8, 0, 0])
