"""Smoothing of n-gram precisions: the table of all methods, and the choice of one with its value.

``paper`` has the methods of Chen and Cherry (2014) and unpublished variants, ``toolkits`` those of sacreBLEU, NLTK,
mteval-v13a and MATLAB.
"""

from dataclasses import dataclass

import numpy as np

from ...counting.arrays import Floats
from ...validation import as_float_array, as_number, check_known
from .paper import PAPER, VARIANTS, Counts, Method
from .toolkits import MATLAB, MTEVAL, NLTK, SACREBLEU

__all__ = ["METHODS", "MIN_DIVISOR", "NLTK", "PAPER", "SACREBLEU", "VARIANTS", "Smoothing"]

MIN_DIVISOR = 1e-6
"""Smallest value for a method that divides by it; with smaller values counts would overflow."""
METHODS: dict[str, Method] = SACREBLEU | PAPER | VARIANTS | NLTK | MTEVAL | MATLAB


@dataclass(frozen=True)
class Smoothing:
    """A smoothing method and its parameter; None for no parameter or for the usual value.

    Raises ``ValueError`` for an unknown method or a value that the method does not accept.
    """

    method: str
    value: float | None = None

    def __post_init__(self) -> None:
        check_known(self.method, METHODS, "smoothing")
        usual = METHODS[self.method].value
        if self.value is not None and usual is None:
            raise ValueError(f"The smoothing {self.method!r} takes no value; found {self.value}.")
        value = usual if self.value is None else as_number(self.value, f"smoothing {self.method!r}")
        if value is not None and not (np.isfinite(value) and value >= 0):
            raise ValueError(f"The smoothing {self.method!r} needs a finite value of 0 or more; found {self.value}.")
        if value is not None and value < MIN_DIVISOR and METHODS[self.method].positive:
            raise ValueError(
                f"The smoothing {self.method!r} divides by its value, which must be at least {MIN_DIVISOR:g};"
                f" found {value:g}."
            )
        object.__setattr__(self, "value", value)

    @classmethod
    def parse(cls, text: "str | Smoothing") -> "Smoothing":
        """Return the smoothing of a text: ``exp``, or ``floor=0.05`` with a value; return a ``Smoothing`` unchanged."""
        if isinstance(text, cls):
            return text
        method, equals, value = str(text).partition("=")
        try:
            return cls(method, float(value) if equals else None)
        except ValueError as error:
            if "could not convert" in str(error):
                raise ValueError(f"The smoothing {text!r} needs a number after '='; found {value!r}.") from None
            raise

    @property
    def without_match(self) -> bool:
        """Whether the method also smooths where not a single word matches."""
        return METHODS[self.method].without_match

    def __str__(self) -> str:
        """Return the text of sacreBLEU's signature: ``exp``, ``floor[0.10]``; all digits if 2 decimals would round."""
        if self.value is None:
            return self.method
        rounded = f"{self.value:.2f}"
        return f"{self.method}[{rounded if float(rounded) == self.value else self.value}]"

    def __call__(self, matches: Floats, totals: Floats, hypothesis_length: Floats) -> Counts:
        """Return smoothed matches and totals, (..., N), from the counted ones, (..., N + 1), and the lengths (...,).

        Raises ``ValueError`` for other shapes.
        """
        matches, totals = as_float_array(matches, "matches"), as_float_array(totals, "totals")
        lengths = as_float_array(hypothesis_length, "hypothesis lengths")
        n_orders = matches.shape[-1] if matches.ndim else 0
        if n_orders < 2 or not matches.shape == totals.shape == (*lengths.shape, n_orders):
            shapes = f"{matches.shape}, {totals.shape} and {lengths.shape}"
            raise ValueError(f"Expected matches and totals (..., N + 1) and lengths (...,); found the shapes {shapes}.")
        value = 0.0 if self.value is None else self.value  # a method without a parameter ignores it
        return METHODS[self.method].function(matches, totals, lengths, value)
