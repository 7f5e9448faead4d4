"""n-grams of two outputs against one another and against the references, each recounted in plain Python."""

from collections import Counter

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from scoring import BLEU, TestSet
from scoring.analysis.contrast import (
    A,
    B,
    NGramWins,
    OutputRates,
    Production,
    confirmed_wins,
    contrast_ngrams,
    log_likelihood_ratio,
    unconfirmed_wins,
)
from scoring.analysis.counts import count_ngrams
from tests.corpora import NASTY, SAMPLE_SETS, corpora

ORDER = 3


def columns(texts):
    return [pa.array(text, pa.string()) for text in texts]


def counted(a, b, references, max_order=ORDER):
    return count_ngrams(columns([a, b]), columns(references), max_order, "none")


def ngrams(text, max_order=ORDER):
    words = text.split()
    return Counter(tuple(words[i : i + n]) for n in range(1, max_order + 1) for i in range(len(words) - n + 1))


def naive(a, b, references):
    """What each n-gram wins, segment by segment: {(kind, side, n-gram): {segment: how much}}, and the means."""
    found, wanted = {}, Counter()
    for segment, (first, second) in enumerate(zip(a, b, strict=True)):
        present = [ngrams(column[segment]) for column in references if column[segment] is not None]
        one, two = ngrams(first), ngrams(second)
        for ngram in {*one, *two, *(n for reference in present for n in reference)}:
            most = max(reference[ngram] for reference in present)
            wanted[ngram] += sum(reference[ngram] for reference in present) / len(present)
            right = min(one[ngram], most) - min(two[ngram], most)
            wrong = max(one[ngram] - most, 0) - max(two[ngram] - most, 0)
            for kind, surplus in (("right", right), ("wrong", wrong)):
                if surplus:
                    found.setdefault((kind, "A" if surplus > 0 else "B", ngram), {})[segment] = abs(surplus)
    return found, wanted


PAIRS = corpora().flatmap(
    lambda corpus: st.tuples(
        st.just(corpus[0]),
        st.lists(st.sampled_from([*corpus[0], "a b a", ""]), min_size=len(corpus[0]), max_size=len(corpus[0])),
        st.just(corpus[1]),
    )
)


@given(PAIRS)
def test_every_ranking_is_what_plain_counters_give(corpus):
    a, b, references = corpus
    counts = counted(a, b, references)
    found, wanted = naive(a, b, references)
    names = [counts.words(number) for number in range(len(counts.orders))]
    assert len(set(names)) == len(names)
    assert [len(name) for name in names] == counts.orders.tolist()
    for kind, wins in (("right", confirmed_wins(counts)), ("wrong", unconfirmed_wins(counts))):
        for side, values, sign in (("A", wins.a, A), ("B", wins.b, B)):
            for number, name in enumerate(names):
                expected = found.get((kind, side, name), {})
                assert values[number] == sum(expected.values())
                assert wins.segments(number, sign).tolist() == sorted(expected, key=lambda s: (-expected[s], s))
    for hypothesis, texts in enumerate((a, b)):
        made = Production(counts, hypothesis)
        whole = sum(map(ngrams, texts), Counter())
        np.testing.assert_array_equal(made.produced, [whole[name] for name in names])
        np.testing.assert_allclose(made.n_in_references, [wanted[name] for name in names])
        for side in (A, B):
            for number in made.ranked(side, 99):
                assert side * (made.produced[number] - made.n_in_references[number]) > 0
                assert len(made.segments(number, side)), "there is a segment to read"


