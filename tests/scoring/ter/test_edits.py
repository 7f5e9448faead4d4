"""The story of one segment: what TER counts, shift by shift and word by word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import TER
from scoring.ter.edits import Edit, EditKind
from tests.corpora import REPEATS, SAMPLE_SETS, SAUDI, SEGMENT, TER_OPTIONS, corpora
from tests.properties import examples


def stories(hypotheses, references, metric):
    """Each segment's edits and its row of statistics."""
    rows = metric.statistics(hypotheses, references)
    for row, hypothesis, *texts in zip(rows, hypotheses, *references, strict=True):
        yield metric.edits(hypothesis, texts), tuple(row)


def check(story, row):
    assert story.statistics == row
    assert story.n_edits == sum(row[:4]) == story.costs[story.chosen]
    assert story.initial.hypothesis == story.hypothesis
    assert len(story.alignments) == len(story.shifts) + 1
    for number, shift in enumerate(story.shifts):
        check_shift(shift, *story.alignments[number : number + 2])
    for alignment in story.alignments:
        check_alignment(alignment, story)


def check_shift(shift, before, after):
    rest = list(before.hypothesis)
    assert shift.words == tuple(rest[slice(*shift.span)])
    del rest[slice(*shift.span)]
    rest[shift.destination : shift.destination] = shift.words
    assert after.hypothesis == tuple(rest)
    assert after.hypothesis[slice(*shift.destination_span)] == shift.words
    assert (shift.distance_before, shift.distance_after) == (before.distance, after.distance)
    assert shift.distance_before > shift.distance_after
    assert shift.start != shift.destination
    assert shift.length <= 10


def check_alignment(alignment, story):
    edits = alignment.edits
    assert alignment.reference == story.references[story.chosen]
    assert sorted(alignment.origins) == list(range(len(story.hypothesis)))
    placed = [e for e in edits if e.kind is not EditKind.INSERTION]
    assert [e.position for e in placed] == list(range(len(story.hypothesis)))
    assert tuple(e.word for e in placed) == alignment.hypothesis
    assert tuple(e.origin for e in placed) == alignment.origins
    assert all(story.hypothesis[e.origin] == e.word for e in placed)
    referring = [e for e in edits if e.kind is not EditKind.DELETION]
    assert [e.reference_position for e in referring] == list(range(len(alignment.reference)))
    assert tuple(e.reference_word for e in referring) == alignment.reference
    assert all(e.word is e.position is e.origin is None for e in edits if e.kind is EditKind.INSERTION)
    assert all(e.reference_word is e.reference_position is None for e in edits if e.kind is EditKind.DELETION)
    assert alignment.distance == sum(e.kind is not EditKind.MATCH for e in edits)


@examples(45)
@given(corpora(REPEATS), st.booleans())
def test_the_story_is_what_is_counted(corpus, shifts):
    for story, row in stories(*corpus, TER(case_sensitive=True, shifts=shifts)):
        check(story, row)
        for alignment in story.alignments:
            for edit in alignment.edits:
                if edit.kind in (EditKind.MATCH, EditKind.SUBSTITUTION):
                    assert (edit.word == edit.reference_word) == (edit.kind is EditKind.MATCH)


@given(corpora(SEGMENT), TER_OPTIONS)
def test_the_story_is_what_is_counted_under_every_option(corpus, options):
    for story, row in stories(*corpus, TER(**options)):
        check(story, row)


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize(("hypotheses", "references"), [s[1:] for s in SAMPLE_SETS], ids=[s[0] for s in SAMPLE_SETS])
def test_the_story_of_every_segment_of_sample_data(hypotheses, references):
    for story, row in stories(hypotheses, references, TER()):
        check(story, row)


def test_saudi_arabia():
    story = TER().edits(SAUDI[0], [SAUDI[1]])
    (shift,) = story.shifts
    assert (shift.words, shift.span, shift.destination_span) == (("THIS", "WEEK"), (0, 2), (3, 5))
    assert (shift.distance_before, shift.distance_after) == (6, 3)
    assert " ".join(story.final.hypothesis) == (
        "THE SAUDIS denied THIS WEEK information published in the new york times"
    )
    assert [edit for edit in story.final.edits if edit.kind is not EditKind.MATCH] == [
        Edit(EditKind.SUBSTITUTION, "THE", 0, 2, "SAUDI", 0),
        Edit(EditKind.SUBSTITUTION, "SAUDIS", 1, 3, "ARABIA", 1),
        Edit(EditKind.INSERTION, None, None, None, "AMERICAN", 9),
    ]
    assert (story.n_edits, story.reference_length) == (4, 13)


def test_b_c_is_shifted():
    story = TER().edits("a d e b c f", ["a b c d e f c"])
    (shift,) = story.shifts
    assert (shift.words, shift.start, shift.destination) == (("b", "c"), 3, 1)
    assert story.final.hypothesis == tuple("abcdef")
    assert story.final.origins == (0, 3, 4, 1, 2, 5)
    assert [edit.kind for edit in story.final.edits if edit.kind is not EditKind.MATCH] == [EditKind.INSERTION]


def test_shifts_in_their_order():
    """What gains most comes first, and each is told in the hypothesis as it is by then."""
    story = TER().edits("5 6 1 2 3 4 9 7 8", ["1 2 3 4 5 6 7 8 9"])
    assert [(s.words, s.span, s.destination_span, s.distance_before, s.distance_after) for s in story.shifts] == [
        (("5", "6"), (0, 2), (4, 6), 5, 2),
        (("9",), (6, 7), (8, 9), 2, 0),
    ]
    assert ["".join(alignment.hypothesis) for alignment in story.alignments] == ["561234978", "123456978", "123456789"]


def test_the_cheapest_reference_is_chosen_the_first_of_equals():
    story = TER().edits("a b c", ["x y", None, "a b", "a c", ""])
    assert story.costs == (3, None, 1, 1, 3)
    assert story.chosen == 2
    assert story.references == (("x", "y"), None, ("a", "b"), ("a", "c"), ())
    assert story.reference_length == 1.5


@pytest.mark.parametrize(
    ("options", "hypothesis", "words"),
    [
        ({}, "The Cat's ΣΑΣ İ", ("The", "Cat's", "ΣΑΣ", "İ")),
        ({"normalized": True}, "The Cat, it", ("The", "Cat", ",", "it")),
        ({"normalized": True}, "It'S here", ("it", "'s", "here")),  # only in lower case is it cut there
        ({"case_sensitive": True}, "The Cat", ("The", "Cat")),
    ],
)
def test_words_are_as_written_where_they_can_be(options, hypothesis, words):
    story = TER(**options).edits(hypothesis, [hypothesis.lower()])
    assert story.hypothesis == words
    assert story.references == (tuple(word.lower() for word in words),)


@pytest.mark.parametrize(
    ("hypothesis", "references", "message"),
    [
        ("a", [], "at least one reference"),
        ("a", [None], "at least one reference"),
        (None, ["a"], "hypothesis"),
        ("a", "a", "expected a sequence of strings"),
        (1, ["a"], "hypothesis: expected str; found 1"),
    ],
)
def test_nothing_to_compare_is_an_error(hypothesis, references, message):
    with pytest.raises(ValueError, match=message):
        TER().edits(hypothesis, references)
