"""Smoothing of n-gram precisions: one function a method, over any number of segments at once.

A method takes match counts m_n and totals l_n of the orders 1..N+1 and gives the counts m'_n and totals
l'_n of the orders 1..N whose quotients are the smoothed precisions:

    method(matches, totals, hypothesis_length, value) -> (matches', totals')
    (..., N+1), (..., N+1), (...,), float -> (..., N), (..., N)

The order N+1 is there for the methods that look one order further. An order without any n-gram
(l_n = 0) has no precision; methods leave it at 0/0.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Method = Callable[[np.ndarray, np.ndarray, np.ndarray, float], tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class Smoothing:
    """A method and its free parameter, None for the methods that have none or for the usual value.

    Raises ``ValueError`` for an unknown method or a value that it cannot take.
    """

    method: str
    value: float | None = None

    def __post_init__(self):
        if self.method not in METHODS:
            raise ValueError(f"Unknown smoothing {self.method!r}; there are {', '.join(METHODS)}.")
        usual = METHODS[self.method].value
        if self.value is not None and usual is None:
            raise ValueError(f"The smoothing {self.method!r} takes no value; found {self.value}.")
        if self.value is not None and not (np.isfinite(self.value) and self.value >= 0):
            raise ValueError(f"The smoothing {self.method!r} needs a value of 0 or more; found {self.value}.")
        object.__setattr__(self, "value", usual if self.value is None else float(self.value))

    @classmethod
    def parse(cls, text: "str | Smoothing") -> "Smoothing":
        """``exp``, or ``floor=0.05`` with a value; a Smoothing stays itself."""
        if isinstance(text, cls):
            return text
        method, equals, value = str(text).partition("=")
        try:
            return cls(method, float(value) if equals else None)
        except ValueError as error:
            if "could not convert" in str(error):
                raise ValueError(f"The smoothing {text!r} needs a number after '='; found {value!r}.") from None
            raise

    def __str__(self) -> str:
        """As in sacreBLEU's signature: ``exp``, ``floor[0.10]``; in full where two decimals would round."""
        if self.value is None:
            return self.method
        rounded = f"{self.value:.2f}"
        return f"{self.method}[{rounded if float(rounded) == self.value else self.value}]"

    def __call__(self, matches: np.ndarray, totals: np.ndarray, hypothesis_length: np.ndarray):
        return METHODS[self.method].function(matches, totals, hypothesis_length, self.value)


@dataclass(frozen=True)
class Entry:
    """A method, the usual value of its parameter, and what it does in one sentence."""

    function: Method
    value: float | None
    description: str


def none(matches, totals, hypothesis_length, value):
    """m'_n = m_n, l'_n = l_n."""
    return matches[..., :-1], totals[..., :-1]


def floor(matches, totals, hypothesis_length, value):
    """A zero count becomes ``value``; sacreBLEU's ``floor``, method 1 of Chen and Cherry (2014)."""
    matches, totals = none(matches, totals, hypothesis_length, value)
    return np.where((matches == 0) & (totals > 0), value, matches), totals


def add_k(matches, totals, hypothesis_length, value):
    """``value`` is added to counts and totals of the orders above 1; sacreBLEU's ``add-k``.

    Lin and Och (2004) add 1, method 2 of Chen and Cherry (2014). As in sacreBLEU an order without n-grams becomes
    value/value, that is 1.
    """
    matches, totals = none(matches, totals, hypothesis_length, value)
    added = np.where(np.arange(matches.shape[-1]) > 0, value, 0.0)
    return matches + added, totals + added


def exp(matches, totals, hypothesis_length, value):
    """The k-th zero count becomes 1 / 2^k: mteval-v13a's, sacreBLEU's ``exp``, method 3 of Chen and Cherry (2014)."""
    matches, totals = none(matches, totals, hypothesis_length, value)
    zero = (matches == 0) & (totals > 0)
    return np.where(zero, 0.5 ** np.cumsum(zero, axis=-1), matches), totals


METHODS: dict[str, Entry] = {
    "none": Entry(none, None, "counts as they are: one order without a match makes the score 0"),
    "floor": Entry(floor, 0.1, "a zero count becomes a small value"),
    "add-k": Entry(add_k, 1.0, "a value is added to counts and totals of every order above 1"),
    "exp": Entry(exp, None, "the first zero count becomes 1/2, the next 1/4, then 1/8, ... (mteval-v13a)"),
}
