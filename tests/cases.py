"""Many cases of one function as one test: a case alone costs more than what most of them check."""

from collections.abc import Callable, Iterator
from functools import wraps
from inspect import Parameter, Signature, signature
from itertools import product
from typing import Any

import pytest


def as_one_test(function: Callable[..., None]) -> Callable[..., None]:
    """Goes through all cases of the marks `parametrize` below it, and tells of each that fails.

    For functions whose fixtures, if they take any, may be the same in all cases.
    """
    marks: list[pytest.Mark] = vars(function).pop("pytestmark")
    assert {mark.name for mark in marks} == {"parametrize"}
    cases = [list(cases_of(mark)) for mark in marks]
    names = {name for values, *_ in cases for name in values}
    fixtures = [parameter for name, parameter in signature(function).parameters.items() if name not in names]

    @wraps(function)
    def test(subtests: pytest.Subtests, **fixtures: object) -> None:
        for parts in product(*cases):
            case = {name: value for part in parts for name, value in part.items()}
            with subtests.test(**case):
                function(**fixtures, **case)

    shared = Parameter("subtests", Parameter.POSITIONAL_OR_KEYWORD)
    vars(test)["__signature__"] = Signature([shared, *fixtures])
    return test


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
