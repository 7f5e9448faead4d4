"""Scores of documents: those of their segments taken together, whatever the order of documents and segments."""

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU, METRICS, TestSet
from scoring.analysis.documents import Documents, scores_by_document, sums_by_document
from scoring.judgments import Scores
from scoring.judgments.external import metrics_of
from tests.corpora import SAMPLE_SETS

NAN = float("nan")
NEWS = {name: (texts, references) for name, texts, references in SAMPLE_SETS}["news-en-es/apertium-direct"]
NAMES = [f"doc {number * number % 11}" for number in range(len(NEWS[0]))]
"""Of documents that go on later, too."""


def one_by_one(metric, rows, names):
    """Document -> its score, by a plain loop."""
    found = {}
    for name in dict.fromkeys(names):
        total = np.zeros(rows.shape[1])
        for row, of in zip(rows, names, strict=True):
            if of == name:
                total += row
        found[name] = float(metric.score(total))
    return found


@pytest.mark.parametrize("name", ["bleu", "chrf", "ter", "nist"])
def test_statistics_are_added_up_and_then_scored(name):
    metric = METRICS[name]()
    texts, references = NEWS
    rows, documents = metric.statistics(texts, references), Documents.of(NAMES)
    found = dict(zip(documents.labels, scores_by_document(metric, rows, documents), strict=True))
    assert found == pytest.approx(one_by_one(metric, rows, NAMES))


def test_bleu_of_a_document_is_the_corpus_bleu_of_its_segments():
    texts, references = NEWS
    documents = Documents.of(NAMES)
    found = scores_by_document(BLEU(), BLEU().statistics(texts, references), documents)
    for name, score in zip(documents.labels, found, strict=True):
        inside = [place for place, of in enumerate(NAMES) if of == name]
        columns = [[column[place] for place in inside] for column in references]
        assert score == pytest.approx(sacrebleu.corpus_bleu([texts[place] for place in inside], columns).score)


def test_documents_come_as_in_the_file_also_where_they_go_on_later():
    documents = Documents.of(["b", "a", "b", "c", "a"])
    assert documents.labels == ("b", "a", "c")
    assert documents.sizes.tolist() == [2, 2, 1]
    assert documents.firsts.tolist() == [0, 1, 3]
    assert [documents.segments(number).tolist() for number in range(3)] == [[0, 2], [1, 4], [3]]


def test_a_document_that_nobody_judged_has_no_score():
    test_set = TestSet.build({"A": ["x"] * 5, "B": ["x"] * 5}, [["x"] * 5])
    values = {"A": [-1.0, NAN, -2.0, NAN, NAN], "B": [NAN] * 5}
    test_set = test_set.with_judgments([Scores("MQM", values, is_human=True)])
    (metric,) = metrics_of(test_set).values()
    documents, rows = Documents.of(["one", "one", "one", "two", "two"]), metric.measure(test_set)
    np.testing.assert_array_equal(scores_by_document(metric, rows["A"], documents), [-1.5, NAN])
    np.testing.assert_array_equal(scores_by_document(metric, rows["B"], documents), [NAN, NAN])


def test_some_segments_only_may_leave_a_document_without_any():
    documents = Documents.of(["one", "two", "two"])
    among = documents.among(np.array([1, 2]))
    rows = BLEU().statistics(["a b c d", "e f g h"], [["a b c d", "e f g h"]])
    np.testing.assert_allclose(scores_by_document(BLEU(), rows, among), [NAN, 100])


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 9)), min_size=1, max_size=12), st.randoms())
def test_the_order_of_segments_changes_no_sum(rows, random):
    def sums(rows):
        documents = Documents.of([name for name, _ in rows])
        found = sums_by_document(np.array([[float(value)] for _, value in rows]), documents)
        return dict(zip(documents.labels, found[:, 0], strict=True))

    shuffled = random.sample(rows, len(rows))
    assert sums(rows) == sums(shuffled) == {name: sum(v for of, v in rows if of == name) for name, _ in rows}


def test_another_number_of_segments_is_an_error():
    with pytest.raises(ValueError, match="documents"):
        sums_by_document(np.zeros((2, 3)), Documents.of(["a"]))
