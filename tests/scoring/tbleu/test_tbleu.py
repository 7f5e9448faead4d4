"""tBLEU: the paper's figure, a slow oracle that shares no code, and BLEU at epsilon 0."""

from fractions import Fraction
from itertools import permutations
from math import lcm

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

import scoring.tbleu.tbleu
from scoring import BLEU, TBLEU, TestSet
from scoring.counting import blocks
from scoring.tbleu import alignment, tolerance
from scoring.tbleu.affix import SCALE, affix_match
from scoring.tbleu.tolerance import COUNTED, weigh
from scoring.text.tokenizers import encode_columns
from tests.cases import as_one_test
from tests.corpora import NASTY, SAMPLE_SETS, corpora
from tests.oracles import affix_distance
from tests.properties import examples
from tests.uncompiled import uncompile

FORMS = ["auto", "autem", "auta", "nový", "novým", "abcd", "abc", "bcd", "s", "a"]
EPSILONS = st.sampled_from([0, 0.05, 0.2, 1 / 3, 0.5, 2 / 3, 0.9, 1])
SENTENCE = st.lists(st.sampled_from(FORMS), max_size=6).map(" ".join)
FIGURE = "Jedu s novém červeném auto", "Jedu novým červeným autem"


def matches(metric, hypothesis, *references):
    statistics = metric.statistics([hypothesis], [[reference] for reference in references])[0]
    return statistics[2 : metric.max_order + 3]


# The paper


def test_figure_1():
    """Libovický and Pecina (2014); their unigram precision 0.367 drops the exact match, with which it is 17/30."""
    metric = TBLEU("none", max_order=2, epsilon=1)
    result = metric.alignment(*FIGURE[:1], FIGURE[1:])
    (seen,) = result.references
    links = [(pair.match.first, pair.match.second, pair.distance) for pair in seen.pairs]
    assert links == [
        ("Jedu", "Jedu", 0),
        ("novém", "novým", 1 / 3),
        ("červeném", "červeným", 1 / 6),
        ("auto", "autem", 2 / 3),
    ]
    assert seen.corrected == ("Jedu", "s", "novým", "červeným", "autem")
    assert seen.weights == (1, 1, 2 / 3, 5 / 6, 1 / 3)
    bigrams = {" ".join(n.corrected): n.weight for n in result.counting(2) if n.counted}
    assert bigrams == {"novým červeným": 3 / 4, "červeným autem": 7 / 12}
    arithmetic = metric.arithmetic(metric.statistics([FIGURE[0]], [[FIGURE[1]]])[0])
    assert arithmetic.precisions == pytest.approx([17 / 30, 1 / 3], abs=1e-15)
    exact = BLEU("none", max_order=2, smoothing="none")
    assert exact.arithmetic(exact.statistics([FIGURE[0]], [[FIGURE[1]]])[0]).precisions.tolist() == [1 / 5, 0]


@pytest.mark.parametrize(
    ("epsilon", "unigrams"), [(0, 1), (0.16, 1), (1 / 6, 11 / 6), (0.34, 15 / 6), (0.66, 15 / 6), (0.67, 17 / 6)]
)
def test_a_word_at_the_threshold_is_within_it(epsilon, unigrams):
    assert matches(TBLEU("none", epsilon=epsilon), *FIGURE)[0] == pytest.approx(unigrams, abs=1e-15)


def test_decimal_thresholds_mean_what_they_say():
    word = "a" * 20
    assert matches(TBLEU("none", epsilon=0.05), word + "x", word + "y")[0] == 0.95
    assert matches(TBLEU("none", epsilon=0.049), word + "x", word + "y")[0] == 0


# A slow oracle


