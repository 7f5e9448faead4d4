"""The toolkits' smoothing against the toolkits themselves, and their other conventions."""

import math
import warnings
from collections import Counter
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.bleu_score import SmoothingFunction, corpus_bleu, sentence_bleu
from sacrebleu.metrics import BLEU as SacreBLEU

from scoring import BLEU
from scoring.bleu.dialects import DIALECTS, outcomes
from scoring.bleu.smoothing import METHODS, NLTK, PAPER
from scoring.bleu.smoothing.toolkits import older_nltk
from scoring.metric import document_score
from tests.corpora import SAMPLE_SETS, WORDS, corpora, nltk_corpora, statistics_of_tokens
from tests.properties import examples

pytestmark = pytest.mark.usefixtures("quiet_sacrebleu")

EQUAL = [(1 / n,) * n for n in range(1, 7)]
DEFAULT = EQUAL[3]
VALUES = st.sampled_from([None, 0.0, 0.05, 0.1, 1.0, 3.0, 5.0, 8.0])
TOKENS = st.lists(st.sampled_from("abc"), max_size=9)
SEGMENT = {"hypothesis": TOKENS, "references": st.lists(TOKENS, min_size=1, max_size=4)}
# Ours are normalised to a sum of 1, NLTK's are taken as they are; these are normalised.
VECTORS = st.lists(
    st.sampled_from([*EQUAL[:4], (0.5, 0.25, 0.125, 0.125), (0.0, 1.0), (0.25, 0.0, 0.0, 0.75)]), min_size=1, max_size=3
)


def nltk_smoothing(method, value=None):
    names = {"epsilon": "epsilon", "K": "k", "alpha": "alpha"}
    parameter = METHODS[method].parameter
    options = {} if value is None else {names[parameter]: value}
    return getattr(SmoothingFunction(**options), f"method{method[-1]}")


def by_nltk(function, hypothesis, references, vectors, smoothing, **options):
    """NLTK's scores, 0-100, one a weight vector; NaN where it fails, and where ours says that nothing is measured."""
    empty = function is sentence_bleu and not hypothesis and not min(map(len, references))
    with warnings.catch_warnings(action="ignore"):
        try:
            found = function(references, hypothesis, vectors, smoothing, **options)
        except (AssertionError, IndexError, ZeroDivisionError):
            return [math.nan] * len(vectors)
    return [math.nan] * len(vectors) if empty else 100 * np.reshape(found, len(vectors))


def ours(hypothesis, references, smoothing, max_order=4, **options):
    bleu = BLEU("none", max_order=max_order, smoothing=smoothing, **options)
    return bleu, statistics_of_tokens(bleu, [hypothesis], [references])[0]


