"""BLEU: golden values of the literature, and equality with sacreBLEU and NLTK."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate import bleu_score as nltk_bleu
from sacrebleu.metrics import BLEU as SacreBLEU

from scoring import BLEU, TestSet
from scoring.text.tokenizers import TOKENIZERS
from tests.cases import as_one_test
from tests.corpora import NASTY, SAMPLE_SETS, WORDS, corpora, nltk_corpora, statistics_of_tokens
from tests.properties import examples

pytestmark = pytest.mark.usefixtures("quiet_sacrebleu")

TOKENIZE = ["13a", "none", "char", "intl", "zh"]
SMOOTHINGS = [
    ("none", None),
    ("floor", None),
    ("floor", 0.0),
    ("floor", 0.25),
    ("add-k", None),
    ("add-k", 0.0),
    ("add-k", 0.5),
    ("exp", None),
]


def both_scores(bleu, hypotheses, references):
    statistics = bleu.statistics(hypotheses, references)
    return float(bleu.score(statistics.sum(axis=0))), bleu.score(statistics)


def peer_score(result):
    """sacreBLEU's score, but NaN where it measured nothing: there it says 0 and we, by design, say so."""
    return math.nan if result.sys_len == result.ref_len == 0 else result.score


def assert_equal_to_sacrebleu(ours, peer, hypotheses, references):
    corpus, segments = both_scores(ours, hypotheses, references)
    expected = [
        peer_score(peer.sentence_score(hypothesis, list(refs)))
        for hypothesis, *refs in zip(hypotheses, *references, strict=True)
    ]
    np.testing.assert_allclose(segments, expected, rtol=0, atol=1e-9)
    expected = peer_score(peer.corpus_score(hypotheses, references))
    np.testing.assert_allclose(corpus, expected, rtol=0, atol=1e-9)


def text(method, value):
    return method if value is None else f"{method}={value}"


# Equality with sacreBLEU


@examples(120)
@given(
    corpora(),
    st.sampled_from(SMOOTHINGS),
    st.booleans(),
    st.integers(1, 6),
    st.booleans(),
    st.sampled_from(TOKENIZE),
)
def test_scores_are_sacrebleus(corpus, smoothing, effective_order, max_order, lowercase, tokenize):
    method, value = smoothing
    ours = BLEU(tokenize, lowercase, max_order, None, text(method, value), effective_order)
    peer = SacreBLEU(
        lowercase=lowercase,
        tokenize=tokenize,
        smooth_method=method,
        smooth_value=value,
        max_ngram_order=max_order,
        effective_order=effective_order,
    )
    assert_equal_to_sacrebleu(ours, peer, *corpus)


@pytest.mark.parametrize(("method", "value"), SMOOTHINGS)
@pytest.mark.parametrize("effective_order", [False, True])
@examples(25)
@given(corpus=corpora(WORDS), max_order=st.integers(1, 6))
def test_every_smoothing_is_sacrebleus(method, value, effective_order, corpus, max_order):
    ours = BLEU("none", max_order=max_order, smoothing=text(method, value), effective_order=effective_order)
    peer = SacreBLEU(
        tokenize="none",
        smooth_method=method,
        smooth_value=value,
        max_ngram_order=max_order,
        effective_order=effective_order,
    )
    assert_equal_to_sacrebleu(ours, peer, *corpus)


@pytest.mark.parametrize("tokenize", TOKENIZE)
@examples(12)
@given(corpus=corpora(NASTY), lowercase=st.booleans())
def test_every_tokenizer_is_sacrebleus(tokenize, corpus, lowercase):
    peer = SacreBLEU(lowercase=lowercase, tokenize=tokenize)
    assert_equal_to_sacrebleu(BLEU(tokenize, lowercase), peer, *corpus)


@pytest.mark.exhaustive
@as_one_test
@pytest.mark.parametrize("tokenize", [name for name in TOKENIZERS if name != "tercom"])
@pytest.mark.parametrize(("hypotheses", "references"), [s[1:] for s in SAMPLE_SETS], ids=[s[0] for s in SAMPLE_SETS])
def test_sample_data_scores_are_sacrebleus(hypotheses, references, tokenize):
    if not TOKENIZERS[tokenize].available:
        pytest.skip(f"{tokenize} is not installed")
    assert_equal_to_sacrebleu(BLEU(tokenize), SacreBLEU(tokenize=tokenize), hypotheses, references)