def matching(hypothesis, reference):
    """Least distance, then least squared difference of relative position, then the leftmost partners in order."""
    m, n = len(hypothesis), len(reference)
    far = [[affix_distance(word, other) for other in reference] for word in hypothesis]
    common = lcm(*(value.denominator for row in far for value in row))
    costs = [[(int(far[i][j] * common), (i * n - j * m) ** 2) for j in range(n)] for i in range(m)]
    if m <= n:
        every = (list(enumerate(columns)) for columns in permutations(range(n), m))
    else:
        every = ([(i, j) for j, i in enumerate(rows)] for rows in permutations(range(m), n))
    # Permutations come in the order of the dictionary, and min takes the first.
    return min(every, key=lambda pairs: tuple(sum(costs[i][j][kind] for i, j in pairs) for kind in range(2)))


def counted(hypothesis, reference, pairs, epsilon, order):
    """Start of each n-gram that counts -> its weight."""
    words, weights = list(hypothesis), [Fraction(1)] * len(hypothesis)
    for i, j in pairs:
        if float(affix_distance(hypothesis[i], reference[j])) <= epsilon:
            words[i], weights[i] = reference[j], 1 - affix_distance(hypothesis[i], reference[j])
    there = [tuple(reference[j : j + order]) for j in range(len(reference) - order + 1)]
    starts = range(len(words) - order + 1)
    heaviest = sorted(starts, key=lambda i: (-sum(weights[i : i + order]), i))
    found = {}
    for i in heaviest:
        ngram = tuple(words[i : i + order])
        if ngram in there:
            there.remove(ngram)
            found[i] = sum(weights[i : i + order]) / order
    return found


def oracle(hypothesis, references, epsilon, max_order):
    """Weighted matches by order."""
    hypothesis, references = hypothesis.split(), [r.split() for r in references if r is not None]
    sums = []
    for order in range(1, max_order + 1):
        by_reference = [counted(hypothesis, r, matching(hypothesis, r), epsilon, order) for r in references]
        groups = {}
        for i in range(len(hypothesis) - order + 1):
            groups.setdefault(tuple(hypothesis[i : i + order]), []).append(i)
        best = [max(sum(found.get(i, 0) for i in group) for found in by_reference) for group in groups.values()]
        sums.append(float(sum(best)))
    return sums


@examples(45)
@given(SENTENCE, SENTENCE, EPSILONS)
@example("auto auto", "autem auto", 1)
@example("abcd bcd", "abcd abc", 1 / 3)
@example("novým abc abc", "nový abcd", 0.5)
def test_one_reference_is_the_oracles(hypothesis, reference, epsilon):
    found = matches(TBLEU("none", max_order=2, epsilon=epsilon), hypothesis, reference)
    assert found == pytest.approx(oracle(hypothesis, [reference], epsilon, 3), abs=1e-12)


SHORT = st.lists(st.sampled_from(FORMS), max_size=4).map(" ".join)


@examples(45)
@given(SHORT, st.lists(st.none() | SHORT, max_size=2), SHORT, EPSILONS)
def test_several_references_are_the_oracles(hypothesis, others, reference, epsilon):
    references = [*others, reference]
    found = matches(TBLEU("none", max_order=2, epsilon=epsilon), hypothesis, *references)
    assert found == pytest.approx(oracle(hypothesis, references, epsilon, 3), abs=1e-12)


def test_an_ngram_counts_by_one_reference():
    """Each gives auto once, and a different one: BLEU would count autem once too."""
    metric = TBLEU("none", max_order=1, epsilon=1, smoothing="none")
    assert matches(metric, "auto auto", "autem s", "s autem")[0] == pytest.approx(1 / 3)
    assert matches(metric, "auto auto", "autem autem", "s autem")[0] == pytest.approx(2 / 3)
    assert metric.alignment("auto auto", ["s autem", "autem autem"]).chosen[0] == (1, 1)


