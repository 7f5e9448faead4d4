"""NIST against mteval-v13a, NLTK, its definition computed the slow way, and numbers worked out by hand."""

from collections import Counter
from dataclasses import replace
from math import exp, isnan, log, log2, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.nist_score import corpus_nist

from scoring import METRICS, NIST, TestSet
from tests.corpora import SAMPLE_SETS, corpora, corpus_score, nltk_corpora, split_corpus, statistics_of_tokens

WORDS = NIST(tokenize="none")
LONGEST = 9


def ngrams(words, longest=LONGEST):
    return Counter(tuple(words[i : i + n]) for n in range(1, longest + 1) for i in range(len(words) - n + 1))


def slow_nist(hypotheses, references, order, reference_set=None, zero_is_no_word=False):
    """Doddington's formulas as mteval-v13a computes them, on token lists; references are [segment][reference].

    ``zero_is_no_word``: mteval asks Perl whether the words before the last are true, and "0" is not.
    """
    known = [words for segment in reference_set or references for words in segment]
    counts = sum(map(ngrams, known), Counter())
    n_words = sum(map(len, known))

    def information(ngram):
        before = ngram[:-1]
        no_word = not before or (zero_is_no_word and before == ("0",))
        return log2((n_words if no_word else counts[before]) / counts[ngram])

    gained, totals, length, reference_length = Counter(), Counter(), 0, 0.0
    for hypothesis, segment in zip(hypotheses, references, strict=True):
        most = Counter()
        for words in segment:
            most |= ngrams(words)
        for ngram, count in (ngrams(hypothesis) & most).items():
            gained[len(ngram)] += count * information(ngram)
        for ngram, count in ngrams(hypothesis).items():
            totals[len(ngram)] += count
        length += len(hypothesis)
        reference_length += sum(map(len, segment)) / len(segment)
    if not length:
        return 0.0 if reference_length else nan
    ratio = min(1.0, length / reference_length) if reference_length else 1.0
    penalty = exp(log(0.5) / log(1.5) ** 2 * log(ratio) ** 2)
    return penalty * sum(gained[n] / totals[n] for n in range(1, order + 1) if totals[n])


# mteval-v13a: what mteval-v13a.pl -c --metricsMATR-output printed for the files of sample_data

MTEVAL = {
    "inflection-hr-sl/apertium": 4.72250916473619,
    "inflection-hr-sl/source-copy": 2.33573879176699,
    "news-en-es/apertium-catalan": 5.6980765501288,
    "news-en-es/apertium-direct": 5.81474189334369,
    "news-en-es/apertium-galician": 5.42724751294098,
}


@pytest.mark.parametrize(
    ("name", "hypotheses", "references"),
    [pytest.param(*row, id=row[0]) for row in SAMPLE_SETS if row[0] in MTEVAL],
)
def test_mteval_v13a_on_the_sample_data(name, hypotheses, references):
    assert corpus_score(NIST(), hypotheses, references) == pytest.approx(MTEVAL[name], rel=1e-13)


def test_without_case_mteval_lowers_only_ascii_letters():
    """There it printed 4.80533702228677, with a capital Č, Š or Ž still unlike the small letter."""
    _, hypotheses, references = next(row for row in SAMPLE_SETS if row[0] == "inflection-hr-sl/apertium")
    assert corpus_score(NIST(lowercase=True), hypotheses, references) == pytest.approx(4.804449457958717)
    ascii_only = [[lowered_ascii(text) for text in column] for column in (hypotheses, *references)]
    assert corpus_score(NIST(), ascii_only[0], ascii_only[1:]) == pytest.approx(4.80533702228677, rel=1e-13)


def lowered_ascii(text):
    return "".join(c.lower() if c.isascii() else c for c in text)


# The definition


@given(corpora(), st.integers(1, LONGEST))
def test_the_definition(corpus, order):
    hypotheses, references = corpus
    metric = replace(WORDS, max_order=order)
    expected = slow_nist(*split_corpus(hypotheses, references), order)
    assert corpus_score(metric, hypotheses, references) == pytest.approx(expected, nan_ok=True)


@given(corpora(), st.integers(1, LONGEST))
def test_a_segment_is_scored_with_the_weights_of_the_whole_set(corpus, order):
    hypotheses, references = corpus
    metric = replace(WORDS, max_order=order)
    split = split_corpus(hypotheses, references)
    scores = metric.score(metric.statistics(hypotheses, references))
    for score, hypothesis, segment in zip(scores, *split, strict=True):
        expected = slow_nist([hypothesis], [segment], order, reference_set=split[1])
        assert score == pytest.approx(expected, nan_ok=True)


