"""WER and PER, and how they stand to TER."""

from collections import Counter

import jiwer
import Levenshtein
import numpy as np
import pytest
from hypothesis import given

from scoring import PER, TER, WER
from tests.cases import as_one_test
from tests.corpora import REPEATS, SAMPLE_SETS, SAUDI, corpora, corpus_score


def edits(metric, corpus):
    return metric.statistics(*corpus)[:, : len(metric.edit_names)].sum(axis=1)


def split(corpus):
    """Each hypothesis and its references as words."""
    for hypothesis, *texts in zip(corpus[0], *corpus[1], strict=True):
        yield hypothesis.lower().split(), [text.lower().split() for text in texts if text is not None]


@pytest.mark.parametrize(
    ("metric", "hypothesis", "reference", "expected"),
    [
        # insertions, deletions, substitutions
        (WER(), *SAUDI, (1, 0, 5)),
        (WER(), "a b", "a c b", (1, 0, 0)),
        (WER(), "a c b", "a b", (0, 1, 0)),
        (WER(), "b a", "A B", (0, 0, 2)),  # of equal ways, substitutions, as TER
        (PER(), *SAUDI, (1, 0, 2)),
        (PER(), "b a", "A B", (0, 0, 0)),
        (PER(), "a a a", "a b", (0, 1, 1)),
        (PER(), "a b", "a a a", (1, 0, 1)),
    ],
)
def test_by_hand(metric, hypothesis, reference, expected):
    (row,) = metric.statistics([hypothesis], [[reference]])
    assert row.tolist() == [*expected, len(reference.split())]


@as_one_test
@pytest.mark.parametrize("metric", [WER(), PER()], ids=["WER", "PER"])
@pytest.mark.parametrize(
    ("hypothesis", "references", "row", "score"),
    [
        ("", [""], (0, 0, 0, 0), float("nan")),
        ("", ["", "a b"], (0, 0, 0, 1), 0),
        ("a b", [""], (0, 2, 0, 0), 100),
        ("", ["a b"], (2, 0, 0, 2), 100),
        ("a b c", ["x"], (0, 2, 1, 1), 300),
        ("a b", [None, "a b c d"], (2, 0, 0, 4), 50),
        ("a b", ["a b c d", "a b"], (0, 0, 0, 3), 0),
        ("a b", ["a c", "d b"], (0, 0, 1, 2), 50),
    ],
)
def test_empty_texts_and_several_references(metric, hypothesis, references, row, score):
    statistics = metric.statistics([hypothesis, "z"], [[text, "z"] for text in references])
    assert tuple(statistics[0]) == row
    assert metric.score(statistics[0]) == pytest.approx(score, nan_ok=True)


@given(corpora())
def test_wer_by_its_definition(corpus):
    expected = [min(Levenshtein.distance(words, r) for r in references) for words, references in split(corpus)]
    assert edits(WER(), corpus).tolist() == expected


@given(corpora())
def test_per_by_its_definition(corpus):
    expected = [
        min(max(len(words), len(r)) - (Counter(words) & Counter(r)).total() for r in references)
        for words, references in split(corpus)
    ]
    assert edits(PER(), corpus).tolist() == expected


@given(corpora(REPEATS))
def test_the_less_order_counts_the_fewer_edits(corpus):
    """And TER without shifts is WER, edit by edit, where no text is longer than the beam is wide."""
    per, ter, wer = (edits(metric, corpus) for metric in (PER(), TER(), WER()))
    assert (per <= ter).all()
    assert (ter <= wer).all()
    unshifted = TER(shifts=False)
    by_kind = [metric.statistics(*corpus)[:, :3] for metric in (unshifted, WER())]
    np.testing.assert_array_equal(*by_kind)
    scores = [metric.score(metric.statistics(*corpus)) for metric in (unshifted, WER())]
    np.testing.assert_array_equal(*scores)


@pytest.mark.parametrize("corpus", [s[1:] for s in SAMPLE_SETS], ids=[s[0] for s in SAMPLE_SETS])
def test_sample_data(corpus):
    assert (edits(PER(), corpus) <= edits(TER(), corpus)).all()
    np.testing.assert_array_equal(edits(TER(shifts=False), corpus), edits(WER(), corpus))
    expected = [min(Levenshtein.distance(words, r) for r in references) for words, references in split(corpus)]
    assert edits(WER(), corpus).tolist() == expected


def test_wer_leaves_the_beam_of_ter():
    """Thirty words to skip at the beginning and thirty at the end."""
    same = [f"s{number}" for number in range(40)]
    hypothesis = " ".join([f"h{number}" for number in range(30)] + same)
    reference = " ".join(same + [f"r{number}" for number in range(30)])
    assert edits(WER(), ([hypothesis], [[reference]])) == [60]
    assert edits(TER(shifts=False), ([hypothesis], [[reference]])) == [70]


@pytest.mark.parametrize("metric", [WER(), PER()], ids=["WER", "PER"])
def test_a_thousand_words(metric):
    words = [f"w{number}" for number in range(1000)]
    rows = metric.statistics([" ".join(words[::-1]), "w5", ""], [[" ".join(words)] * 3])
    backwards = 0 if metric == PER() else pytest.approx(999, abs=1)
    assert rows[0, :3].sum() == backwards
    assert rows[1:, :3].tolist() == [[999, 0, 0], [1000, 0, 0]]


@pytest.mark.parametrize("corpus", [s[1:] for s in SAMPLE_SETS], ids=[s[0] for s in SAMPLE_SETS])
def test_wer_is_jiwers_where_case_counts(corpus):
    hypotheses, (references, *_) = corpus
    expected = 100 * jiwer.wer(references, hypotheses)
    assert corpus_score(WER(case_sensitive=True), hypotheses, [references]) == pytest.approx(expected, rel=1e-13)


def test_wer_differs_from_jiwers_as_the_document_says():
    metric = WER(case_sensitive=True)
    assert corpus_score(metric, ["a\u00a0b c\td"], [["a b c d"]]) == 0 < jiwer.wer(["a b c d"], ["a\u00a0b c\td"])
    assert (corpus_score(WER(), ["A"], [["a"]]), jiwer.wer(["a"], ["A"])) == (0, 1)
    assert (corpus_score(metric, ["x y"], [[""]]), jiwer.wer([""], ["x y"])) == (100, 2)
    corpus = ["x", "a b"], ["", "a b"]
    assert corpus_score(metric, corpus[0], [corpus[1]]) == 100 * jiwer.wer(*corpus[::-1]) == 50
    theirs = jiwer.process_words(["a b c"], ["a x c d"])
    ours = metric.statistics(["a x c d"], [["a b c"]])[0].tolist()
    assert ours == [theirs.deletions, theirs.insertions, theirs.substitutions, 3] == [0, 1, 1, 3]
