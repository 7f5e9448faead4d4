"""What is said of agreement, as plain text: worded once, for the page and for the command line.

Names of judges, metrics and systems are in the sentences as users gave them: escape a sentence to show it.
"""

from collections.abc import Sequence

import numpy as np

from ..judgments.score_coverage import UnequalCoverage
from ..output.numbers import LEVEL, counted
from ..output.sentence import listed_names
from ..significance.p_limits import LEAST_UNITS, smallest_p
from .agreement import MetricComparison
from .baselines import Chance
from .coefficients.measures import MEASURES, OfSystems
from .judge import Judge
from .shared_outputs import SharedOutputs

BASELINES = (
    "A number of agreement says little by itself: where judges tie many pairs, a metric that calls everything a tie"
    " agrees with them often, and with few systems chance alone gives high correlations."
)
INTERVALS = "95 % intervals of the bootstrap: {trials} resamples of the {units}, the same for every metric."
HOW = "They are expanded percentiles; of {measures} the value +- {reach} standard deviations of its resamples."
"""Said of those measures whose intervals are no percentiles."""
PAIRED = "paired bootstrap"
SWAPS = (
    "swaps of both metrics' standardized scores (PERM-BOTH), of a document's together where documents are drawn,"
    " systems compared by the means of their segments' scores"
)
_SHARED = "Metrics that share a letter are not shown to differ: {}, adjusted p above .05."
LETTERS = _SHARED.format(PAIRED)
SWAPPED = _SHARED.format(SWAPS)
FEW_PAIRS = 100
"""With fewer pairs of outputs a share of 100 is rough."""
NAMED = 3
"""Number of metrics that are named; of more only their number is said."""
CALIBRATED = "Means over segments; ties by each metric's best threshold."
"""Of ``agreement_opening`` where the judge gives scores."""
OWN = "{}: these scores are the judge's own, and no metric is held against itself; left out."
DERIVED = "{}: not compared with {}: both are made of the same ratings."
HOLDS_HERE = "This holds for these systems and texts, and for no others."


def first_measure(judge: Judge) -> str:
    """The measure by which metrics are ranked unless another one is chosen: what WMT ranks segment scores by.

    Calibrated pairwise accuracy of scores (since 2023), Kendall's tau of preferences.
    """
    return "tau" if judge.scores is None else "acc_eq_calibrated"


def judged_by(judge: Judge) -> str:
    """Who judged, under the name that the judgments have; people are called so, and others are not."""
    return f"people ({judge.name})" if judge.is_human else f"the judge {judge.name} (not people)"


def the_judge(judge: Judge) -> str:
    """The same in the middle of a text that has said the name."""
    return "people" if judge.is_human else "the judge"


def left_out(found: SharedOutputs) -> list[str]:
    """Which metrics, outputs and systems do not count, and why; empty where all do."""
    name, said = found.judge.name, [OWN.format(label) for label in found.own]
    said += [DERIVED.format(label, name) for label in found.derived]
    said += [lacking(label, systems, name) for label, systems in found.lacking.items()]
    if found.incomplete:
        held = ", ".join(f"{label} has {count:,}" for label, count in found.incomplete.items())
        counting = f"{found.n_outputs:,} of {found.n_judged:,} judged outputs count"
        said.append(f"{counting}, the ones with a score by every metric: {held}.")
    if found.lost:
        said.append(f"Left out, for no output of theirs has a score of every metric: {', '.join(found.lost)}.")
    if found.strangers:
        said.append(f"{name} has no judgments of {', '.join(found.strangers)}: they do not count.")
    return said


def lacking(label: str, systems: Sequence[str], judge: str) -> str:
    """Why a metric is left out that has no score of these systems."""
    return f"{label}: left out, for it has no scores of {', '.join(systems)}, which {judge} has judged."


def about_judge(judge: Judge) -> str:
    """Who judged, and how much."""
    by = f"{judge.unit}{'' if judge.is_human else ', not'} by people"
    pairs = counted(len(judge.pairs), "pair")
    of = f"{counted(judge.n_systems, 'system')} and {counted(judge.n_segments, 'segment')}"
    return f"judge: {judge.name}, {by}; {pairs} of outputs, of {of}"


def cautions(n_units: int, unit: str) -> list[str]:
    """Said where so few segments, or documents, show little."""
    if smallest_p(n_units) <= LEVEL:
        return []
    return [
        f"With {counted(n_units, unit)} there is no 95 % interval, and no p is as small as {LEVEL}: both take"
        f" {LEAST_UNITS} {unit}s or more."
    ]


def unequal_judgments(judge: Judge, measures: Sequence[str]) -> list[str]:
    """Say that systems are judged on different segments, where any of these measures compares their means."""
    of_means = [MEASURES[key].label for key in measures if isinstance(MEASURES[key], OfSystems)]
    if judge.scores is None or not of_means:
        return []
    found = UnequalCoverage.of(judge.name, dict(zip(judge.systems, ~np.isnan(judge.scores), strict=True)))
    if found is None:
        return []
    one = len(of_means) == 1
    return [
        f"{judge.name}: systems are judged on different segments ({found.numbers}); {listed_names(of_means)}"
        f" {'compares' if one else 'compare'} means over these."
    ]