@as_one_test
@pytest.mark.parametrize("lowercase", [False, True])
@pytest.mark.parametrize("effective_order", [False, True])
@pytest.mark.parametrize(("method", "value"), [s for s in SMOOTHINGS if s[1] != 0])
@pytest.mark.parametrize(
    ("references", "written"), [([["a"], ["b"]], "nrefs:2"), ([["a", "b"], [None, "b"]], "nrefs:var")]
)
def test_the_signature_reads_like_sacrebleus(lowercase, effective_order, method, value, references, written):
    ours = BLEU(lowercase=lowercase, smoothing=text(method, value), effective_order=effective_order)
    peer = SacreBLEU(lowercase=lowercase, smooth_method=method, smooth_value=value, effective_order=effective_order)
    hypotheses = references[0]
    peer.corpus_score(hypotheses, references)
    columns = [r.segments for r in TestSet.build({"s": hypotheses}, references).references]
    signature, version = ours.full_signature(columns).split("|version:")
    assert signature == str(peer.get_signature()).split("|version:")[0]
    assert signature.startswith(written + "|")
    assert version.startswith("BLEUscope-")


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"max_order": 2}, "|order:2|"),
        ({"weights": (2, 1, 1, 0)}, "|weights:0.5,0.25,0.25,0.0|"),
        ({"tokenize": "zh"}, "|tok:zh|"),
    ],
)
def test_what_sacrebleus_signature_has_no_word_for(options, part):
    assert part in BLEU(**options).signature
    assert part not in BLEU().signature


# Golden values

CAT_REFERENCES = ["the cat is on the mat", "there is a cat on the mat"]
GUIDE_REFERENCES = [
    "It is a guide to action that ensures that the military will forever heed Party commands",
    "It is the guiding principle which guarantees the military forces always being under the command of the Party",
    "It is the practical guide for the army always to heed the directions of the party",
]
GUIDE_1 = "It is a guide to action which ensures that the military always obeys the commands of the party"
GUIDE_2 = "It is to insure the troops forever hearing the activity guidebook that party direct"
OREJUELA = "Appeared calm when he was taken to the American plane , which will to Miami , Florida ."
OREJUELA_PERMUTED = "which will he was , when taken Appeared calm to the American plane to Miami , Florida ."
OREJUELA_REFERENCES = [
    "Orejuela appeared calm as he was led to the American plane which will take him to Miami , Florida .",
    "Orejuela appeared calm while being escorted to the plane that would take him to Miami , Florida .",
    "Orejuela appeared calm as he was being led to the American plane that was to carry him to Miami in Florida .",
    "Orejuela seemed quite calm as he was being led to the American plane that would take him to Miami in Florida .",
]
SAUDI = "THIS WEEK THE SAUDIS denied information published in the new york times"
SAUDI_REFERENCE = "SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times"


