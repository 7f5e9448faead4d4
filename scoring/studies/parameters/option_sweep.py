"""Agreement of a metric with a judge for each value of one option, to see whether the option matters."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...agreement import MEASURES, SWEEPS, TRIALS, Agreement, Judge, MetricComparison, bleu_by_smoothing
from ...bleu import BLEU
from ...bleu.smoothing import METHODS
from ...counting.progress import Progress, no_progress, progress_of_part
from ...metric import ROUNDING, Metric
from ...output.numbers import LEVEL, fixed, printed_difference
from ...output.sentence import Sentence, Strong, listed_names
from ...testset import TestSet
from ...validation import check_known
from .. import agreement as agreement_study
from ..agreement import AgreementRequest

DECIMALS = 3
MAX_LISTED = 5
HIGHER, LOWER = "higher", "lower"
PERSONS = "Kendall", "Pearson", "Spearman"
OPEN_CASES = (
    "The paper leaves two cases open, which the switches above decide. A hypothesis shorter than the longest n-gram"
    " scores 0, unless Effective order skips the missing orders. A hypothesis without any match scores 0, unless it is"
    " smoothed too."
)
VARIANT = (
    "6-from-2 is not in the paper: it is method 6 with its formula applied from bigrams on. As printed, method 6 can"
    " lower the score of a sentence that matches more words."
)


@dataclass(frozen=True, eq=False)
class SweepRequest:
    """One metric with each value of one option, to be compared with one judge.

    Raises ``ValueError`` where the value in use is not among the names of ``metrics``.
    """

    agreement: AgreementRequest
    """Judge, resampling and unit of the comparison; its metrics are replaced by ``metrics``."""
    metrics: Mapping[str, Metric]
    """Name of each value -> the metric with this value."""
    in_use: str
    """Name of the value in use."""
    noun: str
    """Word for a value, such as "tokenizer"."""
    also: str = ""
    """Second name of the value in use, to be put in brackets; may be empty."""

    def __post_init__(self) -> None:
        check_known(self.in_use, self.metrics, self.noun)
        metrics = tuple(self.metrics.values())
        object.__setattr__(self, "agreement", replace(self.agreement, metrics=metrics, trials=TRIALS))

    @property
    def intervals(self) -> str:
        """Sentences on how intervals and tests were computed."""
        agreement = self.agreement
        return (
            f"95 % intervals come from {agreement.resampling.trials:,} resamples of the {agreement.unit}s, the same for"
            " every value; they say how much a number would vary with other segments. Differences are from the value in"
            " use; higher or lower means significant (paired bootstrap, p of 0.05 or less, corrected for all other"
            " values by Holm). The best of many values looks better than it is."
        )


def run(request: SweepRequest, test_set: TestSet, on_progress: Progress = no_progress) -> "SweepResult":
    """Return the agreement of the metric with the judge for each value.

    Raises ``TooLong`` for texts beyond a metric's limits.
    """
    agreements = {}
    for number, (name, metric) in enumerate(request.metrics.items()):
        one = replace(request.agreement, metrics=(metric,))
        tell = progress_of_part(on_progress, number, len(request.metrics))
        agreements[name] = agreement_study.run(one, test_set, tell, baselines=False).agreements[metric.name]
    return SweepResult(request, agreements)


@dataclass(frozen=True, eq=False)
class SweepResult:
    """The agreement of each value with the judge, as far as it has been computed."""

    request: SweepRequest
    agreements: Mapping[str, Agreement | None]
    """Name of each value -> its agreement; None where it has not been computed yet."""

    @property
    def computed_agreements(self) -> dict[str, Agreement]:
        """Agreement of the values that have been computed, by the value's name."""
        return {name: agreement for name, agreement in self.agreements.items() if agreement is not None}

    def comparison(self, measure: str) -> MetricComparison | None:
        """Return the comparison of all values by one measure.

        None until all values are computed, or where the value in use cannot be computed.
        """
        agreements = self.computed_agreements
        is_complete = self.request.in_use in agreements and len(agreements) == len(self.agreements)
        return MetricComparison.of(agreements, measure) if is_complete else None

    def rows(self, *measures: str) -> list[dict[str, Any]]:
        """Return a row for each computed value, with its value and interval by each measure.

        Once all values are computed, a row also has the difference from the value in use, and whether it is
        significant.
        """
        agreements, in_use = self.computed_agreements, self.request.in_use
        rows: list[dict[str, Any]] = [{self.request.noun: name} for name in agreements]
        for measure in measures:
            label, comparison = MEASURES[measure].label, self.comparison(measure)
            shown = {} if comparison is None else verdicts(comparison, in_use) | {in_use: "in use"}
            for row, (name, agreement) in zip(rows, agreements.items(), strict=True):
                low, high = agreement.interval(measure)
                row |= {label: agreement.value(measure), f"{label} from": low, f"{label} to": high}
                if shown:
                    own = agreements[in_use].value(measure)
                    difference = printed_difference(agreement.value(measure), own, DECIMALS)
                    row |= {
                        f"{label} difference": None if name == in_use else difference,
                        f"{label} shown": shown[name],
                    }
        return rows

    def leading(self, measure: str) -> Sentence | None:
        """Return which value agrees best, and which differ significantly from the value in use.

        None until all values are computed, or where the value in use cannot be computed.
        """
        comparison = self.comparison(measure)
        request = self.request
        judge = request.agreement.judge.name
        return (
            None
            if comparison is None
            else leading_value_sentence(comparison, measure, judge, request.noun, request.in_use, request.also)
        )


