"""Sweep one option: score with a metric under each of the option's values, to compare each with the same judge.

This reproduces Chen and Cherry (2014), Tables 2 and 3, by smoothing, and Libovický and Pecina (2014), Figure 2, by
threshold; tokenizer, case and order likewise.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..bleu import BLEU
from ..bleu.dialects import Parameters
from ..bleu.smoothing import PAPER, VARIANTS
from ..counting.arrays import Floats
from ..counting.progress import Progress, no_progress
from ..metric import Metric
from ..options import DeclaredOption, options_of
from ..tbleu import TBLEU
from ..tbleu.tbleu import AlignedColumns
from ..testset import TestSet
from ..text.tokenizers import TOKENIZERS
from ..validation import expect

EPSILONS = tuple(step / 20 for step in range(21))
ORDERS = (1, 2, 3, 4, 5, 6)

Statistics = dict[str, Floats]
"""System name -> statistics of every segment of the test set, (n_segments, n_statistics)."""


@dataclass(frozen=True)
class Sweep:
    """An option of BLEU or tBLEU, with the values to try."""

    kind: type[BLEU]
    option: str
    """field of the metric"""
    values: Callable[[], Sequence[Any]]

    @property
    def declared(self) -> DeclaredOption:
        return next(declared for declared in options_of(self.kind) if declared.name == self.option)

    def metrics(self, metric: BLEU) -> dict[Any, BLEU]:
        """Return the metric with each of the values, by value; its own value is among them, and numbers ascend.

        All other options are kept, except the metric's own weights where the number of orders changes: there all orders
        weigh the same. Raises ``ValueError`` for a metric of another kind.
        """
        expect(metric, self.kind, "metric")
        own = getattr(metric, self.option)
        values = [*self.values(), *([] if own in self.values() else [own])]
        if isinstance(own, int | float):
            values = sorted(values)
        return {value: metric if value == own else self._with_option_value(metric, value) for value in values}

    def _with_option_value(self, metric: BLEU, value: Any) -> BLEU:
        changed = {self.option: value} | ({"weights": None} if self.option == "max_order" else {})
        return replace(metric, **changed)


SWEEPS: dict[str, Sweep] = {
    "epsilon": Sweep(TBLEU, "epsilon", lambda: EPSILONS),
    "tokenize": Sweep(
        BLEU, "tokenize", lambda: [tokenizer.pinned for tokenizer in TOKENIZERS.values() if tokenizer.available]
    ),
    "lowercase": Sweep(BLEU, "lowercase", lambda: (False, True)),
    "max_order": Sweep(BLEU, "max_order", lambda: ORDERS),
}
"""Options that can be swept, by name; smoothing has ``bleu_by_smoothing``."""


def bleu_by_smoothing(bleu: BLEU, parameters: Parameters | None = None) -> dict[str, BLEU]:
    """Return BLEU by each smoothing of the paper, then by this package's variants, all other options unchanged."""
    expect(bleu, BLEU, "BLEU")
    parameters = Parameters() if parameters is None else parameters
    expect(parameters, Parameters, "parameters")
    return {name: replace(bleu, smoothing=parameters.of(name)) for name in (*PAPER, *VARIANTS)}


class SweepStatistics:
    """The statistics of one test set by one metric after another; what two in a row share is computed once.

    BLEU is counted once for all its smoothings, tBLEU's words are aligned once for all thresholds. Only one metric's
    statistics are in memory at a time.
    """

    def __init__(self, test_set: TestSet):
        expect(test_set, TestSet, "test set")
        self._test_set = test_set
        self._key: tuple[Any, ...] = ()
        self._statistics: Statistics = {}
        self._aligned: AlignedColumns | None = None

    def of(self, metric: Metric, on_progress: Progress = no_progress) -> Statistics:
        """Return the statistics of the test set by this metric; errors as ``Metric.measure`` raises them."""
        expect(metric, Metric, "metric")
        if metric.statistics_key != self._key:
            self._statistics = self._measure(metric, on_progress)
            self._key = metric.statistics_key
        return self._statistics

    def _measure(self, metric: Metric, on_progress: Progress) -> Statistics:
        if not isinstance(metric, TBLEU):
            return metric.measure(self._test_set, on_progress)
        if self._aligned is None or self._aligned.prepared != (metric.tokenize, metric.lowercase):
            self._aligned = metric.align(self._test_set, on_progress)
        return metric.measure_aligned(self._aligned)
