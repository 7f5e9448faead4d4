"""Which outputs have errors of a kind, against plain loops over single errors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.judgments import Annotation, ErrorKind, ErrorSpan
from scoring.judgments.kinds import categories_without_children, category_levels, severity_rank

SYSTEMS = ("A", "B", "C")
N = 6
CATEGORIES = ("", " / ", "Accuracy", "accuracy/Omission", "Accuracy /Mistranslation", "accuracy-like", "style/a/ b")
SPANS = st.lists(
    st.builds(
        ErrorSpan,
        st.sampled_from(SYSTEMS),
        st.integers(0, N - 1),
        st.just(0),
        st.just(1),
        st.sampled_from(["minor", "major"]),
        st.sampled_from(CATEGORIES),
        st.sampled_from(["", "r1", "r2"]),
    ),
    max_size=30,
)
KINDS = st.builds(
    ErrorKind,
    st.sampled_from(["", "/", "accuracy", "accuracy/", "ACCURACY / omission", "style", "style/a", "style/A/", "acc"]),
    st.sampled_from([(), ("minor",), ("critical",), ("critical", "major"), ("minor", "major")]),
    st.sampled_from(["", "r1", "r3"]),
)
SOME = st.sets(st.sampled_from(SYSTEMS))


def annotation(spans):
    return Annotation("MQM", tuple(spans), {system: [True] * N for system in SYSTEMS})


def slowly(spans, systems, kind, n_segments=N):
    """A loop over everything."""
    found = [False] * n_segments
    for span in spans:
        parts, wanted = plain(span.category), plain(kind.category)
        if span.system not in systems:
            continue
        if kind.category.endswith("/") and parts != wanted:
            continue
        if kind.category and parts[: len(wanted)] != wanted:
            continue
        if kind.severities and span.severity not in kind.severities:
            continue
        if kind.annotator not in ("", span.annotator):
            continue
        found[span.segment] = True
    return found


def plain(category):
    return [part.strip() for part in category.lower().split("/") if part.strip()]


@given(SPANS, SOME, KINDS)
def test_where_such_errors_are(spans, systems, kind):
    assert annotation(spans).having(systems, kind).tolist() == slowly(spans, systems, kind)


@given(SPANS, SOME, KINDS, st.lists(st.integers(0, N - 1), min_size=1, unique=True).map(sorted), st.data())
def test_a_part_has_what_its_segments_have(spans, systems, kind, places, data):
    whole, places = annotation(spans), np.array(places)
    part = whole.only(places)
    assert part.having(systems, kind).tolist() == [slowly(spans, systems, kind)[place] for place in places]
    expected = [(span.system, list(places).index(span.segment)) for span in spans if span.segment in places]
    assert [(span.system, span.segment) for span in part.spans] == expected
    plain = Annotation("MQM", part.spans, part.judged)
    assert {**part.by_text} == {**plain.by_text}
    assert len(part.by_text) == len(plain.by_text)
    assert ("A", len(places)) not in part.by_text
    assert ("A", -1) not in part.by_text
    for name in ("annotators", "categories", "severities"):
        assert getattr(part, name) == getattr(plain, name)
    again = np.array(sorted(data.draw(st.sets(st.integers(0, len(places) - 1), min_size=1))))
    assert part.only(again).spans == whole.only(places[again]).spans == plain.only(again).spans


def test_who_was_judged():
    judged = {"A": [True, True, False], "B": [False, True, False]}
    found = Annotation("MQM", (), judged)
    assert found.judged_segments(["A", "nobody"]).tolist() == judged["A"]
    assert found.judged_segments(["A", "B"]).tolist() == [True, True, False]
    assert found.judged_segments([]).tolist() == [False] * 3
    part = found.only(np.array([1, 2]))
    with pytest.raises(ValueError, match="read-only"):
        part.judged["A"][0] = False


@pytest.mark.parametrize(
    ("categories", "expected", "by_themselves"),
    [
        (
            ["Accuracy/Omission", "accuracy/omission", "accuracy /x", "style"],
            ("Accuracy", "Accuracy/Omission", "accuracy/x", "style"),
            (),
        ),
        (["a/b/c", "A"], ("a", "a/b", "a/b/c"), ("A/",)),
        (["", " ", "/b", "b//c"], ("b", "b/c"), ("b/", "/")),
        (["Non-translation!", "non-translation", "!"], ("!", "Non-translation"), ()),
        ([""], (), ()),
        ([], (), ()),
    ],
)
def test_categories_are_offered_with_those_above_them(categories, expected, by_themselves):
    assert category_levels(categories) == expected
    assert categories_without_children(categories) == by_themselves


def test_the_worst_comes_first():
    names = ["neutral", "odd", "minor", "critical", "major", "bad"]
    assert sorted(names, key=severity_rank) == ["critical", "major", "minor", "neutral", "bad", "odd"]
