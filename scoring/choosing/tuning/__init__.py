"""Weights of features: expected BLEU, MERT and MIRA, replicated and judged on lists that they have not seen."""

from .candidates import Candidates
from .decoder import Recovered, recover
from .expected import PENALTY, expected_bleu, objective
from .mert import STARTS, mert
from .mira import mira
from .replications import (
    REPLICATIONS,
    Tuned,
    Tunings,
    compared,
    halves,
    tune,
)
from .tuners import EXPECTED, MERT, MIRA, TUNERS, check_tuner
from .weighted import weighted

__all__ = [
    "EXPECTED",
    "MERT",
    "MIRA",
    "PENALTY",
    "REPLICATIONS",
    "STARTS",
    "TUNERS",
    "Candidates",
    "Recovered",
    "Tuned",
    "Tunings",
    "check_tuner",
    "compared",
    "expected_bleu",
    "halves",
    "mert",
    "mira",
    "objective",
    "recover",
    "tune",
    "weighted",
]