def leading_value_sentence(
    comparison: MetricComparison, measure: str, judge: str, noun: str, in_use: str, also: str = ""
) -> Sentence:
    """Return which value agrees best, and which values differ significantly from the value in use.

    ``noun`` is the word for a value, such as "tokenizer"; ``also`` is the second name of the value in use.
    """
    best, second_name = _best(comparison, in_use), f" ({also})" if also else ""
    value, own = _value(comparison, best), _value(comparison, in_use)
    pieces = [f"By {_measure_phrase(measure)}, {noun} ", Strong(best), second_name if best == in_use else ""]
    is_printed_alike = best != in_use and value == own
    if is_printed_alike:
        pieces += [" and ", Strong(in_use), f"{second_name}, which is in use, agree best with ", Strong(judge)]
    else:
        pieces += [" agrees best with ", Strong(judge)]
    pieces.append(f" ({value})")
    if best != in_use and not is_printed_alike:
        has = f"{second_name}, which is in use, reaches {own}"
        pieces += [f"; {noun} ", Strong(in_use), has]
    return Sentence((*pieces, f". {_differing(verdicts(comparison, in_use), noun, best, in_use)}"))


def _measure_phrase(measure: str) -> str:
    """Return the name of a measure as it is written in the middle of a sentence."""
    label = MEASURES[measure].label
    return label if label.startswith(PERSONS) else label[0].lower() + label[1:]


def _best(comparison: MetricComparison, in_use: str) -> str:
    """Return the value that agrees most with the judge; the value in use where no other agrees more."""
    place = comparison.order[0]
    lead = comparison.values[place] - comparison.values[comparison.metrics.index(in_use)]
    return in_use if lead < ROUNDING else comparison.metrics[place]


def verdicts(comparison: MetricComparison, in_use: str) -> dict[str, str]:
    """Return ``HIGHER`` or ``LOWER`` for each value that agrees significantly more or less than the value in use.

    Other values have an empty string.
    """
    own = comparison.metrics.index(in_use)
    leads = comparison.values - comparison.values[own]
    shown = comparison.p_against(in_use) <= LEVEL
    directions = (HIGHER if lead > 0 else LOWER for lead in leads)
    return {
        name: verdict if sure else "" for name, verdict, sure in zip(comparison.metrics, directions, shown, strict=True)
    }


def _value(comparison: MetricComparison, name: str) -> str:
    return fixed(comparison.values[comparison.metrics.index(name)], DECIMALS)


def _differing(shown: Mapping[str, str], noun: str, best: str, in_use: str) -> str:
    """Return which values agree significantly more, or less, than the value in use, or that no value does."""
    parts = []
    for verdict, word in ((HIGHER, "more"), (LOWER, "less")):
        names = [name for name, one in shown.items() if one == verdict]
        if names:
            listed = listed_names(names) if len(names) <= MAX_LISTED else f"{len(names)} of {len(shown) - 1} others"
            subject = f"{noun[0].upper()}{noun[1:]} {names[0]} agrees" if len(names) == 1 else f"{listed} agree"
            parts.append(f"{subject} significantly {word} than the one in use.")
    if parts:
        return " ".join(parts)
    if best == in_use:
        return "No other differs significantly from the one in use."
    if len(shown) == 2:
        return "This difference is not significant."
    return f"None, {best} included, differs significantly from the one in use."


# --- smoothings ---


def smoothing_in_use(bleu: BLEU, metrics: Mapping[str, BLEU]) -> str:
    """Return the name of BLEU's smoothing: the paper's name if ``metrics`` has this smoothing, else its own name."""
    own = bleu.smoothed_by
    function = METHODS[own.method].function
    same = (n for n, m in metrics.items() if METHODS[n].function is function and m.smoothed_by.value == own.value)
    return next(same, str(own))
