"""Buckets of segments and of words: who is in which, and scores that are those of the texts in them."""

from collections import Counter

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU, METRICS, TER
from scoring.analysis import buckets as module
from scoring.analysis.bucket_scores import WordF1, score_buckets, score_words, word_statistics
from scoring.analysis.buckets import (
    Buckets,
    buckets_by_frequency,
    buckets_by_label,
    buckets_by_length_difference,
    buckets_by_reference_length,
    buckets_by_score,
    given_frequencies,
    length_differences,
    reference_frequencies,
)
from scoring.analysis.counts import count_ngrams
from scoring.formats.tables.labels import WordCounts
from scoring.significance import bootstrap
from tests.cases import as_one_test
from tests.corpora import SAMPLE_SETS, WORDS, corpora

NEWS = {name.partition("/apertium-")[2]: (texts, references) for name, texts, references in SAMPLE_SETS}
ONE, OTHER = NEWS["catalan"][0], NEWS["direct"][0]
REFERENCES = NEWS["direct"][1]
each_metric = pytest.mark.parametrize("metric", [kind() for kind in METRICS.values()], ids=METRICS)


def counted(hypotheses, references, tokenize="none", max_order=1):
    return count_ngrams(
        [pa.array(h, pa.string()) for h in hypotheses],
        [pa.array(r, pa.string()) for r in references],
        max_order,
        tokenize,
    )


def inside(buckets):
    """Label -> members."""
    return {label: np.flatnonzero(buckets.members == number).tolist() for number, label in enumerate(buckets.labels)}


# --- who is in which ---


def test_reference_lengths():
    texts = [" ".join(["w"] * length) for length in (0, 9, 10, 19, 20, 59, 60, 200)]
    buckets = buckets_by_reference_length(counted([texts], [texts]))
    assert buckets.labels == ("0 to 9", "10 to 19", "20 to 29", "30 to 39", "40 to 49", "50 to 59", "60 or more")
    assert buckets.members.tolist() == [0, 0, 1, 1, 2, 5, 6, 6]
    assert buckets.sizes.tolist() == [2, 2, 1, 0, 0, 1, 2]


def test_several_references_count_by_their_mean():
    nine, ten = " ".join("w" * 9), " ".join("w" * 10)
    found = buckets_by_reference_length(counted([["w", "w", "w"]], [[nine, nine, nine], [ten, nine, None]]))
    assert found.members.tolist() == [1, 0, 0], "9.5 is rounded up"


@given(corpora(segment=WORDS))
def test_length_differences_are_those_of_bleu(corpus):
    hypotheses, references = corpus
    statistics = BLEU(tokenize="none").statistics(hypotheses, references)
    found = length_differences(counted([hypotheses], references), 0)
    np.testing.assert_array_equal(found, statistics[:, 0] - statistics[:, 1])


@as_one_test
@pytest.mark.parametrize(
    ("difference", "number"),
    [
        *((-99, 0), (-10, 0), (-9.5, 1), (-5, 1), (-4.5, 2), (-1, 2), (-0.5, 3), (0, 3)),
        *((0.5, 3), (1, 4), (4.5, 4), (5, 5), (9.5, 5), (10, 6), (99, 6)),
    ],
)
def test_where_buckets_of_length_differences_end(difference, number):
    assert buckets_by_length_difference(np.array([difference])).members.tolist() == [number]


@given(st.lists(st.sampled_from([0.0, 0.0, 1.5, 20, 33.3, 77, 100, 130, float("nan")]), min_size=1, max_size=40))
def test_every_score_is_in_the_bucket_that_says_so(scores):
    scores = np.array(scores)
    buckets = buckets_by_score(scores)
    assert buckets.sizes.sum() == len(scores)
    highest = -np.inf
    for label, members in inside(buckets).items():
        if label == "not defined":
            assert np.isnan(scores[members]).all()
        elif members:
            assert scores[members].min() > highest
            highest = scores[members].max()
            low, _, high = label.replace("below ", "").replace(" or more", "").partition(" to ")
            if label.startswith("below"):
                assert highest < float(low) + 0.005
            elif high:
                assert float(low) - 0.005 <= scores[members].min() <= highest < float(high) + 0.005
    assert ("not defined" in buckets.labels) == np.isnan(scores).any()


