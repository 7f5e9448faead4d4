"""What the page Compare says of a pair: the right leader, the right certainty, every word of users escaped."""

import re

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from scoring import BLEU, METRICS, TER, Segment
from scoring.analysis.bucket_scores import BucketScore
from scoring.analysis.pair import ScoredPair, by_difference, scored_pair
from scoring.analysis.turns import TAGS, of_metric, turns
from scoring.analysis.turns import WORDS as BY_WORDS
from scoring.judgments import Scores
from scoring.judgments.external import ExternalScore
from scoring.ter.edits import EditKind
from tests.hostile import TEXTS
from ui.compare import charts, comparison_tables, outputs
from ui.compare.summary import where_it_turns, who_wins

NAMES = ("one", "other")
COLORS = ("#0072B2", "#D55E00")
REFERENCE = ["the cat sat on the mat", "it rained all day", "a b c d e f", ""]
GOOD = ["the cat sat on the mat", "it rained all night", "a b c d x f", ""]
BAD = ["a cat is on a mat", "it rained all day", "b a", ""]
SEGMENT = Segment(1, None, {"ref": "r"}, {"one": "a", "other": "b"}, None)
each_metric = pytest.mark.parametrize("name", METRICS)


def pair_of(metric, a=GOOD, b=BAD, references=REFERENCE, names=NAMES):
    rows = [metric.statistics(texts, [references]) for texts in (a, b)]
    return scored_pair(metric, names, rows, [pa.array(texts) for texts in (a, b)])


def bucket(difference, low, high, size=50, higher_is_better=True, label="b"):
    return BucketScore(label, size, (50 + difference, 50), ((0, 1), (0, 1)), difference, (low, high), higher_is_better)


def said(html):
    """The text of a statement."""
    return re.sub("<[^>]*>", "", html)


def wins(pair):
    return said(who_wins(pair, COLORS))


def turned(pair, buckets):
    return said(where_it_turns(pair, COLORS, buckets))


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
    assert "; 0 are level and 1 without a score" in wins(pair)
    assert tuple(pair_of(TER()).wins) == (2, 0, 1, 1)


def test_each_system_has_its_colour():
    pair = pair_of(BLEU())
    for statement in (who_wins(pair, COLORS), outputs.outputs_side_by_side(pair, COLORS, {0: SEGMENT}, "none", False)):
        dots = re.findall(r"background:(#\w+)[^>]*></span><b>(\w+)</b>", statement)
        assert dots == list(zip(COLORS, NAMES, strict=True))


@each_metric
def test_equal_systems(name):
    pair = pair_of(METRICS[name](), GOOD, GOOD)
    assert wins(pair) == "one and other are the same text in all 4 segments."
    assert "Nobody leads" in turned(pair, {"by": [bucket(-9, -9, -8)]})


def test_level_systems_that_are_not_the_same_text():
    pair = pair_of(TER(), ["a x", "b b"], ["a a", "b x"], ["a a", "b b"])
    assert "the same text" not in wins(pair)


def test_a_score_that_is_not_defined():
    assert "the same text" in wins(pair_of(BLEU(), ["", ""], ["", ""], ["", ""]))
    assert turned(pair_of(BLEU(), ["", "a b c d"], ["a b", ""], ["", ""]), {})
    pair = ScoredPair(NAMES, BLEU(), (np.array([np.nan]),) * 2, (np.nan, 3.0))
    assert tuple(pair.wins) == (0, 0, 0, 1)
    assert by_difference(pair).tolist() == [0]


def test_a_leader_who_wins_fewer_segments_is_said():
    pair = ScoredPair(NAMES, BLEU(), (np.array([1.0, 1, 90]), np.array([2.0, 2, 3])), (40.0, 20.0))
    assert wins(pair).endswith(", though one leads.")


# --- where it turns round ---


