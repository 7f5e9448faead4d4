"""tests/cases.py: no case is passed over, and each that fails is told."""

from contextlib import contextmanager

import pytest

from tests.cases import as_one_test, each_value, each_value_as_one_test


class Subtests:
    """What pytest's fixture of that name is told."""

    def __init__(self):
        self.passed, self.failed = [], []

    @contextmanager
    def test(self, **case):
        try:
            yield
        except AssertionError:
            self.failed.append(case)
        else:
            self.passed.append(case)


def test_all_cases_are_tried_and_those_that_fail_are_told():
    @as_one_test
    @pytest.mark.parametrize("limit", [2, pytest.param(3, id="three")])
    @pytest.mark.parametrize(("number", "sign"), [(1, "a"), (2, "b")])
    def is_below(number, sign, limit, fixture):
        assert number < limit, fixture + sign

    subtests = Subtests()
    is_below(subtests=subtests, fixture="f")
    assert subtests.failed == [{"number": 2, "sign": "b", "limit": 2}]
    assert len(subtests.passed) == 3


def test_few_combinations_have_each_value_and_all_have_the_others():
    @each_value_as_one_test
    @pytest.mark.parametrize("limit", [2, 3, 4])
    @pytest.mark.parametrize("number", [1, 2])
    def is_below(number, limit):
        assert number < limit

    few, whole = Subtests(), Subtests()
    is_below(is_whole=False, subtests=few)
    is_below(is_whole=True, subtests=whole)
    tried = few.passed + few.failed
    assert len(tried) == 3
    assert {case["limit"] for case in tried} == {2, 3, 4}
    assert {case["number"] for case in tried} == {1, 2}
    assert len(whole.passed) == 5
    assert whole.failed == [{"number": 2, "limit": 2}]
    (mark,) = is_below.pytestmark
    assert [case.marks[0].name for case in mark.args[1] if case is not False] == ["exhaustive"]


def test_lists_of_different_length_meet_in_different_pairs():
    pairs = list(each_value([{"a": 1}, {"a": 2}], [{"b": number} for number in range(4)]))
    assert [(a["a"], b["b"]) for a, b in pairs] == [(1, 0), (2, 1), (2, 2), (1, 3)]
