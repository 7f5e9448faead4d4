"""Errors per 1,000 words, against a plain loop over spans and words."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import TestSet
from scoring.judgments import Annotation, ErrorSpan
from scoring.judgments.error_density import MOST_KINDS, NO_CATEGORY, OTHERS, ErrorDensity, count_errors

OUTPUTS = {"A": ["one two three four", "five", ""], "B": ["one two", "x y z", "u v"], "C": ["a", "b", "c"]}
CATEGORIES = ("accuracy/omission", "accuracy/addition", "style", "")
SEVERITIES = ("major", "minor")


def marked(spans, looked=None):
    """Judged by people: all outputs of A and B by one of them, or by as many as ``looked`` says; none of C."""
    looked = {"A": [1, 1, 1], "B": [1, 1, 1]} if looked is None else looked
    counts = {system: np.array(numbers) for system, numbers in looked.items()}
    judged = {system: numbers > 0 for system, numbers in counts.items()}
    annotation = Annotation("MQM", tuple(spans), judged, n_annotators=counts)
    source = ["s", "s", "s"]
    return TestSet.build(OUTPUTS, [source], source).with_judgments(annotations=[annotation])


def error(system="A", segment=0, category="style", severity="major", in_source=False):
    return ErrorSpan(system, segment, -1, -1, severity, category, in_source=in_source)


def test_known_by_hand():
    """Three errors, one of them in the source, in 5 words; two annotators who looked at the first output halve its."""
    spans = [error(), error(category="accuracy/omission"), error(segment=1, in_source=True)]
    assert density_of(marked(spans), "A") == pytest.approx(1000 * 3 / 5)
    assert density_of(marked(spans), "A", category="accuracy") == pytest.approx(1000 / 5)
    twice = marked(spans, {"A": [2, 1, 0], "B": [1, 1, 1]})
    assert density_of(twice, "A") == pytest.approx(1000 * 2 / 5)
    assert density_of(twice, "B") == 0
    assert math.isnan(density_of(twice, "C")), "nobody judged it"
    assert density_of(twice, "A", tokenize="char") == pytest.approx(1000 * 2 / len("onetwothreefour" + "five"))


def test_small_and_capital_letters_are_one_kind():
    test_set = marked([error(category="Accuracy/Omission"), error(category="accuracy/omission"), error()])
    assert count_errors(test_set, "MQM").kinds == ("Accuracy", "style")
    assert count_errors(test_set, "MQM", "full").errors[0, 0].tolist() == [2, 1]
    assert density_of(test_set, "A", category="ACCURACY") == pytest.approx(1000 * 2 / 5)


def density_of(test_set, system, **options):
    metric = ErrorDensity("MQM", **options)
    return float(metric.score(metric.measure(test_set)[system].sum(axis=0)))


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
FIRST = {"main": lambda category: category.split("/")[0], "full": str}


@given(SPANS, LOOKED, st.sampled_from(["main", "full"]), st.sampled_from([(), ("major",), SEVERITIES]))
def test_counts_are_those_of_a_plain_loop(spans, looked, level, severities):
    test_set = marked(spans, looked)
    found = count_errors(test_set, "MQM", level, severities)
    assert set(found.systems) == {system for system, numbers in looked.items() if any(numbers)}
    for place, system in enumerate(found.systems):
        for segment, number in enumerate(looked[system]):
            assert found.words[place, segment] == (len(OUTPUTS[system][segment].split()) if number else 0)
            for kind, name in enumerate(found.kinds):
                meant = [
                    span
                    for span in spans
                    if (span.system, span.segment) == (system, segment)
                    and (FIRST[level](span.category) or NO_CATEGORY) == name
                    and span.severity in (severities or SEVERITIES)
                ]
                assert found.errors[place, segment, kind] == pytest.approx(len(meant) / number if number else 0)


@given(SPANS, LOOKED, st.sampled_from(["main", "full"]))
def test_the_metric_of_a_kind_has_the_same_rows(spans, looked, level):
    test_set = marked(spans, looked)
    found = count_errors(test_set, "MQM", level)
    for kind, name in enumerate(found.kinds):
        rows = ErrorDensity("MQM", name).measure(test_set)
        for place, system in enumerate(found.systems):
            expected = np.stack([found.errors[place, :, kind], found.words[place]], axis=1)
            np.testing.assert_array_equal(rows[system], expected)


def test_kinds_come_by_frequency_and_very_many_are_taken_together():
    spans = [error(category=f"<b>{number}</b>") for number in range(3 * MOST_KINDS)] + [error(), error()]
    found = count_errors(marked(spans), "MQM", "full")
    assert found.kinds[0] == "style"
    assert found.kinds[-1] == OTHERS
    assert len(found.kinds) == MOST_KINDS + 1
    assert found.errors.sum() == len(spans)


def test_what_is_not_there_is_said():
    with pytest.raises(ValueError, match="No annotation is called 'ESA'; the test set has MQM"):
        count_errors(marked([]), "ESA")
    with pytest.raises(ValueError, match="level of errors"):
        count_errors(marked([]), "MQM", "odd")
    with pytest.raises(ValueError, match="texts alone have none"):
        ErrorDensity("MQM").statistics(["x"], [["x"]])


def test_the_signature_says_whose_errors_of_what_and_which_words():
    metric = ErrorDensity("MQM", "accuracy", ("major", "critical"))
    assert metric.signature.startswith("annotation:MQM|category:accuracy|severity:major+critical|tok:13a|version:")
