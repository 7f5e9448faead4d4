"""Word the results of agreement as plain text, for the page and for the command line.

Names of judges, metrics and systems are in the sentences as users gave them: escape a sentence to show it.
"""

import math
from collections.abc import Sequence

import numpy as np

from ..judgments.score_coverage import UnequalCoverage
from ..output.numbers import LEVEL, MISSING, counted, ordinal, probability
from ..output.sentence import listed_names
from ..significance.corrections import CORRECTION_NAMES
from ..significance.p_limits import MIN_UNITS, smallest_p
from .agreement import MetricComparison
from .baselines import Chance
from .coefficients.measures import MEASURES, Measure, OfSystems
from .judge import Judge
from .shared_outputs import SharedOutputs

BASELINES = (
    "Agreement means little by itself: where a judge ties many pairs, a metric that calls everything a tie often"
    " agrees, and with few systems chance alone gives high correlations."
)
INTERVALS = "95 % bootstrap intervals: {trials} resamples of the {units}, the same for every metric."
INTERVAL_KINDS = (
    "They are expanded percentiles; for {measures} the value +- {reach} standard deviations of its resamples."
)
"""Sentence for intervals of measures that are not percentiles."""
PAIRED = "paired bootstrap"
SWAPS = (
    "random swaps of both metrics' standardized scores (PERM-BOTH), a document's together where documents are drawn;"
    " systems are compared by their mean segment scores"
)
_SHARED = "Metrics that share a letter do not differ significantly: {}, corrected p above .05."
LETTERS = _SHARED.format(PAIRED)
SWAPPED = _SHARED.format(SWAPS)
FEW_PAIRS = 100
"""Number of pairs of outputs below which a share of 100 is rough."""
EQUAL = 1e-9
"""Largest difference by which the values of two metrics still count as equal, as a rounding error."""
MAX_METRICS_NAMED = 3
"""Most metrics that a sentence names; further ones are only counted."""
CALIBRATED = "Calibrated pairwise accuracy: the mean over segments, with the tie threshold that suits each metric best."
"""Sentence that explains the numbers of ``agreement_opening`` where the judge gives scores."""
OWN = "{}: excluded, because these scores are the judge's own."
DERIVED = "{}: excluded, because {} comes from the same ratings."
HUMAN = (
    "{}: not ranked, because people gave these scores and no metric did. To compare metrics with them, choose them as"
    " the judge in place of {}."
)
HOLDS_HERE = "This holds for these systems and texts only."


def first_measure(judge: Judge) -> str:
    """Return the measure that ranks metrics by default: the one by which WMT ranks segment scores.

    Calibrated pairwise accuracy for scores (since 2023), Kendall's tau for preferences.
    """
    return "tau" if judge.scores is None else "acc_eq_calibrated"


def judge_phrase_with_name(judge: Judge) -> str:
    """Return who judged, with the name of the judgments, and whether the judges are people."""
    return f"people ({judge.name})" if judge.is_human else f"the judge {judge.name} (not people)"


def judge_phrase(judge: Judge) -> str:
    """Return ``people`` or ``the judge``, for a text that has already named the judge."""
    return "people" if judge.is_human else "the judge"


def exclusion_sentences(shared_outputs: SharedOutputs) -> list[str]:
    """Return sentences on which metrics, outputs and systems are excluded, and why; empty where none are."""
    name, sentences = shared_outputs.judge.name, [OWN.format(label) for label in shared_outputs.own]
    sentences += [DERIVED.format(label, name) for label in shared_outputs.derived]
    sentences += [HUMAN.format(label, name) for label in shared_outputs.human]
    sentences += [missing_scores_sentence(label, systems, name) for label, systems in shared_outputs.lacking.items()]
    if shared_outputs.incomplete:
        counts = ", ".join(f"{label} has {count:,}" for label, count in shared_outputs.incomplete.items())
        counting = f"{shared_outputs.n_outputs:,} of {shared_outputs.n_judged:,} judged outputs count"
        sentences.append(f"{counting}: only these have a score by every metric. {counts}.")
    if shared_outputs.lost:
        sentences.append(f"Excluded (no output with a score by every metric): {', '.join(shared_outputs.lost)}.")
    if shared_outputs.strangers:
        sentences.append(f"Excluded (no {name} scores): {', '.join(shared_outputs.strangers)}.")
    return sentences


def missing_scores_sentence(label: str, systems: Sequence[str], judge: str) -> str:
    """Return the sentence on why a metric without scores for these systems is excluded."""
    return f"{label}: excluded, because it has no scores for {', '.join(systems)}, which {judge} rated."