def assert_equal(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


# NLTK


def text(method, value):
    return method if value is None else f"{method}={value}"


@pytest.mark.parametrize("method", NLTK)
@examples(60)
@given(**SEGMENT, value=VALUES)
def test_a_sentence_scores_as_in_nltk(method, hypothesis, references, value):
    """Where NLTK fails ours is NaN."""
    if METHODS[method].value is None or (value == 0 and METHODS[method].positive):
        value = None
    bleu, statistics = ours(hypothesis, references, text(method, value))
    expected = by_nltk(sentence_bleu, hypothesis, references, [DEFAULT], nltk_smoothing(method, value))
    assert_equal(bleu.score(statistics), expected[0])


@pytest.mark.parametrize("method", NLTK)
@given(**SEGMENT, max_order=st.integers(1, 6))
def test_any_order_scores_as_in_nltk(method, hypothesis, references, max_order):
    """But 5 and 7 below order 4: NLTK takes 5-grams there, which our statistics do not reach."""
    if method in ("nltk-5", "nltk-7"):
        max_order = max(4, max_order)
    bleu, statistics = ours(hypothesis, references, method, max_order)
    expected = by_nltk(sentence_bleu, hypothesis, references, [EQUAL[max_order - 1]], nltk_smoothing(method))
    assert_equal(bleu.score(statistics), expected[0])


@pytest.mark.parametrize("auto_reweigh", [False, True])
@pytest.mark.parametrize("method", NLTK)
@given(**SEGMENT, vectors=VECTORS, longest=st.sampled_from([DEFAULT, EQUAL[4], (0.1, 0.2, 0.3, 0.4)]))
def test_several_weight_vectors_score_as_in_nltk(method, auto_reweigh, hypothesis, references, vectors, longest):
    vectors = [*vectors, longest]
    bleu, statistics = ours(hypothesis, references, method, len(longest), auto_reweigh=auto_reweigh)
    smoothing = nltk_smoothing(method)
    expected = by_nltk(sentence_bleu, hypothesis, references, vectors, smoothing, auto_reweigh=auto_reweigh)
    assert_equal(bleu.scores(statistics, vectors), expected)


@pytest.mark.parametrize("method", NLTK)
@given(**SEGMENT)
def test_auto_reweigh_is_nltks(method, hypothesis, references):
    bleu, statistics = ours(hypothesis, references, method, auto_reweigh=True)
    smoothing = nltk_smoothing(method)
    expected = by_nltk(sentence_bleu, hypothesis, references, [DEFAULT], smoothing, auto_reweigh=True)
    assert_equal(bleu.score(statistics), expected[0])


@pytest.mark.parametrize("method", list(NLTK)[:5])
@given(corpus=nltk_corpora(), vectors=VECTORS, auto_reweigh=st.booleans())
def test_a_corpus_scores_as_in_nltk(method, corpus, vectors, auto_reweigh):
    """Methods 0 to 4, where every segment has 4 words: NLTK clamps totals segment by segment."""
    hypotheses, references = corpus
    vectors = [*vectors, DEFAULT]
    bleu = BLEU("none", smoothing=method, auto_reweigh=auto_reweigh)
    total = statistics_of_tokens(bleu, hypotheses, references).sum(axis=0)
    expected = by_nltk(corpus_bleu, hypotheses, references, vectors, nltk_smoothing(method), auto_reweigh=auto_reweigh)
    assert_equal(bleu.scores(total, vectors), expected)


@pytest.mark.parametrize("method", ["nltk-5", "nltk-7"])
def test_nltks_corpus_score_depends_on_which_segment_is_last_and_ours_does_not(method):
    perfect, poor, reference = [*"abcdef"], [*"abxdyf"], [[*"abcdef"]]
    bleu = BLEU("none", smoothing=method)
    for hypotheses in ([perfect, poor], [poor, perfect]):
        total = statistics_of_tokens(bleu, hypotheses, [reference] * 2).sum(axis=0)
        expected = by_nltk(corpus_bleu, hypotheses, [reference] * 2, [DEFAULT], nltk_smoothing(method))[0]
        assert abs(bleu.score(total) - expected) > 1
    assert expected == pytest.approx(75.038545, abs=1e-6)


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize(("name", "hypotheses", "references"), SAMPLE_SETS, ids=[s[0] for s in SAMPLE_SETS])
def test_sample_data_scores_as_in_nltk(name, hypotheses, references):
    bleu = BLEU("none")
    statistics = bleu.statistics(hypotheses, references)
    rows = [
        (hypothesis.split(), [text.split() for text in texts if text is not None])
        for hypothesis, *texts in zip(hypotheses, *references, strict=True)
    ]
    for method in NLTK:
        smoothing = nltk_smoothing(method)
        expected = [by_nltk(sentence_bleu, *row, [DEFAULT], smoothing)[0] for row in rows]
        assert_equal(BLEU("none", smoothing=method).score(statistics), expected)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "method", "expected"),
    [
        pytest.param("you are ready ?", "are you ready ?", "7", 32.6531, id="a blog's example"),
        pytest.param("a b c d e f", "a b c d e f", "5", 111.6747, id="a perfect match is more than 100"),
        pytest.param("a b c d", "a b x d", "6", math.nan, id="bigrams match, no trigram does: NLTK fails"),
        pytest.param("a b c", "a b c", "6=0.5", 100.0, id="no 4-gram, and an alpha below 1"),
        pytest.param("a", "a", "4", 100.0, id="zero precisions of one word are left out"),
        pytest.param("a x", "a", "0", 0.0, id="almost 0"),
    ],
)
def test_what_is_special_about_nltk(hypothesis, reference, method, expected):
    bleu, statistics = ours(hypothesis.split(), [reference.split()], **DIALECTS["nltk"].options(method))
    assert float(bleu.score(statistics)) == pytest.approx(expected, abs=1e-4, nan_ok=True)


@pytest.mark.parametrize("max_order", [1, 2])
def test_nltks_6_is_not_defined_below_order_3_and_the_papers_is(max_order):
    words = [*"abcd"]
    for method, expected in (("nltk-6", math.nan), ("6", 100)):
        bleu, statistics = ours(words, [words], method, max_order)
        assert float(bleu.score(statistics)) == pytest.approx(expected, nan_ok=True)


