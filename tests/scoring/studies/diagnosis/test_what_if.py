"""Scores as they would be: word order by trying all orders, lengths by hand, copies by plain loops."""

from itertools import pairwise, permutations

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU
from scoring.studies.diagnosis.what_if import ScoredTexts
from scoring.text.texts import as_column

WORDS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=6)


def texts(outputs, *references, **options):
    return ScoredTexts(as_column(outputs), [as_column(lines) for lines in references], BLEU(**options))


def test_words_of_the_reference_take_its_order_and_others_keep_their_places():
    ordered = texts(["d x c b a a"], ["a b c d"]).in_reference_order()
    words = dict(zip(ordered.references[0][0].as_py().split(), "abcd", strict=True))
    assert [words.get(number, "x") for number in ordered.outputs[0].as_py().split()] == [*"axbcda"]


@given(st.permutations("abcdef"))
def test_any_order_of_the_reference_s_words_becomes_the_reference(words):
    assert texts([" ".join(words)], ["a b c d e f"]).in_reference_order().score == pytest.approx(100)


@given(WORDS, st.sets(st.sampled_from("abcd"), min_size=1))
def test_without_repeated_words_no_order_has_more_bigrams(output, reference):
    output = list(dict.fromkeys(output))
    reference = sorted(reference)
    here = texts([" ".join(output)], [" ".join(reference)], max_order=2)
    stays = [word not in reference for word in output]
    ordered = here.in_reference_order()
    orders = [
        order
        for order in permutations(output)
        if all(a == b for a, b, is_fixed in zip(order, output, stays, strict=True) if is_fixed)
    ]
    best = max(sum(pair in {*pairwise(reference)} for pair in pairwise(order)) for order in orders)
    matches = ordered.bleu.column(ordered.statistics[0], "matches_2")
    assert ordered.bleu.column(ordered.statistics[0], "matches_1") == here.bleu.column(here.statistics[0], "matches_1")
    assert matches <= best


def test_of_several_references_the_one_with_most_words_gives_the_order():
    given = texts(["c b a"], ["a x y"], ["a b c"]).in_reference_order()
    assert given.bleu.column(given.statistics[0], "matches_3") == 1


def test_a_shorter_output_loses_its_brevity_penalty():
    outputs, reference = ["the cat sat on the"], ["the cat sat on the mat now"]
    found = sacrebleu.corpus_bleu(outputs, [reference])
    assert texts(outputs, reference).score_at_reference_length() == pytest.approx(found.score / found.bp)


def test_a_longer_output_keeps_its_matches_among_fewer_n_grams():
    outputs, reference = ["the cat sat on the mat x y"], ["the cat sat on the big mat"]
    counts = [(6, 7), (4, 6), (3, 5), (2, 4)]  # of 8, 7, 6 and 5 n-grams; the reference has 7 words
    expected = 100 * float(np.prod([matched / total for matched, total in counts])) ** 0.25
    assert texts(outputs, reference).score_at_reference_length() == pytest.approx(expected)


def test_a_copy_has_half_or_more_words_that_only_the_source_has():
    outputs = ["der Hund sleeps", "der Hund schläft", "der the dog sleeps", "Hund", ""]
    sources = ["the dog sleeps", "der Hund schläft", "the dog sleeps", "Hund", ""]
    references = ["der Hund schläft", "der Hund schläft", "der Hund schläft", "Hund", "x"]
    assert texts(outputs, references).copied_from(as_column(sources)).tolist() == [False, False, True, False, False]


def test_capitals_are_counted_word_by_word():
    assert texts(["The cat IS here"], ["the cat", None], ["A b c d", "E F"]).capitals() == (0.5, 3 / 8)
