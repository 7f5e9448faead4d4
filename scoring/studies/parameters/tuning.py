"""Comparison of tuners: each is run several times and judged on held-out lists, which no tuner has seen.

Chen and Cherry (2014), Tables 5 to 8, ask which smoothing tunes best, whether its lead is significant, and how the
length of outputs changes. The sentences here answer the same questions, and say what so few lists cannot show.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from ...bleu import BLEU
from ...choosing.criteria import DECODER, FIRST
from ...choosing.lists import Lists
from ...counting.arrays import Floats, quotients
from ...counting.progress import Progress, no_progress, progress_between
from ...counting.usual_draws import check_draws
from ...lab.tuning.baseline_tests import (
    Probability,
    baseline_probabilities,
    trials_needed,
    tuner_letters,
    tuner_pair_p_values,
)
from ...lab.tuning.candidates import TuningCandidates, choose_by_weights
from ...lab.tuning.expected import PENALTY
from ...lab.tuning.mert_search import STARTS
from ...lab.tuning.replications import REPLICATIONS, TunerResult, Tunings, check_plan, compare_tuners, halves, tune
from ...lab.tuning.tuners import EXPECTED, MERT, MIRA, TUNERS
from ...metric import ROUNDING
from ...output.numbers import counted, fixed, printed_difference, probability, significant, write_size
from ...significance import LEVEL, TOGETHER, Comparisons, attainable
from ...significance.bootstrap_intervals import CONFIDENCE
from ...significance.corrections import check_correction
from ...significance.resampling.expansion import interval_half_width

TRIALS = 10_000
FIXED = (
    "The lists do not change: weights choose among these candidates, where a decoder would search anew with them."
    " That a tuner leads to better candidates cannot be seen here."
)
ONE_REPLICATION = "One replication does not show how much weights and scores hang on the lists that were drawn."
FEW_LISTS = 20
"""Number of development lists per feature below which weights depend much on which lists there are."""

_CRITERION_PHRASES = {
    MERT: "MERT",
    MIRA: "MIRA",
    DECODER: "the decoder's choice",
    FIRST: "the first candidate of each list",
}


@dataclass(frozen=True)
class TuningRequest:
    """How weights are tuned, and how the tuners are tested.

    Raises ``ValueError`` for unknown tuners, and for numbers out of range.
    """

    tuners: tuple[str, ...] = TUNERS
    """Names of the tuners, each once."""
    replications: int = REPLICATIONS
    penalty: float = PENALTY
    """Lambda of expected BLEU."""
    seed: int = 1
    starts: int = STARTS
    """Number of starting points of MERT."""
    trials: int = TRIALS
    """Number of shuffles of approximate randomization."""
    correction: str = "holm"
    exchange: str = TOGETHER

    def __post_init__(self) -> None:
        check_plan(self.tuners, self.replications, self.seed, self.penalty, self.starts)
        check_draws(self.trials, self.seed)
        check_correction(self.correction)


def run(
    request: TuningRequest,
    development: TuningCandidates,
    held_out: TuningCandidates,
    on_progress: Progress = no_progress,
) -> "TuningResult":
    """Tune on development lists, and test which candidates the weights choose from held-out lists.

    Raises ``ValueError`` for lists that do not go together, or for too few lists.
    """
    tunings = tune(
        development,
        held_out,
        request.tuners,
        request.replications,
        request.seed,
        request.penalty,
        request.starts,
        progress_between(on_progress, 0.0, 0.8),
    )
    test_options = request.trials, request.seed, request.correction, request.exchange
    return TuningResult(tunings, compare_tuners(tunings, *test_options, progress_between(on_progress, 0.8, 1.0)))


@dataclass(frozen=True, eq=False)
class TuningResult:
    """The weights that tuners found, and the tests that compare the tuners on held-out lists."""

    tunings: Tunings
    tests: Comparisons

    @property
    def ranked(self) -> list[TunerResult]:
        """Results of the baseline and the tuners, the best on held-out lists first."""
        return sorted(self.tunings.all, key=lambda one: -float(np.nan_to_num(one.held_out.mean(), nan=-np.inf)))

    @cached_property
    def letters(self) -> Mapping[str, str]:
        """Letters of each tuner: the difference of two tuners that share a letter could be chance."""
        return tuner_letters(self.tunings, self.tests)

    @cached_property
    def against_baseline(self) -> Mapping[str, Probability]:
        """P-value of each tuner against the baseline, adjusted for all tuners."""
        return baseline_probabilities(self.tunings, self.tests)

    def p(self, name: str) -> tuple[float, float]:
        """Return a tuner's p-value against the baseline, own and adjusted for all tuners; NaN for the baseline."""
        if name == self.tunings.baseline.name:
            return float("nan"), float("nan")
        at = self.tests.index(name), self.tests.index(self.tunings.baseline.name)
        return float(self.tests.p_values[at]), self.against_baseline[name].p