def by_older_nltk(hypothesis, reference, k):
    """Method 7 of older releases: their 4 puts 1 / (orders before + K / ln c) for no match, then their 5 averages."""
    precisions = []
    for n in range(1, 6):
        own, theirs = (
            [tuple(words[at : at + n]) for at in range(len(words) - n + 1)] for words in (hypothesis, reference)
        )
        matched = sum((Counter(own) & Counter(theirs)).values())
        precisions.append(matched / max(1, len(own)))
    if not precisions[0]:
        return 0.0 if hypothesis or reference else math.nan
    if len(hypothesis) == 1:
        return math.nan
    for before in range(4):
        precisions[before] = precisions[before] or 1 / (before + k / math.log(len(hypothesis)))
    product, smoothed = 1.0, precisions[0] + 1
    for before in range(4):
        smoothed = (smoothed + precisions[before] + precisions[before + 1]) / 3
        product *= smoothed
    return 100 * math.exp(min(0, 1 - len(reference) / len(hypothesis))) * product**0.25


@examples(90)
@given(hypothesis=TOKENS, reference=TOKENS, k=st.sampled_from([0.5, 1.0, 5.0, 8.0]))
def test_older_nltk_is_its_methods_4_and_5(hypothesis, reference, k):
    bleu, statistics = ours(hypothesis, [reference], "0")
    terms = bleu.arithmetic(np.stack([statistics, statistics]))
    assert_equal(older_nltk(terms, k), [by_older_nltk(hypothesis, reference, k)] * 2)


def test_older_nltk_of_a_blogs_example():
    bleu, statistics = ours(["you", "are", "ready", "?"], [["are", "you", "ready", "?"]], "0")
    assert round(older_nltk(bleu.arithmetic(statistics)) / 100, 4) == 0.4003


# sacreBLEU and mteval


@pytest.mark.parametrize("effective_order", [False, True])
@pytest.mark.parametrize("method", DIALECTS["sacrebleu"].methods)
@examples(15)
@given(corpus=corpora(WORDS))
def test_segments_and_corpora_score_as_in_sacrebleu(method, effective_order, corpus):
    hypotheses, references = corpus
    dialect = DIALECTS["sacrebleu-sentence" if effective_order else "sacrebleu"]
    bleu = BLEU("none", **dialect.options(method))
    peer = SacreBLEU(tokenize="none", smooth_method=method, effective_order=effective_order)
    statistics = bleu.statistics(hypotheses, references)
    rows = zip(hypotheses, *references, strict=True)
    found = [peer.sentence_score(hypothesis, list(texts)) for hypothesis, *texts in rows]
    found.append(peer.corpus_score(hypotheses, references))
    expected = [math.nan if result.sys_len == result.ref_len == 0 else result.score for result in found]
    assert_equal(bleu.score(np.vstack([statistics, statistics.sum(axis=0)])), expected)


@cache
def counts_by_sacrebleu():
    """Matches, totals and both lengths of every segment of every sample set, as sacreBLEU counts them."""
    peer = SacreBLEU(effective_order=True)
    return [
        [
            (score.counts, score.totals, score.sys_len, score.ref_len)
            for hypothesis, *texts in zip(hypotheses, *references, strict=True)
            for score in [peer.sentence_score(hypothesis, list(texts))]
        ]
        for _, hypotheses, references in SAMPLE_SETS
    ]


@pytest.mark.parametrize("effective_order", [False, True])
@pytest.mark.parametrize("method", DIALECTS["sacrebleu"].methods)
def test_sample_segments_score_as_in_sacrebleu(method, effective_order):
    dialect = DIALECTS["sacrebleu-sentence" if effective_order else "sacrebleu"]
    bleu = BLEU(**dialect.options(method))
    for (_, hypotheses, references), counts in zip(SAMPLE_SETS, counts_by_sacrebleu(), strict=True):
        rows = [([*matches], [*totals], *lengths) for matches, totals, *lengths in counts]  # add-k changes them
        options = {"smooth_method": method, "effective_order": effective_order}
        expected = [SacreBLEU.compute_bleu(*row, **options).score for row in rows]
        assert_equal(bleu.score(bleu.statistics(hypotheses, references)), expected)


def by_mteval(row, max_order):
    """The arithmetic of ``bleu_score`` in NIST's mteval-v13a.pl from counts, 0-100; NaN for two empty texts.

    The script knows N = 4; for two empty texts it has 0.
    """
    length, reference_length = row[:2]
    matches, totals = row[2 : 2 + max_order], row[3 + max_order : 3 + 2 * max_order]
    if length == 0:
        return 0.0 if reference_length else math.nan
    logs, halvings = 0.0, 0
    for matched, total in zip(matches, totals, strict=True):
        if total and matched:
            logs += math.log(matched / total)
        elif total:
            halvings += 1
            logs -= math.log(2**halvings * total)
    return 100 * math.exp(logs / max_order + min(0, 1 - reference_length / length))