@as_one_test
@pytest.mark.parametrize("tokenize", ["13a", "none"])
@pytest.mark.parametrize(
    ("hypothesis", "references", "lowercase", "fractions"),
    [
        pytest.param(GUIDE_1, GUIDE_REFERENCES, False, ["17/18", "10/17", "7/16", "4/15"], id="Papineni 2002, ex. 1"),
        pytest.param(GUIDE_2, GUIDE_REFERENCES, False, ["8/14", "1/13", "0/12", "0/11"], id="Papineni 2002, ex. 1, 2"),
        pytest.param(
            " ".join(["the"] * 7),
            ["The cat is on the mat", "There is a cat on the mat"],
            True,
            ["2/7", "0/6", "0/5", "0/4"],
            id="Papineni 2002, ex. 2",
        ),
        pytest.param("of the", GUIDE_REFERENCES, False, ["2/2", "1/1", "0/0", "0/0"], id="Papineni 2002, ex. 3"),
        pytest.param(
            "I always invariably perpetually do",
            ["I always do", "I invariably do", "I perpetually do"],
            False,
            ["5/5", "2/4", "0/3", "0/2"],
            id="Papineni 2002, ex. 4",
        ),
        pytest.param(
            "the cat the cat on the mat",
            CAT_REFERENCES,
            False,
            ["5/7", "4/6", "2/5", "1/4"],
            id="Ng, the cat the cat",
        ),
        pytest.param(
            OREJUELA,
            OREJUELA_REFERENCES,
            False,
            ["14/18", "9/17", "5/16", "3/15"],
            id="Callison-Burch 2006, cased",
        ),
        pytest.param(
            OREJUELA,
            OREJUELA_REFERENCES,
            True,
            ["15/18", "10/17", "5/16", "3/15"],
            id="Callison-Burch 2006, lower case",
        ),
        pytest.param(
            OREJUELA_PERMUTED,
            OREJUELA_REFERENCES,
            True,
            ["15/18", "10/17", "5/16", "3/15"],
            id="Callison-Burch 2006, permuted",
        ),
        pytest.param(SAUDI, [SAUDI_REFERENCE], False, ["10/12", "6/11", "3/10", "1/9"], id="Snover 2006"),
    ],
)
def test_precisions_of_the_literature(hypothesis, references, lowercase, fractions, tokenize):
    bleu = BLEU(tokenize, lowercase)
    numbers = bleu.arithmetic(bleu.statistics([hypothesis], [[reference] for reference in references])[0])
    assert [f"{m:.0f}/{n:.0f}" for m, n in zip(numbers.matches, numbers.totals, strict=True)] == fractions


@pytest.mark.parametrize(
    ("hypothesis", "references", "decimals", "expected"),
    [
        pytest.param("the cat the cat on the mat", CAT_REFERENCES, 3, 46.714, id="Ng, the cat the cat"),
        pytest.param(SAUDI, [SAUDI_REFERENCE], 1, 32.3, id="a lecture note on Snover 2006: 0.323"),
        pytest.param(" ".join(["the"] * 7), CAT_REFERENCES, 9, 0.0, id="Papineni 2002, ex. 2: no bigram matches"),
        pytest.param(
            GUIDE_1,
            GUIDE_REFERENCES,
            9,
            100 * math.prod([17 / 18, 10 / 17, 7 / 16, 4 / 15]) ** 0.25,
            id="Papineni ex. 1",
        ),
    ],
)
def test_unsmoothed_scores_of_the_literature(hypothesis, references, decimals, expected):
    score, _ = both_scores(BLEU("none", smoothing="none"), [hypothesis], [[reference] for reference in references])
    assert round(score, decimals) == round(expected, decimals)


# mteval-v13a's cases, as NLTK's brevity_penalty documents them; 0.920 is a lecture note's, on Snover 2006.
@pytest.mark.parametrize(
    ("length", "references", "penalty"),
    [(7, [11, 8], 0.8669), (7, [11, 8, 6, 7], 1.0), (12, [13], 0.9200), (12, [11], 1.0), (7, [9, 5], 1.0)],
)
def test_brevity_penalties(length, references, penalty):
    bleu = BLEU("none")
    statistics = bleu.statistics([" ".join("x" * length)], [[" ".join("x" * n)] for n in references])
    assert round(float(bleu.arithmetic(statistics[0]).brevity_penalty), 4) == penalty


@as_one_test
@pytest.mark.parametrize("max_order", range(1, 10))
@pytest.mark.parametrize("smoothing", ["none", "floor", "add-k", "exp"])
def test_a_perfect_match_is_100_from_as_many_words_on_as_the_order(max_order, smoothing):
    bleu = BLEU("none", max_order=max_order, smoothing=smoothing)
    for length in range(max_order, 15):
        perfect = " ".join(map(str, range(length)))
        corpus, segments = both_scores(bleu, [perfect], [[perfect]])
        assert corpus == pytest.approx(100, abs=1e-12)
        assert segments == pytest.approx([100], abs=1e-12)


@pytest.mark.parametrize("max_order", range(2, 10))
def test_a_shorter_perfect_match_is_0_unless_by_effective_order(max_order):
    perfect = " ".join(map(str, range(max_order - 1)))
    for effective_order, expected in [(False, 0), (True, 100)]:
        bleu = BLEU("none", max_order=max_order, smoothing="none", effective_order=effective_order)
        assert both_scores(bleu, [perfect], [[perfect]])[0] == pytest.approx(expected, abs=1e-12)


