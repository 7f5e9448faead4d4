"""What is said of agreement, as plain text: worded once, for the page and for the command line.

None of the sentences holds a name that a user gave: each takes those that stand in it as they are to be written.
"""

from collections.abc import Mapping

from ..formats.columns import counted
from .agreement import Agreement, Comparison
from .judge import Judge

BASELINES = (
    "A number of agreement says little by itself: where judges tie many pairs, a metric that calls everything a tie"
    " agrees with them often, and with few systems chance alone gives high correlations."
)
INTERVALS = "95 % percentile intervals of the bootstrap: {trials} resamples of the {units}, the same for every metric."
PAIRED = "paired bootstrap"
SWAPS = (
    "swaps of both metrics' standardized scores (PERM-BOTH), systems compared by the means of their segments' scores"
)
_SHARED = "Metrics that share a letter are not shown to differ: {}, adjusted p above .05."
LETTERS = _SHARED.format(PAIRED)
SWAPPED = _SHARED.format(SWAPS)
HOLDS_HERE = "This holds for these systems and texts, and for no others."


def first_measure(judge: Judge) -> str:
    """The measure by which metrics are ranked unless another one is chosen: what WMT ranks segment scores by.

    Calibrated pairwise accuracy of scores (since 2023), Kendall's tau of preferences.
    """
    return "tau" if judge.scores is None else "acc_eq_calibrated"


def opening(
    judge: Judge, judged_by: str, comparison: Comparison, found: Mapping[str, Agreement], own: str, ties: float
) -> str:
    """Who agrees most, what the metric ``own`` does, and what calling everything a tie would do.

    ``comparison`` and ``ties`` are of ``first_measure``; names are those in ``found``; ``judged_by`` says who judged,
    such as ``people (MQM)``.
    """
    measure = first_measure(judge)
    best = comparison.metrics[comparison.order[0]]
    shares = {name: _in_hundred(judge, agreement.value(measure)) for name, agreement in found.items()}
    on = f"On {'this' if judge.n_segments == 1 else 'these'} {counted(judge.n_segments, 'segment')}"
    if len(found) == 1:
        said = f"{on} {best} orders {shares[best]} of 100 pairs of outputs as {judged_by} do."
        return f"{said} {_of_ties(judge, ties)}"
    said = f"{on} {judged_by} agree most with {best}: it orders {shares[best]} of 100 pairs of outputs as they do."
    others = [name for name in _alike(comparison, best) if name != best]
    if others:
        said += f" {_listed(others)} {'is' if len(others) == 1 else 'are'} not shown to be worse."
    if own in found and own != best:
        said += f" {own} orders {shares[own]} of 100 so."
    return f"{said} {_of_ties(judge, ties)}"


def _in_hundred(judge: Judge, value: float) -> str:
    """Of 100 pairs so many: tau's ties count half each way."""
    return f"{100 * value if judge.scores is not None else 50 * (1 + value):.0f}"


def _of_ties(judge: Judge, ties: float) -> str:
    if judge.scores is None:
        return "Tossing a coin gives 50."
    return f"Calling everything a tie gives {100 * ties:.0f}."


def _alike(comparison: Comparison, name: str) -> list[str]:
    """The metrics not shown to differ from this one, the best first."""
    letters = dict(zip(comparison.metrics, comparison.letters, strict=True))
    among = (comparison.metrics[place] for place in comparison.order)
    return [other for other in among if set(letters[other]) & set(letters[name])]


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