def test_information_by_hand():
    """References: a b a c | a b. Six words: three a, two b, one c; bigrams a b twice, b a and a c once."""
    row = WORDS.statistics(["a b c", "b a c"], [["a b a c", "a b"]])
    terms = WORDS.arithmetic(row)
    a, b, c = log2(6 / 3), log2(6 / 2), log2(6 / 1)
    ab, ac = log2(3 / 2), log2(3 / 1)
    np.testing.assert_allclose(terms.information[0], [a + b + c, ab, 0, 0, 0])
    np.testing.assert_allclose(terms.information[1], [a + b, 0, 0, 0, 0])
    np.testing.assert_array_equal(terms.totals, [[3, 2, 1, 0, 0]] * 2)
    np.testing.assert_array_equal(terms.reference_length, [4, 2])
    penalty = exp(log(0.5) * (log(3 / 4) / log(3 / 2)) ** 2)
    np.testing.assert_allclose(terms.brevity_penalty, [penalty, 1])
    np.testing.assert_allclose(terms.score, [penalty * ((a + b + c) / 3 + ab / 2), (a + b) / 3])
    np.testing.assert_allclose(WORDS.statistics(["a c"], [["a b a c"]], [["a b a c", "a b"]])[0, 3], ac)


@pytest.mark.parametrize(("length", "penalty"), [(0, 0), (20, 0.5), (30, 1), (31, 1), (1e300, 1)])
def test_the_brevity_penalty_is_one_half_at_two_thirds(length, penalty):
    row = np.zeros(12)
    row[:2] = length, 30
    assert NIST().arithmetic(row).brevity_penalty == pytest.approx(penalty)


def test_an_ngram_is_clipped_by_the_reference_that_has_it_most_and_lengths_are_averaged():
    row = WORDS.statistics(["a a a b b"], [["a a x x x x"], ["b a"], ["y"]])[0]
    assert row[1] == 3
    a, b = log2(9 / 3), log2(9 / 1)
    assert row[2] == pytest.approx(2 * a + b)


def test_a_missing_reference_counts_for_nothing_not_even_for_the_mean_length():
    with_none = WORDS.statistics(["a b", "a"], [["a b", "a"], [None, "c c c"]])
    np.testing.assert_array_equal(with_none[:, 1], [2, 2])
    assert WORDS.statistics(["a b", "a"], [["a b", "a"], ["", "c c c"]])[0, 1] == 1


def test_nothing_to_measure_is_not_a_number():
    scores = NIST().score(NIST().statistics(["", "", "a"], [["", "b", ""]]))
    np.testing.assert_array_equal(scores, [nan, 0, 0])
    assert isnan(NIST().score(np.full(12, nan)))


# The set of references


@given(corpora(min_segments=2), st.data())
def test_a_part_within_its_set_has_the_rows_of_the_whole(corpus, data):
    hypotheses, references = corpus
    part = data.draw(st.lists(st.integers(0, len(hypotheses) - 1), min_size=1, max_size=9))
    of_part = NIST().statistics(
        [hypotheses[i] for i in part], [[column[i] for i in part] for column in references], references
    )
    np.testing.assert_array_equal(of_part, NIST().statistics(hypotheses, references)[part])


def test_without_its_set_a_part_has_other_weights():
    hypotheses, references = ["a b", "c d"], [["a b", "c d"]]
    alone = NIST().statistics(hypotheses[:1], [references[0][:1]])
    within = NIST().statistics(hypotheses[:1], [references[0][:1]], references)
    assert alone[0, 2] == pytest.approx(2 * log2(2 / 1))
    assert within[0, 2] == pytest.approx(2 * log2(4 / 1))


def test_the_set_may_have_other_columns():
    hypotheses, references = ["a b", "c d"], [["a b", "x"], ["c d", "y z"]]
    expected = NIST().statistics(hypotheses, references)
    flat = [["a b", "x", "c d", "y z"]]
    np.testing.assert_array_equal(NIST().statistics(hypotheses, references, flat), expected)
    one = NIST().statistics(hypotheses[1:], [["c d"]], references)
    assert one[0, 2] == pytest.approx(2 * log2(7 / 1))


