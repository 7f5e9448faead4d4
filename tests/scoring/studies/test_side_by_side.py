"""Two systems side by side: the right leader, the right certainty, and what segments are sorted by."""

import numpy as np
import pytest

from scoring import BLEU, CHRF, METRICS, TER, TestSet
from scoring.analysis.contrast import contrast_ngrams
from scoring.analysis.pair import ScoredPair, segments_by_difference
from scoring.judgments import Scores
from scoring.judgments.external import ExternalScore
from scoring.output.markup.html import sentence_html
from scoring.studies.side_by_side import (
    FEWEST,
    TAGS,
    WITH_ERRORS,
    WORDS,
    BucketComparison,
    SideBySideRequest,
    confirmed_ngrams_phrase,
    find_reversals,
    group_sentence,
    ngrams_sentence,
    production_sentence,
    run,
    score_pair,
    sort_by_origin,
    unconfirmed_note,
    win_sentence,
    win_sentence_with_plain_quotes,
    win_size_sentence,
)
from tests.judgments import IN_DOCUMENTS, SET
from tests.pairs import BAD, GOOD, NAMES, REFERENCE, bucket, pair_of

each_metric = pytest.mark.parametrize("name", METRICS)


def reversals(pair, by="length", *scored):
    return find_reversals(pair, BucketComparison({by: scored}, {}, 1000))


def wins(pair):
    return str(win_sentence(pair))


@each_metric
def test_the_better_system_leads_whichever_way_the_metric_goes(name):
    for a, b in ((GOOD, BAD), (BAD, GOOD)):
        pair = pair_of(METRICS[name](), a, b)
        assert (pair.lead > 0) == (a is GOOD)
        wins = pair.wins
        assert sum(wins) == len(REFERENCE)
        assert (wins.a > wins.b) == (a is GOOD)


def test_wins_are_counted_with_ties_and_segments_without_a_score():
    pair = pair_of(BLEU())
    assert tuple(pair.wins) == (2, 0, 1, 1), "two empty texts have no score"
    assert wins(pair) == "one wins 2 segments, other wins 1; 0 are tied, 1 has no score."
    assert tuple(pair_of(TER()).wins) == (2, 0, 1, 1)


@each_metric
def test_equal_systems(name):
    pair = pair_of(METRICS[name](), GOOD, GOOD)
    assert wins(pair) == "one and other are the same text in all 4 segments."
    said = "Neither system leads, so the ranking cannot reverse in a group."
    assert str(reversals(pair, "by", bucket(-9, -9, -8)).sentence) == said


def test_level_systems_that_are_not_the_same_text():
    assert "the same text" not in wins(pair_of(TER(), ["a x", "b b"], ["a a", "b x"], ["a a", "b b"]))


def test_a_score_that_is_not_defined():
    assert "the same text" in wins(pair_of(BLEU(), ["", ""], ["", ""], ["", ""]))
    assert reversals(pair_of(BLEU(), ["", "a b c d"], ["a b", ""], ["", ""])).sentence
    pair = ScoredPair(NAMES, BLEU(), (np.array([np.nan]),) * 2, (np.nan, 3.0))
    assert tuple(pair.wins) == (0, 0, 0, 1)
    assert segments_by_difference(pair).tolist() == [0]


def test_a_leader_who_wins_fewer_segments_is_said():
    scores = np.array([1.0, 1, 90]), np.array([2.0, 2, 3])
    assert wins(ScoredPair(NAMES, BLEU(), scores, (40.0, 20.0))) == (
        "one wins 1 segment, other wins 2, though one leads; 0 are tied."
    )
    assert wins(ScoredPair(NAMES, BLEU(), scores, (np.nan, 20.0))).endswith("0 are tied."), "nobody is said to lead"


