"""chrF and chrF++ from raw strings."""

from collections.abc import Sequence

from sacrebleu.metrics import CHRF as SacreCHRF

from benchmarks.data import Data
from benchmarks.timing import Race, race, show
from scoring import CHRF, CHRFPlusPlus

REPETITIONS = 3
"""Number of runs; a run of sacreBLEU takes seconds."""


def run(sets: Sequence[Data]) -> None:
    for data in sets:
        print(f"\n{data}, first system")
        show([_race(data, CHRF()), _race(data, CHRFPlusPlus())])


def _race(data: Data, metric: CHRF) -> Race:
    hypotheses, peer = next(iter(data.systems.values())), SacreCHRF(word_order=metric.word_order)

    def ours():
        return metric.score(metric.statistics(hypotheses, data.references).sum(axis=0))

    def theirs():
        return peer.corpus_score(hypotheses, data.references).score

    return race(metric.label, ours, "sacreBLEU", theirs, repetitions=REPETITIONS)
