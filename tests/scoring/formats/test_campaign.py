"""WMT 2025's human evaluation in one file: texts, scores and errors of each pair of languages."""

import json

import numpy as np
import pytest

from scoring.formats import (
    FileLimits,
    FormatError,
    Role,
    TooLargeError,
    assemble,
    attach,
    contents_by_pair,
    guess_roles,
    read_contents,
)
from tests.judgments import lines

TEXTS = {"refA": "ein Haus", "A": "ein Hase", "B": "eine Maus"}


def annotation(score, who, *errors):
    """Of the first round."""
    return {"human1": score, "annotator1": who, "errors1": list(errors)}


def segment(id, scores, texts=TEXTS):
    return json.dumps({"scores": scores, "src_text": f"source of {id}", "tgt_text": texts, "doc_id": id})


ERROR = {"start_i": 4, "end_i": 7, "severity": "minor"}
TWICE = annotation(80, "x", ERROR) | {"human2": 60, "annotator2": "y", "errors2": []}
ROWS = [
    segment("cs-de_DE_#_news_#_one_#_0", {"A": TWICE, "refA": annotation(90, "x")}),
    segment("en-is_IS_#_news_#_one_#_0", {"A": annotation(1, "z")}),
    segment("cs-de_DE_#_news_#_one_#_1", {}),
    segment("cs-de_DE_#_social_#_two_#_0", {"B": annotation(50, "y")}),
]


def read(*rows):
    return read_contents("humeval.jsonl", lines(*rows))


def test_each_pair_is_a_test_set_with_its_judgments():
    contents = read(*ROWS)
    pairs = contents_by_pair(contents.columns, contents.judgments)
    assert list(pairs) == ["cs-de_DE", "en-is_IS"]
    columns = guess_roles(pairs["cs-de_DE"].columns)
    assert [(column.name, column.role) for column in columns] == [
        ("source", Role.SOURCE),
        ("refA", Role.REFERENCE),
        ("A", Role.SYSTEM),
        ("B", Role.SYSTEM),
    ]
    test_set = assemble(columns, "x")
    assert test_set.documents.to_pylist() == ["one", "one", "two"]
    assert test_set.domains.to_pylist() == ["news", "news", "social"]
    assert test_set.language.language.name == "German"
    attached = attach(test_set, pairs["cs-de_DE"].judgments)
    assert attached.refused == ()
    (scores,), (errors,) = attached.test_set.scores, attached.test_set.annotations
    assert (scores.name, scores.is_human) == ("ESA", True)
    np.testing.assert_array_equal(scores.of("A"), [70, np.nan, np.nan])
    np.testing.assert_array_equal(scores.of("B"), [np.nan, np.nan, 50])
    (span,) = errors.spans
    assert TEXTS["A"][span.start : span.end] == "Hase"
    assert (span.annotator, errors.annotator_counts("A").tolist()) == ("x", [2, 0, 0])


def test_a_file_of_one_pair_is_one_test_set():
    contents = read(ROWS[0], ROWS[2])
    assert contents_by_pair(contents.columns, contents.judgments) == {}
    assert len(assemble(guess_roles(contents.columns), "x")) == 2


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (ROWS[0], "a second time"),
        (segment("cs-de_#_x", {}), "a segment's own id"),
        (segment("cs-de_#_n_#_x_#_9", {"A": 5}), "an object"),
        (segment("cs-de_#_n_#_x_#_9", {"A": {"human1": "x"}}), "a score, a number or null"),
        (segment("cs-de_#_n_#_x_#_9", {"A": annotation(1, "z", "<b>")}), "an error as an object"),
        (segment("cs-de_#_n_#_x_#_9", {}, {"A": 5.5}), "something else under 'A'"),
        (segment("cs-de_#_n_#_x_#_9", {}, {"A": "a", "A ": "b"}), "A twice under 'tgt_text'"),
        (segment("cs-de_#_n_#_x_#_9", {"A": {"human1": 5, "errors1": "none"}}), "a list"),
    ],
)
def test_what_is_refused(row, message):
    with pytest.raises(FormatError, match=message) as caught:
        read(ROWS[0], row)
    assert caught.value.line == 2


def test_documents_of_one_name_are_told_apart_by_their_domains():
    ids = ["news_#_d1_#_1", "social_#_d1_#_1", "news_#_d2_#_1"]
    contents = read(*(segment(f"cs-de_#_{id}", {}) for id in ids))
    assert assemble(contents.columns, "x").documents.to_pylist() == ["news/d1", "social/d1", "d2"]
    odd = read(*(segment(f"cs-de_#_{id}", {}) for id in [*ids[:2], "x_#_news/d1_#_1"]))
    assert odd.columns[0].keys.to_pylist() == ["news_#_d1 / 1", "social_#_d1 / 1", "x_#_news/d1 / 1"]


SCORE = {"human1": 50, "annotator1": "x"}


@pytest.mark.parametrize(
    ("rounds", "looked"),
    [
        (SCORE, None),
        (SCORE | {"errors1": None}, None),
        ({"human1": None, "errors1": []}, None),
        (SCORE | {"errors1": []}, 1),
        (SCORE | {"human2": 60, "annotator2": "y", "errors2": []}, 1),
        ({"human1": None, "annotator1": "x", "errors1": [ERROR]}, 1),
    ],
)
def test_nobody_has_looked_for_errors_without_a_list_of_them(rounds, looked):
    contents = read(segment("cs-de_#_n_#_d_#_0", {"A": rounds}), segment("cs-de_#_n_#_d_#_1", {"A": SCORE}))
    test_set = attach(assemble(contents.columns, "x"), contents.judgments).test_set
    assert [annotation.annotator_counts("A").tolist() for annotation in test_set.annotations] == (
        [] if looked is None else [[1, 0]]
    )
    assert test_set.scores[0].of("A")[1] == 50


def test_rounds_without_any_number_are_no_scores():
    assert read(segment("cs-de_#_n_#_d_#_0", {"A": {"human1": None, "errors1": []}})).judgments == []


def test_pairs_of_languages_are_limited_and_reading_them_is_told():
    rows = [segment(f"cs-d{n}_#_n_#_d_#_0", {}) for n in range(101)]
    with pytest.raises(TooLargeError, match="line 101: expected at most 100 pairs of languages, found 101 or more"):
        read(*rows)
    shares = []
    read_contents("x.jsonl", lines(*rows[:50]), on_progress=shares.append)
    assert shares == sorted(shares)
    assert len([share for share in shares if share > 0.7]) > 50


@pytest.mark.parametrize(
    ("limits", "refusal"),
    [
        ({"judgments": 3}, "line 1: expected at most 3 judgments"),
        ({"cells": 15}, "at most 15 cells, found 16 or more"),
        ({"columns": 3}, "line 1: expected at most 3 columns, found 4"),
    ],
)
def test_errors_and_texts_count_for_their_limits(limits, refusal):
    with pytest.raises(TooLargeError, match=refusal):
        read_contents("x.jsonl", lines(*ROWS), limits=FileLimits(**limits))
