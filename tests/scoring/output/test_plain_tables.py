"""Plain tables in a narrow terminal: nothing is lost, lines fit where words do, columns stay straight."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.output.plain_tables import is_plain_table, narrowed_table, plain_table, without_trailing_blanks

WORDS = st.text("abcXYZ019./%*()", min_size=1, max_size=9) | st.sampled_from("-/±")
TEXTS = st.lists(WORDS, max_size=4).map(" ".join)
HEADS = st.lists(st.lists(WORDS, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=2).map("\n".join)
ON_ONE_LINE = re.compile(r"(?:[-/±] )*\S+")
WIDE = 200


@st.composite
def tables(draw):
    """Heads that begin with a number of their own, rows that are not blank and the number of columns to the left."""
    n_columns = draw(st.integers(1, 6))
    heads = draw(st.lists(HEADS, min_size=n_columns, max_size=n_columns))
    rows = draw(st.lists(st.lists(TEXTS, min_size=n_columns, max_size=n_columns), min_size=1, max_size=5))
    rows = [[f"a{first}", *others] for first, *others in rows]
    return [f"#{at} {head}" for at, head in enumerate(heads)], rows, draw(st.integers(0, n_columns))


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
@example((["#0 system", "#1 first ahead"], [["a", "3/4"]], 1), 17)
def test_nothing_is_lost_and_lines_fit_where_words_do(table, width):
    heads, rows, n_left = table
    whole = without_trailing_blanks(plain_table(heads, rows, n_left))
    parts = narrowed_table(whole, width).split("\n\n")
    first, *others = map(columns_of, parts)
    n_first = sum(column in first for column in others[0]) if others else 1
    assert [*first, *(column for part in others for column in part[n_first:])] == columns_of(whole)
    assert all(part[:n_first] == first[:n_first] for part in others)
    least = [max(map(len, [*ON_ONE_LINE.findall(head), *(row[at] for row in rows)])) for at, head in enumerate(heads)]
    for part, columns in zip(parts, (first, *others), strict=True):
        longest = max(map(len, part.split("\n")))
        assert longest <= max(map(len, whole.split("\n")))
        numbers = [int(head[0][1:]) for head, _ in columns]
        assert longest <= max(width, sum(least[at] for at in numbers) + 2 * len(numbers) - 2)
        assert longest <= width or len(numbers) <= n_first + 1 or not others


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


@pytest.mark.parametrize("name", ["日本語システムの名前", "système-éééééé".replace("é", "e\u0301")])
def test_a_table_whose_columns_cannot_be_told_apart_stays_whole(name):
    table = plain_table(["system", "first ahead"], [[name, "3/4"], ["a", "63.84"]], 1)
    assert narrowed_table(table, 14) == table


def test_a_caption_above_the_heads_keeps_the_table_whole():
    table = "a caption of many words\n" + plain_table(["system", "first ahead"], [["a", "3/4"]], 1)
    assert narrowed_table(table, 14) == table


def test_a_sign_of_its_own_stays_with_the_word_after_it():
    table = plain_table(["first", "BLEU first - second", "wins / ties / losses"], [["a", "1.25", "3/0/1"]], 1)
    assert (
        narrowed_table(table, 25)
        == """\
           BLEU      wins
          first    / ties
first  - second  / losses
-----  --------  --------
a          1.25     3/0/1"""
    )


CELL = "21.68 ± 2.04 (p = 0.7735)"


def test_what_is_too_wide_even_so_is_several_tables():
    table = plain_table(["system", "BLEU", "chrF", "TER"], [["one", "21.90", "4", "5.2 *"], ["other", *[CELL] * 3]], 1)
    assert (
        narrowed_table(table, 62)
        == f"""\
system                         BLEU                       chrF
--------  -------------------------  -------------------------
one                           21.90                          4
other     {CELL}  {CELL}

system                          TER
--------  -------------------------
one                           5.2 *
other     {CELL}"""
    )


def test_every_table_has_the_columns_that_tell_rows_apart():
    rows = [[*pair, "0.0001", "a-verdict-of-one-word"] for pair in (("a", "b"), ("a", "c"), ("b", "c"))]
    narrow = narrowed_table(plain_table(["first", "second", "p", "verdict"], rows, 2), 40)
    assert [table.split("\n")[0].split() for table in narrow.split("\n\n")] == [
        ["first", "second", "p"],
        ["first", "second", "verdict"],
    ]
    assert [line.split()[:2] for line in narrow.split("\n\n")[1].split("\n")[2:]] == [row[:2] for row in rows]


def test_columns_with_the_same_head_stay_with_the_one_before_them():
    heads = ["system", "BLEU", "low", "high", "chrF", "low", "high"]
    narrow = narrowed_table(plain_table(heads, [["one", *["12.25"] * 6]], 1), 45)
    assert [table.split("\n")[0].split() for table in narrow.split("\n\n")] == [heads[:4], [heads[0], *heads[4:]]]


def test_a_table_stays_one_where_nothing_fits_beside_the_first_column():
    table = plain_table(["system", "BLEU", "chrF"], [["a-name-of-very-many-letters", "12.25", "34.50"]], 1)
    assert "\n\n" not in narrowed_table(table, 30)
    assert "\n\n" in narrowed_table(table, 35)


def test_blanks_behind_all_cells_of_a_column_give_way():
    rows = [["a", "clear".ljust(18)], ["b", "likely".ljust(18)]]
    assert narrowed_table(plain_table(["system", "verdict"], rows, 1), 15).split("\n")[0] == "system  verdict"
