"""tests/cases.py: no case is passed over, and each that fails is told."""

from contextlib import contextmanager

import pytest

from tests.cases import as_one_test


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
