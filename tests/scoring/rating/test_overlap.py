"""How far two raters mark the same characters."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rating import ErrorSpans, MarkedError, span_overlaps
from scoring.rating.statistics import overlap
from scoring.rating.statistics.overlap import Overlap
from tests.campaigns import plan, rated, texts
from tests.properties import examples

LENGTHS = [6, 0, 4]


def marks(length):
    spans = st.tuples(st.integers(0, max(length - 1, 0)), st.integers(1, 4), st.sampled_from(["minor", "major"]))
    made = spans.map(lambda drawn: MarkedError(drawn[0], min(drawn[0] + drawn[1], length), drawn[2]))
    return st.lists(made, max_size=3 if length else 0)


OUTPUTS = st.tuples(*map(marks, LENGTHS))


def span_overlap(first, second, lengths):
    """Of two raters' marks in the same outputs."""
    none = np.zeros(0, np.int8)
    codes = [
        np.concatenate([none, *(overlap.marked_characters(spans, n) for spans, n in zip(of, lengths, strict=True))])
        for of in (first, second)
    ]
    return Overlap(overlap.code_pair_tables(np.stack(codes))[0, 1], len(lengths))


def said(spans, place):
    """What is said of one character: the worst of all marks over it."""
    over = {span.severity for span in spans if span.start <= place < span.end}
    return "major" if "major" in over else "minor" if over else "nothing"


def plain(first, second, lengths):
    """F1, F1 of the same severity, and kappa, character by character."""
    both = [
        (said(a, place), said(b, place)) for a, b, n in zip(first, second, lengths, strict=True) for place in range(n)
    ]
    marked = sum(x != "nothing" for pair in both for x in pair)
    same = sum(x == y != "nothing" for x, y in both)
    touched = sum("nothing" not in pair for pair in both)
    names = ("nothing", "minor", "major")
    chance = sum(sum(x == name for x, _ in both) * sum(y == name for _, y in both) / len(both) ** 2 for name in names)
    kappa = (sum(x == y for x, y in both) / len(both) - chance) / (1 - chance) if chance < 1 else math.nan
    return (2 * touched / marked if marked else math.nan), (2 * same / marked if marked else math.nan), kappa


@given(first=OUTPUTS, second=OUTPUTS)
@examples(50)
def test_overlap_as_by_single_characters(first, second):
    found = span_overlap(first, second, LENGTHS)
    expected = plain(first, second, LENGTHS)
    assert (found.f1, found.f1_severity, found.kappa.value) == pytest.approx(expected, nan_ok=True, abs=1e-9)
    assert found.table.sum() == sum(LENGTHS)


def test_an_example():
    """Ten characters: four marked by the one, five by the other, three by both, of which two as equally bad."""
    first = [MarkedError(0, 3, "minor"), MarkedError(5, 6, "major")]
    second = [MarkedError(1, 3, "minor"), MarkedError(5, 8, "minor")]
    found = span_overlap([first], [second], [10])
    assert found.f1 == pytest.approx(2 * 3 / 9)
    assert found.f1_severity == pytest.approx(2 * 2 / 9)
    assert found.n_outputs == 1


def test_where_nobody_marked_anything():
    found = span_overlap([[]], [[]], [5])
    assert math.isnan(found.f1)
    assert "same" in found.kappa.why_not
    nothing = span_overlap([], [], [])
    assert math.isnan(nothing.f1_severity)
    assert nothing.kappa.why_not == "nothing was judged by two raters"


def test_what_is_refused():
    with pytest.raises(ValueError, match="characters 3 to 6 of an output of 5"):
        span_overlap([[MarkedError(3, 6, "minor")]], [[]], [5])


@pytest.mark.parametrize("block", [1, 7, 2**15])
def test_each_two_raters_of_a_campaign(block, monkeypatch):
    """The third rater answers only some, the fourth nothing."""
    monkeypatch.setattr(overlap, "BLOCK", block)
    test_set = texts(3, "AB")
    of = plan(test_set, "esa", 4, repeats=0.5, damaged=0.5)

    def say(place, item):
        if place == 3 or (place == 2 and item.segment != 1):
            return None
        spans = (MarkedError(2 * place, 6, "minor"), MarkedError(8, 10 + place, "major"))
        return ErrorSpans(spans if item.kind == "plain" and item.segment else (), (), 50)

    found = span_overlaps(rated(of, test_set, say))
    for first, second, segments in ((0, 1, (0, 1, 2)), (1, 2, (1,))):
        outputs = [(system, at) for system in "AB" for at in segments]
        lengths = [len(test_set.system(system).segments[at].as_py()) for system, at in outputs]
        ours, theirs = (
            [
                [MarkedError(2 * place, 6, "minor"), MarkedError(8, 10 + place, "major")] * bool(at)
                for _ in "AB"
                for at in segments
            ]
            for place in (first, second)
        )
        expected = span_overlap(ours, theirs, lengths)
        assert found.of(first, second).table.tolist() == expected.table.tolist()
        assert found.of(second, first).table.T.tolist() == expected.table.tolist()
        assert found.of(first, second).n_outputs == len(lengths)
    assert found.of(0, 3).n_outputs == 0
    together = sum(found.of(a, b).table + found.of(b, a).table for a, b in ((0, 1), (0, 2), (1, 2)))
    assert found.all.f1 == pytest.approx(Overlap(together, 1).f1)
    assert found.all.n_outputs == 6 + 2 + 2