# What is empty


@as_one_test
@pytest.mark.parametrize(
    ("hypothesis", "references", "expected"),
    [
        pytest.param("", ["a b c d"], 0.0, id="nothing said"),
        pytest.param("a b c d", [""], 0.0, id="nothing to say"),
        pytest.param("", [""], math.nan, id="nothing to measure: sacreBLEU says 0"),
        pytest.param(" \n", ["\u2028", ""], math.nan, id="only white space"),
        pytest.param("", ["", "a"], math.nan, id="the closest reference is empty"),
        pytest.param("", [None, "a"], 0.0, id="the empty one is missing"),
    ],
)
@pytest.mark.parametrize("smoothing", ["none", "floor", "add-k", "exp"])
@pytest.mark.parametrize("effective_order", [False, True])
def test_empty_texts(hypothesis, references, expected, smoothing, effective_order):
    bleu = BLEU(smoothing=smoothing, effective_order=effective_order)
    columns = [[reference, "x"] for reference in references]
    np.testing.assert_equal(bleu.score(bleu.statistics([hypothesis, "x"], columns))[0], expected)


def test_an_empty_segment_changes_nothing_but_the_length_it_lacks():
    bleu = BLEU("none")
    with_empty = bleu.statistics(["a b c d", ""], [["a b c d", ""]])
    assert bleu.score(with_empty.sum(axis=0)) == pytest.approx(100)
    with_missing = bleu.statistics(["a b c d", ""], [["a b c d", "e"]])
    assert bleu.score(with_missing.sum(axis=0)) == pytest.approx(100 * math.exp(1 - 5 / 4))


# Equality with NLTK, wherever NLTK follows the paper


WEIGHTS = st.lists(st.sampled_from([0.0, 0.1, 0.25, 1.0, 3.0]), min_size=1, max_size=4).filter(any)


@given(nltk_corpora(), WEIGHTS)
def test_corpus_score_is_nltks_for_any_weights(corpus, weights):
    hypotheses, references = corpus
    total = sum(weights)
    expected = nltk_bleu.corpus_bleu(references, hypotheses, [weight / total for weight in weights])
    bleu = BLEU("none", max_order=len(weights), weights=weights, smoothing="none")
    statistics = statistics_of_tokens(bleu, hypotheses, references)
    assert float(bleu.score(statistics.sum(axis=0))) == pytest.approx(100 * expected, abs=1e-9)


@given(nltk_corpora())
def test_precisions_lengths_and_penalties_are_nltks(corpus):
    hypotheses, references = corpus
    bleu = BLEU("none", smoothing="none")
    numbers = bleu.arithmetic(statistics_of_tokens(bleu, hypotheses, references))
    for segment, (hypothesis, refs) in enumerate(zip(hypotheses, references, strict=True)):
        closest = nltk_bleu.closest_ref_length(refs, len(hypothesis))
        penalty = nltk_bleu.brevity_penalty(closest, len(hypothesis))
        assert numbers.reference_length[segment] == closest
        assert numbers.brevity_penalty[segment] == pytest.approx(penalty, abs=1e-12)
        for order in range(1, 5):
            precision = nltk_bleu.modified_precision(refs, hypothesis, order)
            assert numbers.matches[segment, order - 1] == precision.numerator
            assert numbers.totals[segment, order - 1] == precision.denominator


# Weights, orders and other options


@pytest.mark.parametrize("weights", [(1, 1, 1, 1), [5, 5, 5, 5], (0.25,) * 4, np.full(4, 1e-3)])
def test_equal_weights_of_any_sum_are_no_weights(weights):
    statistics = BLEU().statistics([OREJUELA], [[reference] for reference in OREJUELA_REFERENCES])
    weighted = BLEU(weights=weights)
    assert weighted.weights is None
    assert weighted.score(statistics) == pytest.approx(BLEU().score(statistics), abs=1e-12)