def test_scores_fall_into_fifths():
    assert buckets_by_score(np.arange(100.0)).sizes.tolist() == [20] * 5
    assert buckets_by_score(np.zeros(7)).labels == ("every score",)
    assert buckets_by_score(np.empty(0)).labels == ("every score",)
    assert buckets_by_score(np.full(2, np.nan)).sizes.tolist() == [0, 2]


def test_the_lowest_score_is_a_bucket_where_many_share_it():
    buckets = buckets_by_score(np.array([0.0] * 90 + [5.0] * 10))
    assert (buckets.labels, buckets.sizes.tolist()) == (("below 5.00", "5.00 or more"), [90, 10])
    assert buckets_by_score(np.array([0.0] * 30 + [*range(1, 71)])).sizes.tolist() == [30, 10, 20, 20, 20]


def test_scores_that_are_equal_but_for_rounding_stay_together():
    noise = np.array([0, 1e-14, -1e-14, 0, 1e-14] * 4)
    assert buckets_by_score(100 / 3 + noise).labels == ("every score",)
    assert buckets_by_score(np.concatenate([100 / 3 + noise, 50 + noise])).sizes.tolist() == [20, 20]


def test_labels_of_scores_have_the_digits_that_tell_them_apart():
    buckets = buckets_by_score(np.array([0.001, 0.002, 0.003, 0.004, 0.005, 99]))
    assert buckets.labels == (
        "below 0.002",
        "0.002 to below 0.003",
        "0.003 to below 0.004",
        "0.004 to below 0.005",
        "0.005 or more",
    )


@given(st.lists(st.sampled_from([0, 1e-9, 2e-9, 0.004, 33.3, 33.300000001, 33.304, 100]), max_size=20))
def test_every_bucket_of_scores_has_a_label_of_its_own(scores):
    buckets = buckets_by_score(np.array(scores, float))
    assert len({*buckets.labels}) == len(buckets.labels)
    edges = [float(label.removeprefix("below ").split()[0]) for label in buckets.labels if label != "every score"]
    assert edges == sorted(edges)


def test_labels():
    buckets = buckets_by_label(pa.array(["web", "", "news", "news", "", "web", "news"]))
    assert inside(buckets) == {"news": [2, 3, 6], "web": [0, 5], "(no label)": [1, 4]}


def test_many_labels(monkeypatch):
    monkeypatch.setattr(module, "MAX_LABELS", 2)
    buckets = buckets_by_label(pa.array(["c", "a", "b", "a", "", "d", "b"]))
    assert inside(buckets) == {"a": [1, 3], "b": [2, 6], "(all other labels)": [0, 5], "(no label)": [4]}


def test_fifty_labels_have_a_bucket_each():
    names = [f"domain {number}" for number in range(52)]
    buckets = buckets_by_label(names[:50])
    assert buckets.labels == tuple(names[:50])
    assert buckets_by_label(names).labels == (*names[:50], "(all other labels)")
    assert buckets_by_label(names).sizes.tolist() == [1] * 50 + [2]


def test_labels_are_any_sequence_of_texts():
    assert inside(buckets_by_label(["news", None, "web", "news", ""])) == {
        "news": [0, 3],
        "web": [2],
        "(no label)": [1, 4],
    }
    with pytest.raises(ValueError, match="labels: expected a sequence of strings"):
        buckets_by_label("news")


def test_a_label_may_be_what_the_rest_is_called(monkeypatch):
    monkeypatch.setattr(module, "MAX_LABELS", 2)
    buckets = buckets_by_label(["(no label)", "(no label)", "", "(all other labels)", "(all other labels)", "x", "y"])
    assert inside(buckets) == {
        "(no label)": [0, 1],
        "(all other labels)": [3, 4],
        "((all other labels))": [5, 6],
        "((no label))": [2],
    }


