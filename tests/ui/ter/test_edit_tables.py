"""Which segment is the worst one with a shift."""

import pytest

from scoring import TER
from ui.ter import edit_tables


def test_the_worst_segment_with_a_shift_of_which_something_is_right():
    reference = "a b c d e f g h"
    outputs = [reference, "e f g h a b c d", "e f g h a b c x", "b a x y z q r s", "a b c d e f g x"]
    effect = edit_tables.worst_with_shift(TER(), TER().statistics(outputs, [[reference] * len(outputs)]))
    assert effect == pytest.approx([0, 100 / 8, 200 / 8, 0, 0])
