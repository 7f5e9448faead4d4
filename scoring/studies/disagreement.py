"""Find where judge and metric disagree: outputs and systems in another order, and the worth of a score difference."""

import math

import numpy as np

from ..agreement import (
    Agreement,
    DifferenceWorth,
    OrientedScores,
    OutputPair,
    SystemPair,
    misordered_outputs,
    misordered_systems,
)
from ..agreement import difference_worth as worth_of
from ..counting.arrays import Floats
from ..counting.progress import Progress, no_progress
from ..metric import Metric
from ..output.numbers import MISSING, counted, fixed, write_interval
from ..output.sentence import Sentence, Strong, SystemName, sentence
from .agreement import HOLDS_HERE, AgreementRequest

MAX_STEPS = 30
ROUND = "1.000000", "2.000000", "5.000000"
"""First digits of round differences."""
OFFERED = 5
"""The most differences that are offered."""

MIN_CORRELATED = 3
"""The fewest systems for a meaningful correlation; with fewer it is always 1 or -1."""
TWO_SYSTEMS = "A correlation needs at least three systems: of two it is always 1 or −1."


def correlations(agreement: Agreement, n_systems: int) -> str:
    """Say how similarly judge and metric order the systems."""
    pearson, spearman, accuracy = (
        f"{fixed(agreement.value(key), 2, MISSING)}{_interval_phrase(*agreement.interval(key))}"
        for key in ("pearson", "spearman", "accuracy")
    )
    if n_systems < MIN_CORRELATED:
        return f"System accuracy {accuracy}. {TWO_SYSTEMS}"
    return f"Pearson {pearson}, Spearman {spearman}, system accuracy {accuracy}; 95 % intervals in brackets."


def _interval_phrase(low: float, high: float) -> str:
    return "" if math.isnan(low) else f" ({fixed(low, 2)} to {fixed(high, 2)})"


def ordered_differently(request: AgreementRequest, metric: Metric, n_turned: int, n_segments: int) -> Sentence:
    """Say how many pairs of systems judge and metric order differently, and on how many judged segments if not all.

    ``n_segments`` is the number of all segments.
    """
    judge = request.judge
    n_pairs = counted(math.comb(judge.n_systems, 2), "pair")
    scope = "" if judge.n_segments == n_segments else f" on the {counted(judge.n_segments, 'judged segment')}"
    judges = f"{metric.full_name} and {request.the_judge} order "
    return Sentence((judges, Strong(f"{n_turned:,}"), f" of {n_pairs} of systems differently{scope}."))


def leads_note(request: AgreementRequest) -> str:
    """Say what the columns of leads mean, for outputs or systems that are ordered differently."""
    return (
        f"The numbers say by how much the output that {judge_prefers(request)} leads;"
        " below 0 the metric prefers the other."
    )


def judge_prefers(request: AgreementRequest) -> str:
    """Return the judge as a subject with the verb: ``people prefer``, ``MQM prefers``."""
    return f"{request.the_judge} {'prefer' if request.the_judge == 'people' else 'prefers'}"


def largest_disagreement_sentence(request: AgreementRequest, metric: Metric, pair: OutputPair, number: int) -> Sentence:
    """Say which of two outputs of a segment the judge and the metric prefer, and by how much."""
    better, worse = SystemName(pair.better), SystemName(pair.worse)
    judge_lead = "" if request.judge.scores is None else f" by {fixed(pair.judge_lead, 2)} {request.judge.name}"
    metric_lead = f"{fixed(abs(pair.metric_lead), metric.decimals)} {metric.full_name}"
    return sentence(
        "{} and {} disagree most on segment {}: {} {} to {}{}; {} prefers {} by {}.",
        *(metric.full_name, request.the_judge, f"{number:,}"),
        *(judge_prefers(request), better, worse, judge_lead, metric.full_name, worse, metric_lead),
    )


def no_disagreement_sentence(request: AgreementRequest, metric: Metric) -> str:
    """Say that judge and metric order no two outputs of a segment differently."""
    return f"{metric.full_name} and {request.the_judge} never order two outputs of a segment in opposite ways."


