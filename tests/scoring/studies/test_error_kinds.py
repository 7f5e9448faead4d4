"""The study of errors by kind: a run is a count and a test, and its sentences are those of the page."""

import numpy as np

from scoring import TestSet
from scoring.analysis.error_kinds import compare_kinds
from scoring.judgments import Annotation, ErrorSpan
from scoring.output.sentence import SystemName
from scoring.studies import error_kinds
from scoring.studies.error_kinds import ErrorKindsRequest, ErrorWords, WordMatches

N_SEGMENTS = 40
REQUEST = ErrorKindsRequest("MQM", "main", (), "13a")


def marked():
    """System A has an error of style in every segment, B in one."""
    spans = [ErrorSpan("A", segment, 0, 1, "minor", "style") for segment in range(N_SEGMENTS)]
    judged = {name: np.ones(N_SEGMENTS, bool) for name in "AB"}
    annotation = Annotation("MQM", [*spans, ErrorSpan("B", 0, 0, 1, "major", "style")], judged)
    texts = {name: ["a b c d"] * N_SEGMENTS for name in "AB"}
    return TestSet.build(texts, [["a b x y"] * N_SEGMENTS]).with_judgments(annotations=[annotation])


def test_a_run_counts_and_tests():
    test_set, told = marked(), []
    counts = error_kinds.count_error_kinds(REQUEST, test_set)
    found, again = error_kinds.run(REQUEST, test_set, told.append), error_kinds.run(REQUEST, test_set, counts=counts)
    expected = compare_kinds(counts)
    for name in ("differences", "p_values", "intervals"):
        assert np.array_equal(getattr(found, name), getattr(expected, name), equal_nan=True)
        assert np.array_equal(getattr(again, name), getattr(expected, name), equal_nan=True)
    assert told[-1] == 1
    assert found.n_bytes > 0


def test_who_differs_is_said_of_each_kind():
    found = error_kinds.run(REQUEST, marked()).differing("AB")
    whole, of_style = map(str, error_kinds.difference_sentences(found, 1))
    assert whole.startswith("all errors: B has 243.8 fewer than A (")
    assert of_style.startswith("style: B has 243.8 fewer than A (")
    assert of_style.endswith("); 1 of 1 pair differs.")


def test_what_bleu_sees_is_said():
    found = ErrorWords(WordMatches(10, 4, 2), WordMatches(1000, 800, 600))
    said = "40 % of the words inside errors are in a reference, 80 % of those outside."
    assert str(error_kinds.marked_word_sentence(found)) == said


def test_who_makes_which_errors_is_said():
    """40 errors in 160 words are 250 per 1,000 words, one is 6.25."""
    counts = error_kinds.count_error_kinds(REQUEST, marked())
    assert str(error_kinds.rates_sentence(counts, ("A", "B"), error_kinds.run(REQUEST, marked()))) == (
        "B has significantly fewer errors than A: 6.2 against 250.0 per 1,000 words."
    )
    said = "6.2 (B) to 250.0 (A) errors per 1,000 words."
    assert str(error_kinds.rates_sentence(counts, ("A", "B"))) == said, "nothing is said before the test"
    assert str(error_kinds.rates_sentence(counts, ("A",))) == "A has 250.0 errors per 1,000 words."
    assert not error_kinds.rates_sentence(counts, ("C",))
    assert not error_kinds.unweighted_sentence(counts, ("A",), "MQM", "A")
    said = " By MQM, which weights errors, A leads."
    assert str(error_kinds.unweighted_sentence(counts, ("A", "B"), "MQM", "A")) == said
    major = error_kinds.count_error_kinds(ErrorKindsRequest("MQM", "main", ("major",), "13a"), marked())
    assert not error_kinds.unweighted_sentence(major, ("A", "B"), "MQM", "B"), "minor ones do not count"
    spans = [ErrorSpan("A", segment, 0, 1, "minor", "accuracy") for segment in range(N_SEGMENTS)]
    both = [*spans, ErrorSpan("B", 0, 0, 1, "major", "style"), ErrorSpan("B", 1, 0, 1, "major", "accuracy")]
    judged = {name: np.ones(N_SEGMENTS, bool) for name in "AB"}
    test_set = marked().with_judgments(annotations=[Annotation("other", both, judged)])
    counts = error_kinds.count_error_kinds(ErrorKindsRequest("other", "main", (), "13a"), test_set)
    assert str(error_kinds.rates_sentence(counts, ("A", "B"))) == (
        "12.5 (B) to 250.0 (A) errors per 1,000 words. Most frequent kind: accuracy."
    )