@given(PAIRS)
def test_over_production_is_g2_of_the_rates_among_the_ngrams_of_its_order(corpus):
    """By scipy, from tables that are put up by plain counters."""
    a, b, references = corpus
    counts = counted(a, b, references)
    _, wanted = naive(a, b, references)
    for hypothesis, texts in enumerate((a, b)):
        produced = sum(map(ngrams, texts), Counter())
        statistic = Production(counts, hypothesis).statistic
        for number, order in enumerate(counts.orders):
            ngram = counts.words(number)
            totals = [sum(n for other, n in each.items() if len(other) == order) for each in (produced, wanted)]
            table = np.array(
                [[each[ngram], total - each[ngram]] for each, total in zip((produced, wanted), totals, strict=True)]
            )
            more, higher = produced[ngram] - wanted[ngram], produced[ngram] * totals[1] - wanted[ngram] * totals[0]
            comparable = all(totals) and table.sum(axis=0).min() > 1e-9
            if not comparable or abs(more) < 1e-9 or abs(higher) < 1e-9 or (more > 0) != (higher > 0):
                assert statistic[number] == pytest.approx(0, abs=1e-9)
                continue
            expected = stats.chi2_contingency(table, correction=False, lambda_="log-likelihood").statistic
            assert statistic[number] == pytest.approx(np.sign(more) * expected, abs=1e-8)


def test_a_short_output_over_produces_no_word_that_it_has_as_often():
    made = Production(counted(["x"], [""], [["x y"]], 1), 0)
    assert dict(zip("xy", made.statistic.tolist(), strict=True))["x"] == 0
    assert [made.counts.words(number) for number in made.ranked(B, 9)] == [("y",)]


@given(corpora(segment=NASTY))
def test_matches_are_those_that_bleu_counts(corpus):
    hypotheses, references = corpus
    counts = count_ngrams(columns([hypotheses]), columns(references), 4, "13a")
    statistics = BLEU(max_order=3).statistics(hypotheses, references)
    for order in range(1, 5):
        cells = counts.orders[counts.ngrams] == order
        matched = np.bincount(counts.segments[cells], counts.matched(0)[cells], counts.n_segments)
        np.testing.assert_array_equal(matched, statistics[:, 1 + order])


def test_no_ngram_is_a_win_for_both_in_one_segment():
    _, texts, references = SAMPLE_SETS[0]
    other = SAMPLE_SETS[1][1]
    counts = count_ngrams(columns([texts, other]), columns(references))
    for wins in (confirmed_wins(counts), unconfirmed_wins(counts)):
        for ngram in np.flatnonzero((wins.a > 0) & (wins.b > 0)):
            assert not {*wins.segments(ngram, A)} & {*wins.segments(ngram, B)}


def test_clipping_is_by_the_single_reference_that_has_most():
    counts = counted(["x x x x"], ["x"], [["x x"], ["x y x y"]], 1)
    number = [counts.words(n) for n in range(2)].index(("x",))
    assert (confirmed_wins(counts).a[number], unconfirmed_wins(counts).a[number]) == (1, 2)
    assert Production(counts, 0).n_in_references[number] == 2


def test_a_missing_reference_plays_no_part():
    counts = counted(["x"], [""], [["x"], [None]], 1)
    assert counts.lengths.tolist() == [[1], [0], [1], [-1]]
    assert Production(counts, 0).n_in_references.tolist() == [1]


def test_wins_of_an_ngram_are_counted_by_segment():
    a, b = ["x y"] * 9 + ["z"] * 3, ["z"] * 9 + ["x z"] * 3
    wins = confirmed_wins(counted(a, b, [["x"] * 12], 1))
    (number,) = (n for n in range(len(wins.counts.orders)) if wins.counts.words(n) == ("x",))
    assert (wins.a[number], wins.b[number]) == (9, 3)
    assert wins.statistic[number] == pytest.approx(np.sqrt(mcnemar([[0, 9], [3, 0]], False, False).statistic))
    swapped = confirmed_wins(counted(b, a, [["x"] * 12], 1))
    assert sorted(swapped.statistic) == pytest.approx(sorted(-wins.statistic))


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 9))
def test_z_and_p_are_mcnemars(a, b, level):
    """By statsmodels, which takes the table of both systems' wins; segments without a winner count for nothing."""
    _, texts, references = SAMPLE_SETS[0]
    wins = confirmed_wins(count_ngrams(columns([texts, texts]), columns(references), 1))
    one = np.zeros(len(wins.counts.orders), np.int64)
    vars(wins).update(a=one + a, b=one + b)
    (p,), z = wins.p_values(np.array([0])), wins.statistic[0]
    if not a + b:
        assert (z, p) == (0, 1)
        return
    table = [[level, a], [b, level]]
    expected = mcnemar(table, exact=False, correction=False)
    assert z**2 == pytest.approx(expected.statistic)
    assert np.sign(z) == np.sign(a - b)
    assert p == pytest.approx(mcnemar(table, exact=True).pvalue)


