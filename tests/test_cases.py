"""tests/cases.py: no case is passed over, and each that fails is told."""

from contextlib import contextmanager

import pytest

from tests.cases import as_one_test, each_value, each_value_as_one_test


class Subtests:
    """What pytest's fixture of that name is told."""

    def __init__(self):
        self.failed = []

    @contextmanager
    def test(self, **case):
        try:
            yield
        except (AssertionError, pytest.skip.Exception):
            self.failed.append(case)


def test_all_cases_are_tried_and_those_that_fail_or_are_skipped_are_told():
    tried = []

    @as_one_test
    @pytest.mark.parametrize("limit", [2, pytest.param(3, id="three")])
    @pytest.mark.parametrize(("number", "sign"), [(1, "a"), (2, "b"), (0, "c")])
    def is_below(number, sign, limit, fixture):
        tried.append((number, sign, limit, fixture))
        if number == 0 and limit == 3:
            pytest.skip("as it is not installed")
        assert number < limit

    subtests = Subtests()
    is_below(subtests=subtests, fixture="f")
    assert subtests.failed == [{"number": 2, "sign": "b", "limit": 2}, {"number": 0, "sign": "c", "limit": 3}]
    assert sorted(tried) == [(n, sign, limit, "f") for n, sign in ((0, "c"), (1, "a"), (2, "b")) for limit in (2, 3)]


def test_few_combinations_have_each_value_and_all_have_the_others():
    tried = []

    @each_value_as_one_test
    @pytest.mark.parametrize("limit", [2, 3, 4])
    @pytest.mark.parametrize("number", [1, 2])
    def is_below(number, limit):
        tried.append((number, limit))
        assert number < limit

    is_below(is_whole=False, subtests=Subtests())
    assert len(tried) == 3
    assert {number for number, _ in tried} == {1, 2}
    assert {limit for _, limit in tried} == {2, 3, 4}
    tried.clear()
    subtests = Subtests()
    is_below(is_whole=True, subtests=subtests)
    assert len(tried) == 6
    assert subtests.failed == [{"number": 2, "limit": 2}]
    (mark,) = is_below.pytestmark
    assert [case.marks[0].name for case in mark.args[1] if case is not False] == ["exhaustive"]


def test_lists_of_different_length_meet_in_different_pairs():
    pairs = list(each_value([{"a": 1}, {"a": 2}], [{"b": number} for number in range(4)]))
    assert [(a["a"], b["b"]) for a, b in pairs] == [(1, 0), (2, 1), (2, 2), (1, 3)]
