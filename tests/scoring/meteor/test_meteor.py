"""METEOR against its paper's formulas and examples, NLTK, and the views against the statistics."""

from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer
from nltk.translate.meteor_score import align_words, single_meteor_score

from scoring import METEOR, METRICS, TestSet
from scoring.meteor import STEMMERS, Chunk, WordMatch
from tests.cases import as_one_test
from tests.corpora import SAMPLE_SETS, corpora
from tests.scoring.meteor.stemming import NoWordNet, Porter

WORDS = METEOR(tokenize="none")
TEXT = st.lists(st.sampled_from(["run", "runs", "Running", "a", "the", "walked", "walks", "."]), max_size=9)


def segment_score(metric, hypothesis, *references):
    return float(metric.score(metric.statistics([hypothesis], [[text] for text in references]))[0])


def nltk_score(hypothesis, reference, **options):
    """0-100, of word lists."""
    return 100 * single_meteor_score(reference, hypothesis, stemmer=Porter(), wordnet=NoWordNet(), **options)


def nltk_matches_and_chunks(hypothesis, reference):
    pairs, *_ = align_words(map(str.lower, hypothesis), map(str.lower, reference), Porter(), NoWordNet())
    return len(pairs), sum((i - 1, j - 1) not in pairs for i, j in pairs)


# The paper (Banerjee and Lavie 2005)


def test_the_papers_example_of_chunks():
    """Section 2.2: "the president" and "spoke to the audience" are two chunks."""
    terms = WORDS.arithmetic(
        WORDS.statistics(["the president spoke to the audience"], [["the president then spoke to the audience"]])[0]
    )
    assert (terms.matches, terms.chunks) == (6, 2)
    assert (terms.precision, terms.recall) == (1, 6 / 7)
    assert terms.f_mean == pytest.approx(10 * (6 / 7) / (6 / 7 + 9))
    assert terms.penalty == pytest.approx(0.5 * (2 / 6) ** 3)
    assert terms.score == pytest.approx(100 * terms.f_mean * (1 - terms.penalty))


def test_equal_words_match_before_equal_stems():
    """Section 2.2: "computer" is mapped to "computer" by the exact module, to "computers" by the Porter module."""
    assert segment_score(WORDS, "computer", "computers") == pytest.approx(50)
    assert segment_score(METEOR(stemmer="none"), "computer", "computers") == 0
    matching = WORDS.alignment("computers computer", ["the computer"])
    assert matching.references[0].matches == (WordMatch(1, 1, "exact"),)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, 10 * (3 / 4) * (3 / 5) / (3 / 5 + 9 * (3 / 4)) * (1 - 0.5 * (2 / 3) ** 3)),
        ({"alpha": 0}, 3 / 4 * (1 - 0.5 * (2 / 3) ** 3)),
        ({"alpha": 1}, 3 / 5 * (1 - 0.5 * (2 / 3) ** 3)),
        ({"alpha": 0.5}, 2 * 3 / 9 * (1 - 0.5 * (2 / 3) ** 3)),
        ({"alpha": 0.5, "beta": 0}, 2 * 3 / 9 * 0.5),
        ({"alpha": 0.5, "gamma": 0}, 2 * 3 / 9),
        ({"alpha": 0.5, "beta": 1, "gamma": 1}, 2 * 3 / 9 / 3),
    ],
)
def test_the_formula_and_its_parameters(options, expected):
    """Three of four words match three of five, in two chunks."""
    metric = METEOR(tokenize="none", **options)
    assert segment_score(metric, "b c x a", "a b c y z") == pytest.approx(100 * expected)


def test_a_corpus_has_the_score_of_its_sums():
    hypotheses, references = ["a b c", "x", "d"], [["a b c d", "y", "e d"]]
    terms = WORDS.arithmetic(WORDS.statistics(hypotheses, references).sum(axis=0))
    assert (terms.matches, terms.chunks, terms.hypothesis_length, terms.reference_length) == (4, 2, 5, 7)
    f_mean = 10 * (4 / 5) * (4 / 7) / (4 / 7 + 9 * 4 / 5)
    assert terms.score == pytest.approx(100 * f_mean * (1 - 0.5 * (2 / 4) ** 3))


@pytest.mark.parametrize(("hypothesis", "reference"), [("", "a"), ("a", ""), ("a", "b")])
def test_without_a_match_the_score_is_0_as_in_nltk(hypothesis, reference):
    assert segment_score(WORDS, hypothesis, reference) == 0
    assert nltk_score(hypothesis.split(), reference.split()) == 0


def test_what_is_not_a_number_stays_none():
    assert isnan(WORDS.score([nan] * 4))


# Several references