@examples(90)
@given(corpus=corpora(WORDS), max_order=st.integers(1, 6))
def test_segments_and_corpora_score_as_in_mteval(corpus, max_order):
    bleu = BLEU("none", max_order=max_order, **DIALECTS["mteval"].options())
    statistics = bleu.statistics(*corpus)
    rows = np.vstack([statistics, statistics.sum(axis=0)])
    assert_equal(bleu.score(rows), [by_mteval(row, max_order) for row in rows.tolist()])


def test_sample_segments_score_as_in_mteval():
    bleu = BLEU(**DIALECTS["mteval"].options())
    for _, hypotheses, references in SAMPLE_SETS:
        rows = bleu.statistics(hypotheses, references)
        assert_equal(bleu.score(rows), [by_mteval(row, 4) for row in rows.tolist()])


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        pytest.param("you are ready ?", "are you ready ?", 37.9918, id="as the paper's 3"),
        pytest.param("good morning", "good morning", 100, id="orders without n-grams count as 1"),
        pytest.param("cat", "dog", 100 * (1 / 2) ** 0.25, id="one wrong word"),
        pytest.param("a b", "x y", 100 * (1 / 4 * 1 / 4) ** 0.25, id="nothing matches"),
        pytest.param("cat", "dog dog", 100 * math.exp(-1) * (1 / 2) ** 0.25, id="with the brevity penalty"),
        pytest.param("", "dog", 0, id="no output"),
        pytest.param("", "", math.nan, id="nothing at all"),
    ],
)
def test_what_is_special_about_mteval(hypothesis, reference, expected):
    bleu, statistics = ours(hypothesis.split(), [reference.split()], **DIALECTS["mteval"].options())
    assert float(bleu.score(statistics)) == pytest.approx(expected, abs=1e-4, nan_ok=True)


# MATLAB


def by_matlab(hypothesis, references, **options):
    bleu, statistics = ours(hypothesis, references, **DIALECTS["matlab"].options(), **options)
    return float(bleu.score(statistics))


def test_the_example_of_matlabs_documentation():
    """https://www.mathworks.com/help/textanalytics/ref/bleuevaluationscore.html, Evaluate Summary: 0.7825"""
    references = [
        ["The", "quick", "brown", "animal", "jumped", "over", "the", "lazy", "dog", "."],
        ["The", "quick", "brown", "fox", "jumped", "over", "the", "lazy", "dog", "."],
    ]
    found = by_matlab(["The", "fast", "brown", "fox", "jumped", "over", "the", "lazy", "dog", "."], references)
    assert round(found / 100, 4) == 0.7825


@pytest.mark.parametrize("weights", [(1, 1, 1, 1), (3, 1, 0, 0), (0, 0, 0, 9), (1, 0, 0, 0)])
def test_matlab_normalises_weights_and_scores_0_below_their_number(weights):
    words = [*"abcde"]
    for length in range(1, 6):
        found = by_matlab(words[:length], [words[:length]], weights=weights)
        assert found == pytest.approx(100 if length >= len(weights) else 0)
    halved = tuple(weight / 2 for weight in weights)
    poor = [*"abcdx"]
    assert by_matlab(poor, [words], weights=weights) == by_matlab(poor, [words], weights=halved)


def test_matlab_does_not_smooth_and_has_no_score_for_nothing():
    assert by_matlab([*"abxcd"], [[*"abcd"]]) == 0
    assert by_matlab([], [["a"]]) == 0
    assert math.isnan(by_matlab([], [[]]))


# Options of ours that come from NLTK


def test_auto_reweigh_by_hand():
    """A hypothesis of c words under order 4 gets 1/c for each order that it reaches; longer ones are left alone."""
    bleu = BLEU("none", auto_reweigh=True)
    texts = ["a", "a b", "a b c", "a b c d", "a b c d e", ""]
    numbers = bleu.arithmetic(bleu.statistics(texts, [texts]))
    rows = [[1, 0, 0, 0], [1 / 2] * 2 + [0] * 2, [1 / 3] * 3 + [0], [1 / 4] * 4, [1 / 4] * 4]
    np.testing.assert_allclose(numbers.weights[:5], rows)
    np.testing.assert_allclose(numbers.score, [100] * 5 + [math.nan])