AVERAGES = "9.00 points on average against 3.00."


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        ([3, 3, 0], [0, 0, 9], "one wins more segments (2 to 1), but other wins by more: " + AVERAGES),
        ([9, 9, 0], [0, 0, 3], "one wins more segments (2 to 1) and by more: " + AVERAGES),
        ([0, 0, 9], [3, 3, 0], "other wins more segments (2 to 1), but one wins by more: " + AVERAGES),
        ([3, 0, 1], [0, 9, 1], "Both win as many segments (1 to 1), but other wins by more: " + AVERAGES),
        ([3, 3, 0], [0, 0, 3], "one wins more segments (2 to 1), and both win by 3.00 points on average."),
        ([3, 0, 1], [0, 3, 1], "Both win as many segments (1 to 1), and both win by 3.00 points on average."),
        ([3, 1, 1], [0, 1, 1], ""),
    ],
)  # fmt: skip
def test_who_wins_more_segments_and_who_wins_by_more(a, b, said):
    scores = np.array(a, float), np.array(b, float)
    assert str(win_size_sentence(ScoredPair(NAMES, BLEU(), scores, (1.0, 2.0)))) == said
    turned = ScoredPair(NAMES, TER(), (-scores[0], -scores[1]), (1.0, 2.0))
    assert str(win_size_sentence(turned)) == said


def test_the_order_of_differences():
    pair = ScoredPair(NAMES, TER(), (np.array([10.0, 0, 5, np.nan]), np.array([0.0, 30, 5, 1])), (1.0, 2.0))
    assert segments_by_difference(pair).tolist() == [1, 0, 2, 3]
    assert segments_by_difference(pair, 1).tolist() == [1, 2, 3, 0], "lower is better: A is, in the second"
    assert segments_by_difference(pair, -1).tolist() == [0, 2, 3, 1]


# --- where the ranking reverses ---


@pytest.mark.parametrize("higher_is_better", [True, False])
def test_reversals_are_sure_only_by_the_interval_and_found_only_in_buckets_of_some_size(higher_is_better):
    pair = pair_of(BLEU() if higher_is_better else TER())
    sign = 1 if higher_is_better else -1

    def found(difference, low, high, size=50):
        bounds = sorted((sign * low, sign * high))
        got = reversals(pair, "by", bucket(sign * difference, *bounds, size, higher_is_better))
        assert got.n_buckets == (size >= FEWEST)
        return len(got.surely), len(got.perhaps)

    assert found(-2, -3, -1) == found(-2, -3, -1, size=FEWEST) == (1, 0)
    assert found(-2, -3, 0.1) == (0, 1)
    assert found(-2, -3, -1, size=FEWEST - 1) == (0, 0)
    assert found(2, 1, 3) == (0, 0)
    assert found(0, 0, 0) == (0, 0)
    assert found(np.nan, np.nan, np.nan, size=0) == (0, 0)


def test_words_go_by_f1_even_where_lower_is_better():
    """A leads in TER; B has more of the words right."""
    pair = pair_of(TER())
    assert pair.lead > 0
    (found,) = reversals(pair, WORDS, bucket(-5, -6, -4, higher_is_better=True)).surely
    assert (found.by, found.is_of_words) == (WORDS, True)


def test_some_buckets_say_nothing_of_the_ranking():
    given = ExternalScore.reading(Scores("MQM", {"one": [0.0], "other": [1.0]}))
    outside = ScoredPair(NAMES, given, (np.zeros(1), np.ones(1)), (1.0, 0.0))
    searched = {
        by: [reversals(pair, by, bucket(1, 0, 2)).n_buckets for pair in (outside, pair_of(BLEU()))]
        for by in ("domain", WORDS, TAGS, WITH_ERRORS)
    }
    assert searched == {"domain": [1, 1], WORDS: [0, 1], TAGS: [0, 1], WITH_ERRORS: [0, 0]}


