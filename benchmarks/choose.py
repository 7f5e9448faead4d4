"""Choosing among candidates: all pairs of candidates of a list, against sacreBLEU called pair by pair; then tuning.

The lists are the sample set's. CHOOSE_LISTS names another file of lists, with ref.txt in the same folder.
"""

import os
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from sacrebleu.metrics import BLEU as SacreBLEU
from sacrebleu.metrics import CHRF as SacreCHRF
from tabulate import tabulate

from benchmarks import tuning
from benchmarks.data import Data
from benchmarks.peers import clear_caches
from benchmarks.timing import equal
from scoring import BLEU, CHRF, METRICS, Metric
from scoring.choosing import Lists, expected_scores, pair_blocks, uniform
from scoring.choosing.formats import read_lists

SAMPLE = Path(__file__).parents[1] / "sample_data" / "news-en-es" / "lists" / "apertium.moses.gz"
PAIRS = 1_000_000
SAMPLED = 10_000
"""Number of pairs for which the peer is called; its time for all pairs is extrapolated."""
TENS = 2_500, 10
"""Number of lists and number of candidates in each."""
LARGE = 1_000, 2_000, 4_000
"""Numbers of candidates in a single list."""
RIGHT = ["left", "right", "right", "right"]


def run(sets: Sequence[Data]) -> None:
    file = Path(os.environ.get("CHOOSE_LISTS", SAMPLE))
    lists = _read(file)
    large, tens = _repeated(lists, PAIRS), _tens(lists)
    print(f"\n{file.name}: {lists.n_segments:,} lists of {lists.sizes.min():,} to {lists.sizes.max():,} candidates")
    print(f"\nfrom strings to every candidate's expected score; the peer is timed on {SAMPLED:,} pairs drawn at random")
    races = [
        _race(BLEU(effective_order=True), SacreBLEU(effective_order=True), large),
        _race(CHRF(), SacreCHRF(), tens),
    ]
    print(tabulate(races, ["", "ours, s", "sacreBLEU pair by pair, s", "ratio"], disable_numparse=True, colalign=RIGHT))
    print(f"\n{_described(tens)}, by every metric that can hold one candidate against another")
    measured = [kind() for kind in METRICS.values() if not kind.needs_all_references]
    seconds = [(metric.label, f"{_seconds(metric, tens):.2f}") for metric in measured]
    print(tabulate(seconds, ["", "s"], disable_numparse=True, colalign=RIGHT[:2]))
    print("\nBLEU of a single long list; memory is the most that this process has held so far")
    grown = [_long(lists, size) for size in LARGE]
    headers = ["candidates", "pairs", "s", "peak, MB"]
    print(tabulate(grown, headers, disable_numparse=True, colalign=["right"] * len(headers)))
    tuning.run(sets)


def _read(file: Path) -> Lists:
    beside = file.with_name("ref.txt")
    n_segments = len(beside.read_bytes().splitlines()) if beside.exists() else None
    return read_lists(file.name, file.read_bytes(), n_segments)


def _repeated(lists: Lists, n_pairs: int) -> Lists:
    """Return the lists repeated until they have about this number of pairs."""
    rounds = np.tile(np.arange(lists.n_segments), n_pairs // int((lists.sizes**2).sum()) + 1)
    ends = np.cumsum(lists.sizes[rounds] ** 2)
    return lists.only(rounds[: int(np.searchsorted(ends, n_pairs)) + 1])


def _tens(lists: Lists) -> Lists:
    """Return lists of random candidates from large enough lists in turn, the same lists at every call."""
    number, size = TENS
    draw = np.random.default_rng(1)
    texts = [candidates for candidates in lists if len(candidates) >= size]
    drawn = (np.sort(draw.choice(len(texts[at % len(texts)]), size, replace=False)) for at in range(number))
    return Lists.build([[texts[at % len(texts)][place] for place in places] for at, places in enumerate(drawn)])


def _n_pairs(lists: Lists) -> int:
    return int((lists.sizes**2).sum())


def _described(lists: Lists) -> str:
    return f"{lists.n_segments:,} lists, {_n_pairs(lists):,} pairs"


def _seconds(metric: Metric, lists: Lists) -> float:
    toy = Lists.build([["a b", "a"]])
    expected_scores(metric, toy, uniform(toy))  # compiles the kernels
    start = time.perf_counter()
    expected_scores(metric, lists, uniform(lists))
    return time.perf_counter() - start


def _race(metric: Metric, peer: SacreBLEU | SacreCHRF, lists: Lists) -> tuple[str, str, str, str]:
    """Return a row of both times; raise ``ValueError`` unless both give the drawn pairs the same scores."""
    ours = _seconds(metric, lists)
    scores = np.concatenate([metric.score(block.statistics) for block in pair_blocks(metric, lists)])
    references = np.concatenate([block.references for block in pair_blocks(metric, lists)])
    hypotheses = np.repeat(np.arange(len(lists)), lists.sizes[lists.segments])
    drawn = np.sort(np.random.default_rng(1).choice(len(scores), SAMPLED, replace=False))
    texts = lists.candidates.to_pylist()
    pairs = [(texts[hypotheses[at]], texts[references[at]]) for at in drawn]
    clear_caches()
    start = time.perf_counter()
    theirs = [peer.sentence_score(hypothesis, [reference]).score for hypothesis, reference in pairs]
    taken = (time.perf_counter() - start) * len(scores) / SAMPLED
    if not equal(scores[drawn], theirs):
        raise ValueError(f"{metric.label}: ours and sacreBLEU do not compute the same, so their times mean nothing.")
    return f"{metric.label}, {_described(lists)}", f"{ours:.2f}", f"{taken:.0f}", f"{taken / ours:.0f}x"


def _long(lists: Lists, size: int) -> tuple[str, str, str, str]:
    candidates = lists.candidates.take(pa.array(np.arange(size) % len(lists)))
    one = Lists(candidates, np.array([0, size]))
    seconds = _seconds(BLEU(), one)
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    return f"{size:,}", f"{_n_pairs(one):,}", f"{seconds:.2f}", f"{kilobytes / 1024:.0f}"