@given(*[st.integers(0, 50)] * 4)
def test_g2_is_scipys(first, rest_first, second, rest_second):
    totals = first + rest_first, second + rest_second
    values = [np.array([float(value)]) for value in (first, second, *totals)]
    found = float(log_likelihood_ratio(*values)[0])
    if not all(totals) or not first + second or not rest_first + rest_second:
        assert found == pytest.approx(0, abs=1e-9)
        return
    table = [[first, rest_first], [second, rest_second]]
    expected = stats.chi2_contingency(table, correction=False, lambda_="log-likelihood").statistic
    assert abs(found) == pytest.approx(expected, abs=1e-8)
    if expected > 1e-8:
        assert np.sign(found) == np.sign(first * totals[1] - second * totals[0])


@given(PAIRS, st.sampled_from([None, 1, 2]))
def test_what_is_clear_is_so_by_tarones_number_of_tests(corpus, order):
    a, b, references = corpus
    counts = counted(a, b, references)
    for ranking in (Production(counts, 0), OutputRates(counts), confirmed_wins(counts), unconfirmed_wins(counts)):
        p_values = ranking.p_values(np.arange(len(counts.orders)))
        assert np.all(p_values >= ranking.least_p_values - 1e-12)
        least = ranking.least_p_values[np.isin(counts.orders, [order] if order else [1, 2, 3])]
        tests = next(k for k in range(1, len(least) + 2) if (least <= 0.05 / k).sum() <= k)
        assert ranking.n_tests(order) == tests
        is_clear = [tests * p <= 0.05 and order in (None, of) for p, of in zip(p_values, counts.orders, strict=True)]
        assert ranking.is_clear(order).tolist() == is_clear
        for side in (A, B):
            ranked = ranking.ranked_without_parts(side, 9, order).tolist()
            assert ranking.clear(side, 9, order).tolist() == [ngram for ngram in ranked if is_clear[ngram]]


@given(PAIRS)
def test_p_of_rates_is_that_of_an_exact_binomial_test(corpus):
    """By scipy: of an n-gram's occurrences in both outputs, at the share of all n-grams that the first one has."""
    a, b, references = corpus
    rates = OutputRates(counted(a, b, references))
    counts = [sum(map(ngrams, texts), Counter()) for texts in (a, b)]
    for number, order in enumerate(rates.counts.orders):
        ngram = rates.counts.words(number)
        totals = [sum(n for other, n in of.items() if len(other) == order) for of in counts]
        first, second = (of[ngram] for of in counts)
        (p,) = rates.p_values([number])
        if rates.statistic[number] == 0:
            assert p == 1
            continue
        share, n = totals[0] / sum(totals), first + second
        tails = [stats.binomtest(first, n, share, side).pvalue for side in ("less", "greater")]
        assert p == pytest.approx(min(1, 2 * min(tails)))
        assert np.sign(rates.statistic[number]) == np.sign(first - second)


@pytest.mark.parametrize("order", [None, 1])
def test_of_texts_drawn_alike_few_have_any_ngram_that_is_clear(order):
    """In at most one of twenty, also where most words are rare and count for no test."""
    random, n = np.random.default_rng(5), 150
    shares = 1 / np.arange(1, 301)
    words = np.array([f"w{number}" for number in range(300)])
    wrong = Counter()
    for _ in range(n):
        a, b, reference = (
            [" ".join(random.choice(words, 12, p=shares / shares.sum())) for _ in range(40)] for _ in range(3)
        )
        counts = counted(a, b, [reference], 2)
        for ranking in (Production(counts, 0), OutputRates(counts), confirmed_wins(counts), unconfirmed_wins(counts)):
            wrong[type(ranking)] += bool(ranking.is_clear(order).any())
            assert ranking.n_tests(order) < len(counts.orders) / 2
    for kind, times in wrong.items():
        assert stats.binomtest(times, n * (2 if kind is NGramWins else 1), 0.05, "greater").pvalue > 0.01, kind