def test_weights_by_hand():
    """5/7, 4/6, 2/5, 1/4 and no brevity penalty; all weight on one order is that order's precision."""
    references = [[reference] for reference in CAT_REFERENCES]
    precisions = [5 / 7, 4 / 6, 2 / 5, 1 / 4]
    for order, precision in enumerate(precisions):
        weights = [0] * 4
        weights[order] = 3
        bleu = BLEU("none", weights=weights)
        assert both_scores(bleu, ["the cat the cat on the mat"], references)[0] == pytest.approx(100 * precision)
    bleu = BLEU("none", weights=(3, 1, 0, 0))
    expected = 100 * (5 / 7) ** 0.75 * (4 / 6) ** 0.25
    assert both_scores(bleu, ["the cat the cat on the mat"], references)[0] == pytest.approx(expected)


def test_an_order_without_weight_may_have_no_match():
    bleu = BLEU("none", weights=(1, 1, 0, 0), smoothing="none")
    assert both_scores(bleu, ["a b x c"], [["a b c"]])[0] == pytest.approx(100 * math.sqrt(3 / 4 * 1 / 3))


def test_effective_order_shares_the_weights_among_the_orders_reached():
    bleu = BLEU("none", weights=(1, 3, 4, 8), smoothing="none", effective_order=True)
    numbers = bleu.arithmetic(bleu.statistics(["a x", "a"], [["a x", "a"]]))
    np.testing.assert_allclose(numbers.weights, [[1 / 4, 3 / 4, 0, 0], [1, 0, 0, 0]])
    assert numbers.score == pytest.approx([100, 100])


@given(corpora(WORDS), st.sampled_from(SMOOTHINGS), st.integers(1, 9), st.booleans())
def test_the_score_is_derivable_from_the_numbers_beside_it(corpus, smoothing, max_order, effective_order):
    bleu = BLEU("none", False, max_order, None, text(*smoothing), effective_order)
    statistics = bleu.statistics(*corpus)
    numbers = bleu.arithmetic(statistics)
    for s in range(len(statistics)):
        c, r, penalty = (
            float(numbers.hypothesis_length[s]),
            float(numbers.reference_length[s]),
            float(numbers.brevity_penalty[s]),
        )
        assert penalty == pytest.approx(0 if c == 0 else min(1, math.exp(1 - r / c)))
        for m, total, p in zip(
            numbers.smoothed_matches[s], numbers.smoothed_totals[s], numbers.precisions[s], strict=True
        ):
            assert p == pytest.approx(m / total if total else 0)
        if c == r == 0:
            assert math.isnan(numbers.score[s])
        elif numbers.matches[s].any():
            mean = math.prod(p**w for p, w in zip(numbers.precisions[s], numbers.weights[s], strict=True))
            assert numbers.score[s] == pytest.approx(100 * penalty * mean)
        else:
            assert numbers.score[s] == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_order": 0}, r"BLEU's max_order \(--max-order\) must be 1 to 9; found 0"),
        ({"max_order": 10}, r"BLEU's max_order \(--max-order\) must be 1 to 9; found 10"),
        ({"max_order": 2.5}, r"BLEU's max_order \(--max-order\) must be a whole number from 1 to 9; found 2.5"),
        ({"max_order": True}, r"max_order \(--max-order\) must be a whole number from 1 to 9; found True"),
        ({"max_order": "4"}, r"max_order \(--max-order\) must be a whole number from 1 to 9; found '4'"),
        ({"weights": (1, 1, 1)}, "Expected 4 weights, one for each order; found 3"),
        ({"weights": ()}, "Expected 4 weights, one for each order; found 0"),
        ({"max_order": 2, "weights": (1,) * 4}, "Expected 2 weights, one for each order; found 4"),
        ({"weights": (1, 1, 1, -1)}, "Weights must be finite and 0 or more; found 1, 1, 1, -1"),
        ({"weights": (1, 1, 1, math.nan)}, "Weights must be finite and 0 or more; found 1, 1, 1, nan"),
        ({"weights": (1, 1, 1, math.inf)}, "Weights must be finite and 0 or more"),
        ({"weights": (0, 0, 0, 0)}, "At least one weight must be above 0"),
        ({"weights": (1e308, 1e308, 1e308, 1)}, "Weights must have a sum below 1.8e308; found 1e[+]308, 1e[+]308"),
        ({"smoothing": "chen"}, "Unknown smoothing 'chen'"),
        ({"tokenize": "13b"}, "Unknown tokenizer '13b'"),
    ],
)
def test_options_that_it_cannot_take(options, message):
    with pytest.raises(ValueError, match=message):
        BLEU(**options)


