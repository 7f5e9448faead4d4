"""CER, GLEU, RIBES, CharacTER and EED from raw strings.

EED has no peer here, for torchmetrics needs PyTorch, and the authors' tool is compiled by hand.
"""

import statistics
from collections.abc import Sequence

import jiwer
from cer import calculate_cer
from nltk.translate.gleu_score import corpus_gleu
from nltk.translate.ribes_score import corpus_ribes
from tabulate import tabulate

from benchmarks.data import Data
from benchmarks.timing import Race, equal, race, show, time_all_systems
from scoring import CER, EED, GLEU, RIBES, CharacTER, Metric

REPETITIONS = 3
"""Number of runs; a run of NLTK's RIBES takes seconds."""
MOST = 1_000
"""Highest number of segments; NLTK's RIBES takes minutes for paragraphs."""


def run(sets: Sequence[Data]) -> None:
    for data in sets:
        print(f"\n{data}, first system and reference, {MOST:,} segments at most")
        hypotheses, references = next(iter(data.systems.values()))[:MOST], data.references[0][:MOST]
        show([_jiwer(hypotheses, references), *_nltk(hypotheses, references), _cer(hypotheses, references)])
    metrics = CER(), GLEU(), RIBES(), CharacTER(), EED()
    rows = [
        (str(data), *(f"{1e3 * time_all_systems(data, metric, REPETITIONS):,.0f}" for metric in metrics))
        for data in sets
    ]
    print("\nall systems")
    headers = ["", *(f"{metric.label}, ms" for metric in metrics)]
    print(tabulate(rows, headers, disable_numparse=True, colalign=["left", *["right"] * len(metrics)]))


def _race(metric: Metric, hypotheses: list[str], references: list[str], peer: str, theirs, agree=equal) -> Race:
    def ours():
        return metric.score(metric.statistics(hypotheses, [references]).sum(axis=0))

    return race(metric.label, ours, peer, theirs, agree=agree, repetitions=REPETITIONS)


def _jiwer(hypotheses: list[str], references: list[str]) -> Race:
    return _race(CER(), hypotheses, references, "jiwer", lambda: 100 * jiwer.cer(references, hypotheses))


def _nltk(hypotheses: list[str], references: list[str]) -> list[Race]:
    """Race NLTK's GLEU and RIBES, whose time includes splitting at white space, because NLTK takes tokens.

    NLTK's RIBES for a reference of one word is 0, so that scores need only agree closely.
    """

    def tokens():
        return [[text.split()] for text in references], [text.split() for text in hypotheses]

    both = hypotheses, references, "NLTK"
    return [
        _race(GLEU("none"), *both, lambda: 100 * corpus_gleu(*tokens())),
        _race(RIBES("none"), *both, lambda: 100 * corpus_ribes(*tokens()), lambda a, b: abs(a - b) < 1),
    ]


def _cer(hypotheses: list[str], references: list[str]) -> Race:
    """Race the package cer, which keeps the last 1,024 distances of words in a cache from one run to the next."""

    def theirs():
        pairs = zip(hypotheses, references, strict=True)
        return 100 * statistics.fmean(calculate_cer(text.split(), other.split()) for text, other in pairs)

    return _race(CharacTER(), hypotheses, references, "cer", theirs)
