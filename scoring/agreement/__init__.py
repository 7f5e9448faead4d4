"""Measure how well metrics agree with people, or another judge, on outputs and systems, and how sure that is."""

from .agreement import (
    TRIALS,
    Agreement,
    MetricComparison,
    Resampling,
    agreement_values,
    measure_agreement,
    suitable_measures,
)
from .baselines import Chance, chance_agreement, constant_scores
from .coefficients.kendall import GROUPINGS, tau_b
from .coefficients.measures import MEASURES, Measure
from .coefficients.permutation import PermutationResult, swap_scores
from .coefficients.soft import soft_accuracy
from .disagreement import (
    DifferenceWorth,
    OutputPair,
    SystemPair,
    difference_worth,
    misordered_outputs,
    misordered_systems,
)
from .judge import Judge, find_judge, names_of_judges, names_of_people
from .oriented_scores import CORPUS, MEAN, SYSTEM_SCORES, WEIGHTED, OrientedScores, SystemScore, scored_outputs
from .pairs import JudgedPairs
from .sweeps import EPSILONS, SWEEPS, Sweep, SweepStatistics, bleu_by_smoothing