def test_what_is_said_of_reversals():
    pair = pair_of(BLEU())

    def line(*scored):
        return str(reversals(pair, "length", *scored).sentence)

    sure, unsure, none = bucket(-2, -3, -1, label="0 to 9"), bucket(-2, -3, 1, label="60"), bucket(1, -3, 3)
    empty = bucket(np.nan, np.nan, np.nan, 0)
    assert line(none, empty) == "one is not behind in any of 1 group of segments and words."
    assert line(empty) == "No group has 10 segments or more, so none is searched for reversals."
    assert line(sure, unsure, none) == (
        "Over all groupings other is surely ahead in 1 of 3 groups; fewer than 1 would be by chance. This is:"
        " length 0 to 9 by 2.00 (50 segments). In 1 more it is perhaps ahead."
    )
    assert line(unsure) == "Over all groupings other is surely ahead in none of 1 group; in 1 perhaps."
    assert line(*[sure] * 7).endswith("; length 0 to 9 by 2.00 (50 segments) and 3 more.")
    by_words = str(reversals(pair, WORDS, sure).sentence)
    assert ": F1 of words by word frequency 0 to 9 by 2.00 (50 segments)." in by_words, "not by the pair's metric"
    shorter = bucket(-2, -3, -1, label="1 to under 5 words shorter")
    said = str(reversals(pair, "length difference", shorter).sentence)
    assert said.endswith("This is: outputs 1 to under 5 words shorter than the reference by 2.00 (50 segments).")


def test_the_groups_of_one_sorting_have_a_sentence():
    pair = pair_of(BLEU())

    def line(*scored, by="domain"):
        return str(group_sentence(pair, by, scored))

    sure, unsure, against = bucket(2, 1, 3, label="a"), bucket(-2, -3, 1, label="b"), bucket(-4, -5, -3, label="c")
    assert line(sure, unsure, against, bucket(1, -1, 2, label="d")) == (
        "By domain: other is ahead in c by 4.00 (50 segments), one in a by 2.00 (50); b and d are not clear."
    )
    assert line(sure, *[unsure] * 5) == "By domain: one is ahead in a by 2.00 (50 segments); the other 5 are not clear."
    assert line(unsure, bucket(2, 1, 3, 9)) == "By domain: neither system is surely ahead in any of 1 group."
    assert (
        line(sure, by=WORDS) == "By word frequency, in F1 of words: one is ahead in frequency a by 2.00 (50 segments)."
    )
    assert line(sure, by=WITH_ERRORS) == line() == ""


def test_the_largest_reversal_is_first_and_sentence_and_note_say_one_number_of_groups():
    small, large, others = bucket(-1, -2, -0.5), bucket(-3, -4, -2), [bucket(1, 0, 2)] * 22
    scored = {WORDS: [bucket(-9, -10, -8)], "length": [small, *others], "domain": [large]}
    found = find_reversals(pair_of(BLEU()), BucketComparison(scored, {}, 1000))
    assert [reversal.by for reversal in found.surely] == ["domain", "length", WORDS]
    assert "of 25 groups; about 1 would be by chance" in str(found.sentence)
    assert found.note.endswith(" By chance about 1 of 25 would.")


def test_every_system_is_named_in_its_colour():
    pair, colors = pair_of(BLEU()), {"one": "#111111", "other": "#222222", "2": "#333333"}
    said = sentence_html(win_sentence(pair), colors)
    assert (
        said.count('background:#111111"></span><b>one</b>')
        == said.count('background:#222222"></span><b>other</b>')
        == 1
    )
    assert "#333333" not in said, "a number is no system's name"


def test_signs_at_the_edges_of_words_count():
    """A word with a mark that 13a leaves there is the word and the mark."""
    outputs = {"A": ['„Wir " x'] * 20 + ["Wir „ x"] * 20, "B": ["y"] * 40}
    found = contrast_ngrams(TestSet.build(outputs, [["„Wir x“"] * 40]), ("A", "B"))
    made = found.production[0]
    numbers = {
        made.counts.words(n): (made.produced[n], made.n_in_references[n]) for n in range(len(made.counts.orders))
    }
    assert (numbers["„",], numbers["Wir",], numbers["“",]) == ((40, 40), (40, 40), (0, 40))
    said = str(production_sentence(found, ("A", "B"), 0, 1))
    assert "; less often the quotation mark “ (0 times; reference 40)." in said


