"""Tiles are the words of a text in their colours, and what a page sends is an edit or nothing."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU
from tests.cases import as_one_test
from tests.hostile import TEXTS
from ui.drawing import tiles
from ui.drawing.tiles import LONGEST, EditedRow, Tile, TileRow, Tiles, Word, build_tiles

WORDS = st.lists(st.sampled_from(["the", "The", "cat", "mat", "שלום", "👩\u200d👩\u200d👧", "x,", '"y"']), max_size=9)
WRITTEN = BLEU(tokenize="none")
LOWERED = BLEU(lowercase=True)


def shades(drawn):
    return [word.shade for tile in drawn for word in tile.words]


@given(WORDS, WORDS)
def test_each_word_has_the_longest_ngram_that_it_is_part_of(output, reference):
    matches = WRITTEN.matches(" ".join(output), [" ".join(reference)])
    drawn = build_tiles(output, matches)
    assert [tile.words[0].text for tile in drawn] == output
    assert shades(drawn) == list(matches.longest)
    assert [tile.words[0].is_clipped for tile in drawn] == list(matches.clipped)


def test_a_word_of_several_tokens_has_the_longest_among_them():
    matches = LOWERED.matches("The cat, sat", ["the cat sat"])
    assert matches.hypothesis == ("the", "cat", ",", "sat")
    assert build_tiles(["The", "cat,", "sat"], matches) == tuple(
        Tile((Word(text, shade),)) for text, shade in (("The", 2), ("cat,", 2), ("sat", 1))
    )


@pytest.mark.parametrize("words", [["the", "dog"], ["thec", "at"], ["the"], [], ["the", "cat", "sat"]])
def test_words_that_are_not_those_of_the_matches_have_no_colour(words):
    drawn = build_tiles(words, WRITTEN.matches("the cat", ["the cat"]))
    assert shades(drawn) == [None] * len(words)


def test_a_tile_holds_several_words_and_an_empty_one_is_none():
    drawn = build_tiles(["a b", "", " ", "c"], WRITTEN.matches("a b c", ["a b"]))
    assert [[(word.text, word.shade) for word in tile.words] for tile in drawn] == [[("a", 2), ("b", 2)], [("c", 0)]]


@as_one_test
@pytest.mark.parametrize("text", TEXTS)
def test_text_gets_to_the_page_as_it_is(text):
    row = TileRow("r", text, build_tiles(text.split()), "drag", note=text)
    data = json.loads(json.dumps(tiles.tiles_payload(Tiles(text, (row,)), 3)))
    (found,) = data["rows"]
    assert (data["label"], found["label"], found["note"], data["heard"]) == (text, text, text, 3)
    assert [word["text"] for tile in found["tiles"] for word in tile["words"]] == text.split()


def edit(*texts, chosen=(), by="type"):
    return {"tiles": list(texts), "chosen": list(chosen), "by": by}


def test_an_edit_arrives():
    sent = [7, {"a": edit("the  cat", " ", "sat"), "b": edit("x", "y", chosen=[1, 0, 1], by="click")}]
    number, rows = tiles.parse_arrived_rows({"made": sent})
    assert number == 7
    assert rows == {"a": EditedRow(("the cat", "sat"), (), "type"), "b": EditedRow(("x", "y"), (0, 1), "click")}
    assert rows["a"].text == "the cat sat"


@pytest.mark.parametrize(
    "sent",
    [
        None,
        {},
        {"made": None},
        {"made": []},
        {"made": [1]},
        {"made": ["1", {}]},
        {"made": [1, []]},
        {"made": "x"},
        {"made": [1, {"a": None, "b": edit("x", by="evil"), "c": {"tiles": "x", "chosen": [], "by": "type"}}]},
    ],
)
def test_what_is_no_edit_changes_nothing(sent):
    assert tiles.parse_arrived_rows(sent)[1] == {}


def test_what_is_none_of_an_edit_is_left_out():
    _, rows = tiles.parse_arrived_rows({"made": [1, {"a": edit("x", "y", chosen=[-1, "0", True, 1.0, None, 1])}]})
    assert rows["a"].chosen == (1,)
    _, rows = tiles.parse_arrived_rows({"made": [1, {"a": edit("x", 5, "y")}]})
    assert rows["a"].tiles == ("x",)


def test_a_row_is_as_long_as_it_may_be():
    _, rows = tiles.parse_arrived_rows({"made": [1, {"a": edit("x" * LONGEST), "b": edit(*["ab"] * LONGEST)}]})
    assert len(rows["a"].text) == LONGEST
    assert LONGEST - 3 < len(rows["b"].text) <= LONGEST
    _, rows = tiles.parse_arrived_rows({"made": [1, {"a": edit("x" * (LONGEST + 1))}]})
    assert rows["a"].text == ""
