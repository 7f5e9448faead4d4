"""Errors per 1,000 words, against a plain loop over spans and words."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import TestSet
from scoring.judgments import Annotation, ErrorKind, ErrorSpan
from scoring.judgments.error_density import MAX_KINDS, count_errors

OUTPUTS = {"A": ["one two three four", "five", ""], "B": ["one two", "x y z", "u v"], "C": ["a", "b", "c"]}
CATEGORIES = ("Accuracy/Omission", "accuracy/omission", "accuracy /x", "a/b/c", "a/b", "style", "", " / ")
SEVERITIES = ("major", "minor")
ALL_JUDGED = {"A": [1, 1, 1], "B": [1, 1, 1]}


def marked(spans, looked=None):
    """Judged by people: all outputs of A and B by one of them, or by as many as ``looked`` says; none of C."""
    counts = {system: np.array(numbers) for system, numbers in (looked or ALL_JUDGED).items()}
    judged = {system: numbers > 0 for system, numbers in counts.items()}
    annotation = Annotation("MQM", tuple(spans), judged, n_annotators=counts)
    source = ["s", "s", "s"]
    return TestSet.build(OUTPUTS, [source], source).with_judgments(annotations=[annotation])


def error(system="A", segment=0, category="style", severity="major", in_source=False):
    return ErrorSpan(system, segment, -1, -1, severity, category, in_source=in_source)


def density_of(test_set, system, kind="all errors", **options):
    found = count_errors(test_set, "MQM", **options)
    return found.densities[found.systems.index(system), found.kinds.index(kind)]


def test_known_by_hand():
    """Three errors, one of them in the source, in 5 words; two annotators who looked at the first output halve its."""
    spans = [error(), error(category="accuracy/omission"), error(segment=1, in_source=True)]
    assert density_of(marked(spans), "A") == pytest.approx(1000 * 3 / 5)
    assert density_of(marked(spans), "A", "accuracy") == pytest.approx(1000 / 5)
    twice = marked(spans, {"A": [2, 1, 0], "B": [1, 1, 1]})
    assert density_of(twice, "A") == pytest.approx(1000 * 2 / 5)
    assert density_of(twice, "B") == 0
    assert count_errors(twice, "MQM").systems == ("A", "B"), "nobody judged C"
    assert math.isnan(density_of(marked([], {"A": [0, 0, 1], "B": [1, 1, 1]}), "A")), "no word in what was judged"
    assert density_of(twice, "A", tokenize="char") == pytest.approx(1000 * 2 / len("onetwothreefour" + "five"))


def test_categories_are_one_however_they_are_written():
    spans = [error(category=category) for category in CATEGORIES]
    main, full = (count_errors(marked(spans), "MQM", level) for level in ("main", "full"))
    assert main.kinds == ("all errors", "Accuracy", "no category", "a", "style")
    assert main.sums[0, :-1].tolist() == [8, 3, 2, 2, 1]
    assert full.kinds == ("all errors", "no category", "Accuracy/Omission", "a/b", "a/b/c", "accuracy/x", "style")
    assert full.sums[0, :-1].tolist() == [8, 2, 2, 1, 1, 1, 1]


SPANS = st.lists(
    st.builds(
        error,
        st.sampled_from("AB"),
        st.integers(0, 2),
        st.sampled_from(CATEGORIES),
        st.sampled_from(SEVERITIES),
        st.booleans(),
    ),
    max_size=12,
)
LOOKED = st.fixed_dictionaries({name: st.lists(st.integers(0, 3), min_size=3, max_size=3) for name in "AB"})


def plain_kind(span, level):
    """In small letters."""
    if level == "severity":
        return span.severity
    parts = [part.strip().lower() for part in span.category.split("/") if part.strip()]
    return "/".join(parts[:1] if level == "main" else parts) or "no category"


@given(SPANS, LOOKED, st.sampled_from(["main", "full", "severity"]), st.sampled_from([(), ("major",), SEVERITIES]))
def test_counts_are_those_of_a_plain_loop(spans, looked, level, severities):
    """Also each kind's own errors are those that it says it wants."""
    spans = [span for span in spans if looked[span.system][span.segment]]
    test_set = marked(spans, looked)
    found = count_errors(test_set, "MQM", level, severities)
    meant = [span for span in spans if span.severity in (severities or SEVERITIES)]
    assert {kind.lower() for kind in found.kinds[1:]} == {plain_kind(span, level) for span in meant}
    assert set(found.systems) == {system for system, numbers in looked.items() if any(numbers)}
    table = np.zeros((len(found.systems), 3, len(found.kinds)))
    table[tuple(found.at)] = found.numbers
    for place, system in enumerate(found.systems):
        for segment, number in enumerate(looked[system]):
            assert found.words[place, segment] == (len(OUTPUTS[system][segment].split()) if number else 0)
            here = [span for span in meant if (span.system, span.segment) == (system, segment)]
            for kind, name in list(enumerate(found.kinds))[1:]:
                these = [span for span in here if plain_kind(span, level) == name.lower()]
                assert table[place, segment, kind] == pytest.approx(len(these) / number if number else 0)
                asked = test_set.annotations[0].having([system], found.counted[kind].wanted)[segment]
                assert asked == bool(these)
            assert test_set.annotations[0].having([system], found.counted[0].wanted)[segment] == bool(here)
    assert found.sums[:, 0].sum() == pytest.approx(found.numbers.sum())