@pytest.mark.parametrize(
    ("options", "reweighs"),
    [
        ({}, True),
        ({"weights": (2, 2, 2, 2)}, True),
        ({"max_order": 5, "weights": (1, 1, 1, 1, 0)}, True),
        ({"max_order": 3}, False),
        ({"max_order": 2, "weights": (1, 1)}, False),
        ({"weights": (4, 3, 2, 1)}, False),
    ],
)
def test_auto_reweigh_touches_default_weights_only(options, reweighs):
    bleu = BLEU("none", smoothing="none", auto_reweigh=True, **options)
    numbers = bleu.arithmetic(bleu.statistics(["a"], [["a"]])[0])
    assert (numbers.weights[0] == 1) == reweighs


@given(corpora(WORDS), VECTORS, st.sampled_from(list(METHODS)))
def test_scores_are_those_of_each_weight_vector_by_itself(corpus, vectors, method):
    bleu = BLEU("none", smoothing=method)
    statistics = bleu.statistics(*corpus)
    together = bleu.scores(statistics, vectors)
    assert together.shape == (len(statistics), len(vectors))
    for column, vector in zip(together.T, vectors, strict=True):
        padded = (*vector, *[0] * (4 - len(vector)))
        assert_equal(column, BLEU("none", smoothing=method, weights=padded).score(statistics))
    assert bleu.scores(statistics.sum(axis=0), vectors).shape == (len(vectors),)


def test_a_weight_vector_longer_than_the_order_is_refused():
    bleu = BLEU(max_order=3)
    with pytest.raises(ValueError, match="Expected 3 weights, one for each order; found 4"):
        bleu.scores(bleu.statistics(["a"], [["a"]]), [DEFAULT])


# Dialects


@pytest.mark.parametrize(
    ("dialect", "method", "smoothing"),
    [
        ("paper", None, "0"),
        ("paper", "4=3", "4=3"),
        ("nltk", None, "nltk-0"),
        ("nltk", "7", "nltk-7"),
        ("nltk", "6=2", "nltk-6=2"),
        ("sacrebleu", None, "exp"),
        ("sacrebleu", "floor=0.5", "floor=0.5"),
        ("sacrebleu-sentence", "none", "none"),
        ("mteval", None, "mteval"),
        ("matlab", None, "matlab"),
    ],
)
def test_dialects_name_their_methods(dialect, method, smoothing):
    sentence = dialect == "sacrebleu-sentence"
    assert DIALECTS[dialect].options(method) == {"smoothing": smoothing, "effective_order": sentence}


@pytest.mark.parametrize(
    ("dialect", "method", "message"),
    [
        ("nltk", "nltk-7", "NLTK 3.10 has no smoothing 'nltk-7'; it has 0, 1, 2, 3, 4, 5, 6, 7"),
        ("mteval", "floor", "mteval-v13a has no smoothing 'floor'; it has exp"),
        ("matlab", "", "MATLAB bleuEvaluationScore has no smoothing ''; it has none"),
    ],
)
def test_a_method_that_a_dialect_has_not(dialect, method, message):
    with pytest.raises(ValueError, match=message):
        DIALECTS[dialect].options(method)


def test_every_dialect_is_described_and_has_methods_that_there_are():
    for dialect in DIALECTS.values():
        assert dialect.description.endswith((".", "..."))
        assert set(dialect.methods.values()) <= set(METHODS)


def test_outcomes_are_every_method_of_every_dialect_on_the_same_counts():
    bleu = BLEU("none", max_order=3, smoothing="exp")
    texts = ["a b c d", "a b", "x a y b", "q", ""]
    statistics = bleu.statistics(texts, [["a b c d", "a b c", "a b", "a", ""]])
    found = list(outcomes(bleu, statistics))
    assert [(outcome.dialect, outcome.method) for outcome in found] == [
        (name, method) for name, dialect in DIALECTS.items() for method in dialect.methods
    ]
    assert [outcome.method for outcome in found[: len(PAPER)]] == list(PAPER)
    for outcome in found:
        metric = BLEU("none", max_order=3, **DIALECTS[outcome.dialect].options(outcome.method))
        scores = metric.score(statistics)
        assert outcome.metric == metric
        assert_equal(outcome.corpus, metric.score(statistics.sum(axis=0)))
        assert_equal(outcome.document, document_score(scores, statistics[:, 1]))
        assert outcome.zero == sum(score == 0 for score in scores) / 5
        assert outcome.undefined == sum(math.isnan(score) for score in scores) / 5