def test_words_are_named_that_an_output_shares_with_the_other_one_after_its_own():
    outputs = {"A": ["cat"] * 20 + ["the"], "B": ["the"] * 21}
    found = contrast_ngrams(TestSet.build(outputs, [["dog"] * 20 + ["x"]]), ("A", "B"))
    assert str(production_sentence(found, ("A", "B"), 1, 1)) == (
        "B differs from the reference and from A: more often “the” (21 times; reference 0, A 1)."
        " It differs from the reference, but not clearly from A, in further words and phrases, for example: less often"
        " “dog” (0 times; reference 20)."
    )
    alike = contrast_ngrams(TestSet.build({"A": ["cat"] * 20, "B": ["cat"] * 20}, [["dog"] * 20] * 2), ("A", "B"))
    assert str(production_sentence(alike, ("A", "B"), 0, 1)) == (
        "A differs from the references, but not clearly from B, for example: more often “cat” (20 times; references"
        " 0); less often “dog” (0 times; references 20)."
    )


def test_an_output_that_is_longer_is_said_to_be():
    outputs = {"A": ["a b c"] * 9, "B": ["a b"] * 9}
    said = ngrams_said(outputs, [["a b"] * 9], "unconfirmed", 1)
    assert "B alone 0. In all A is longer by 9 words." in said
    marks = {"A": ["a , b ."] * 9, "B": ["a b"] * 9}
    assert "longer" not in ngrams_said(marks, [["a b"] * 9]) + ngrams_said({"A": [""], "B": [""]}, [["a b"]])
    pieces = {"A": ["\u2581ca t \u2581sat"] * 9, "B": ["\u2581cat"] * 9}
    assert "In all A is longer by 9 words" in ngrams_said(pieces, [["a b"] * 9])
    assert "longer" not in ngrams_said(outputs, [["a b"] * 9], "unconfirmed", 2)
    nearly = {"A": ["a b " * 50], "B": ["a b " * 49 + "a b"]}
    assert "longer" not in ngrams_said(nearly, [["a b"]])


def test_dots_are_a_matter_of_typing_and_fewer_of_them_leave_no_sentence_out():
    outputs = {"A": ["cat …"] * 20, "B": ["x"] * 20}
    found = contrast_ngrams(TestSet.build(outputs, [["cat . . ."] * 20]), ("A", "B"))
    said = str(production_sentence(found, ("A", "B"), 0, 2))
    assert said.endswith(
        "less often two dots in a row (0 times; reference 40), “cat .” (0 times; reference 20)."
        " Quotation marks, dashes and dots (...) are a matter of typing, not of meaning."
    )


def test_ngrams_are_those_of_one_reference_or_of_some():
    assert [confirmed_ngrams_phrase(*of) for of in ((True, 1), (False, 1), (True, 2), (False, 3))] == [
        "that the reference has, too",
        "that the reference does not have",
        "that a reference has, too",
        "that no reference has",
    ]
    assert unconfirmed_note(None, 1).startswith(" Such a word or phrase need not be wrong")
    assert unconfirmed_note(3, 2) == " Such a phrase need not be wrong: the references may say it in other ways."


def ngrams_said(outputs, references, kind="confirmed", order=None):
    found = contrast_ngrams(TestSet.build(outputs, references), ("A", "B"))
    return str(ngrams_sentence("that count", getattr(found, kind), ("A", "B"), order))


def test_it_is_said_how_many_words_each_has_alone_and_which_are_clearly_more_often():
    """Seven of eight are .07 by the exact test, eight of nine .04; only n-grams of six wins and more are tested."""
    outputs = {"A": ["cat"] * 8 + ["x"], "B": ["y"] * 8 + ["cat"]}
    assert ngrams_said(outputs, [["cat"] * 9], order=1) == (
        "A alone has 8 words that count, B alone 1. Clearly more often in A: “cat” (8 to 1)."
        " None is clearly more often in B."
    )
    fewer = {name: texts[1:] for name, texts in outputs.items()}
    assert ngrams_said(fewer, [["cat"] * 8], order=1).endswith(
        "B alone 1. No word is clearly more often in one of them: many are compared, and chance alone makes differences"
        " like those below."
    )
    said = ngrams_said(outputs, [["cat"] * 9], "unconfirmed", 1)
    assert "B alone 8. None is clearly more often in A. Clearly more often in B: “y” (8 to 0)." in said


def test_no_phrase_is_clear_where_none_can_be_significant():
    texts = [f"the old cat sat {n}" for n in range(5)]
    said = ngrams_said({"A": texts, "B": ["x"] * 5}, [texts], order=4)
    assert " No phrase is clearly more often in one of them: many are compared," in said


