"""What a matrix of test sets says besides its opening: how to read it, how it was computed, and what is missing."""

from collections.abc import Mapping, Sequence

from ...metric import Metric
from ...output.numbers import LEVEL, counted, probability
from ...output.sentence import listed_names
from ...significance.corrections import CORRECTION_NAMES
from ..matrix import MatrixRequest, MatrixResult

ABOUT_RANKS = (
    "The small number is the rank in the set: 1 plus the number of systems that are significantly better there."
)
ABOUT_SQUARES = (
    "Mean rank: the share of systems that are significantly better, averaged over the sets."
    f" {ABOUT_RANKS} Click a score to open its set, a head to sort."
)
MEAN_RANK = "mean over sets of (systems significantly better) / (systems present), as in WMT 2026; 0 is best"
AUTO_RANK = "scores scaled within each set, averaged, and mapped to 1 ... number of systems (WMT 2025)"


def doubtful_sets(doubts: Mapping[str, Sequence[str]], weights: Mapping[str, float]) -> list[str]:
    """Return the sets that count and are doubtful, by the sentences of each set."""
    return [name for name, said in doubts.items() if said and weights.get(name, 1.0) > 0]


def doubtful_set_sentences(doubts: Mapping[str, Sequence[str]], weights: Mapping[str, float]) -> list[str]:
    """Say which of the sets that count are doubtful, by the sentences of each set, and how to leave one out."""
    found = doubtful_sets(doubts, weights)
    if not found:
        return []
    first = f"{found[0]}: {doubts[found[0]][0]}"
    if len(found) == 1:
        return [f"{found[0]} is doubtful: {doubts[found[0]][0]}", "It counts here; the weight 0 leaves a set out."]
    counting = sum(weights.get(name, 1.0) > 0 for name in doubts)
    those = f"{len(found):,} of {counted(counting, 'set')}"
    if len(found) == counting:
        those = "Both sets" if counting == 2 else f"All {counting:,} sets"
    return [f"{those} are doubtful, such as {first}", "They count here; the weight 0 leaves a set out."]


def metrics_without_scores(metrics: Sequence[Metric], result: MatrixResult) -> str:
    """Say which of these metrics score no system of any set; empty where all do."""
    used = {matrix.metric for matrix in result.matrices}
    unused = [metric.full_name for metric in metrics if metric not in used]
    return f"No set has scores by {listed_names(unused)}." if unused else ""


def method_sentences(request: MatrixRequest, result: MatrixResult) -> list[str]:
    """Say how ranks, margins and p-values were computed."""
    said = [
        f"Rank in a set: 1 and the number of systems that are significantly better there (adjusted p ≤"
        f" {probability(LEVEL)}, step-down max-T).",
        f"Mean rank: {MEAN_RANK}.",
        f"AutoRank: {AUTO_RANK}.",
        "Wins, ties, losses: over all sets and other systems, by significance.",
        "Scores are never averaged over sets: BLEU of Chinese and of German are not on one scale.",
        _test_sentence(request, result),
    ]
    if request.weights:
        weights = (f"{name} {weight:g}" for name, weight in request.weights)
        said.append(f"Weights of sets, 1 where none is named: {', '.join(weights)}.")
    return [*said, *(f"Signature of {name}: {signature}" for name, signature in result.signatures.items())]


def _test_sentence(request: MatrixRequest, result: MatrixResult) -> str:
    corrections = {pair.correction: None for matrix in result.matrices for pair in matrix.pairs}
    named = ", ".join(CORRECTION_NAMES[name] for name in corrections)
    drawn = f"{counted(request.trials, 'shuffle')}, seed {request.seed}; p is corrected for all pairs ({named})."
    if len(result.sets) == 1:
        return f"Test: approximate randomization with {drawn}"
    return (
        "Test over all sets: outputs are swapped at random within each set. The statistic is the mean over sets of the"
        f" differences, each divided by its size under the null hypothesis. {drawn[0].upper()}{drawn[1:]}"
    )