def judge_line(judge: Judge) -> str:
    """Return a line on who judged, and how many pairs, systems and segments."""
    by = f"{judge.unit}{'' if judge.is_human else ', not'} by people"
    pairs = counted(len(judge.pairs), "pair")
    of = f"{counted(judge.n_systems, 'system')} and {counted(judge.n_segments, 'segment')}"
    return f"judge: {judge.name}, {by}; {pairs} of outputs, of {of}"


def few_units_cautions(n_units: int, unit: str) -> list[str]:
    """Return the warning that there are too few segments or documents; empty where there are enough."""
    if smallest_p(n_units) <= LEVEL:
        return []
    return [
        f"{counted(n_units, unit)} {'is' if n_units == 1 else 'are'} too few for a 95 % interval or p of {LEVEL}:"
        f" both need {MIN_UNITS}."
    ]


def unequal_coverage_warnings(judge: Judge, measures: Sequence[str]) -> list[str]:
    """Return the warning that systems are judged on different segments; empty if none of these measures uses means."""
    of_means = [MEASURES[key].label for key in measures if isinstance(MEASURES[key], OfSystems)]
    if judge.scores is None or not of_means:
        return []
    coverage = UnequalCoverage.of(judge.name, dict(zip(judge.systems, ~np.isnan(judge.scores), strict=True)))
    if coverage is None:
        return []
    compare = "compares" if len(of_means) == 1 else "compare"
    return [
        f"{judge.name}: systems are judged on different segments ({coverage.numbers}); {listed_names(of_means)}"
        f" {compare} means over these."
    ]


def agreement_opening(
    judge: Judge, comparison: MetricComparison, computed: Sequence[str], own: str, ties: float, chance: Chance | None
) -> str:
    """Return which metric agrees best, where the metric ``own`` ranks, and what ties and chance alone would reach.

    Where the best scores come from a file, the text also says which of ``computed``, the metrics computed here, agrees
    best. ``comparison``, ``ties`` and ``chance`` are by ``first_measure``; ``computed`` and ``own`` are names in
    ``comparison``. Without ``chance``, which takes longest, the text has no baselines; without p-values, no tests.
    """
    order = defined_order(comparison)
    scope = f"On {'this' if judge.n_segments == 1 else 'these'} {counted(judge.n_segments, 'segment')}"
    if not order:
        return f"{scope} no metric can be compared with {judge_phrase_with_name(judge)}: all outputs tie."
    if not judge.pairs.signs.any():
        return (
            f"{scope} no metric can be compared with {judge_phrase_with_name(judge)}: all outputs were rated the same."
        )
    best, level = order[0], best_places(comparison)
    shares = [_percent_of_pairs(judge, float(value)) for value in comparison.values]
    if judge.scores is not None and shares[best] <= _percent_of_pairs(judge, ties):
        return (
            f"{scope} no metric agrees with {judge_phrase_with_name(judge)} better than calling every pair a tie, which"
            f" is right for {shares[best]} % of pairs of outputs. Another measure, such as Kendall's tau, may say more."
        )
    sentences = [_few_pairs_warning(judge), _best_metric_sentence(judge, scope, comparison, level, shares[best])]
    if chance is not None and comparison.values[best] <= chance.interval()[1]:
        sentences.append("Random scores may reach as much here.")
    here = [place for place in order if comparison.metrics[place] in computed]
    own_place = next((place for place in order if comparison.metrics[place] == own), best)
    if own_place not in level:
        sentences.append(_own_metric_sentence(comparison, order, own_place, shares))
    sentences.append(_similar_metrics_sentence(comparison, order, level, own_place))
    if here and here[0] not in (*level, own_place):
        name = comparison.metrics[here[0]]
        sentences.append(
            f"The best metric computed here is {name} ({ordinal(order.index(here[0]) + 1)}, {shares[here[0]]} %)."
        )
    if chance is not None:
        sentences.append(_baselines_sentence(judge, ties, chance.mean))
    return " ".join(filter(None, sentences))


def defined_order(comparison: MetricComparison) -> list[int]:
    """Return the places of the metrics that have a value, the best first."""
    return [place for place in comparison.order if not np.isnan(comparison.values[place])]


def best_places(comparison: MetricComparison) -> list[int]:
    """Return the places of the metrics with the best value: several where they tie."""
    order = defined_order(comparison)
    return [place for place in order if np.isclose(comparison.values[place], comparison.values[order[0]], 0, EQUAL)]


def best_by_measure_sentence(measure: Measure, comparison: MetricComparison, own: str | None) -> str:
    """Return which metric agrees best by one measure, and where the metric ``own`` ranks; empty without any value."""
    order, level = defined_order(comparison), best_places(comparison)
    if not order:
        return ""
    of_systems = " (whole systems)" if measure.level == "system" else ""
    sentence = f"{measure.label}{of_systems}: {_agree_best(comparison, level)}"
    rank = next((rank for rank, place in enumerate(order, 1) if comparison.metrics[place] == own), 1)
    then = f", then {comparison.metrics[order[1]]}" if len(level) == 1 and rank > 2 else ""
    ranks = "" if rank <= len(level) else f"{then}; {own} ranks {ordinal(rank)} of {len(order)}"
    return " ".join(filter(None, [f"{sentence}{ranks}.", _similar_metrics_sentence(comparison, order, level)]))