def test_it_is_said_whether_single_words_explain_the_difference():
    signs = {"A": ["!"] * 8, "B": ["y"] * 8}
    said = ngrams_said(signs, [["!"] * 8])
    none = " No word is clearly more often in one of them, so none explains the difference. Only "
    assert f"{none}punctuation marks are: in A the sign ! (8 to 0)." in said
    between = {"A": ["a b"] * 8, "B": ["b a"] * 8}
    said = ngrams_said(between, [between["A"]])
    assert f"{none}phrases are: in A “a b” (8 to 0)." in said
    words = {"A": ["cat"] * 9 + ["dog"] * 9, "B": ["y"] * 18}
    assert ngrams_said(words, [words["A"]]).endswith("None is clearly more often in B.")
    within = {"A": ["the old cat"] * 9, "B": ["x"] * 9}
    assert "Clearly more often in A: “the old cat” (9 to 0)." in ngrams_said(within, [within["A"]]), (
        "its words are clear"
    )
    none = ngrams_said({"A": ["cat"], "B": ["y"]}, [["cat"]])
    assert " No word or phrase is clearly more often in one of them: many are compared," in none


def test_a_word_with_a_mark_is_the_word_and_the_mark():
    outputs = {"A": ["Ich cat now"] * 20, "B": ["„Ich cow now"] * 20}
    said = ngrams_said(outputs, [["x"] * 20], "unconfirmed", 1)
    assert "in A: “cat” (20 to 0). Clearly more often in B: “cow” (20 to 0), the quotation mark „ (20 to 0)." in said


def test_a_piece_of_a_word_is_a_word():
    outputs = {"A": ["\u2581cat !"] * 20, "B": ["x"] * 20}
    assert "in A: “\u2581cat” (20 to 0), the sign ! (20 to 0)." in ngrams_said(outputs, [outputs["A"]], order=1)
    hindi = {"A": ["है"] * 20, "B": ["x"] * 20}
    assert "Clearly more often in A: “है” (20 to 0)." in ngrams_said(hindi, [hindi["A"]], order=1)


def test_p_is_corrected_for_the_ngrams_that_can_be_significant():
    """Six of six are .03, twice that .06; one that occurs five times counts for nothing."""
    assert "in A: “a” (6 to 0)" in ngrams_said({"A": ["a"] * 6, "B": ["-"] * 6}, [["a"] * 6], order=1)
    two = {"A": ["a b"] * 6, "B": ["-"] * 6}
    assert "No word is clearly more often in one of them" in ngrams_said(two, [["a b"] * 6], order=1)
    rare = {"A": ["a b"] * 5 + ["a"], "B": ["-"] * 6}
    assert "in A: “a” (6 to 0)" in ngrams_said(rare, [rare["A"]], order=1)


def test_a_sign_is_called_one_and_phrases_of_one_length_are_counted_by_themselves():
    marks = {"A": ["“"] * 8, "B": ["x"] * 8}
    assert "Only punctuation marks are: in A the quotation mark “ (8 to 0)." in ngrams_said(marks, [["“"] * 8])
    phrases = {"A": ["the old cat"] * 9, "B": ["x"] * 9}
    said = ngrams_said(phrases, [phrases["A"]], order=2)
    assert said.startswith("A alone has 18 phrases of 2 words that count, B alone 0.")
    assert "“the old” (9 to 0), “old cat” (9 to 0)" in said
    said = ngrams_said(phrases, [phrases["A"]])
    assert said.startswith("A alone has 27 words and 0 phrases of 4 words that count, B alone 0 and 0.")
    assert "Clearly more often in A: “the old cat” (9 to 0)." in said


def test_words_are_named_before_signs_and_what_an_output_writes_too_often_has_both_numbers():
    outputs = {"A": ["cat !"] * 20 + ["dog"], "B": ["x"] * 21}
    found = contrast_ngrams(TestSet.build(outputs, [["dog ?"] * 20 + ["dog"]]), ("A", "B"))
    assert str(production_sentence(found, ("A", "B"), 0, 1)) == (
        "A differs from the reference and from B: more often “cat” (20 times; reference 0, B 0), the sign ! (20 times;"
        " reference 0, B 0). It differs from the reference, but not clearly from B, in further words and phrases, for"
        " example: less often “dog” (1 time; reference 21), the sign ? (0 times; reference 20)."
        " An output with fewer ends of sentences may join sentences, or leave some out: see Checks."
    )
    said = str(production_sentence(found, ("A", "B"), 1, 3))
    assert said == "B writes no phrase of 3 words clearly more or less often than the reference."


