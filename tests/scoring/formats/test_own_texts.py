"""Sources and references of one file against those of the test set."""

import pytest

from scoring.formats.own_texts import OTHER_REFERENCE, OTHER_SOURCE, OwnTexts
from scoring.text.texts import as_column

OURS = as_column(["one", "two", "three"])


def test_rows_that_differ_are_counted_over_all_blocks_and_the_first_is_named():
    texts = OwnTexts("x.tsv", [OURS], [OURS])
    texts.compare(0, [as_column(["One.", "2"])], [OURS[:2]])
    texts.compare(2, [as_column(["3"])], [OURS[2:]])
    assert (texts.counts, texts.first) == ({OTHER_SOURCE: 2}, {OTHER_SOURCE: 2})
    (notice,) = texts.notices(3)
    assert (notice.kind, notice.lines) == (OTHER_SOURCE, (2,))
    assert "Its sources differ from the test set's in 2 of 3 segments, first 2;" in notice.message


@pytest.mark.parametrize("n_segments", [1, 2, 4, 5])
def test_a_block_of_another_length_is_not_compared(n_segments):
    """How many rows there are is said elsewhere."""
    texts = OwnTexts("x.tsv", [], [OURS])
    texts.compare(0, [], [as_column(["other"] * 3)])
    assert texts.counts == {OTHER_REFERENCE: 3}
    texts.compare(3, [], [as_column(["other"] * n_segments)])
    texts.compare(1, [], [as_column(["other"] * n_segments)])
    assert texts.counts == {OTHER_REFERENCE: 3 if n_segments > 2 else 3 + n_segments}
