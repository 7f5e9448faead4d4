"""Segments sorted by marked errors, against plain loops over single segments."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import TestSet
from scoring.analysis.judged_buckets import (
    are_both_judged,
    buckets_by_annotator,
    buckets_by_category,
    buckets_by_errors,
    buckets_by_system_with_error,
    buckets_by_worst_error,
)
from scoring.judgments import Annotation, ErrorKind, ErrorSpan

N = 5
PAIR = "A", "B"
WORST_FIRST = ["critical", "major", "minor", "odd"]
SPANS = st.lists(
    st.builds(
        ErrorSpan,
        st.sampled_from("ABC"),
        st.integers(0, N - 1),
        st.just(0),
        st.just(0),
        st.sampled_from(WORST_FIRST),
        st.sampled_from(["Accuracy/Omission", "accuracy /x", "style/odd", "", "/"]),
        st.sampled_from(["r1", "r2"]),
    ),
    max_size=12,
)
LOOKED = st.fixed_dictionaries({name: st.lists(st.booleans(), min_size=N, max_size=N) for name in "ABC"})


def labels_of(buckets):
    """The label of each segment's bucket."""
    return [buckets.labels[member] for member in buckets.members]


def annotated(spans, looked):
    """Whoever marks an error has looked."""
    looked = {name: list(flags) for name, flags in looked.items()}
    for span in spans:
        looked[span.system][span.segment] = True
    return Annotation("MQM", tuple(spans), looked), looked


@given(SPANS, LOOKED)
def test_by_errors_of_either_output(spans, looked):
    annotation, looked = annotated(spans, looked)
    worst, category, annotator = [], [], []
    for segment in range(N):
        mine = [span for span in spans if span.segment == segment and span.system in PAIR]
        nothing = "no error" if looked["A"][segment] or looked["B"][segment] else "nobody judged"
        rank = min((WORST_FIRST.index(span.severity) for span in mine), default=None)
        bad = [span for span in mine if WORST_FIRST.index(span.severity) == rank]
        worst.append(bad[0].severity if mine else nothing)
        category.append(
            the_only({span.category.split("/")[0].strip().lower() or "no category" for span in bad}, nothing)
        )
        annotator.append(the_only({span.annotator for span in mine}, nothing))
    assert labels_of(buckets_by_worst_error(annotation, PAIR)) == worst
    assert [label.lower() for label in labels_of(buckets_by_category(annotation, PAIR))] == category
    assert labels_of(buckets_by_annotator(annotation, PAIR)) == annotator


def the_only(names, nothing):
    return "several" if len(names) > 1 else names.pop() if names else nothing


def test_a_name_is_no_other_bucket():
    spans = [ErrorSpan("A", 0, 0, 0, "minor", "several"), ErrorSpan("A", 1, 0, 0, "minor")]
    spans += [ErrorSpan(system, 2, 0, 0, "minor", name) for system, name in zip("AB", ("No error", "x"), strict=True)]
    annotation = Annotation("MQM", tuple(spans), {"A": [True] * 4, "B": [True] * 4})
    assert labels_of(buckets_by_category(annotation, PAIR)) == ["several", "no category", "(several)", "(no error)"]
    severities = [ErrorSpan("A", at, 0, 0, name) for at, name in enumerate(["no error", "nobody judged"])]
    annotation = Annotation("MQM", severities, {"A": [True] * 3 + [False], "B": [True] * 3 + [False]})
    worst = buckets_by_worst_error(annotation, PAIR)
    assert labels_of(worst) == ["no error", "nobody judged", "(no error)", "(nobody judged)"]
    assert len(set(worst.labels)) == 4


@given(SPANS, LOOKED)
def test_by_whose_errors(spans, looked):
    annotation, looked = annotated(spans, looked)
    expected = []
    for segment in range(N):
        a, b = (
            any(s.system == name and s.segment == segment and s.category == "style/odd" for s in spans) for name in PAIR
        )
        judged = looked["A"][segment] and looked["B"][segment]
        told = {(0, 0): "neither", (1, 0): "only A", (0, 1): "only B", (1, 1): "both"}[a, b]
        expected.append(told if judged else "not both judged")
    assert labels_of(buckets_by_system_with_error(annotation, PAIR, ErrorKind("STYLE"))) == expected
    assert are_both_judged(annotation, PAIR) == any(told != "not both judged" for told in expected)


def test_labels_of_severities_go_from_mild_to_bad_and_the_empty_are_left_out():
    spans = [ErrorSpan("A", at, 0, 0, severity) for at, severity in enumerate(["critical", "minor", "odd"])]
    annotation = Annotation("MQM", tuple(spans), {"A": [True] * 4 + [False], "C": [True] * 5})
    assert buckets_by_worst_error(annotation, PAIR).labels == ("no error", "odd", "minor", "critical", "nobody judged")
    assert buckets_by_worst_error(annotation, ("C", "C")).labels == ("no error",)


def test_ever_so_many_severities_are_a_few_buckets():
    spans = [ErrorSpan("A", at, 0, 0, f"odd {at:02}") for at in range(40)]
    annotation = Annotation("MQM", tuple(spans), {"A": [True] * 40})
    buckets = buckets_by_worst_error(annotation, PAIR)
    assert len(buckets.labels) == 11
    assert buckets.sizes.tolist() == [30] + [1] * 10
    assert labels_of(buckets)[0] == "odd 00"


def test_what_nobody_judged_sorts_nothing():
    spans = (ErrorSpan("C", 0, 0, 0, "minor"),)
    looked = {"A": [False], "C": [True]}
    assert buckets_by_errors(Annotation("MQM", spans, looked), PAIR) == {}
    assert list(buckets_by_errors(Annotation("MQM", spans, looked), ("A", "C"))) == [
        "worst error",
        "category of the worst error",
    ]


@pytest.mark.parametrize(
    "by", [buckets_by_worst_error, buckets_by_category, buckets_by_annotator, buckets_by_system_with_error]
)
def test_a_part_is_sorted_as_its_segments_are(by):
    spans = [ErrorSpan("AB"[at % 2], at, 0, 0, "minor", "style", f"r{at % 3}") for at in range(4)]
    annotation = Annotation("MQM", tuple(spans), {"A": [True] * 6, "B": [True] * 5 + [False]})
    part = TestSet.build({"A": ["x"] * 6, "B": ["x"] * 6}, [["x"] * 6]).with_judgments(annotations=[annotation])
    places = [1, 2, 5]
    found = by(part.only(places).annotations[0], PAIR)
    assert labels_of(found) == [labels_of(by(annotation, PAIR))[place] for place in places]
