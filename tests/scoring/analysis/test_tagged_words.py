"""Words by their tags: precision, recall and F1 against plain counting, and who lacks tags."""

from collections import Counter

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import TestSet
from scoring.analysis.bucket_scores import score_words
from scoring.analysis.tagged_words import texts_without_tags, words_by_tag
from scoring.testset import Reference, System

WORD = st.tuples(st.sampled_from(["a", "B", "ｂ", "a￨N"]), st.sampled_from(["N", "V", "."]))
TEXT = st.lists(st.lists(WORD, max_size=5), min_size=2, max_size=2)


def tagged(kind, name, text, with_tags=True):
    words, tags = ([" ".join(word[side] for word in line) for line in text] for side in (0, 1))
    return kind(name, pa.array(words, pa.string()), pa.array(tags, pa.string()) if with_tags else None)


@given(TEXT, TEXT, TEXT, TEXT, st.booleans())
def test_a_tags_words_are_counted_as_plain_python_counts_them(a, b, one, two, lowercase):
    texts = [[[(w.lower() if lowercase else w, t) for w, t in line] for line in text] for text in (a, b, one, two)]
    systems = tagged(System, "a", a), tagged(System, "b", b)
    test_set = TestSet(systems, (tagged(Reference, "one", one), tagged(Reference, "two", two)))
    found = words_by_tag(test_set, ("a", "b"), lowercase)
    buckets = {bucket.f1.label: bucket for bucket in score_words(found.counts, found.buckets, trials=1)}
    assert set(buckets) == {tag for text in texts for line in text for _, tag in line}
    for tag, bucket in buckets.items():
        lines = [[Counter(word for word in line if word[1] == tag) for line in text] for text in texts]
        for side in (0, 1):
            confirmed = sum((out & (x | y)).total() for out, x, y in zip(lines[side], *lines[2:], strict=True))
            produced = sum(line.total() for line in lines[side])
            hits = sum(
                ((out & x).total() + (out & y).total()) / 2 for out, x, y in zip(lines[side], *lines[2:], strict=True)
            )
            wanted = sum((x.total() + y.total()) / 2 for x, y in zip(*lines[2:], strict=True))
            assert bucket.produced[side] == produced
            if produced:
                assert bucket.precision[side] == pytest.approx(100 * confirmed / produced)
            if wanted:
                assert bucket.recall[side] == pytest.approx(100 * hits / wanted)


def test_what_has_no_tags_is_named():
    text = [[("a", "N")], [("b", "V")]]
    with_tags, without = tagged(System, "x", text), tagged(System, "y", text, with_tags=False)
    references = tagged(Reference, "r", text), tagged(Reference, "plain", text, with_tags=False)
    test_set = TestSet((with_tags, without), references)
    assert texts_without_tags(test_set, ("x", "y")) == ["y"]
    assert words_by_tag(test_set, ("x", "y")) is None
    assert texts_without_tags(TestSet((with_tags,), references[1:]), ("x", "x")) == ["the references"]
    assert len(words_by_tag(test_set, ("x", "x")).counts.reference_lengths) == 1


def test_a_segment_has_as_many_tags_as_words():
    text, fine = pa.array(["a b", "c"]), pa.array(["N V", "N"])
    systems = System("x", text, fine), System("y", text, pa.array(["N", "V N"]))
    with pytest.raises(ValueError, match="one tag; found others in y"):
        words_by_tag(TestSet(systems, (Reference("r", text, fine),)), ("x", "y"))
