"""Plain tables in a narrow terminal: nothing is lost, lines fit where words do, columns stay straight."""

import re

from hypothesis import example, given
from hypothesis import strategies as st

from scoring.output.plain_tables import is_plain_table, narrowed_table, plain_table, without_trailing_blanks

WORDS = st.text("abcXYZ019./%*()", min_size=1, max_size=9)
TEXTS = st.lists(WORDS, max_size=4).map(" ".join)
HEADS = st.lists(st.lists(WORDS, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=2).map("\n".join)
WIDE = 200


@st.composite
def tables(draw):
    """Heads, rows and the number of columns to the left; no line of a head is blank in all columns."""
    n_columns = draw(st.integers(1, 6))
    heads = draw(st.lists(HEADS, min_size=n_columns, max_size=n_columns))
    rows = draw(st.lists(st.lists(TEXTS, min_size=n_columns, max_size=n_columns), min_size=1, max_size=5))
    return heads, rows, draw(st.integers(0, n_columns))


def columns_of(table):
    """What each column says above and below the rule, word by word."""
    lines = table.split("\n")
    rule = next(at for at, line in enumerate(lines) if re.fullmatch("-+(  -+)*", line))
    spans = [found.span() for found in re.finditer("-+", lines[rule])]
    return [
        [" ".join(line[start:end] for line in part).split() for part in (lines[:rule], lines[rule + 1 :])]
        for start, end in spans
    ]


@given(tables(), st.integers(10, 90))
@example((["system", "first ahead"], [["a", "3/4"]], 1), 14)
def test_nothing_is_lost_and_lines_fit_where_words_do(table, width):
    heads, rows, n_left = table
    whole = without_trailing_blanks(plain_table(heads, rows, n_left))
    narrow = narrowed_table(whole, width)
    assert columns_of(narrow) == columns_of(whole)
    longest = max(map(len, narrow.split("\n")))
    assert longest <= max(map(len, whole.split("\n")))
    least = [max(map(len, [*head.split(), *(row[at] for row in rows)])) for at, head in enumerate(heads)]
    assert longest <= max(width, sum(least) + 2 * len(least) - 2)


@given(tables(), st.integers(10, 90))
def test_numbers_stay_below_each_other(table, width):
    heads, rows, _ = table
    numbers = [[f"{len(text)}.5" for text in row] for row in rows]
    narrow = narrowed_table(plain_table(heads, numbers, 0), width)
    rule, *below = narrow.split("\n")[-1 - len(rows) :]
    ends = {found.end() for found in re.finditer("-+", rule)}
    assert all({found.end() for found in re.finditer(r"\S+", line)} == ends for line in below)


def test_a_table_that_fits_stays_as_it_is():
    table = plain_table(["system", "chrF"], [["Online-A", "55.1 *"]], 1)
    assert narrowed_table(table, WIDE) == table
    assert is_plain_table(table)
    assert not is_plain_table("note: a - b\n--trials 5")


def test_words_of_cells_take_several_lines_where_heads_are_not_enough():
    table = plain_table(["pair", "verdict"], [["a, b", "cannot be settled"], ["a, c", "a"]], 2)
    assert (
        narrowed_table(table, 16)
        == """\
pair  verdict
----  ----------
a, b  cannot be
      settled
a, c  a"""
    )


def test_a_caption_above_the_heads_keeps_the_table_whole():
    table = "a caption of many words\n" + plain_table(["system", "first ahead"], [["a", "3/4"]], 1)
    assert narrowed_table(table, 14) == table
