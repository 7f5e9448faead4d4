"""WMT 2025's human evaluation in one file: texts, scores and errors of each pair of languages."""

import json

import numpy as np
import pytest

from scoring.formats import FormatError, Role, assemble, attach, by_pair, guess_roles, read_contents
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
    pairs = by_pair(contents.columns, contents.judgments)
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
    assert (span.annotator, errors.looked("A").tolist()) == ("x", [2, 0, 0])


def test_a_file_of_one_pair_is_one_test_set():
    contents = read(ROWS[0], ROWS[2])
    assert by_pair(contents.columns, contents.judgments) == {}
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
    ],
)
def test_what_is_refused(row, message):
    with pytest.raises(FormatError, match=message) as caught:
        read(ROWS[0], row)
    assert caught.value.line == 2
