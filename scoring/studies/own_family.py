"""Compare where a judge ranks systems of its own family with where other judges rank them."""

import numpy as np

from ..agreement import MEAN, OrientedScores
from ..counting.arrays import Floats
from ..judgments.external import ExternalScore
from ..testset import TestSet
from .agreement import AgreementRequest
from .wording.family_words import own_family_rank

MAX_OTHERS = 3
"""The most other judges whose ranks a sentence gives."""


def own_family_sentences(request: AgreementRequest, test_set: TestSet) -> list[str]:
    """Say where each judge ranks systems of its own family, and where judges of other families rank them.

    Judges are the request's judge, and metrics whose scores come from a file; all rank by means over the judged
    segments.
    """
    judge = request.judge
    external_metrics = [metric for metric in request.metrics if isinstance(metric, ExternalScore)]
    families = {judge.name: judge.own_family} | {metric.full_name: metric.own_family for metric in external_metrics}
    if not any(families.values()):
        return []
    scores = {judge.name: judge.system_scores(np.ones((1, judge.n_segments)))[0]}
    for metric in external_metrics:
        oriented_scores = OrientedScores.of(metric, metric.measure(test_set), judge)
        scores[metric.full_name] = oriented_scores.system_scores(np.ones((1, judge.n_segments)), MEAN)[0]
    sentences = []
    for name, family in families.items():
        for system in (one for one in judge.systems if one in family):
            place = judge.systems.index(system)
            others = [other for other in scores if system not in families[other]][:MAX_OTHERS]
            ranks = {other: _rank(scores[other], place) for other in others}
            sentences.append(own_family_rank(name, system, _rank(scores[name], place), judge.n_systems, ranks))
    return sentences


def _rank(scores: Floats, place: int) -> int:
    return 1 + int((scores > scores[place]).sum())