def output_scores_phrase(
    request: AgreementRequest, scored: OrientedScores, metric: Metric, pair: OutputPair, system: str
) -> str:
    """Return the scores of one output of a pair by judge and metric; for a judge without scores, its preference."""
    judge = request.judge
    row, column = judge.systems.index(system), int(np.searchsorted(judge.segments, pair.segment))
    metric_score = float(scored.segments[row, column] + scored.origin) * (1 if metric.higher_is_better else -1)
    of_metric = f"{metric.full_name} {fixed(metric_score, metric.decimals, MISSING)}"
    if judge.scores is None:
        return f"{'preferred' if system == pair.better else 'not preferred'}; {of_metric}"
    judge_score = float(judge.scores[row, column] + judge.origin)
    return f"{judge.name} {fixed(judge_score, 2, MISSING)}; {of_metric}"


def system_points(request: AgreementRequest, scored: OrientedScores, metric: Metric) -> tuple[Floats, Floats]:
    """Return the printed scores of each judged system by the judge and by the metric, (n_systems,) each."""
    once = np.ones((1, request.judge.n_segments))
    judge_scores = request.judge.system_scores(once)[0] + request.judge.origin
    metric_scores = scored.system_scores(once, request.system_score)[0] + scored.origin
    return judge_scores, metric_scores * (1 if metric.higher_is_better else -1)


# --- what a difference is worth ---


def worth_of_differences(
    request: AgreementRequest, scored: OrientedScores, on_progress: Progress = no_progress
) -> DifferenceWorth:
    """Return how often the judge confirms differences of two systems' scores, from 0 to the largest difference."""
    scores = scored.system_scores(np.ones((1, request.judge.n_segments)), request.system_score)[0]
    return worth_of(
        request.judge, scored, difference_steps(scores), request.resampling, request.system_score, on_progress
    )


def difference_steps(scores: np.ndarray) -> np.ndarray:
    """Return round differences, (n,), from 0 to the largest between two of the systems' scores, (n_systems,)."""
    defined = scores[~np.isnan(scores)]
    largest = float(defined.max() - defined.min()) if len(defined) else 0.0
    if largest <= 0:
        return np.zeros(1)
    size = next(size for size in _round_numbers(largest / MAX_STEPS) if largest / size <= MAX_STEPS + 1e-9)
    return np.round(size * np.arange(int(largest / size + 1e-9) + 1), 12)


def _round_numbers(above: float) -> list[float]:
    """Return 1, 2 and 5 times powers of ten, ascending, from about ``above`` on."""
    power = np.floor(np.log10(above))
    return [factor * 10.0**exponent for exponent in (power, power + 1) for factor in (1, 2, 5)]


def offered_differences(worth: DifferenceWorth) -> list[float]:
    """Return the largest of the round differences above 0: 1, 2 or 5 times a power of ten."""
    round_differences = [float(value) for value in worth.differences[1:] if f"{value:e}".startswith(ROUND)]
    return round_differences[-OFFERED:]


def usual_difference(worth: DifferenceWorth) -> float:
    """Return the offered difference that is reached by the number of pairs nearest to half of all pairs."""
    half = worth.n_pairs[0] / 2
    return min(offered_differences(worth), key=lambda value: abs(worth.n_pairs[difference_index(worth, value)] - half))


def difference_index(worth: DifferenceWorth, difference: float) -> int:
    return int(np.abs(worth.differences - difference).argmin())


def worth_sentence(request: AgreementRequest, worth: DifferenceWorth, difference: float, metric: str) -> str:
    """Say how many of the pairs that differ by at least ``difference`` the judge orders the same way."""
    the_judge = request.the_judge
    at = difference_index(worth, difference)
    n_pairs = int(worth.n_pairs[at])
    right = round(n_pairs * worth.shares[at]) if n_pairs else 0
    verb = "order" if the_judge == "people" else "orders"
    return (
        f"{counted(n_pairs, 'pair')} of systems {'differs' if n_pairs == 1 else 'differ'} by {difference:g} {metric} or"
        f" more; {the_judge} {verb} {right:,} of them the same way: {format_percent(worth.shares[at])}"
        f" ({write_interval(worth.low[at], worth.high[at], format_percent)}, for other texts of the same systems)."
    )


def interval_limits_note(request: AgreementRequest) -> str:
    """Say where the intervals come from, and what they do not show."""
    return (
        f"The grey band is the 95 % interval of the share. It resamples the {request.unit}s, not the systems, so it"
        " says nothing about other systems; and a few pairs show little, even where the band is narrow. Pairs of"
        f" systems that the judge ties are excluded. {HOLDS_HERE}"
    )


def format_percent(share: float) -> str:
    return MISSING if np.isnan(share) else f"{100 * share:.0f} %"
