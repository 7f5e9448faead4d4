"""Rows of a page of borders, and what a page may send of them."""

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.studies.realignment import RealignmentRequest, StreamLines, TextsToRealign, run
from ui.data.realign import border_rows

REFERENCES = ["the cat sat", "on the mat .", "it rained all day", "we went home"]
STREAM = "the cat sat on the mat . it was raining all day we all went home"


def texts_of(references=REFERENCES, lines=(STREAM,), documents=None):
    streams = {"mt": StreamLines(pa.array(list(lines)))}
    named = None if documents is None else pa.array(documents)
    return TextsToRealign(streams, {"reference": pa.array(references)}, named)


def cut(texts):
    return run(RealignmentRequest(), texts).systems[0]


def words_of(rows):
    return ["".join(row["words"]).strip() for row in rows]


def test_a_row_has_its_words_and_where_its_border_was():
    texts = texts_of()
    system = cut(texts)
    rows = border_rows.border_rows(system, system, texts, range(4))
    assert words_of(rows) == ["the cat sat", "on the mat .", "it was raining all day", "we all went home"]
    assert [row["reference"] for row in rows] == REFERENCES
    assert [row["home"] for row in rows] == [None, 3, 7, 12], "the first border is fixed"
    assert [row["first"] for row in rows] == [0, 3, 7, 12]
    assert not any(row["is_edited"] for row in rows)


def test_a_moved_border_changes_both_rows_and_keeps_where_it_was():
    texts = texts_of()
    system = cut(texts)
    rows = border_rows.border_rows(system, border_rows.move_borders(system, {2: 6}), texts, range(4))
    assert words_of(rows)[1:3] == ["on the mat", ". it was raining all day"]
    assert (rows[2]["first"], rows[2]["home"]) == (6, 7)
    assert [row["is_edited"] for row in rows] == [False, True, True, False]


def test_rows_without_the_one_before_have_no_border():
    texts = texts_of()
    system = cut(texts)
    rows = border_rows.border_rows(system, system, texts, [0, 2, 3])
    assert [row["home"] for row in rows] == [None, None, 12]
    assert [row["follows"] for row in rows] == [False, False, True]


def test_borders_between_documents_are_fixed_and_named():
    texts = texts_of(lines=["the cat sat on the mat .", "it was raining all day we went home"], documents=[*"aabb"])
    system = cut(texts)
    rows = border_rows.border_rows(system, system, texts, range(4))
    assert [row["home"] is None for row in rows] == [True, False, True, False]
    assert [row["document"] for row in rows] == ["a", "", "b", ""]


def test_words_keep_the_space_that_the_output_has_between_them():
    texts = texts_of(["今天天气很好。", "我们去公园。"], ["今天天气好。我们去公园。"])
    system = cut(texts)
    rows = border_rows.border_rows(system, system, texts, range(2))
    assert words_of(rows) == ["今天天气好。", "我们去公园。"]


def test_a_segment_without_words_has_none():
    texts = texts_of(lines=["on the mat ."])
    system = cut(texts)
    rows = border_rows.border_rows(system, system, texts, range(4))
    assert sorted(map(len, (row["words"] for row in rows))) == [0, 0, 0, 4]


def test_a_page_shows_the_first_segment_of_the_next_one():
    segments = range(2 * border_rows.ROWS)
    assert border_rows.count_pages(segments) == 2
    assert list(border_rows.page_segments(segments, 1)) == list(range(border_rows.ROWS + 1))
    assert list(border_rows.page_segments(segments, 2)) == list(range(border_rows.ROWS, 2 * border_rows.ROWS))
    assert border_rows.count_pages([]) == 1


def test_less_sure_segments_are_shown_with_their_neighbours():
    texts = texts_of(["a b c d", "e f g h", "i j k l", "m n o p", "q r s t"], ["a b c d e f g h i j k l m n o p"])
    system = cut(texts)
    assert [left.segment for left in system.leftovers] == [4]
    assert {3, 4} <= {*border_rows.segments_to_look_at(system)} <= {*range(5)}


def test_what_a_page_sends_is_kept_and_what_is_put_back_is_forgotten():
    system = cut(texts_of())
    moved = border_rows.merge_moves(system, {}, [[1, 3], [2, 6], [3, 12]])
    assert moved == {2: 6}
    assert border_rows.merge_moves(system, moved, [[1, 2]]) == {1: 2, 2: 6}
    assert border_rows.merge_moves(system, moved, [[2, 7]]) == {}


@pytest.mark.parametrize(
    "moves",
    [
        *(
            None,
            7,
            "x",
            {},
            [1],
            [[1]],
            [[1, 2, 3]],
            [["1", 2]],
            [[1, True]],
            [[0, 1]],
            [[4, 16]],
            [[99, 1]],
            [[-1, 2]],
        ),
        *([[1, -1]], [[1, 99]], [[1, 8]], [[2, 2]], [[1, 2**70]], [[2**70, 1]]),
    ],
)
def test_what_is_no_move_changes_nothing(moves):
    system = cut(texts_of())
    assert border_rows.merge_moves(system, {2: 6}, moves) == {2: 6}


@given(st.lists(st.tuples(st.integers(-2, 6), st.integers(-2, 20)), max_size=5))
def test_any_moves_leave_every_word_in_its_order(moves):
    texts = texts_of()
    system = cut(texts)
    edited = border_rows.move_borders(system, border_rows.merge_moves(system, {}, [list(pair) for pair in moves]))
    rows = border_rows.border_rows(system, edited, texts, range(4))
    assert "".join(word for row in rows for word in row["words"]) == STREAM