@pytest.mark.parametrize("higher_is_better", [True, False])
def test_turns_are_sure_only_by_the_interval_and_the_size(higher_is_better):
    pair = pair_of(BLEU() if higher_is_better else TER())
    sign = 1 if higher_is_better else -1

    def found(difference, low, high, size=50):
        bounds = sorted((sign * low, sign * high))
        scored = [bucket(sign * difference, *bounds, size, higher_is_better)]
        return tuple(len(some) for some in turns(pair, {"by": scored}))

    assert found(-2, -3, -1) == (1, 0)
    assert found(-2, -3, 0.1) == (0, 1)
    assert found(-2, -3, -1, size=9) == (0, 1)
    assert found(-2, np.nan, np.nan, size=1) == (0, 1)
    assert found(2, 1, 3) == (0, 0)
    assert found(0, 0, 0) == (0, 0)
    assert found(np.nan, np.nan, np.nan, size=0) == (0, 0)


def test_printed_differences_of_buckets_are_those_of_the_printed_scores():
    pair = pair_of(BLEU())
    found = BucketScore("b", 50, (50.004, 49.996), ((0, 1), (0, 1)), 0.008, (-1, 1), True)
    exact = comparison_tables.buckets_table(pair, [found], "by")
    assert exact["one − other"].tolist() == [0.008]
    assert comparison_tables.as_printed(pair, exact, 2)["one − other"].tolist() == pytest.approx([0.0], abs=0.005)
    assert comparison_tables.as_printed(pair, exact, 3)["one − other"].tolist() == [0.008]
    turned = comparison_tables.turns_table(pair, {"by": [bucket(-2.006, -3, -1)]})
    assert comparison_tables.as_printed(pair, turned, 2)["one − other"].tolist() == [-2.01]


def test_words_go_by_f1_even_where_lower_is_better():
    """A leads in TER; B has more of the words right."""
    pair = pair_of(TER())
    assert pair.lead > 0
    surely, _ = turns(pair, {"word frequency": [bucket(-5, -6, -4, higher_is_better=True)]})
    assert [by for by, _ in surely] == ["word frequency"]


def test_scores_from_elsewhere_say_nothing_of_words():
    given = ExternalScore.reading(Scores("MQM", {"one": [0.0], "other": [1.0]}))
    buckets = {by: [bucket(1, 0, 2)] for by in ("domain", BY_WORDS, TAGS)}
    assert list(of_metric(given, buckets)) == ["domain"]
    assert of_metric(BLEU(), buckets) == buckets


def test_what_the_summary_says_of_turns():
    pair = pair_of(BLEU())

    def line(*scored):
        return turned(pair, {"length": scored})

    sure, unsure, none = bucket(-2, -3, -1, label="0 to 9"), bucket(-2, -3, 1, 1, label="60"), bucket(1, -3, 3)
    empty = bucket(np.nan, np.nan, np.nan, 0)
    assert line(none, empty) == "one is not behind in any of 1 buckets of segments and words."
    assert line(sure, unsure, none) == (
        "In 1 of 3 buckets, each taken by itself, it turns round, and other leads: length 0 to 9 (50 segments)."
        " In 1 more it does so, but not surely."
    )
    assert line(unsure) == "In none of 1 buckets does it surely turn round, in 1 perhaps."
    assert line(*[sure] * 7).endswith("; length 0 to 9 (50 segments) and 3 more.")
    by_words = turned(pair, {BY_WORDS: [sure]})
    assert by_words.endswith("leads: F1 of words by word frequency 0 to 9 (50 segments)."), "not by the pair's metric"


def test_the_order_of_differences():
    pair = ScoredPair(NAMES, TER(), (np.array([10.0, 0, 5, np.nan]), np.array([0.0, 30, 5, 1])), (1.0, 2.0))
    assert by_difference(pair).tolist() == [1, 0, 2, 3]
    assert by_difference(pair, 1).tolist() == [1, 2, 3, 0], "lower is better: A is, in the second"
    assert by_difference(pair, -1).tolist() == [0, 2, 3, 1]


# --- side by side ---

WORDS = st.lists(st.sampled_from("abcd"), max_size=8)


@given(WORDS, WORDS)
def test_both_outputs_stand_there_whole_and_what_differs_is_marked(a, b):
    edits = outputs.word_differences(" ".join(a), " ".join(b), "none", False)
    assert [edit.word for edit in edits if edit.word is not None] == a
    assert [edit.reference_word for edit in edits if edit.reference_word is not None] == b
    assert all((edit.word == edit.reference_word) == (edit.kind is EditKind.MATCH) for edit in edits)
    assert (a == b) == all(edit.kind is EditKind.MATCH for edit in edits)


