"""Requests of studies, of small test sets."""

from types import SimpleNamespace

import numpy as np

from scoring.agreement.shared_outputs import find_shared_outputs
from scoring.judgments import Scores
from scoring.studies.agreement import AgreementRequest
from tests.judged import JUDGED, SET

PEOPLE = SET.with_judgments([Scores("MQM", {name: np.array(given) for name, given in JUDGED.items()}, is_human=True)])
"""A small set that people have judged."""


def agreement_request(*metrics, **more):
    """Metrics held against the people who judged the small set."""
    return AgreementRequest(find_shared_outputs(PEOPLE, PEOPLE, "MQM", metrics), tuple(metrics), **more)


def named(*names):
    """What stands for metrics where only their names are read."""
    return [SimpleNamespace(name=name, label=name.upper(), full_name=name.upper()) for name in names]
