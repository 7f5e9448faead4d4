"""The cut of a stream against every possible one, by plain Levenshtein distances."""

from itertools import combinations_with_replacement, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.realignment import segmentation
from scoring.realignment.segmentation import SegmentTokens, count_word_errors, cut_stream
from scoring.realignment.stream import StreamEncoder

WORDS = st.sampled_from(["the", "cat", "sat", "The", ".", "catalogue", "on"])
REFERENCES = st.lists(st.lists(WORDS, max_size=4), min_size=1, max_size=4)


def distance(a, b):
    """Levenshtein's, by its definition."""
    rows = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            row.append(min(rows[-1][j - 1] + (x.lower() != y.lower()), rows[-1][j] + 1, row[j - 1] + 1))
        rows.append(row)
    return rows[-1][-1]


def errors_of(words, cuts, references):
    """Of a segmentation, by the best of each segment's references."""
    parts = [words[a:b] for a, b in pairwise(cuts)]
    return sum(min(distance(part, of[n]) for of in references if of[n] is not None) for n, part in enumerate(parts))


def least_errors(words, references):
    """Of all segmentations."""
    n_segments = len(references[0])
    places = combinations_with_replacement(range(len(words) + 1), n_segments - 1)
    return min(errors_of(words, [0, *inner, len(words)], references) for inner in places)


def encoded(words, references):
    """The tokens of a stream and of [reference][segment] -> words or None."""
    encoder = StreamEncoder("none")
    every, spans = [], np.full((len(references), len(references[0]), 2), -1, np.int64)
    for number, of in enumerate(references):
        for segment, text in enumerate(of):
            if text is not None:
                spans[number, segment] = len(every), len(every) + len(text)
                every += text
    return encoder.encode(words), SegmentTokens(encoder.encode(every), spans)


@given(st.lists(WORDS, max_size=7), REFERENCES)
def test_no_segmentation_has_fewer_errors(words, segments):
    stream, references = encoded(words, [segments])
    found = cut_stream(stream, references)
    cuts = found.cuts.tolist()
    assert (cuts[0], cuts[-1], sorted(cuts)) == (0, len(words), cuts)
    least = least_errors(words, [segments])
    assert errors_of(words, cuts, [segments]) == least
    errors, reference_words = count_word_errors(stream, found.cuts, references, range(len(segments)))
    assert (errors.sum(), reference_words.tolist()) == (least, [len(segment) for segment in segments])
    assert ((found.confidences > 0) & (found.confidences <= 1 + 1e-12)).all()


@given(st.lists(WORDS, max_size=6), REFERENCES, st.data())
def test_several_references_and_missing_ones(words, segments, data):
    others = [data.draw(st.none() | st.lists(WORDS, max_size=3)) for _ in segments]
    stream, references = encoded(words, [segments, others])
    cuts = cut_stream(stream, references).cuts.tolist()
    assert errors_of(words, cuts, [segments, others]) == least_errors(words, [segments, others])


def best_cost(words, references, fixed):
    """The least cost, with looks, of the segmentations with one border at a place: by dynamic programming in Python."""
    looks = words_and_looks(words, references)
    border, place = fixed
    costs = {0: 0}
    for number, reference in enumerate(references[0]):
        after = {}
        for start, cost in costs.items():
            for end in range(start, len(words) + 1):
                if number == len(references[0]) - 1 and end < len(words):
                    continue
                if number + 1 == border and end != place:
                    continue
                of_border = 0 if number == len(references[0]) - 1 else looks(number, end)
                total = cost + weighted(words[start:end], reference) + of_border
                after[end] = min(after.get(end, total), total)
        costs = after
    return costs.get(len(words))


def is_mark(word):
    return word == "."


