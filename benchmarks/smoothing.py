"""All 8 smoothing methods for every segment from raw strings: we count once, NLTK once a method."""

import math
import statistics
import time
import warnings
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

from benchmarks.data import Data
from benchmarks.timing import Race, equal, race, show
from scoring import BLEU
from scoring.bleu.dialects import DIALECTS, Parameters
from scoring.bleu.smoothing import NLTK, PAPER

REPETITIONS = 7


def run(sets: Sequence[Data]) -> None:
    for data in sets:
        print(f"\n{data}, first system")
        show([_race(data, "NLTK's 0 to 7", NLTK, equal), _race(data, "the paper's 0 to 7", PAPER, None)])
        print(f"{len(data.systems)} systems again after a change of parameters: {1e3 * _again(data):.0f} ms")


def _again(data: Data) -> float:
    """Return the median seconds for all methods of the paper, from the statistics of every system."""
    bleu = BLEU("none")
    rows = np.stack([bleu.statistics(hypotheses, data.references) for hypotheses in data.systems.values()])
    metrics = DIALECTS["paper"].metrics(bleu, Parameters(epsilon=0.2, k=4, alpha=3)).values()
    seconds = []
    for _ in range(REPETITIONS):
        start = time.perf_counter()
        for metric in metrics:
            metric.score(rows)
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def _race(data: Data, work: str, methods: Iterable[str], agree: Callable | None) -> Race:
    hypotheses = next(iter(data.systems.values()))
    metrics = [BLEU("none", smoothing=method) for method in methods]

    def ours():
        statistics = metrics[0].statistics(hypotheses, data.references)
        return [metric.score(statistics) for metric in metrics]

    return race(work, ours, "NLTK", lambda: _nltk(hypotheses, data.references), agree=agree)


def _nltk(hypotheses: list[str], references: list[list[str]]) -> list[list[float]]:
    """Return NLTK's scores of all segments by method, NaN where NLTK fails or has nothing to measure.

    NLTK's warnings about scores of 0 are silenced.
    """
    segments = [
        ([text.split() for text in texts if text is not None], hypothesis.split())
        for hypothesis, *texts in zip(hypotheses, *references, strict=True)
    ]
    methods = [getattr(SmoothingFunction(), f"method{number}") for number in range(len(NLTK))]
    with warnings.catch_warnings(action="ignore"):
        return [[_score(*segment, method) for segment in segments] for method in methods]


def _score(references: list[list[str]], hypothesis: list[str], method) -> float:
    if not hypothesis and not min(map(len, references)):
        return math.nan
    try:
        return 100 * sentence_bleu(references, hypothesis, smoothing_function=method)
    except AssertionError:
        return math.nan
