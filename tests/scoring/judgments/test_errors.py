"""Marked errors: where they may be, and what a test set makes of them."""

import pytest

from scoring import TestSet
from scoring.judgments import Annotation, ErrorSpan
from scoring.judgments.errors import MISSING

TEXTS = TestSet.build({"A": ["eins zwei", "drei"], "B": ["eins", "vier 😀"]}, [["one two", "three"]], ["uno", "tres"])


def span(**changed):
    return ErrorSpan(**{"system": "A", "segment": 0, "start": 0, "end": 4, "severity": "minor"} | changed)


def annotation(*spans, **changed):
    judged = {"A": [True, True], "B": [True, False]}
    return Annotation(**{"name": "MQM", "spans": spans, "judged": judged} | changed)


def test_errors_are_found_by_text_in_the_order_of_the_file():
    found = annotation(span(start=5, end=9, category="b"), span(category="a"), span(system="B", annotator="r2"))
    assert [error.start for error in found.by_text["A", 0]] == [5, 0]
    assert (found.categories, found.annotators, found.severities) == (("", "a", "b"), ("", "r2"), ("minor",))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"start": 4, "end": 2}, "MQM, A, segment 1: expected a span that begins before it ends; found 4 to 2"),
        ({"start": -1}, "found -1 to 4"),
        ({"segment": 2}, "must be 0 to 1; found 2"),
        ({"system": "C"}, "no such system; there are A, B"),
        ({"system": "B", "segment": 1}, "MQM, B, segment 2: an error in an output that nobody judged"),
    ],
)
def test_where_no_error_can_be(changed, message):
    with pytest.raises(ValueError, match=message):
        annotation(span(**changed))


def test_errors_are_within_their_texts_counted_in_characters():
    everywhere = {"A": [True, True], "B": [True, True]}
    fitting = annotation(
        *(span(end=9), span(system="B", segment=1, end=6), span(start=0, end=3, in_source=True)),
        span(start=-1, end=-1),
        judged=everywhere,
    )
    assert TEXTS.with_judgments(annotations=[fitting]).annotations == (fitting,)
    assert not fitting.spans[-1].is_placed
    assert fitting.spans[-1].start == MISSING
    for beyond in (span(end=10), span(system="B", segment=1, end=7), span(end=4, in_source=True)):
        with pytest.raises(ValueError, match=r"is beyond the .*; are these the texts that were annotated"):
            TEXTS.with_judgments(annotations=[annotation(beyond, judged=everywhere)])
    without = TestSet(TEXTS.systems, TEXTS.references)
    with pytest.raises(ValueError, match="the test set has none; add the source"):
        without.with_judgments(annotations=[annotation(span(end=3, in_source=True))])


def test_a_part_has_the_errors_of_its_segments():
    part = TEXTS.with_judgments(annotations=[annotation(span(segment=1), span())]).only([1])
    (found,) = part.annotations
    assert [(error.segment, error.end) for error in found.spans] == [(0, 4)]
    assert {system: flags.tolist() for system, flags in found.judged.items()} == {"A": [True], "B": [False]}


def test_bytes_are_counted_without_making_the_errors():
    counts = {"A": [3, 1], "B": [2, 0]}
    whole = annotation(span(segment=1), span(), n_annotators=counts)
    part = TEXTS.with_judgments(annotations=[whole]).only([1]).annotations[0]
    assert part.n_bytes == 200 + 2 * (1 + 8)
    assert "spans" not in vars(part)
    assert whole.n_bytes == 2 * 200 + 4 * (1 + 8)
