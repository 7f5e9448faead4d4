"""Make tuners by their names, as on the command line."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ...bleu.smoothing import PAPER, Smoothing
from ...choosing.lists import Lists
from ...counting.arrays import Floats, Ints
from ...counting.progress import Progress, no_progress
from ...text.suggestions import did_you_mean
from ...validation import as_list, expect
from .candidates import TuningCandidates
from .expected import PENALTY, expected_bleu
from .mert_search import STARTS, mert
from .mira_updates import mira

MERT, MIRA, EXPECTED = "mert", "mira", "expected"
TUNERS = (MERT, MIRA, *(f"{EXPECTED}:{method}" for method in PAPER))
"""Usual tuners; ``expected:SMOOTHING`` takes any smoothing of BLEU, as in ``expected:floor=0.05``."""
WORK = {MERT: 25, MIRA: 3, EXPECTED: 1}
"""Approximate relative duration of each kind of tuner."""

Tuner = Callable[[Ints, int, Progress], Floats]
"""Function from the counts of lists, a seed and a progress function to weights (n_features,)."""


def tuner(
    name: str, candidates: TuningCandidates, start: Floats | None = None, penalty: float = PENALTY, starts: int = STARTS
) -> Tuner:
    """Return the tuner of this name on these candidates, whose features should be in units of their spread.

    MERT and MIRA begin at ``start``, by default 0, expected BLEU at 0. ``penalty`` is expected BLEU's lambda,
    ``starts`` is MERT's number of starts. Raises ``ValueError`` as ``check_tuner`` does.
    """
    check_tuner(name)
    if name == MERT:
        return lambda counts, seed, tell: mert(candidates, start, counts, starts, seed, tell)
    if name == MIRA:
        return lambda counts, seed, tell: mira(candidates, start, counts, seed=seed, on_progress=tell)
    bleu = candidates.sentence_bleu(smoothing(name))
    return lambda counts, seed, tell: expected_bleu(candidates, bleu, penalty, None, counts, tell)


def kind(name: str) -> str:
    """Return the kind of a tuner: ``mert``, ``mira`` or ``expected``."""
    return name.partition(":")[0]


def smoothing(name: str) -> Smoothing:
    """Return the smoothing in the name ``expected:SMOOTHING``."""
    return Smoothing.parse(name.partition(":")[2])


def check_tuner(name: str) -> None:
    """Raise ``ValueError`` unless the name is ``mert``, ``mira`` or ``expected:SMOOTHING``."""
    expect(name, str, "a tuner's name")
    if name in (MERT, MIRA):
        return
    if not name.startswith(f"{EXPECTED}:"):
        hint = did_you_mean(name, (MERT, MIRA, EXPECTED))
        raise ValueError(f"Unknown tuner {name!r}; there are {MERT}, {MIRA} and {EXPECTED}:SMOOTHING{hint}.")
    smoothing(name)


def check_tuners(names: Sequence[str]) -> list[str]:
    """Return the names; raise ``ValueError`` for none, a repeated name, or as ``check_tuner`` does."""
    listed = as_list(names, "tuners")
    for name in listed:
        check_tuner(name)
    if not listed or len(set(listed)) < len(listed):
        raise ValueError(f"Expected tuners, each once; found {', '.join(listed) or 'none'}.")
    return listed


def compile_tuning_kernels() -> None:
    """Compile the kernels by running each tuner once on tiny lists."""
    lists = replace(Lists.build([["a b", "a"]]), features=np.array([[1.0], [0.0]]), feature_names=("words",))
    candidates = TuningCandidates.of(lists, [["a b"]])
    for name in (MERT, MIRA, TUNERS[-1]):
        tuner(name, candidates, starts=1)(np.ones(1, np.int64), 0, no_progress)