def weighted(a, b):
    """Errors times 1,000 with what decides between equally many of them."""
    rows = [[1001 * j for j in range(len(b) + 1)]]
    for i, x in enumerate(a, 1):
        row = [1001 * i]
        for j, y in enumerate(b, 1):
            small = x.lower(), y.lower()
            look = 3 if is_mark(x) != is_mark(y) else 1 if small[0][:4] == small[1][:4] else 2
            cost = 0 if x == y else 1 if small[0] == small[1] else 1000 + look
            row.append(min(rows[-1][j - 1] + cost, rows[-1][j] + 1001, row[j - 1] + 1001))
        rows.append(row)
    return rows[-1][-1]


def words_and_looks(words, references):
    def looks(number, end):
        before, after = references[0][number], references[0][number + 1]
        has_sign = end > 0 and is_mark(words[end - 1])
        has_capital = end < len(words) and words[end][0].isupper()
        other_end = bool(before) and has_sign != is_mark(before[-1])
        other_begin = bool(after) and has_capital != after[0][0].isupper()
        return other_end + other_begin

    return looks


@given(st.lists(WORDS, min_size=1, max_size=6), st.lists(st.lists(WORDS, max_size=3), min_size=2, max_size=4))
def test_the_confidence_weighs_every_place_of_a_border(words, segments):
    stream, references = encoded(words, [segments])
    found = cut_stream(stream, references)
    for border in range(1, len(segments)):
        costs = [best_cost(words, [segments], (border, place)) for place in range(len(words) + 1)]
        least = min(costs)
        assert costs[found.cuts[border]] == least
        more = np.array(costs) - least
        errors = np.round(more / 1000)
        looks = np.maximum(more - 1000 * errors, 0)
        assert found.confidences[border] == pytest.approx(1 / np.exp(-1.3 * errors - 1.6 * looks).sum())


def test_the_worked_example_of_the_specification():
    words = ["the", "cat", "sat", "on", "the", "mat", ".", "it", "was", "raining", "all", "day"]
    segments = [text.split() for text in ("the cat sat", "on the mat .", "it rained all day")]
    stream, references = encoded(words, [segments])
    found = cut_stream(stream, references)
    assert found.cuts.tolist() == [0, 3, 7, 12]
    errors, reference_words = count_word_errors(stream, found.cuts, references, range(3))
    assert round(100 * errors.sum() / reference_words.sum(), 2) == 18.18


def test_of_equally_few_errors_the_border_looks_like_that_of_the_references():
    segments = [["a", "b", "."], ["The", "d", "e", "."]]
    stream, references = encoded(["x", "y", ".", "The", "z", "."], [segments])
    assert cut_stream(stream, references).cuts.tolist() == [0, 3, 6]


def test_many_segments_are_cut_as_few_are():
    rng = np.random.default_rng(1)
    segments = [[f"w{word}" for word in rng.integers(0, 500, 8)] for _ in range(200)]
    words = [word for segment in segments for word in segment]
    stream, references = encoded(words, [segments])
    told = []
    found = cut_stream(stream, references, told.append)
    assert found.cuts.tolist() == [8 * number for number in range(201)]
    assert found.confidences.min() > 0.9
    assert told == sorted(told)
    assert told[-1] == 1


def test_what_progress_raises_ends_the_work():
    stream, references = encoded(["a"], [[["a"], ["b"]]])

    def stop(share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cut_stream(stream, references, stop)


def test_a_stream_without_words_and_references_without_words():
    stream, references = encoded([], [[["a"], []]])
    assert cut_stream(stream, references).cuts.tolist() == [0, 0, 0]
    stream, references = encoded(["a", "b"], [[[], []]])
    assert cut_stream(stream, references).cuts.tolist()[::2] == [0, 2]


def test_a_stream_that_is_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(segmentation, "MAX_CELLS", 5)
    stream, references = encoded(["a"] * 3, [[["a"], ["b"]]])
    with pytest.raises(ValueError, match=r"A stream of 3 words and its references of 2 are too long.* Give documents"):
        cut_stream(stream, references)
