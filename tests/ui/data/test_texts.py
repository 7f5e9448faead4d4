"""What was noticed of a draft, in a table."""

import pytest

from ui.data import texts


@pytest.mark.parametrize(
    ("messages", "wrapped"),
    [(["3 of 3 lines end in CR LF; read as LF."], 1), (["short", "x" * 61], 3), (["x" * 200], 4), (["x" * 9999], 5)],
)
def test_rows_are_as_high_as_the_longest_message_takes(messages, wrapped):
    assert texts.notice_row_height(messages) == texts.ROW + (wrapped - 1) * texts.NEXT_LINE


def test_streamlit_wraps_rows_of_more_than_64_pixels_alone():
    heights = {texts.notice_row_height(["x" * length]) for length in range(1, 1000)}
    assert all(height == texts.ROW or height > 64 for height in heights)