def shown(a, b, reference="r", names=NAMES):
    pair = ScoredPair(names, BLEU(), (np.array([12.345]), np.array([50.0])), (12.345, 50.0))
    segment = Segment(1, None, {"ref": reference}, dict(zip(names, (a, b), strict=True)), None)
    return outputs.outputs_side_by_side(pair, COLORS, {0: segment}, "none", False)


def test_marks_signs_scores_and_references():
    html = shown("a b c", "x b d e", "d e")
    first, second = html.split('class="words" dir="auto">')[1:3]
    plain = re.sub("<[^>]*>", "", first), re.sub("<[^>]*>", "", second)
    assert plain[0].startswith("~a b")
    assert '<span class="t sub"><i dir="ltr">~</i>x</span>' in second
    assert second.count("<i>✓</i>") == 2, "d and e are in the reference"
    assert '<span class="r">b</span>' in first
    assert "BLEU 12.35" in html or "BLEU 12.34" in html
    assert "<b>one</b> − <b>other</b>: −37.6" in html
    assert "<b>ref</b>" in html
    assert '<i dir="ltr">−</i>gone' in shown("gone", "", "r")
    assert '<i dir="ltr">+</i>new' in shown("", "new", "r")
    assert shown("", "new", "").count("(empty)") == 2


def test_hostile_text_is_escaped():
    for text in TEXTS:
        names = (text, text + " 2")
        html = shown(text, text + " x", text, names)
        pair = ScoredPair(names, BLEU(), (np.array([1.0]), np.array([2.0])), (1.0, 2.0))
        scored = {"label": [bucket(5, 4, 6, label=text)]}
        html += Markup("<p>{}{}</p>").format(who_wins(pair, COLORS), where_it_turns(pair, COLORS, scored))
        tags = {tag.split(" ")[0] for tag in re.findall(r"<([^>]+)>", html)}
        assert {tag.strip("/") for tag in tags} <= {"div", "span", "b", "i", "p"}
        assert "onerror=window" not in re.sub(r">[^<]*<", "><", html)


def test_segments_that_stand_in_the_same_place_are_counted():
    pair = ScoredPair(("a", "b"), TER(), (np.array([0.0, 150, 0, 50]), np.array([0.0, 60, 0, 50])), (1.0, 1.0))
    figure = charts.segment_scatter(pair, 0, COLORS, np.arange(1, 1 + len(pair.leads)))
    words = [line for trace in figure.data[:3] for line in trace.text]
    assert sorted(words) == ["segment 1 and 1 more here", "segment 2", "segment 3 and 1 more here", "segment 4"]
    assert figure.layout.xaxis.range == (-4.5, 154.5)


@pytest.mark.parametrize("scores", [[-25.0, -1, 0], [0.81, 0.9, 0.85], [-3.0, -3, -3], [0.0, 0, 0]])
def test_scores_of_any_scale_are_in_view(scores):
    metric = ExternalScore.reading(Scores("MQM", {"a": scores}))
    pair = ScoredPair(("a", "b"), metric, (np.array(scores), np.array(scores[::-1])), (1.0, 2.0))
    figure = charts.segment_scatter(pair, 0, COLORS, np.arange(1, 4))
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        low, high = axis.range
        assert low < min(scores) <= max(scores) < high


@pytest.mark.parametrize(("n", "points"), [(0, 0), (3000, 3000), (3001, 3000), (100_000, 3000)])
def test_of_many_segments_some_are_drawn_and_all_are_counted(n, points):
    scores = np.arange(n) % 50.0
    pair = ScoredPair(("a", "b"), BLEU(), (scores, 2 * scores), (1.0, 2.0))
    assert len(set(charts.drawn_segments(n))) == points
    if n:
        figure = charts.segment_scatter(pair, n - 1, COLORS, np.arange(1, n + 1))
        assert sum(len(trace.x) for trace in figure.data) == points + 1
        assert figure.data[2].name == f"b wins: {(scores > 0).sum():,}"
        assert figure.data[3].x[0] == scores[-1], "the chosen one is always there"