def test_the_reference_with_the_highest_score_counts():
    rows = WORDS.statistics(["a b c", "a b"], [["a x", "b a"], ["a b c d", "a b"], [None, "a b"]])
    np.testing.assert_array_equal(rows, [[3, 4, 3, 1], [2, 2, 2, 1]])
    assert WORDS.alignment("a b", ["b a", "a b", "a b"]).best == 1
    assert WORDS.alignment("a b", [None, "c"]).best == 1


@given(corpora())
def test_each_segment_has_the_best_of_its_references(corpus):
    hypotheses, references = corpus
    scores = METEOR().score(METEOR().statistics(hypotheses, references))
    for i, hypothesis in enumerate(hypotheses):
        single = [segment_score(METEOR(), hypothesis, column[i]) for column in references if column[i] is not None]
        expected = nan if any(map(isnan, single)) else max(single)  # two empty texts before an empty one and any other
        assert scores[i] == pytest.approx(expected, nan_ok=True)


# NLTK


@given(TEXT, TEXT)
def test_nltk_matches_as_many_words_in_no_fewer_chunks(hypothesis, reference):
    terms = WORDS.arithmetic(WORDS.statistics([" ".join(hypothesis)], [[" ".join(reference)]])[0])
    matches, n_chunks = nltk_matches_and_chunks(hypothesis, reference)
    assert matches == terms.matches
    assert n_chunks >= terms.chunks
    nltk = nltk_score(hypothesis, reference) if hypothesis or reference else nan
    if n_chunks == terms.chunks:
        assert nltk == pytest.approx(terms.score, nan_ok=True)
    else:
        assert nltk < terms.score


def test_nltks_own_stemmer_extends_porters():
    """ "dying" has the stem "die" only there; told to keep to the original, it gives ours."""
    words = ["dying", "skies", "generously", "relational", "happily"]
    ours = [Porter().stem(word) for word in words]
    assert [PorterStemmer(PorterStemmer.ORIGINAL_ALGORITHM).stem(word) for word in words] == ours
    assert [PorterStemmer().stem(word) for word in words] != ours
    extended = single_meteor_score(["die"], ["dying"], stemmer=PorterStemmer(), wordnet=NoWordNet())
    assert extended > segment_score(WORDS, "dying", "die") == 0


@given(st.permutations("abcdefgh"), st.permutations("abcdefgh"), st.integers(1, 8), st.integers(1, 8))
def test_nltk_where_no_word_is_repeated(hypothesis, reference, length, reference_length):
    hypothesis, reference = hypothesis[:length], reference[:reference_length]
    expected = nltk_score(hypothesis, reference)
    assert segment_score(WORDS, " ".join(hypothesis), " ".join(reference)) == pytest.approx(expected)


@given(TEXT, TEXT, st.floats(0, 1), st.floats(0.1, 9), st.floats(0, 1))
def test_nltk_with_other_parameters(hypothesis, reference, alpha, beta, gamma):
    metric = METEOR(tokenize="none", alpha=alpha, beta=beta, gamma=gamma)
    terms = metric.arithmetic(metric.statistics([" ".join(hypothesis)], [[" ".join(reference)]])[0])
    if (hypothesis or reference) and nltk_matches_and_chunks(hypothesis, reference)[1] == terms.chunks:
        expected = nltk_score(hypothesis, reference, alpha=alpha, beta=beta, gamma=gamma)
        assert terms.score == pytest.approx(expected)


def test_nltk_pairs_each_word_with_the_last_that_is_free():
    """And so tears "the cat" apart."""
    assert nltk_matches_and_chunks(["the", "cat"], ["the", "cat", "the"]) == (2, 2)
    assert WORDS.statistics(["the cat"], [["the cat the"]])[0].tolist() == [2, 3, 2, 1]


@pytest.mark.parametrize(
    ("name", "hypotheses", "references"),
    [pytest.param(*row, id=row[0]) for row in SAMPLE_SETS if row[0].startswith(("inflection", "news"))],
)
def test_nltk_on_the_sample_data(name, hypotheses, references):
    """Segment by segment; both match as many words in each, and most in as many chunks."""
    rows = WORDS.statistics(hypotheses, references[:1])
    pairs = [(h.split(), r.split()) for h, r in zip(hypotheses, references[0], strict=True)]
    theirs = np.array([nltk_matches_and_chunks(*pair) for pair in pairs])
    np.testing.assert_array_equal(rows[:, 2], theirs[:, 0])
    same = rows[:, 3] == theirs[:, 1]
    assert (rows[:, 3] <= theirs[:, 1]).all()
    assert same.mean() > 0.3
    scores = [nltk_score(*pair) for pair in pairs]
    np.testing.assert_allclose(WORDS.score(rows)[same], np.array(scores)[same])


