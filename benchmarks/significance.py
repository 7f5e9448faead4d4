"""Approximate randomization with 10,000 trials: given statistics, as a whole command, and all pairs of all systems."""

import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from sacrebleu.metrics import BLEU as SacreBLEU
from sacrebleu.significance import Result, _paired_ar_test
from tabulate import tabulate

from benchmarks.data import Data
from benchmarks.process import measure, processors
from benchmarks.timing import Race, race, show
from scoring import BLEU
from scoring.significance import monte_carlo_interval, randomize

MANY, SEGMENTS = 36, 1_000
"""Number of systems, each mixed from two systems of a large set at random, and number of segments."""
REPETITIONS = 3
"""Number of runs; a run of sacreBLEU takes seconds."""
TRIALS = 10_000
METRICS = ("bleu", "ter", "chrf", "chrf++")


def run(sets: Sequence[Data]) -> None:
    rows, many = [], []
    for data in sets:
        with tempfile.TemporaryDirectory() as folder:
            references = _written(folder, "ref", data.references)
            systems = _written(folder, "sys", data.systems.values())
            if len(systems) > 1:
                print(f"\n{data}, first two systems")
                show([_given_statistics(data), _command(references, systems[:2], folder)])
                arguments = (*references, "-i", *systems, "-m", *METRICS, "--trials", str(TRIALS))
                rows.append((data, *measure("scoring", "significance", *arguments)))
            if len(data.test_set) >= SEGMENTS:
                many += _many(data, folder)
    pairs = [len(data.systems) * (len(data.systems) - 1) // 2 for data, *_ in rows]
    print(f"\nthe command for all pairs by {', '.join(METRICS)}")
    lines = [(str(data), n, f"{taken:.1f}", f"{peak:.0f}") for n, (data, taken, peak) in zip(pairs, rows, strict=True)]
    print(tabulate(lines, ["", "pairs", "wall time, s", "peak RSS, MB"], disable_numparse=True))
    if many:
        print(f"\nthe command for all pairs of {MANY} systems x {SEGMENTS:,} segments, one metric")
        print(tabulate(many, ["", "metric", "wall time, s", "processors, s"], disable_numparse=True))


def _many(data: Data, folder: str) -> list[list[str]]:
    """Return rows with the command's time for many systems, by each metric, in the second run, without compilation."""
    random, outputs = np.random.default_rng(1), [list(texts[:SEGMENTS]) for texts in data.systems.values()]
    while len(outputs) < MANY:
        both = random.choice(len(data.systems), 2, replace=False)
        taken = both[(random.random(SEGMENTS) < random.random()).astype(int)]
        outputs.append([outputs[system][segment] for segment, system in enumerate(taken)])
    references = _written(folder, "few-ref", [data.references[0][:SEGMENTS]])
    systems = _written(folder, "many-sys", outputs[:MANY])
    rows = []
    for metric in METRICS[:3]:
        command = [sys.executable, "-m", "scoring", "significance", *references, "-i", *systems, "-m", metric]
        processors(command, folder)
        start = time.perf_counter()
        used = processors(command, folder)
        rows.append([data.name, metric, f"{time.perf_counter() - start:.1f}", f"{used:.1f}"])
    return rows


def _given_statistics(data: Data) -> Race:
    """Race sacreBLEU's own function for the second system against the first, with given statistics."""
    pair = dict(islice(data.systems.items(), 2))
    metric, peer = BLEU("none"), SacreBLEU(tokenize="none", force=True)
    measured = {name: metric.statistics(texts, data.references) for name, texts in pair.items()}
    baseline, system = (peer._extract_corpus_statistics(texts, data.references) for texts in pair.values())
    score = peer._aggregate_and_compute(baseline).score
    peer._extract_corpus_statistics = lambda hypotheses, references: system  # type: ignore[method-assign]

    def ours():
        return randomize(metric, measured, TRIALS).p_values[0, 1]

    def theirs():
        given = {"BLEU": (np.array(baseline), Result(score))}
        return _paired_ar_test(given, "", system, None, {"BLEU": peer}, TRIALS)[1]["BLEU"].p_value

    return race("BLEU, given statistics", ours, "sacreBLEU", theirs, agree=_same_p, repetitions=REPETITIONS)


def _same_p(ours: float, theirs: float) -> bool:
    """Return whether two p-values are equal within the Monte Carlo error of both."""
    intervals = [monte_carlo_interval(round(p * (TRIALS + 1)) - 1, TRIALS, 0.9999) for p in (ours, theirs)]
    return max(low for low, _ in intervals) <= min(high for _, high in intervals)


def _command(references: Sequence[str], systems: Sequence[str], folder: str) -> Race:
    """Race whole commands, from files to the printed result, with start-up; the peer runs once."""
    trials, python = str(TRIALS), (sys.executable, "-m")
    shared = (*references, "-i", *systems, "-m", "bleu", "ter")
    command = [*python, "scoring", "significance", *shared, "--trials", trials]
    ours = [processors(command, folder) for _ in range(REPETITIONS + 1)][1:]
    theirs = processors([*python, "sacrebleu", *shared, "--paired-ar", "--paired-ar-n", trials], folder)
    return Race("command, BLEU and TER, time of processors", statistics.median(ours), "sacreBLEU", theirs)


def _written(folder: str, name: str, columns: Iterable[Sequence[str | None]]) -> list[str]:
    """Write each column to a text file, and return the paths."""
    paths = []
    for number, texts in enumerate(columns):
        path = Path(folder, f"{name}{number}.txt")
        path.write_text("".join(f"{text or ''}\n" for text in texts), encoding="utf-8", newline="\n")
        paths.append(str(path))
    return paths
