"""Metrics held against people, or another judge: how alike they order outputs and systems, and how sure that is."""

from .agreement import TRIALS, Agreement, Comparison, Resampling, agree, suiting
from .baselines import Chance, all_ties, by_chance
from .disagreement import OutputPair, SystemPair, Worth, turned_outputs, turned_systems, worth
from .judge import Judge, expected_wins, judge_of, names_of_judges, names_of_people
from .kendall import GROUPINGS, tau_b
from .measures import MEASURES, Measure
from .pairs import Pairs
from .permutation import Swapped, swap_scores
from .scored import CORPUS, MEAN, SYSTEM_SCORES, WEIGHTED, Scored, SystemScore, covered
from .soft import soft_accuracy
from .sweeps import EPSILONS, SWEEPS, Measured, Sweep, by_smoothing

__all__ = [
    "CORPUS",
    "EPSILONS",
    "GROUPINGS",
    "MEAN",
    "MEASURES",
    "SWEEPS",
    "SYSTEM_SCORES",
    "TRIALS",
    "WEIGHTED",
    "Agreement",
    "Chance",
    "Comparison",
    "Judge",
    "Measure",
    "Measured",
    "OutputPair",
    "Pairs",
    "Resampling",
    "Scored",
    "Swapped",
    "Sweep",
    "SystemPair",
    "SystemScore",
    "Worth",
    "agree",
    "all_ties",
    "by_chance",
    "by_smoothing",
    "covered",
    "expected_wins",
    "judge_of",
    "names_of_judges",
    "names_of_people",
    "soft_accuracy",
    "suiting",
    "swap_scores",
    "tau_b",
    "turned_outputs",
    "turned_systems",
    "worth",
]
