"""The edits of a whole output in columns are those of its segments one by one."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from scoring import TER
from scoring.ter.edits import KINDS, EditKind
from tests.corpora import SAMPLE_SETS, corpora

WRONG = (EditKind.INSERTION, EditKind.DELETION, EditKind.SUBSTITUTION)


def lower(word):
    return None if word is None else word.lower()


def check(hypotheses, references):
    ter = TER()
    table = ter.edit_table(hypotheses, references)
    rows = zip(table.segments, table.kinds, table.words, table.reference_words, strict=True)
    found = [(int(s), KINDS[int(k)], table._word(word), table._word(there)) for s, k, word, there in rows]
    stories = [ter.edits(h, [r[i] for r in references]) for i, h in enumerate(hypotheses)]
    edits = [
        (i, edit) for i, story in enumerate(stories) for edit in story.final.edits if edit.kind is not EditKind.MATCH
    ]
    assert [row[:2] for row in found] == [(i, edit.kind) for i, edit in edits]
    assert [tuple(map(lower, row[2:])) for row in found] == [
        (lower(edit.word), lower(edit.reference_word)) for _, edit in edits
    ]
    shifts = [(i, s.length, s.destination - s.start) for i, story in enumerate(stories) for s in story.shifts]
    columns = table.shift_segments, table.shift_lengths, table.shift_distances
    assert np.column_stack(columns).tolist() == [list(shift) for shift in shifts]
    statistics = ter.statistics(hypotheses, references).sum(axis=0)
    assert [*map(table.count, WRONG), len(table.shift_segments)] == statistics[:4].tolist()


@given(corpora())
def test_any_corpus(corpus):
    check(*corpus)


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize(("hypotheses", "references"), [s[1:] for s in SAMPLE_SETS], ids=[s[0] for s in SAMPLE_SETS])
def test_samples(hypotheses, references):
    check(hypotheses, references)


def test_the_most_frequent_come_first_with_their_segments():
    table = TER().edit_table(["a x x", "b a x", "y"], [["a z z", "a z", "y w w"]])
    (replaced,) = table.frequent(EditKind.SUBSTITUTION, 5)
    assert (replaced.word, replaced.reference_word, replaced.count, replaced.segments.tolist()) == ("x", "z", 3, [0, 1])
    (inserted,) = table.frequent(EditKind.INSERTION, 5)
    assert (inserted.word, inserted.reference_word, inserted.count, inserted.segments.tolist()) == (None, "w", 2, [2])
    (deleted,) = table.frequent(EditKind.DELETION, 5)
    assert (deleted.word, deleted.reference_word, deleted.count, deleted.segments.tolist()) == ("b", None, 1, [1])


def test_frequent_edits_are_counted_as_they_are():
    _, hypotheses, references = SAMPLE_SETS[0]
    table = TER().edit_table(hypotheses, references)
    pairs = zip(table.words, table.reference_words, table.kinds, strict=True)
    counts = Counter(
        (table._word(w), table._word(r)) for w, r, kind in pairs if KINDS[int(kind)] is EditKind.SUBSTITUTION
    )
    frequent = table.frequent(EditKind.SUBSTITUTION, 10**6)
    assert {(edit.word, edit.reference_word): edit.count for edit in frequent} == counts
    assert [edit.count for edit in frequent] == sorted(counts.values(), reverse=True)
    assert len(table.frequent(EditKind.SUBSTITUTION, 3)) == 3


def test_nothing_to_edit():
    for hypotheses, references in (([], [[]]), (["a b"], [["a b"]]), ([""], [[""]])):
        table = TER().edit_table(hypotheses, references)
        assert [table.frequent(kind, 5) for kind in WRONG] == [[], [], []]
        assert len(table.shift_lengths) == 0


def test_unequal_counts_are_refused():
    with pytest.raises(ValueError, match="2"):
        TER().edit_table(["a", "b"], [["a"]])