def test_ngrams_that_begin_alike_choose_their_references_by_themselves():
    """a b is in the first reference only, a c in the second only, as is c worten, which worte stands for at 1/5."""
    metric = TBLEU("none", max_order=2, epsilon=0.5)
    found = matches(metric, "a b x a c worte", "a b worten", "a c worten")
    assert found == pytest.approx([1 + 1 + 1 + 4 / 5, 1 + 1 + (1 + 4 / 5) / 2, (1 + 1 + 4 / 5) / 3])
    chosen = metric.alignment("a b x a c worte", ["a b worten", "a c worten"]).chosen[1]
    assert (chosen[0], chosen[3], chosen[4]) == (0, 1, 1)


@pytest.mark.parametrize("hypothesis", ["worte nový worten novým", "worten novým worte nový"])
def test_of_equal_ngrams_the_heaviest_count(hypothesis):
    """worten novým is there twice, of the weights 1 and (4/5 + 3/4) / 2; the reference has it once.

    Between the two stands novým worten, of one word as it is and one corrected; the reference has it too.
    """
    between = (3 / 4 + 1) / 2 if hypothesis.startswith("worte ") else (1 + 4 / 5) / 2
    found = matches(TBLEU("none", max_order=2, epsilon=0.5), hypothesis, "worten novým novým worten")
    assert found == pytest.approx([4 / 5 + 3 / 4 + 1 + 1, 1 + between, 0])


# At the ends of epsilon


@examples(60)
@given(corpora(), st.sampled_from(["13a", "none", "char"]), st.booleans(), st.integers(1, 9))
def test_epsilon_0_is_bleu(corpus, tokenize, lowercase, max_order):
    options = {"tokenize": tokenize, "lowercase": lowercase, "max_order": max_order}
    tolerant = TBLEU(**options, epsilon=0).statistics(*corpus)
    np.testing.assert_array_equal(tolerant, BLEU(**options).statistics(*corpus), strict=True)


@examples(60)
@given(
    st.sampled_from([SENTENCE, NASTY]).flatmap(
        lambda text: st.tuples(text, st.lists(st.none() | text, max_size=3), text)
    )
)
def test_the_weighing_kernel_itself_counts_as_bleu_does_at_epsilon_0(segment):
    """``statistics`` takes BLEU's count wherever no word is corrected; here every n-gram is weighed."""
    hypothesis, others, last = segment
    assert TBLEU("none", epsilon=0).alignment(hypothesis, [*others, last]).matches == tuple(
        matches(BLEU("none"), hypothesis, *others, last)
    )


@pytest.mark.parametrize(("hypotheses", "references"), [s[1:] for s in SAMPLE_SETS], ids=[s[0] for s in SAMPLE_SETS])
def test_sample_data(hypotheses, references):
    exact = BLEU().statistics(hypotheses, references)
    np.testing.assert_array_equal(TBLEU(epsilon=0).statistics(hypotheses, references), exact)
    tolerant = TBLEU(epsilon=0.5).statistics(hypotheses, references)
    same = [0, 1, *range(7, 12)]
    np.testing.assert_array_equal(tolerant[:, same], exact[:, same])
    assert (tolerant[:, 2:7] <= tolerant[:, 7:] + 1e-9).all()
    assert TBLEU().score(tolerant.sum(axis=0)) >= BLEU().score(exact.sum(axis=0))


def test_at_epsilon_1_every_aligned_word_is_in_the_reference():
    result = TBLEU("none", epsilon=1).alignment("xyz auto", ["autem rst u"])
    assert set(result.references[0].corrected) < {"autem", "rst", "u"}
    assert result.references[0].weights == (0, 1 / 3)


@examples(45)
@given(SENTENCE, SENTENCE)
def test_statistics_grow_with_epsilon_where_no_corrected_word_is_in_the_reference(hypothesis, reference):
    result = TBLEU("none", epsilon=1).alignment(hypothesis, [reference])
    changed = {result.hypothesis[p.hypothesis] for p in result.references[0].pairs if p.distance > 0}
    assume(not changed & set(reference.split()))
    rows = [matches(TBLEU("none", epsilon=epsilon), hypothesis, reference) for epsilon in np.linspace(0, 1, 21)]
    assert (np.diff(rows, axis=0) >= -1e-12).all()