def has_features(lists: Lists) -> bool:
    """Return whether the lists have features, whose weights can be tuned."""
    return lists.features is not None and bool(lists.feature_names)


def tuner_phrase(name: str) -> str:
    """Return the name of a tuner or of the baseline as it is written in a sentence."""
    return _CRITERION_PHRASES.get(name) or f"expected BLEU with smoothing {_method(name)}"


def tuning_method(tunings: Tunings) -> str:
    """Return sentences on how the tuners were run and judged."""
    if tunings.n_replications == 1:
        lists = f"{counted(tunings.n_development, 'development list')}, once"
    else:
        lists = f"{counted(tunings.n_development, 'development list')}, drawn anew {tunings.n_replications} times"
    return (
        f"Tuned on {lists}; judged by {tunings.metric.full_name} on {counted(tunings.n_held_out, 'held-out list')},"
        f" which no tuner sees. Features are in units of their spread within lists; lambda of expected BLEU is"
        f" {significant(tunings.penalty)}; seed {tunings.seed}."
    )


def tuning_opening(tunings: Tunings, tests: Comparisons) -> str:
    """Return whether a tuner is surely better than the baseline on held-out lists, and by how much."""
    base, label = tunings.baseline, tunings.metric.full_name
    p_values = baseline_probabilities(tunings, tests)
    gains = {one.name: _difference(one.held_out, base.held_out) for one in tunings.tuned}
    best = _best(tunings.tuned)
    if math.isnan(gains[best.name]):
        return f"{label} of the choices among held-out lists is not defined."
    if gains[best.name] <= ROUNDING:
        return (
            f"No tuner does better on held-out lists than {tuner_phrase(base.name)}, {_bleu(base, label)};"
            f" {tuner_phrase(best.name)} comes closest with {_bleu(best, label)}."
        )
    sure = tuple(one for one in tunings.tuned if gains[one.name] > ROUNDING and p_values[one.name].is_sure)
    if not sure:
        return (
            f"No tuner is surely better than {tuner_phrase(base.name)}, {_bleu(base, label)} on held-out lists; the"
            f" largest gain, {write_size(gains[best.name])} {label} by {tuner_phrase(best.name)},"
            f" {_chance(p_values[best.name], tests.tested.trials)}."
        )
    highest, best = best, _best(sure)
    others = ""
    if highest is not best:
        others = f" {_capital(tuner_phrase(highest.name))} has more, {_bleu(highest, label)}, but that could be chance."
    better = f"{tuner_phrase(best.name)} is surely better than {tuner_phrase(base.name)} on held-out lists:"
    if len(sure) > 1:
        better = (
            f"{len(sure)} of {len(tunings.tuned)} tuners are surely better than {tuner_phrase(base.name)} on held-out"
            f" lists, most of all {tuner_phrase(best.name)}:"
        )
    return _capital(
        f"{better} {_bleu(best, label)}, {write_size(gains[best.name])} above it (corrected p ="
        f" {probability(p_values[best.name].p)}).{others}"
    )


def _chance(p_value: Probability, trials: int) -> str:
    """Return that a difference could be chance, or is too close to call, with its corrected p-value."""
    p = f"corrected p = {probability(p_value.p)}"
    if p_value.is_close:
        return f"is too close to call with {counted(trials, 'shuffle')} ({p})"
    return f"could be chance ({p})"