# Statistics


@given(corpora(min_segments=2), st.integers(1, 9), st.randoms(use_true_random=False))
def test_statistics_are_whole_numbers_that_add_up_in_any_order(corpus, max_order, random):
    hypotheses, references = corpus
    bleu = BLEU(max_order=max_order)
    statistics = bleu.statistics(hypotheses, references)
    order = list(range(len(hypotheses)))
    random.shuffle(order)
    shuffled = bleu.statistics([hypotheses[i] for i in order], [[r[i] for i in order] for r in references])
    assert np.array_equal(statistics, np.floor(statistics))
    assert (statistics >= 0).all()
    assert shuffled.sum(axis=0).tobytes() == statistics.sum(axis=0).tobytes()
    middle = random.randrange(len(hypotheses) + 1)
    shards = [
        bleu.statistics(hypotheses[part], [r[part] for r in references]).sum(axis=0)
        for part in (slice(middle), slice(middle, None))
    ]
    assert sum(shards).tobytes() == statistics.sum(axis=0).tobytes()


def test_statistics_by_name():
    bleu = BLEU("none", max_order=2)
    row = bleu.statistics(["a b b"], [["a b c d"]])[0]
    assert dict(zip(bleu.statistic_names, row, strict=True)) == {
        "hypothesis_length": 3,
        "reference_length": 4,
        "matches_1": 2,
        "matches_2": 1,
        "matches_3": 0,
        "totals_1": 3,
        "totals_2": 2,
        "totals_3": 1,
    }


def test_without_an_order_that_has_a_weight_the_score_is_0():
    """An empty product would be 1: two tokens have no 4-gram, and all weight is on it."""
    bleu = BLEU("none", weights=(0, 0, 0, 1), effective_order=True)
    assert bleu.score(bleu.statistics(["a x", "a b c d"], [["a b", "a b c d"]])).tolist() == [0, 100]


@pytest.mark.parametrize("smoothing", ["floor", "add-k", "exp"])
def test_nothing_is_smoothed_where_nothing_matches(smoothing):
    bleu = BLEU("none", smoothing=smoothing)
    terms = bleu.arithmetic(bleu.statistics(["x y"], [["a b"]]))
    assert terms.precisions.tolist() == [[0, 0, 0, 0]]
    assert terms.smoothed_matches.tolist() == [[0, 0, 0, 0]]


def test_options_may_be_numpys():
    assert BLEU(max_order=np.int64(3)) == BLEU(max_order=3)


def test_one_row_gives_one_number():
    bleu = BLEU("none")
    assert isinstance(bleu.score(bleu.statistics(["a b c d"], [["a b c d"]])[0]), float)


def test_statistics_of_other_options_are_refused_with_both_numbers():
    with pytest.raises(ValueError, match="has 12 statistics a row; found 10"):
        BLEU().score(BLEU(max_order=3).statistics(["a"], [["a"]]))


@pytest.mark.parametrize(
    ("hypotheses", "reference", "has_reason"),
    [
        (["the cat"], ["the dog"], True),  # one word matches, and no pair of words
        (["a b", "c d"], ["a b", "c d"], True),
        (["a b c"], ["a b c"], True),  # one word fewer than the order
        (["a b"], ["c d"], False),  # nothing matches at all
        (["a b c d"], ["a x c y"], False),  # there is an n-gram of the highest order
        (["a b c d"], ["a b c d"], False),
    ],
)
def test_a_zero_is_explained_where_no_segment_has_as_many_words_as_the_order(hypotheses, reference, has_reason):
    bleu = BLEU(tokenize="none", smoothing="none")
    reason = bleu.why_zero(bleu.statistics(hypotheses, [reference]).sum(axis=0))
    assert (reason is not None) == has_reason
    assert reason is None or reason.startswith("no segment of the output has 4 words, so there are no 4-grams")