def test_they_need_not_where_one_is():
    """Distances break the triangle inequality: abcd, though in the reference, makes way for bcd."""
    hypothesis, reference = "k abcd bcd", "k abcd abc"
    exact, tolerant = (matches(TBLEU("none", epsilon=epsilon), hypothesis, reference) for epsilon in (0, 1 / 3))
    assert exact[:2].tolist() == [2, 1]
    assert tolerant[:2] == pytest.approx([1 + 2 / 3 + 2 / 3, 0])


# Alignment


@examples(18)
@given(st.lists(st.sampled_from([*FORMS, "vzpomenou", "zapomenout", "na"]), min_size=1, max_size=30), st.randoms())
def test_the_total_distance_is_scipys(words, random):
    other = words[: random.randint(1, len(words))]
    random.shuffle(other)
    costs = [[round(affix_match(a, b).distance * SCALE) for b in other] for a in words]
    rows, columns = linear_sum_assignment(costs)
    (seen,) = TBLEU("none").alignment(" ".join(words), [" ".join(other)]).references
    assert len(seen.pairs) == min(len(words), len(other))
    assert sum(round(p.distance * SCALE) for p in seen.pairs) == np.array(costs)[rows, columns].sum()


def test_repeated_words_align_in_order():
    text = "the cat and the dog and the bird in the house"
    pairs = TBLEU("none").alignment(text, [text]).references[0].pairs
    assert [(p.hypothesis, p.reference) for p in pairs] == [(i, i) for i in range(len(text.split()))]
    pairs = TBLEU("none").alignment("the x the", ["the the y y y"]).references[0].pairs
    assert [(p.hypothesis, p.reference) for p in pairs if p.distance == 0] == [(0, 0), (2, 1)]


def test_squares_of_relative_positions_decide_between_equal_distances():
    """Both ways take the y: 1/5 and 1/10 off are nearer together, (2^2 + 1^2) / 100, than 0 and 3/10, 3^2 / 100."""
    pairs = TBLEU("none").alignment("y y", ["x y x z x"]).references[0].pairs
    assert [(p.hypothesis, p.reference) for p in pairs] == [(0, 1), (1, 2)]


@as_one_test
@pytest.mark.parametrize(
    ("hypothesis", "references"),
    [("", [""]), ("", ["a b"]), ("a b", [""]), ("a", [None, "", "a"]), ("a", ["a", None]), ("", [None, ""])],
)
@pytest.mark.parametrize("epsilon", [0, 1])
def test_empty_and_missing(hypothesis, references, epsilon):
    metric = TBLEU(epsilon=epsilon)
    result = metric.alignment(hypothesis, references)
    assert [seen is None for seen in result.references] == [reference is None for reference in references]
    assert result.matches == tuple(matches(metric, hypothesis, *references))
    exact = BLEU().statistics([hypothesis], [[reference] for reference in references])
    np.testing.assert_array_equal(metric.statistics([hypothesis], [[r] for r in references]), exact)


def test_a_segment_of_1000_words():
    random = np.random.default_rng(7)
    hypothesis, reference = (" ".join(f"{FORMS[w]}{n}" for w, n in random.integers(0, 9, (1000, 2))) for _ in range(2))
    result = TBLEU("none", epsilon=0.5).alignment(hypothesis, [reference])
    assert sorted(p.reference for p in result.references[0].pairs) == list(range(1000))


def test_a_large_segment_is_matched_in_pieces(monkeypatch):
    for module in (alignment, blocks):
        monkeypatch.setattr(module, "LARGEST", 100)
    words = [f"w{number}" for number in range(60)]
    pairs = TBLEU("none").alignment(" ".join(words), [" ".join(words[:50])]).references[0].pairs
    assert len(pairs) <= 50
    assert len({p.reference for p in pairs}) == len(pairs) >= 40
    assert all(abs(p.hypothesis / 60 - p.reference / 50) < 0.2 for p in pairs)
    np.testing.assert_array_equal(
        TBLEU("none", epsilon=0).statistics([" ".join(words)], [[" ".join(words)]]),
        BLEU("none").statistics([" ".join(words)], [[" ".join(words)]]),
    )


