"""Many cases of one function as one test: a case alone costs more than what most of them check."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from inspect import Parameter, Signature, signature
from itertools import product
from typing import Any

import pytest


def one_in(number: int) -> int:
    """Of how many cases or moments one is tried: that many, or 1 where `EVERY_CASE` is set."""
    return 1 if os.environ.get("EVERY_CASE") else number


def as_one_test(function: Callable[..., None]) -> Callable[..., None]:
    """Goes through all cases of the marks `parametrize` below it, and tells of each that fails or is skipped.

    For functions whose fixtures, if they take any, may be the same in all cases.
    """
    return tested_by(product, function, marks_of(function))


def each_value_as_one_test(function: Callable[..., None]) -> Callable[..., None]:
    """Does the same, but `make test` tries each value of each mark in few combinations, `make test-all` in all."""
    marks = marks_of(function)
    few, all_ = tested_by(each_value, function, marks), tested_by(product, function, marks)

    @pytest.mark.parametrize("is_whole", [False, pytest.param(True, marks=pytest.mark.exhaustive)])
    @wraps(function)
    def test(is_whole: bool, **fixtures: object) -> None:
        (all_ if is_whole else few)(**fixtures)

    whole = Parameter("is_whole", Parameter.POSITIONAL_OR_KEYWORD)
    vars(test)["__signature__"] = Signature([whole, *signature(few).parameters.values()])
    return test


def marks_of(function: Callable[..., None]) -> list[pytest.Mark]:
    """The marks `parametrize` of a function, which has them no longer."""
    marks: list[pytest.Mark] = vars(function).pop("pytestmark")
    assert {mark.name for mark in marks} == {"parametrize"}
    return marks


def tested_by(
    combined: Callable[..., Iterable[tuple[dict[str, Any], ...]]],
    function: Callable[..., None],
    marks: list[pytest.Mark],
) -> Callable[..., None]:
    """A test of all cases that ``combined`` makes of the values of the marks."""
    cases = [list(cases_of(mark)) for mark in marks]
    names = {name for values, *_ in cases for name in values}
    fixtures = [parameter for name, parameter in signature(function).parameters.items() if name not in names]

    @wraps(function)
    def test(subtests: pytest.Subtests, **fixtures: object) -> None:
        for parts in combined(*cases):
            case = {name: value for part in parts for name, value in part.items()}
            try:
                function(**fixtures, **case)
            except (Exception, pytest.skip.Exception) as error:
                with subtests.test(**case):  # only now: each that passed would be reported from process to process
                    raise error

    shared = Parameter("subtests", Parameter.POSITIONAL_OR_KEYWORD)
    vars(test)["__signature__"] = Signature([shared, *fixtures])
    return test


def each_value(*cases: Sequence[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], ...]]:
    """As few combinations as have each value once: those on the diagonal; the shorter lists begin again, one further.

    One further, for else lists of the same length would always meet in the same pairs.
    """
    for at in range(max(map(len, cases))):
        yield tuple(values[(at + at // len(values)) % len(values)] for values in cases)


def cases_of(mark: pytest.Mark) -> Iterator[dict[str, Any]]:
    """Name -> value, for each case of one mark `parametrize`."""
    names, values = mark.args
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
    for value in values:
        if isinstance(value, type(pytest.param())):
            value = value.values
        elif len(names) == 1:
            value = (value,)
        yield dict(zip(names, value, strict=True))