@pytest.mark.parametrize(
    ("reference_set", "message"),
    [
        ([["a", "c"]], r"segment 2 of reference 1 is not there \(1 such segments\)"),
        ([["a", "b"], ["a"]], "reference 1 of the set has 2, reference 2 of the set has 1"),
        ([], "references: expected at least one"),
        (["a", "b"], r"Write \[references\] for a single reference"),
    ],
)
def test_a_set_without_the_references_is_an_error(reference_set, message):
    with pytest.raises(ValueError, match=message):
        NIST().statistics(["a", "b"], [["a", "b"]], reference_set)


@given(corpora())
def test_rows_do_not_depend_on_the_other_systems(corpus):
    """Sums of floats depend on their order: here to the last bit they do not."""
    hypotheses, references = corpus
    systems = {"last": ["zz a", *hypotheses[1:]], "first": hypotheses}
    measured = NIST().measure(TestSet.build(systems, references))
    np.testing.assert_array_equal(measured["first"], NIST().statistics(hypotheses, references))


# NLTK


@given(nltk_corpora(order=5))
def test_nltk_for_one_reference(corpus):
    hypotheses, references = corpus[0], [[first] for first, *_ in corpus[1]]
    found = statistics_of_tokens(WORDS, hypotheses, references).sum(axis=0)
    assert WORDS.score(found) == pytest.approx(corpus_nist(references, hypotheses))


def test_nltk_takes_the_better_reference_for_each_order_and_its_length():
    """We match with both, as mteval does, and divide by the mean length."""
    hypothesis, references = [*"abcdexy"], [[*"abcde"], [*"xy"]]
    ours = WORDS.arithmetic(statistics_of_tokens(WORDS, [hypothesis], [references]).sum(axis=0))
    one = log2(7)
    np.testing.assert_allclose(ours.gains, [7 * one / 7, 0, 0, 0, 0], atol=1e-15)
    assert corpus_nist([references], [hypothesis]) == pytest.approx(5 * one / 7)
    longer = [hypothesis, [*hypothesis, "z", "z", "z", "z"]]
    ours = WORDS.arithmetic(statistics_of_tokens(WORDS, [hypothesis], [longer]).sum(axis=0))
    assert ours.reference_length == 9
    assert ours.brevity_penalty == pytest.approx(exp(log(0.5) * (log(7 / 9) / log(1.5)) ** 2))
    # NLTK: both match as well, and of two equal ones the longer one counts.
    penalty = exp(log(0.5) * (log(7 / 11) / log(1.5)) ** 2)
    assert corpus_nist([longer], [hypothesis]) == pytest.approx(penalty * ours.gains.sum())


def test_nltk_divides_by_zero_where_no_hypothesis_reaches_an_order():
    """mteval and we add nothing for that order."""
    with pytest.raises(ZeroDivisionError):
        corpus_nist([[["a", "b"]]], [["a", "b"]])
    assert corpus_score(WORDS, ["a b"], [["a b"]]) == pytest.approx(log2(2))


def test_perls_zero_is_no_word():
    """In mteval-v13a "0 x" weighs as if "0" were every word; it printed 0.932787970254122 for this segment."""
    hypotheses, references = ["2 : 0 x"], [["2 : 0 x . 0 y"]]
    split = split_corpus(hypotheses, references)
    assert slow_nist(*split, 5, zero_is_no_word=True) == pytest.approx(0.932787970254122)
    assert corpus_score(WORDS, hypotheses, references) == pytest.approx(slow_nist(*split, 5))
    assert slow_nist(*split, 5) < 0.8


# Options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_order": 0}, r"NIST's max_order \(--nist-max-order\) must be 1 to 9; found 0"),
        ({"max_order": 10}, r"NIST's max_order \(--nist-max-order\) must be 1 to 9; found 10"),
        ({"max_order": 2.5}, r"NIST's max_order \(--nist-max-order\) must be a whole number from 1 to 9; found 2.5"),
        ({"tokenize": "13b"}, "Unknown tokenizer '13b'"),
    ],
)
def test_an_option_that_it_cannot_take_is_an_error(options, message):
    with pytest.raises(ValueError, match=message):
        NIST(**options)


def test_signature():
    assert NIST().signature.startswith("case:mixed|tok:13a|version:")
    changed = NIST(tokenize="char", lowercase=True, max_order=4)
    assert changed.signature.startswith("case:lc|tok:char|order:4|version:")
    assert METRICS["nist"] is NIST
    assert not NIST.is_percentage