def test_no_order_is_named_that_the_test_does_not_find_and_ties_are_named():
    spans = [ErrorSpan("A", segment, 0, 1, "minor", "style") for segment in range(3)]
    judged = {name: np.ones(N_SEGMENTS, bool) for name in "AB"}
    test_set = marked().with_judgments(annotations=[Annotation("few", spans, judged)])
    request = ErrorKindsRequest("few", "main", (), "13a")
    counts, tested = error_kinds.count_error_kinds(request, test_set), error_kinds.run(request, test_set)
    assert str(error_kinds.rates_sentence(counts, ("A", "B"), tested)) == (
        "Too few errors to tell the systems apart: 0 (B) to 18.8 (A) per 1,000 words."
    )
    assert not any(isinstance(piece, SystemName) for piece in error_kinds.rates_sentence(counts, "AB", tested).pieces)
    one_each = [*spans, *(ErrorSpan("B", segment, 0, 1, "minor", "style") for segment in range(3))]
    test_set = marked().with_judgments(annotations=[Annotation("few", one_each, judged)])
    counts = error_kinds.count_error_kinds(request, test_set)
    assert str(error_kinds.rates_sentence(counts, ("A", "B"))) == "Each system has 18.8 errors per 1,000 words."


def test_it_is_said_over_which_systems_the_lead_is_significant():
    """A has an error in every segment, B in one, C in two, D in none."""
    texts = {name: ["a b c d"] * N_SEGMENTS for name in "ABCD"}
    numbers = {"A": N_SEGMENTS, "B": 1, "C": 2}
    spans = [ErrorSpan(name, at, 0, 1, "major", "style") for name, many in numbers.items() for at in range(many)]
    spans += [ErrorSpan("D", at, 0, 1, "minor", "style") for at in range(N_SEGMENTS)]
    judged = {name: np.ones(N_SEGMENTS, bool) for name in texts}
    test_set = TestSet.build(texts, [["a b x y"] * N_SEGMENTS]).with_judgments(
        annotations=[Annotation("MQM", spans, judged)]
    )
    request = ErrorKindsRequest("MQM", "main", ("major",), "13a")
    counts, tested = error_kinds.count_error_kinds(request, test_set), error_kinds.run(request, test_set)
    assert counts.kinds[0] == "all major errors"
    assert str(error_kinds.rates_sentence(counts, "ABCD", tested)) == (
        "D has the fewest major errors, 0 per 1,000 words, and A the most, 250.0."
        " The lead over 1 of 3 others is significant, over B and C it is not."
    )
    every = error_kinds.run(ErrorKindsRequest("MQM", "main", ("minor",), "13a"), test_set)
    assert str(error_kinds.rates_sentence(every.counts, "ABCD", every)) == (
        "A, B and C have the fewest minor errors, 0 per 1,000 words, and D the most, 250.0."
        " The lead over all others is significant."
    )
    assert str(error_kinds.serious_by_people(test_set, ("D", "A"))) == (
        "Major errors, marked by people (MQM): D 0 and A 40 of 40 segments."
    )
    assert error_kinds.serious_by_people(marked(), ("A", "C")) is None, "nobody judged C"


def test_a_difference_in_some_kinds_alone_is_said_so():
    """A has errors of style, B as many of accuracy: they differ in both kinds, and not in all errors."""
    spans = [ErrorSpan("A", at, 0, 1, "major", "style") for at in range(N_SEGMENTS - 1)]
    spans += [ErrorSpan("B", at, 0, 1, "major", "accuracy") for at in range(N_SEGMENTS)]
    judged = {name: np.ones(N_SEGMENTS, bool) for name in "AB"}
    test_set = marked().with_judgments(annotations=[Annotation("kinds", spans, judged)])
    tested = error_kinds.run(ErrorKindsRequest("kinds", "main", (), "13a"), test_set)
    assert str(error_kinds.rates_sentence(tested.counts, "AB", tested)) == (
        "Overall, no significant difference in errors: 243.8 (A) to 250.0 (B) per 1,000 words;"
        " in some kinds there is one. Most frequent kind: accuracy."
    )


def test_few_words_within_errors_tell_nothing_of_bleu():
    def said(words):
        return error_kinds.too_few_words(ErrorWords(WordMatches(words, words, words)))

    assert said(22) == "22 words inside marked errors are too few to say: it takes 100 or more."
    assert said(1).startswith("1 word inside marked errors is too few")
    assert said(100) == ""
