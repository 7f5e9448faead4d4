"""Suspicious segments: each planted fault is found, even a single one, but none of systems that are not asked for."""

import numpy as np
import pytest

from scoring import TestSet
from scoring.doctor.odd_texts import find_suspicions
from scoring.studies.doctor import DoctorRequest, examined_texts, run
from tests.slipped import late, made_set

REFERENCE, ONE, OTHER, SOURCE = made_set(200, 3)


GONE = "NO TRANSLATION IS AVAILABLE HERE"


def changed(lines, **at):
    return [at.get(f"n{number}", line) for number, line in enumerate(lines, 1)]


def suspicions(one, reference=REFERENCE, systems=("one", "other")):
    texts = examined_texts(TestSet.build({"one": one, "other": OTHER}, {"r": reference}, SOURCE))
    return find_suspicions(texts, systems, run(DoctorRequest(is_shallow=True), texts).findings)


def found(*args, **named):
    places = [one.places + 1 for one in suspicions(*args, **named)]
    return np.unique(np.concatenate([[], *places])).astype(int).tolist()


@pytest.mark.parametrize(
    ("one", "reference", "expected"),
    [
        (ONE, REFERENCE, []),
        (changed(ONE, n7=""), REFERENCE, [7]),
        (changed(ONE, n7=SOURCE[6]), REFERENCE, [7]),
        (changed(ONE, n7=" ".join([ONE[6]] * 3)), REFERENCE, [7]),
        (changed(ONE, n7=ONE[6][:12]), REFERENCE, [7]),
        (changed(ONE, n7="gone", n8="gone", n90="gone"), REFERENCE, [7, 8, 90]),
        (ONE, changed(REFERENCE, n200=""), [200]),
    ],
    ids=["sound", "empty", "source", "long", "short", "repeated", "reference"],
)
def test_each_fault_is_found(one, reference, expected):
    assert found(one, reference) == expected


def test_systems_that_are_not_asked_for_do_not_count():
    assert found(changed(ONE, n7=""), systems=("other",)) == []


def test_lines_out_of_place_are_suspicious():
    """The block is found with its ends."""
    shifted = late(ONE, 100, 40, 1)
    assert {*range(103, 138)} <= {*found(shifted)}


def test_each_reason_is_said_with_its_segments():
    one = changed(ONE, n7="", n9=SOURCE[8], n11=" ".join([ONE[10]] * 3))
    one = [GONE if number in (13, 14, 90) else line for number, line in enumerate(one, 1)]
    said = {reason.sentence: (reason.places + 1).tolist() for reason in suspicions(one)}
    assert said["The output of one is empty."] == [7]
    assert said["The output of one is untranslated."] == [9]
    assert said["The output of one is more than twice as long as the reference."] == [11]
    assert said["The output of one has the same text here as for other sources."] == [13, 14, 90]
    assert {*said["The output of one is less than half as long as the reference."]} <= {13, 14, 90}