def test_kinds_come_by_frequency_and_very_many_are_taken_together():
    spans = [error(category=f"<b>{number}<b>") for number in range(3 * MAX_KINDS)] + [error(), error()]
    found = count_errors(marked(spans), "MQM", "full")
    assert found.kinds[:2] == ("all errors", "style")
    assert found.counted[-1].name == "all other kinds"
    assert found.counted[-1].wanted is None
    assert len(found.kinds) == MAX_KINDS + 2
    assert found.sums[:, 0].sum() == found.numbers.sum() == len(spans)


def test_names_of_users_are_no_other_rows():
    names = ["All errors", "no category", "all other kinds", ""]
    spans = [error(category=f"{number}") for number in range(2 * MAX_KINDS)]
    spans += [error(category=name) for name in names for _ in "12"]
    found = count_errors(marked(spans), "MQM", "full")
    assert found.kinds[0] == "(all errors)"
    assert found.kinds[-1] == "(all other kinds)"
    assert {"All errors", "no category", "(no category)", "all other kinds"} <= set(found.kinds)
    by_severity = count_errors(marked([error(severity="no severity"), error(severity="")]), "MQM", "severity")
    assert by_severity.kinds == ("all errors", "(no severity)", "no severity")
    assert [kind.wanted for kind in by_severity.counted[1:]] == [None, ErrorKind(severities=("no severity",))]


def test_only_what_is_not_0_is_kept():
    """50 numbers, though there are 3,000 outputs and 21 kinds."""
    outputs = {system: ["a b"] * 1000 for system in "ABC"}
    spans = [ErrorSpan("ABC"[n % 3], 7 * n, 0, 1, "minor", f"kind {n % 20}") for n in range(50)]
    judged = {system: np.ones(1000, bool) for system in "ABC"}
    test_set = TestSet.build(outputs, [["a"] * 1000]).with_judgments(annotations=[Annotation("MQM", spans, judged)])
    told = []
    found = count_errors(test_set, "MQM", on_progress=told.append)
    assert found.at.shape == (3, 50)
    assert found.n_bytes < 50 * 8 * 4 + 3000 * 9 + 1000
    assert told == pytest.approx([1 / 3, 2 / 3, 1])


def test_what_is_not_there_is_said():
    with pytest.raises(ValueError, match="No annotation is called 'ESA'; the test set has MQM"):
        count_errors(marked([]), "ESA")
    with pytest.raises(ValueError, match="level of errors"):
        count_errors(marked([]), "MQM", "odd")