def smoothings(tunings: Tunings, tests: Comparisons) -> str | None:
    """Return which smoothing tunes best, and whether its lead could be chance; None for fewer than two smoothings."""
    tried = tunings.by_smoothing
    if len(tried) < 2:
        return None
    best, worst, label = _best(tried), _best(tried, -1), tunings.metric.full_name
    if best is worst:
        return f"With all {len(tried)} smoothings held-out lists have {_bleu(best, label)}."
    between = f"The {len(tried)} smoothings lie within {write_size(_difference(best.held_out, worst.held_out))} {label}"
    if tunings.n_replications > 1:
        replication_spread = float(np.mean([one.spread for one in tried]))
        between += (
            f"; the replications of one smoothing differ by {write_size(replication_spread)} (standard deviation)"
        )
    pairs = list(combinations([tunings.tuned.index(one) for one in tried], 2))
    p_values = tuner_pair_p_values(tunings, tests)
    n_different = sum(bool(p_values[pair] <= LEVEL) for pair in pairs)
    conclusion = "All differences between two of them could be chance"
    if n_different:
        conclusion = (
            f"In {n_different} of {counted(len(pairs), 'pair')} the difference is hardly chance; the others could be"
        )
    if n_different == len(pairs):
        conclusion = "No difference between two of them looks like chance"
    return (
        f"Of the smoothings, {_method(best.name)} has the highest score on held-out lists, {_bleu(best, label)}, and"
        f" {_method(worst.name)} the lowest, {_bleu(worst, label)}. {between}. {conclusion}."
    )


def output_length_sentence(tunings: Tunings) -> str:
    """Return how long the chosen outputs are, since tuners gain by longer outputs where outputs are short."""
    best, base, label = _best(tunings.tuned), tunings.baseline, tunings.metric.full_name
    own, others = (_percent(one.held_out_lengths) for one in (best, base))
    best_bleu, base_bleu = (_bleu_without_penalty(tunings.metric, one) for one in (best, base))
    opening = (
        f"Length: outputs have {own} as many words as the references by {tuner_phrase(best.name)}, {others} by"
        f" {tuner_phrase(base.name)}."
    )
    if any(math.isnan(value) for value in (best_bleu, base_bleu)):
        return opening
    return (
        f"{opening} Without the brevity penalty they would have {fixed(best_bleu, 2)} and {fixed(base_bleu, 2)}"
        f" {label}: what is left of the difference is not bought by length."
    )


def overfitting(tunings: Tunings) -> str:
    """Return which tuner's gain shrinks most from development lists to held-out lists."""
    base, label = tunings.baseline, tunings.metric.full_name
    gains = {
        one.name: (_difference(one.development, base.development), _difference(one.held_out, base.held_out))
        for one in tunings.tuned
    }
    name = max(gains, key=lambda name: gains[name][0] - gains[name][1])
    development_gain, held_out_gain = gains[name]
    if not development_gain - held_out_gain > ROUNDING:
        return "Every tuner gains as much on held-out lists as on development lists, or more: none overfits here."
    return (
        f"Compared with {tuner_phrase(base.name)}, {tuner_phrase(name)} is {_change(development_gain, label)} on"
        f" development lists and {_change(held_out_gain, label)} on held-out ones: it overfits most."
    )


def weight_variation_words(tunings: Tunings) -> str | None:
    """Return whether weights vary more with the smoothing or with the lists drawn.

    None for fewer than two smoothings or two replications.
    """
    tried = tunings.by_smoothing
    if len(tried) < 2 or tunings.n_replications < 2:
        return None
    shares = np.stack([one.weights * tunings.spreads for one in tried])  # (n_smoothings, n_replications, n_features)
    shares = 100 * shares / np.maximum(np.abs(shares).sum(axis=-1, keepdims=True), 1e-300)
    smoothing_spread = shares.mean(axis=1).std(axis=0, ddof=1).mean()
    replication_spread = shares.std(axis=1, ddof=1).mean()
    return (
        "A feature's share in the choice, of 100 % for all features, differs by"
        f" {write_size(smoothing_spread, decimals=1)} points from smoothing to smoothing and by"
        f" {write_size(replication_spread, decimals=1)} from replication to replication (standard deviations, the mean"
        " over the features)."
    )


