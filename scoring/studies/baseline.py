"""Compute how far systems are from a baseline, and where a new system ranks among the others."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ..bleu import BLEU
from ..metric import Metric
from ..output.numbers import printed_difference, probability, write_size
from ..output.sentence import Sentence, SystemName, join_sentences, sentence
from ..significance import Verdicts
from ..testset import TestSet
from . import comparison
from .wording.method_words import correction_phrase


def differences_from_baseline(metric: Metric, scores: Mapping[str, float], baseline: str) -> dict[str, float]:
    """Return each system's printed score minus the baseline's; NaN for the baseline, and without a score."""
    return {
        system: math.nan
        if system == baseline
        else printed_difference(score, scores.get(baseline, math.nan), metric.decimals)
        for system, score in scores.items()
    }


@dataclass(frozen=True)
class ComparedSystem:
    """Another system, and the test's p of the difference between this system and the new one."""

    name: str
    lead: float
    """Printed score difference by which the new system is ahead of this one; below 0 if the new system is behind."""
    p_adjusted: float


@dataclass(frozen=True)
class Placement:
    """The rank of a system among all shown systems that were tested by a metric."""

    system: str
    metric: Metric
    rank: int
    n_systems: int
    """Number of shown systems that have a score."""
    nearest: ComparedSystem
    baseline: ComparedSystem | None
    """The baseline; None where no other system is the baseline."""
    correction: str
    """Phrase for how p is corrected and for how many comparisons; empty for a single comparison."""


MAX_TESTED = 50
"""The most systems for which a command tests all pairs without being asked to."""


def place_new_systems(test_set: TestSet, new: Sequence[str], baseline: str | None = None) -> list[Placement]:
    """Return the placements of new systems of a test set by BLEU, with the tokenizer that fits the set's language.

    All pairs of systems are tested, as on the page Significance. The list is empty for more than ``MAX_TESTED``
    systems, for a single system, and without references.
    """
    if not test_set.references or not 2 <= len(test_set.systems) <= MAX_TESTED:
        return []
    metric = BLEU(tokenize=test_set.target.script.tokenizer)
    request = comparison.ComparisonRequest(metric, test_set.system_names)
    verdicts = comparison.run(request, request.rows(metric.measure(test_set))).verdicts
    placed = [place_system(verdicts, system, baseline) for system in new]
    return [placement for placement in placed if placement is not None]


def place_system(
    verdicts: Verdicts, system: str, baseline: str | None = None, shown: Collection[str] | None = None
) -> Placement | None:
    """Return the placement of a system among the ``shown`` ones; None if it, or every other system, has no score.

    ``verdicts`` are on all pairs of systems by one metric; by default all systems are shown. The nearest system is the
    one whose score differs least; of two equally near systems it is the better one.
    """
    comparisons = verdicts.comparisons
    metric = comparisons.metric
    scores = {name: float(score) for name, score in zip(comparisons.systems, comparisons.tested.scores, strict=True)}
    by_rank = (comparisons.systems[place] for place in comparisons.order)
    ranked = [name for name in by_rank if not math.isnan(scores[name]) and (shown is None or name in shown)]
    others = [name for name in ranked if name != system]
    if system not in ranked or not others:
        return None
    leads = {name: _lead(metric, scores[system], scores[name]) for name in others}

    def compare_with_system(name: str) -> ComparedSystem:
        return ComparedSystem(name, leads[name], verdicts.p_adjusted(system, name))

    nearest = min(others, key=lambda name: abs(scores[name] - scores[system]))
    rank = 1 + sum(lead < 0 for lead in leads.values())
    against = compare_with_system(baseline) if baseline in leads else None
    return Placement(
        system, metric, rank, len(ranked), compare_with_system(nearest), against, correction_phrase(comparisons)
    )


def _lead(metric: Metric, score: float, other: float) -> float:
    """Return how far a score is ahead of another, as both are printed; 0 where they differ by rounding alone."""
    if abs(score - other) <= metric.rounding:
        return 0.0
    difference = printed_difference(score, other, metric.decimals)
    return difference if metric.higher_is_better else -difference


def placement_sentence(placement: Placement, unjudged_by: Metric | None = None) -> Sentence:
    """Say which rank a system has, its distance from the baseline and the nearest system, and the p-values.

    ``unjudged_by`` is the metric of a verdict that leaves the system out because the system has no score.
    """
    metric, baseline, nearest = placement.metric, placement.baseline, placement.nearest
    if baseline is None:
        distances = [_distance(metric, nearest, "{}, the nearest system" if placement.n_systems > 2 else "{}")]
    elif baseline.name == nearest.name:
        distances = [_distance(metric, baseline, "the baseline {}, which is also the nearest system")]
    else:
        systems_by_phrase = {"the baseline {}": baseline, "{}, the nearest system": nearest}
        distances = [_distance(metric, other, name) for name, other in systems_by_phrase.items()]
    rank = f"{_ordinal(placement.rank)} of {placement.n_systems:,} by {metric.full_name}"
    corrected = f" p is {placement.correction}." if placement.correction else ""
    is_ = "is" if unjudged_by is None else f"has no {unjudged_by.full_name} and is not in this verdict; it is"
    parts = SystemName(placement.system), is_, rank, join_sentences(", ", distances), corrected
    return sentence("{} {} {}: {}.{}", *parts)


def missing_baseline(name: str) -> str:
    """Say that no baseline is used, because the test set has no system of this name."""
    return f"The baseline {name} is not in this test set, so systems are not compared with it."


def _distance(metric: Metric, other: ComparedSystem, phrase: str) -> Sentence:
    size = write_size(other.lead, decimals=metric.decimals)
    far = f"{size} ahead of" if other.lead > 0 else f"{size} behind" if other.lead < 0 else "level with"
    return sentence("{} {} (p = {})", far, sentence(phrase, SystemName(other.name)), probability(other.p_adjusted))


def _ordinal(number: int) -> str:
    """Return a number as an ordinal: ``1st``, ``2nd``, ``3rd``, ``11th``."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"
