"""Which segments pass the filters that the address names: by where they come from, and by marked errors."""

import numpy as np
import pytest

from scoring import BLEU, TestSet
from scoring.judgments import Scores
from scoring.judgments.external import external_metrics_by_name
from tests.cases import as_one_test
from tests.judgments import SYSTEMS
from tests.ui.marked import FIRST, MARKED, SECOND
from ui.context import selection
from ui.context.filters import NO_FILTERS
from ui.session import state
from ui.session.state import ADDRESS


@as_one_test
@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"document": "two"}, [3, 4]),
        ({"domain": "news"}, [1, 2]),
        ({"domain": "news", "document": "two"}, []),
        ({"document": "three"}, [1, 2, 3, 4]),
        ({"errors": "with"}, [1, 2, 3, 4]),
        ({"errors": "with", "errors_of": SECOND}, [2]),
        ({"errors_of": SECOND}, [1, 2, 3, 4]),
        ({"errors": "without", "errors_of": SECOND}, []),
        ({"errors": "without", "errors_of": FIRST, "category": "fluency"}, [3, 4]),
        ({"category": "accuracy"}, [1, 3]),
        ({"category": "ACCURACY/omission"}, [3]),
        ({"category": "accuracy", "severity": "minor"}, []),
        ({"category": "fluency", "severity": "minor", "annotator": "r1"}, [1]),
        ({"category": "nonsense"}, [1, 2, 3, 4]),
        ({"category": " accuracy /OMISSION"}, [3]),
        ({"category": "/"}, [4]),
        ({"category": "accuracy/"}, [1, 2, 3, 4]),
        ({"category": "", "severity": ""}, [1, 2, 3, 4]),
        ({"severity": "critical+minor"}, [1, 4]),
        ({"severity": "critical+odd"}, [1, 2, 3, 4]),
        ({"severity": "+"}, [1, 2, 3, 4]),
        ({"severity": "critical", "errors_by": "MQM"}, [1, 2, 3, 4]),
        ({"errors": "with", "errors_by": "XCOMET"}, [4]),
        ({"errors": "without", "errors_by": "XCOMET"}, []),
        ({"errors": "with", "domain": "speech", "shown": [SECOND]}, []),
    ],
    ids=str,
)
def test_which_segments_pass(address, asked, expected):
    address(asked)
    filters = selection.filters_in_address(MARKED)
    part = selection.part_in_use(MARKED, BLEU(), BLEU(), asked.get("shown", list(SYSTEMS)), filters)
    assert ([] if part is None else part.numbers.tolist()) == expected
    assert (filters == NO_FILTERS) == (expected == [1, 2, 3, 4] and asked != {"errors": "with"})


@pytest.fixture
def address(monkeypatch):
    def address(asked):
        monkeypatch.setattr(state, "address_value", lambda name: asked.get(name, ADDRESS[name]))

    return address


def test_a_kind_of_error_means_that_there_must_be_one(address):
    address({"category": "ACCURACY", "errors_of": SECOND, "errors_by": "nobody"})
    errors = selection.filters_in_address(MARKED).errors
    assert (errors.presence, errors.kind.category, errors.of, errors.by) == ("with", "Accuracy", SECOND, None)


def test_a_set_without_judgments_has_no_such_filter(address):
    address(dict.fromkeys(("document", "domain", "category", "errors_of"), "x") | {"errors": "with"})
    bare = MARKED.build({FIRST: ["a"]}, [["a"]])
    assert selection.filters_in_address(bare) == NO_FILTERS


def test_what_errors_can_be(address):
    assert selection.kinds(MARKED, None) == {
        "category": (
            "Accuracy",
            "Accuracy/Mistranslation",
            "Accuracy/Omission",
            "Fluency",
            "Fluency/Punctuation",
            "Non-translation",
            "/",
        ),
        "severity": ("critical", "major", "minor"),
        "annotator": ("r1",),
    }
    assert selection.kinds(MARKED, "XCOMET") == {"category": (), "severity": ("critical",), "annotator": ()}


@pytest.mark.parametrize(
    ("asked", "unknown"),
    [
        ({}, {}),
        ({"errors": "with", "category": "accuracy", "severity": "minor", "domain": "speech"}, {}),
        ({"document": "nowhere", "domain": "speech"}, {"document": "nowhere"}),
        ({"category": "nonsense", "severity": "minor+odd"}, {"category": "nonsense", "severity": "minor+odd"}),
        ({"errors": "maybe", "errors_of": "nobody"}, {"errors": "maybe", "errors_of": "nobody"}),
        ({"score_of": "nobody"}, {"score_of": "nobody"}),
    ],
    ids=str,
)
def test_what_the_set_does_not_have_can_be_told(address, asked, unknown):
    address(asked)
    assert selection.unknown_filters(selection.filters_in_address(MARKED)) == unknown


def test_outputs_that_equal_a_reference_come_last_among_the_worst(address):
    """Of few words they have a BLEU of 0; the best come first all the same."""
    references = ["(Applause)", "the cat sat on the mat", "it rained all day long", "so it went"]
    outputs = ["(Applause)", "a dog stood on my mat", "it rained all day long", "no"]
    test_set = TestSet.build({"A": outputs}, [references])
    address({"sort": "worst:A"})
    assert selection.segment_order(test_set, BLEU(), BLEU(), ["A"])[2:].tolist() == [0, 2]
    address({"sort": "best:A"})
    assert selection.segment_order(test_set, BLEU(), BLEU(), ["A"])[0] == 2


def test_segments_are_sorted_by_how_far_people_and_a_metric_disagree(address):
    """In the third BLEU prefers B and people A; in the second both prefer A; of the last people say nothing."""
    references = ["the cat sat on the mat", "it rained all day long", "she went home by bus", "so it went on and on"]
    better, worse = references, ["a dog stood", "it rained all day", "she went home by", "so it went on"]
    outputs = {"A": [*better[:2], worse[2], better[3]], "B": [*worse[:2], better[2], worse[3]]}
    people = Scores("MQM", {"A": np.array([-1, 0, 0, np.nan]), "B": np.array([-1, -9, -5, np.nan])}, is_human=True)
    test_set = TestSet.build(outputs, [references]).with_judgments([people])
    metrics = external_metrics_by_name(test_set) | {"bleu": BLEU()}
    mqm = metrics["MQM"]
    assert selection.find_opponent(metrics, BLEU(), mqm) == BLEU()
    assert selection.find_opponent(metrics, BLEU(), BLEU()) == mqm
    assert selection.find_opponent({"bleu": BLEU()}, BLEU(), BLEU()) is None
    address({"sort": "disagreement"})
    order = selection.segment_order(test_set, BLEU(), mqm, ["A", "B"], opponent=BLEU())
    assert (order[0], order[-1]) == (2, 3)
    assert selection.segment_order(test_set, BLEU(), mqm, ["A", "B"]).tolist() == [0, 1, 2, 3], (
        "nothing to hold against"
    )