def test_ranking_puts_the_clearest_first_and_knows_one_order():
    a = ["the cat sat", "the cat ran", "the end"]
    b = ["a cat sat", "a cat ran", "an end"]
    wins = confirmed_wins(counted(a, b, [a]))
    words = [wins.counts.words(n) for n in wins.ranked(A, 99)]
    assert words[:2] == [("the",), ("the", "cat")]
    assert wins.statistic[wins.ranked(A, 99)].tolist() == sorted(wins.statistic[wins.statistic > 0], reverse=True)
    assert words[2] == ("the", "cat", "sat"), "of equals the longer one first"
    assert [wins.counts.words(n) for n in wins.ranked(A, 1, order=2)] == [("the", "cat")]
    assert not len(wins.ranked(B, 99))


@given(PAIRS)
def test_a_part_of_a_longer_ngram_is_left_out_if_its_counts_are_the_same(corpus):
    """By texts: words of one letter, so that a part is a run of characters."""
    a, b, references = corpus
    counts = counted(a, b, references)
    for ranking in (confirmed_wins(counts), unconfirmed_wins(counts), Production(counts, 0)):
        first, second = ranking.counts_of_sides
        for side in (A, B):
            every = ranking.ranked(side, 999).tolist()
            text = {number: f" {' '.join(counts.words(number))} " for number in every}
            expected = [
                number
                for number in every
                if not any(
                    text[number] in text[other] and (first[number], second[number]) == (first[other], second[other])
                    for other in every
                    if other != number
                )
            ]
            assert ranking.ranked_without_parts(side, 999, 1).tolist() == ranking.ranked(side, 999, 1).tolist()
            outermost = list[int]()
            for number in expected:
                if not any(text[number] in text[one] or text[one] in text[number] for one in outermost):
                    outermost.append(number)
            expected = outermost
            assert ranking.ranked_without_parts(side, 999).tolist() == expected
            assert ranking.ranked_without_parts(side, 1).tolist() == expected[:1] or len(every) > 5


@pytest.mark.parametrize("texts", [[""], ["", ""]])
def test_nothing_to_count(texts):
    found = contrast_ngrams(TestSet.build({"A": texts, "B": texts}, [texts]), ("A", "B"))
    for ranking in found.rankings:
        assert not len(ranking.ranked(A, 9))
    assert found.n_bytes > 0


def arrays_in(value):
    """Every array that it holds, once."""
    held = {id(value): value} if isinstance(value, np.ndarray | pa.Array) else {}
    inside = value if isinstance(value, tuple) else getattr(value, "__dict__", {}).values()
    return held if held else {key: array for part in inside for key, array in arrays_in(part).items()}


def test_its_size_is_all_that_it_holds_whatever_is_asked_of_it():
    name, texts, references = SAMPLE_SETS[0]
    found = contrast_ngrams(TestSet.build({name: texts, "other": SAMPLE_SETS[1][1]}, references), (name, "other"))
    size = found.n_bytes
    for ranking in found.rankings:
        for side in (A, B):
            wanted = ranking.ranked(side, 9)
            assert all(len(ranking.segments(ngram, side)) for ngram in wanted)
    assert found.n_bytes == size == sum(array.nbytes for array in arrays_in(found).values())


def test_identical_outputs_win_nothing():
    name, texts, references = SAMPLE_SETS[0]
    found = contrast_ngrams(TestSet.build({name: texts, "copy": texts}, references), (name, "copy"))
    assert not found.confirmed.statistic.any()
    assert not found.unconfirmed.statistic.any()
    np.testing.assert_array_equal(found.production[0].statistic, found.production[1].statistic)


def test_tokenizer_and_case_count():
    test_set = TestSet.build({"A": ["The end."], "B": ["the end"]}, [["the end ."]])
    plain = contrast_ngrams(test_set, ("A", "B"), 1, "none")
    folded = contrast_ngrams(test_set, ("A", "B"), 1, "13a", lowercase=True)
    assert {plain.counts.words(n) for n in range(len(plain.counts.orders))} >= {("The",), ("the",), ("end.",)}
    assert [folded.counts.words(n) for n in folded.confirmed.ranked(A, 9)] == [(".",)]