def opening_notes(judge: Judge) -> list[str]:
    """Return a sentence on what the numbers of the opening count; empty for preferences."""
    return [] if judge.scores is None else [CALIBRATED]


def _few_pairs_warning(judge: Judge) -> str:
    """Return a warning where there are few pairs of outputs; else an empty string."""
    n_pairs = len(judge.pairs)
    return f"Too little data: {counted(n_pairs, 'pair')} of outputs." if n_pairs < FEW_PAIRS else ""


def _best_metric_sentence(judge: Judge, scope: str, comparison: MetricComparison, level: list[int], share: int) -> str:
    metric, by = comparison.metrics[level[0]], judge_phrase_with_name(judge)
    pairs = f"judges {share} % of pairs of outputs"
    if len(comparison.metrics) == 1:
        return f"{scope} {metric} {pairs} as {by} {'do' if judge.is_human else 'does'}."
    subject, do = "it" if len(level) == 1 else "each", "they do" if judge.is_human else "it does"
    return f"{_agree_best(comparison, level)} with {by}. {scope} {subject} {pairs} as {do}."


def _agree_best(comparison: MetricComparison, level: list[int]) -> str:
    """Return the sentence start "... agrees best" with the names of the best metrics, several where they tie."""
    return f"{_some_named(comparison, level)} {'agrees' if len(level) == 1 else 'agree'} best"


def _some_named(comparison: MetricComparison, places: list[int]) -> str:
    names = [comparison.metrics[place] for place in places[:MAX_METRICS_NAMED]]
    return listed_names(
        [*names, *([f"{len(places) - MAX_METRICS_NAMED} more"] if len(places) > MAX_METRICS_NAMED else [])]
    )


def _own_metric_sentence(comparison: MetricComparison, order: list[int], own: int, shares: list[int]) -> str:
    """Return where a metric that is not the best ranks, and whether it is significantly worse."""
    best = order[0]
    sentence = f"{comparison.metrics[own]} ranks {ordinal(order.index(own) + 1)} of {len(order)} ({shares[own]} %)"
    p = float(comparison.p_adjusted[best, own])
    if not comparison.is_tested or np.isnan(p):
        return f"{sentence}."
    n_pairs = math.comb(len(comparison.metrics), 2)
    correction = CORRECTION_NAMES[comparison.correction]
    corrected = f", corrected for {n_pairs:,} comparisons ({correction})" if n_pairs > 1 else ""
    conclusion = "and is significantly worse" if p <= LEVEL else "and is not significantly worse"
    return f"{sentence} {conclusion} (p {p_with_sign(comparison, best, own)}{corrected})."


def p_with_sign(comparison: MetricComparison, a: int, b: int) -> str:
    """Return a pair's corrected p with ``=``, or with ``≤`` where no trial reached the difference.

    With more trials such a p could be smaller.
    """
    sign = "≤" if comparison.p_values[a, b] <= comparison.least_p else "="
    return f"{sign} {probability(float(comparison.p_adjusted[a, b]), MISSING)}"


def _similar_metrics_sentence(
    comparison: MetricComparison, order: list[int], level: list[int], own_place: int | None = None
) -> str:
    """Return a sentence on the metrics that share a letter with the best one and are not named yet."""
    if not comparison.is_tested:
        return ""
    letters = comparison.letters
    alike = [place for place in order if place not in level and set(letters[place]) & set(letters[order[0]])]
    if len(alike) == len(order) - len(level) > MAX_METRICS_NAMED:
        return f"None of the other {len(alike)} is significantly worse."
    others = [place for place in alike if place != own_place]
    if not others:
        return ""
    return f"{_some_named(comparison, others)} {'is' if len(others) == 1 else 'are'} not significantly worse."


def _percent_of_pairs(judge: Judge, value: float) -> int:
    """Return a value as a number of 100 pairs; tau's ties count half each way."""
    return 0 if np.isnan(value) else round(100 * value if judge.scores is not None else 50 * (1 + value))


def _baselines_sentence(judge: Judge, ties: float, chance: float) -> str:
    if judge.scores is None:
        return "Tossing a coin reaches 50 %."
    by_chance, by_ties = (f"{_percent_of_pairs(judge, value)} %" for value in (chance, ties))
    return f"Random scores reach {by_chance}; calling every pair a tie, {by_ties}."