def test_the_fingerprint_tells_buckets_apart():
    same = Buckets(("a", "b"), np.array([0, 1]))
    assert same.fingerprint == Buckets(("a", "b"), np.array([0, 1])).fingerprint
    assert same.fingerprint != Buckets(("a", "c"), np.array([0, 1])).fingerprint
    assert same.fingerprint != Buckets(("a", "b"), np.array([1, 1])).fingerprint


# --- scores ---

THREE = Buckets(("first", "nobody", "rest"), np.where(np.arange(len(ONE)) % 3 == 0, 0, 2))


@pytest.mark.quick_cases(5)
@each_metric
def test_a_bucket_scores_as_its_texts_alone(metric):
    a, b = (metric.statistics(texts, REFERENCES) for texts in (ONE, OTHER))
    for bucket, members in zip(score_buckets(metric, a, b, THREE, 50), inside(THREE).values(), strict=True):
        assert bucket.size == len(members)
        if not members:
            assert np.isnan([*bucket.scores, bucket.difference, *bucket.difference_interval]).all()
            continue
        references = [[column[i] for i in members] for column in REFERENCES]
        expected = [
            metric.score(metric.statistics([texts[i] for i in members], references, REFERENCES).sum(axis=0))
            for texts in (ONE, OTHER)
        ]
        assert bucket.scores == pytest.approx(expected)
        assert bucket.difference == pytest.approx(expected[0] - expected[1])
        assert np.sign(bucket.lead) == np.sign(bucket.difference) * (1 if metric.higher_is_better else -1)


@pytest.mark.parametrize("metric", [BLEU(), TER()], ids=["bleu", "ter"])
def test_intervals_are_the_bootstraps(metric):
    a, b = (metric.statistics(texts, REFERENCES) for texts in (ONE, OTHER))
    bucket = score_buckets(metric, a, b, THREE, 300, seed=7)[0]
    chosen = THREE.members == 0
    sampled = bootstrap(metric, {"one": a[chosen], "other": b[chosen]}, 300, 7)
    assert bucket.intervals == (sampled.interval("one"), sampled.interval("other"))
    assert bucket.difference_interval == sampled.difference_interval("one", "other")


def test_one_segment_has_a_score_and_no_interval():
    metric = BLEU()
    a, b = (metric.statistics(texts[:1], [column[:1] for column in REFERENCES]) for texts in (ONE, OTHER))
    (bucket,) = score_buckets(metric, a, b, Buckets(("all",), np.zeros(1, np.int64)), 50)
    assert bucket.scores == (metric.score(a[0]), metric.score(b[0]))
    assert np.isnan([*bucket.intervals[0], *bucket.difference_interval]).all()


def test_progress_is_told_and_can_cancel():
    metric, shares = BLEU(), []
    a = metric.statistics(ONE, REFERENCES)
    score_buckets(metric, a, a, THREE, 10, on_progress=shares.append)
    assert shares == pytest.approx([1 / 3, 2 / 3, 1])

    def cancel(share):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        score_buckets(metric, a, a, THREE, 10, on_progress=cancel)


# --- words ---


def naive_words(hypotheses, references, bucket_of):
    """(bucket, segment) -> confirmed, produced, found, wanted."""
    found = {}
    for segment, text in enumerate(hypotheses):
        mine = Counter(text.split())
        present = [Counter(column[segment].split()) for column in references if column[segment] is not None]
        for word in {*mine, *(w for reference in present for w in reference)}:
            cell = found.setdefault((bucket_of(word), segment), [0, 0, 0, 0])
            cell[0] += min(mine[word], max(reference[word] for reference in present))
            cell[1] += mine[word]
            cell[2] += sum(min(mine[word], reference[word]) for reference in present) / len(present)
            cell[3] += sum(reference[word] for reference in present) / len(present)
    return found


def bucket_number(frequency):
    return next((n for n, edge in enumerate((1, 2, 3, 5, 10, 100, 1000)) if frequency < edge), 7)