def agreement_opening(
    judge: Judge, comparison: MetricComparison, computed: Sequence[str], own: str, ties: float, chance: Chance | None
) -> str:
    """Who agrees most, what the metric ``own`` does, and what calling everything a tie and chance alone would do.

    Where the best scores come from elsewhere, also which of ``computed``, the metrics computed here, agrees most.
    ``comparison``, ``ties`` and ``chance`` are of ``first_measure``, and names of metrics those in ``comparison``;
    without ``chance``, which takes longest, neither baseline is told.
    """
    order = [place for place in comparison.order if not np.isnan(comparison.values[place])]
    these = f"On {'this' if judge.n_segments == 1 else 'these'} {counted(judge.n_segments, 'segment')}"
    if not order:
        return f"{these} no metric can be held against {judged_by(judge)}: all outputs are level."
    if not judge.pairs.signs.any():
        return f"{these} no metric can be held against {judged_by(judge)}: all outputs are judged alike."
    best, shares = order[0], [_in_hundred(judge, float(value)) for value in comparison.values]
    if judge.scores is not None and shares[best] <= _in_hundred(judge, ties):
        return (
            f"{these} no metric agrees with {judged_by(judge)} more than calling everything a tie does, which is"
            f" right for {shares[best]} of 100 pairs of outputs. Another measure, such as Kendall's tau, may say more."
        )
    said = [_of_size(judge), _of_best(judge, these, comparison, best, shares[best])]
    if chance is not None and comparison.values[best] <= chance.interval()[1]:
        said.append("That is no more than scores drawn at random may reach here.")
    said.append(_of_alike(comparison, order, best))
    here = [place for place in order if comparison.metrics[place] in computed]
    if best not in here and len(here) > 1:
        said.append(_of_computed(judge, comparison, here, own, shares))
    else:
        place = _place(own, comparison, order[1:])
        said.append("" if place is None else f"{own} {_orders(judge)} {shares[place]} so.")
    if chance is not None:
        said.append(_of_baselines(judge, ties, chance.mean))
    return " ".join(filter(None, said))


def about_opening(judge: Judge) -> list[str]:
    """What its numbers count, where that is not plain."""
    return [] if judge.scores is None else [CALIBRATED]


def _of_size(judge: Judge) -> str:
    """A caution where there are few pairs; else nothing."""
    n_pairs = len(judge.pairs)
    return f"Too little data: {counted(n_pairs, 'pair')} of outputs." if n_pairs < FEW_PAIRS else ""


def _of_best(judge: Judge, these: str, comparison: MetricComparison, best: int, share: int) -> str:
    as_they_do = "as they do" if judge.is_human else "as it does"
    metric, by = comparison.metrics[best], judged_by(judge)
    pairs = f"{_orders(judge)} {share} of 100 pairs of outputs"
    if len(comparison.metrics) == 1:
        return f"{these} {metric} {pairs} as {by} {'do' if judge.is_human else 'does'}."
    return f"{these} the metric that agrees most with {by} is {metric}: it {pairs} {as_they_do}."


def _orders(judge: Judge) -> str:
    """What a pair counts for."""
    return "orders" if judge.scores is None else "orders or ties"


def _of_alike(comparison: MetricComparison, order: list[int], best: int) -> str:
    """Which metrics share a letter with the best one, the best of them first."""
    letters = comparison.letters
    others = [place for place in order if place != best and set(letters[place]) & set(letters[best])]
    if not others:
        return ""
    if len(others) == len(order) - 1 > NAMED:
        return f"None of the other {len(others)} is shown to be worse."
    named = [comparison.metrics[place] for place in others[:NAMED]]
    more = [f"{len(others) - NAMED} more"] if len(others) > NAMED else []
    return f"{listed_names([*named, *more])} {'is' if len(others) == 1 else 'are'} not shown to be worse."


def _of_computed(judge: Judge, comparison: MetricComparison, here: list[int], own: str, shares: list[int]) -> str:
    """The best of the metrics computed here, whose places are given, with ``own``."""
    first, place = here[0], _place(own, comparison, here[1:])
    said = f"Of the metrics computed here {comparison.metrics[first]} agrees most ({shares[first]})"
    if place is None:
        return f"{said}."
    if set(comparison.letters[place]) & set(comparison.letters[first]):
        return f"{said}; {own} ({shares[place]}) is not shown to be worse."
    return f"{said}; {own} {_orders(judge)} {shares[place]} so."


def _place(name: str, comparison: MetricComparison, among: Sequence[int]) -> int | None:
    return next((place for place in among if comparison.metrics[place] == name), None)


def _in_hundred(judge: Judge, value: float) -> int:
    """The number in 100 pairs; tau's ties count half each way."""
    return 0 if np.isnan(value) else round(100 * value if judge.scores is not None else 50 * (1 + value))


def _of_baselines(judge: Judge, ties: float, chance: float) -> str:
    if judge.scores is None:
        return "Tossing a coin gives 50."
    level, drawn = _in_hundred(judge, ties), _in_hundred(judge, chance)
    return f"Calling everything a tie gives {level}, scores drawn at random {drawn}."