# Views


@given(corpora())
def test_what_is_drawn_is_what_was_counted(corpus):
    hypotheses, references = corpus
    rows = METEOR().statistics(hypotheses, references)
    for i, hypothesis in enumerate(hypotheses):
        matching = METEOR().alignment(hypothesis, [column[i] for column in references])
        best = matching.references[matching.best]
        counted = [len(matching.hypothesis), len(best.tokens), len(best.matches), len(best.chunks)]
        assert counted == rows[i].tolist() == list(matching.statistics)
        for column, seen in zip(references, matching.references, strict=True):
            assert (seen is None) == (column[i] is None)
        in_chunks = [
            (chunk.hypothesis[0] + k, chunk.reference[0] + k)
            for chunk in best.chunks
            for k in range(chunk.hypothesis[1] - chunk.hypothesis[0])
        ]
        assert in_chunks == [(match.hypothesis, match.reference) for match in best.matches]


def test_the_view_of_a_segment():
    matching = METEOR().alignment("The dogs bark at dogs.", ["Dogs are barking at the dog", None])
    assert matching.hypothesis == ("the", "dogs", "bark", "at", "dogs", ".")
    assert matching.references[1] is None
    assert matching.best == 0
    reference = matching.references[0]
    assert reference.tokens == ("dogs", "are", "barking", "at", "the", "dog")
    assert reference.matches == (
        WordMatch(0, 4, "exact"),
        WordMatch(1, 5, "stem"),
        WordMatch(2, 2, "stem"),
        WordMatch(3, 3, "exact"),
        WordMatch(4, 0, "exact"),
    )
    assert reference.chunks == (Chunk((0, 2), (4, 6)), Chunk((2, 4), (2, 4)), Chunk((4, 5), (0, 1)))


@pytest.mark.parametrize(
    ("hypothesis", "references", "message"),
    [
        (None, ["a"], "The hypothesis is None"),
        ("a", [None], r"needs at least one reference; found \[None\]"),
        ("a", [], r"needs at least one reference; found \[\]"),
        ("a", "bc", "expected a sequence of strings"),
    ],
)
def test_a_view_of_what_is_no_segment_is_an_error(hypothesis, references, message):
    with pytest.raises(ValueError, match=message):
        METEOR().alignment(hypothesis, references)


# Options


def test_case_and_stemmers():
    assert segment_score(METEOR(case_sensitive=True), "The", "the") == 0
    assert segment_score(METEOR(), "The", "the") == 50
    assert segment_score(METEOR(stemmer="german"), "häusern", "hauses") == 50
    assert segment_score(METEOR(), "häusern", "hauses") == 0


@as_one_test
@pytest.mark.parametrize("stemmer", STEMMERS)
def test_every_stemmer_works(stemmer):
    assert segment_score(METEOR(stemmer=stemmer), "a b c d", "a b c d") == pytest.approx(100 * (1 - 0.5 / 4**3))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": 1.1}, r"METEOR's alpha \(--meteor-alpha\) must be 0 to 1; found 1.1"),
        ({"alpha": nan}, r"METEOR's alpha \(--meteor-alpha\) must be 0 to 1; found nan"),
        ({"alpha": "much"}, r"alpha \(--meteor-alpha\) must be 0 to 1; found 'much'"),
        ({"beta": -1}, r"METEOR's beta \(--meteor-beta\) must be 0 to 100; found -1"),
        ({"beta": 1e308}, r"beta \(--meteor-beta\) must be 0 to 100; found 1e\+308"),
        ({"gamma": None}, r"gamma \(--meteor-gamma\) must be 0 to 1; found None"),
        ({"stemmer": "klingon"}, "Unknown stemmer 'klingon'; there are none, arabic, "),
        ({"stemmer": None}, "Unknown stemmer None"),
        ({"tokenize": "13b"}, "Unknown tokenizer '13b'"),
    ],
)
def test_an_option_that_it_cannot_take_is_an_error(options, message):
    with pytest.raises(ValueError, match=message):
        METEOR(**options)


def test_signature():
    expected = "case:lc|tok:13a|alpha:0.9|beta:3.0|gamma:0.5|stem:porter|syn:no|version:"
    assert METEOR().signature.startswith(expected)
    assert METEOR(beta=3) == METEOR()
    assert METRICS["meteor"] is METEOR


def test_systems_are_measured_by_themselves():
    """The words of one system are in the vocabulary of the other."""
    systems = {"one": ["a runs b"], "two": ["b run zz"]}
    measured = METEOR().measure(TestSet.build(systems, [["run b"]]))
    assert {name: rows.tolist() for name, rows in measured.items()} == {"one": [[3, 2, 2, 1]], "two": [[3, 2, 2, 2]]}
