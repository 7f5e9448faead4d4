"""Tune the weights of features by expected BLEU, MERT and MIRA, with replications and scores on held-out lists."""

from .candidates import RecoveredWeights, TuningCandidates, choose_by_weights, recover
from .expected import PENALTY, expected_bleu, objective
from .mert_search import STARTS, mert
from .mira_updates import mira
from .replications import REPLICATIONS, TunerResult, Tunings, compare_tuners, halves, tune
from .tuners import EXPECTED, MERT, MIRA, TUNERS, check_tuner