# --- what segments are sorted by ---


def test_by_domain_and_document():
    found = sort_by_origin(IN_DOCUMENTS)
    assert {by: [buckets.labels[member] for member in buckets.members] for by, buckets in found.items()} == {
        "domain": ["news", "news", "speech", "speech"],
        "document": ["one", "one", "two", "two"],
    }


def test_one_origin_sorts_nothing():
    assert sort_by_origin(SET) == {}
    assert sort_by_origin(IN_DOCUMENTS.only([0, 1])) == {}


# --- the request ---


def test_a_request_checks_itself():
    for wrong in ({"names": ("one",)}, {"metric": "bleu"}, {"score_of": 2}, {"length_of": -1}, {"trials": 0}):
        with pytest.raises(ValueError, match=r"\w"):
            SideBySideRequest(**{"metric": BLEU(), "names": NAMES, "bleu": BLEU()} | wrong)
    test_set = TestSet.build({"one": GOOD, "other": BAD}, [REFERENCE])
    with pytest.raises(ValueError, match="Unknown system 'another'; there are one, other"):
        run(SideBySideRequest(BLEU(), ("one", "another"), BLEU()), test_set, BLEU().measure(test_set))


def test_progress_goes_to_the_end_in_small_steps():
    test_set = TestSet.build({"one": GOOD[:3], "other": BAD[:3]}, [REFERENCE[:3]])
    told = []
    found = run(SideBySideRequest(BLEU(), NAMES, BLEU(), trials=10), test_set, BLEU().measure(test_set), told.append)
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1)
    assert [*found.buckets.scores] == ["reference length", "length difference", "segment score", WORDS]


def test_signs_have_names():
    pairs = {"A": ["x , “ y"] * 8, "B": ["x y"] * 8}
    said = ngrams_said(pairs, [pairs["A"]], order=2)
    assert "in A: “x ,” (8 to 0), the comma + quotation mark “ (8 to 0), the phrase “ y (8 to 0)." in said
    typing = " Quotation marks, dashes and dots (...) are a matter of typing, not of meaning."
    assert said.endswith(typing)
    few = ngrams_said({"A": ["“ a b"] * 9, "B": ["x"] * 9}, [["“ a b"] * 9], order=3)
    assert few.endswith(f"None is clearly more often in B.{typing}"), few
    stops = {"A": ["x ."] * 8, "B": ["x ,"] * 8}
    said = ngrams_said(stops, [stops["A"]], order=1)
    assert " An output with fewer ends of sentences may join sentences, or leave some out: see Checks." in said
    assert "in A the comma (8 to 0), the quotation mark “ (8 to 0)." in ngrams_said(pairs, [pairs["A"]], order=1)


def test_wins_are_counted_with_quotation_marks_of_one_kind_where_these_change_who_wins_more():
    references = [f"Es sind {n} „ Katzen “ da , sagt sie" for n in range(30)]
    good = [text.replace("sagt", "ruft") if n % 3 == 1 else text for n, text in enumerate(references)]
    straight = [text.replace("„", '"').replace("“", '"') for text in references]
    test_set = TestSet.build({"A": good, "B": straight}, [references])

    def said(test_set, metric=None):
        metric = metric or BLEU()
        pair = score_pair(metric, ("A", "B"), metric.measure(test_set), test_set)
        return str(win_sentence_with_plain_quotes(pair, test_set))

    assert said(test_set) == "With quotation marks made alike A wins 0 segments, B wins 10; 20 are tied."
    assert not said(test_set, CHRF())
    assert not said(TestSet.build({"A": good, "B": references}, [references]))
    poor = [text.replace("da", "dort") for text in straight]
    assert not said(TestSet.build({"A": good, "B": poor}, [references])), "the same system wins more"