# What is drawn is what was summed


@given(SENTENCE, st.lists(st.none() | SENTENCE, max_size=2), SENTENCE, EPSILONS)
def test_contributions_add_up_to_the_statistics(hypothesis, others, reference, epsilon):
    metric, references = TBLEU("none", epsilon=epsilon), [*others, reference]
    result = metric.alignment(hypothesis, references)
    summed = [sum(ngram.contribution for ngram in result.counting(order)) for order in range(1, 6)]
    assert summed == list(result.matches) == matches(metric, hypothesis, *references).tolist()
    present = [seen for seen in result.references if seen is not None]
    counted = [n for seen in present for n in seen.ngrams if n.counted]
    assert sum(n.contribution for n in counted) == pytest.approx(sum(summed))
    for seen in present:
        for pair in seen.pairs:
            assert pair.distance == pair.match.distance
            assert pair.corrected == (pair.distance <= epsilon)
            if pair.corrected:
                assert seen.corrected[pair.hypothesis] == seen.tokens[pair.reference]
                assert seen.weights[pair.hypothesis] == pytest.approx(1 - pair.distance)
        for ngram in seen.ngrams:
            start, end = ngram.span
            assert ngram.corrected == seen.corrected[start:end]
            assert ngram.tokens == result.hypothesis[start:end]
            assert ngram.weight == pytest.approx(np.mean(seen.weights[start:end]))
            there = [seen.tokens[j : j + end - start] for j in range(len(seen.tokens))]
            assert ngram.in_reference == (ngram.corrected in there)
            assert not (ngram.clipped and ngram.counted)


def test_weighing_uncompiled(monkeypatch):
    tokens = encode_columns(
        [TestSet.build({"s": [text]}, [["x"]]).systems[0].segments for text in FIGURE[::-1]], "none"
    )
    aligned = alignment.Aligner(tokens, slice(0, 1)).align(1)
    compiled, sums = weigh(tokens, aligned, 1.0, 3)
    uncompile(monkeypatch, tolerance)
    plain, plain_sums = weigh(tokens, aligned, 1.0, 3)
    assert sums.tolist() == plain_sums.tolist()
    assert ((plain.states == COUNTED) == (compiled.states == COUNTED)).all()


# Whole test sets

SYSTEMS = {"one": ["auto s", "novým autem", "", "abcd"], "two": ["autem", "nový auta s", "a", "k abcd bcd"]}
REFERENCES = [["autem s", "novým autem", "a", "k abcd abc"], ["auta", None, None, "abcd"]]


def test_a_sweep_is_each_threshold_by_itself():
    test_set, epsilons = TestSet.build(SYSTEMS, REFERENCES), [0.5, 0, 1, 1 / 3, 0.05, 0.5]
    metric = TBLEU("none", max_order=3)
    swept = metric.sweep(metric.align(test_set), epsilons)
    for system in SYSTEMS:
        assert swept[system].shape == (6, 4, len(metric.statistic_names))
        for rows, epsilon in zip(swept[system], epsilons, strict=True):
            alone = TBLEU("none", max_order=3, epsilon=epsilon).statistics(SYSTEMS[system], REFERENCES)
            np.testing.assert_array_equal(rows, alone)
    measured, again = metric.measure(test_set), metric.measure_aligned(metric.align(test_set))
    for system in SYSTEMS:
        np.testing.assert_array_equal(measured[system], again[system])


