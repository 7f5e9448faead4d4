"""What the page Compare draws of a pair: both outputs whole, every word of users escaped."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from scoring import BLEU, TER, Segment, TestSet
from scoring.analysis.bucket_scores import BucketScore
from scoring.analysis.contrast import A, B, contrast_ngrams
from scoring.analysis.pair import ScoredPair
from scoring.judgments import Scores
from scoring.judgments.external import ExternalScore
from scoring.output.markup.html import sentence_html
from scoring.studies.side_by_side import BucketComparison, find_reversals, win_sentence
from scoring.ter.edits import EditKind
from tests.hostile import TEXTS
from tests.pairs import NAMES, bucket, pair_of
from ui.compare import charts, comparison_tables, outputs

COLORS = dict(zip(NAMES, ("#0072B2", "#D55E00"), strict=True))
SEGMENT = Segment(1, None, {"ref": "r"}, {"one": "a", "other": "b"}, None)


def reversals(pair, scored):
    return find_reversals(pair, BucketComparison({"by": [scored]}, {}, 1000))


def test_each_system_has_its_colour():
    pair = pair_of(BLEU())
    drawn = outputs.outputs_side_by_side(pair, COLORS, {0: SEGMENT}, "none", False)
    assert dict(re.findall(r"background:(#\w+)[^>]*></span><b>(\w+)</b>", drawn)) == {c: n for n, c in COLORS.items()}


# --- tables ---


def test_printed_differences_of_buckets_are_those_of_the_printed_scores():
    pair = pair_of(BLEU())
    found = BucketScore("b", 50, (50.004, 49.996), ((0, 1), (0, 1)), 0.008, (-1, 1), True)
    exact = comparison_tables.buckets_table(pair, [found], "by")
    assert exact["one − other"].tolist() == [0.008]
    assert comparison_tables.printed_bucket_table(pair, exact, 2)["one − other"].tolist() == pytest.approx(
        [0.0], abs=0.005
    )
    assert comparison_tables.printed_bucket_table(pair, exact, 3)["one − other"].tolist() == [0.008]
    reversed_ = comparison_tables.reversals_table(pair, reversals(pair, bucket(-2.006, -3, -1)))
    assert comparison_tables.printed_bucket_table(pair, reversed_, 2)["one − other"].tolist() == [-2.01]


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
    return outputs.outputs_side_by_side(pair, dict.fromkeys(names, "#0072B2"), {0: segment}, "none", False)


def test_marks_signs_scores_and_references():
    html = shown("a b c", "x b d e", "d e")
    first, second = html.split('class="words" dir="auto">')[1:3]
    plain = re.sub("<[^>]*>", "", first), re.sub("<[^>]*>", "", second)
    assert plain[0].startswith("~a b")
    assert '<span class="t sub"><i dir="ltr">~</i>x</span>' in second
    assert second.count("<i>✓</i>") == second.count(' known">') == 2, "d and e are in the reference"
    assert '<span class="r">b</span>' in first
    assert "BLEU 12.35" in html or "BLEU 12.34" in html
    assert "<b>one</b> − <b>other</b>: −37.6" in html
    assert "<b>ref</b>" in html
    assert '<i dir="ltr">−</i>gone' in shown("gone", "", "r")
    assert '<i dir="ltr">+</i>new' in shown("", "new", "r")
    assert shown("", "new", "").count("(empty)") == 2


@given(WORDS, WORDS)
def test_a_word_that_both_outputs_have_is_not_marked_as_one_outputs_own(a, b):
    for column in shown(" ".join(a), " ".join(b)).split('class="words" dir="auto">')[1:3]:
        marked = re.findall(r'<span class="t (\w+)"><i dir="ltr">(.)</i>(\w)', column)
        assert not {word for kind, _, word in marked if kind in ("del", "ins")} & {*a} & {*b}
        assert {word for kind, _, word in marked if kind == "moved"} <= {*a} & {*b}


def test_a_word_in_another_place_is_in_both_outputs():
    first, second = shown("today we go", "we go today").split('class="words" dir="auto">')[1:3]
    mark = '<span class="t moved"><i dir="ltr">⇄</i>today</span>'
    assert mark in first
    assert mark in second


def test_hostile_text_is_escaped():
    for text in TEXTS:
        names = (text, text + " 2")
        html = shown(text, text + " x", text, names)
        pair = ScoredPair(names, BLEU(), (np.array([1.0]), np.array([2.0])), (1.0, 2.0))
        for said in (win_sentence(pair), reversals(pair, bucket(5, 4, 6, label=text)).sentence):
            html += Markup("<p>{}</p>").format(sentence_html(said, dict.fromkeys(names, "#0072B2")))
        tags = {tag.split(" ")[0] for tag in re.findall(r"<([^>]+)>", html)}
        assert {tag.strip("/") for tag in tags} <= {"div", "span", "b", "i", "p"}
        assert "onerror=window" not in re.sub(r">[^<]*<", "><", html)
        drawn = charts.buckets([bucket(5, 4, 6, label=text)], "BLEU", names, dict.fromkeys(names, "#0072B2"))
        assert "<" not in "".join((*drawn.layout.yaxis.ticktext, *(trace.name for trace in drawn.data)))


def test_segments_that_stand_in_the_same_place_are_counted():
    pair = ScoredPair(("a", "b"), TER(), (np.array([0.0, 150, 0, 50]), np.array([0.0, 60, 0, 50])), (1.0, 1.0))
    figure = charts.segment_scatter(pair, 0, dict.fromkeys("ab", "#0072B2"), np.arange(1, 1 + len(pair.leads)))
    words = [line for trace in figure.data[:3] for line in trace.text]
    assert sorted(words) == ["segment 1 and 1 more here", "segment 2", "segment 3 and 1 more here", "segment 4"]
    assert figure.layout.xaxis.range == (-4.5, 154.5)


@pytest.mark.parametrize("scores", [[-25.0, -1, 0], [0.81, 0.9, 0.85], [-3.0, -3, -3], [0.0, 0, 0]])
def test_scores_of_any_scale_are_in_view(scores):
    metric = ExternalScore.reading(Scores("MQM", {"a": scores}))
    pair = ScoredPair(("a", "b"), metric, (np.array(scores), np.array(scores[::-1])), (1.0, 2.0))
    figure = charts.segment_scatter(pair, 0, dict.fromkeys("ab", "#0072B2"), np.arange(1, 4))
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        low, high = axis.range
        assert low < min(scores) <= max(scores) < high


@pytest.mark.parametrize(("n", "points"), [(0, 0), (3000, 3000), (3001, 3000), (100_000, 3000)])
def test_of_many_segments_some_are_drawn_and_all_are_counted(n, points):
    scores = np.arange(n) % 50.0
    pair = ScoredPair(("a", "b"), BLEU(), (scores, 2 * scores), (1.0, 2.0))
    assert len(set(charts.drawn_segments(n))) == points
    if n:
        figure = charts.segment_scatter(pair, n - 1, dict.fromkeys("ab", "#0072B2"), np.arange(1, n + 1))
        assert sum(len(trace.x) for trace in figure.data) == points + 1
        assert figure.data[2].name == f"b wins: {(scores > 0).sum():,}"
        assert figure.data[3].x[0] == scores[-1], "the chosen one is always there"


def test_the_bar_at_0_says_how_many_of_its_segments_are_tied():
    def notes(*differences):
        scores = np.array(differences, float), np.zeros(len(differences))
        figure = charts.histogram(ScoredPair(NAMES, BLEU(), scores, (2.0, 1.0)), dict.fromkeys(NAMES, "#0072B2"))
        return [note.text for note in figure.layout.annotations]

    assert notes(0, 0, 0.1, -0.1, 40, -40) == ["2 tied, of 4 around 0"]
    assert notes(0.1, 40) == []


def test_both_tables_of_ngrams_say_first_what_their_own_system_won():
    outputs = dict(zip(NAMES, (["cat"] * 3 + ["x"], ["y"] * 3 + ["cat"]), strict=True))
    found = contrast_ngrams(TestSet.build(outputs, [["cat"] * 4]), NAMES)
    pair = pair_of(BLEU())
    for side, name, ngram, counts in ((A, NAMES[0], "x", (1, 0)), (B, NAMES[1], "y", (3, 0))):
        frame, _ = comparison_tables.wins_table(pair, found.unconfirmed, side, None)
        assert [*frame][:3] == ["n-gram", f"wins of {name}", f"wins of {NAMES[side == A]}"]
        assert tuple(frame.iloc[0, :3]) == (ngram, *counts)
        assert frame["z"][0] == pytest.approx(counts[0] ** 0.5)