@given(corpora(segment=WORDS))
def test_words_are_sorted_and_counted_as_plain_counters_do(corpus):
    hypotheses, references = corpus
    counts = counted([hypotheses], references)
    total = Counter(word for column in references for text in column if text is not None for word in text.split())
    expected = naive_words(hypotheses, references, lambda word: bucket_number(total[word]))
    found = word_statistics(counts, 0, buckets_by_frequency(reference_frequencies(counts)))
    assert found.shape == (8, len(hypotheses), 4)
    for place in np.ndindex(*found.shape[:2]):
        np.testing.assert_allclose(found[place], expected.get(place, [0] * 4))


@given(corpora(segment=WORDS))
def test_the_buckets_of_words_add_up_to_the_metric(corpus):
    hypotheses, references = corpus
    counts = counted([hypotheses], references)
    parts = word_statistics(counts, 0, buckets_by_frequency(reference_frequencies(counts)))
    np.testing.assert_allclose(parts.sum(axis=0), WordF1(tokenize="none").statistics(hypotheses, references))


def test_f1_of_words():
    metric = WordF1(tokenize="none")
    rows = metric.statistics(["a b c d", "", "x", ""], [["a b y", "w", "z", ""]])
    np.testing.assert_allclose(metric.score(rows), [100 * 2 * 2 / 7, 0, 0, np.nan])
    precision, recall = metric.rates(rows)
    np.testing.assert_allclose(precision, [50, np.nan, 0, np.nan])
    np.testing.assert_allclose(recall, [200 / 3, 0, 0, np.nan])


def test_precision_and_recall_with_two_references():
    rows = WordF1(tokenize="none").statistics(["a b"], [["a"], ["b c"]])
    assert rows.tolist() == [[2, 2, 1, 1.5]]


def test_words_by_a_list_of_the_users():
    counts = counted([["a b zz"], ["zz"]], [["a b"]])
    words = [counts.words(n)[0] for n in range(3)]
    frequencies = given_frequencies(counts, WordCounts(pa.array(["a", "b", "never"]), np.array([7, 2000, 3])))
    assert dict(zip(words, frequencies.tolist(), strict=True)) == {"a": 7, "b": 2000, "zz": 0}
    scored = {bucket.f1.label: bucket for bucket in score_words(counts, buckets_by_frequency(frequencies), 20)}
    assert (scored["5 to 9"].f1.scores, scored["5 to 9"].produced) == ((100, 0), (1, 0))
    assert (scored["0"].precision, scored["0"].produced) == ((0, 0), (1, 1))
    assert np.isnan(scored["0"].recall).all()
    assert (scored["1"].f1.size, scored["1"].reference_words) == (0, 0)


def test_segments_count_that_hold_the_words_in_either_output_or_in_a_reference():
    counts = counted([["x", "a", "a", "a"], ["a", "x", "a", "a"]], [["a", "a", "x", "a"]])
    where = np.array([counts.words(n) == ("x",) for n in range(2)], np.int64)
    _, bucket = score_words(counts, Buckets(("others", "x"), where), 20)
    assert bucket.f1.size == 3
    counts = counted([["a", "a"], ["x", "a"]], [["a", "a"]])
    where = np.array([counts.words(n) == ("x",) for n in range(2)], np.int64)
    assert score_words(counts, Buckets(("others", "x"), where), 20)[1].f1.size == 1, "B alone has it"


def test_scores_of_words_are_those_of_their_statistics():
    counts = counted([ONE, OTHER], REFERENCES, "13a")
    buckets = buckets_by_frequency(reference_frequencies(counts))
    metric, both = WordF1(), [word_statistics(counts, side, buckets) for side in (0, 1)]
    for number, bucket in enumerate(score_words(counts, buckets, 100)):
        if not bucket.f1.size:
            continue
        totals = [rows[number].sum(axis=0) for rows in both]
        assert bucket.f1.scores == pytest.approx([metric.score(total) for total in totals])
        assert bucket.precision == pytest.approx([metric.rates(total)[0] for total in totals], nan_ok=True)
        assert bucket.recall == pytest.approx([metric.rates(total)[1] for total in totals], nan_ok=True)
        sampled = bootstrap(metric, {"A": both[0][number], "B": both[1][number]}, 100)
        assert bucket.f1.difference_interval == sampled.difference_interval("A", "B")
