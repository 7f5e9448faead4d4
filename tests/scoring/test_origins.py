"""Which segments are of which document; scores of documents are those of their segments taken together."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU, METRICS, TestSet
from scoring.analysis.buckets import buckets_by_label
from scoring.judgments import Scores
from scoring.judgments.external import external_metrics_by_name
from scoring.origins import Origins
from scoring.significance import sums_by_document
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
    rows, documents = metric.statistics(texts, references), Origins.of(NAMES)
    found = dict(zip(documents.names, documents.scores(metric, rows), strict=True))
    assert found == pytest.approx(one_by_one(metric, rows, NAMES))


def test_bleu_of_a_document_is_the_corpus_bleu_of_its_segments():
    texts, references = NEWS
    documents = Origins.of(NAMES)
    found = documents.scores(BLEU(), BLEU().statistics(texts, references))
    for name, score in zip(documents.names, found, strict=True):
        inside = [place for place, of in enumerate(NAMES) if of == name]
        columns = [[column[place] for place in inside] for column in references]
        assert score == pytest.approx(sacrebleu.corpus_bleu([texts[place] for place in inside], columns).score)


def test_documents_come_as_in_the_file_also_where_they_go_on_later():
    documents = Origins.of(["b", "a", "b", "c", "a"])
    assert documents.names == ("b", "a", "c")
    assert documents.sizes.tolist() == [2, 2, 1]
    assert documents.firsts.tolist() == [0, 1, 3]
    assert [documents.segments(number).tolist() for number in range(3)] == [[0, 2], [1, 4], [3]]


def test_a_document_that_nobody_judged_has_no_score():
    test_set = TestSet.build({"A": ["x"] * 5, "B": ["x"] * 5}, [["x"] * 5])
    values = {"A": [-1.0, NAN, -2.0, NAN, NAN], "B": [NAN] * 5}
    test_set = test_set.with_judgments([Scores("MQM", values, is_human=True)])
    (metric,) = external_metrics_by_name(test_set).values()
    documents, rows = Origins.of(["one", "one", "one", "two", "two"]), metric.measure(test_set)
    np.testing.assert_array_equal(documents.scores(metric, rows["A"]), [-1.5, NAN])
    np.testing.assert_array_equal(documents.scores(metric, rows["B"]), [NAN, NAN])


def test_some_segments_only_may_leave_a_document_without_any():
    documents = Origins.of(["one", "two", "two"])
    among = documents.among(np.array([1, 2]))
    rows = BLEU().statistics(["a b c d", "e f g h"], [["a b c d", "e f g h"]])
    assert (among.sizes.tolist(), among.firsts.tolist()) == ([0, 2], [2, 0])
    np.testing.assert_allclose(among.scores(BLEU(), rows), [NAN, 100])


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 9)), min_size=1, max_size=12), st.randoms())
def test_the_order_of_segments_changes_no_sum(rows, random):
    def sums(rows):
        documents = Origins.of([name for name, _ in rows])
        found = documents.sums(np.array([[float(value)] for _, value in rows]))
        return dict(zip(documents.names, found[:, 0], strict=True))

    shuffled = random.sample(rows, len(rows))
    assert sums(rows) == sums(shuffled) == {name: sum(v for of, v in rows if of == name) for name, _ in rows}


def test_another_number_of_segments_is_an_error():
    with pytest.raises(ValueError, match="documents"):
        Origins.of(["a"]).sums(np.zeros((2, 3)))


@pytest.mark.parametrize("nameless", ["", " ", None])
@pytest.mark.parametrize("origin", ["document", "domain"])
def test_a_segment_is_of_a_document_that_has_a_name(nameless, origin):
    """So that nobody has to say whether those without one are one document or several: not here, and in no test set."""
    names = ["a", "b", nameless, "a", nameless]
    message = f"{origin}s: segment 3 has no name; every segment needs one"
    with pytest.raises(ValueError, match=message):
        Origins.of(names, origin)
    plain = TestSet.build({"A": ["x"] * 5}, [["x"] * 5])
    with pytest.raises(ValueError, match=message):
        replace(plain, **{f"{origin}s": pa.array(names)})


@given(st.lists(st.sampled_from("abcd"), max_size=30))
def test_all_that_counts_documents_counts_the_same(names):
    found = Origins.of(names)
    in_order = list(dict.fromkeys(names))
    assert [*found.names] == in_order
    assert found.members.tolist() == [in_order.index(name) for name in names]
    assert found.firsts.tolist() == [names.index(name) for name in in_order]
    drawn = (
        sums_by_document({"A": np.ones((len(names), 1)), "B": np.ones((len(names), 1))}, names)["A"] if names else []
    )
    assert len(found) == len(drawn) == len(in_order)
    assert found.sizes.tolist() == [int(row[0]) for row in drawn] == [names.count(name) for name in in_order]
    assert names == [] or sorted(buckets_by_label(names).sizes) == sorted(found.sizes)