def limits_of_lists_sentences(tunings: Tunings, tests: Comparisons) -> list[str]:
    """Return sentences on what cannot be shown by few lists, and by lists that do not change."""
    label, sentences = tunings.metric.full_name, []
    selection = float(np.mean([one.selection for one in tests.runs]))
    if not math.isnan(selection):
        sentences.append(
            f"With {counted(tunings.n_held_out, 'held-out list')} the choice of lists alone moves a score by"
            f" {write_size(selection)} {label} (standard deviation)."
        )
    is_sure = any(one.is_sure for one in baseline_probabilities(tunings, tests).values())
    if attainable(tests).few_units and not is_sure:
        sentences.append("With so few held-out lists every difference could be chance.")
    elif (least := _detectable_difference_sentence(tunings, tests)) is not None:
        sentences.append(least)
    sentences += filter(None, [few_trials(tunings, tests)])
    per_feature = tunings.n_development / len(tunings.feature_names)
    if per_feature < FEW_LISTS:
        features = counted(len(tunings.feature_names), "feature")
        sentences.append(
            f"{counted(tunings.n_development, 'development list')} for {features} are few: people tune on one to two"
            " thousand, and with so few much of each weight is chance."
        )
    if tunings.n_replications == 1:
        sentences.append(ONE_REPLICATION)
    return [*sentences, FIXED]


def few_trials(tunings: Tunings, tests: Comparisons) -> str:
    """Return what cannot be shown with so few trials, however large a difference is; empty where trials are enough."""
    trials = tests.tested.trials
    of_tuners, of_pairs = trials_needed(tunings, tests)
    opening = f"With {counted(trials, 'shuffle')}"
    if trials < of_tuners:
        return (
            f"{opening} no tuner can be surely better than {tuner_phrase(tunings.baseline.name)}, however far it is"
            f" above: that takes at least {counted(of_tuners, 'shuffle')}."
        )
    if trials < of_pairs:
        return (
            f"{opening} all tuners share one letter, however far apart they are: letters take at least {of_pairs:,}"
            " shuffles."
        )
    return ""


def _detectable_difference_sentence(tunings: Tunings, tests: Comparisons) -> str | None:
    """Return how large a difference between smoothings must be to be shown, and how many lists the measured one needs.

    None for fewer than two smoothings, and where that difference is not defined or 0.
    """
    tried = tunings.by_smoothing
    if len(tried) < 2:
        return None
    label = tunings.metric.full_name
    errors = [tests.bootstrap.standard_error(a.name, b.name) for a, b in combinations(tried, 2)]
    deviations = interval_half_width(CONFIDENCE, tests.n_units)
    least = deviations * max(errors)
    if math.isnan(least) or least <= ROUNDING:
        return None
    best, worst = _best(tried), _best(tried, -1)
    range_ = _difference(best.held_out, worst.held_out)
    statement = (
        f"Between two smoothings a difference of less than about {write_size(least)} {label} could be chance here"
    )
    if ROUNDING < range_ < least:
        needed = tunings.n_held_out * (deviations * tests.bootstrap.standard_error(best.name, worst.name) / range_) ** 2
        if needed > tunings.n_held_out:
            statement += (
                f"; the {write_size(range_)} between best and worst would take at least about"
                f" {_round(needed):,} held-out lists"
            )
    return f"{statement}."


def _best(tuned: tuple[TunerResult, ...], sign: int = 1) -> TunerResult:
    """Return the tuner with the highest mean score on held-out lists, or the lowest if ``sign`` is -1.

    Of equal tuners the first one is returned.
    """
    return max(tuned, key=lambda one: sign * np.nan_to_num(one.held_out.mean(), nan=-sign * np.inf))


def _bleu(one: TunerResult, label: str) -> str:
    """Return a tuner's mean score on held-out lists, with the name of the metric."""
    return f"{fixed(one.held_out.mean(), 2)} {label}"


def _method(name: str) -> str:
    """Return the name of the smoothing that a tuner's name has after the colon."""
    return name.partition(":")[2]


def _difference(a: Floats, b: Floats) -> float:
    """Return the difference of the mean scores as they are printed."""
    return printed_difference(a.mean(), b.mean())


def _percent(lengths: Floats) -> str:
    return f"{fixed(100 * lengths.mean(), 1)} %"


def _bleu_without_penalty(metric: BLEU, one: TunerResult) -> float:
    """Return the mean BLEU of the chosen outputs without the brevity penalty."""
    terms = metric.arithmetic(one.statistics.sum(axis=1))
    return float(quotients(terms.score, terms.brevity_penalty).mean())


def _change(difference: float, label: str) -> str:
    if abs(difference) <= ROUNDING:
        return "no better"
    return f"{write_size(difference)} {label} {'better' if difference > 0 else 'worse'}"


def _round(number: float) -> int:
    """Return the number rounded to two digits."""
    return int(float(f"{number:.1e}"))


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]