@pytest.mark.parametrize("n_bytes", [1, 2000, 10**9])
def test_sums_in_parts_are_the_whole_sweeps(monkeypatch, n_bytes):
    metric, epsilons = TBLEU("none"), [0.5, 0, 1, 1 / 3, 0.05, 0.5]
    aligned = metric.align(TestSet.build(SYSTEMS, REFERENCES))
    whole = metric.sweep(aligned, epsilons)
    monkeypatch.setattr(scoring.tbleu.tbleu, "SWEEP_BYTES", n_bytes)
    found = metric.sweep_sums(aligned, epsilons)
    assert list(found) == list(whole)
    for system, sums in found.items():
        np.testing.assert_array_equal(sums, whole[system].sum(axis=1), strict=True)


def test_alignment_says_how_far_it_is():
    heard = []
    TBLEU("none").align(TestSet.build(SYSTEMS, REFERENCES), heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1
    assert all(0 < share <= 1 for share in heard)


def test_alignment_says_so_within_a_segment_of_long_words():
    draw = np.random.default_rng(1)
    text, other = (" ".join("".join(word) for word in draw.choice(list("abcdef"), (30, 600))) for _ in range(2))
    heard = []
    TBLEU("none").align(TestSet.build({"s": [text]}, [[other]]), heard.append)
    assert len(heard) > 4
    assert heard == sorted(heard)


def test_form_pairs_are_the_alignments():
    metric = TBLEU("none")
    aligned = metric.align(TestSet.build(SYSTEMS, REFERENCES))
    pairs = aligned.form_pairs("two")
    assert {(p.hypothesis, p.reference): p.segments for p in pairs} == {
        ("nový", "novým"): (1,),
        ("auta", "autem"): (1,),
        ("abcd", "abc"): (3,),
        ("bcd", "abcd"): (3,),
    }
    assert [p.distance for p in pairs] == sorted(p.distance for p in pairs)
    assert pairs[0].distance == affix_match(pairs[0].hypothesis, pairs[0].reference).distance
    assert aligned.form_pairs("one", 1)[0].segments == (0,)
    twice = metric.align(TestSet.build({"s": ["auto auto", "x", "auto"]}, [["autem autem", "x", "autem"]]))
    assert [(p.hypothesis, p.segments) for p in twice.form_pairs("s")] == [("auto", (0, 0, 2))]
    assert metric.align(TestSet.build({"s": ["x", ""]}, [["x", "y"]])).form_pairs("s") == ()
    assert metric.align(TestSet.build({"s": ["x z"]}, [["y z"]])).form_pairs("s") == (), "nothing in common"
    for system, reference in (("none", 0), ("one", 2), ("one", -1)):
        with pytest.raises(ValueError, match="there are one, two and the references 0 to 1"):
            aligned.form_pairs(system, reference)


def test_what_was_aligned_otherwise_is_refused():
    aligned = TBLEU("none").align(TestSet.build(SYSTEMS, REFERENCES))
    with pytest.raises(ValueError, match="tokenizer none, case kept, not words of the tokenizer 13a"):
        TBLEU().sweep(aligned, [0.5])


@pytest.mark.parametrize("epsilon", [-0.1, 1.01, float("nan"), float("inf"), "much", None])
def test_bad_epsilon(epsilon):
    with pytest.raises(ValueError, match=r"tBLEU's epsilon \(--epsilon\) must be 0 to 1; found"):
        TBLEU(epsilon=epsilon)
    with pytest.raises(ValueError, match=r"tBLEU's epsilon \(--epsilon\) must be 0 to 1; found"):
        TBLEU().sweep(TBLEU().align(TestSet.build(SYSTEMS, REFERENCES)), [0, epsilon])


def test_the_signature_and_what_statistics_depend_on():
    assert "|epsilon:0.05|" in TBLEU().signature
    assert TBLEU(epsilon=1) == TBLEU(epsilon=1.0)
    assert "|epsilon:0.0|" in TBLEU(epsilon=-0.0).signature
    assert TBLEU(smoothing="7").statistics_key == TBLEU().statistics_key != TBLEU(epsilon=0).statistics_key
    assert TBLEU(epsilon=0).statistics_key != BLEU().statistics_key
