"""Which segment shows a shift best."""

import numpy as np
import pytest

from scoring import TER
from ui.ter import edit_tables


def test_a_shift_alone_among_right_words_shows_best():
    reference = "a b c d e f g h"
    outputs = [reference, "e f g h a b c d", "b a x y z q r s", "a b c d e f g x"]
    shown = edit_tables.shown_by_shifts(TER(), TER().statistics(outputs, [[reference] * len(outputs)]))
    assert shown.argmax() == 1
    assert shown[1] == pytest.approx(1 - 1 / 8)
    np.testing.assert_array_equal(shown[[0, 3]], 0)
