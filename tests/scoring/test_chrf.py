"""chrF and chrF++: sacreBLEU's scores, from our own sums and F."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import CHRF as SacreCHRF

from scoring import CHRF, TestSet
from scoring.chrf import CHRFPlusPlus
from tests.cases import as_one_test
from tests.properties import examples

PIECES = [*"abA .,!'(猫İΣ😀\n\xa0\u2028\u0301", "a", "b", " ", " the ", "the."]
SEGMENT = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)
OPTIONS = st.fixed_dictionaries(
    {
        "lowercase": st.booleans(),
        "char_order": st.integers(1, 7),
        "beta": st.integers(1, 3),
        "whitespace": st.booleans(),
        "eps_smoothing": st.booleans(),
    }
)


@st.composite
def corpora(draw):
    """Hypotheses and references as [reference][segment], any of them empty, single references None."""
    rows = draw(
        st.lists(
            st.tuples(SEGMENT, SEGMENT, *[st.none() | SEGMENT] * 3),
            min_size=1,
            max_size=4,
        )
    )
    hypotheses, *references = map(list, zip(*rows, strict=True))
    kept = draw(st.integers(1, 4))
    return hypotheses, draw(st.permutations(references[:kept]))


def assert_equal_to_sacrebleu(ours, peer, hypotheses, references):
    statistics = ours.statistics(hypotheses, references)
    expected = [
        peer.sentence_score(hypothesis, list(refs)).score
        for hypothesis, *refs in zip(hypotheses, *references, strict=True)
    ]
    is_scored = [
        len(letters(ours, hypothesis)) > 0 or not any(text is not None and not letters(ours, text) for text in texts)
        for hypothesis, *texts in zip(hypotheses, *references, strict=True)
    ]
    expected = np.where(is_scored, expected, np.nan)  # theirs is 0
    assert ours.score(statistics) == pytest.approx(expected, rel=0, abs=1e-9, nan_ok=True)
    expected = peer.corpus_score(hypotheses, references).score if any(is_scored) else np.nan
    assert float(ours.score(statistics.sum(axis=0))) == pytest.approx(expected, rel=0, abs=1e-9, nan_ok=True)


def letters(metric, text):
    """The characters that are counted."""
    return text if metric.whitespace else "".join(text.split())


@pytest.mark.exhaustive
@examples(60)
@given(corpora(), OPTIONS, st.integers(0, 3))
def test_scores_are_sacrebleus(corpus, options, word_order):
    options["word_order"] = word_order
    assert_equal_to_sacrebleu(CHRF(**options), SacreCHRF(**options), *corpus)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("ours", "word_order"), [(CHRF(), 0), (CHRFPlusPlus(), 2)], ids=["chrF", "chrF++"])
@given(corpus=corpora())
def test_the_defaults_are_sacrebleus(ours, word_order, corpus):
    assert_equal_to_sacrebleu(ours, SacreCHRF(word_order=word_order), *corpus)


def test_epsilon_smoothing_by_hand():
    """ab against abb, orders 1 to 3: F of 2/2 and 2/3, F of 1/1 and 1/2, and epsilon where ab has no three letters."""
    chrf = CHRF(char_order=3, eps_smoothing=True)
    (row,) = chrf.statistics(["ab"], [["abb"]])
    assert chrf.score(row) == pytest.approx(100 / 3 * (5 * 2 / 3 / (4 + 2 / 3) + 5 / 2 / (4 + 1 / 2)))
    assert "eff:no" in chrf.signature
    assert "eff:yes" in CHRF().signature


@pytest.mark.parametrize(
    ("metric", "name"),
    [
        (CHRF(), "chrF"),
        (CHRFPlusPlus(), "chrF++"),
        (CHRF(word_order=2), "chrF2++"),
        (CHRF(word_order=1, beta=3), "chrF3+"),
        (CHRF(beta=1), "chrF1"),
        (CHRFPlusPlus(word_order=0), "chrF2"),
    ],
)
def test_other_orders_and_betas_have_sacrebleus_names(metric, name):
    assert metric.full_name == name
    if name not in ("chrF", "chrF++"):
        assert SacreCHRF(word_order=metric.word_order, beta=metric.beta).corpus_score(["a"], [["a"]]).name == name


def test_by_hand():
    """ab against abb, orders 1 and 2: P = (2/2 + 1/1) / 2, R = (2/3 + 1/2) / 2, F2 = 5PR / (4P + R)."""
    chrf = CHRF(char_order=2)
    (row,) = chrf.statistics(["ab"], [["abb"]])
    assert dict(zip(chrf.statistic_names, row, strict=True)) == {
        "hypothesis_char_1": 2,
        "reference_char_1": 3,
        "matches_char_1": 2,
        "hypothesis_char_2": 1,
        "reference_char_2": 2,
        "matches_char_2": 1,
        "scored": 1,
    }
    recall = (2 / 3 + 1 / 2) / 2
    assert chrf.score(row) == pytest.approx(100 * 5 * recall / (4 + recall))


@as_one_test
@pytest.mark.parametrize("metric", [CHRF(), CHRFPlusPlus()], ids=["chrF", "chrF++"])
@pytest.mark.parametrize(
    ("hypothesis", "references", "expected"),
    [
        ("", ["a"], 0),
        ("a", [""], 0),
        ("", [""], np.nan),
        ("", [None, " "], np.nan),
        ("a b", ["x y", "a b"], 100),
        ("a b", [None, "a b"], 100),
    ],
)
def test_empty_texts_and_the_best_of_several_references(metric, hypothesis, references, expected):
    statistics = metric.statistics([hypothesis], [[r] for r in references] + [["zz"]])
    assert metric.score(statistics) == pytest.approx([expected], nan_ok=True)


@as_one_test
@pytest.mark.parametrize(
    "options",
    [{}, {"lowercase": True}, {"word_order": 2}, {"char_order": 4}, {"whitespace": True}, {"eps_smoothing": True}],
)
@pytest.mark.parametrize(("references", "written"), [([["a"]], "nrefs:1|"), ([["a"], ["b"]], "nrefs:2|")])
def test_the_signature_reads_like_sacrebleus(options, references, written):
    peer = SacreCHRF(**options)
    peer.corpus_score(["a"], references)
    columns = [r.segments for r in TestSet.build({"s": ["a"]}, references).references]
    signature = CHRF(**options).full_signature(columns).split("|version:")[0]
    assert signature.removesuffix("|ties:first") == str(peer.get_signature()).split("|version:")[0]
    assert signature.startswith(written)
    assert signature.endswith("|ties:first") == (len(references) > 1)


def test_the_corpus_score_depends_on_the_order_of_references_that_tie():
    """Nothing of xx is in either reference: the first one's length counts, in sacreBLEU too.

    Single characters: 5 are in the hypotheses, and 3 + 1 or 3 + 4 in the references, of which 3 match.
    """
    hypotheses, references = ["abc", "xx"], [["abc", "y"], ["abc", "yyyy"]]
    chrf, peer = CHRF(char_order=1), SacreCHRF(char_order=1)
    for ordered, length in ((references, 3 + 1), (references[::-1], 3 + 4)):
        precision, recall = 3 / 5, 3 / length
        score = chrf.score(chrf.statistics(hypotheses, ordered).sum(axis=0))
        assert score == pytest.approx(100 * 5 * precision * recall / (4 * precision + recall))
        assert score == pytest.approx(peer.corpus_score(hypotheses, ordered).score)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"char_order": 0}, r"char_order \(--chrf-char-order\) must be 1 to 100; found 0"),
        ({"word_order": -1}, r"word_order \(--chrf(pp)?-word-order\) must be 0 to 100; found -1"),
        ({"beta": 0}, r"beta \(--chrf-beta\) must be 1 to 100; found 0"),
    ],
)
@pytest.mark.parametrize("metric", [CHRF, CHRFPlusPlus])
def test_options_that_it_cannot_take(metric, options, message):
    with pytest.raises(ValueError, match=message):
        metric(**options)
