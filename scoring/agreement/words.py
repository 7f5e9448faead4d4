"""What is said of agreement, as plain text: worded once, for the page and for the command line.

Names of judges and metrics, which users give, stand in the sentences just as the caller gives them.
"""

import numpy as np

from ..formats.columns import counted
from .agreement import Comparison
from .judge import Judge

BASELINES = (
    "A number of agreement says little by itself: where judges tie many pairs, a metric that calls everything a tie"
    " agrees with them often, and with few systems chance alone gives high correlations."
)
INTERVALS = "95 % intervals of the bootstrap: {trials} resamples of the {units}, the same for every metric."
HOW = "They are percentiles; of {measures} the value +- 1.96 standard deviations of its resamples."
"""Said of those measures whose intervals are no percentiles."""
PAIRED = "paired bootstrap"
SWAPS = (
    "swaps of both metrics' standardized scores (PERM-BOTH), of a document's together where documents are drawn,"
    " systems compared by the means of their segments' scores"
)
_SHARED = "Metrics that share a letter are not shown to differ: {}, adjusted p above .05."
LETTERS = _SHARED.format(PAIRED)
SWAPPED = _SHARED.format(SWAPS)
NAMED = 3
"""So many metrics are named, of more their number is said."""
HOLDS_HERE = "This holds for these systems and texts, and for no others."


def first_measure(judge: Judge) -> str:
    """The measure by which metrics are ranked unless another one is chosen: what WMT ranks segment scores by.

    Calibrated pairwise accuracy of scores (since 2023), Kendall's tau of preferences.
    """
    return "tau" if judge.scores is None else "acc_eq_calibrated"


def judged_by(judge: Judge, name: str) -> str:
    """Who judged, under the name that the judgments have; people are called so, and others are not."""
    return f"people ({name})" if judge.is_human else f"the judge {name} (not people)"


def the_judge(judge: Judge) -> str:
    """The same in the middle of a text that has said the name."""
    return "people" if judge.is_human else "the judge"


def opening(judge: Judge, name: str, comparison: Comparison, own: str, ties: float, chance: float) -> str:
    """Who agrees most, what the metric ``own`` does, and what calling everything a tie and chance alone would do.

    ``comparison``, ``ties`` and ``chance`` are of ``first_measure``; ``name`` is the judge's, and names of metrics are
    those in ``comparison``.
    """
    order = [place for place in comparison.order if not np.isnan(comparison.values[place])]
    these = f"On {'this' if judge.n_segments == 1 else 'these'} {counted(judge.n_segments, 'segment')}"
    if not order:
        return f"{these} no metric can be held against {judged_by(judge, name)}: all outputs are level."
    best, shares = order[0], [_in_hundred(judge, float(value)) for value in comparison.values]
    if judge.scores is not None and shares[best] <= _in_hundred(judge, ties):
        return (
            f"{these} no metric agrees with {judged_by(judge, name)} more than calling everything a tie does, which is"
            f" right for {shares[best]} of 100 pairs of outputs. Another measure, such as Kendall's tau, may say more."
        )
    said = [_of_best(judge, f"{these} {{}}", name, comparison, best, shares[best])]
    said.append(_of_alike(comparison, order, best))
    if own in comparison.metrics and (place := comparison.metrics.index(own)) != best and place in order:
        said.append(f"{own} orders {shares[place]} so.")
    said.append(_of_baselines(judge, ties, chance))
    return " ".join(filter(None, said))


def _of_best(judge: Judge, these: str, name: str, comparison: Comparison, best: int, share: int) -> str:
    as_they_do = "as they do" if judge.is_human else "as it does"
    metric, by = comparison.metrics[best], judged_by(judge, name)
    pairs = f"{share} of 100 pairs of outputs"
    if len(comparison.metrics) == 1:
        return these.format(f"{metric} orders {pairs} as {by} {'do' if judge.is_human else 'does'}.")
    return these.format(f"the metric that agrees most with {by} is {metric}: it orders {pairs} {as_they_do}.")


def _of_alike(comparison: Comparison, order: list[int], best: int) -> str:
    """Which metrics share a letter with the best one, the best of them first."""
    letters = comparison.letters
    others = [place for place in order if place != best and set(letters[place]) & set(letters[best])]
    if not others:
        return ""
    if len(others) == len(order) - 1 > NAMED:
        return f"None of the other {len(others)} is shown to be worse."
    named = [comparison.metrics[place] for place in others[:NAMED]]
    more = [f"{len(others) - NAMED} more"] if len(others) > NAMED else []
    return f"{_listed([*named, *more])} {'is' if len(others) == 1 else 'are'} not shown to be worse."


def _in_hundred(judge: Judge, value: float) -> int:
    """Of 100 pairs so many: tau's ties count half each way."""
    return 0 if np.isnan(value) else round(100 * value if judge.scores is not None else 50 * (1 + value))


def _of_baselines(judge: Judge, ties: float, chance: float) -> str:
    if judge.scores is None:
        return "Tossing a coin gives 50."
    level, drawn = _in_hundred(judge, ties), _in_hundred(judge, chance)
    return f"Calling everything a tie gives {level}, scores drawn at random {drawn}."


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
