"""Smoothing of n-gram precisions: a value that says how, and the methods that there are.

``paper`` has the methods of Chen and Cherry (2014), ``toolkits`` those of sacreBLEU, NLTK, mteval-v13a and
MATLAB.
"""

from dataclasses import dataclass

import numpy as np

from scoring.smoothing.paper import PAPER, Method
from scoring.smoothing.toolkits import MATLAB, MTEVAL, NLTK, SACREBLEU

LEAST_DIVISOR = 1e-6
"""Of a method that divides by its value; a smaller one would take counts beyond floating point."""
METHODS: dict[str, Method] = SACREBLEU | PAPER | NLTK | MTEVAL | MATLAB


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
        if self.value is not None and self.value < LEAST_DIVISOR and METHODS[self.method].positive:
            raise ValueError(
                f"The smoothing {self.method!r} divides by its value, which must be at least {LEAST_DIVISOR:g};"
                f" found {self.value:g}."
            )
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

    @property
    def without_match(self) -> bool:
        """Whether it smooths where not a single word matches too."""
        return METHODS[self.method].without_match

    def __str__(self) -> str:
        """As in sacreBLEU's signature: ``exp``, ``floor[0.10]``; in full where two decimals would round."""
        if self.value is None:
            return self.method
        rounded = f"{self.value:.2f}"
        return f"{self.method}[{rounded if float(rounded) == self.value else self.value}]"

    def __call__(self, matches: np.ndarray, totals: np.ndarray, hypothesis_length: np.ndarray):
        return METHODS[self.method].function(matches, totals, hypothesis_length, self.value)
